//! Finding as many positions as are asked for, on all cores, the same for the same seed.

use std::sync::Mutex;

use rayon::prelude::*;
use rustc_hash::FxHashSet;
use shakmaty::Chess;

use super::{NamedCondition, ProofGame};
use crate::constraint::Goal;
use crate::engine::Stop;
use crate::nets::RuntimeChoice;
use crate::personalities::cooperative::{Bounds, Finder, FinderError, Mode, NetworkOptions, Problem, Task};
use crate::review::{Judge, rating};

/// Searches that are under way at once for each core.
const SEARCHES_PER_CORE: usize = 8;
/// Searches that may end in a known position, for each new one, before the rest counts as not found.
const REPEATS: u64 = 40;

/// Games that are made for each whose play has to be judged, until one is played as asked.
const JUDGED_GAMES: u64 = 20;
/// Half moves of detour when as many searches were in vain as positions are asked for: the nearest are exhausted then.
const PATIENCE_DETOURS: u32 = 4;

const UNPOISONED: &str = "a thread that panics ends the program";

/// How to search.
#[derive(Clone, Copy, Debug)]
pub struct SearchOptions {
    /// How the way is found.
    pub mode: Mode,
    /// For the mode network.
    pub network: NetworkOptions,
    /// Half moves of the longest proof game.
    pub max_plies: u32,
    /// Promotions that proof games may have.
    pub promotions: u32,
    /// Searches for each position before giving up, each wider than the one before.
    pub tries: u32,
    pub seed: u64,
}

/// Finders and judges that no thread uses at the moment: a finder with nets takes longer to make than to use.
#[derive(Default)]
struct Pool {
    finders: Mutex<Vec<Finder>>,
    judges: Mutex<Vec<Judge>>,
}

/// A search for positions of one kind.
pub struct PositionSearch<'a> {
    pub wanted: &'a NamedCondition,
    pub goals: &'a [Goal],
    pub options: SearchOptions,
    /// Positions to find.
    pub count: u32,
    /// Whether each must differ from all others in where the men stand.
    pub unique: bool,
}

impl PositionSearch<'_> {
    /// Passes `count` positions to `receive`, or `None` for each that was not found; fewer when `stop` says so.
    ///
    /// # Errors
    /// When the nets of the mode cannot be used, and what `receive` returns.
    pub fn run<E: From<FinderError> + Send>(
        &self,
        stop: &Stop,
        mut receive: impl FnMut(Option<ProofGame>) -> Result<(), E>,
    ) -> Result<(), E> {
        let pool = Pool::default();
        let mut seen = FxHashSet::default();
        let (mut received, mut begun, mut repeated) = (0, 0_u64, 0_u32);
        let most = u64::from(self.count) * (1 + REPEATS);
        while received < self.count && begun < most && !stop.is_stopped() {
            let batch = (u64::from(self.count - received))
                .min((SEARCHES_PER_CORE * rayon::current_num_threads()) as u64)
                .min(most - begun);
            let detour = PATIENCE_DETOURS * repeated / self.count;
            let outcomes: Result<Vec<Option<ProofGame>>, FinderError> =
                (begun..begun + batch).into_par_iter().map(|number| self.one(&pool, number, detour, stop)).collect();
            begun += batch;
            for outcome in outcomes? {
                if stop.is_stopped() && outcome.is_none() {
                    continue;
                }
                let known = outcome.as_ref().is_some_and(|found| !seen.insert(found.placement()));
                if known && self.unique {
                    repeated += 1;
                } else {
                    received += 1;
                    receive(outcome)?;
                }
            }
        }
        // There are no more different ones, or they are too rare.
        while received < self.count && !stop.is_stopped() {
            received += 1;
            receive(None)?;
        }
        Ok(())
    }

    fn one(&self, pool: &Pool, number: u64, detour: u32, stop: &Stop) -> Result<Option<ProofGame>, FinderError> {
        let SearchOptions { max_plies, promotions, tries, .. } = self.options;
        let bounds = Bounds { max_plies, promotions, tries, detour };
        let seed = self.options.seed.wrapping_mul(0x9E37_79B9_7F4A_7C15).wrapping_add(number);
        let kept = pool.finders.lock().expect(UNPOISONED).pop();
        let load = || Finder::new(self.options.mode, self.options.network, &RuntimeChoice::default());
        let mut finder = kept.map_or_else(load, Ok)?;
        let found = if self.wanted.condition.asks_for_rating() {
            let mut judge = pool.judges.lock().expect(UNPOISONED).pop().unwrap_or_default();
            let found = self.judged_game((&mut finder, &mut judge), bounds, seed, stop)?;
            pool.judges.lock().expect(UNPOISONED).push(judge);
            found
        } else {
            self.game(&mut finder, bounds, seed, stop)?
        };
        pool.finders.lock().expect(UNPOISONED).push(finder);
        Ok(found)
    }

    fn game(
        &self,
        finder: &mut Finder,
        bounds: Bounds,
        seed: u64,
        stop: &Stop,
    ) -> Result<Option<ProofGame>, FinderError> {
        let condition = &self.wanted.condition;
        let task = Task {
            position: &Chess::default(),
            past: &[],
            problem: Problem::new(self.goals, bounds),
            count: condition.as_count(),
            network_moves: usize::MAX,
            seed,
        };
        let moves = finder.plan(task, || stop.is_stopped())?;
        let found = moves.map(|moves| ProofGame::new(self.wanted.name.clone(), moves));
        debug_assert!(self.options.mode == Mode::Network || found.iter().all(|found| found.meets(condition, None)));
        Ok(found)
    }

    /// A game whose play, as the judge rates it, meets the condition, too.
    fn judged_game(
        &self,
        (finder, judge): (&mut Finder, &mut Judge),
        bounds: Bounds,
        seed: u64,
        stop: &Stop,
    ) -> Result<Option<ProofGame>, FinderError> {
        for attempt in 0..JUDGED_GAMES {
            let Some(found) = self.game(finder, bounds, seed ^ attempt << 40, stop)? else { break };
            if found.meets(&self.wanted.condition, Some(rating(judge.mean_loss(&found.moves)))) {
                return Ok(Some(found));
            }
        }
        Ok(None)
    }
}
