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
mod problem;

use rand::RngExt;
use shakmaty::{Chess, Move, Position};

pub use beam::find;
pub use distance::{Distance, distance};
pub use finder::{Finder, FinderError, Mode, NetworkOptions, PlanTask};
pub use human::Human;
pub use missing::missing;
pub use options::{CooperativeOptions, Fallback};
pub use problem::{Bounds, Problem};

use crate::chess::PieceCount;
use crate::constraint::{Condition, Goal, JudgedPosition, LanguageError};
use crate::engine::options::{OptionError, OptionValue, SharedOptions};
use crate::engine::{
    Choice, Clock, CountedLimit, Depth, Game, Info, Limits, Personality, Reporter, SeededRng, Stop, UnusedLimits,
    board_score, report_ranked,
};
use crate::personalities::fallback::FallbackPlayer;

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
    unused_limits: UnusedLimits,
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
            unused_limits: UnusedLimits::default(),
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
                let needs = condition.needs();
                let judged = [
                    (needs.play, "a rating"),
                    (needs.evaluation, "an evaluation"),
                    (needs.winning_moves, "a winning move"),
                ];
                for (_, what) in judged.into_iter().filter(|(is_needed, _)| *is_needed) {
                    report.message(&format!(
                        "error: CoopConstraint: {what} is judged of finished games only, by `motley generate`; it \
                         counts as met here"
                    ));
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
        let goals = condition
            .possible_goals_within(self.options.promotions, self.options.max_plies)
            .map_err(|none| none.to_string())?;
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
        let task = PlanTask { count: self.count, ..self.task(game.position(), game.moves(), goals, TRIES) };
        match self.finder().and_then(|finder| finder.plan(task, &stopped)) {
            Ok(Some(plan)) => return Some(plan),
            Ok(None) if self.options.mode == Mode::Distance => return None,
            Ok(None) => {}
            Err(error) => report.message(&format!("error: {error}; the mode Distance is used")),
        }
        Finder::Distance.plan(task, stopped).ok().flatten()
    }

    fn task<'a>(&mut self, position: &'a Chess, past: &'a [Move], goals: &'a [Goal], tries: u32) -> PlanTask<'a> {
        let CooperativeOptions { max_plies, promotions, .. } = self.options;
        let bounds = Bounds { max_plies, promotions, tries, detour: 0 };
        let problem = Problem::new(goals, bounds);
        PlanTask { position, past, problem, count: None, network_moves: 1, seed: self.rng.random() }
    }

    /// A move and the way from there to the constraint, as far as one is found at the first try.
    fn line_after(&mut self, game: &Game, goals: &[Goal], mv: Move, stopped: impl Fn() -> bool) -> Vec<Move> {
        let mut after = game.clone();
        after.play(mv);
        let task = self.task(after.position(), after.moves(), goals, 1);
        let rest = Finder::Distance.plan(task, stopped).ok().flatten().unwrap_or_default();
        [&[mv][..], &rest].concat()
    }

    /// The chosen mode, its nets loaded when first needed.
    fn finder(&mut self) -> Result<&mut Finder, FinderError> {
        match &mut self.finder {
            Some(finder) => Ok(finder),
            none => Ok(none.insert(Finder::new(self.options.mode, self.options.network(), &self.shared.runtime())?)),
        }
    }

    /// Reports and returns the first move towards the constraint; `None` where it is out of reach, or no allowed move
    /// leads towards it.
    fn build(&mut self, go: &Go, report: &mut dyn Reporter) -> Option<Choice> {
        let game = go.game;
        let goals = self.goals.clone().unwrap_or_default();
        let promotions = self.options.promotions;
        let (goal, _) = goals
            .iter()
            .filter_map(|goal| Some((goal, distance(game.position(), goal, promotions)?)))
            .min_by(|a, b| a.1.estimate.total_cmp(&b.1.estimate))?;
        // The fallback may still have to find the move.
        let stopped = || go.clock.has_spent(0.5, go.stop);
        let nearest = nearest_moves(game, &goals, promotions, |mv| go.limits.allows(*mv));
        let found = self.plan(game, &goals, stopped, report);
        if found.is_none() {
            report.message(
                "no way to the constraint was found; the search is not exhaustive, and the nearest move is played",
            );
        }
        let plan = found
            .filter(|plan| plan.first().is_some_and(|mv| go.limits.allows(*mv)))
            .or_else(|| Some(vec![*nearest.first()?]))?;
        let best = plan[0];

        let mut lines = vec![go.info(&plan)];
        for mv in nearest.iter().copied().filter(|mv| *mv != best).take(self.shared.multi_pv - 1) {
            let line = self.line_after(game, &goals, mv, stopped);
            lines.push(go.info(&line));
        }
        // Moves that lead nowhere fill the set, where there are too few of the others.
        let lost = |mv: &Move| *mv != best && !nearest.contains(mv);
        let missing_lines = self.shared.multi_pv - lines.len();
        lines.extend(go.limits.allowed(game).into_iter().filter(lost).take(missing_lines).map(|mv| go.info(&[mv])));
        let ply = game.moves().len() as u32;
        report.message(&format!("still missing: {}", missing(game.position(), ply, goal)));
        let mut after = game.position().clone();
        after.play_unchecked(best);
        if goals.iter().any(|goal| goal.is_met(JudgedPosition::new(&after, ply + 1))) {
            report.message(&format!("this move meets the constraint {}", self.options.constraint));
        }
        let why = "Cooperative plans the way to its constraint and searches nothing else";
        self.unused_limits.report(go.limits, &CountedLimit::ALL, why, report);
        report_ranked(lines, game.position(), best, None, report);
        Some(Choice { best: Some(best), ponder: plan.get(1).copied(), ..Choice::default() })
    }

    /// The number of plies of a game after which the constraint was met first.
    fn met_after(&self, game: &Game) -> Option<usize> {
        let goals = self.goals.as_ref().filter(|goals| !goals.is_empty())?;
        let mut position = game.start().clone();
        let met = |position: &Chess, ply: usize| {
            goals.iter().any(|goal| goal.is_met(JudgedPosition::new(position, ply as u32)))
        };
        if met(&position, 0) {
            return Some(0);
        }
        game.moves().iter().enumerate().find_map(|(ply, &mv)| {
            position.play_unchecked(mv);
            met(&position, ply + 1).then_some(ply + 1)
        })
    }
}

/// One `go`.
struct Go<'a> {
    game: &'a Game,
    limits: &'a Limits,
    stop: &'a Stop,
    clock: &'a Clock,
}

impl Go<'_> {
    /// A line with the score of the board after its first move: the others need the other side's help.
    fn info(&self, line: &[Move]) -> Info {
        Info {
            depth: Depth(line.len() as i32),
            seldepth: line.len(),
            score: board_score(self.game, &line[..1]),
            nodes: line.len() as u64,
            time: self.clock.elapsed(),
            pv: line.to_vec(),
            ..Info::default()
        }
    }
}

impl Personality for Cooperative {
    fn configure(&mut self, shared: &SharedOptions, report: &mut dyn Reporter) {
        if shared.runtime() != self.shared.runtime() {
            self.finder = None;
        }
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
        // A mode that cannot be used is reported by the move that needs it.
        let _ = self.finder();
        self.fallback.prepare(self.options.fallback, report);
    }

    fn new_game(&mut self) {
        self.rng.new_game();
        self.fallback.new_game();
        self.unused_limits.new_game();
    }

    fn choose(&mut self, game: &Game, limits: &Limits, stop: &Stop, report: &mut dyn Reporter) -> Choice {
        let clock = Clock::start(limits, game.position().turn(), self.shared.overhead());
        self.read_constraint(report);
        let met = self.met_after(game);
        if met.is_none()
            && let Some(choice) = self.build(&Go { game, limits, stop, clock: &clock }, report)
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
        let left = limits.after(clock.elapsed(), game.position().turn());
        self.fallback.choose(self.options.fallback, game, &left, stop, report)
    }

    fn explain(&mut self, game: &Game) -> Option<String> {
        self.fallback.explain(self.options.fallback, game)
    }
}

/// The allowed moves after which the constraint is still possible, the one that leaves it nearest first.
fn nearest_moves(game: &Game, goals: &[Goal], promotions: u32, allowed: impl Fn(&Move) -> bool) -> Vec<Move> {
    let after = |mv: Move| {
        let mut position = game.position().clone();
        position.play_unchecked(mv);
        let left = if mv.is_promotion() { promotions.checked_sub(1)? } else { promotions };
        let estimate =
            goals.iter().filter_map(|goal| Some(distance(&position, goal, left)?.estimate)).min_by(f32::total_cmp)?;
        Some((mv, estimate))
    };
    let legal = game.legal_moves();
    let mut nearest: Vec<(Move, f32)> = legal.into_iter().filter(|mv| allowed(mv)).filter_map(after).collect();
    nearest.sort_by(|a, b| a.1.total_cmp(&b.1));
    nearest.into_iter().map(|(mv, _)| mv).collect()
}
