//! `go mate N`: a search that looks for nothing but a mate in N moves, so that it ends also where there is none.

use crate::engine::{Depth, Limits, Ply, Score};

use super::task::{NodeTask, Root};
use super::{Search, Stopped, root};
use crate::personalities::classical::params;

impl Search<'_> {
    /// Returns true if the best move mates within the moves that `go mate` asks for.
    pub(super) fn has_asked_mate(&self) -> bool {
        self.shared.limits.is_asked_mate(self.root_moves[0].score)
    }

    /// Looks for a mate within the moves that were asked for, where the iterations have found none, and reports it.
    /// Otherwise the root moves stay as the iterations left them.
    ///
    /// The window lies above every score but those of the mates in question. Mate distance pruning then ends all lines
    /// that are longer, so the tree stays small, and its depth may be chosen beyond what pruning near the horizon and
    /// late move reductions take away.
    ///
    /// # Errors
    /// [`Stopped`] when another limit ends the search first.
    pub(super) fn search_for_mate(&mut self) -> Result<(), Stopped> {
        let Some(plies) = self.shared.limits.mate.and_then(plies_to_mate) else { return Ok(()) };
        let deepest = deepest_asked(self.shared.limits);
        let known = self.root_moves.clone();
        for margin in params::MATE_SEARCH_MARGINS {
            let depth = Depth(plies + margin);
            if depth > deepest {
                return Ok(());
            }
            self.root_depth = depth;
            self.pv_index = 0;
            let root = self.root.clone();
            let alpha = Score::mate_in(Ply(plies as usize)) - 1;
            let task =
                NodeTask { position: &root, ply: Ply::ROOT, depth, alpha, beta: Score::INFINITE, cut_node: false };
            let result = self.node::<Root>(task);
            root::sort(&mut self.root_moves);
            if matches!(result, Ok(score) if score > alpha) {
                self.report_lines(depth);
                return Ok(());
            }
            self.root_moves.clone_from(&known);
            result?;
        }
        Ok(())
    }
}

/// The depth that a `go` allows.
fn deepest_asked(limits: &Limits) -> Depth {
    limits.depth.map_or(Depth::MAX, |depth| Depth(depth.clamp(1, Depth::MAX.0)))
}

/// The depth of the last iteration: where only a mate is asked for, just beyond the move that gives it. There the
/// common mates are found; [`Search::search_for_mate`] looks for the others.
pub(super) fn deepest_iteration(limits: &Limits) -> Depth {
    let beyond_mate = limits.mate.and_then(plies_to_mate).map_or(Depth::MAX, |plies| Depth(plies + 1));
    deepest_asked(limits).min(beyond_mate)
}

/// Plies to the end of a mate in this many moves; `None` where no search gets so far.
fn plies_to_mate(moves: u32) -> Option<i32> {
    let plies = i32::try_from(moves).ok()?.checked_mul(2)? - 1;
    (plies < Depth::MAX.0).then_some(plies)
}

#[cfg(test)]
mod tests {
    use shakmaty::CastlingMode;

    use super::super::fixtures::with_search_of;
    use super::*;
    use crate::engine::Game;

    const START: &str = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1";

    /// The score after the search for a mate alone, and whether the root moves have changed.
    fn searched(fen: &str, limits: &Limits) -> (Score, bool) {
        let game = Game::from_fen(fen, CastlingMode::Standard).unwrap();
        with_search_of(&game, limits, |search, _| {
            search.root_moves[0].score = Score(7);
            let before: Vec<_> = search.root_moves.iter().map(|root| (root.mv, root.score)).collect();
            assert!(search.search_for_mate().is_ok());
            let after: Vec<_> = search.root_moves.iter().map(|root| (root.mv, root.score)).collect();
            (search.root_moves[0].score, before != after)
        })
    }

    fn within(moves: u32) -> Limits {
        Limits { mate: Some(moves), ..Limits::default() }
    }

    #[test]
    fn a_mate_is_found_within_the_moves_asked_for_and_not_beyond() {
        const TWO_ROOKS: &str = "6k1/8/8/8/8/8/R7/1R4K1 w - - 0 1";
        assert_eq!(searched(TWO_ROOKS, &within(2)), (Score::mate_in(Ply(3)), true));
        assert_eq!(searched(TWO_ROOKS, &within(1)), (Score(7), false));
        assert_eq!(searched(START, &within(2)), (Score(7), false));
        let shallow = Limits { depth: Some(5), ..within(2) };
        assert_eq!(searched(TWO_ROOKS, &shallow), (Score(7), false), "the depth limit comes first");
    }

    #[test]
    fn the_iterations_end_just_beyond_the_mate() {
        let deepest = |mate, depth| deepest_iteration(&Limits { mate, depth, ..Limits::default() });
        assert_eq!(deepest(Some(3), None), Depth(6));
        assert_eq!(deepest(Some(3), Some(4)), Depth(4));
        assert_eq!(deepest(Some(3), Some(40)), Depth(6));
        assert_eq!(deepest(None, Some(1000)), Depth::MAX);
        for moves in [121, 1_000_000, u32::MAX] {
            assert_eq!(deepest(Some(moves), None), Depth::MAX);
        }
    }
}
