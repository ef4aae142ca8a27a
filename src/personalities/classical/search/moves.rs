//! The loop over the moves of one node: which are pruned, extended or reduced, and what their results teach.

use arrayvec::ArrayVec;
use shakmaty::Move;

use crate::engine::{Bound, Depth, Score};

use super::prune::prunes_move;
use super::reduction::ONE_PLY;
use super::singular::Singularity;
use super::task::{Best, Facts, NodeKind, OrderedMove, Pv, Scout, Task};
use super::{Search, Stopped};
use crate::chess::packed::PackedMove;
use crate::personalities::classical::history::{Context, PieceTo, bonus, malus};
use crate::personalities::classical::noisy::is_noisy;
use crate::personalities::classical::order::{Picked, Picker};
use crate::personalities::classical::params;
use crate::personalities::classical::position::Position;

/// How far the loop has come.
struct Progress {
    /// The node's alpha, raised by every move that beats it.
    alpha: Score,
    best: Best,
    /// Moves seen so far, pruned ones included.
    number: usize,
    /// Moves that were searched and did not become the best. Lists that overflow are long enough to learn from.
    quiets: ArrayVec<Move, 64>,
    captures: ArrayVec<Move, 32>,
}

impl Progress {
    fn new(alpha: Score) -> Progress {
        Progress {
            alpha,
            best: Best { score: -Score::INFINITE, mv: None },
            number: 0,
            quiets: ArrayVec::new(),
            captures: ArrayVec::new(),
        }
    }

    fn failed(&mut self, mv: &OrderedMove) {
        let _ = if mv.noisy { self.captures.try_push(mv.mv) } else { self.quiets.try_push(mv.mv) };
    }
}

impl Search<'_> {
    pub(super) fn search_moves<K: NodeKind>(&mut self, at: Task, facts: &Facts) -> Result<Score, Stopped> {
        let has_pieces = at.position.has_pieces(at.position.turn());
        let context = self.stack.context(at.ply);
        let double_extensions = if K::ROOT { 0 } else { self.stack.before(at.ply, 1).double_extensions };
        let child_frame = self.stack.at(at.ply.next());
        child_frame.killers = [PackedMove::NONE; 2];
        child_frame.cutoffs = 0;

        let mut progress = Progress::new(at.alpha);
        let mut picker = Picker::all(facts.table_move, self.stack.at(at.ply).killers);
        while let Some(Picked { mv, noisy, history }) = picker.next(at.position, &self.memory.histories, &context) {
            if Some(mv) == facts.excluded || (K::ROOT && !self.is_root_candidate(mv)) {
                continue;
            }
            progress.number += 1;
            let number = progress.number;
            let mv =
                OrderedMove { mv, noisy, history, number, reduction: self.reductions.base(noisy, at.depth, number) };

            // Nothing is pruned before one move is known that does not get us mated, nor without pieces, where every
            // quiet move may be the one that wins or loses a zugzwang.
            if !K::ROOT
                && !progress.best.score.is_loss()
                && has_pieces
                && prunes_move(&at, facts, progress.alpha, &mv, &mut picker)
            {
                continue;
            }

            self.report_current_move::<K>(mv.mv, number);
            let extension = match self.extension::<K>(&at, facts, mv.mv, double_extensions)? {
                Singularity::Extend(plies) => plies,
                Singularity::CutOff(score) => return Ok(score),
            };
            let nodes_before = self.nodes;
            self.stack.at(at.ply).double_extensions = double_extensions + u8::from(extension >= 2);
            let score = self.search_move::<K>(&at, facts, &mv, progress.alpha, extension)?;
            if K::ROOT {
                self.record_root_move(mv.mv, number, score, progress.alpha, at.beta, self.nodes - nodes_before);
            }
            if self.cuts_off::<K>(&at, &mv, score, &mut progress) {
                break;
            }
        }
        Ok(self.finish::<K>(&at, facts, &progress, &context))
    }

    /// Plies by which to search a move deeper than the others.
    #[inline]
    fn extension<K: NodeKind>(
        &mut self,
        at: &Task,
        facts: &Facts,
        mv: Move,
        double_extensions: u8,
    ) -> Result<Singularity, Stopped> {
        if Some(mv) == facts.table_move {
            self.singularity::<K>(at, facts, double_extensions)
        } else {
            Ok(Singularity::Extend(0))
        }
    }

    /// Plays a move, searches it and takes it back. The score is from this node's view.
    fn search_move<K: NodeKind>(
        &mut self,
        at: &Task,
        facts: &Facts,
        mv: &OrderedMove,
        alpha: Score,
        extension: i32,
    ) -> Result<Score, Stopped> {
        self.shared.table.prefetch(at.position.likely_key_after(mv.mv));
        let child = at.position.play(mv.mv);
        self.enter(&child);
        self.stack.at(at.ply).played = PieceTo::new(at.position.turn(), mv.mv);
        let score = self.search_child::<K>(at, facts, mv, &child, at.depth - 1 + extension, alpha)?;
        self.leave();
        Ok(score)
    }

    /// Principal variation search: the first move is searched with the whole window. If the order is good it is the
    /// best one, so for the others it is enough to show with a window of one point, which is cheap, that they are no
    /// better. Only a move that beats alpha against expectation gets the whole window too.
    #[inline]
    fn search_child<K: NodeKind>(
        &mut self,
        at: &Task,
        facts: &Facts,
        mv: &OrderedMove,
        child: &Position,
        depth: Depth,
        alpha: Score,
    ) -> Result<Score, Stopped> {
        let full_moves = params::REDUCTION_FULL_MOVES + usize::from(K::ROOT);
        if at.depth.0 >= params::REDUCTION_DEPTH && mv.number > full_moves {
            let score = self.search_late_move::<K>(at, facts, mv, child, depth, alpha)?;
            if !K::PV || score <= alpha {
                return Ok(score);
            }
        } else if !K::PV || mv.number > 1 {
            let score = -self.node::<Scout>(at.child(child, depth, alpha, alpha + 1, !at.cut_node))?;
            if !K::PV || score <= alpha {
                return Ok(score);
            }
        }
        Ok(-self.node::<Pv>(at.child(child, depth, alpha, at.beta, false))?)
    }

    /// Late move reduction: in a good order a late move is seldom the best, so it is searched less deep. One that does
    /// well in spite of it is searched again to the full depth, and the histories learn how that ended.
    #[inline]
    fn search_late_move<K: NodeKind>(
        &mut self,
        at: &Task,
        facts: &Facts,
        mv: &OrderedMove,
        child: &Position,
        depth: Depth,
        alpha: Score,
    ) -> Result<Score, Stopped> {
        let reduction = mv.reduction + self.reduction_adjustment(at, facts, mv, child.in_check());
        let reduced = depth - (reduction / ONE_PLY).clamp(0, (depth.0 - 1).max(0));
        let score = -self.node::<Scout>(at.child(child, reduced, alpha, alpha + 1, true))?;
        if score <= alpha || reduced >= depth {
            return Ok(score);
        }
        let score = -self.node::<Scout>(at.child(child, depth, alpha, alpha + 1, !at.cut_node))?;
        if !mv.noisy {
            let bonus = if score > alpha { bonus(depth) } else { -malus(depth) };
            self.memory.histories.update_continuations(at.position.turn(), mv.mv, &self.stack.context(at.ply), bonus);
        }
        Ok(score)
    }

    /// Takes a move's score into account; whether the node is done.
    #[inline]
    fn cuts_off<K: NodeKind>(&mut self, at: &Task, mv: &OrderedMove, score: Score, progress: &mut Progress) -> bool {
        if score > progress.best.score {
            progress.best.score = score;
        }
        if score <= progress.alpha {
            progress.failed(mv);
            return false;
        }
        progress.best.mv = Some(mv.mv);
        if K::PV {
            self.stack.extend_pv(at.ply, mv.mv);
        }
        // Cutoff: this move is so good that the opponent would not have allowed the position. He has something better
        // before it, and how much too good the move is does not matter.
        if score >= at.beta {
            return true;
        }
        progress.alpha = score;
        false
    }

    /// The node's score once its moves are searched; stores it and what was learnt.
    fn finish<K: NodeKind>(&mut self, at: &Task, facts: &Facts, progress: &Progress, context: &Context) -> Score {
        let best = &progress.best;
        if progress.number == 0 {
            return match facts.excluded {
                // No other move exists, so none reaches the bound.
                Some(_) => at.alpha,
                None if at.position.in_check() => Score::mated_in(at.ply),
                None => Score::DRAW,
            };
        }
        let bound = match best.score {
            score if score >= at.beta => Bound::Lower,
            _ if best.mv.is_some() && K::PV => Bound::Exact,
            _ => Bound::Upper,
        };
        if let Some(mv) = best.mv
            && bound == Bound::Lower
        {
            self.stack.at(at.ply).cutoffs += 1;
            self.learn_from_cutoff(at, mv, context, &progress.quiets, &progress.captures);
        }
        // A singular search has left out a move, and a second line at the root has left out the first: their results
        // are not the position's.
        if facts.excluded.is_none() && !(K::ROOT && self.pv_index > 0) {
            self.store_result(at, facts, best, bound);
        }
        best.score
    }

    /// Histories: the move that cut is rewarded, those tried before it in vain are punished, because what refuted one
    /// position refutes many like it. A quiet refutation becomes a killer: it probably refutes the node's siblings too.
    fn learn_from_cutoff(&mut self, at: &Task, best: Move, context: &Context, quiets: &[Move], captures: &[Move]) {
        let (side, bonus, malus) = (at.position.turn(), bonus(at.depth), malus(at.depth));
        let histories = &mut self.memory.histories;
        if is_noisy(best) {
            histories.update_capture(side, best, bonus);
        } else {
            // A cutoff by the first quiet move in a shallow search is no news.
            if at.depth.0 >= params::BONUS_FIRST_MOVE_DEPTH || !quiets.is_empty() {
                histories.update_quiet(side, best, context, bonus);
            }
            for &mv in quiets {
                histories.update_quiet(side, mv, context, -malus);
            }
            let killers = &mut self.stack.at(at.ply).killers;
            let packed = PackedMove::new(best);
            if killers[0] != packed {
                *killers = [packed, killers[0]];
            }
        }
        for &mv in captures {
            self.memory.histories.update_capture(side, mv, -malus);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::super::fixtures::{facts, mv, scout, with_search};
    use super::super::task::Root;
    use super::*;
    use crate::engine::Ply;

    const START: &str = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1";
    const TAKES: &str = "4k3/8/8/3p1p2/8/2N3N1/8/4K3 w - - 0 1";

    #[test]
    fn a_quiet_cutoff_rewards_its_move_punishes_those_before_it_and_leaves_a_killer() {
        with_search(TAKES, |search, position| {
            let (at, context) = (scout(position, 5, 0), search.stack.context(Ply(1)));
            let [best, tried, capture] = ["c3e2", "c3b5", "c3d5"].map(|uci| mv(position, uci));
            let side = position.turn();
            search.learn_from_cutoff(&at, best, &context, &[tried], &[capture]);
            let histories = &search.memory.histories;
            assert!(histories.quiet(side, best, &context) > 0);
            assert!(histories.quiet(side, tried, &context) < 0);
            assert!(histories.capture(side, capture) < 0);
            assert_eq!(search.stack.at(Ply(1)).killers, [PackedMove::new(best), PackedMove::NONE]);

            search.learn_from_cutoff(&at, best, &context, &[], &[]);
            assert_eq!(search.stack.at(Ply(1)).killers, [PackedMove::new(best), PackedMove::NONE], "once");
            search.learn_from_cutoff(&at, tried, &context, &[], &[]);
            assert_eq!(search.stack.at(Ply(1)).killers, [tried, best].map(PackedMove::new));
        });
    }

    #[test]
    fn a_cutoff_by_a_capture_leaves_quiet_moves_alone() {
        with_search(TAKES, |search, position| {
            let (at, context) = (scout(position, 5, 0), search.stack.context(Ply(1)));
            let [best, tried, other] = ["c3d5", "c3b5", "g3f5"].map(|uci| mv(position, uci));
            search.learn_from_cutoff(&at, best, &context, &[tried], &[other]);
            let histories = &search.memory.histories;
            assert!(histories.capture(position.turn(), best) > 0);
            assert!(histories.capture(position.turn(), other) < 0);
            assert_eq!(histories.quiet(position.turn(), tried, &context), 0);
            assert_eq!(search.stack.at(Ply(1)).killers, [PackedMove::NONE; 2]);
        });
    }

    #[test]
    fn the_first_move_of_a_shallow_node_earns_nothing_by_a_cutoff() {
        let earned = |depth: i32| {
            with_search(START, |search, position| {
                let (best, context) = (mv(position, "e2e4"), search.stack.context(Ply(1)));
                search.learn_from_cutoff(&scout(position, depth, 0), best, &context, &[], &[]);
                search.memory.histories.quiet(position.turn(), best, &context)
            })
        };
        assert_eq!(earned(params::BONUS_FIRST_MOVE_DEPTH - 1), 0);
        assert!(earned(params::BONUS_FIRST_MOVE_DEPTH) > 0);
        with_search(START, |search, position| {
            let context = search.stack.context(Ply(1));
            let [best, tried] = ["e2e4", "d2d4"].map(|uci| mv(position, uci));
            search.learn_from_cutoff(&scout(position, 2, 0), best, &context, &[tried], &[]);
            let earned = search.memory.histories.quiet(position.turn(), best, &context);
            assert!(earned > 0, "it was not the first move");
        });
    }

    #[test]
    fn a_cutoff_stores_its_move_as_a_lower_bound() {
        with_search(START, |search, position| {
            let at = scout(position, 2, -300);
            let score = search.search_moves::<Scout>(at, &facts(0)).unwrap();
            let stored = search.shared.table.probe(position.key(), at.ply).unwrap();
            assert!(score >= at.beta);
            assert_eq!((stored.bound, stored.score), (Bound::Lower, score));
            assert!(stored.mv.unpack(position.chess()).is_some());
            assert_eq!(search.stack.at(at.ply).cutoffs, 1);
        });
    }

    #[test]
    fn a_node_that_fails_low_has_an_upper_bound_and_no_move() {
        with_search(START, |search, position| {
            let at = scout(position, 2, 900);
            let score = search.search_moves::<Scout>(at, &facts(0)).unwrap();
            let stored = search.shared.table.probe(position.key(), at.ply).unwrap();
            assert!(score <= at.alpha);
            assert_eq!((stored.bound, stored.mv), (Bound::Upper, PackedMove::NONE));
        });
    }

    #[test]
    fn the_principal_variation_has_an_exact_score_and_a_legal_line() {
        with_search(START, |search, position| {
            let at = Task { alpha: Score(-900), beta: Score(900), ..scout(position, 4, 0) };
            search.search_moves::<Pv>(at, &facts(0)).unwrap();
            assert_eq!(search.shared.table.probe(position.key(), at.ply).unwrap().bound, Bound::Exact);
            let line = search.stack.at(at.ply).pv.clone();
            assert!(line.len() >= 2, "{line:?}");
            line.iter().fold(position.chess().clone(), |mut chess, &mv| {
                assert!(shakmaty::Position::legal_moves(&chess).contains(&mv));
                shakmaty::Position::play_unchecked(&mut chess, mv);
                chess
            });
        });
    }

    #[test]
    fn nothing_is_pruned_while_every_move_so_far_is_mated() {
        // A rook is about to mate on e1, and the knight's moves come first. So far below alpha any quiet move is futile.
        with_search("N3r1k1/8/8/8/8/8/5PPP/6K1 w - - 0 1", |search, position| {
            let score = search.search_moves::<Scout>(scout(position, 2, 5000), &facts(0)).unwrap();
            assert!(!score.is_loss(), "{score:?}");
        });
    }

    #[test]
    fn nothing_is_pruned_in_pawn_endings() {
        with_search("4k3/8/8/8/8/8/P7/4K3 w - - 0 1", |search, position| {
            let legal = shakmaty::Position::legal_moves(position.chess()).len() as u64;
            search.search_moves::<Scout>(scout(position, 1, 5000), &facts(0)).unwrap();
            assert!(search.nodes >= legal, "{} {legal}", search.nodes);
        });
    }

    #[test]
    fn a_second_line_at_the_root_is_not_stored_as_the_position_s_result() {
        let stored = |pv_index: usize| {
            with_search(START, |search, position| {
                search.pv_index = pv_index;
                let at = Task { ply: Ply::ROOT, ..scout(position, 2, 300) };
                search.search_moves::<Root>(at, &facts(0)).unwrap();
                search.shared.table.probe(position.key(), Ply::ROOT).is_some()
            })
        };
        assert!(stored(0) && !stored(1));
    }

    #[test]
    fn a_singular_search_leaves_its_move_out_and_stores_nothing() {
        with_search("4k3/5ppp/8/3q4/8/2N5/5PPP/4K3 w - - 0 1", |search, position| {
            let at = scout(position, 3, 0);
            let excluded = Some(mv(position, "c3d5"));
            let score = search.search_moves::<Scout>(at, &Facts { excluded, ..facts(0) }).unwrap();
            assert!(score < at.beta, "without the capture White is lost");
            assert_eq!(search.shared.table.probe(position.key(), at.ply), None);
        });
    }
}
