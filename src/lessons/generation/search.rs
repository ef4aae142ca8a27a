//! Finding as many positions as are asked for, on all cores, the same for the same seed.

use std::sync::Mutex;
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::{Duration, Instant};

use rayon::prelude::*;
use rustc_hash::FxHashSet;
use shakmaty::Chess;

use super::{Examiner, NamedCondition, ProofGame};
use crate::constraint::{Goal, Verdict};
use crate::engine::Stop;
use crate::nets::RuntimeChoice;
use crate::personalities::cooperative::{Bounds, Finder, FinderError, Mode, NetworkOptions, PlanTask, Problem};

/// Searches that are under way at once for each core.
const SEARCHES_PER_CORE: usize = 8;
/// Searches that may end in a known position, for each new one, before the rest counts as not found.
const REPEATS: u64 = 40;

/// Games that are made for each whose play has to be judged, until one is played as asked.
const JUDGED_GAMES: u64 = 20;
/// Positions that are made for each of which a search must tell whether it is as asked.
const SEARCHED_POSITIONS: u64 = 300;
/// Plies of detour of such a position: at least, and at most. Random moves are how it comes to stand otherwise than the
/// nearest position that the rest of the condition allows.
const SEARCHED_DETOURS: (u64, u64) = (4, 24);
/// Plies of detour when as many searches were in vain as positions are asked for: the nearest are exhausted then.
const PATIENCE_DETOURS: u32 = 4;

const UNPOISONED: &str = "a thread that panics ends the program";

/// The options of a search.
#[derive(Clone, Copy, Debug)]
pub struct SearchOptions {
    /// The way to look for positions.
    pub mode: Mode,
    /// For the mode network.
    pub network: NetworkOptions,
    /// Plies of the longest proof game.
    pub max_plies: u32,
    /// Promotions that proof games may have.
    pub promotions: u32,
    /// Searches for each position before giving up, each wider than the one before.
    pub tries: u32,
    pub seed: u64,
}

/// Finders and examiners that no thread uses at the moment: a finder with nets takes longer to make than to use.
#[derive(Default)]
struct Pool {
    finders: Mutex<Vec<Finder>>,
    examiners: Mutex<Vec<Examiner>>,
    /// Positions from which a finder went on.
    positions: AtomicU64,
}

/// The effort of a search.
#[derive(Clone, Copy, Debug, Default)]
pub struct Effort {
    /// Positions from which the search went on.
    pub positions: u64,
    pub time: Duration,
}

impl Effort {
    /// The message where nothing was found: a search proves nothing.
    pub fn none_found(self) -> String {
        format!(
            "none found in {} positions and {:.1} seconds; the search is not exhaustive, so there may be one",
            self.positions,
            self.time.as_secs_f64()
        )
    }
}

/// A search for positions of one kind.
pub struct PositionSearch<'a> {
    pub wanted: &'a NamedCondition,
    pub goals: &'a [Goal],
    pub options: SearchOptions,
    /// Positions to find.
    pub count: u32,
    /// True if each must differ from all others in the placement of the pieces.
    pub unique: bool,
    /// Folders with Syzygy tables for what a search must tell, as in the option `SyzygyPath`.
    pub tables: &'a str,
}

impl PositionSearch<'_> {
    /// Passes `count` positions to `receive`, or `None` for each that was not found; fewer when `stop` says so. Returns
    /// the effort.
    ///
    /// # Errors
    /// Fails if the nets of the mode cannot be used, or if `receive` fails.
    pub fn run<E: From<FinderError> + Send>(
        &self,
        stop: &Stop,
        mut receive: impl FnMut(Option<ProofGame>) -> Result<(), E>,
    ) -> Result<Effort, E> {
        let (pool, start) = (Pool::default(), Instant::now());
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
        Ok(Effort { positions: pool.positions.into_inner(), time: start.elapsed() })
    }

    fn one(&self, pool: &Pool, number: u64, detour: u32, stop: &Stop) -> Result<Option<ProofGame>, FinderError> {
        let SearchOptions { max_plies, promotions, tries, .. } = self.options;
        let bounds = Bounds { max_plies, promotions, tries, detour };
        let seed = self.options.seed.wrapping_mul(0x9E37_79B9_7F4A_7C15).wrapping_add(number);
        let kept = pool.finders.lock().expect(UNPOISONED).pop();
        let load = || Finder::new(self.options.mode, self.options.network, &RuntimeChoice::default());
        let mut finder = kept.map_or_else(load, Ok)?;
        let search = One { finder: &mut finder, bounds, seed, stop, positions: &pool.positions };
        let found = if self.wanted.condition.needs().is_needed() {
            let examiner = pool.examiners.lock().expect(UNPOISONED).pop();
            let mut examiner = examiner.unwrap_or_else(|| Examiner::new(self.tables));
            let found = self.examined_game(search, &mut examiner)?;
            pool.examiners.lock().expect(UNPOISONED).push(examiner);
            found
        } else {
            self.game(search)?
        };
        pool.finders.lock().expect(UNPOISONED).push(finder);
        Ok(found)
    }

    fn game(&self, search: One<'_>) -> Result<Option<ProofGame>, FinderError> {
        let One { finder, bounds, seed, stop, positions } = search;
        let condition = &self.wanted.condition;
        let task = PlanTask {
            position: &Chess::default(),
            past: &[],
            problem: Problem::new(self.goals, bounds),
            count: condition.as_count(),
            network_moves: usize::MAX,
            seed,
        };
        // A finder asks before it goes on from a position.
        let stopped = || {
            positions.fetch_add(1, Ordering::Relaxed);
            stop.is_stopped()
        };
        let moves = finder.plan(task, stopped)?;
        let found = moves.map(|moves| ProofGame::new(self.wanted.name.clone(), moves));
        let may_hold = |found: &ProofGame| found.meets(condition, Verdict::default());
        debug_assert!(self.options.mode == Mode::Network || found.iter().all(may_hold));
        Ok(found)
    }

    /// A game that is as asked in what a search must tell, too.
    fn examined_game(&self, search: One<'_>, examiner: &mut Examiner) -> Result<Option<ProofGame>, FinderError> {
        let One { finder, bounds, seed, stop, positions } = search;
        let needs = self.wanted.condition.needs();
        let of_position = needs.evaluation || needs.winning_moves;
        let attempts = if of_position { SEARCHED_POSITIONS } else { JUDGED_GAMES };
        let (shortest, longest) = SEARCHED_DETOURS;
        for attempt in 0..attempts {
            let detour = if of_position { (shortest + (seed ^ attempt) % (longest - shortest)) as u32 } else { 0 };
            let bounds = Bounds { detour: bounds.detour + detour, ..bounds };
            let seed = seed ^ attempt << 40;
            let Some(found) = self.game(One { finder, bounds, seed, stop, positions })? else {
                if of_position && !stop.is_stopped() {
                    continue;
                }
                break;
            };
            let examination = examiner.examine(&found, needs);
            if found.meets(&self.wanted.condition, examination.verdict) {
                return Ok(Some(found.with_solution(examination.solution)));
            }
        }
        Ok(None)
    }
}

/// One search for one position.
struct One<'a> {
    finder: &'a mut Finder,
    bounds: Bounds,
    seed: u64,
    stop: &'a Stop,
    /// Counts the positions from which it goes on.
    positions: &'a AtomicU64,
}
