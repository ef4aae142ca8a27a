//! Quiescence: captures until the position is quiet, so that no evaluation is taken in the middle of an exchange.

use shakmaty::Move;

use crate::engine::{Bound, Depth, Ply, Score};

use super::task::{NodeKind, NodeTask};
use super::{Search, Stopped};
use crate::chess::packed::PackedMove;
use crate::personalities::classical::history::PieceTo;
use crate::personalities::classical::order::{Picked, Picker};
use crate::personalities::classical::params;
use crate::personalities::classical::see::exchange_value;
use crate::personalities::classical::table::TableEntry;

/// The progress of the quiescence of one node.
struct Quiet {
    alpha: Score,
    best: Score,
    best_move: Option<Move>,
    /// The static evaluation before and after correction; `None` in check.
    raw: Option<Score>,
    eval: Option<Score>,
}

impl Search<'_> {
    /// The score once no capture brings anything any more; all evasions are searched when in check.
    pub(super) fn quiescence<K: NodeKind>(&mut self, at: NodeTask) -> Result<Score, Stopped> {
        self.checkpoint()?;
        let (position, ply) = (at.position, at.ply);
        if K::PV {
            self.seldepth = self.seldepth.max(ply.0 + 1);
        }
        if let Some(score) = self.drawn_by_rule(position, ply) {
            return Ok(score);
        }
        if ply >= Ply::MAX {
            return Ok(if position.in_check() { Score::DRAW } else { self.raw_evaluation(position, ply) });
        }
        let entry = self.shared.table.probe(position.key(), ply);
        if let Some(entry) = entry
            && !K::PV
            && entry.decides(at.alpha, at.beta)
        {
            return Ok(entry.score);
        }

        let mut quiet = Quiet { alpha: at.alpha, best: -Score::INFINITE, best_move: None, raw: None, eval: None };
        if !position.in_check() {
            self.stand_pat(&at, entry, &mut quiet);
            if quiet.best >= at.beta {
                if entry.is_none() {
                    self.store_quiet(&at, &quiet, Depth(params::TABLE_UNSEARCHED_DEPTH), Bound::Lower, false);
                }
                return Ok(quiet.best);
            }
            quiet.alpha = quiet.alpha.max(quiet.best);
        }

        if !self.search_captures::<K>(&at, entry, &mut quiet)? && position.in_check() {
            return Ok(Score::mated_in(ply));
        }
        let bound = match quiet.best {
            score if score >= at.beta => Bound::Lower,
            _ if K::PV && quiet.best_move.is_some() => Bound::Exact,
            _ => Bound::Upper,
        };
        let was_pv = K::PV || entry.is_some_and(|entry| entry.was_pv);
        self.store_quiet(&at, &quiet, Depth::ZERO, bound, was_pv);
        Ok(quiet.best)
    }

    /// Standing pat: nobody is forced to capture, and in nearly every position some quiet move keeps at least the
    /// evaluation. So it is a lower bound of the score.
    #[inline]
    fn stand_pat(&mut self, at: &NodeTask, entry: Option<TableEntry>, quiet: &mut Quiet) {
        let raw = match entry.and_then(|entry| entry.eval) {
            Some(eval) => eval,
            None => self.raw_evaluation(at.position, at.ply),
        };
        let eval = self.corrected(at.position, at.ply, raw);
        quiet.raw = Some(raw);
        quiet.eval = Some(eval);
        quiet.best = match entry {
            Some(entry) if entry.is_tighter_than(eval) && !entry.score.is_decisive() => entry.score,
            _ => eval,
        };
    }

    /// Searches captures and queen promotions, in check all evasions; whether there was any such move.
    #[inline]
    fn search_captures<K: NodeKind>(
        &mut self,
        at: &NodeTask,
        entry: Option<TableEntry>,
        quiet: &mut Quiet,
    ) -> Result<bool, Stopped> {
        let (position, ply, side) = (at.position, at.ply, at.position.turn());
        let context = self.stack.context(ply);
        let table_move = entry.and_then(|entry| position.unpack(entry.mv));
        let mut picker = match quiet.eval {
            None => Picker::all(table_move),
            Some(_) => Picker::noisy(table_move, params::QUIESCENCE_EXCHANGE.get()),
        };
        let mut any = false;
        while let Some(Picked { mv, noisy, .. }) = picker.next(position, &self.memory.histories, &context) {
            any = true;
            if !quiet.best.is_loss() {
                // Captures that win too little come last, and bring nothing here.
                if picker.is_past_good_captures() {
                    break;
                }
                if let Some(hoped) = delta(quiet, mv) {
                    quiet.best = quiet.best.max(hoped);
                    continue;
                }
                // One way out of check is known that is not mate: quiet evasions need not be searched.
                if quiet.eval.is_none() && !noisy {
                    picker.skip_quiets();
                }
            }

            let child = position.play_announcing(mv, |key| self.shared.table.prefetch(key));
            self.enter(at, Some(mv), &child);
            self.stack.play(ply, PieceTo::new(side, mv), !noisy);
            self.stack.at(ply.next()).pv.clear();
            let score = -self.quiescence::<K>(at.child(&child, Depth::ZERO, quiet.alpha, at.beta, false))?;
            self.leave();

            quiet.best = quiet.best.max(score);
            if score > quiet.alpha {
                quiet.best_move = Some(mv);
                if K::PV {
                    self.stack.extend_pv(ply, mv);
                }
                if score >= at.beta {
                    break;
                }
                quiet.alpha = score;
            }
        }
        Ok(any)
    }

    #[inline]
    fn store_quiet(&self, at: &NodeTask, quiet: &Quiet, depth: Depth, bound: Bound, was_pv: bool) {
        let mv = quiet.best_move.map_or(PackedMove::NONE, PackedMove::new);
        let entry = TableEntry { mv, score: quiet.best, eval: quiet.raw, depth, bound, was_pv };
        self.shared.table.store(at.position.key(), at.ply, entry);
    }
}

/// Delta pruning: where even winning the victim for nothing, and a margin for what the evaluation may gain besides,
/// would not reach alpha, the capture is not searched. Returns the score that it could have reached at best.
#[inline]
fn delta(quiet: &Quiet, mv: Move) -> Option<Score> {
    let eval = quiet.eval.filter(|_| mv.promotion().is_none())?;
    let hoped = eval + mv.capture().map_or(0, exchange_value) + params::DELTA_MARGIN.get();
    (hoped <= quiet.alpha).then_some(hoped)
}

#[cfg(test)]
mod tests {
    use super::super::fixtures::{mv, scout, with_search};
    use super::super::task::{Pv, Scout};
    use super::*;

    fn score(fen: &str) -> Score {
        with_search(fen, |search, position| {
            let at = NodeTask { alpha: -Score::INFINITE, beta: Score::INFINITE, ..scout(position, 0, 0) };
            search.quiescence::<Pv>(at).unwrap()
        })
    }

    #[test]
    fn a_hanging_queen_is_taken_and_a_guarded_pawn_is_not() {
        let evaluation = |fen: &str| with_search(fen, |search, position| search.raw_evaluation(position, Ply::ROOT));
        let free = "4k3/5ppp/8/3q4/8/2N5/5PPP/4K3 w - - 0 1";
        assert!(score(free) > evaluation(free) + 700);
        let guarded = "4k3/2p5/3p4/8/8/8/5PPP/3QK3 w - - 0 1";
        assert_eq!(score(guarded), evaluation(guarded));
        with_search(guarded, |search, position| {
            search.quiescence::<Scout>(scout(position, 0, 5000)).unwrap();
            assert_eq!(search.nodes, 0, "captures that lose material are not searched");
        });
    }

    #[test]
    fn standing_pat_cuts_and_is_stored_without_a_depth() {
        with_search("rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1", |search, position| {
            let at = scout(position, 0, -500);
            let score = search.quiescence::<Scout>(at).unwrap();
            let stored = search.shared.table.probe(position.key(), at.ply).expect("an entry");
            assert_eq!((stored.score, stored.bound), (score, Bound::Lower));
            assert_eq!(stored.depth, Depth(params::TABLE_UNSEARCHED_DEPTH));
            assert_eq!(search.nodes, 0);
        });
    }

    #[test]
    fn in_check_every_evasion_is_searched() {
        assert_eq!(score("R5k1/5ppp/8/8/8/8/8/6K1 b - - 0 1"), Score::mated_in(Ply(1)));
        // The only evasion is quiet.
        assert!(!score("R5k1/5pp1/7p/8/8/8/8/6K1 b - - 0 1").is_loss());
        // The only evasion gives a queen for a rook.
        assert!(!score("R5k1/5ppp/8/8/4B3/8/q7/6K1 b - - 0 1").is_loss());
    }

    #[test]
    fn delta_pruning_leaves_out_victims_too_small_to_reach_alpha() {
        with_search("4k3/8/8/3p4/8/2N5/8/4K3 w - - 0 1", |_, position| {
            let quiet = |alpha: i32, eval: Option<i32>| Quiet {
                alpha: Score(alpha),
                best: Score(-900),
                best_move: None,
                raw: None,
                eval: eval.map(Score),
            };
            let takes = mv(position, "c3d5");
            let reach = 100 + params::DELTA_MARGIN.get();
            assert_eq!(delta(&quiet(reach, Some(0)), takes), Some(Score(reach)));
            assert_eq!(delta(&quiet(reach - 1, Some(0)), takes), None);
            assert_eq!(delta(&quiet(reach, None), takes), None, "in check");
        });
        with_search("8/P3k3/8/8/8/8/8/4K3 w - - 0 1", |_, position| {
            let quiet = Quiet { alpha: Score(5000), best: Score(0), best_move: None, raw: None, eval: Some(Score(0)) };
            assert_eq!(delta(&quiet, mv(position, "a7a8q")), None, "promotions may win more");
        });
    }
}
