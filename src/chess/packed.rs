//! Moves in sixteen bits, for tables and files: from-square, to-square shifted by 6, promotion shifted by 12 (0 none,
//! 2 knight … 5 queen, as [`Role`] counts).
//!
//! Two forms share these parts. [`PackedMove`] writes castling as the king taking its own rook, which also serves
//! Chess960; the files of self-play games (`games::selfplay`) write it as the king's step of two squares, as in UCI.

use shakmaty::{Bitboard, Chess, Move, Position as _, Role, Square};

/// The parts of a move by which tables are indexed.
#[derive(Clone, Copy, Debug)]
pub struct Parts {
    pub role: Role,
    pub from: Square,
    /// For castling the square of the rook.
    pub to: Square,
}

impl Parts {
    /// Nearly all moves are normal ones: one well predicted branch, where asking for part after part is a jump table
    /// each.
    #[inline(always)]
    pub fn of(mv: Move) -> Parts {
        if let Move::Normal { role, from, to, .. } = mv { Parts { role, from, to } } else { Parts::of_special(mv) }
    }

    #[cold]
    fn of_special(mv: Move) -> Parts {
        Parts { role: mv.role(), from: mv.from().unwrap_or(Square::A1), to: mv.to() }
    }
}

/// The squares and the promotion of a packed move of either form; `None` where the promotion is none that exists.
#[inline]
pub fn unpacked(bits: u16) -> Option<(Square, Square, Option<Role>)> {
    let square = |shift: u32| Square::new(u32::from(bits >> shift & 63));
    let promotion = match bits >> 12 {
        0 => None,
        code @ 2..=5 => Some(Role::try_from(u32::from(code)).ok()?),
        _ => return None,
    };
    Some((square(0), square(6), promotion))
}

/// A move as from-square, to-square and promotion; castling as king takes own rook. Zero is no move.
///
/// It only means something together with a position: another position may share its table slot, so reading it back
/// checks legality.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct PackedMove(u16);

impl PackedMove {
    pub const NONE: PackedMove = PackedMove(0);

    #[inline]
    pub fn new(mv: Move) -> PackedMove {
        let Parts { from, to, .. } = Parts::of(mv);
        let promotion = mv.promotion().map_or(0, |role| role as u16);
        PackedMove(from as u16 | (to as u16) << 6 | promotion << 12)
    }

    #[inline]
    pub const fn bits(self) -> u16 {
        self.0
    }

    #[inline]
    pub const fn from_bits(bits: u16) -> PackedMove {
        PackedMove(bits)
    }

    #[inline]
    pub const fn is_none(self) -> bool {
        self.0 == 0
    }

    /// As in UCI for Chess960: "e2e4", "e7e8q", "e1h1".
    pub fn text(self) -> String {
        let Some((from, to, promotion)) = unpacked(self.0) else { return String::new() };
        format!("{from}{to}{}", promotion.map_or_else(String::new, |role| role.char().to_string()))
    }

    /// Reads what [`PackedMove::text`] writes.
    pub fn read(text: &str) -> Option<PackedMove> {
        let from: Square = text.get(..2)?.parse().ok()?;
        let to: Square = text.get(2..4)?.parse().ok()?;
        let promotion = match text.get(4..)? {
            "" => 0,
            letter => Role::from_char(letter.chars().next()?)? as u16,
        };
        let bits = from as u16 | (to as u16) << 6 | promotion << 12;
        (text.len() <= 5 && unpacked(bits).is_some()).then_some(PackedMove(bits))
    }

    /// The move in this position, if it is legal there.
    pub fn unpack(self, chess: &Chess) -> Option<Move> {
        if self.is_none() {
            return None;
        }
        let mv = self.as_if_legal(chess)?;
        chess.is_legal(mv).then_some(mv)
    }

    /// The move of one of our pieces that the bits would mean here. Only the shape of a promotion is checked.
    pub fn as_if_legal(self, chess: &Chess) -> Option<Move> {
        let (from, to, promotion) = unpacked(self.0)?;
        let board = chess.board();
        let us = chess.us();
        if !us.contains(from) {
            return None;
        }
        let role = board.role_at(from)?;
        if role == Role::King && promotion.is_none() && (us & board.rooks()).contains(to) {
            return Some(Move::Castle { king: from, rook: to });
        }
        if role == Role::Pawn {
            // shakmaty trusts the shape of a promotion: it must be one exactly on the last rank.
            if promotion.is_some() != Bitboard::BACKRANKS.contains(to) {
                return None;
            }
            if from.file() != to.file() && board.role_at(to).is_none() {
                return Some(Move::EnPassant { from, to });
            }
        } else if promotion.is_some() {
            return None;
        }
        Some(Move::Normal { role, from, capture: board.role_at(to), to, promotion })
    }
}

#[cfg(test)]
mod tests {
    use shakmaty::CastlingMode;
    use shakmaty::fen::Fen;

    use super::*;

    #[test]
    fn every_legal_move_comes_back_and_no_other_does() {
        for fen in [
            "r3k2r/Pppp1ppp/1b3nbN/nP6/BBP1P3/q4N2/Pp1P2PP/R2Q1RK1 w kq - 0 1",
            "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1",
            "8/8/8/1k1pP3/8/8/8/4K2R w K d6 0 2",
            "4k3/8/8/8/8/8/4q3/4K3 w - - 0 1",
        ] {
            let chess: Chess = fen.parse::<Fen>().unwrap().into_position(CastlingMode::Standard).unwrap();
            let legal = chess.legal_moves();
            let found: Vec<Move> =
                (0..=u16::MAX).filter_map(|bits| PackedMove::from_bits(bits).unpack(&chess)).collect();
            assert_eq!(found.len(), legal.len(), "{fen}");
            for mv in legal {
                assert_eq!(PackedMove::new(mv).unpack(&chess), Some(mv), "{fen}");
            }
        }
    }
}
