//! The squares that a side attacks.

use shakmaty::{Bitboard, Board, Color, attacks};

use super::generate::attacked_by_pawns;

/// The squares that a side attacks, by the worth of the attacker, those of its own pieces included.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Attacked {
    pub by_pawns: Bitboard,
    /// By knights and bishops.
    pub by_minors: Bitboard,
    /// By rooks, queens and the king.
    pub by_majors: Bitboard,
}

impl Attacked {
    pub fn by(side: Color, board: &Board) -> Attacked {
        let (men, occupied) = (board.by_color(side), board.occupied());
        let (mut by_minors, mut by_majors) = (Bitboard::EMPTY, Bitboard::EMPTY);
        for square in men & board.knights() {
            by_minors |= attacks::knight_attacks(square);
        }
        for square in men & board.bishops() {
            by_minors |= attacks::bishop_attacks(square, occupied);
        }
        for square in men & board.rooks_and_queens() {
            by_majors |= attacks::rook_attacks(square, occupied);
        }
        for square in men & board.queens() {
            by_majors |= attacks::bishop_attacks(square, occupied);
        }
        for square in men & board.kings() {
            by_majors |= attacks::king_attacks(square);
        }
        Attacked { by_pawns: attacked_by_pawns(side, men & board.pawns()), by_minors, by_majors }
    }

    #[inline]
    pub fn by_any(&self) -> Bitboard {
        self.by_pawns | self.by_minors | self.by_majors
    }
}

/// The attacks of both sides, White's first.
pub fn attacked_by_both(board: &Board) -> [Attacked; 2] {
    Color::ALL.map(|side| Attacked::by(side, board))
}

#[cfg(test)]
mod tests {
    use shakmaty::fen::Fen;
    use shakmaty::{Role, Square};

    use super::*;

    #[test]
    fn each_square_is_attacked_by_the_men_that_attack_it() {
        for fen in [
            "r3k2r/Pppp1ppp/1b3nbN/nP6/BBP1P3/q4N2/Pp1P2PP/R2Q1RK1 w kq - 0 1",
            "8/2p5/3p4/KP5r/1R3p1k/8/4P1P1/8 w - - 0 1",
        ] {
            let board = fen.parse::<Fen>().unwrap().into_setup().board;
            for side in Color::ALL {
                let by = |roles: &[Role]| -> Bitboard {
                    let men = roles.iter().fold(Bitboard::EMPTY, |men, &role| men | board.by_role(role));
                    let is_attacked = |&square: &Square| (board.attacks_to(square, side, board.occupied()) & men).any();
                    Square::ALL.into_iter().filter(is_attacked).collect()
                };
                let expected = Attacked {
                    by_pawns: by(&[Role::Pawn]),
                    by_minors: by(&[Role::Knight, Role::Bishop]),
                    by_majors: by(&[Role::Rook, Role::Queen, Role::King]),
                };
                assert_eq!(Attacked::by(side, &board), expected, "{side} in {fen}");
            }
        }
    }
}
