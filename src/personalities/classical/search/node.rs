//! One node of the principal variation search, as a list of steps.

use arrayvec::ArrayVec;
use shakmaty::Move;

use crate::engine::{Bound, Depth, Ply, Score};

use super::prune::{Candidate, prunes_move};
use super::reduction::ONE_PLY;
use super::{Search, Stopped};
use crate::chess::packed::PackedMove;
use crate::personalities::classical::history::{Context, PieceTo};
use crate::personalities::classical::noisy::is_noisy;
use crate::personalities::classical::order::{Picked, Picker};
use crate::personalities::classical::params;
use crate::personalities::classical::position::Position;
use crate::personalities::classical::table::Seen;

/// The kind of a node, known when the code is compiled.
pub trait NodeKind {
    const ROOT: bool;
    /// On the principal variation: searched with an open window, never pruned on a guess.
    const PV: bool;
}

pub struct Root;
pub struct Pv;
/// Searched only to compare with one bound.
pub struct Scout;

impl NodeKind for Root {
    const ROOT: bool = true;
    const PV: bool = true;
}

impl NodeKind for Pv {
    const ROOT: bool = false;
    const PV: bool = true;
}

impl NodeKind for Scout {
    const ROOT: bool = false;
    const PV: bool = false;
}

/// What is asked of a node.
#[derive(Clone, Copy)]
pub struct Task<'p> {
    pub position: &'p Position,
    pub ply: Ply,
    pub depth: Depth,
    pub alpha: Score,
    pub beta: Score,
    /// A cutoff is expected: the sibling before it failed the other way.
    pub cut_node: bool,
}

impl Task<'_> {
    /// The same position as a scout at `bound`.
    pub fn scout_below(self, bound: Score, depth: Depth) -> Self {
        Task { alpha: bound - 1, beta: bound, depth, ..self }
    }

    /// A child's task in this node's eyes; `alpha` and `beta` are this node's and are turned round.
    pub fn child<'c>(
        &self,
        position: &'c Position,
        depth: Depth,
        alpha: Score,
        beta: Score,
        cut_node: bool,
    ) -> Task<'c> {
        Task { position, ply: self.ply.next(), depth, alpha: -beta, beta: -alpha, cut_node }
    }
}

/// What a node knows before it looks at its moves.
pub struct Facts {
    pub seen: Option<Seen>,
    pub table_move: Option<Move>,
    pub excluded: Option<Move>,
    /// The static evaluation before correction, for the table.
    pub raw: Option<Score>,
    /// The corrected static evaluation; `None` in check.
    pub eval: Option<Score>,
    /// The evaluation, or the table's score where that says more.
    pub estimate: Score,
    /// Our evaluation has risen since our last move.
    pub improving: bool,
    pub was_pv: bool,
}

/// The best that a node has found so far.
struct Best {
    score: Score,
    mv: Option<Move>,
}

impl Search<'_> {
    /// The score of a position from its mover's view, exact inside the window, a bound outside (fail-soft).
    ///
    /// # Errors
    /// [`Stopped`] when the search shall end.
    pub(super) fn node<K: NodeKind>(&mut self, mut at: Task) -> Result<Score, Stopped> {
        self.stack.at(at.ply).pv.clear();
        if at.depth <= Depth::ZERO {
            return self.quiescence::<K>(at);
        }
        self.checkpoint()?;
        if K::PV {
            self.seldepth = self.seldepth.max(at.ply.0 + 1);
        }
        if !K::ROOT {
            if let Some(score) = self.drawn_by_rule(at.position, at.ply) {
                return Ok(score);
            }
            if at.ply >= Ply::MAX {
                return Ok(if at.position.in_check() { Score::DRAW } else { self.raw_evaluation(at.position) });
            }
            if let Some(score) = clamp_to_mates(&mut at) {
                return Ok(score);
            }
        }

        let mut facts = self.look_up::<K>(&at);
        if let Some(score) = table_cut::<K>(&at, &facts) {
            return Ok(score);
        }
        if let Some(score) = self.tablebase_cut::<K>(&mut at, &facts) {
            return Ok(score);
        }
        self.evaluate(&at, &mut facts);
        if let Some(score) = self.prune_before_moves::<K>(&at, &facts)? {
            return Ok(score);
        }
        // Internal iterative reduction: without a move from the table the order is poor, so do not spend the full depth
        // on it.
        if facts.table_move.is_none() && at.depth.0 >= params::INTERNAL_REDUCTION_DEPTH && (K::PV || at.cut_node) {
            at.depth -= 1;
        }
        self.search_moves::<K>(at, &facts)
    }

    fn look_up<K: NodeKind>(&mut self, at: &Task) -> Facts {
        let excluded = self.stack.at(at.ply).excluded;
        let seen = self.shared.table.probe(at.position.key(), at.ply);
        let table_move = if K::ROOT {
            self.root_moves.get(self.pv_index).map(|root| root.mv)
        } else {
            seen.and_then(|seen| seen.mv.unpack(at.position.chess()))
        };
        let was_pv = K::PV || seen.is_some_and(|seen| seen.was_pv);
        Facts { seen, table_move, excluded, raw: None, eval: None, estimate: Score::DRAW, improving: false, was_pv }
    }

    /// The static evaluation, and whether it has improved over our last turn.
    fn evaluate(&mut self, at: &Task, facts: &mut Facts) {
        if at.position.in_check() {
            self.stack.at(at.ply).eval = None;
            return;
        }
        let raw = match facts.seen.and_then(|seen| seen.eval) {
            Some(eval) => eval,
            None => self.raw_evaluation(at.position),
        };
        let eval = self.corrected(at.position, at.ply, raw);
        self.stack.at(at.ply).eval = Some(eval);
        let before = self.stack.before(at.ply, 2).eval.or(self.stack.before(at.ply, 4).eval);
        facts.improving = before.is_some_and(|before| eval > before);
        facts.raw = Some(raw);
        facts.eval = Some(eval);
        facts.estimate = match facts.seen {
            Some(seen) if bounds_better(&seen, eval) && !seen.score.is_decisive() => seen.score,
            _ => eval,
        };
    }

    fn search_moves<K: NodeKind>(&mut self, at: Task, facts: &Facts) -> Result<Score, Stopped> {
        let side = at.position.turn();
        let context = self.stack.context(at.ply);
        let (mut alpha, beta) = (at.alpha, at.beta);
        let mut best = Best { score: -Score::INFINITE, mv: None };
        let mut number = 0;
        let mut quiets: ArrayVec<Move, 64> = ArrayVec::new();
        let mut captures: ArrayVec<Move, 32> = ArrayVec::new();
        let parent = self.stack.before(at.ply, 1);
        let double_extensions = if K::ROOT { 0 } else { parent.double_extensions };
        self.stack.at(at.ply.next()).killers = [PackedMove::NONE; 2];
        self.stack.at(at.ply.next()).cutoffs = 0;

        let mut picker = Picker::all(facts.table_move, self.stack.at(at.ply).killers);
        while let Some(Picked { mv, noisy, history }) = picker.next(at.position, &self.memory.histories, &context) {
            if Some(mv) == facts.excluded || (K::ROOT && !self.is_root_candidate(mv)) {
                continue;
            }
            number += 1;
            let mut reduction = self.reductions.base(noisy, at.depth, number);

            if !K::ROOT
                && !best.score.is_loss()
                && at.position.has_pieces(side)
                && prunes_move(&at, facts, alpha, Candidate { mv, noisy, history, number, reduction }, &mut picker)
            {
                continue;
            }

            self.report_current_move::<K>(mv, number);
            let extension = if Some(mv) == facts.table_move {
                match self.singularity::<K>(&at, facts, double_extensions)? {
                    Ok(extension) => extension,
                    Err(cutoff) => return Ok(cutoff),
                }
            } else {
                0
            };

            self.shared.table.prefetch(at.position.likely_key_after(mv));
            let child = at.position.play(mv);
            let nodes_before = self.nodes;
            self.enter(&child);
            let frame = self.stack.at(at.ply);
            frame.played = PieceTo::new(side, mv);
            frame.double_extensions = double_extensions + u8::from(extension >= 2);
            let depth = at.depth - 1 + extension;

            let mut score = -Score::INFINITE;
            let mut open = K::PV && number == 1;
            if at.depth.0 >= 2 && number > 1 + usize::from(K::ROOT) {
                reduction += self.reduction_adjustment::<K>(&at, facts, noisy, history, child.in_check());
                let reduced = depth - (reduction / ONE_PLY).clamp(0, (depth.0 - 1).max(0));
                score = -self.node::<Scout>(at.child(&child, reduced, alpha, alpha + 1, true))?;
                // A reduced move that does well after all is searched again in full.
                if score > alpha && reduced < depth {
                    score = -self.node::<Scout>(at.child(&child, depth, alpha, alpha + 1, !at.cut_node))?;
                    if !noisy {
                        let bonus = if score > alpha { bonus(depth) } else { -malus(depth) };
                        self.memory.histories.update_continuations(side, mv, &context, bonus);
                    }
                }
                open = K::PV && score > alpha;
            } else if !K::PV || number > 1 {
                score = -self.node::<Scout>(at.child(&child, depth, alpha, alpha + 1, !at.cut_node))?;
                open = K::PV && score > alpha;
            }
            if open {
                score = -self.node::<Pv>(at.child(&child, depth, alpha, beta, false))?;
            }
            self.leave();

            if K::ROOT {
                self.record_root_move(mv, number, score, alpha, beta, self.nodes - nodes_before);
            }
            if score > best.score {
                best.score = score;
                if score > alpha {
                    best.mv = Some(mv);
                    if K::PV {
                        self.stack.extend_pv(at.ply, mv);
                    }
                    if score >= beta {
                        break;
                    }
                    alpha = score;
                }
            }
            // What was tried in vain is remembered against it; lists that overflow have told enough.
            if best.mv != Some(mv) {
                let _ = if noisy { captures.try_push(mv) } else { quiets.try_push(mv) };
            }
        }

        if number == 0 {
            return Ok(match facts.excluded {
                Some(_) => alpha,
                None if at.position.in_check() => Score::mated_in(at.ply),
                None => Score::DRAW,
            });
        }
        let bound = match best.score {
            score if score >= beta => Bound::Lower,
            _ if best.mv.is_some() && K::PV => Bound::Exact,
            _ => Bound::Upper,
        };
        if let Some(mv) = best.mv
            && bound == Bound::Lower
        {
            self.stack.at(at.ply).cutoffs += 1;
            self.learn_from_cutoff(&at, mv, &context, &quiets, &captures);
        }
        if facts.excluded.is_none() && !(K::ROOT && self.pv_index > 0) {
            self.remember(&at, facts, &best, bound);
        }
        Ok(best.score)
    }

    /// How much more (or, negative, less) than usual to reduce a late move, in 1/1024 ply.
    fn reduction_adjustment<K: NodeKind>(
        &mut self,
        at: &Task,
        facts: &Facts,
        noisy: bool,
        history: i32,
        gives_check: bool,
    ) -> i32 {
        let mut change = 0;
        if facts.was_pv {
            change -= params::REDUCTION_PV;
        }
        if at.cut_node {
            change += params::REDUCTION_CUT_NODE;
        }
        if !facts.improving {
            change += params::REDUCTION_NOT_IMPROVING;
        }
        if gives_check {
            change -= params::REDUCTION_CHECK;
        }
        if facts.table_move.is_some_and(is_noisy) {
            change += params::REDUCTION_NOISY_TABLE_MOVE;
        }
        if self.stack.at(at.ply.next()).cutoffs > params::REDUCTION_CUTOFFS {
            change += params::REDUCTION_MANY_CUTOFFS;
        }
        let divisor = if noisy { params::REDUCTION_NOISY_HISTORY } else { params::REDUCTION_HISTORY };
        change - history * ONE_PLY / divisor
    }

    /// The move that cut is drawn up in all histories, those tried before it are drawn down.
    fn learn_from_cutoff(&mut self, at: &Task, best: Move, context: &Context, quiets: &[Move], captures: &[Move]) {
        let (side, bonus, malus) = (at.position.turn(), bonus(at.depth), malus(at.depth));
        let histories = &mut self.memory.histories;
        if is_noisy(best) {
            histories.update_capture(side, best, bonus);
        } else {
            // A refutation found at once in a shallow search says little.
            if at.depth.0 > 2 || !quiets.is_empty() {
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

    /// Stores the result, and learns how far the static evaluation was off.
    fn remember(&mut self, at: &Task, facts: &Facts, best: &Best, bound: Bound) {
        let mv = best.mv.map_or(PackedMove::NONE, PackedMove::new);
        let seen = Seen { mv, score: best.score, eval: facts.raw, depth: at.depth, bound, was_pv: facts.was_pv };
        self.shared.table.store(at.position.key(), at.ply, seen);

        let Some(eval) = facts.eval else { return };
        let informative = match bound {
            Bound::Lower => best.score > eval,
            Bound::Upper => best.score < eval,
            Bound::Exact => true,
        };
        if informative && !best.mv.is_some_and(is_noisy) && !best.score.is_decisive() {
            let context = self.stack.context(at.ply);
            self.memory.histories.update_correction(at.position, &context, best.score.0 - eval.0, at.depth.0);
        }
    }
}

/// Mate distance pruning: no line from here can beat a mate that is already in hand, nor be worse than being mated now.
fn clamp_to_mates(at: &mut Task) -> Option<Score> {
    at.alpha = at.alpha.max(Score::mated_in(at.ply));
    at.beta = at.beta.min(Score::mate_in(at.ply.next()));
    (at.alpha >= at.beta).then_some(at.alpha)
}

/// The table's score, where it was found by a search at least as deep and its bound decides.
fn table_cut<K: NodeKind>(at: &Task, facts: &Facts) -> Option<Score> {
    let seen = facts.seen?;
    // Near the fifty-move rule a score from another path may be false.
    if K::PV || facts.excluded.is_some() || seen.depth < at.depth || at.position.halfmoves() >= 90 {
        return None;
    }
    decides(&seen, at.alpha, at.beta).then_some(seen.score)
}

/// Whether a stored bound lies outside the window.
pub(super) fn decides(seen: &Seen, alpha: Score, beta: Score) -> bool {
    match seen.bound {
        Bound::Exact => true,
        Bound::Lower => seen.score >= beta,
        Bound::Upper => seen.score <= alpha,
    }
}

/// Whether the table's score says more about the position than its static evaluation.
pub(super) fn bounds_better(seen: &Seen, eval: Score) -> bool {
    match seen.bound {
        Bound::Exact => true,
        Bound::Lower => seen.score > eval,
        Bound::Upper => seen.score < eval,
    }
}

fn bonus(depth: Depth) -> i32 {
    (params::BONUS_FACTOR * depth.0 - params::BONUS_OFFSET).clamp(0, params::BONUS_LIMIT)
}

fn malus(depth: Depth) -> i32 {
    (params::MALUS_FACTOR * depth.0 - params::BONUS_OFFSET).clamp(0, params::MALUS_LIMIT)
}
