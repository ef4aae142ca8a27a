//! The hidden layer of the positions of one line, brought up to date from position to position.

use std::iter;
use std::sync::Arc;

use arrayvec::ArrayVec;
use shakmaty::{Bitboard, Board, Color};

use super::Nnue;
use super::features::{Changes, Man, Perspective, squares_by_kind};
use super::lanes::CacheLine;
use super::threats::{Threats, find_threats};
use crate::engine::Ply;
use crate::personalities::classical::attacked::Attacked;
use crate::personalities::classical::position::side_index;

/// The accumulators of both sides at every ply of the line that a thread searches.
///
/// A move only records what it changes. The accumulator of a position is computed when the position is evaluated: from
/// the nearest position before it that has one. Where the side's own king has crossed the middle of the board since, or
/// come to another region, all inputs of its perspective are others, and the accumulator is computed from the board
/// that this perspective was last computed for in this way, which differs in some pieces only.
#[derive(Debug)]
pub struct Accumulators {
    nnue: Arc<Nnue>,
    steps: Vec<Step>,
    /// Accumulators by ply and side, up to the deepest ply that was evaluated.
    lines: Vec<CacheLine>,
    /// By [`Perspective::number`].
    refreshed: Vec<Refreshed>,
    /// Of the position that was evaluated last.
    threats: Box<Threats>,
}

/// Plies for which room is made at once.
const MORE_PLIES: usize = 8;

/// The origin of a position of the line, and what is known of it.
#[derive(Clone, Copy, Debug, Default)]
struct Step {
    /// `None` where the position before it is unknown.
    changes: Option<Changes>,
    /// True where the accumulator of White or Black is computed.
    is_computed: [bool; 2],
}

/// The last board whose accumulator was computed without that of a position before it.
#[derive(Debug)]
struct Refreshed {
    squares: [Bitboard; Man::KINDS],
    lines: Vec<CacheLine>,
}

impl Accumulators {
    pub fn new(nnue: Arc<Nnue>) -> Accumulators {
        let plies = Ply::MAX.0 + 1;
        let empty = || Refreshed { squares: [Bitboard::EMPTY; Man::KINDS], lines: nnue.biases().to_vec() };
        Accumulators {
            steps: vec![Step::default(); plies],
            lines: Vec::new(),
            refreshed: iter::repeat_with(empty).take(Perspective::COUNT).collect(),
            threats: Box::new(Threats::new()),
            nnue,
        }
    }

    /// A new line begins: nothing is known of the position at the root.
    pub fn start(&mut self) {
        self.steps[Ply::ROOT.0] = Step::default();
    }

    /// The position at `ply` arises from the one before it by these changes.
    #[inline]
    pub fn enter(&mut self, ply: Ply, changes: Changes) {
        self.steps[ply.0] = Step { changes: Some(changes), is_computed: [false; 2] };
    }

    /// Asks for the weights that [`Accumulators::evaluate`] will add up, where the position before has accumulators.
    #[inline]
    pub fn prefetch(&self, board: &Board, ply: Ply) {
        let Step { changes: Some(changes), is_computed } = self.steps[ply.0] else { return };
        let mut both = ArrayVec::<usize, 8>::new();
        for side in Color::ALL {
            if !is_computed[side_index(side)] && !changes.crossed(side) {
                let mut inputs = [[0; 2]; 2];
                let [added, removed] = changes.inputs(Perspective::of(board, side), &mut inputs);
                both.extend(added.iter().chain(removed).copied());
            }
        }
        self.nnue.prefetch(&both);
    }

    /// The evaluation of the position at `ply`, in centipawns from the mover's view. `attacked` is what White attacks,
    /// and Black.
    #[inline]
    pub fn evaluate(&mut self, board: &Board, turn: Color, attacked: [&Attacked; 2], ply: Ply) -> i32 {
        if self.lines.len() < 2 * (ply.0 + 1) * self.nnue.width() {
            self.lengthen(ply.0 + 1);
        }
        let perspectives = Perspective::of_both(board);
        for perspective in perspectives {
            self.compute(board, perspective, ply.0);
        }
        find_threats(board, perspectives, attacked, &mut self.threats);
        let accumulators = Color::ALL.map(|side| self.at(ply.0, side));
        let score = self.nnue.evaluate(accumulators, &self.threats, turn, board.occupied().count());
        // Guards the bookkeeping in every test that searches.
        #[cfg(test)]
        assert_eq!(score, self.nnue.evaluate_board(board, turn), "{board:?} at {ply:?}");
        score
    }

    /// Makes room for the accumulators of so many plies, and some more.
    #[cold]
    fn lengthen(&mut self, plies: usize) {
        self.lines.resize(2 * (plies + MORE_PLIES) * self.nnue.width(), CacheLine::ZERO);
    }

    fn at(&self, ply: usize, side: Color) -> &[CacheLine] {
        let width = self.nnue.width();
        &self.lines[(2 * ply + side_index(side)) * width..][..width]
    }

    /// Computes the accumulator of one side.
    #[inline]
    fn compute(&mut self, board: &Board, perspective: Perspective, ply: usize) {
        let side = perspective.side();
        let mut known = ply;
        while !self.steps[known].is_computed[side_index(side)] {
            match self.steps[known].changes {
                Some(changes) if !changes.crossed(side) => known -= 1,
                _ => return self.refresh(board, perspective, ply),
            }
        }
        for ply in known + 1..=ply {
            self.step(perspective, ply);
        }
    }

    /// Computes an accumulator from that of the position before it.
    fn step(&mut self, perspective: Perspective, ply: usize) {
        let (width, side) = (self.nnue.width(), side_index(perspective.side()));
        let step = &mut self.steps[ply];
        step.is_computed[side] = true;
        let Some(changes) = step.changes else { return };
        let (before, here) = self.lines.split_at_mut(2 * ply * width);
        let from = &before[(2 * (ply - 1) + side) * width..][..width];
        let to = &mut here[side * width..][..width];
        let mut inputs = [[0; 2]; 2];
        let [added, removed] = changes.inputs(perspective, &mut inputs);
        self.nnue.update(from, to, added, removed);
    }

    /// Computes an accumulator from the board alone.
    #[inline(never)]
    fn refresh(&mut self, board: &Board, perspective: Perspective, ply: usize) {
        let side = perspective.side();
        let refreshed = &mut self.refreshed[perspective.number()];
        let squares = squares_by_kind(board);
        let (mut added, mut removed) = (ArrayVec::<usize, 64>::new(), ArrayVec::<usize, 64>::new());
        for (kind, (&new, old)) in iter::zip(&squares, refreshed.squares).enumerate() {
            added.extend((new & !old).into_iter().map(|square| perspective.input(Man::of_kind(kind, square))));
            removed.extend((old & !new).into_iter().map(|square| perspective.input(Man::of_kind(kind, square))));
        }
        let width = self.nnue.width();
        let to = &mut self.lines[(2 * ply + side_index(side)) * width..][..width];
        self.nnue.update(&refreshed.lines, to, &added, &removed);
        refreshed.lines.copy_from_slice(to);
        refreshed.squares = squares;
        self.steps[ply].is_computed[side_index(side)] = true;
    }
}

#[cfg(test)]
mod tests;
