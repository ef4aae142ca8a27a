//! The result of a sampler: how often each move and each line was sampled.

use rand::RngExt;
use rand::rngs::StdRng;
use rustc_hash::FxHashMap;
use shakmaty::Move;

/// A line that was sampled, from a position on.
#[derive(Clone, Debug, PartialEq)]
pub struct SampledLine {
    /// The moves from the position on; at least one.
    pub moves: Vec<Move>,
    /// The line of theory in which it ends, by its number in the graph.
    pub line: u32,
    /// The number of times it was sampled.
    pub sampled: u64,
}

/// One next move and its share.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct MoveShare {
    pub mv: Move,
    /// The number of times it was sampled.
    pub sampled: u64,
    /// Of all that was sampled, from 0 to 1.
    pub share: f64,
}

/// The agreement of a sampler's chains, and how much they are worth.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Convergence {
    /// Gelman and Rubin's potential scale reduction, over halves of chains (Bayesian Data Analysis, third edition,
    /// section 11.4), the worst of the moves with a share of a hundredth or more: 1 when they agree, above 1.01 they do
    /// not yet.
    pub scale_reduction: f64,
    /// Independent samples that would be as precise as all samples together: the least over these moves.
    pub effective_size: f64,
}

/// The lines that were sampled.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct LineSample {
    /// Lines sampled.
    pub iterations: u64,
    /// Proposals that were accepted, from 0 to 1.
    pub acceptance: f64,
    /// The most sampled move first.
    pub moves: Vec<MoveShare>,
    /// The most sampled line first.
    pub lines: Vec<SampledLine>,
    /// Present if the sampler is a chain, and it was asked for.
    pub convergence: Option<Convergence>,
}

impl LineSample {
    /// Leaves out the lines that begin with other moves; shares are of what remains.
    pub fn restrict(&mut self, allowed: impl Fn(Move) -> bool) {
        self.lines.retain(|line| allowed(line.moves[0]));
        self.moves.retain(|share| allowed(share.mv));
        self.iterations = self.moves.iter().map(|share| share.sampled).sum();
        let iterations = self.iterations as f64;
        self.moves.iter_mut().for_each(|share| share.share = share.sampled as f64 / iterations);
    }

    /// One of the samples, each as likely as the others.
    pub fn pick(&self, rng: &mut StdRng) -> Option<&SampledLine> {
        let kept: u64 = self.lines.iter().map(|line| line.sampled).sum();
        if kept == 0 {
            return None;
        }
        let mut rest = rng.random_range(0..kept);
        self.lines.iter().find(|line| {
            let hit = rest < line.sampled;
            rest = rest.saturating_sub(line.sampled);
            hit
        })
    }

    /// Puts a move first, whatever was sampled more often: the move that is played is reported first.
    pub fn put_first(&mut self, mv: Move) {
        self.moves.sort_by_key(|share| share.mv != mv);
    }

    /// The most sampled line that begins with a move.
    pub fn likeliest(&self, mv: Move) -> &[Move] {
        self.lines.iter().find(|line| line.moves[0] == mv).map_or(&[], |line| line.moves.as_slice())
    }
}

/// So many different lines are kept, those that come first; of all others only the first move counts. What is sampled
/// often comes early.
const MOST_LINES: usize = 10_000;

/// Counts samples.
#[derive(Default)]
pub struct SampleBuilder {
    lines: FxHashMap<u64, SampledLine>,
    moves: Vec<MoveShare>,
}

impl SampleBuilder {
    /// `times` more of the line `id` that begins with the move `first`; its moves and line are asked for only the first
    /// time.
    pub fn add(&mut self, id: u64, times: u64, first: Move, line: impl FnOnce() -> (Vec<Move>, u32)) {
        match self.moves.iter_mut().find(|share| share.mv == first) {
            Some(share) => share.sampled += times,
            None => self.moves.push(MoveShare { mv: first, sampled: times, share: 0.0 }),
        }
        if let Some(known) = self.lines.get_mut(&id) {
            known.sampled += times;
        } else if self.lines.len() < MOST_LINES {
            let (moves, line) = line();
            self.lines.insert(id, SampledLine { moves, line, sampled: times });
        }
    }

    /// Sorts what was counted and works out the shares.
    pub fn finish(self, acceptance: f64) -> LineSample {
        let mut lines: Vec<SampledLine> = self.lines.into_values().collect();
        lines.sort_by(|a, b| {
            b.sampled.cmp(&a.sampled).then(a.line.cmp(&b.line)).then_with(|| a.moves.len().cmp(&b.moves.len()))
        });
        let mut moves = self.moves;
        let iterations: u64 = moves.iter().map(|share| share.sampled).sum();
        moves.iter_mut().for_each(|share| share.share = share.sampled as f64 / iterations as f64);
        moves.sort_by_key(|share| std::cmp::Reverse(share.sampled));
        LineSample { iterations, acceptance, moves, lines, convergence: None }
    }
}
