//! Adding up: every term of the evaluation passes through a [`Tally`], and whoever wants to know which terms they were
//! listens with a [`Trace`].
//!
//! Play listens with [`NoTrace`] and pays nothing; the tuner and the table for people listen with [`Coefficients`].
//! Both run the same evaluation, so that they cannot disagree about it.

use super::tapered::Tapered;
use super::terms::{Term, WEIGHTS};

/// Hears of every term that the evaluation counts for one side.
pub trait Trace {
    /// Whether anything is kept: cached scores have no terms to tell of, so that a listener makes the evaluation go the
    /// whole way.
    const LISTENS: bool;

    /// The side has `count` times `term`.
    fn linear(&mut self, term: Term, count: i32);

    /// `term` endangers the side's king, `count` times.
    fn danger(&mut self, term: Term, count: i32);
}

/// Nobody listens.
#[derive(Clone, Copy, Debug, Default)]
pub struct NoTrace;

impl Trace for NoTrace {
    const LISTENS: bool = false;

    #[inline(always)]
    fn linear(&mut self, _: Term, _: i32) {}

    #[inline(always)]
    fn danger(&mut self, _: Term, _: i32) {}
}

/// Everything that was counted for one side, in the order it was counted; a term may come more than once.
#[derive(Clone, Debug, Default)]
pub struct Coefficients {
    pub linear: Vec<(Term, i32)>,
    pub danger: Vec<(Term, i32)>,
}

impl Trace for Coefficients {
    const LISTENS: bool = true;

    fn linear(&mut self, term: Term, count: i32) {
        if count != 0 {
            self.linear.push((term, count));
        }
    }

    fn danger(&mut self, term: Term, count: i32) {
        if count != 0 {
            self.danger.push((term, count));
        }
    }
}

/// The running sum of one side.
#[derive(Debug, Default)]
pub struct Tally<T: Trace> {
    pub trace: T,
    pub score: Tapered,
    /// How endangered our own king is, in units of its own: [`super::king::penalty`] turns it into centipawns.
    pub danger: Tapered,
}

impl<T: Trace> Tally<T> {
    /// Counts a term once.
    #[inline(always)]
    pub fn one(&mut self, term: Term) {
        self.score += WEIGHTS[term.index()];
        self.trace.linear(term, 1);
    }

    /// Counts a term `count` times.
    #[inline(always)]
    pub fn many(&mut self, term: Term, count: usize) {
        self.score += WEIGHTS[term.index()] * count as i32;
        self.trace.linear(term, count as i32);
    }

    /// Counts a term where it holds, without a branch.
    #[inline(always)]
    pub fn when(&mut self, holds: bool, term: Term) {
        self.score += if holds { WEIGHTS[term.index()] } else { Tapered::ZERO };
        self.trace.linear(term, i32::from(holds));
    }

    /// Counts a term `count` times towards the danger of our own king.
    #[inline(always)]
    pub fn danger(&mut self, term: Term, count: usize) {
        self.danger += WEIGHTS[term.index()] * count as i32;
        self.trace.danger(term, count as i32);
    }
}
