//! The end of the search by the main thread: between iterations, by how settled the choice is.

use shakmaty::Move;

use crate::engine::Score;

use super::Search;
use crate::personalities::classical::params::{self, hundredths};

impl Search<'_> {
    /// Returns true if the main thread ends the search after a complete iteration.
    pub(super) fn may_stop_after(&mut self, stability: &mut Stability) -> bool {
        let shared = self.shared;
        let (limits, best) = (shared.limits, &self.root_moves[0]);
        if self.has_asked_mate() || shared.stop.is_stopped() {
            return true;
        }
        if limits.infinite {
            return false;
        }
        let share = best.nodes as f64 / self.nodes.max(1) as f64;
        let stretch = stability.stretch(best.mv, best.score, share);
        let has_clock = limits.clock(self.root.turn()).is_some() || limits.soft_nodes.is_some();
        let enough = shared.clock.is_over_soft_bound(stretch)
            || limits.soft_nodes.is_some_and(|soft| self.nodes as f64 >= soft as f64 * stretch)
            || has_clock && self.is_forced();
        self.stop_on_ponder_hit = enough;
        let pondering = limits.ponder && !shared.stop.is_ponder_hit();
        enough && !pondering
    }

    /// One legal move needs no search, and a mate found is not found sooner by searching on.
    fn is_forced(&self) -> bool {
        let best = self.root_moves[0].score;
        let plies_to_mate = Score::MATE.0 - best.0.abs();
        self.root_moves.len() == 1
            || best.is_mate()
                && self.completed.0 > params::MATE_DEPTH_FACTOR * plies_to_mate + params::MATE_DEPTH_MARGIN
    }
}

/// The stability of the choice: the longer the same move stays best, the more of the nodes it took and the less its
/// score drops, the sooner the search may stop.
#[derive(Default)]
pub struct Stability {
    best: Option<Move>,
    unchanged: usize,
    score: Score,
}

impl Stability {
    /// Factor on the soft time bound after an iteration with this best move, its score, and its share of all nodes.
    fn stretch(&mut self, best: Move, score: Score, share_of_nodes: f64) -> f64 {
        self.unchanged = if self.best == Some(best) { self.unchanged + 1 } else { 0 };
        let drop = match self.best {
            Some(_) => {
                (self.score.0 - score.0).clamp(-params::TIME_LARGEST_RISE.get(), params::TIME_LARGEST_DROP.get())
            }
            None => 0,
        };
        self.best = Some(best);
        self.score = score;
        let by_move = hundredths(match self.unchanged {
            0 => params::TIME_UNCHANGED_0.get(),
            1 => params::TIME_UNCHANGED_1.get(),
            2 => params::TIME_UNCHANGED_2.get(),
            3 => params::TIME_UNCHANGED_3.get(),
            _ => params::TIME_UNCHANGED_MORE.get(),
        });
        let nodes_slope = hundredths(params::TIME_BY_NODES_SLOPE.get());
        let by_nodes = hundredths(params::TIME_BY_NODES_BASE.get()) - nodes_slope * share_of_nodes;
        let by_score = 1.0 + hundredths(drop) * hundredths(params::TIME_BY_DROP_SLOPE.get());
        by_move * by_nodes * by_score
    }
}

#[cfg(test)]
mod tests {
    use std::time::Duration;

    use shakmaty::{CastlingMode, Chess, Position as _};

    use super::super::fixtures::with_search_of;
    use super::*;
    use crate::engine::{Game, Limits, Ply, SideClock};

    const START: &str = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1";
    /// White's only move is to take the queen.
    const FORCED: &str = "4k3/5ppp/8/8/8/8/3q1PPP/R2K4 w - - 0 1";

    /// Returns whether the search ends after an iteration with this best score, and whether it would on `ponderhit`.
    fn stops(fen: &str, limits: &Limits, score: Score) -> (bool, bool) {
        let game = Game::from_fen(fen, CastlingMode::Standard).unwrap();
        with_search_of(&game, limits, |search, _| {
            search.root_moves[0].score = score;
            (search.may_stop_after(&mut Stability::default()), search.stop_on_ponder_hit)
        })
    }

    fn an_hour() -> Limits {
        let clock = SideClock { remaining: Duration::from_secs(3600), increment: Duration::ZERO };
        Limits { white: Some(clock), black: Some(clock), ..Limits::default() }
    }

    #[test]
    fn a_mate_within_the_limit_ends_the_search() {
        let within = |moves| Limits { mate: Some(moves), ..Limits::default() };
        assert!(stops(START, &within(2), Score::mate_in(Ply(3))).0);
        assert!(!stops(START, &within(1), Score::mate_in(Ply(3))).0);
        assert!(!stops(START, &within(2), Score::mated_in(Ply(2))).0);
    }

    #[test]
    fn soft_nodes_are_stretched_like_a_soft_bound() {
        let game = Game::from_fen(START, CastlingMode::Standard).unwrap();
        let limits = Limits { soft_nodes: Some(1000), ..Limits::default() };
        let stops_after = |nodes: u64| {
            with_search_of(&game, &limits, |search, _| {
                (search.nodes, search.root_moves[0].nodes) = (nodes, nodes / 2);
                search.may_stop_after(&mut Stability::default())
            })
        };
        let bound = 1000.0 * Stability::default().stretch(moves()[0], Score(0), 0.5);
        assert!(bound > 1000.0, "after the first iteration nothing is settled");
        assert!(!stops_after(bound as u64 - 1) && stops_after(bound as u64 + 1));
    }

    #[test]
    fn a_forced_move_ends_the_search_on_a_clock_only_and_not_while_pondering() {
        assert!(stops(FORCED, &an_hour(), Score(0)).0);
        assert!(!stops(START, &an_hour(), Score(0)).0);
        assert!(!stops(FORCED, &Limits::default(), Score(0)).0, "no clock");
        assert!(!stops(FORCED, &Limits { infinite: true, ..an_hour() }, Score(0)).0);
        assert_eq!(stops(FORCED, &Limits { ponder: true, ..an_hour() }, Score(0)), (false, true));
    }

    fn moves() -> [Move; 2] {
        let legal = Chess::default().legal_moves();
        [legal[0], legal[1]]
    }

    #[test]
    fn time_shrinks_while_the_same_move_stays_best() {
        let mut stability = Stability::default();
        let factors: Vec<f64> = (0..6).map(|_| stability.stretch(moves()[0], Score(30), 0.5)).collect();
        assert!(factors[..5].is_sorted_by(|before, after| before > after), "{factors:?}");
        assert_eq!(factors[4], factors[5], "beyond the last entry the factor stays");
    }

    #[test]
    fn another_best_move_brings_the_time_back() {
        let mut stability = Stability::default();
        let first = stability.stretch(moves()[0], Score(30), 0.5);
        let settled = stability.stretch(moves()[0], Score(30), 0.5);
        let changed = stability.stretch(moves()[1], Score(30), 0.5);
        assert!(settled < first);
        assert_eq!(changed, first);
    }

    #[test]
    fn a_falling_score_lengthens_and_a_rising_one_shortens_within_bounds() {
        let after = |change: i32| {
            let mut stability = Stability::default();
            stability.stretch(moves()[0], Score(0), 0.5);
            stability.stretch(moves()[0], Score(change), 0.5)
        };
        assert!(after(-40) > after(0) && after(0) > after(10));
        assert_eq!(after(-60), after(-900));
        assert_eq!(after(20), after(900));
    }

    #[test]
    fn a_move_that_takes_most_of_the_nodes_needs_less_time() {
        let factor = |share| Stability::default().stretch(moves()[0], Score(0), share);
        assert!(factor(0.9) < factor(0.5) && factor(0.5) < factor(0.1));
        assert!(factor(1.0) > 0.0);
    }
}
