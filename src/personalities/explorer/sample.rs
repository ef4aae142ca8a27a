//! What a sampler found: how often each move and each line was drawn.

use rustc_hash::FxHashMap;
use shakmaty::Move;

/// A sampled way on from a position.
#[derive(Clone, Debug, PartialEq)]
pub struct Way {
    /// The moves from the position on; at least one.
    pub moves: Vec<Move>,
    /// The line of theory in which it ends, by its number in the graph.
    pub line: u32,
    /// How often it was drawn.
    pub drawn: u64,
}

/// One next move and its share.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Share {
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
    /// Independent draws that would tell as much as all draws together: the least over these moves.
    pub effective_size: f64,
}

/// What came out.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Sample {
    /// Lines drawn.
    pub iterations: u64,
    /// Proposals that were taken, from 0 to 1.
    pub acceptance: f64,
    /// The most drawn move first.
    pub moves: Vec<Share>,
    /// The most drawn way first.
    pub ways: Vec<Way>,
    /// Where the sampler is a chain.
    pub convergence: Option<Convergence>,
}

/// So many different ways are remembered, those that come first; of all others only the first move counts. Whatever is
/// drawn often comes early.
const REMEMBERED: usize = 10_000;

/// Gathers draws.
#[derive(Default)]
pub struct Tally {
    ways: FxHashMap<u64, Way>,
    moves: Vec<Share>,
}

impl Tally {
    /// `draws` more of the way `id` that begins with the move `first`; its moves and line are asked for only the first
    /// time.
    pub fn add(&mut self, id: u64, draws: u64, first: Move, way: impl FnOnce() -> (Vec<Move>, u32)) {
        match self.moves.iter_mut().find(|share| share.mv == first) {
            Some(share) => share.drawn += draws,
            None => self.moves.push(Share { mv: first, drawn: draws, share: 0.0 }),
        }
        if let Some(known) = self.ways.get_mut(&id) {
            known.drawn += draws;
        } else if self.ways.len() < REMEMBERED {
            let (moves, line) = way();
            self.ways.insert(id, Way { moves, line, drawn: draws });
        }
    }

    /// The sums.
    pub fn finish(self, acceptance: f64, convergence: Option<Convergence>) -> Sample {
        let mut ways: Vec<Way> = self.ways.into_values().collect();
        ways.sort_by(|a, b| {
            b.drawn.cmp(&a.drawn).then(a.line.cmp(&b.line)).then_with(|| a.moves.len().cmp(&b.moves.len()))
        });
        let mut moves = self.moves;
        let iterations: u64 = moves.iter().map(|share| share.drawn).sum();
        moves.iter_mut().for_each(|share| share.share = share.drawn as f64 / iterations as f64);
        moves.sort_by_key(|share| std::cmp::Reverse(share.drawn));
        Sample { iterations, acceptance, moves, ways, convergence }
    }
}
