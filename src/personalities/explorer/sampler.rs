//! Samples lines with either sampler.

use rand::rngs::StdRng;
use rand::{RngExt, SeedableRng};

use super::metropolis::Metropolis;
use super::options::SamplerKind;
use super::reachable::ReachableLines;
use super::saarmann::Saarmann;
use super::sample::LineSample;
use super::steering::Steering;
use super::weights::FeatureWeights;
use crate::openings::{Graph, NodeId};

/// The settings of a sample: which lines, and how many.
#[derive(Clone, Copy, Debug)]
pub struct LineSampler {
    pub kind: SamplerKind,
    pub weights: FeatureWeights,
    /// Lines to sample.
    pub iterations: u64,
    /// Chains that share them; the walks of Saarmann's sampler are independent, so one chain serves.
    pub chains: usize,
    pub seed: u64,
}

impl LineSampler {
    /// Sets up all that does not depend on chance.
    pub fn prepare<'a>(&self, graph: &'a Graph, at: NodeId) -> PreparedSampler<'a> {
        let sampler = match self.kind {
            SamplerKind::Saarmann => Kind::Saarmann(Saarmann::new(graph, &self.weights)),
            SamplerKind::Metropolis => Kind::Metropolis(Metropolis::new(ReachableLines::new(graph, at), &self.weights)),
        };
        PreparedSampler { settings: *self, graph, at, sampler }
    }

    /// Samples lines from a known position on, fewer when `stopped` says so.
    pub fn sample(&self, graph: &Graph, at: NodeId, stopped: impl Fn() -> bool + Sync) -> LineSample {
        self.prepare(graph, at).sample(stopped)
    }
}

/// A sampler that is set up for a position.
pub struct PreparedSampler<'a> {
    settings: LineSampler,
    graph: &'a Graph,
    at: NodeId,
    sampler: Kind<'a>,
}

enum Kind<'a> {
    Saarmann(Saarmann<'a>),
    Metropolis(Metropolis<'a>),
}

impl PreparedSampler<'_> {
    /// Samples lines, fewer when `stopped` says so, and works out how far chains agree, which takes longer than
    /// sampling.
    pub fn sample_with_convergence(&self, stopped: impl Fn() -> bool + Sync) -> LineSample {
        let LineSampler { iterations, chains, seed, .. } = self.settings;
        match &self.sampler {
            Kind::Saarmann(_) => self.sample(stopped),
            Kind::Metropolis(metropolis) => metropolis.sample_with_convergence(iterations, chains, seed, stopped),
        }
    }

    /// Samples lines, fewer when `stopped` says so.
    pub fn sample(&self, stopped: impl Fn() -> bool + Sync) -> LineSample {
        let LineSampler { iterations, chains, seed, .. } = self.settings;
        match &self.sampler {
            Kind::Saarmann(walk) => walk.sample(self.at, iterations, &mut StdRng::seed_from_u64(seed), stopped),
            Kind::Metropolis(metropolis) => metropolis.sample(iterations, chains, seed, stopped),
        }
    }

    /// Changes the weights; lines and graph stay as they are set up.
    pub fn set_weights(&mut self, weights: FeatureWeights) {
        self.settings.weights = weights;
        match &mut self.sampler {
            Kind::Saarmann(walk) => walk.set_weights(&weights),
            Kind::Metropolis(metropolis) => metropolis.set_weights(&weights),
        }
    }

    /// Steers by the learner's record; lines, graph and weights stay as they are set up.
    pub fn steer(&mut self, steering: &Steering) {
        match &mut self.sampler {
            Kind::Saarmann(walk) => walk.steer(steering, &self.settings.weights),
            Kind::Metropolis(metropolis) => metropolis.steer(self.graph, steering, &self.settings.weights),
        }
    }

    /// The exact share of each next move, in the order of the graph's edges.
    pub fn exact(&self) -> Vec<f64> {
        match &self.sampler {
            Kind::Saarmann(walk) => walk.exact(self.at),
            Kind::Metropolis(metropolis) => {
                let edges = self.graph.edges(self.at);
                let mut shares = vec![0.0; edges.len()];
                for (entry, share) in metropolis.exact().into_iter().enumerate() {
                    let first = metropolis.lines().moves(entry).next();
                    if let Some(edge) = edges.iter().position(|edge| Some(edge.mv) == first) {
                        shares[edge] += share;
                    }
                }
                shares
            }
        }
    }
}

/// A random seed for one sample, taken from a player's generator.
pub fn seed_from(rng: &mut StdRng) -> u64 {
    rng.random()
}
