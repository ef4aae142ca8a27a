//! The ways of pawns and pieces to their squares, remembered for all positions of one search.

use std::rc::Rc;

use rustc_hash::FxHashMap;
use shakmaty::{Bitboard, Board, ByColor, Color, Role, Square, attacks};

use super::Target;
use crate::chess::pawns::{PawnJourney, PawnPlan};

/// Pawn structures, with the rows of their pieces about 2 KB each, that are kept from one try to the next.
const MOST_STRUCTURES: usize = 50_000;

/// Moves to a square that cannot be reached.
pub const NEVER: u8 = u8::MAX;

/// Journeys of pawns that are excluded because two would pass each other, before a structure counts as impossible.
const MOST_EXCLUDED: usize = 6;

/// Moves of one piece to each square.
pub type Row = Rc<[u8; 64]>;

/// The consequences of a pawn structure.
struct PawnStructure {
    plans: ByColor<PawnPlan>,
    /// Squares of pieces that stay where they are: pawns on squares of the target, and all that never moves.
    settled: Bitboard,
    /// The same for a king, with the squares that those pawns attack.
    closed_to_king: ByColor<Bitboard>,
}

/// The ways to one target that are known so far.
pub struct Ways<'a> {
    target: &'a Target,
    structures: FxHashMap<(Bitboard, Bitboard), Option<Rc<PawnStructure>>>,
    rows: FxHashMap<(Bitboard, Role, Square), Row>,
}

impl PawnStructure {
    fn new(target: &Target, pawns: ByColor<Bitboard>) -> Option<PawnStructure> {
        let wanted = ByColor::new_with(|side| target.board.by_piece(side.pawn()));
        let stay = ByColor::new_with(|side| *pawns.get(side) & *wanted.get(side));
        let settled = stay.white | stay.black | target.unmoved;
        let attacked = |side: Color| {
            let pawns = stay.get(!side).into_iter();
            pawns.fold(settled, |squares, pawn| squares | attacks::pawn_attacks(!side, pawn))
        };
        let pairs = ByColor::new_with(|side| {
            let stay = *stay.get(side);
            (*pawns.get(side) & !stay, *wanted.get(side) & !stay)
        });
        Some(PawnStructure {
            plans: plans(&pairs, settled, &mut Vec::new())?,
            settled,
            closed_to_king: ByColor::new_with(attacked),
        })
    }
}

impl<'a> Ways<'a> {
    pub fn new(target: &'a Target) -> Ways<'a> {
        Ways { target, structures: FxHashMap::default(), rows: FxHashMap::default() }
    }

    pub fn target(&self) -> &'a Target {
        self.target
    }

    /// Frees memory where much is known.
    pub fn forget_if_large(&mut self) {
        if self.structures.len() > MOST_STRUCTURES {
            *self = Ways::new(self.target);
        }
    }

    /// The routes in a position; `None` where its pawns can no longer reach their squares.
    pub fn routes(&mut self, board: &Board) -> Option<Routes<'_, 'a>> {
        let pawns = ByColor::new_with(|side: Color| board.by_piece(side.pawn()));
        let known = self.structures.entry((pawns.white, pawns.black));
        let structure = known.or_insert_with(|| PawnStructure::new(self.target, pawns).map(Rc::new)).clone()?;
        Some(Routes { ways: self, structure })
    }
}

/// The routes of pieces between the pawns of one position.
pub struct Routes<'w, 'a> {
    ways: &'w mut Ways<'a>,
    structure: Rc<PawnStructure>,
}

impl<'a> Routes<'_, 'a> {
    pub fn target(&self) -> &'a Target {
        self.ways.target
    }

    pub fn pawns(&self, side: Color) -> &PawnPlan {
        self.structure.plans.get(side)
    }

    /// The moves of a piece other than a pawn to each square, past the pieces that stay; all others count as gone.
    pub fn row(&mut self, side: Color, role: Role, from: Square) -> Row {
        let PawnStructure { settled, closed_to_king, .. } = &*self.structure;
        let closed = if role == Role::King { *closed_to_king.get(side) } else { *settled };
        self.ways.rows.entry((closed, role, from)).or_insert_with(|| Rc::new(moves(closed, role, from))).clone()
    }
}

/// Plans for the pawns of both sides, each from the first squares to the second, in which none goes straight through
/// `settled` squares and no two pass each other on a file. `excluded` are journeys that were found to do so.
fn plans(
    pairs: &ByColor<(Bitboard, Bitboard)>,
    settled: Bitboard,
    excluded: &mut Vec<PawnJourney>,
) -> Option<ByColor<PawnPlan>> {
    let plan = |side: Color| {
        let (from, to) = *pairs.get(side);
        PawnPlan::new(side, from, to, |journey| !journey.is_blocked(settled) && !excluded.contains(&journey))
    };
    let found = ByColor { white: plan(Color::White)?, black: plan(Color::Black)? };
    let crossing = found.white.journeys.iter().find_map(|&white| {
        let black = found.black.journeys.iter().find(|black| white.crosses(**black))?;
        Some([white, *black])
    });
    let Some(crossing) = crossing else { return Some(found) };
    if excluded.len() == MOST_EXCLUDED {
        return None;
    }
    // One of the two has to go aside.
    let mut without = |journey: PawnJourney| {
        excluded.push(journey);
        let found = plans(pairs, settled, excluded);
        excluded.pop();
        found
    };
    let alternatives = crossing.map(&mut without);
    alternatives.into_iter().flatten().min_by_key(|plans| plans.white.captures() + plans.black.captures())
}

fn moves(closed: Bitboard, role: Role, from: Square) -> [u8; 64] {
    let mut row = [NEVER; 64];
    let piece = role.of(Color::White);
    let (mut reached, mut front) = (Bitboard::from(from), Bitboard::from(from));
    for count in 0.. {
        front.into_iter().for_each(|square| row[square.to_usize()] = count);
        let next = front.into_iter().map(|square| attacks::attacks(square, piece, closed));
        front = next.fold(Bitboard::EMPTY, |next, squares| next | squares) & !closed & !reached;
        if front.is_empty() {
            break;
        }
        reached |= front;
    }
    row
}
