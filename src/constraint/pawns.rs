//! Kinds of pawns by what stands on their files.

use shakmaty::{Bitboard, Board, Color, File, Square};

/// A kind of pawn.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum PawnKind {
    /// No pawn of its side stands on a file beside it.
    Isolated,
    /// Another pawn of its side stands on its file: a pair counts two.
    Doubled,
    /// No pawn of the other side stands before it, on its file or beside it.
    Passed,
}

impl PawnKind {
    pub const ALL: [PawnKind; 3] = [PawnKind::Isolated, PawnKind::Doubled, PawnKind::Passed];

    /// As the language names it.
    pub fn word(self) -> &'static str {
        match self {
            PawnKind::Isolated => "isolated",
            PawnKind::Doubled => "doubled",
            PawnKind::Passed => "passed",
        }
    }

    /// The pawns of this kind.
    pub fn of(self, board: &Board, side: Color) -> Bitboard {
        let (own, other) = (board.by_piece(side.pawn()), board.by_piece((!side).pawn()));
        let is_one = |square: &Square| match self {
            PawnKind::Isolated => (own & beside(square.file())).is_empty(),
            PawnKind::Doubled => (own & Bitboard::from(square.file())).count() > 1,
            PawnKind::Passed => (other & before(side, *square)).is_empty(),
        };
        own.into_iter().filter(is_one).collect()
    }
}

/// The files beside a file.
fn beside(file: File) -> Bitboard {
    [-1, 1]
        .into_iter()
        .filter_map(|by| file.offset(by))
        .map(Bitboard::from)
        .fold(Bitboard::EMPTY, |all, file| all | file)
}

/// The squares before a pawn, on its file and beside it.
fn before(side: Color, square: Square) -> Bitboard {
    let files = Bitboard::from(square.file()) | beside(square.file());
    let ahead = |other: &Square| side.fold_wb(other.rank() > square.rank(), other.rank() < square.rank());
    files.into_iter().filter(ahead).collect()
}
