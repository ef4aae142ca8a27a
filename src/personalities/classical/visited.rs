//! The positions that a search has visited, read back from the transposition table.

use std::collections::HashSet;

use shakmaty::{Chess, Position as _};

use super::Classical;
use super::position::Position;
use crate::engine::Ply;

impl Classical {
    /// Empties the table and keeps what was learnt about moves, for many short searches.
    pub fn empty_table(&mut self) {
        self.table.clear();
    }

    /// Positions that the searches since the table was empty have visited from `root` on, `root` first, each once:
    /// those that the table still holds, reached by moves and null moves through others that it holds.
    pub fn visited(&self, root: &Chess) -> Vec<Chess> {
        let root = Position::new(root.clone());
        let (mut seen, mut open) = (HashSet::from([root.key()]), vec![root]);
        let mut visited = Vec::new();
        while let Some(position) = open.pop() {
            let moves = position.chess().legal_moves();
            let children = moves.iter().map(|&mv| position.play(mv)).chain(position.pass());
            let is_new =
                |child: &Position| self.table.probe(child.key(), Ply::ROOT).is_some() && seen.insert(child.key());
            open.extend(children.filter(is_new));
            visited.push(position.chess().clone());
        }
        visited
    }
}

#[cfg(test)]
mod tests {
    use shakmaty::CastlingMode;

    use super::*;
    use crate::engine::{Game, Limits, Personality as _, Recorder, Stop};

    #[test]
    fn a_search_leaves_the_positions_that_it_visited() {
        let (mut player, game) =
            (Classical::new(), Game::from_fen("8/8/8/4k3/8/8/4P3/4K3 w - - 0 1", CastlingMode::Standard));
        let game = game.expect("a sound position");
        assert_eq!(player.visited(game.position()), [game.position().clone()], "nothing was searched");
        let limits = Limits { nodes: Some(2000), ..Limits::default() };
        player.choose(&game, &limits, &Stop::new(), &mut Recorder::default());
        let visited = player.visited(game.position());
        let keys: HashSet<u64> = visited.iter().map(|position| Position::new(position.clone()).key()).collect();
        assert_eq!(keys.len(), visited.len(), "each once");
        assert!((200..=2000).contains(&visited.len()), "{} positions of 2000 nodes", visited.len());
        player.empty_table();
        assert_eq!(player.visited(game.position()).len(), 1, "the table is empty");
    }
}
