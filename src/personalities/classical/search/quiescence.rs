//! Quiescence: captures until the position is quiet, so that no evaluation is taken in the middle of an exchange.

use crate::engine::{Bound, Depth, Ply, Score};

use super::node::{NodeKind, Task, bounds_better, decides};
use super::{Search, Stopped};
use crate::chess::packed::PackedMove;
use crate::personalities::classical::history::PieceTo;
use crate::personalities::classical::order::{Picked, Picker};
use crate::personalities::classical::params;
use crate::personalities::classical::see::exchange_value;
use crate::personalities::classical::table::Seen;

/// Depth of an entry that only keeps an evaluation.
const UNSEARCHED: Depth = Depth(-2);

impl Search<'_> {
    /// The score once nothing hangs any more; all evasions are searched when in check.
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
        let seen = self.shared.table.probe(position.key(), ply);
        if let Some(seen) = seen
            && !K::PV
            && decides(&seen, at.alpha, at.beta)
        {
            return Ok(seen.score);
        }

        let (mut alpha, mut best, mut best_move) = (at.alpha, -Score::INFINITE, None);
        let (mut raw, mut eval) = (None, None);
        if !position.in_check() {
            // Standing pat: nobody is forced to capture.
            let value = match seen.and_then(|seen| seen.eval) {
                Some(eval) => eval,
                None => self.raw_evaluation(position),
            };
            let corrected = self.corrected(position, ply, value);
            raw = Some(value);
            eval = Some(corrected);
            best = match seen {
                Some(seen) if bounds_better(&seen, corrected) && !seen.score.is_decisive() => seen.score,
                _ => corrected,
            };
            if best >= at.beta {
                if seen.is_none() {
                    let seen = Seen {
                        mv: PackedMove::NONE,
                        score: best,
                        eval: raw,
                        depth: UNSEARCHED,
                        bound: Bound::Lower,
                        was_pv: false,
                    };
                    self.shared.table.store(position.key(), ply, seen);
                }
                return Ok(best);
            }
            alpha = alpha.max(best);
        }

        let side = position.turn();
        let context = self.stack.context(ply);
        let table_move = seen.and_then(|seen| seen.mv.unpack(position.chess()));
        let mut picker = match eval {
            None => Picker::all(table_move, [PackedMove::NONE; 2]),
            Some(_) => Picker::noisy(table_move, 0),
        };
        let mut any = false;
        while let Some(Picked { mv, noisy, .. }) = picker.next(position, &self.memory.histories, &context) {
            any = true;
            if !best.is_loss() {
                // Captures that lose material come last, and bring nothing here.
                if picker.is_past_good_captures() {
                    break;
                }
                match eval {
                    // Delta pruning: even winning the victim for nothing would not reach alpha.
                    Some(eval) if mv.promotion().is_none() => {
                        let hoped = eval + mv.capture().map_or(0, exchange_value) + params::DELTA_MARGIN;
                        if hoped <= alpha {
                            best = best.max(hoped);
                            continue;
                        }
                    }
                    // One way out of check is known: quiet ones need not be looked at.
                    None if !noisy => picker.skip_quiets(),
                    _ => {}
                }
            }

            self.shared.table.prefetch(position.likely_key_after(mv));
            let child = position.play(mv);
            self.enter(&child);
            self.stack.at(ply).played = PieceTo::new(side, mv);
            self.stack.at(ply.next()).pv.clear();
            let score = -self.quiescence::<K>(at.child(&child, Depth::ZERO, alpha, at.beta, false))?;
            self.leave();

            if score > best {
                best = score;
                if score > alpha {
                    best_move = Some(mv);
                    if K::PV {
                        self.stack.extend_pv(ply, mv);
                    }
                    if score >= at.beta {
                        break;
                    }
                    alpha = score;
                }
            }
        }
        if position.in_check() && !any {
            return Ok(Score::mated_in(ply));
        }

        let bound = match best {
            score if score >= at.beta => Bound::Lower,
            _ if K::PV && best_move.is_some() => Bound::Exact,
            _ => Bound::Upper,
        };
        let mv = best_move.map_or(PackedMove::NONE, PackedMove::new);
        let was_pv = K::PV || seen.is_some_and(|seen| seen.was_pv);
        self.shared.table.store(
            position.key(),
            ply,
            Seen { mv, score: best, eval: raw, depth: Depth::ZERO, bound, was_pv },
        );
        Ok(best)
    }
}
