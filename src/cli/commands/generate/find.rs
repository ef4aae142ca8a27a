//! Finding as many positions as are asked for, on all cores, the same for the same seed.

use std::sync::Mutex;
use std::sync::atomic::{AtomicBool, Ordering};

use clap::value_parser;
use rayon::prelude::*;
use rustc_hash::FxHashSet;
use shakmaty::Chess;

use super::GenerateError;
use super::output::Found;
use crate::constraint::{Condition, Goal};
use crate::lab::judge::{Judge, rating};
use crate::nets::cooperative::Experiment;
use crate::personalities::cooperative::{Bounds, Finder, Mode, NetworkOptions, Task};

/// Searches that are under way at once for each core.
const AHEAD: usize = 8;
/// Searches that may end in a known position, for each new one, before it is said that there are no more.
const REPEATS: u64 = 40;

/// Games that are made for each whose play has to be judged, until one is played as asked.
const REHEARSALS: u64 = 20;
/// Half moves of detour when as many searches were in vain as positions are asked for: the nearest are exhausted then.
const PATIENCE_DETOURS: u32 = 4;

const UNPOISONED: &str = "a thread that panics ends the program";

/// How to search.
#[derive(clap::Args, Clone, Debug)]
pub struct Order {
    /// How the way is found
    #[arg(long, value_enum, default_value_t = Mode::Distance)]
    pub mode: Mode,
    /// Half moves that the mode network looks ahead
    #[arg(long, value_name = "N", default_value_t = 1, value_parser = value_parser!(u8).range(1..=3))]
    pub depth: u8,
    /// The mode network draws among the moves within this share of the best
    #[arg(long, value_name = "SHARE", default_value_t = 0.1)]
    pub tolerance: f32,
    /// In the mode network, leaves that meet the constraint count 1 and those that never can count 0 (the seed leaves
    /// this to its net)
    #[arg(long)]
    pub exact_leaves: bool,
    /// The net of the mode network: that of the seed's first or second experiment
    #[arg(long, value_enum, default_value_t = Experiment::Second)]
    pub experiment: Experiment,
    /// Half moves of the longest proof game
    #[arg(long, value_name = "N", default_value_t = 101, value_parser = value_parser!(u32).range(1..=2000))]
    pub max_plies: u32,
    /// Promotions that proof games may have
    #[arg(long, value_name = "N", default_value_t = 0, value_parser = value_parser!(u32).range(0..=16))]
    pub promotions: u32,
    /// Seed of the dice
    #[arg(long, value_name = "N", default_value_t = 1)]
    pub seed: u64,
    /// Searches for each position before giving up, each wider than the one before
    #[arg(long, value_name = "N", default_value_t = 7, value_parser = value_parser!(u32).range(1..=30))]
    pub tries: u32,
}

impl Order {
    fn network(&self) -> NetworkOptions {
        NetworkOptions {
            experiment: self.experiment,
            depth: self.depth,
            tolerance: self.tolerance,
            exact_leaves: self.exact_leaves,
        }
    }
}

/// Who is not busy just now: a finder with nets takes longer to make than to use.
#[derive(Default)]
struct Idle {
    finders: Mutex<Vec<Finder>>,
    judges: Mutex<Vec<Judge>>,
}

/// Positions of one kind.
pub struct Orders<'a> {
    pub name: &'a str,
    pub condition: &'a Condition,
    pub goals: &'a [Goal],
    pub order: &'a Order,
    pub count: u32,
    pub unique: bool,
}

impl Orders<'_> {
    /// Hands over `count` positions, or `None` for each that was not found; fewer when `stop` is raised.
    pub fn fill(
        &self,
        stop: &AtomicBool,
        mut hand_over: impl FnMut(Option<Found>) -> Result<(), GenerateError> + Send,
    ) -> Result<(), GenerateError> {
        let idle = Idle::default();
        let mut seen = FxHashSet::default();
        let (mut delivered, mut begun, mut repeated) = (0, 0_u64, 0_u32);
        let most = u64::from(self.count) * (1 + REPEATS);
        while delivered < self.count && begun < most && !stop.load(Ordering::Relaxed) {
            let batch = (u64::from(self.count - delivered))
                .min((AHEAD * rayon::current_num_threads()) as u64)
                .min(most - begun);
            let detour = PATIENCE_DETOURS * repeated / self.count;
            let outcomes: Result<Vec<Option<Found>>, GenerateError> =
                (begun..begun + batch).into_par_iter().map(|number| self.one(&idle, number, detour, stop)).collect();
            begun += batch;
            for outcome in outcomes? {
                if stop.load(Ordering::Relaxed) && outcome.is_none() {
                    continue;
                }
                let known = outcome.as_ref().is_some_and(|found| !seen.insert(found.placement()));
                if known && self.unique {
                    repeated += 1;
                } else {
                    delivered += 1;
                    hand_over(outcome)?;
                }
            }
        }
        // There are no more different ones, or they are too rare.
        while delivered < self.count && !stop.load(Ordering::Relaxed) {
            delivered += 1;
            hand_over(None)?;
        }
        Ok(())
    }

    fn one(&self, idle: &Idle, number: u64, detour: u32, stop: &AtomicBool) -> Result<Option<Found>, GenerateError> {
        let Order { max_plies, promotions, tries, .. } = *self.order;
        let bounds = Bounds { max_plies, promotions, tries, detour };
        let seed = self.order.seed.wrapping_mul(0x9E37_79B9_7F4A_7C15).wrapping_add(number);
        let kept = idle.finders.lock().expect(UNPOISONED).pop();
        let mut finder = kept.map_or_else(|| Finder::new(self.order.mode, self.order.network()), Ok)?;
        let mut game = |seed: u64| -> Result<Option<Found>, GenerateError> {
            let task = Task {
                position: &Chess::default(),
                past: &[],
                goals: self.goals,
                count: self.condition.as_count(),
                bounds,
                network_moves: usize::MAX,
                seed,
            };
            let moves = finder.plan(task, || stop.load(Ordering::Relaxed))?;
            let found = moves.map(|moves| Found::new(self.name.to_owned(), moves));
            debug_assert!(
                self.order.mode == Mode::Network || found.iter().all(|found| found.meets(self.condition, None))
            );
            Ok(found)
        };
        let found = if self.condition.asks_for_rating() {
            let mut judge = idle.judges.lock().expect(UNPOISONED).pop().unwrap_or_else(Judge::new);
            let mut played_as_asked = None;
            for rehearsal in 0..REHEARSALS {
                let Some(found) = game(seed ^ rehearsal << 40)? else { break };
                if found.meets(self.condition, Some(rating(judge.mean_loss(&found.moves)))) {
                    played_as_asked = Some(found);
                    break;
                }
            }
            idle.judges.lock().expect(UNPOISONED).push(judge);
            played_as_asked
        } else {
            game(seed)?
        };
        idle.finders.lock().expect(UNPOISONED).push(finder);
        Ok(found)
    }
}
