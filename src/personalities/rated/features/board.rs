//! The effects of a move on the board, as numbers: what it leaves to be taken, what it threatens, and where it goes.

use shakmaty::{Bitboard, Board, Chess, Color, File, Move, Position as _, Rank, Role, Square, attacks};

use super::number;
use crate::chess::exchange::{exchange_gain, pawns_worth};

/// The number of values that [`Before::numbers`] returns.
pub const BOARD_NUMBERS: usize = 16;
/// Pawns of an exchange are divided by this.
const PAWNS: f32 = 5.0;
/// A piece hangs if taking it wins at least so many pawns.
const PIECE: i32 = 2;

/// A position, and what is known of it before a move is chosen.
pub struct Before<'a> {
    board: &'a Board,
    turn: Color,
    /// The square that the opponent's last move went to.
    last_to: Option<Square>,
    /// The pawns that the mover threatens to win, if the opponent does nothing about it.
    threatened: i32,
}

impl<'a> Before<'a> {
    pub fn of(position: &'a Chess, last: Option<&Move>) -> Before<'a> {
        let (board, turn) = (position.board(), position.turn());
        Before { board, turn, last_to: last.map(|mv| mv.to()), threatened: most_won(board, turn, Bitboard::FULL) }
    }

    /// The numbers of a move, named by the last of [`super::NAMES`]; `after` is the position after it.
    pub fn numbers(&self, mv: Move, after: &Chess) -> [f32; BOARD_NUMBERS] {
        let (turn, board) = (self.turn, after.board());
        let (from, to) = (mv.from().unwrap_or(mv.to()), landing(mv));
        let landed = mv.promotion().unwrap_or(mv.role());

        let exchange = -self.pawns_given(mv, after);
        let elsewhere = most_won(board, !turn, !Bitboard::from_square(to));
        let threatened = (most_won(board, turn, Bitboard::FULL) - self.threatened).max(0);
        let reached = attacks::attacks(to, landed.of(turn), board.occupied());

        [
            number(after.is_checkmate()),
            exchange.max(0) as f32 / PAWNS,
            (-exchange).max(0) as f32 / PAWNS,
            elsewhere as f32 / PAWNS,
            number(elsewhere >= PIECE),
            threatened as f32 / PAWNS,
            number(self.is_fork(board, reached)),
            number(self.last_to.is_some_and(|square| self.attacked_from(square).contains(from))),
            number(mv.capture().is_some_and(|role| pawns_worth(role) == pawns_worth(mv.role()))),
            number(!mv.is_capture() && is_offered(board, to, landed, turn)),
            self.approach(mv),
            self.around_king(board, reached),
            number(mv.role() == Role::Pawn && in_enemy_half(to, turn)),
            number(mv.role() != Role::Pawn && in_enemy_half(to, turn) && !in_enemy_half(from, turn)),
            number(matches!(mv.role(), Role::Knight | Role::Bishop) && is_back_rank(from, turn)),
            (off_centre(from) - off_centre(to)) as f32 / 6.0,
        ]
    }

    /// The pawns that the move gives up by the exchange on the square where it lands; negative where it wins some.
    pub fn pawns_given(&self, mv: Move, after: &Chess) -> i32 {
        let taken = mv.capture().map_or(0, pawns_worth);
        let promoted = mv.promotion().map_or(0, |role| pawns_worth(role) - pawns_worth(Role::Pawn));
        exchange_gain(after.board(), landing(mv), !self.turn) - taken - promoted
    }

    /// Returns true if the moved piece attacks at least two of the king and the pieces that it could win.
    fn is_fork(&self, board: &Board, reached: Bitboard) -> bool {
        let enemy = !self.turn;
        let is_target = |square: &Square| {
            board.role_at(*square) == Some(Role::King) || exchange_gain(board, *square, self.turn) >= PIECE
        };
        (reached & board.by_color(enemy)).into_iter().filter(is_target).count() >= 2
    }

    /// The squares that the piece on `square` attacks before the move.
    fn attacked_from(&self, square: Square) -> Bitboard {
        self.board.attacks_from(square)
    }

    /// By how much of the board a piece other than the king comes nearer to the enemy king.
    fn approach(&self, mv: Move) -> f32 {
        let king = self.board.king_of(!self.turn).filter(|_| mv.role() != Role::King);
        let distance = |from: Square, king: Square| from.distance(king) as f32;
        let nearer = |king| mv.from().map(|from| (distance(from, king) - distance(mv.to(), king)) / 4.0);
        king.and_then(nearer).unwrap_or(0.0)
    }

    /// The share of the squares around the enemy king that the moved piece attacks.
    fn around_king(&self, board: &Board, reached: Bitboard) -> f32 {
        let ring = board.king_of(!self.turn).map_or(Bitboard::EMPTY, attacks::king_attacks);
        (reached & ring).count() as f32 / 4.0
    }
}

/// Returns true if nothing is attacked or threatened: no check, no capture just before, nothing to win for either side.
pub fn is_quiet(position: &Chess, last: Option<&Move>) -> bool {
    let (board, turn) = (position.board(), position.turn());
    let wins = |side: Color| most_won(board, side, Bitboard::FULL) > 0;
    !position.is_check() && !last.is_some_and(|mv| mv.is_capture()) && !wins(turn) && !wins(!turn)
}

/// The square of the moved piece afterwards; the king's when it castles.
fn landing(mv: Move) -> Square {
    mv.castling_side().map_or(mv.to(), |side| {
        let file = if side.is_king_side() { File::G } else { File::C };
        Square::from_coords(file, mv.to().rank())
    })
}

/// The most pawns that `side` can win by an exchange on one of `squares`.
fn most_won(board: &Board, side: Color, squares: Bitboard) -> i32 {
    let targets = board.by_color(!side) & squares;
    targets.into_iter().map(|square| exchange_gain(board, square, side)).max().unwrap_or(0)
}

/// Returns true if a piece of the same worth can take the one on `square`, which is defended.
fn is_offered(board: &Board, square: Square, role: Role, side: Color) -> bool {
    let is_equal = |attacker: Square| board.role_at(attacker).map(pawns_worth) == Some(pawns_worth(role));
    let attackers = |color: Color| board.attacks_to(square, color, board.occupied());
    role != Role::King && attackers(side).any() && attackers(!side).into_iter().any(is_equal)
}

fn in_enemy_half(square: Square, side: Color) -> bool {
    side.fold_wb(square.rank() >= Rank::Fifth, square.rank() <= Rank::Fourth)
}

fn is_back_rank(square: Square, side: Color) -> bool {
    square.rank() == side.fold_wb(Rank::First, Rank::Eighth)
}

/// Files and ranks between a square and the centre.
fn off_centre(square: Square) -> i32 {
    let off = |place: i32| (place - 3).max(4 - place) - 1;
    off(square.file() as i32) + off(square.rank() as i32)
}

#[cfg(test)]
mod tests {
    use shakmaty::{CastlingMode, fen::Fen, uci::UciMove};

    use super::super::NAMES;
    use super::*;

    /// The numbers of a move that are not 0, by name.
    fn numbers(fen: &str, uci: &str) -> Vec<(&'static str, f32)> {
        let position: Chess = fen.parse::<Fen>().unwrap().into_position(CastlingMode::Standard).unwrap();
        let mv = uci.parse::<UciMove>().unwrap().to_move(&position).unwrap();
        let after = position.clone().play(mv).unwrap();
        let names = &NAMES[NAMES.len() - BOARD_NUMBERS..];
        let numbers = Before::of(&position, None).numbers(mv, &after);
        names.iter().copied().zip(numbers).filter(|&(_, number)| number != 0.0).collect()
    }

    fn has(fen: &str, uci: &str, name: &str, expected: f32) {
        let found = numbers(fen, uci);
        let number = found.iter().find(|(other, _)| *other == name).map_or(0.0, |&(_, number)| number);
        assert!((number - expected).abs() < 1e-6, "{name} of {uci}: {number}, in {found:?}");
    }

    #[test]
    fn what_a_move_leaves_to_be_taken_is_counted_where_it_stands() {
        let rook_attacked = "4k3/8/8/8/2b5/8/8/R3K1N1 b - - 0 1";
        has(rook_attacked, "c4g8", "pawns lost by exchange", 0.0);
        let bishop_hits_rook = "4k3/8/8/8/8/5b2/8/4K2R w - - 0 1";
        has(bishop_hits_rook, "e1f2", "pawns left hanging elsewhere", 1.0);
        has(bishop_hits_rook, "e1f2", "leaves a piece hanging elsewhere", 1.0);
        has(bishop_hits_rook, "h1h2", "pawns left hanging elsewhere", 0.0);
        has("4k3/8/4p3/3n4/8/8/3Q4/4K3 w - - 0 1", "d2d5", "pawns lost by exchange", (9 - 3) as f32 / PAWNS);
        has("4k3/8/8/3n4/8/8/3Q4/4K3 w - - 0 1", "d2d5", "pawns won by exchange", 3.0 / PAWNS);
    }

    #[test]
    fn threats_forks_and_mates_are_seen() {
        let knight = "r3k3/8/8/1N6/8/8/8/4K3 w - - 0 1";
        has(knight, "b5c7", "forks", 1.0);
        has(knight, "b5c7", "new pawns threatened", 1.0);
        has(knight, "b5d4", "forks", 0.0);
        has("7k/8/6K1/8/8/8/8/R7 w - - 0 1", "a1a8", "mates at once", 1.0);
    }

    #[test]
    fn trades_are_those_of_equal_worth() {
        let knights = "4k3/8/2p5/3n4/8/4N3/8/4K3 w - - 0 1";
        has(knights, "e3d5", "takes a piece of the same worth", 1.0);
        has("4k3/8/8/8/3b4/8/3B4/4K1N1 w - - 0 1", "d2e3", "goes where a piece of the same worth can take it", 0.0);
        has("4k3/8/8/8/3b4/8/3BK3/8 w - - 0 1", "d2e3", "goes where a piece of the same worth can take it", 1.0);
    }

    #[test]
    fn places_are_seen_from_the_movers_side() {
        has("4k3/8/8/8/3p4/8/8/4K3 b - - 0 1", "d4d3", "pawn moves on in the enemy's half", 1.0);
        has("4k3/3p4/8/8/8/8/8/4K3 b - - 0 1", "d7d6", "pawn moves on in the enemy's half", 0.0);
        has("4k1n1/8/8/8/8/8/8/4K3 b - - 0 1", "g8f6", "brings out a piece", 1.0);
        has("4k3/8/8/8/8/8/8/R3K3 w - - 0 1", "a1a8", "nearer to the king", 0.75);
        assert_eq!([Square::D4, Square::E5, Square::A1, Square::H4].map(off_centre), [0, 0, 6, 3]);
    }
}
