//! Reads games on all cores and keeps tallies only.

use std::fs::File;
use std::io::Cursor;
use std::path::{Path, PathBuf};
use std::sync::Mutex;

use rayon::ThreadPoolBuilder;
use rayon::iter::{ParallelBridge as _, ParallelIterator as _};

use super::ConstraintsError;
use crate::cli::terminal::files_bar;
use crate::constraint::{Ends, GameEnd, Meeting, Opening, Openings, Tally, Watch};
use crate::games::batches::Batches;
use crate::games::filter::{FilterCounts, GameFilter};
use crate::games::pgn::{PgnError, PgnReader, Tags};

/// What was counted in all games.
pub struct Study {
    pub counts: FilterCounts,
    /// How the games that were kept ended.
    pub ends: Ends,
    /// One for each slot of the [`Watch`].
    pub tallies: Vec<Tally>,
    pub openings: Openings,
}

/// Counts the games of all files.
///
/// Each thread parses batches of games by itself and adds what it found under a lock for each constraint. So memory
/// holds one set of tallies, whatever the number of threads, and threads seldom wait for each other: parsing takes far
/// longer than adding.
pub fn read(
    files: &[PathBuf],
    watch: &Watch,
    filter: GameFilter,
    threads: Option<u16>,
) -> Result<Study, ConstraintsError> {
    let named = |path: &Path, source| ConstraintsError::Games { path: path.display().to_string(), source };
    let open = |path: &PathBuf| File::open(path).map_err(|source| named(path, PgnError::Read(source)));
    let opened: Vec<File> = files.iter().map(open).collect::<Result<_, _>>()?;
    let pool = ThreadPoolBuilder::new().num_threads(threads.map_or(0, usize::from)).build()?;

    let shared = Shared::new(watch, filter);
    let bar = files_bar(files);
    for (file, path) in opened.into_iter().zip(files) {
        let batches = Batches::new(bar.wrap_read(file)).map_err(|source| named(path, source))?;
        pool.install(|| batches.par_bridge().try_for_each(|batch| shared.count(batch?)))
            .map_err(|source| named(path, source))?;
    }
    bar.finish_and_clear();
    Ok(shared.into_study())
}

/// What all threads add to.
struct Shared<'a> {
    watch: &'a Watch,
    filter: GameFilter,
    counts: Mutex<(FilterCounts, Ends)>,
    tallies: Vec<Mutex<Tally>>,
    openings: Mutex<Openings>,
}

/// A meeting with what is known of its game.
struct Found {
    meeting: Meeting,
    end: GameEnd,
    opening: Option<Opening>,
}

impl<'a> Shared<'a> {
    fn new(watch: &'a Watch, filter: GameFilter) -> Shared<'a> {
        let tallies = watch.constraints().iter().map(|_| Mutex::default()).collect();
        Shared { watch, filter, counts: Mutex::default(), tallies, openings: Mutex::default() }
    }

    fn count(&self, batch: Vec<u8>) -> Result<(), PgnError> {
        let (mut counts, mut ends) = (FilterCounts::default(), Ends::default());
        // Openings are numbered by the batch at first: one lock a batch instead of one a game.
        let mut names = Openings::default();
        let mut found: Vec<Vec<Found>> = self.tallies.iter().map(|_| Vec::new()).collect();
        let mut games = PgnReader::new(Cursor::new(batch))?;
        for game in games.by_ref() {
            let game = game?;
            let checked = self.filter.check(&game);
            counts.count(checked);
            if checked.is_err() {
                continue;
            }
            let end = GameEnd::of(game.outcome, self.watch.side());
            ends.count(end);
            let opening = opening(&game.tags).map(|name| names.number(&name));
            for meeting in self.watch.meetings(&game) {
                found[meeting.slot].push(Found { meeting, end, opening });
            }
        }
        counts.unreadable += games.faults().skipped;
        self.add_games(counts, ends);

        let numbers = self.numbers(&names);
        for (tally, found) in self.tallies.iter().zip(found).filter(|(_, found)| !found.is_empty()) {
            let mut tally = tally.lock().expect(UNPOISONED);
            for Found { meeting, end, opening } in found {
                tally.count(&meeting, end, opening.map(|opening| numbers[opening as usize]));
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
            tallies: self.tallies.into_iter().map(|tally| tally.into_inner().expect(UNPOISONED)).collect(),
            openings: self.openings.into_inner().expect(UNPOISONED),
        }
    }
}

const UNPOISONED: &str = "a thread that panics ends the program";

/// The tags `ECO` and `Opening`, as far as they say something.
fn opening(tags: &Tags) -> Option<String> {
    let told = |name| tags.get(name).map(str::trim).filter(|value| !matches!(*value, "" | "?" | "-"));
    match (told("ECO"), told("Opening")) {
        (Some(eco), Some(name)) => Some(format!("{eco} {name}")),
        (one, other) => one.or(other).map(str::to_owned),
    }
}
