//! Continuing the game in mind: minimax over sentences, along the continuations that sound best.

use shakmaty::{Color, Move, Position as _};

use crate::engine::{Clock, Game, Limits, Ply, ResultProbabilities, Score, Stop};
use crate::nets::NetError;
use crate::nets::pattern::{Heard, Reader};

/// How a line ends, from White's view.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Value {
    /// The logarithm of the odds that White wins, as the net hears it.
    Heard(f32),
    /// By the rules, and by a position that was on the board before.
    Draw,
    /// This side mates with the half move of this number, counted from the root.
    Mate(Color, usize),
}

impl Value {
    /// For comparison: larger is better for White. Mates lie beyond all that is heard, the nearest farthest.
    fn order(self) -> f32 {
        const MATE: f32 = 1e6;
        match self {
            Value::Heard(logit) => logit,
            Value::Draw => 0.0,
            Value::Mate(Color::White, ply) => MATE - ply as f32,
            Value::Mate(Color::Black, ply) => ply as f32 - MATE,
        }
    }

    /// The same from a side's view.
    fn for_side(self, side: Color) -> f32 {
        if side.is_white() { self.order() } else { -self.order() }
    }

    /// Chances of loss, draw and win for a side. The net has learned from games that somebody won: it knows no draws
    /// but those by the rules.
    pub fn verdict(self, side: Color) -> ResultProbabilities {
        let white = match self {
            Value::Heard(logit) => 1.0 / (1.0 + (-logit).exp()),
            Value::Draw => return ResultProbabilities([0.0, 1.0, 0.0]),
            Value::Mate(winner, _) => f32::from(u8::from(winner.is_white())),
        };
        let verdict = ResultProbabilities([1.0 - white, 0.0, white]);
        if side.is_white() { verdict } else { verdict.reversed() }
    }

    pub fn score(self, side: Color) -> Score {
        match self {
            Value::Mate(winner, ply) if winner == side => Score::mate_in(Ply(ply)),
            Value::Mate(_, ply) => -Score::mate_in(Ply(ply)),
            _ => self.verdict(side).score(),
        }
    }
}

/// A move and what comes of it.
#[derive(Clone, Debug)]
pub struct Line {
    pub value: Value,
    pub pv: Vec<Move>,
}

/// Why a look ahead ended early.
#[derive(Debug)]
pub enum Interrupted {
    Stopped,
    Broken(NetError),
}

impl From<NetError> for Interrupted {
    fn from(error: NetError) -> Interrupted {
        Interrupted::Broken(error)
    }
}

/// One look ahead.
pub struct Lookahead<'a> {
    pub reader: &'a mut Reader,
    limits: &'a Limits,
    clock: &'a Clock,
    stop: &'a Stop,
    /// Continuations that are followed further.
    beam: usize,
    /// Continuations that were heard.
    pub nodes: u64,
    /// Whether limits are looked at.
    is_bound: bool,
}

impl<'a> Lookahead<'a> {
    pub fn new(
        reader: &'a mut Reader,
        limits: &'a Limits,
        clock: &'a Clock,
        stop: &'a Stop,
        beam: usize,
    ) -> Lookahead<'a> {
        Lookahead { reader, limits, clock, stop, beam, nodes: 0, is_bound: false }
    }

    /// The moves in the order of what they are worth to the mover, each judged after `depth` half moves, where it lies
    /// in the beam, else after one.
    ///
    /// The first half move is always heard to its end, which takes some milliseconds: any look is better than none.
    ///
    /// # Errors
    /// When the time is over or the net breaks down.
    pub fn rank(&mut self, game: &Game, heard: &Heard, moves: &[Move], depth: usize) -> Result<Vec<Line>, Interrupted> {
        self.is_bound = depth > 1;
        self.lines(game, heard, moves, depth, Ply::ROOT, f32::NEG_INFINITY)
    }

    /// `beta` is what the opponent has elsewhere, from the mover's view, negated: beyond it nobody looks further.
    fn lines(
        &mut self,
        game: &Game,
        heard: &Heard,
        moves: &[Move],
        depth: usize,
        ply: Ply,
        opponents: f32,
    ) -> Result<Vec<Line>, Interrupted> {
        let side = game.position().turn();
        let mut continuations = Vec::with_capacity(moves.len());
        for &mv in moves {
            continuations.push(self.continuation(game, heard, mv, ply)?);
        }
        // Ties, as between two draws, stay in the order of the moves.
        let by_value = |lines: &mut [(Line, Option<(Game, Heard)>)]| {
            lines.sort_by(|a, b| b.0.value.for_side(side).total_cmp(&a.0.value.for_side(side)));
        };
        by_value(&mut continuations);
        if depth > 1 {
            let beam = self.beam.min(continuations.len());
            let mut best = f32::NEG_INFINITY;
            for (line, open) in &mut continuations[..beam] {
                if let Some((after, heard)) = open {
                    let replies = after.legal_moves();
                    let reply = self.lines(after, heard, &replies, depth - 1, ply.next(), best)?.swap_remove(0);
                    line.value = reply.value;
                    line.pv.extend(reply.pv);
                }
                best = best.max(line.value.for_side(side));
                if ply > Ply::ROOT && best >= -opponents {
                    break;
                }
            }
            by_value(&mut continuations[..beam]);
        }
        Ok(continuations.into_iter().map(|(line, _)| line).collect())
    }

    /// A move, judged at once; with what follows from, unless the game is over then.
    fn continuation(
        &mut self,
        game: &Game,
        heard: &Heard,
        mv: Move,
        ply: Ply,
    ) -> Result<(Line, Option<(Game, Heard)>), Interrupted> {
        let over = self.limits.nodes.is_some_and(|nodes| self.nodes >= nodes);
        if self.is_bound && (over || self.clock.is_out_of_time(self.stop)) {
            return Err(Interrupted::Stopped);
        }
        self.nodes += 1;
        let mut after = game.clone();
        after.play(mv);
        let position = after.position();
        let ended = |value| Ok((Line { value, pv: vec![mv] }, None));
        if position.is_checkmate() {
            return ended(Value::Mate(game.position().turn(), ply.next().0));
        }
        if is_draw(&after) {
            return ended(Value::Draw);
        }
        let heard = self.reader.read_move(heard, game.position(), mv)?;
        Ok((Line { value: Value::Heard(heard.logit), pv: vec![mv] }, Some((after, heard))))
    }
}

/// By the rules, or because the position was on the board before: who repeats once can repeat again.
fn is_draw(game: &Game) -> bool {
    const FIFTY_MOVES: u32 = 100;
    let position = game.position();
    let (key, before) = game.keys().split_last().expect("the game has a position");
    position.is_insufficient_material()
        || position.halfmoves() >= FIFTY_MOVES
        || before.contains(key)
        || position.legal_moves().is_empty()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn nearer_mates_are_better_and_all_mates_beat_what_is_heard() {
        let falling = [
            Value::Mate(Color::White, 1),
            Value::Mate(Color::White, 3),
            Value::Heard(30.0),
            Value::Draw,
            Value::Heard(-0.1),
            Value::Mate(Color::Black, 4),
            Value::Mate(Color::Black, 2),
        ];
        assert!(falling.windows(2).all(|pair| pair[0].for_side(Color::White) > pair[1].for_side(Color::White)));
        assert!(falling.windows(2).all(|pair| pair[0].for_side(Color::Black) < pair[1].for_side(Color::Black)));
        assert_eq!(Value::Mate(Color::Black, 3).score(Color::Black), Score::mate_in(Ply(3)));
    }

    #[test]
    fn chances_are_those_of_the_side_that_asks() {
        let ahead = Value::Heard(2.0);
        assert!(ahead.verdict(Color::White).expected() > 0.85 && ahead.score(Color::Black) < Score::DRAW);
        assert_eq!(Value::Draw.score(Color::White), Score::DRAW);
    }
}
