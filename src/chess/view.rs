//! The board as the side to move sees it.
//!
//! One convention holds for every net, every sample and every training script of the project: with Black to move the
//! board is mirrored top to bottom (rank 1 becomes rank 8, files stay), so that the mover's pawns always march up.
//! Squares count a1 = 0, b1 = 1, … h8 = 63 from the bottom left of the side to move (Griffiths, *Mockfish: A Pattern
//! Recognition Chess Engine*, 2022, section 3.1.2: "flipping the board representation after each move").

use shakmaty::{Board, CastlingSide, Chess, Color, EnPassantMode, Move, Position as _, Role, Square};

/// Planes of Griffiths's board: one for each role, pawn to king.
pub const ROLE_PLANES: usize = 6;

/// The square where `side` sees `square`; its own inverse.
#[inline]
pub fn seen_by(side: Color, square: Square) -> Square {
    match side {
        Color::White => square,
        Color::Black => square.flip_vertical(),
    }
}

/// All pieces in the mover's view, four bits a square, the even square in the low half: 0 empty, 1 to 6 the mover's
/// pawn, knight, bishop, rook, queen, king, 9 to 14 the opponent's.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct PackedBoard(pub [u8; 32]);

impl PackedBoard {
    const THEIRS: u8 = 8;

    pub fn of(position: &Chess) -> PackedBoard {
        PackedBoard::seen_by(position.turn(), position.board())
    }

    /// The board as `viewer` sees it, with either side to move: the viewer stands for the mover.
    pub fn seen_by(viewer: Color, board: &Board) -> PackedBoard {
        let mut bytes = [0; 32];
        for (square, piece) in board.iter() {
            let square = seen_by(viewer, square).to_usize();
            let code = piece.role as u8 + if piece.color == viewer { 0 } else { Self::THEIRS };
            bytes[square / 2] |= code << (4 * (square % 2));
        }
        PackedBoard(bytes)
    }

    /// The role on a square, and whether it is the mover's.
    pub fn man(&self, square: Square) -> Option<(Role, bool)> {
        let code = self.0[square.to_usize() / 2] >> (4 * (square.to_usize() % 2)) & 15;
        Role::try_from(u32::from(code & 7)).ok().map(|role| (role, code & Self::THEIRS == 0))
    }

    /// Griffiths's input: 6×8×8, one plane a role, +1 for the mover's pieces and −1 for the opponent's, row-major by
    /// role, rank, file.
    pub fn signed_planes(&self) -> [f32; ROLE_PLANES * 64] {
        let mut planes = [0.0; ROLE_PLANES * 64];
        for square in Square::ALL {
            if let Some((role, own)) = self.man(square) {
                planes[(role as usize - 1) * 64 + square.to_usize()] = if own { 1.0 } else { -1.0 };
            }
        }
        planes
    }
}

/// Castling rights in the mover's view: bits 0 and 1 the mover's king's and queen's side, bits 2 and 3 the opponent's.
pub fn castling_bits(position: &Chess) -> u8 {
    use CastlingSide::{KingSide, QueenSide};
    let (turn, castles) = (position.turn(), position.castles());
    let rights = [(turn, KingSide), (turn, QueenSide), (!turn, KingSide), (!turn, QueenSide)];
    rights.iter().enumerate().fold(0, |bits, (bit, &(color, side))| bits | u8::from(castles.has(color, side)) << bit)
}

/// The file of a legal en passant capture, a = 1 … h = 8; 0 without one.
pub fn en_passant_file(position: &Chess) -> u8 {
    position.ep_square(EnPassantMode::Legal).map_or(0, |square| square.file() as u8 + 1)
}

/// From and to of a move of `mover` as `viewer` sees it. Castling is the king's step to the c- or g-file, as in UCI, in
/// Chess960 too.
pub fn seen_move(viewer: Color, mover: Color, mv: Move) -> (Square, Square) {
    let from = mv.from().unwrap_or(Square::A1);
    let to = match mv.castling_side() {
        Some(side) => side.king_to(mover),
        None => mv.to(),
    };
    (seen_by(viewer, from), seen_by(viewer, to))
}

#[cfg(test)]
mod tests {
    use shakmaty::CastlingMode;
    use shakmaty::fen::Fen;
    use shakmaty::uci::UciMove;

    use super::*;

    fn position(fen: &str) -> Chess {
        fen.parse::<Fen>().unwrap().into_position(CastlingMode::Standard).unwrap()
    }

    #[test]
    fn both_sides_see_the_start_position_alike() {
        let white = PackedBoard::of(&Chess::default());
        let black = PackedBoard::of(&position("rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR b KQkq - 0 1"));
        assert_eq!(white, black, "the board is mirrored, not turned: the kings stay on the e-file");
        assert_eq!(white.man(Square::E1), Some((Role::King, true)));
        assert_eq!(white.man(Square::D8), Some((Role::Queen, false)));
        assert_eq!(white.man(Square::D4), None);
    }

    #[test]
    fn planes_are_one_for_ours_and_minus_one_for_theirs() {
        let planes = PackedBoard::of(&position("4k3/8/8/8/8/8/4P3/4K2n b - - 0 1")).signed_planes();
        let set: Vec<(usize, f32)> = planes.iter().copied().enumerate().filter(|(_, value)| *value != 0.0).collect();
        // Seen by Black: the pawn on e7, the knight on h8, the own king on e1, the other on e8.
        assert_eq!(set, [(52, -1.0), (64 + 63, 1.0), (5 * 64 + 4, 1.0), (5 * 64 + 60, -1.0)]);
    }

    #[test]
    fn rights_belong_to_the_viewer() {
        let white = position("r3k2r/8/8/8/8/8/8/R3K2R w Kq - 0 1");
        let black = position("r3k2r/8/8/8/8/8/8/R3K2R b Kq - 0 1");
        assert_eq!(castling_bits(&white), 0b1001);
        assert_eq!(castling_bits(&black), 0b0110);
    }

    #[test]
    fn en_passant_is_given_only_where_it_can_be_played() {
        assert_eq!(en_passant_file(&position("4k3/8/8/3pP3/8/8/8/4K3 w - d6 0 2")), 4);
        assert_eq!(en_passant_file(&position("4k3/8/8/3p4/8/8/8/4K3 w - d6 0 2")), 0);
    }

    #[test]
    fn castling_goes_where_the_king_goes() {
        let black = position("r3k2r/8/8/8/8/8/8/R3K2R b KQkq - 0 1");
        let mv = "e8c8".parse::<UciMove>().unwrap().to_move(&black).unwrap();
        assert_eq!(seen_move(Color::Black, Color::Black, mv), (Square::E1, Square::C1));
        assert_eq!(seen_move(Color::White, Color::Black, mv), (Square::E8, Square::C8));
    }
}
