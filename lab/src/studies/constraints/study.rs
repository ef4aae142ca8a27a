//! Reads games on all cores and keeps statistics only.

use std::io::Cursor;
use std::sync::Mutex;

use rayon::ThreadPoolBuilder;
use rayon::iter::{ParallelBridge as _, ParallelIterator as _};
use thiserror::Error;

use motley::constraint::{ConstraintSet, ConstraintStatistics, Ends, GameEnd, Meeting, Opening, Openings};
use motley::files::io_error::reason_of;
use motley::games::filter::{FilterCounts, GameFilter};
use motley::games::pgn::{PgnError, PgnReader, Tags};
use motley::games::sources::{GameSource, SourceError};

/// The counts of all games.
pub struct Study {
    pub counts: FilterCounts,
    /// The ends of the games that were kept.
    pub ends: Ends,
    /// One for each slot of the [`ConstraintSet`].
    pub statistics: Vec<ConstraintStatistics>,
    pub openings: Openings,
}

/// Why nothing was found out.
#[derive(Debug, Error)]
pub enum StudyError {
    #[error(transparent)]
    Games(#[from] SourceError),
    #[error("no game is left of {0} that were read: try other filters")]
    NoGames(u64),
    #[error("cannot start threads: {}", reason_of(.0))]
    Threads(#[from] rayon::ThreadPoolBuildError),
}

impl Study {
    /// Counts the games of all sources on so many threads, or one for each core.
    ///
    /// Each thread parses batches of games by itself and adds what it found under a lock for each constraint. So memory
    /// holds one set of statistics, whatever the number of threads, and threads seldom wait for each other: parsing
    /// takes far longer than adding.
    ///
    /// # Errors
    /// Fails if a source cannot be read, or the filter keeps no game.
    pub fn read(
        sources: Vec<GameSource>,
        set: &ConstraintSet,
        filter: GameFilter,
        threads: Option<u16>,
    ) -> Result<Study, StudyError> {
        let pool = ThreadPoolBuilder::new().num_threads(threads.map_or(0, usize::from)).build()?;
        let shared = Shared::new(set, filter);
        for source in sources {
            let (name, batches) = source.into_batches()?;
            pool.install(|| batches.par_bridge().try_for_each(|batch| shared.count(batch?)))
                .map_err(|error| SourceError::new(name, error))?;
        }
        let study = shared.into_study();
        if study.counts.kept == 0 { Err(StudyError::NoGames(study.counts.games())) } else { Ok(study) }
    }
}

/// The state that all threads add to.
struct Shared<'a> {
    set: &'a ConstraintSet,
    filter: GameFilter,
    counts: Mutex<(FilterCounts, Ends)>,
    statistics: Vec<Mutex<ConstraintStatistics>>,
    openings: Mutex<Openings>,
}

/// A meeting with what is known of its game.
struct MeetingInGame {
    meeting: Meeting,
    end: GameEnd,
    opening: Option<Opening>,
}

impl<'a> Shared<'a> {
    fn new(set: &'a ConstraintSet, filter: GameFilter) -> Shared<'a> {
        let statistics = set.constraints().iter().map(|_| Mutex::default()).collect();
        Shared { set, filter, counts: Mutex::default(), statistics, openings: Mutex::default() }
    }

    fn count(&self, batch: Vec<u8>) -> Result<(), PgnError> {
        let (mut counts, mut ends) = (FilterCounts::default(), Ends::default());
        // Openings are numbered by the batch at first: one lock a batch instead of one a game.
        let mut names = Openings::default();
        let mut found: Vec<Vec<MeetingInGame>> = self.statistics.iter().map(|_| Vec::new()).collect();
        let mut games = PgnReader::new(Cursor::new(batch))?;
        for game in games.by_ref() {
            let game = game?;
            let checked = self.filter.check(&game);
            counts.count(checked);
            if checked.is_err() {
                continue;
            }
            let end = GameEnd::of(game.outcome, self.set.side());
            ends.count(end);
            let opening = opening(&game.tags).map(|name| names.number(&name));
            for meeting in self.set.meetings(&game) {
                found[meeting.slot].push(MeetingInGame { meeting, end, opening });
            }
        }
        counts.unreadable += games.faults().skipped;
        self.add_games(counts, ends);

        let numbers = self.numbers(&names);
        for (statistics, found) in self.statistics.iter().zip(found).filter(|(_, found)| !found.is_empty()) {
            let mut statistics = statistics.lock().expect(UNPOISONED);
            for MeetingInGame { meeting, end, opening } in found {
                statistics.count(&meeting, end, opening.map(|opening| numbers[opening as usize]));
            }
        }
        Ok(())
    }

    fn add_games(&self, counts: FilterCounts, ends: Ends) {
        let mut shared = self.counts.lock().expect(UNPOISONED);
        shared.0.merge(counts);
        shared.1.merge(ends);
    }

    /// The shared numbers of a batch's openings.
    fn numbers(&self, names: &Openings) -> Vec<Opening> {
        let mut openings = self.openings.lock().expect(UNPOISONED);
        names.names().iter().map(|name| openings.number(name)).collect()
    }

    fn into_study(self) -> Study {
        let (counts, ends) = self.counts.into_inner().expect(UNPOISONED);
        Study {
            counts,
            ends,
            statistics: self
                .statistics
                .into_iter()
                .map(|statistics| statistics.into_inner().expect(UNPOISONED))
                .collect(),
            openings: self.openings.into_inner().expect(UNPOISONED),
        }
    }
}

const UNPOISONED: &str = "a thread that panics ends the program";

/// The tags `ECO` and `Opening`, where they have a value.
fn opening(tags: &Tags) -> Option<String> {
    let known = |name| tags.get(name).map(str::trim).filter(|value| !matches!(*value, "" | "?" | "-"));
    match (known("ECO"), known("Opening")) {
        (Some(eco), Some(name)) => Some(format!("{eco} {name}")),
        (one, other) => one.or(other).map(str::to_owned),
    }
}
