//! The goals that both sides play for, and the bounds of the way there.

use shakmaty::{Chess, Move};

use super::distance::{Distance, distance};
use crate::constraint::{Goal, JudgedPosition};

/// The bounds of a search.
#[derive(Clone, Copy, Debug)]
pub struct Bounds {
    /// Plies of the whole game, its past included.
    pub max_plies: u32,
    /// Promotions of both sides together.
    pub promotions: u32,
    /// Searches before giving up.
    pub tries: u32,
    /// Plies that are played at random first, as far as the goal stays possible: where the nearest positions are all
    /// known, farther ones are found.
    pub detour: u32,
}

/// A problem from some position on.
#[derive(Clone, Copy)]
pub struct Problem<'a> {
    /// One of them is to be met.
    pub goals: &'a [Goal],
    pub bounds: Bounds,
    /// Promotions that are left.
    pub promotions: u32,
}

impl<'a> Problem<'a> {
    pub fn new(goals: &'a [Goal], bounds: Bounds) -> Problem<'a> {
        Problem { goals, bounds, promotions: bounds.promotions }
    }

    /// The problem after a move; `None` for a promotion when none is left.
    pub fn after(self, mv: Move) -> Option<Problem<'a>> {
        let promotions = if mv.is_promotion() { self.promotions.checked_sub(1)? } else { self.promotions };
        Some(Problem { promotions, ..self })
    }

    /// Returns true if a position after `ply` plies of its game meets a goal.
    pub fn is_met(self, position: &Chess, ply: u32) -> bool {
        self.goals.iter().any(|goal| goal.is_met(JudgedPosition::new(position, ply)))
    }

    /// The distance to the goal that is nearest; `None` where none can be met any more.
    pub fn nearest(self, position: &Chess) -> Option<Distance> {
        let distances = self.goals.iter().filter_map(|goal| distance(position, goal, self.promotions));
        distances.min_by(|a, b| a.estimate.total_cmp(&b.estimate))
    }
}
