//! The result of a sampler: how often each move and each line was drawn.

use rand::RngExt;
use rand::rngs::StdRng;
use rustc_hash::FxHashMap;
use shakmaty::Move;

/// A line that was drawn, from a position on.
#[derive(Clone, Debug, PartialEq)]
pub struct SampledLine {
    /// The moves from the position on; at least one.
    pub moves: Vec<Move>,
    /// The line of theory in which it ends, by its number in the graph.
    pub line: u32,
    /// How often it was drawn.
    pub drawn: u64,
}

/// One next move and its share.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct MoveShare {
    pub mv: Move,
    /// How often it was drawn.
    pub drawn: u64,
    /// Of all that was drawn, from 0 to 1.
    pub share: f64,
}

/// How far the chains of a sampler agree, and how much they are worth.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Convergence {
    /// Gelman and Rubin's potential scale reduction, over halves of chains (Bayesian Data Analysis, third edition,
    /// section 11.4), the worst of the moves with a share of a hundredth or more: 1 when they agree, above 1.01 they do
    /// not yet.
    pub scale_reduction: f64,
    /// Independent draws that would be as precise as all draws together: the least over these moves.
    pub effective_size: f64,
}

/// The lines that were drawn.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct LineSample {
    /// Lines drawn.
    pub iterations: u64,
    /// Proposals that were accepted, from 0 to 1.
    pub acceptance: f64,
    /// The most drawn move first.
    pub moves: Vec<MoveShare>,
    /// The most drawn line first.
    pub lines: Vec<SampledLine>,
    /// Where the sampler is a chain, and it was asked for.
    pub convergence: Option<Convergence>,
}

impl LineSample {
    /// Leaves out the lines that begin with other moves; shares are of what remains.
    pub fn restrict(&mut self, allowed: impl Fn(Move) -> bool) {
        self.lines.retain(|line| allowed(line.moves[0]));
        self.moves.retain(|share| allowed(share.mv));
        self.iterations = self.moves.iter().map(|share| share.drawn).sum();
        let iterations = self.iterations as f64;
        self.moves.iter_mut().for_each(|share| share.share = share.drawn as f64 / iterations);
    }

    /// One of the draws, each as likely as the others.
    pub fn draw(&self, rng: &mut StdRng) -> Option<&SampledLine> {
        let kept: u64 = self.lines.iter().map(|line| line.drawn).sum();
        if kept == 0 {
            return None;
        }
        let mut draw = rng.random_range(0..kept);
        self.lines.iter().find(|line| {
            let hit = draw < line.drawn;
            draw = draw.saturating_sub(line.drawn);
            hit
        })
    }

    /// Puts a move first, whatever was drawn more often: the move that is played is reported first.
    pub fn put_first(&mut self, mv: Move) {
        self.moves.sort_by_key(|share| share.mv != mv);
    }

    /// The most drawn line that begins with a move.
    pub fn likeliest(&self, mv: Move) -> &[Move] {
        self.lines.iter().find(|line| line.moves[0] == mv).map_or(&[], |line| line.moves.as_slice())
    }
}

/// So many different lines are kept, those that come first; of all others only the first move counts. What is drawn
/// often comes early.
const MOST_LINES: usize = 10_000;

/// Counts draws.
#[derive(Default)]
pub struct SampleBuilder {
    lines: FxHashMap<u64, SampledLine>,
    moves: Vec<MoveShare>,
}

impl SampleBuilder {
    /// `draws` more of the line `id` that begins with the move `first`; its moves and line are asked for only the first
    /// time.
    pub fn add(&mut self, id: u64, draws: u64, first: Move, line: impl FnOnce() -> (Vec<Move>, u32)) {
        match self.moves.iter_mut().find(|share| share.mv == first) {
            Some(share) => share.drawn += draws,
            None => self.moves.push(MoveShare { mv: first, drawn: draws, share: 0.0 }),
        }
        if let Some(known) = self.lines.get_mut(&id) {
            known.drawn += draws;
        } else if self.lines.len() < MOST_LINES {
            let (moves, line) = line();
            self.lines.insert(id, SampledLine { moves, line, drawn: draws });
        }
    }

    /// Sorts what was counted and works out the shares.
    pub fn finish(self, acceptance: f64) -> LineSample {
        let mut lines: Vec<SampledLine> = self.lines.into_values().collect();
        lines.sort_by(|a, b| {
            b.drawn.cmp(&a.drawn).then(a.line.cmp(&b.line)).then_with(|| a.moves.len().cmp(&b.moves.len()))
        });
        let mut moves = self.moves;
        let iterations: u64 = moves.iter().map(|share| share.drawn).sum();
        moves.iter_mut().for_each(|share| share.share = share.drawn as f64 / iterations as f64);
        moves.sort_by_key(|share| std::cmp::Reverse(share.drawn));
        LineSample { iterations, acceptance, moves, lines, convergence: None }
    }
}
