//! Quiescence: captures until the position is quiet, so that no evaluation is taken in the middle of an exchange.

use shakmaty::Move;

use crate::engine::{Bound, Depth, Ply, Score};

use super::task::{NodeKind, Task};
use super::{Search, Stopped};
use crate::chess::packed::PackedMove;
use crate::personalities::classical::history::PieceTo;
use crate::personalities::classical::order::{Picked, Picker};
use crate::personalities::classical::params;
use crate::personalities::classical::see::exchange_value;
use crate::personalities::classical::table::TableEntry;

/// How far the quiescence of one node has come.
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
    pub(super) fn quiescence<K: NodeKind>(&mut self, at: Task) -> Result<Score, Stopped> {
        self.checkpoint()?;
        let (position, ply) = (at.position, at.ply);
        if K::PV {
            self.seldepth = self.seldepth.max(ply.0 + 1);
        }
        if let Some(score) = self.drawn_by_rule(position, ply) {
            return Ok(score);
        }
        if ply >= Ply::MAX {
            return Ok(if position.in_check() { Score::DRAW } else { self.raw_evaluation(position) });
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
    fn stand_pat(&mut self, at: &Task, entry: Option<TableEntry>, quiet: &mut Quiet) {
        let raw = match entry.and_then(|entry| entry.eval) {
            Some(eval) => eval,
            None => self.raw_evaluation(at.position),
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
        at: &Task,
        entry: Option<TableEntry>,
        quiet: &mut Quiet,
    ) -> Result<bool, Stopped> {
        let (position, ply, side) = (at.position, at.ply, at.position.turn());
        let context = self.stack.context(ply);
        let table_move = entry.and_then(|entry| entry.mv.unpack(position.chess()));
        let mut picker = match quiet.eval {
            None => Picker::all(table_move, [PackedMove::NONE; 2]),
            Some(_) => Picker::noisy(table_move, 0),
        };
        let mut any = false;
        while let Some(Picked { mv, noisy, .. }) = picker.next(position, &self.memory.histories, &context) {
            any = true;
            if !quiet.best.is_loss() {
                // Captures that lose material come last, and bring nothing here.
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

            self.shared.table.prefetch(position.likely_key_after(mv));
            let child = position.play(mv);
            self.enter(&child);
            self.stack.at(ply).played = PieceTo::new(side, mv);
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
    fn store_quiet(&self, at: &Task, quiet: &Quiet, depth: Depth, bound: Bound, was_pv: bool) {
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
    let hoped = eval + mv.capture().map_or(0, exchange_value) + params::DELTA_MARGIN;
    (hoped <= quiet.alpha).then_some(hoped)
}
