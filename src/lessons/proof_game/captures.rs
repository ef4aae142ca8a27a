//! The moves that captures cost: those of the captured pieces, and the detours of the pieces that capture them.

use arrayvec::ArrayVec;
use shakmaty::{Bitboard, ByColor, Color, Role, Square, attacks};

use super::estimate::SidePlan;
use super::men::Journey;
use super::ways::{NEVER, Routes};
use crate::chess::pawns::pawn_rank;

/// Moves of a pawn to a square off its file, where it would have to capture first.
const PAWN_ASIDE: u32 = 3;
/// Ranks that a pawn is looked at to advance before it is captured.
const PAWN_AHEAD: i32 = 3;
/// Moves of either side for a piece of which no capture is in sight.
const FAR: u32 = 4;

/// For each square, the moves by which a piece goes out of its way to capture there.
type Detours = [u8; 64];

/// Moves for the captures of one side's pieces.
#[derive(Clone, Copy, Debug, Default)]
pub struct CaptureMoves {
    /// Of the pieces that are captured.
    pub captured: u32,
    /// Of the pieces of the other side.
    pub capturing: u32,
}

/// The moves that it takes to have the surplus pieces of `side` captured, first by the pawns that must change their
/// file. `None` where these need more captures than there are pieces.
pub fn capture_moves(routes: &mut Routes, plans: &ByColor<SidePlan>, side: Color) -> Option<CaptureMoves> {
    let mut surplus = plans.get(side).surplus.clone();
    if routes.pawns(!side).captures() as usize > surplus.len() {
        return None;
    }
    let mut sum = CaptureMoves::default();
    for squares in pawn_captures(routes, !side) {
        let there: ArrayVec<u32, 16> = surplus.iter().map(|&man| moves_to(routes, side, man, squares)).collect();
        let (nearest, moves) = there.into_iter().enumerate().min_by_key(|(_, moves)| *moves)?;
        surplus.swap_remove(nearest);
        sum.captured += moves;
    }
    if !surplus.is_empty() {
        let detours = detours(routes, plans.get(!side), !side);
        for man in surplus {
            let CaptureMoves { captured, capturing } = meeting(routes, side, man, &detours);
            sum.captured += captured;
            sum.capturing += capturing;
        }
    }
    Some(sum)
}

/// For each capture by which a pawn of the side changes its file, the squares where it can take place.
fn pawn_captures(routes: &Routes, side: Color) -> ArrayVec<Bitboard, 16> {
    let journeys = routes.pawns(side).journeys.iter();
    let squares = journeys.flat_map(|journey| (0..journey.captures()).map(|_| journey.capture_squares()));
    squares.take(16).collect()
}

/// Moves of a piece or pawn to the nearest of some squares.
fn moves_to(routes: &mut Routes, side: Color, (role, from): (Role, Square), squares: Bitboard) -> u32 {
    if squares.contains(from) {
        return 0;
    }
    if role == Role::Pawn {
        let is_ahead = |square: &Square| {
            square.file() == from.file() && side.fold_wb(square.rank() > from.rank(), square.rank() < from.rank())
        };
        let nearest = squares.into_iter().filter(is_ahead).map(|square| square.rank().distance(from.rank())).min();
        let twice = u32::from(from.rank() == pawn_rank(side));
        return nearest.map_or(PAWN_ASIDE, |ranks| (ranks - twice.min(ranks - 1)).min(PAWN_ASIDE));
    }
    let row = routes.row(side, role, from);
    squares.into_iter().map(|square| u32::from(row[square.to_usize()])).min().unwrap_or(FAR)
}

/// The fewest moves of both sides by which a piece is captured.
fn meeting(routes: &mut Routes, side: Color, (role, from): (Role, Square), detours: &Detours) -> CaptureMoves {
    let on = |moves: u8, square: usize| (u32::from(moves), u32::from(detours[square]));
    let by_sum = |(captured, capturing): &(u32, u32)| captured + capturing;
    let cheapest = if role == Role::Pawn {
        let ahead = |step: i32| Some(on(step as u8, from.offset(side.fold_wb(8, -8) * step)?.to_usize()));
        (0..=PAWN_AHEAD).filter_map(ahead).min_by_key(by_sum)
    } else {
        let row = routes.row(side, role, from);
        (0..64).map(|square| on(row[square], square)).min_by_key(by_sum)
    };
    let (captured, capturing) = cheapest.unwrap_or((FAR, FAR));
    CaptureMoves { captured: captured.min(FAR), capturing: capturing.min(FAR) }
}

/// The detours of a side to each square, for the piece that is nearest.
fn detours(routes: &mut Routes, plan: &SidePlan, side: Color) -> Detours {
    let mut detours = [NEVER; 64];
    for &Journey { role, from, to, moves } in &plan.men.journeys {
        let (there, back) = (routes.row(side, role, from), routes.row(side, role, to));
        // A piece captures where it goes, not where it stands.
        for square in (0..64).filter(|&square| there[square] > 0) {
            let detour = there[square].saturating_add(back[square]).saturating_sub(moves);
            detours[square] = detours[square].min(detour);
        }
    }
    // Pieces that are captured themselves need not come back.
    for &(role, from) in &plan.surplus {
        if role == Role::Pawn {
            attacks::pawn_attacks(side, from).into_iter().for_each(|square| detours[square.to_usize()] = 1);
            continue;
        }
        let there = routes.row(side, role, from);
        for square in (0..64).filter(|&square| there[square] > 0) {
            detours[square] = detours[square].min(there[square]);
        }
    }
    detours
}
