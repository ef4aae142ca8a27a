//! One turn of a player, whatever the player does: what it chooses is legal, and a panic ends the player alone.

use std::time::{Duration, Instant};

use shakmaty::{Chess, Move, Position};
use thiserror::Error;

use crate::engine::{Choice, Depth, Game, Info, Limits, Personality, Ply, Reporter, Score, Stop, Wdl};
use crate::files::Interrupt;
use crate::work::caught::catch;

/// A player panicked: it has to be built anew.
#[derive(Clone, Debug, Error, PartialEq, Eq)]
#[error("{name} failed ({reason}) and starts afresh")]
pub struct PlayerFailed {
    pub name: &'static str,
    pub reason: String,
}

/// The request to a player for a move.
#[derive(Clone, Copy)]
pub struct Turn<'a> {
    /// The player's name.
    pub name: &'static str,
    pub game: &'a Game,
    pub limits: &'a Limits,
    pub stop: &'a Stop,
}

impl Turn<'_> {
    /// Asks a player for its move. The choice is legal and allowed whatever the player does, and without a move only
    /// where there is none; a reply that is not legal after it is left out. At least one [`Info`] is reported, and the
    /// fault where the player panics, which is returned as well. Does not return before [`Stop::is_released`].
    pub fn ask(self, player: &mut dyn Personality, report: &mut dyn Reporter) -> (Choice, Option<PlayerFailed>) {
        let start = Instant::now();
        let position = self.game.position();
        let allowed = self.limits.allowed(self.game);
        let mut watch = Watch { report, best: None };

        let (mut choice, mut failure) = (Choice::default(), None);
        if allowed.is_empty() {
            watch.info(&line_of_the_end(position));
        } else {
            match catch(|| player.choose(self.game, self.limits, self.stop, &mut watch)) {
                Ok(chosen) => choice = chosen,
                Err(reason) => {
                    let failed = PlayerFailed { name: self.name, reason };
                    watch.message(&format!("error: {failed}"));
                    failure = Some(failed);
                }
            }
        }
        let playable = |mv: &Move| allowed.contains(mv);
        let best = choice.best.filter(playable).or(watch.best.filter(playable)).or(allowed.first().copied());
        if let (Some(best), None) = (best, watch.best) {
            watch.info(&bare_line(position, best, start.elapsed()));
        }
        self.stop.wait_for_release(self.limits);
        (Choice { best, ponder: best.and_then(|best| legal_reply(position, best, choice.ponder)), ..choice }, failure)
    }
}

/// Passes reports on, and keeps the first move of the last best line.
struct Watch<'a> {
    report: &'a mut dyn Reporter,
    best: Option<Move>,
}

impl Reporter for Watch<'_> {
    fn info(&mut self, info: &Info) {
        if info.multipv <= 1 {
            self.best = info.pv.first().copied().or(self.best);
        }
        self.report.info(info);
    }

    fn current_move(&mut self, depth: Depth, mv: Move, number: usize) {
        self.report.current_move(depth, mv, number);
    }

    fn message(&mut self, text: &str) {
        self.report.message(text);
    }

    fn interrupt(&self) -> Interrupt {
        self.report.interrupt()
    }
}

/// The one line where there is no move to choose.
fn line_of_the_end(position: &Chess) -> Info {
    let (score, wdl) = match position.is_checkmate() {
        true => (-Score::MATE, Wdl { win: 0, draw: 0, loss: 1000 }),
        false => (Score::DRAW, Wdl { win: 0, draw: 1000, loss: 0 }),
    };
    Info { multipv: 1, score, wdl: Some(wdl), ..Info::default() }
}

/// The line of a move that its player said nothing about.
fn bare_line(position: &Chess, best: Move, time: Duration) -> Info {
    let mut after = position.clone();
    after.play_unchecked(best);
    let score = if after.is_checkmate() { Score::mate_in(Ply(1)) } else { Score::DRAW };
    Info { depth: Depth(1), seldepth: 1, multipv: 1, score, nodes: 1, time, pv: vec![best], ..Info::default() }
}

fn legal_reply(position: &Chess, best: Move, reply: Option<Move>) -> Option<Move> {
    let mut after = position.clone();
    after.play_unchecked(best);
    reply.filter(|&reply| after.is_legal(reply))
}
