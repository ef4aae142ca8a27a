//! Adding up: every term of the evaluation is added to a [`TermSum`], which passes it on to a [`Trace`].
//!
//! The search evaluates with [`NoTrace`], which keeps nothing and costs nothing; the tuner and the table of `eval` with
//! [`Coefficients`], which keeps every term. Both run the same code, so that they cannot disagree about the evaluation.

use super::tapered::Tapered;
use super::terms::{Term, WEIGHTS};

/// Receives every term that the evaluation counts for one side.
pub trait Trace {
    /// True if terms are kept. Then the evaluation may not take scores from its caches, where the terms are not kept.
    const RECORDS: bool;

    /// The side has `count` times `term`.
    fn linear(&mut self, term: Term, count: i32);

    /// `term` endangers the side's king, `count` times.
    fn danger(&mut self, term: Term, count: i32);
}

/// Keeps nothing.
#[derive(Clone, Copy, Debug, Default)]
pub struct NoTrace;

impl Trace for NoTrace {
    const RECORDS: bool = false;

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
    const RECORDS: bool = true;

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
pub struct TermSum<T: Trace> {
    pub trace: T,
    pub score: Tapered,
    /// The danger of our own king, in units of its own: [`super::king::penalty`] turns it into centipawns.
    pub danger: Tapered,
}

impl<T: Trace> TermSum<T> {
    /// Counts a term once.
    #[inline(always)]
    pub fn add(&mut self, term: Term) {
        self.score += WEIGHTS[term.index()];
        self.trace.linear(term, 1);
    }

    /// Counts a term `count` times.
    #[inline(always)]
    pub fn add_times(&mut self, term: Term, count: usize) {
        self.score += WEIGHTS[term.index()] * count as i32;
        self.trace.linear(term, count as i32);
    }

    /// Counts a term where it holds, without a branch.
    #[inline(always)]
    pub fn add_if(&mut self, holds: bool, term: Term) {
        self.score += if holds { WEIGHTS[term.index()] } else { Tapered::ZERO };
        self.trace.linear(term, i32::from(holds));
    }

    /// Counts a term `count` times towards the danger of our own king.
    #[inline(always)]
    pub fn add_danger(&mut self, term: Term, count: usize) {
        self.danger += WEIGHTS[term.index()] * count as i32;
        self.trace.danger(term, count as i32);
    }
}
