//! Tablebases inside the search: small positions have exact answers.

use crate::engine::Score;

use super::Search;
use super::node::{Facts, NodeKind, Task};

impl Search<'_> {
    pub(super) fn tablebase_cut<K: NodeKind>(&mut self, _at: &mut Task, _facts: &Facts) -> Option<Score> {
        None
    }
}
