//! The option `HumanClock`: a player that takes as long for a move as a person of its rating does.
//!
//! The time is sampled from the distribution that a small net gives ([`crate::nets::thinking_time`]), and is known
//! before the player begins: it searches no longer than that, and what is left is waited for.

mod bound;
mod overrun;

use std::time::{Duration, Instant};

use shakmaty::Position as _;

use self::bound::longest;
use self::overrun::Overrun;
use crate::chess::notation::plies_before;
use crate::engine::options::SharedOptions;
use crate::engine::{Choice, Clock, Game, Limits, Personality, Reporter, SeededRng, SeenClocks, SideClock, Stop};
use crate::nets::NetError;
use crate::nets::thinking_time::{MOVES, MoveContext, ThinkingTime, Times};

/// The rating whose times are taken where the strength is not limited.
const FULL_STRENGTH: u16 = 2200;
/// A search gets at least this, however quickly a person would move.
const LEAST_SEARCH: Duration = Duration::from_millis(20);

/// A player that plays on a person's clock where the option is on, and as it does without this where it is off.
pub struct HumanClock {
    player: Box<dyn Personality>,
    shared: SharedOptions,
    /// Loaded when the option is first on.
    net: Option<ThinkingTime>,
    rng: SeededRng,
    seen: SeenClocks,
    overrun: Overrun,
}

impl HumanClock {
    pub fn around(player: Box<dyn Personality>) -> HumanClock {
        HumanClock {
            player,
            shared: SharedOptions::default(),
            net: None,
            rng: SeededRng::default(),
            seen: SeenClocks::default(),
            overrun: Overrun::default(),
        }
    }

    /// Returns true if a `go` is a move of a game that only the clock limits.
    fn applies(&self, game: &Game, limits: &Limits) -> bool {
        let Limits { move_time, depth, nodes, mate, .. } = limits;
        let is_bounded = move_time.is_some() || depth.is_some() || nodes.is_some() || mate.is_some();
        let has_clock = limits.clock(game.position().turn()).is_some();
        self.shared.human_clock && has_clock && !is_bounded && limits.is_game(game, &self.shared)
    }

    /// The time that the move is to take on the clock, from the moment when it runs.
    fn time(&mut self, game: &Game, limits: &Limits) -> Result<Duration, NetError> {
        self.load()?;
        let Some(net) = &mut self.net else { return Ok(Duration::ZERO) };
        self.seen.show(game, limits);
        let turn = game.position().turn();
        let own = limits.clock(turn).unwrap_or_default();
        let opponent = limits.clock(!turn).unwrap_or(own);
        let increment = own.increment.as_secs_f32();
        let spent = self.seen.spent(game, increment);
        let scale = scale(limits);
        let seconds = |clock: SideClock| clock.remaining.as_secs_f32() * scale;
        let base = self.seen.most(turn).unwrap_or(0.0).max(own.remaining.as_secs_f32()) * scale;
        let times = Times { own: seconds(own), opponent: seconds(opponent), base, increment, spent: &spent };
        let elo = self.shared.level().unwrap_or(FULL_STRENGTH);
        let situation = MoveContext {
            position: game.position(),
            moves: game.moves(),
            ply: plies_before(game.position()),
            elo,
            opponent_elo: elo,
            times,
        };
        let sampled = net.predict(&situation)?.sample(&mut *self.rng);
        let overhead = self.shared.overhead();
        // What the clock shows after the move includes what the GUI and the connection cost.
        let wanted = Duration::try_from_secs_f64(sampled).unwrap_or(Duration::MAX).saturating_sub(overhead);
        let clock = Clock::start(&limits.after(self.overrun.kept_back(), turn), turn, overhead);
        Ok(clock.bounds().map_or(Duration::ZERO, |bounds| wanted.min(longest(bounds, own.remaining))))
    }

    fn load(&mut self) -> Result<(), NetError> {
        if self.net.is_none() {
            self.net = Some(ThinkingTime::embedded(&self.shared.runtime())?);
        }
        Ok(())
    }
}

/// By how much clocks are to be multiplied so that a period of fewer moves than the net's unit assumes lasts as long as
/// that many would.
fn scale(limits: &Limits) -> f32 {
    limits.moves_to_go.map_or(1.0, |moves| (MOVES / moves.max(1) as f32).max(1.0))
}

impl Personality for HumanClock {
    fn inside(&mut self) -> Option<&mut dyn Personality> {
        Some(&mut *self.player)
    }

    fn configure(&mut self, shared: &SharedOptions, report: &mut dyn Reporter) {
        if shared.runtime() != self.shared.runtime() {
            self.net = None;
        }
        self.shared = shared.clone();
        self.rng.configure(shared.seed);
        self.player.configure(shared, report);
    }

    fn prepare(&mut self, report: &mut dyn Reporter) {
        if self.shared.human_clock
            && let Err(error) = self.load()
        {
            report.message(&format!("HumanClock: {error}"));
        }
        self.player.prepare(report);
    }

    fn new_game(&mut self) {
        self.rng.new_game();
        self.seen = SeenClocks::default();
        self.overrun = Overrun::default();
        self.player.new_game();
    }

    fn choose(&mut self, game: &Game, limits: &Limits, stop: &Stop, report: &mut dyn Reporter) -> Choice {
        let start = Instant::now();
        if !self.applies(game, limits) {
            return self.player.choose(game, limits, stop, report);
        }
        let time = match self.time(game, limits) {
            Ok(time) => time,
            Err(error) => {
                report.message(&format!("HumanClock: {error}"));
                return self.player.choose(game, limits, stop, report);
            }
        };
        // A fixed time includes the overhead.
        let search_time = time.max(LEAST_SEARCH) + self.shared.overhead();
        let within = Limits { move_time: Some(search_time), ..limits.clone() };
        let choice = self.player.choose(game, &within, stop, report);
        // While pondering the search has time of the opponent's, and ends late for that.
        if !limits.ponder {
            self.overrun.note(start.elapsed().saturating_sub(search_time));
        }
        if !choice.is_at_once {
            stop.sleep_until(stop.ponder_hit_at().unwrap_or(start) + time);
        }
        choice
    }
}

#[cfg(test)]
mod tests;
