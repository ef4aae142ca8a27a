//! Cooperative: both sides build a position to order (Petrželka, *Generating valid chess positions using AI methods*).
//! Two of them in a match build it together; alone it comes as near as it can.
//!
//! `docs/cooperative.md` describes how the moves are found and what the score means.

mod beam;
mod distance;
mod finder;
mod human;
mod missing;
pub mod negamax;
mod options;

use rand::RngExt;
use shakmaty::{Chess, Move, Position};

pub use beam::{Bounds, find};
pub use distance::{Distance, distance};
pub use finder::{Finder, FinderError, Mode, NetworkOptions, Task};
pub use human::Human;
pub use missing::missing;
pub use options::{CooperativeOptions, Fallback};

use crate::chess::PieceCount;
use crate::constraint::{Condition, Goal, LanguageError, Situation};
use crate::engine::options::{OptionError, OptionValue, SharedOptions};
use crate::engine::{Choice, Clock, Depth, Game, Info, Limits, Personality, Reporter, Score, SeededRng, Stop};
use crate::personalities::fallback::FallbackPlayer;

/// What a capture or promotion that is still to come counts in the score, in centipawns.
const CHANGE: i32 = 100;
/// Searches before the constraint counts as out of reach.
const TRIES: u32 = 5;

/// The player that builds a position.
pub struct Cooperative {
    shared: SharedOptions,
    options: CooperativeOptions,
    /// The ways to meet the constraint; empty where it was refused, which is reported by then.
    goals: Option<Vec<Goal>>,
    /// The same as a piece count of White, where it is one.
    count: Option<PieceCount>,
    finder: Option<Finder>,
    fallback: FallbackPlayer<Fallback>,
    rng: SeededRng,
}

impl Cooperative {
    /// `build` makes the player that continues when nothing is left to build.
    pub fn new(build: fn(Fallback) -> Box<dyn Personality>) -> Cooperative {
        Cooperative {
            shared: SharedOptions::default(),
            options: CooperativeOptions::default(),
            goals: None,
            count: None,
            finder: None,
            fallback: FallbackPlayer::new(build),
            rng: SeededRng::default(),
        }
    }

    /// Reads the constraint, once. One that cannot be read or met is reported, and there is nothing to build then.
    fn read_constraint(&mut self, report: &mut dyn Reporter) {
        if self.goals.is_some() {
            return;
        }
        let (goals, count) = match self.parse_constraint() {
            Ok((condition, goals)) => {
                if condition.asks_for_rating() {
                    report.message(
                        "error: CoopConstraint: a rating is judged of finished games only, by `motley generate`; \
                         every rating counts as met here",
                    );
                }
                (goals, condition.as_count())
            }
            Err(reason) => {
                report.message(&format!("error: CoopConstraint: {reason}; there is nothing to build"));
                (Vec::new(), None)
            }
        };
        (self.goals, self.count) = (Some(goals), count);
    }

    fn parse_constraint(&self) -> Result<(Condition, Vec<Goal>), String> {
        let condition: Condition = self.options.constraint.parse().map_err(|error: LanguageError| error.to_string())?;
        let goals = condition.possible_goals(self.options.promotions).map_err(|none| none.to_string())?;
        Ok((condition, goals))
    }

    /// Moves to the constraint, found by the chosen mode, or else by the distance.
    fn plan(
        &mut self,
        game: &Game,
        goals: &[Goal],
        stopped: impl Fn() -> bool,
        report: &mut dyn Reporter,
    ) -> Option<Vec<Move>> {
        let CooperativeOptions { mode, max_plies, promotions, .. } = self.options;
        let task = Task {
            position: game.position(),
            past: game.moves(),
            goals,
            count: self.count,
            bounds: Bounds { max_plies, promotions, tries: TRIES, detour: 0 },
            network_moves: 1,
            seed: self.rng.random(),
        };
        match self.finder().and_then(|finder| finder.plan(task, &stopped)) {
            Ok(Some(plan)) => return Some(plan),
            Ok(None) if mode == Mode::Distance => return None,
            Ok(None) => {}
            Err(error) => report.message(&format!("error: {error}; the mode Distance is used")),
        }
        Finder::Distance.plan(task, stopped).ok().flatten()
    }

    /// The chosen mode, its nets loaded when first needed.
    fn finder(&mut self) -> Result<&mut Finder, FinderError> {
        match &mut self.finder {
            Some(finder) => Ok(finder),
            none => Ok(none.insert(Finder::new(self.options.mode, self.options.network())?)),
        }
    }

    /// Reports and returns the first move towards the constraint; `None` where it is out of reach, or no allowed move
    /// leads towards it.
    fn build(
        &mut self,
        game: &Game,
        limits: &Limits,
        clock: &Clock,
        stop: &Stop,
        report: &mut dyn Reporter,
    ) -> Option<Choice> {
        let goals = self.goals.clone().unwrap_or_default();
        let promotions = self.options.promotions;
        let (goal, left) = goals
            .iter()
            .filter_map(|goal| Some((goal, distance(game.position(), goal, promotions)?)))
            .min_by(|a, b| a.1.estimate.total_cmp(&b.1.estimate))?;
        let stopped = || clock.is_out_of_time(stop);
        let plan = self.plan(game, &goals, stopped, report);
        let allowed = |mv: &Move| limits.allows(*mv);
        let plan = plan
            .filter(|plan| plan.first().is_some_and(allowed))
            .or_else(|| nearest_move(game, &goals, promotions, allowed))?;
        let (ply, best) = (game.moves().len() as u32, plan.first().copied());
        let mut after = game.position().clone();
        best.iter().for_each(|&mv| after.play_unchecked(mv));

        report.info(&Info {
            depth: Depth(plan.len() as i32),
            seldepth: plan.len(),
            multipv: 1,
            score: Score(-CHANGE * left.changes as i32),
            nodes: plan.len() as u64,
            time: clock.elapsed(),
            pv: plan.clone(),
            ..Info::default()
        });
        report.message(&format!("still missing: {}", missing(game.position(), ply, goal)));
        if goals.iter().any(|goal| goal.is_met(Situation::new(&after, ply + 1))) {
            report.message(&format!("this move meets the constraint {}", self.options.constraint));
        }
        Some(Choice { best, ponder: plan.get(1).copied() })
    }

    /// After how many half moves of a game the constraint was met first.
    fn met_after(&self, game: &Game) -> Option<usize> {
        let goals = self.goals.as_ref().filter(|goals| !goals.is_empty())?;
        let mut position = game.start().clone();
        let met =
            |position: &Chess, ply: usize| goals.iter().any(|goal| goal.is_met(Situation::new(position, ply as u32)));
        if met(&position, 0) {
            return Some(0);
        }
        game.moves().iter().enumerate().find_map(|(ply, &mv)| {
            position.play_unchecked(mv);
            met(&position, ply + 1).then_some(ply + 1)
        })
    }
}

impl Personality for Cooperative {
    fn configure(&mut self, shared: &SharedOptions, report: &mut dyn Reporter) {
        self.rng.configure(shared.seed);
        self.shared = shared.clone();
        self.fallback.configure(shared, report);
    }

    fn set_option(&mut self, name: &str, value: &OptionValue) -> Result<(), OptionError> {
        match self.options.set(name, value) {
            Ok(()) => {
                (self.goals, self.finder) = (None, None);
                Ok(())
            }
            // An option of the fallback.
            Err(_) => self.fallback.set_option(name, value),
        }
    }

    fn prepare(&mut self, report: &mut dyn Reporter) {
        self.read_constraint(report);
        self.fallback.prepare(self.options.fallback, report);
    }

    fn new_game(&mut self) {
        self.rng.new_game();
        self.fallback.new_game();
    }

    fn choose(&mut self, game: &Game, limits: &Limits, stop: &Stop, report: &mut dyn Reporter) -> Choice {
        let clock = Clock::start(limits, game.position().turn(), self.shared.overhead());
        self.read_constraint(report);
        let met = self.met_after(game);
        if met.is_none()
            && let Some(choice) = self.build(game, limits, &clock, stop, report)
        {
            stop.wait_for_release(limits);
            return choice;
        }
        match met {
            Some(ply) => {
                report.message(&format!("the constraint {} was met after half move {ply}", self.options.constraint))
            }
            None if self.goals.as_ref().is_some_and(|goals| !goals.is_empty()) => {
                report.message("the constraint is out of reach")
            }
            None => {}
        }
        self.fallback.choose(self.options.fallback, game, limits, stop, report)
    }

    fn explain(&mut self, game: &Game) -> Option<String> {
        self.fallback.explain(self.options.fallback, game)
    }
}

/// Where no complete plan was found: the allowed move that leaves the constraint nearest, if it is still possible after
/// any.
fn nearest_move(game: &Game, goals: &[Goal], promotions: u32, allowed: impl Fn(&Move) -> bool) -> Option<Vec<Move>> {
    let after = |mv: Move| {
        let mut position = game.position().clone();
        position.play_unchecked(mv);
        let left = if mv.is_promotion() { promotions.checked_sub(1)? } else { promotions };
        let estimate =
            goals.iter().filter_map(|goal| Some(distance(&position, goal, left)?.estimate)).min_by(f32::total_cmp)?;
        Some((mv, estimate))
    };
    let legal = game.legal_moves();
    let nearest = legal.into_iter().filter(|mv| allowed(mv)).filter_map(after).min_by(|a, b| a.1.total_cmp(&b.1));
    nearest.map(|(mv, _)| vec![mv])
}
