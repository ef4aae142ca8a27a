//! Positions with the move that was played: the samples of behavioural cloning (Griffiths, *Mockfish: A Pattern
//! Recognition Chess Engine*, 2022, section 3.1).

use arrayvec::ArrayVec;
use shakmaty::{Chess, Move, Position as _, Role};

use motley::chess::replay::positions;
use motley::chess::view::seen_move;
use motley::games::filter::{GameFilter, ResultRule, Unrated};
use motley::games::pgn::PgnGame;
use motley::games::split::{self, Part, Split};
use motley::nets::features::FEATURES;
use motley::nets::input::{NetInput, RECENT};

/// The number of legal moves that a sample holds; more than that are rare, and left out.
pub const LEGAL: usize = 64;
/// Stands behind the last legal move.
pub const NO_MOVE: u16 = u16::MAX;

/// One position with the move that was played in it, all in the mover's view (see [`motley::chess::view`]). The field
/// names are those of the array.
#[derive(Clone, Copy, Debug, PartialEq, Eq, npyz::Serialize, npyz::Deserialize, npyz::AutoSerialize)]
pub struct MoveSample {
    /// As in [`motley::chess::view::PackedBoard`].
    pub board: [u8; 32],
    /// Squares 0 to 63; castling is the king's step.
    pub from: u8,
    pub to: u8,
    /// The piece that moved, pawn 1 to king 6.
    pub role: u8,
    /// The promotion, knight 2 to queen 5; 0 for other moves.
    pub promotion: u8,
    /// As in [`NetInput`], like the two below.
    pub castling: u8,
    pub en_passant: u8,
    pub recent: [u8; 2 * RECENT],
    /// As in [`NetInput`].
    pub features: [u64; FEATURES],
    /// The legal moves as from × 64 + to, promotions once; [`NO_MOVE`] behind the last. The one that was played is
    /// always among them.
    pub legal: [u16; LEGAL],
    /// The result for the mover: 1 won, 0 drawn or unknown, −1 lost.
    pub result: i8,
    /// Plies played before, as far as they were read.
    pub ply: u16,
    /// Ratings of the mover and of the opponent, 0 where unknown.
    pub elo: u16,
    pub opponent_elo: u16,
    /// The number of the game among those taken, from 0.
    pub game: u32,
}

/// A filter of positions.
#[derive(Clone, Copy, Debug)]
pub struct Filter {
    /// Bounds for the ratings of both players, in Elo; a missing rating is 0.
    pub min_elo: u16,
    pub max_elo: u16,
    /// Plies from `min_ply` up to, and without, `max_ply`; the first is 0.
    pub min_ply: usize,
    pub max_ply: usize,
    /// Only games that somebody won.
    pub decisive: bool,
}

impl Filter {
    pub fn takes(&self, game: &PgnGame) -> bool {
        let Filter { min_elo, max_elo, decisive, .. } = *self;
        let result = if decisive { ResultRule::Decisive } else { ResultRule::Any };
        GameFilter { min_elo, max_elo, unrated: Unrated::Reject, result, ..GameFilter::ALL }.accepts(game)
    }
}

/// The samples of a game, in its order, each with its part of the split. `number` is written into each.
pub fn samples<'g>(
    game: &'g PgnGame,
    number: u32,
    filter: &Filter,
    split: Split,
) -> impl Iterator<Item = (Part, MoveSample)> + 'g {
    let ratings = [game.tags.white_elo(), game.tags.black_elo()].map(Option::unwrap_or_default);
    let plies = filter.min_ply..filter.max_ply;
    let parts = split.parts(split::of_moves(game));
    positions(&game.start, &game.moves).zip(parts).filter(move |((ply, ..), _)| plies.contains(ply)).map(
        move |((ply, before, mv), part)| {
            let turn = before.turn();
            let (elo, opponent_elo) = if turn.is_white() { (ratings[0], ratings[1]) } else { (ratings[1], ratings[0]) };
            let result = match game.outcome.winner() {
                None => 0,
                Some(winner) if winner == turn => 1,
                Some(_) => -1,
            };
            let labels = MoveSample {
                result,
                ply: ply.min(usize::from(u16::MAX)) as u16,
                elo,
                opponent_elo,
                game: number,
                ..label(&before, &game.moves[..ply], mv)
            };
            (part, labels)
        },
    )
}

/// The position after `played`, and its move; the rest of the sample unknown.
pub fn label(position: &Chess, played: &[Move], mv: Move) -> MoveSample {
    let MoveLabel { from, to, role, promotion, legal } = MoveLabel::of(position, mv);
    let NetInput { board, castling, en_passant, recent, features } = NetInput::of(position, played);
    MoveSample {
        board: board.0,
        from,
        to,
        role,
        promotion,
        castling,
        en_passant,
        recent,
        features,
        legal,
        result: 0,
        ply: 0,
        elo: 0,
        opponent_elo: 0,
        game: 0,
    }
}

/// The move that was played; the fields are those of [`MoveSample`].
pub struct MoveLabel {
    pub from: u8,
    pub to: u8,
    pub role: u8,
    pub promotion: u8,
    pub legal: [u16; LEGAL],
}

impl MoveLabel {
    pub fn of(position: &Chess, mv: Move) -> MoveLabel {
        let turn = position.turn();
        let (from, to) = seen_move(turn, turn, mv);
        MoveLabel {
            from: from as u8,
            to: to as u8,
            role: mv.role() as u8,
            promotion: mv.promotion().map_or(0, |role: Role| role as u8),
            legal: legal(position, mv),
        }
    }
}

/// The legal moves as a sample holds them, the played one first.
fn legal(position: &Chess, played: Move) -> [u16; LEGAL] {
    let turn = position.turn();
    let number = |mv: Move| {
        let (from, to) = seen_move(turn, turn, mv);
        from as u16 * 64 + to as u16
    };
    let mut numbers = ArrayVec::<u16, LEGAL>::new();
    numbers.push(number(played));
    for mv in position.legal_moves() {
        let number = number(mv);
        if !numbers.is_full() && !numbers.contains(&number) {
            numbers.push(number);
        }
    }
    let mut padded = [NO_MOVE; LEGAL];
    padded[..numbers.len()].copy_from_slice(&numbers);
    padded
}

#[cfg(test)]
mod tests {
    use std::io::Cursor;

    use shakmaty::Square;

    use super::*;
    use motley::games::pgn::PgnReader;
    use motley::games::split::Unit;

    const GAME: &str = "[WhiteElo \"2100\"]\n[BlackElo \"2300\"]\n[Result \"0-1\"]\n\ne4 c5 Nf3 d6 Bc4 e6 O-O *\n\n";
    const SPLIT: Split = Split { unit: Unit::Game, validation: 0.0, test: 0.0, seed: 1 };
    const ALL: Filter = Filter { min_elo: 0, max_elo: u16::MAX, min_ply: 0, max_ply: usize::MAX, decisive: false };

    fn game() -> PgnGame {
        PgnReader::new(Cursor::new(GAME.as_bytes().to_vec())).unwrap().next().unwrap().unwrap()
    }

    fn taken(filter: &Filter) -> Vec<MoveSample> {
        samples(&game(), 7, filter, SPLIT).map(|(_, sample)| sample).collect()
    }

    #[test]
    fn samples_hold_the_movers_view_and_move() {
        let samples = taken(&ALL);
        assert_eq!(samples.len(), 7);
        let reply = samples[1];
        // 1... c5, seen by Black as a pawn from c2 to c4.
        assert_eq!((reply.from, reply.to, reply.role), (Square::C2 as u8, Square::C4 as u8, Role::Pawn as u8));
        assert_eq!((reply.elo, reply.opponent_elo, reply.result, reply.ply, reply.game), (2300, 2100, 1, 1, 7));
        assert_eq!(reply.legal[0], 64 * u16::from(reply.from) + u16::from(reply.to));
        assert_eq!(reply.legal.iter().filter(|&&number| number != NO_MOVE).count(), 20);
        // White's e2-e4 as Black sees it, and nothing before.
        assert_eq!(reply.recent, [Square::E7 as u8, Square::E5 as u8, 255, 255, 255, 255, 255, 255]);
        let castling = samples[6];
        assert_eq!(
            (castling.from, castling.to, castling.role, castling.result),
            (Square::E1 as u8, Square::G1 as u8, Role::King as u8, -1)
        );
        assert_eq!(castling.castling, 0b1111);
    }

    #[test]
    fn plies_ratings_and_undecided_games_are_filtered() {
        assert_eq!(
            taken(&Filter { min_ply: 2, max_ply: 5, ..ALL }).iter().map(|sample| sample.ply).collect::<Vec<_>>(),
            [2, 3, 4]
        );
        let takes = |filter: Filter| filter.takes(&game());
        assert!(takes(Filter { min_elo: 2100, max_elo: 2300, decisive: true, ..ALL }));
        assert!(!takes(Filter { min_elo: 2101, ..ALL }));
        assert!(!takes(Filter { max_elo: 2299, ..ALL }));
    }
}
