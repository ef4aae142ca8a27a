//! The reports of a player while it searches. A reporter prints UCI, records, or ignores them.

use std::time::Duration;

use shakmaty::Move;

use crate::engine::{Depth, Score};
use crate::files::Interrupt;

/// The kind of a score: exact or a bound.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Bound {
    #[default]
    Exact,
    Lower,
    Upper,
}

/// Probabilities out of 1000, from the mover's view; they add up to 1000.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Wdl {
    pub win: u16,
    pub draw: u16,
    pub loss: u16,
}

/// One line of a search, as in UCI's `info`.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Info {
    pub depth: Depth,
    pub seldepth: usize,
    /// Rank of this line, from 1.
    pub multipv: usize,
    pub score: Score,
    pub bound: Bound,
    /// Present if the player has an estimate of its own. `UCI_ShowWDL` prints it, or what
    /// [`crate::engine::ResultProbabilities::of_score`] makes of the score.
    pub wdl: Option<Wdl>,
    pub nodes: u64,
    /// Table use in permille.
    pub hashfull: u32,
    pub tbhits: u64,
    pub time: Duration,
    pub pv: Vec<Move>,
}

/// Nodes per second; a search too short to be timed counts as one microsecond.
pub fn per_second(nodes: u64, time: Duration) -> u64 {
    let rate = u128::from(nodes) * 1_000_000 / time.as_micros().max(1);
    rate.try_into().unwrap_or(u64::MAX)
}

/// Takes what a player reports. `Send`, because players search on threads of their own.
pub trait Reporter: Send {
    fn info(&mut self, info: &Info);

    /// The root move being searched, its number from 1. Reported only after some seconds.
    fn current_move(&mut self, depth: Depth, mv: Move, number: usize) {
        let _ = (depth, mv, number);
    }

    /// Free text (`info string`).
    fn message(&mut self, text: &str);

    /// Ends the reading of a long file for the player.
    fn interrupt(&self) -> Interrupt {
        Interrupt::NEVER
    }
}

/// Ignores everything.
#[derive(Clone, Copy, Debug, Default)]
pub struct Silent;

impl Reporter for Silent {
    fn info(&mut self, _: &Info) {}
    fn message(&mut self, _: &str) {}
}

/// Keeps everything, for tests and for commands that use a player's report.
#[derive(Clone, Debug, Default)]
pub struct Recorder {
    pub infos: Vec<Info>,
    pub messages: Vec<String>,
}

impl Reporter for Recorder {
    fn info(&mut self, info: &Info) {
        self.infos.push(info.clone());
    }

    fn message(&mut self, text: &str) {
        self.messages.push(text.to_owned());
    }
}
