//! One call for either sampler.

use rand::rngs::StdRng;
use rand::{RngExt, SeedableRng};

use super::alive::Alive;
use super::leaning::Leaning;
use super::metropolis::Metropolis;
use super::options::Sampler;
use super::sample::Sample;
use super::thesis::Thesis;
use crate::knowledge::openings::{Graph, NodeId};

/// How to draw.
#[derive(Clone, Copy, Debug)]
pub struct Drawing {
    pub sampler: Sampler,
    pub leaning: Leaning,
    /// Lines to draw.
    pub iterations: u64,
    /// Chains that share them; one walk is as good as several for the seed's sampler.
    pub chains: usize,
    pub seed: u64,
}

impl Drawing {
    /// Draws lines from a known position on, fewer when `stopped` says so.
    pub fn draw(&self, graph: &Graph, at: NodeId, stopped: impl Fn() -> bool + Sync) -> Sample {
        match self.sampler {
            Sampler::Thesis => Thesis::new(graph, &self.leaning).sample(at, self.iterations, &mut StdRng::seed_from_u64(self.seed), stopped),
            Sampler::Metropolis => {
                let alive = Alive::new(graph, at);
                Metropolis::new(&alive, &self.leaning).sample(self.iterations, self.chains, self.seed, stopped)
            }
        }
    }

    /// The exact share of each next move, in the order of the graph's edges.
    pub fn exact(&self, graph: &Graph, at: NodeId) -> Vec<f64> {
        match self.sampler {
            Sampler::Thesis => Thesis::new(graph, &self.leaning).exact(at),
            Sampler::Metropolis => {
                let alive = Alive::new(graph, at);
                if alive.is_empty() {
                    return Vec::new();
                }
                let entries = Metropolis::new(&alive, &self.leaning).exact();
                let mut shares = vec![0.0; graph.edges(at).len()];
                for (entry, share) in entries.into_iter().enumerate() {
                    let first = alive.moves(entry).next();
                    if let Some(edge) = graph.edges(at).iter().position(|edge| Some(edge.mv) == first) {
                        shares[edge] += share;
                    }
                }
                shares
            }
        }
    }
}

/// A seed for one drawing out of a player's dice.
pub fn seed_from(dice: &mut StdRng) -> u64 {
    dice.random()
}
