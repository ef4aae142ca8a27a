//! The squares that pieces other than pawns go to, kind by kind.

use arrayvec::ArrayVec;
use shakmaty::{Bitboard, Color, Role, Square};

use super::ways::{NEVER, Routes};
use crate::chess::assignment::cheapest_assignment;

/// Pieces that can stand for each other: bishops never leave their colour.
const KINDS: [(Role, Bitboard); 6] = [
    (Role::Knight, Bitboard::FULL),
    (Role::Bishop, Bitboard::LIGHT_SQUARES),
    (Role::Bishop, Bitboard::DARK_SQUARES),
    (Role::Rook, Bitboard::FULL),
    (Role::Queen, Bitboard::FULL),
    (Role::King, Bitboard::FULL),
];

/// A piece on its way.
#[derive(Clone, Copy, Debug)]
pub struct Journey {
    pub role: Role,
    pub from: Square,
    pub to: Square,
    pub moves: u8,
}

/// The pieces of one side other than pawns.
#[derive(Clone, Debug, Default)]
pub struct MenPlan {
    /// Includes the pieces that stand where they belong, with no moves to make.
    pub journeys: ArrayVec<Journey, 16>,
    /// Pieces that the target does not have: they must be captured.
    pub surplus: ArrayVec<(Role, Square), 16>,
    /// Pieces that the target has beyond those on the board: they must come from pawns.
    pub lacking: ArrayVec<(Role, Square), 16>,
}

impl MenPlan {
    /// The cheapest plan for the pieces of each role.
    pub fn new(routes: &mut Routes, side: Color, men_of: impl Fn(Role) -> Bitboard) -> MenPlan {
        let target = routes.target();
        let mut plan = MenPlan::default();
        for (role, squares) in KINDS {
            let men = men_of(role) & squares;
            let places = target.board.by_piece(role.of(side)) & squares;
            // A piece on a place of its kind stays there: that is never dearer.
            let (away, open) = (men & !places, places & !men);
            let stay = men & places & !target.unmoved;
            plan.journeys.extend(stay.into_iter().map(|from| Journey { role, from, to: from, moves: 0 }));
            match (away.is_empty(), open.is_empty()) {
                (true, true) => {}
                (true, false) => plan.lacking.extend(open.into_iter().map(|square| (role, square))),
                (false, true) => plan.surplus.extend(away.into_iter().map(|square| (role, square))),
                (false, false) => plan.assign(routes, side, role, away, open),
            }
        }
        plan
    }

    /// Moves of all pieces together.
    pub fn moves(&self) -> u32 {
        self.journeys.iter().map(|journey| u32::from(journey.moves)).sum()
    }

    fn assign(&mut self, routes: &mut Routes, side: Color, role: Role, away: Bitboard, open: Bitboard) {
        let away: ArrayVec<Square, 16> = away.into_iter().collect();
        let open: ArrayVec<Square, 16> = open.into_iter().collect();
        let rows: ArrayVec<_, 16> = away.iter().map(|&from| routes.row(side, role, from)).collect();
        let moves = |man: usize, place: usize| rows[man][open[place].to_usize()];
        let cost = |man: usize, place: usize| Some(moves(man, place)).filter(|&moves| moves != NEVER).map(u32::from);
        let pairs = if away.len() <= open.len() {
            cheapest_assignment(away.len(), open.len(), cost).map(|places| places.into_iter().enumerate().collect())
        } else {
            cheapest_assignment(open.len(), away.len(), |place, man| cost(man, place))
                .map(|men| men.into_iter().enumerate().map(|(place, man)| (man, place)).collect())
        };
        // Pieces that are locked in are captured, and those that stand outside came from pawns.
        let pairs: ArrayVec<(usize, usize), 16> = pairs.unwrap_or_default();
        let journeys = pairs.iter().map(|&(man, place)| {
            let (from, to) = (away[man], open[place]);
            Journey { role, from, to, moves: moves(man, place) }
        });
        self.journeys.extend(journeys);
        let unpaired = |index: usize, of: fn(&(usize, usize)) -> usize| pairs.iter().all(|pair| of(pair) != index);
        self.surplus.extend((0..away.len()).filter(|&man| unpaired(man, |pair| pair.0)).map(|man| (role, away[man])));
        let lacking = (0..open.len()).filter(|&place| unpaired(place, |pair| pair.1));
        self.lacking.extend(lacking.map(|place| (role, open[place])));
    }
}
