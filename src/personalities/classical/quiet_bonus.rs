//! The bonus of a quiet move, in points for its order: it gives check, or it takes a piece out of the attack of a
//! lesser one or into one. Histories learn this only after many games of the same kind.

use shakmaty::{Bitboard, Move, Position as _, Role, Square, attacks};

use super::params;
use super::position::Position;
use super::see::exchange_reaches;
use crate::chess::packed::Parts;

/// The squares that the bonuses of all quiet moves of a position are read from.
pub struct QuietBonus {
    /// The squares from which a piece of each kind, from pawn to king, attacks the enemy king.
    checking: [Bitboard; 6],
    /// Our pawns and pieces that the enemy king sees first on a line: they may uncover a check.
    uncovering: Bitboard,
    by_pawns: Bitboard,
    by_pawns_and_minors: Bitboard,
}

impl QuietBonus {
    pub fn new(position: &Position) -> QuietBonus {
        let (board, them) = (position.chess().board(), !position.turn());
        let occupied = board.occupied();
        let (mut checking, mut uncovering) = ([Bitboard::EMPTY; 6], Bitboard::EMPTY);
        if let Some(king) = board.king_of(them) {
            let (straight, diagonal) = (attacks::rook_attacks(king, occupied), attacks::bishop_attacks(king, occupied));
            let (pawn, knight) = (attacks::pawn_attacks(them, king), attacks::knight_attacks(king));
            checking = [pawn, knight, diagonal, straight, straight | diagonal, Bitboard::EMPTY];
            uncovering = (straight | diagonal) & position.chess().us();
        }
        let attacked = position.attacked_by(them);
        let by_pawns_and_minors = attacked.by_pawns | attacked.by_minors;
        QuietBonus { checking, uncovering, by_pawns: attacked.by_pawns, by_pawns_and_minors }
    }

    #[inline]
    pub fn of(&self, position: &Position, mv: Move) -> i32 {
        let Parts { role, from, to } = Parts::of(mv);
        let of_piece = self.of_piece(role, from);
        of_piece.of_threat(to) + of_piece.of_check(position, mv, to)
    }

    /// The bonuses of the moves of one piece.
    #[inline]
    pub fn of_piece(&self, role: Role, from: Square) -> PieceBonus {
        let (lesser, bonus) = match role {
            Role::Knight | Role::Bishop => (self.by_pawns, params::ORDER_THREATENED_MINOR.get()),
            Role::Rook => (self.by_pawns_and_minors, params::ORDER_THREATENED_ROOK.get()),
            Role::Queen => (self.by_pawns_and_minors, params::ORDER_THREATENED_QUEEN.get()),
            Role::Pawn | Role::King => (Bitboard::EMPTY, 0),
        };
        let from_here = if lesser.contains(from) { bonus } else { 0 };
        let uncovers = self.uncovering.contains(from);
        PieceBonus { from_here, lesser, bonus, checking: self.checking[role as usize - 1], uncovers }
    }
}

/// See [`QuietBonus::of_piece`].
#[derive(Clone, Copy)]
pub struct PieceBonus {
    /// The bonus for leaving its square.
    from_here: i32,
    /// Squares that lesser pieces attack.
    lesser: Bitboard,
    bonus: i32,
    /// The squares from which it attacks the enemy king.
    checking: Bitboard,
    /// It may uncover a check.
    uncovers: bool,
}

impl PieceBonus {
    /// The squares to which its moves may give check.
    #[inline]
    pub fn may_check(&self) -> Bitboard {
        if self.uncovers { Bitboard::FULL } else { self.checking }
    }

    /// The bonus of its move to a square, if that is a good check.
    #[inline]
    pub fn of_check(&self, position: &Position, mv: Move, to: Square) -> i32 {
        let is_good_check =
            self.gives_check(position, mv, to) && exchange_reaches(position, mv, -params::ORDER_CHECK_LOSS.get());
        if is_good_check { params::ORDER_CHECK.get() } else { 0 }
    }

    /// [`Position::gives_check`], without looking at the lines of every move anew.
    #[inline]
    fn gives_check(&self, position: &Position, mv: Move, to: Square) -> bool {
        self.checking.contains(to) || self.uncovers && position.gives_check(mv)
    }

    /// The bonus of its move to a square, by what attacks the squares that it leaves and reaches.
    #[inline]
    pub fn of_threat(&self, to: Square) -> i32 {
        self.from_here - if self.lesser.contains(to) { self.bonus } else { 0 }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::personalities::classical::search::fixtures::mv;

    fn bonus(fen: &str, uci: &str) -> i32 {
        let position = Position::of(fen);
        QuietBonus::new(&position).of(&position, mv(&position, uci))
    }

    #[test]
    fn every_check_that_loses_nothing_is_found_and_nothing_else() {
        for fen in [
            "8/8/8/3k4/3P4/8/3R4/3K2B1 w - - 0 1",
            "r1b1k2r/ppp1qppp/2n5/3N4/3n4/4Q3/PPP2PPP/R1B1KB1R w KQkq - 0 1",
            "4k3/8/8/8/4N3/8/8/4R1K1 w - - 0 1",
            "4k3/8/3P4/8/8/8/1B6/3QK3 w - - 0 1",
        ] {
            let position = Position::of(fen);
            let bonus = QuietBonus::new(&position);
            for mv in position.chess().legal_moves().into_iter().filter(|mv| !mv.is_capture() && !mv.is_castle()) {
                let checks =
                    position.gives_check(mv) && exchange_reaches(&position, mv, -params::ORDER_CHECK_LOSS.get());
                let Parts { role, from, to } = Parts::of(mv);
                let earned = bonus.of(&position, mv) - bonus.of_piece(role, from).of_threat(to);
                assert_eq!(earned > 0, checks, "{mv} in {fen}");
            }
        }
    }

    #[test]
    fn a_check_that_loses_the_piece_earns_nothing() {
        assert!(bonus("4k3/8/8/8/8/8/8/R3K3 w - - 0 1", "a1a8") > 0);
        assert_eq!(bonus("1r2k3/8/8/8/8/8/8/R3K3 w - - 0 1", "a1a8"), 0);
    }

    #[test]
    fn a_piece_earns_by_leaving_the_attack_of_a_lesser_man_and_pays_for_entering_it() {
        let threatened = "4k3/8/8/3p4/4N3/8/8/4K3 w - - 0 1";
        assert_eq!(bonus(threatened, "e4g3"), params::ORDER_THREATENED_MINOR.get());
        let free = "4k3/8/8/3p4/8/6N1/8/4K3 w - - 0 1";
        assert_eq!(bonus(free, "g3e4"), -params::ORDER_THREATENED_MINOR.get());
        assert_eq!(bonus(free, "g3h5"), 0);
        let rook = "6k1/8/8/3b4/8/8/8/R3K2R w - - 0 1";
        assert_eq!(bonus(rook, "h1h3"), params::ORDER_THREATENED_ROOK.get());
        assert_eq!(bonus(rook, "a1a2"), -params::ORDER_THREATENED_ROOK.get());
        let queen = "6k1/8/8/3b4/8/8/8/4K2Q w - - 0 1";
        assert_eq!(bonus(queen, "h1h3"), params::ORDER_THREATENED_QUEEN.get());
        let knight = "6k1/8/8/3b4/8/8/8/4K2N w - - 0 1";
        assert_eq!(bonus(knight, "h1g3"), 0, "a bishop is worth no less");
    }
}
