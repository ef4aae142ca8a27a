//! The number of a placement within a Syzygy table of three pieces, and the placements one by one.
//!
//! Mirrored placements share a number: without pawns the white king stands in the triangle a1-d1-d4, and the first
//! piece off its diagonal below it; the pawn stands on files a to d, each of which has a subtable of its own. The
//! numbering is that of the format (R. de Man), as its published readers compute it.

use shakmaty::{File, Rank, Role, Square};

/// The white king, the white piece beside it and the black king.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Placement {
    pub king: Square,
    pub man: Square,
    pub their_king: Square,
}

impl Placement {
    /// All placements with the pieces on squares of their own, pawns on ranks 2 to 7.
    pub fn all(role: Role) -> impl Iterator<Item = Placement> {
        let stands = move |man: Square| role != Role::Pawn || (Rank::Second..=Rank::Seventh).contains(&man.rank());
        Square::ALL
            .into_iter()
            .filter(move |&man| stands(man))
            .flat_map(|man| {
                Square::ALL.into_iter().flat_map(move |king| {
                    Square::ALL.into_iter().map(move |their_king| Placement { king, man, their_king })
                })
            })
            .filter(|at| at.king != at.man && at.king != at.their_king && at.man != at.their_king)
    }
}

/// The number of subtables of a table, and of placements in each.
pub fn sizes(role: Role) -> (usize, usize) {
    if role == Role::Pawn { (4, 6 * 63 * 62) } else { (1, 31_332) }
}

/// The subtable of a placement and its number there.
pub fn number(role: Role, at: Placement) -> (usize, usize) {
    if role == Role::Pawn { number_with_pawn(at) } else { (0, number_of_pieces([at.king, at.man, at.their_king])) }
}

fn number_with_pawn(at: Placement) -> (usize, usize) {
    let fold = |square: Square| if at.man.file() > File::D { square.flip_horizontal() } else { square };
    let [pawn, king, their_king] = [at.man, at.king, at.their_king].map(fold);
    let rank = pawn.rank() as usize - 1;
    let number = rank + 6 * among_free(king, &[pawn]) + 6 * 63 * among_free(their_king, &[pawn, king]);
    (pawn.file() as usize, number)
}

fn number_of_pieces(mut squares: [Square; 3]) -> usize {
    if squares[0].file() > File::D {
        squares = squares.map(Square::flip_horizontal);
    }
    if squares[0].rank() > Rank::Fourth {
        squares = squares.map(Square::flip_vertical);
    }
    let off_diagonal = squares.iter().position(|&square| !is_on_diagonal(square));
    if off_diagonal.is_some_and(|first| squares[first].rank() as u32 > squares[first].file() as u32) {
        squares = squares.map(Square::flip_diagonal);
    }

    let [a, b, c] = squares;
    let [b_free, c_free] = [among_free(b, &[a]), among_free(c, &[a, b])];
    let on_diagonal = |square: Square| square.rank() as usize;
    // The four groups follow one another: the first piece below the diagonal, or the second, or the third, or none.
    let second = 6 * 63 * 62;
    let third = second + 4 * 28 * 62;
    let none = third + 4 * 7 * 28;
    match off_diagonal {
        Some(0) => (below_diagonal(a, 4) * 63 + b_free) * 62 + c_free,
        Some(1) => second + (on_diagonal(a) * 28 + below_diagonal(b, 8)) * 62 + c_free,
        Some(_) => third + (on_diagonal(a) * 7 + diagonal_free(b, &[a])) * 28 + below_diagonal(c, 8),
        None => none + (on_diagonal(a) * 7 + diagonal_free(b, &[a])) * 6 + diagonal_free(c, &[a, b]),
    }
}

fn is_on_diagonal(square: Square) -> bool {
    square.file() as u32 == square.rank() as u32
}

/// The number of a square among those below the diagonal of a board so many squares wide, rank by rank.
fn below_diagonal(square: Square, width: usize) -> usize {
    let (file, rank) = (square.file() as usize, square.rank() as usize);
    rank * (width - 1) - rank * rank.saturating_sub(1) / 2 + file - rank - 1
}

/// The number of a square among those that are not taken.
fn among_free(square: Square, taken: &[Square]) -> usize {
    square.to_usize() - taken.iter().filter(|&&other| other < square).count()
}

/// The same among the squares of the diagonal, all pieces standing on it.
fn diagonal_free(square: Square, taken: &[Square]) -> usize {
    square.rank() as usize - taken.iter().filter(|&&other| other < square).count()
}
