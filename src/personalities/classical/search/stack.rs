//! The values that the search keeps for each ply of the current line.

use shakmaty::Move;

use crate::engine::{Ply, Score};

use crate::personalities::classical::history::{Context, PieceTo};
use crate::personalities::classical::params;

/// One ply of the line that is being searched.
#[derive(Clone, Debug)]
pub struct Frame {
    /// The move played here; [`PieceTo::NONE`] for a null move.
    pub played: PieceTo,
    /// True if that was a quiet move: neither a capture nor a promotion to a queen, nor a null move.
    pub is_quiet: bool,
    /// The move that a singular search leaves out.
    pub excluded: Option<Move>,
    /// `None` in check.
    pub eval: Option<Score>,
    pub double_extensions: u8,
    /// Beta cutoffs among the children: many mean that this node will fail low.
    pub cutoffs: u32,
    /// Grows as it is needed: few of the plies ever have a line, and it is seldom a long one.
    pub pv: Vec<Move>,
}

impl Frame {
    const EMPTY: Frame = Frame {
        played: PieceTo::NONE,
        is_quiet: false,
        excluded: None,
        eval: None,
        double_extensions: 0,
        cutoffs: 0,
        pv: Vec::new(),
    };
}

/// Frames before the root stand for moves that were not played.
const BEFORE_ROOT: usize = 6;
const AFTER_LAST: usize = 4;

#[derive(Debug)]
pub struct Stack(Vec<Frame>);

impl Stack {
    pub fn new() -> Stack {
        Stack(vec![Frame::EMPTY; BEFORE_ROOT + Ply::MAX.0 + AFTER_LAST])
    }

    #[inline]
    pub fn at(&mut self, ply: Ply) -> &mut Frame {
        &mut self.0[BEFORE_ROOT + ply.0]
    }

    /// The move that is played at `ply`.
    #[inline]
    pub fn play(&mut self, ply: Ply, played: PieceTo, is_quiet: bool) {
        let frame = self.at(ply);
        (frame.played, frame.is_quiet) = (played, is_quiet);
    }

    /// The frame `back` plies before `ply`; `back` is at most six.
    #[inline]
    pub fn before(&self, ply: Ply, back: usize) -> &Frame {
        &self.0[BEFORE_ROOT + ply.0 - back]
    }

    /// The moves that led to `ply`.
    #[inline]
    pub fn context(&self, ply: Ply) -> Context {
        params::CONTINUATIONS.map(|back| self.before(ply, back).played)
    }

    /// `mv` at `ply`, followed by the line found at the next ply.
    pub fn extend_pv(&mut self, ply: Ply, mv: Move) {
        let (head, tail) = self.0.split_at_mut(BEFORE_ROOT + ply.0 + 1);
        let (here, child) = (&mut head[BEFORE_ROOT + ply.0].pv, &tail[0].pv);
        here.clear();
        here.push(mv);
        here.extend(child.iter().copied().take(Ply::MAX.0));
    }
}
