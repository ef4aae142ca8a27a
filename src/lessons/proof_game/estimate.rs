//! The distance of a position from the target: the moves that each side still needs, at least or nearly so.

use arrayvec::ArrayVec;
use shakmaty::{Bitboard, ByColor, CastlingSide, Chess, Color, File, Position as _, Rank, Role, Square, attacks};

use super::captures::{CaptureMoves, capture_moves};
use super::men::MenPlan;
use super::ways::{NEVER, Routes, Ways};
use crate::chess::pawns::pawn_rank;

/// Moves of a piece that steps aside or goes out of its way, and comes back.
const THERE_AND_BACK: u32 = 2;

/// Moves that each side still needs.
pub type Needed = ByColor<u32>;

/// One side's way to the target.
pub struct SidePlan {
    moves: u32,
    pub men: MenPlan,
    /// Pieces and pawns that must be captured.
    pub surplus: ArrayVec<(Role, Square), 16>,
}

/// The moves that are needed from a position on, or `None` where the target is out of reach: pieces that it has are
/// lost or locked in, or a pawn went too far.
///
/// An estimate that mostly falls short, since pieces are counted as if they did not stand in each other's way. It can
/// exceed, too: a pawn on a square where the target has one counts as staying there, captures are planned one by one,
/// and a pawn that is to be captured counts as going straight ahead.
pub fn needed_moves(ways: &mut Ways, position: &Chess) -> Option<Needed> {
    let mut routes = ways.routes(position.board())?;
    let white = SidePlan::of(&mut routes, position, Color::White)?;
    let black = SidePlan::of(&mut routes, position, Color::Black)?;
    let plans = ByColor { white, black };
    let mut needed = ByColor::new_with(|side| plans.get(side).moves);
    for side in Color::ALL {
        let CaptureMoves { captured, capturing } = capture_moves(&mut routes, &plans, side)?;
        *needed.get_mut(side) += captured;
        *needed.get_mut(!side) += capturing;
    }
    Some(needed)
}

impl SidePlan {
    fn of(routes: &mut Routes, position: &Chess, side: Color) -> Option<SidePlan> {
        let board = position.board();
        let men = MenPlan::new(routes, side, |role| board.by_piece(role.of(side)));
        let uncastled = SidePlan::new(routes, side, men, rights_to_lose(routes, position, side));
        let castled = SidePlan::castled(routes, position, side);
        [uncastled, castled].into_iter().flatten().min_by_key(|plan| plan.moves)
    }

    /// Completes a plan by the moves of the pawns, and by promotions where pieces are lacking. `None` where no pawn is
    /// left for one, or the king is locked in.
    fn new(routes: &mut Routes, side: Color, men: MenPlan, other_moves: u32) -> Option<SidePlan> {
        let mut left = routes.pawns(side).left;
        let mut moves = men.moves() + routes.pawns(side).moves() + other_moves;
        for &(role, square) in &men.lacking {
            if role == Role::King {
                return None;
            }
            let pawn = left.into_iter().min_by_key(|&pawn| to_promote(side, pawn))?;
            left.discard(pawn);
            moves += to_promote(side, pawn) + from_last_rank(routes, side, pawn, role, square)?;
        }
        let mut surplus = men.surplus.clone();
        surplus.extend(left.into_iter().map(|square| (Role::Pawn, square)));
        Some(SidePlan { moves, men, surplus })
    }

    /// The plan that castles towards the king's square, where the right is there.
    fn castled(routes: &mut Routes, position: &Chess, side: Color) -> Option<SidePlan> {
        let (board, wanted) = (position.board(), &routes.target().board);
        let king = board.king_of(side)?;
        let wing = match wanted.king_of(side)?.file() {
            File::F | File::G | File::H => CastlingSide::KingSide,
            File::A | File::B | File::C | File::D => CastlingSide::QueenSide,
            File::E => return None,
        };
        let rook = position.castles().rook(side, wing)?;
        // Pieces that belong between king and rook have to step out and back.
        let settled = |role: Role| board.by_piece(role.of(side)) & wanted.by_piece(role.of(side));
        let settled = Role::ALL.into_iter().fold(Bitboard::EMPTY, |men, role| men | settled(role));
        let in_between = (settled & attacks::between(king, rook)).count() as u32;
        let men = MenPlan::new(routes, side, |role| match role {
            Role::King => Bitboard::from(wing.king_to(side)),
            Role::Rook => board.by_piece(side.rook()).without(rook).with(wing.rook_to(side)),
            role => board.by_piece(role.of(side)),
        });
        SidePlan::new(routes, side, men, 1 + THERE_AND_BACK * in_between)
    }
}

/// Moves by which a king that stays at home gives up its rights to castle.
fn rights_to_lose(routes: &Routes, position: &Chess, side: Color) -> u32 {
    let target = routes.target();
    let is_lost = |wing: CastlingSide| {
        let rook = position.castles().rook(side, wing);
        rook.is_some_and(|rook| !target.castling.contains(rook) && target.board.by_piece(side.rook()).contains(rook))
    };
    let stays = position.board().king_of(side) == target.board.king_of(side);
    if stays && CastlingSide::ALL.into_iter().any(is_lost) { THERE_AND_BACK } else { 0 }
}

/// Moves of a pawn to the last rank, straight ahead.
fn to_promote(side: Color, pawn: Square) -> u32 {
    let ranks = pawn.rank().distance(last_rank(side));
    ranks - u32::from(pawn.rank() == pawn_rank(side))
}

/// Moves of a promoted piece from the last rank, on the pawn's file or beside it, to its square.
fn from_last_rank(routes: &mut Routes, side: Color, pawn: Square, role: Role, to: Square) -> Option<u32> {
    // Ways lead back as they lead there.
    let row = routes.row(side, role, to);
    let near = |file: &File| file.distance(pawn.file()) <= 1;
    let squares = File::ALL.into_iter().filter(near).map(|file| Square::from_coords(file, last_rank(side)));
    squares.map(|square| row[square.to_usize()]).min().filter(|&moves| moves != NEVER).map(u32::from)
}

fn last_rank(side: Color) -> Rank {
    side.fold_wb(Rank::Eighth, Rank::First)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::chess::notation::parse_moves;
    use crate::chess::replay::position_after;
    use crate::lessons::proof_game::Target;

    /// Moves of White and Black from the end of one line to the end of another.
    fn needed(from: &str, to: &str) -> Option<(u32, u32)> {
        let after = |text: &str| position_after(&Chess::default(), &parse_moves(text).expect(text));
        let target = Target::new(&after(to));
        needed_moves(&mut Ways::new(&target), &after(from)).map(|needed| (needed.white, needed.black))
    }

    #[test]
    fn moves_are_counted_around_men_that_stay() {
        assert_eq!(needed("", "e4 e5 Nf3 Nc6 Bb5"), Some((3, 2)));
        assert_eq!(needed("e4 e5 Nf3", "e4 e5 Nf3 Nc6 Bb5"), Some((1, 1)));
        assert_eq!(needed("", "e4 e5 Nf3 Nf6 Be2 Be7 O-O"), Some((4, 3)), "castling is one move");
        assert_eq!(needed("", "e4 e5 Ke2 Ke7 Ke1 Ke8"), Some((3, 3)), "rights are lost by moving");
    }

    #[test]
    fn captures_are_counted_for_both_sides() {
        assert_eq!(needed("", "Nf3 Nc6 Nd4 Nxd4"), Some((2, 2)));
        assert_eq!(needed("Nf3 Nc6 Ne5 d6 Nxc6", "Nf3 Nc6 Ne5 d6 Nxc6 bxc6"), Some((0, 1)));
    }

    #[test]
    fn what_is_gone_does_not_come_back() {
        assert_eq!(needed("e4", "e3"), None);
        assert_eq!(needed("e4 d5 exd5", "e4 e5"), None);
        assert_eq!(needed("e3 e5 d3", "Nf3 e5 Nc3"), None);
    }
}
