//! Tablebases inside the search: small positions have exact answers.

use crate::engine::{Bound, Depth, Score};
use crate::tablebase::Wdl;

use super::Search;
use super::task::{Facts, NodeKind, NodeTask};
use crate::chess::packed::PackedMove;
use crate::personalities::classical::params;
use crate::personalities::classical::table::TableEntry;

/// The tables, and how the options limit their use.
#[derive(Clone)]
pub struct Probing {
    pub tables: crate::tablebase::Tablebase,
    /// At most this many pieces.
    pub limit: usize,
    /// Least remaining depth for positions with exactly `limit` pieces; smaller ones are always probed.
    pub depth: Depth,
    /// Wins that fifty moves spoil are draws.
    pub fifty_moves: bool,
}

impl Search<'_> {
    /// The score that the tables prove, when it decides; on the principal variation it narrows the window instead, and
    /// the search goes on to find the moves that lead there.
    pub(super) fn tablebase_cut<K: NodeKind>(&mut self, at: &mut NodeTask, facts: &Facts) -> Option<Score> {
        let probing = self.shared.probing.as_ref().filter(|_| !K::ROOT && facts.excluded.is_none())?;
        let men = at.position.men();
        if men > probing.limit || men == probing.limit && at.depth < probing.depth {
            return None;
        }
        let wdl = probing.tables.probe_wdl(at.position.chess())?;
        let (score, bound) = match wdl {
            Wdl::Win => (Score::tablebase_win(at.ply), Bound::Lower),
            Wdl::Loss => (Score::tablebase_loss(at.ply), Bound::Upper),
            Wdl::CursedWin if !probing.fifty_moves => (Score::tablebase_win(at.ply), Bound::Lower),
            Wdl::BlessedLoss if !probing.fifty_moves => (Score::tablebase_loss(at.ply), Bound::Upper),
            _ => (Score::DRAW, Bound::Exact),
        };
        self.tablebase_hits += 1;

        let depth = at.depth + params::TABLEBASE_EXTRA_DEPTH.get();
        let entry = TableEntry { mv: PackedMove::NONE, score, eval: None, depth, bound, was_pv: facts.was_pv };
        if entry.decides(at.alpha, at.beta) {
            self.shared.table.store(at.position.key(), at.ply, entry);
            return Some(score);
        }
        if K::PV && bound == Bound::Lower {
            at.alpha = at.alpha.max(score);
        }
        None
    }
}
