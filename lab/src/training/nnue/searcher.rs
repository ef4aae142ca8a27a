//! Positions that Motley's own search visits.

use rand::Rng;
use rand::seq::IndexedRandom as _;
use shakmaty::Chess;

use motley::engine::options::SharedOptions;
use motley::engine::{Game, Limits, Personality as _, Silent, Stop};
use motley::personalities::Classical;

/// Classical with a small table, which every search finds empty. What searches learn about moves is kept, as in a game:
/// forgetting it took a fifth of the time.
pub struct PositionVisitor(Classical);

impl PositionVisitor {
    pub fn new() -> PositionVisitor {
        let mut classical = Classical::new();
        classical.configure(&SharedOptions::default().quiet(1), &mut Silent);
        PositionVisitor(classical)
    }

    /// A random share of the positions that a search of so many nodes visits, at least one.
    pub fn visited(&mut self, root: &Chess, nodes: u64, share: f64, rng: &mut impl Rng) -> Vec<Chess> {
        let limits = Limits { nodes: Some(nodes), ..Limits::default() };
        self.0.empty_table();
        self.0.choose(&Game::from_position(root.clone()), &limits, &Stop::new(), &mut Silent);
        let visited = self.0.visited(root);
        let count = (visited.len() as f64 * share).ceil() as usize;
        visited.sample(rng, count).cloned().collect()
    }
}
