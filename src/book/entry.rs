//! One entry of a Polyglot book: 16 bytes, big endian.
//!
//! | bytes | field |
//! |---|---|
//! | 0–7 | key of the position |
//! | 8–9 | move |
//! | 10–11 | weight |
//! | 12–15 | learn data |
//!
//! Format: <http://hgm.nubati.net/book_format.html>.

use shakmaty::{CastlingMode, Chess, File, Move, Position, Role, Square};

/// The promotion pieces by their code; code 0 is no promotion.
const PROMOTIONS: [Role; 4] = [Role::Knight, Role::Bishop, Role::Rook, Role::Queen];

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Entry {
    pub key: u64,
    pub mv: PolyglotMove,
    pub weight: u16,
    pub learn: u32,
}

impl Entry {
    pub const SIZE: usize = 16;

    pub fn from_bytes(bytes: &[u8; Entry::SIZE]) -> Entry {
        let number = u128::from_be_bytes(*bytes);
        Entry {
            key: (number >> 64) as u64,
            mv: PolyglotMove((number >> 48) as u16),
            weight: (number >> 32) as u16,
            learn: number as u32,
        }
    }

    pub fn to_bytes(self) -> [u8; Entry::SIZE] {
        let number = u128::from(self.key) << 64
            | u128::from(self.mv.0) << 48
            | u128::from(self.weight) << 32
            | u128::from(self.learn);
        number.to_be_bytes()
    }
}

/// A move in Polyglot's 16 bits: the target square in bits 0–5, the origin in bits 6–11, the promotion in bits 12–14 (1
/// knight … 4 queen). Castling is the king taking its own rook, in ordinary chess too, so the form serves Chess960 as
/// it is. Squares and promotions lie otherwise than in [`crate::chess::packed::PackedMove`], so the two share no code.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub(super) struct PolyglotMove(pub u16);

impl PolyglotMove {
    pub fn pack(mv: Move) -> PolyglotMove {
        let (from, to) = match mv {
            Move::Castle { king, rook } => (king, rook),
            _ => (mv.from().unwrap_or(mv.to()), mv.to()),
        };
        let promotion = mv
            .promotion()
            .and_then(|role| PROMOTIONS.iter().position(|&p| p == role))
            .map_or(0, |index| index as u16 + 1);
        PolyglotMove(promotion << 12 | u16::from(from) << 6 | u16::from(to))
    }

    /// The legal move that this one stands for. A book may hold another position under the same key, or be damaged, so
    /// every move is checked. Some makers of books write castling as in UCI, the king's step of two squares.
    pub fn unpack(self, position: &Chess) -> Option<Move> {
        let legal = position.legal_moves();
        let packed = legal.iter().copied().find(|&mv| PolyglotMove::pack(mv) == self);
        packed.or_else(|| legal.iter().copied().find(|&mv| self.is_step_of_castling(mv, position)))
    }

    /// Returns true if the move is castling in ordinary chess, and these are the squares of the king.
    fn is_step_of_castling(self, mv: Move, position: &Chess) -> bool {
        let Move::Castle { king, rook } = mv else { return false };
        let file = if king < rook { File::G } else { File::C };
        let target = Square::from_coords(file, king.rank());
        position.castles().mode() == CastlingMode::Standard && self.0 == u16::from(king) << 6 | u16::from(target)
    }

    /// Returns true if the bits are a move at all: two squares that differ, and a promotion that exists.
    pub fn is_well_formed(self) -> bool {
        let square = |shift: u32| Square::new(u32::from(self.0 >> shift & 0o77));
        square(6) != square(0) && usize::from(self.0 >> 12) <= PROMOTIONS.len()
    }
}

#[cfg(test)]
mod tests {
    use shakmaty::fen::Fen;
    use shakmaty::uci::UciMove;

    use super::*;
    use crate::chess::key::polyglot_key;

    fn position(fen: &str, mode: CastlingMode) -> Chess {
        fen.parse::<Fen>().expect("a FEN").into_position(mode).expect("a legal position")
    }

    /// The test set published with the format.
    #[test]
    fn the_nine_published_keys() {
        let published = [
            ("rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1", 0x463b_9618_1691_fc9c),
            ("rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq e3 0 1", 0x823c_9b50_fd11_4196),
            ("rnbqkbnr/ppp1pppp/8/3p4/4P3/8/PPPP1PPP/RNBQKBNR w KQkq d6 0 2", 0x0756_b944_61c5_0fb0),
            ("rnbqkbnr/ppp1pppp/8/3pP3/8/8/PPPP1PPP/RNBQKBNR b KQkq - 0 2", 0x662f_afb9_65db_29d4),
            ("rnbqkbnr/ppp1p1pp/8/3pPp2/8/8/PPPP1PPP/RNBQKBNR w KQkq f6 0 3", 0x22a4_8b5a_8e47_ff78),
            ("rnbqkbnr/ppp1p1pp/8/3pPp2/8/8/PPPPKPPP/RNBQ1BNR b kq - 0 3", 0x652a_607c_a3f2_42c1),
            ("rnbq1bnr/ppp1pkpp/8/3pPp2/8/8/PPPPKPPP/RNBQ1BNR w - - 0 4", 0x00fd_d303_c946_bdd9),
            ("rnbqkbnr/p1pppppp/8/8/PpP4P/8/1P1PPPP1/RNBQKBNR b KQkq c3 0 3", 0x3c81_23ea_7b06_7637),
            ("rnbqkbnr/p1pppppp/8/8/P6P/R1p5/1P1PPPP1/1NBQKBNR b Kkq - 0 4", 0x5c3f_9b82_9b27_9560),
        ];
        for (fen, key) in published {
            assert_eq!(polyglot_key(&position(fen, CastlingMode::Standard)), key, "{fen}");
        }
    }

    /// The pawn on e5 is pinned to its king, yet it stands beside d5: the format counts that.
    #[test]
    fn an_illegal_en_passant_capture_is_part_of_the_key() {
        let with = position("4r1k1/8/8/3pP3/8/8/8/4K3 w - d6 0 2", CastlingMode::Standard);
        let without = position("4r1k1/8/8/3pP3/8/8/8/4K3 w - - 0 2", CastlingMode::Standard);
        assert_ne!(polyglot_key(&with), polyglot_key(&without));
    }

    #[test]
    fn every_kind_of_move_survives_packing() {
        let positions = [
            ("r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1", CastlingMode::Standard),
            ("r3k2r/1P6/8/2pP4/8/8/6p1/R3K2R w KQkq c6 0 1", CastlingMode::Standard),
            ("1rk4r/8/8/8/8/8/8/1RK4R w KQkq - 0 1", CastlingMode::Chess960),
        ];
        for (fen, mode) in positions {
            let position = position(fen, mode);
            for mv in position.legal_moves() {
                let packed = PolyglotMove::pack(mv);
                assert!(packed.is_well_formed(), "{mv}");
                assert_eq!(packed.unpack(&position), Some(mv), "{mv} in {fen}");
            }
        }
    }

    #[test]
    fn castling_and_promotion_have_the_published_codes() {
        let position = position("4k3/6P1/8/8/8/8/8/4K2R w K - 0 1", CastlingMode::Standard);
        let packed = |uci: &str| {
            let uci: UciMove = uci.parse().expect("a move");
            PolyglotMove::pack(uci.to_move(&position).expect("a legal move"))
        };
        assert_eq!(packed("e1g1"), PolyglotMove(4 << 6 | 7));
        assert_eq!(packed("g7g8q"), PolyglotMove(4 << 12 | 54 << 6 | 62));
        assert_eq!(packed("g7g8n"), PolyglotMove(1 << 12 | 54 << 6 | 62));
    }

    #[test]
    fn entries_are_big_endian() {
        let entry = Entry { key: 0x0102_0304_0506_0708, mv: PolyglotMove(0x090A), weight: 0x0B0C, learn: 0x0D0E_0F10 };
        assert_eq!(entry.to_bytes(), [1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16]);
        assert_eq!(Entry::from_bytes(&entry.to_bytes()), entry);
    }

    #[test]
    fn castling_is_read_as_the_step_of_the_king_too() {
        let position: Chess = "r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1"
            .parse::<Fen>()
            .unwrap()
            .into_position(CastlingMode::Standard)
            .unwrap();
        for (step, king_takes_rook) in [("e1g1", "e1h1"), ("e1c1", "e1a1")] {
            let squares = |text: &str| {
                let square = |text: &str| u16::from(text.parse::<Square>().unwrap());
                PolyglotMove(square(&text[..2]) << 6 | square(&text[2..]))
            };
            let castling = squares(king_takes_rook).unpack(&position).expect("castling");
            assert_eq!(squares(step).unpack(&position), Some(castling), "{step}");
        }
        assert_eq!(PolyglotMove(4 << 6 | 5).unpack(&position).map(|mv| mv.is_castle()), Some(false), "a step to f1");
    }
}
