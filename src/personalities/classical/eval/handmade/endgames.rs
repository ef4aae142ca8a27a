//! Endgames with a rule of their own: mates that need driving, draws that material does not show, and king and pawn
//! against king.

use shakmaty::{Bitboard, Color, File, Rank, Square};

use super::kpk;
use super::view::{Men, View};
use crate::engine::Score;

/// A mate that only has to be driven home; material and driving are added.
const WON: i32 = 6_000;
/// A pawn ending that is won: less than any mate with the queen it will bring.
const WON_PAWN: i32 = 1_500;

/// The score from the mover's view, where the material alone decides how to play.
#[inline(always)]
pub fn known(white: &View, black: &View, turn: Color) -> Option<Score> {
    let (white_bare, black_bare) = (white.ours.all == white.ours.king, black.ours.all == black.ours.king);
    if !white_bare && !black_bare {
        return None;
    }
    let (strong, side) = if black_bare { (white, Color::White) } else { (black, Color::Black) };
    let score = against_bare_king(strong, turn == side)?;
    Some(Score(if turn == side { score } else { -score }))
}

/// The score from the view of the side that has more than its king.
fn against_bare_king(view: &View, our_move: bool) -> Option<i32> {
    let men = &view.ours;
    if men.pawns.any() {
        return with_pawns(view, our_move);
    }
    let (light, dark) = (men.bishops & Bitboard::LIGHT_SQUARES, men.bishops & Bitboard::DARK_SQUARES);
    let bishop_and_knight = men.bishops.any() && men.knights.any();
    if men.rooks.any() || men.queens.any() || (light.any() && dark.any()) || men.knights.count() > 2 {
        return Some(WON + material(men) + to_edge(view.their_king) + nearness(view));
    }
    if bishop_and_knight {
        return Some(WON + material(men) + 60 * to_corner(view.their_king, light.any()) + nearness(view));
    }
    Some(0)
}

fn with_pawns(view: &View, our_move: bool) -> Option<i32> {
    let men = &view.ours;
    let pieces = men.pieces();
    if pieces.is_empty()
        && let Some(pawn) = men.pawns.single_square()
    {
        let won = kpk::is_won(view.king, pawn, view.their_king, our_move);
        return Some(if won { WON_PAWN + 40 * pawn.rank() as i32 } else { 0 });
    }
    if pieces == men.bishops && wrong_corner(view) {
        return Some(0);
    }
    if men.queens.any() || men.rooks.any() {
        return Some(WON + material(men) + to_edge(view.their_king) + nearness(view));
    }
    None
}

/// Rook's pawns whose corner none of our bishops controls, and the enemy king holds it.
fn wrong_corner(view: &View) -> bool {
    let men = &view.ours;
    let file = if men.pawns.is_subset(File::A) {
        File::A
    } else if men.pawns.is_subset(File::H) {
        File::H
    } else {
        return false;
    };
    let corner = Square::from_coords(file, Rank::Eighth);
    let colour = if corner.is_light() { Bitboard::LIGHT_SQUARES } else { Bitboard::DARK_SQUARES };
    (men.bishops & colour).is_empty() && view.their_king.distance(corner) <= 1
}

fn material(men: &Men) -> i32 {
    let count = |squares: Bitboard| squares.count() as i32;
    100 * count(men.pawns)
        + 310 * count(men.knights)
        + 330 * count(men.bishops)
        + 530 * count(men.rooks)
        + 980 * count(men.queens)
}

/// More, the nearer the bare king is to the edge and to a corner.
fn to_edge(king: Square) -> i32 {
    let (file, rank) = (king.file() as i32, king.rank() as i32);
    let (file, rank) = (file.min(7 - file), rank.min(7 - rank));
    20 * (3 - file) + 20 * (3 - rank) + 40 * (3 - file.min(rank))
}

/// Kings mate together.
fn nearness(view: &View) -> i32 {
    15 * (7 - view.king.distance(view.their_king) as i32)
}

/// 7 in a corner of the colour where bishop and knight can mate, 0 on the long diagonal of the other.
fn to_corner(king: Square, light: bool) -> i32 {
    let king = if light { king.flip_horizontal() } else { king };
    (king.file() as i32 + king.rank() as i32 - 7).abs()
}

#[cfg(test)]
mod tests {
    use shakmaty::fen::Fen;
    use shakmaty::{CastlingMode, Chess, Position};

    use super::*;

    fn score(fen: &str) -> Option<i32> {
        let position: Chess = fen.parse::<Fen>().unwrap().into_position(CastlingMode::Standard).unwrap();
        let white = View::of_white(position.board());
        known(&white, &white.mirrored(), position.turn()).map(|score| score.0)
    }

    #[test]
    fn material_that_cannot_mate_is_a_draw() {
        for fen in
            ["8/8/4k3/8/8/3BK3/8/8 w - - 0 1", "8/8/4k3/8/8/3NK3/3N4/8 b - - 0 1", "8/8/4k3/8/8/4K3/8/8 w - - 0 1"]
        {
            assert_eq!(score(fen), Some(0), "{fen}");
        }
    }

    #[test]
    fn the_bishop_of_the_wrong_colour_does_not_win() {
        assert_eq!(score("k7/8/8/PK6/8/4B3/8/8 w - - 0 1"), Some(0));
        assert_ne!(score("k7/8/8/PK6/8/3B4/8/8 w - - 0 1"), Some(0));
    }

    #[test]
    fn bishop_and_knight_drive_to_the_corner_of_the_bishop() {
        let (light, dark) =
            (score("k7/8/2K5/8/2N5/3B4/8/8 w - - 0 1").unwrap(), score("7k/8/5K2/8/2N5/3B4/8/8 w - - 0 1").unwrap());
        assert!(light > dark + 200, "{light} {dark}");
    }

    #[test]
    fn the_bare_king_is_driven_to_the_edge() {
        let (edge, middle) =
            (score("3k4/8/3K4/8/8/8/8/7R w - - 0 1").unwrap(), score("8/8/3k4/8/3K4/8/8/7R w - - 0 1").unwrap());
        assert!(edge > middle);
        assert!(score("8/8/3k4/8/3K4/8/8/7R b - - 0 1").unwrap() < -WON);
    }

    #[test]
    fn a_lone_pawn_wins_or_draws() {
        assert_eq!(score("4k3/4P3/4K3/8/8/8/8/8 b - - 0 1"), Some(0));
        assert!(score("4k3/8/4K3/4P3/8/8/8/8 b - - 0 1").unwrap() < -WON_PAWN + 1);
        assert!(score("8/8/8/8/4p3/4k3/8/4K3 w - - 0 1").unwrap() < -WON_PAWN + 1);
    }
}
