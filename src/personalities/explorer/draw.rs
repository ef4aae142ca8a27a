//! One call for either sampler.

use rand::rngs::StdRng;
use rand::{RngExt, SeedableRng};

use super::alive::Alive;
use super::leaning::Leaning;
use super::metropolis::Metropolis;
use super::options::Sampler;
use super::sample::Sample;
use super::thesis::Thesis;
use crate::openings::{Graph, NodeId};

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
    /// Sets up all that does not depend on chance.
    pub fn prepare<'a>(&self, graph: &'a Graph, at: NodeId) -> Prepared<'a> {
        let kind = match self.sampler {
            Sampler::Thesis => Kind::Thesis(Thesis::new(graph, &self.leaning)),
            Sampler::Metropolis => Kind::Metropolis(Metropolis::new(Alive::new(graph, at), &self.leaning)),
        };
        Prepared { drawing: *self, graph, at, kind }
    }

    /// Draws lines from a known position on, fewer when `stopped` says so.
    pub fn draw(&self, graph: &Graph, at: NodeId, stopped: impl Fn() -> bool + Sync) -> Sample {
        self.prepare(graph, at).draw(stopped)
    }
}

/// A sampler that is set up for a position.
pub struct Prepared<'a> {
    drawing: Drawing,
    graph: &'a Graph,
    at: NodeId,
    kind: Kind<'a>,
}

enum Kind<'a> {
    Thesis(Thesis<'a>),
    Metropolis(Metropolis<'a>),
}

impl Prepared<'_> {
    /// Draws lines, fewer when `stopped` says so.
    pub fn draw(&self, stopped: impl Fn() -> bool + Sync) -> Sample {
        let Drawing { iterations, chains, seed, .. } = self.drawing;
        match &self.kind {
            Kind::Thesis(thesis) => thesis.sample(self.at, iterations, &mut StdRng::seed_from_u64(seed), stopped),
            Kind::Metropolis(metropolis) => metropolis.sample(iterations, chains, seed, stopped),
        }
    }

    /// Leans otherwise from now on; lines and graph stay as they are set up.
    pub fn lean(&mut self, leaning: Leaning) {
        self.drawing.leaning = leaning;
        match &mut self.kind {
            Kind::Thesis(thesis) => thesis.lean(&leaning),
            Kind::Metropolis(metropolis) => metropolis.lean(&leaning),
        }
    }

    /// The exact share of each next move, in the order of the graph's edges.
    pub fn exact(&self) -> Vec<f64> {
        match &self.kind {
            Kind::Thesis(thesis) => thesis.exact(self.at),
            Kind::Metropolis(metropolis) => {
                let edges = self.graph.edges(self.at);
                let mut shares = vec![0.0; edges.len()];
                for (entry, share) in metropolis.exact().into_iter().enumerate() {
                    let first = metropolis.alive().moves(entry).next();
                    if let Some(edge) = edges.iter().position(|edge| Some(edge.mv) == first) {
                        shares[edge] += share;
                    }
                }
                shares
            }
        }
    }
}

/// A seed for one drawing out of a player's dice.
pub fn seed_from(rng: &mut StdRng) -> u64 {
    rng.random()
}
