//! Quiet positions with an engine's score and the game's result: what the network evaluation is trained on.

use shakmaty::{Bitboard, Board, Chess, Color, Position as _, Role};

use motley::chess::key::position_key;
use motley::chess::quiet::is_quiet;
use motley::chess::replay::positions;
use motley::games::file::ScoredGame;
use motley::games::split::{self, Part, Split};

/// Plies of every game that are left out: the same positions come again and again there.
pub const MIN_PLY: usize = 16;
/// Positions with a score farther from 0 are left out, in centipawns: who wins is no question there, and the scores of
/// mates lie far beyond.
pub const MAX_SCORE: i16 = 2500;
/// Stands where there is no result.
pub const NO_RESULT: u8 = 3;

/// One position, 32 bytes. The field names are those of the array.
#[derive(Clone, Copy, Debug, PartialEq, Eq, npyz::Serialize, npyz::Deserialize, npyz::AutoSerialize)]
pub struct NnueSample {
    /// A bit for each square with a piece, a1 the lowest.
    pub occupied: u64,
    /// The pieces in the order of their squares, four bits each, the first in the low half of the first byte: the role,
    /// pawn 0 to king 5, and 6 more for Black's. Zero behind the last.
    pub men: [u8; 16],
    /// Plies played before.
    pub ply: u32,
    /// The engine's score in centipawns, White's view.
    pub score: i16,
    /// Points of White for the game, doubled: 0, 1 or 2; [`NO_RESULT`] where the position is of no game.
    pub result: u8,
    /// The side to move, 0 White, 1 Black.
    pub turn: u8,
}

impl NnueSample {
    /// A position after `ply` plies, with a score from White's view in centipawns.
    pub fn new(position: &Chess, ply: u32, score: i16, result: Option<u8>) -> NnueSample {
        let (board, mut men) = (position.board(), [0; 16]);
        for (index, (_, piece)) in board.iter().enumerate() {
            let code = piece.role as u8 - 1 + if piece.color.is_white() { 0 } else { 6 };
            men[index / 2] |= code << (4 * (index % 2));
        }
        let (turn, result) = (u8::from(position.turn().is_black()), result.unwrap_or(NO_RESULT));
        NnueSample { occupied: board.occupied().0, men, ply, score, result, turn }
    }

    /// The pieces; `None` where a code stands for none, or there are more than 32.
    pub fn board(&self) -> Option<Board> {
        let mut board = Board::empty();
        for (index, square) in Bitboard(self.occupied).into_iter().enumerate() {
            let code = self.men.get(index / 2)? >> (4 * (index % 2)) & 15;
            let role = *Role::ALL.get(usize::from(code % 6)).filter(|_| code < 12)?;
            board.set_piece_at(square, role.of(Color::from_white(code < 6)));
        }
        Some(board)
    }
}

/// The samples of a game, in its order, each with its position's key and its part of the split: positions from
/// [`MIN_PLY`] on with a score up to [`MAX_SCORE`] that are quiet ([`is_quiet`]). None of an unfinished game.
pub fn samples(scored: &ScoredGame, split: Split) -> impl Iterator<Item = (u64, Part, NnueSample)> {
    let ScoredGame { game, scores, .. } = scored;
    let result = match game.outcome.winner() {
        Some(winner) => Some(if winner.is_white() { 2 } else { 0 }),
        None => game.outcome.is_known().then_some(1),
    };
    let parts = split.parts(split::of_moves(game));
    let scored = positions(&game.start, &game.moves).zip(scores).zip(parts);
    scored.filter_map(move |(((ply, position, mv), &score), part)| {
        let is_taken = ply >= MIN_PLY && score.unsigned_abs() <= MAX_SCORE as u16 && is_quiet(&position, mv);
        let result = result.filter(|_| is_taken)?;
        Some((position_key(&position), part, NnueSample::new(&position, ply as u32, score, Some(result))))
    })
}

#[cfg(test)]
mod tests {
    use npyz::TypeWrite as _;
    use shakmaty::{KnownOutcome, Outcome};

    use super::*;
    use motley::chess::notation::parse_moves;
    use motley::games::file::NO_SCORE;
    use motley::games::pgn::PgnGame;
    use motley::games::split::Unit;

    /// Sixteen plies that lead back to the start.
    const SHUFFLE: &str = "Nf3 Nf6 Ng1 Ng8 Nf3 Nf6 Ng1 Ng8 Nf3 Nf6 Ng1 Ng8 Nf3 Nf6 Ng1 Ng8";
    const SPLIT: Split = Split { unit: Unit::Game, validation: 0.5, test: 0.0, seed: 1 };

    /// A game of [`SHUFFLE`] and `moves`, which have these scores.
    fn game(moves: &str, scores: &[i16], outcome: Outcome) -> ScoredGame {
        let moves = parse_moves(&format!("{SHUFFLE} {moves}")).expect("legal moves");
        let scores = [&[0; MIN_PLY], scores].concat();
        let game = PgnGame::of_moves(Chess::default(), moves, outcome);
        ScoredGame { game, scores, opening_plies: 0, number: 0 }
    }

    fn won_by(winner: shakmaty::Color) -> Outcome {
        Outcome::Known(KnownOutcome::Decisive { winner })
    }

    fn taken(game: &ScoredGame) -> Vec<NnueSample> {
        samples(game, SPLIT).map(|(.., sample)| sample).collect()
    }

    #[test]
    fn quiet_positions_with_a_score_are_taken_from_the_seventeenth_half_move_on() {
        // A capture, a check and the reply to it are not quiet.
        let moves = "e4 d5 exd5 Nf6 Bb5+ c6 a3 h6 a4 h5";
        let scores = [10, 11, 12, 13, 14, 15, 2500, -2500, 2501, NO_SCORE];
        let taken = taken(&game(moves, &scores, won_by(shakmaty::Color::White)));
        let found: Vec<_> = taken.iter().map(|sample| (sample.ply, sample.score, sample.turn)).collect();
        assert_eq!(found, [(16, 10, 0), (17, 11, 1), (19, 13, 1), (20, 14, 0), (22, 2500, 0), (23, -2500, 1)]);
        assert!(taken.iter().all(|sample| sample.result == 2));
    }

    #[test]
    fn results_are_half_points_of_white_and_unfinished_games_give_nothing() {
        let result = |outcome| taken(&game("e4", &[0], outcome)).first().map(|sample| sample.result);
        assert_eq!(result(won_by(shakmaty::Color::Black)), Some(0));
        assert_eq!(result(Outcome::Known(KnownOutcome::Draw)), Some(1));
        assert_eq!(result(Outcome::Unknown), None);
    }

    #[test]
    fn a_sample_is_thirty_two_bytes_in_this_order() {
        let sample = taken(&game("e4 e5", &[0, -2], won_by(shakmaty::Color::White)))[1];
        let mut bytes = Vec::new();
        let dtype = <NnueSample as npyz::AutoSerialize>::default_dtype();
        <NnueSample as npyz::Serialize>::writer(&dtype).unwrap().write_one(&mut bytes, &sample).unwrap();
        let occupied = 0xffff_0000_1000_efff_u64;
        // Rook and knight, bishop and queen …; the pawn on e4 stands between the armies.
        let men = [0x13, 0x42, 0x25, 0x31, 0, 0, 0, 0, 0x66, 0x66, 0x66, 0x66, 0x79, 0xa8, 0x8b, 0x97];
        let rest = [17, 0, 0, 0, 0xfe, 0xff, 2, 1];
        assert_eq!(bytes, [&occupied.to_le_bytes()[..], &men, &rest].concat());
    }

    #[test]
    fn all_positions_of_a_game_are_in_one_part() {
        let game = game("e4 e5 Nf3 Nc6", &[0; 4], won_by(shakmaty::Color::White));
        let mut seen = [0; 3];
        for seed in 0..20 {
            let parts: Vec<Part> = samples(&game, Split { seed, ..SPLIT }).map(|(_, part, _)| part).collect();
            assert!(parts.len() == 4 && parts.iter().all(|part| *part == parts[0]));
            seen[parts[0] as usize] += 1;
        }
        assert!(seen[Part::Train as usize] > 0 && seen[Part::Validation as usize] > 0, "{seen:?}");
    }
}
