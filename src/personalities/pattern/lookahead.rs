//! Minimax over continuations of the game: every one is judged by the net, the best are followed further, and where
//! there is something to capture, until there is not.

use shakmaty::{Move, Position as _};

use super::forcing::forcing_moves;
use super::order::allows_mate;
use super::value::{Value, ValuedLine};
use crate::engine::{Clock, Game, Limits, Ply, Stop, is_drawn};
use crate::nets::NetError;
use crate::nets::pattern::{Reader, ReaderState};

/// Plies beyond the depth for captures, promotions, checks and the answers to them.
const QUIET_PLIES: usize = 6;
/// The number of replies that the policy proposes, in beams, besides those that force something.
const PROPOSED: usize = 2;

/// A line that can be continued: the game after its moves, and the net's state there.
type Open = (Game, ReaderState);

/// Why a look-ahead ended early.
#[derive(Debug)]
pub enum Interrupted {
    Stopped,
    Failed(NetError),
}

impl From<NetError> for Interrupted {
    fn from(error: NetError) -> Interrupted {
        match error {
            NetError::Stopped => Interrupted::Stopped,
            error => Interrupted::Failed(error),
        }
    }
}

/// One look-ahead.
pub struct Lookahead<'a> {
    pub reader: &'a mut Reader,
    limits: &'a Limits,
    clock: &'a Clock,
    stop: &'a Stop,
    width: Width,
    /// Moves that were judged.
    pub nodes: u64,
}

/// The number of moves that are looked at more than one ply deep.
#[derive(Clone, Copy, Debug)]
pub struct Width {
    /// In every position.
    pub beam: usize,
    /// At the root at least so many, each to its own value: the lines that are reported.
    pub lines: usize,
}

/// The value that each side already has elsewhere, for comparison in the view of the side to move.
#[derive(Clone, Copy)]
struct Window {
    alpha: f32,
    beta: f32,
}

impl Window {
    const ALL: Window = Window { alpha: f32::NEG_INFINITY, beta: f32::INFINITY };

    /// For the replies, in the other side's view; the mover has `best` so far.
    fn turned(self, best: f32) -> Window {
        Window { alpha: -self.beta, beta: -self.alpha.max(best) }
    }
}

impl<'a> Lookahead<'a> {
    pub fn new(
        reader: &'a mut Reader,
        limits: &'a Limits,
        clock: &'a Clock,
        stop: &'a Stop,
        width: Width,
    ) -> Lookahead<'a> {
        Lookahead { reader, limits, clock, stop, width, nodes: 0 }
    }

    /// The moves judged one after another by the position after them, best first for the mover: as many as the limits
    /// allow, at least one unless that takes too long. With a clock the soft bound is the limit already: near its end
    /// the rest is for later moves.
    ///
    /// # Errors
    /// Fails if the net fails, or is stopped before it has judged any.
    pub fn judge_each(
        &mut self,
        game: &Game,
        state: &ReaderState,
        moves: &[Move],
    ) -> Result<Vec<ValuedLine>, Interrupted> {
        let side = game.position().turn();
        let mut lines = Vec::with_capacity(moves.len());
        for &mv in moves {
            if !lines.is_empty() && (self.clock.has_spent(1.0, self.stop) || self.is_at_limit()) {
                break;
            }
            match self.judge(game, state, mv, Ply::ROOT) {
                // A large net is stopped within a move.
                Err(NetError::Stopped) if !lines.is_empty() => break,
                judged => lines.push(judged?.0),
            }
        }
        lines.sort_by(|a, b| b.value.for_side(side).total_cmp(&a.value.for_side(side)));
        Ok(lines)
    }

    /// The moves, best first for the mover: those in the beam judged after `depth` plies and what is forced behind
    /// them, the others after one. The beam is widened while all of it is mated. `state` is that of the net after the
    /// moves of the game.
    ///
    /// # Errors
    /// Fails if a limit is reached, or the net fails.
    pub fn rank(
        &mut self,
        game: &Game,
        state: &ReaderState,
        moves: &[Move],
        depth: usize,
    ) -> Result<Vec<ValuedLine>, Interrupted> {
        let mut lines = self.judge_all(game, state, moves, Ply::ROOT)?;
        let deepened = self.deepen(&mut lines, game, depth, Ply::ROOT, Window::ALL)?;
        sort(&mut lines[..deepened], game);
        Ok(lines.into_iter().map(|(line, _)| line).collect())
    }

    /// Returns true if lines are followed beyond their depth: a net with a window has no room for that.
    pub fn follows_what_is_forced(&self) -> bool {
        self.reader.vocabulary().window().is_none()
    }

    /// The best line of the side to move.
    fn best_line(
        &mut self,
        game: &Game,
        state: &ReaderState,
        depth: usize,
        ply: Ply,
        window: Window,
    ) -> Result<ValuedLine, Interrupted> {
        let moves = self.replies(game, state);
        let mut lines = self.judge_all(game, state, &moves, ply)?;
        let deepened = self.deepen(&mut lines, game, depth, ply, window)?;
        let side = game.position().turn();
        let best = lines.drain(..deepened).max_by(|a, b| a.0.value.for_side(side).total_cmp(&b.0.value.for_side(side)));
        Ok(best.expect("a game that goes on has a legal move").0)
    }

    /// Replies to be judged: those that force something, and the ones that the policy expects most; all without a
    /// policy.
    fn replies(&self, game: &Game, state: &ReaderState) -> Vec<Move> {
        let (position, moves) = (game.position(), game.legal_moves());
        let most = PROPOSED * self.width.beam;
        if moves.len() <= most {
            return moves.to_vec();
        }
        let Some(expected) = self.reader.expected_moves(state, position) else { return moves.to_vec() };
        let forcing = forcing_moves(position, true);
        let is_read = |&(place, mv): &(usize, Move)| place < most || forcing.contains(&mv);
        expected.into_iter().map(|one| one.mv).enumerate().filter(is_read).map(|(_, mv)| mv).collect()
    }

    /// All of these moves judged after one ply, best first.
    fn judge_all(
        &mut self,
        game: &Game,
        state: &ReaderState,
        moves: &[Move],
        ply: Ply,
    ) -> Result<Vec<(ValuedLine, Option<Open>)>, Interrupted> {
        let mut lines = Vec::with_capacity(moves.len());
        for &mv in moves {
            if self.is_at_limit() {
                return Err(Interrupted::Stopped);
            }
            lines.push(self.judge(game, state, mv, ply)?);
        }
        // Moves of equal value, as two draws, stay in the order of the moves.
        sort(&mut lines, game);
        Ok(lines)
    }

    /// Follows the best lines further, `depth` plies in all, and returns how many: the beam, and more while all of them
    /// are mated; fewer once one of them is too good for the opponent to allow it.
    fn deepen(
        &mut self,
        lines: &mut [(ValuedLine, Option<Open>)],
        game: &Game,
        depth: usize,
        ply: Ply,
        window: Window,
    ) -> Result<usize, Interrupted> {
        let side = game.position().turn();
        let reported = if ply == Ply::ROOT { self.width.lines } else { 1 };
        let (beam, is_each_exact) = (self.width.beam.max(reported), reported > 1);
        let mut best = f32::NEG_INFINITY;
        for (index, (line, open)) in lines.iter_mut().enumerate() {
            if index >= beam && !Value::is_mated(best) {
                return Ok(index);
            }
            if let Some((after, state)) = open {
                let for_replies = if is_each_exact { Window::ALL } else { window.turned(best) };
                let reply = match depth {
                    0 | 1 => self.quiet_line(after, state, ply.next(), for_replies, QUIET_PLIES)?,
                    _ => self.best_line(after, state, depth - 1, ply.next(), for_replies)?,
                };
                line.value = reply.value;
                line.pv.extend(reply.pv);
            }
            best = best.max(line.value.for_side(side));
            if best >= window.beta {
                return Ok(index + 1);
            }
        }
        Ok(lines.len())
    }

    /// The best line in which the side to move goes on forcing or lets the position be as the net judges it. In check
    /// it has to move.
    fn quiet_line(
        &mut self,
        game: &Game,
        state: &ReaderState,
        ply: Ply,
        window: Window,
        left: usize,
    ) -> Result<ValuedLine, Interrupted> {
        let (position, side) = (game.position(), game.position().turn());
        let mut best = ValuedLine { value: Value::from(state), pv: Vec::new() };
        if left == 0 || !self.follows_what_is_forced() {
            return Ok(best);
        }
        let is_check = position.is_check();
        let mut bound = if is_check { f32::NEG_INFINITY } else { best.value.for_side(side) };
        if bound >= window.beta {
            return Ok(best);
        }
        let moves = if is_check { game.legal_moves().to_vec() } else { forcing_moves(position, left == QUIET_PLIES) };
        for mv in moves {
            if self.is_at_limit() {
                return Err(Interrupted::Stopped);
            }
            let (mut line, open) = self.judge(game, state, mv, ply)?;
            if let Some((after, state)) = open {
                let reply = self.quiet_line(&after, &state, ply.next(), window.turned(bound), left - 1)?;
                line.value = reply.value;
                line.pv.extend(reply.pv);
            }
            let value = line.value.for_side(side);
            if value > bound {
                (bound, best) = (value, line);
            }
            if bound >= window.beta {
                break;
            }
        }
        Ok(best)
    }

    fn is_at_limit(&self) -> bool {
        self.limits.nodes.is_some_and(|nodes| self.nodes >= nodes) || self.clock.is_out_of_time(self.stop)
    }

    /// The line of one move, judged by the rules or by the net; open unless the game is over then. At the root the
    /// rules also say whether the move lets itself be mated at once.
    fn judge(
        &mut self,
        game: &Game,
        state: &ReaderState,
        mv: Move,
        ply: Ply,
    ) -> Result<(ValuedLine, Option<Open>), NetError> {
        self.nodes += 1;
        let mut after = game.clone();
        after.play(mv);
        let closed = |value| Ok((ValuedLine { value, pv: vec![mv] }, None));
        let side = game.position().turn();
        if after.position().is_checkmate() {
            return closed(Value::Mate(side, ply.next().0));
        }
        if is_draw(&after) {
            return closed(Value::Draw);
        }
        if ply == Ply::ROOT
            && let Some(mate) = allows_mate(after.position())
        {
            return Ok((ValuedLine { value: Value::Mate(!side, 2), pv: vec![mv, mate] }, None));
        }
        let stopped = || self.clock.is_out_of_time(self.stop);
        let state = self.reader.read_move(state, game.position(), mv, &stopped)?;
        Ok((ValuedLine { value: Value::from(&state), pv: vec![mv] }, Some((after, state))))
    }
}

/// Best first for the side to move.
fn sort(lines: &mut [(ValuedLine, Option<Open>)], game: &Game) {
    let side = game.position().turn();
    lines.sort_by(|a, b| b.0.value.for_side(side).total_cmp(&a.0.value.for_side(side)));
}

/// By the rules, or because the position was on the board before: who repeats once can repeat again.
fn is_draw(game: &Game) -> bool {
    let (key, before) = game.keys().split_last().expect("the game has a position");
    before.contains(key) || is_drawn(game.position())
}

#[cfg(test)]
#[path = "lookahead_tests.rs"]
mod tests;
