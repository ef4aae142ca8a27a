//! A run: threads that play games and append them to one file.

use std::fmt;
use std::path::Path;
use std::sync::{Mutex, MutexGuard};
use std::thread;
use std::time::{Duration, Instant};

use rand::SeedableRng as _;
use rand::rngs::StdRng;
use thiserror::Error;

use super::game::{GameFailure, play_game};
use super::opening::{Openings, OpeningsError};
use super::searcher::{SelfPlayer, SelfPlayerError};
use super::settings::Settings;
use motley::engine::{SEARCH_STACK, Stop};
use motley::games::selfplay::RecordedGame;
use motley::games::selfplay::run_file::{RunFile, RunFileError, Written};

/// So many games without a result in a row end a run.
const MOST_FAILURES: u32 = 10;

/// Why a run ended early; what it has written is whole.
#[derive(Debug, Error)]
pub enum DatagenError {
    #[error(transparent)]
    Openings(#[from] OpeningsError),
    #[error(transparent)]
    File(#[from] RunFileError),
    #[error(transparent)]
    SelfPlayer(#[from] SelfPlayerError),
    #[error("{MOST_FAILURES} games in a row were dropped: {0}")]
    Failures(GameFailure),
    #[error(transparent)]
    Game(GameFailure),
    #[error("cannot start a thread: {}", motley::files::io_error::reason(.0))]
    Thread(std::io::Error),
}

/// The games to play, and their number.
#[derive(Clone, Debug)]
pub struct Run {
    pub settings: Settings,
    /// Stops once the file holds so many games …
    pub games: Option<u64>,
    /// … or so many scored positions. Without either it plays until it is stopped.
    pub positions: Option<u64>,
    /// Threads, each with an engine of its own.
    pub threads: u16,
    /// An engine that does not answer for so long is ended.
    pub patience: Duration,
}

/// The progress of a run.
#[derive(Clone, Copy, Debug)]
pub struct Progress {
    /// In the file, those of earlier runs included.
    pub games: u64,
    /// With a score, those of earlier runs included.
    pub positions: u64,
    /// In this run.
    pub dropped: u64,
    /// Scored in this run.
    new_positions: u64,
    began: Instant,
}

impl fmt::Display for Progress {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let rate = self.new_positions as f64 / self.began.elapsed().as_secs_f64().max(1e-3);
        let Progress { games, positions, dropped, .. } = self;
        write!(f, "{games} games, {positions} positions, {rate:.0} positions a second")?;
        if *dropped > 0 { write!(f, ", {dropped} games dropped") } else { Ok(()) }
    }
}

/// The state that the threads of a run share.
struct Shared<'a> {
    file: RunFile,
    numbers: Numbers,
    progress: Progress,
    failures_in_a_row: u32,
    error: Option<DatagenError>,
    report: &'a mut (dyn FnMut(&Progress) + Send),
}

/// The numbers of the games that are to be played.
struct Numbers {
    written: Written,
    next: u64,
}

impl Numbers {
    fn take(&mut self) -> u64 {
        while self.written.numbers.contains(&self.next) {
            self.next += 1;
        }
        self.next += 1;
        self.next - 1
    }
}

impl Run {
    /// Plays games until the file has enough of them or `stop` is set. `report` is called after every game.
    ///
    /// # Errors
    /// Fails if the openings, the engine or the file cannot be used, or too many games in a row are dropped.
    pub fn play(
        &self,
        out: &Path,
        stop: &Stop,
        report: &mut (dyn FnMut(&Progress) + Send),
    ) -> Result<Progress, DatagenError> {
        let openings = Openings::open(&self.settings)?;
        let first = self.start()?;
        let (file, written) = RunFile::open(out, &self.settings.description(&first.name()))?;
        let progress = Progress {
            games: written.numbers.len() as u64,
            positions: written.positions,
            dropped: 0,
            new_positions: 0,
            began: Instant::now(),
        };
        report(&progress);
        let numbers = Numbers { written, next: 0 };
        let shared = Mutex::new(Shared { file, numbers, progress, failures_in_a_row: 0, error: None, report });
        let mut searchers = vec![Some(first)];
        searchers.resize_with(self.threads.into(), || None);
        thread::scope(|scope| {
            for searcher in searchers {
                let worker = Worker { run: self, openings: &openings, shared: &shared, stop };
                let thread = thread::Builder::new().stack_size(SEARCH_STACK);
                if let Err(error) = thread.spawn_scoped(scope, move || worker.work(searcher)) {
                    lock(&shared).end(DatagenError::Thread(error), stop);
                }
            }
        });
        let shared = shared.into_inner().expect("work does not panic");
        shared.error.map_or(Ok(shared.progress), Err)
    }

    fn start(&self) -> Result<SelfPlayer, SelfPlayerError> {
        SelfPlayer::start(&self.settings, self.patience)
    }

    /// The random numbers of a game; a game that was dropped is played with others.
    fn rng(&self, number: u64, attempt: u64) -> StdRng {
        let mut bytes = [0; 32];
        for (part, value) in bytes.chunks_exact_mut(8).zip([self.settings.seed, number, attempt]) {
            part.copy_from_slice(&value.to_le_bytes());
        }
        StdRng::from_seed(bytes)
    }
}

fn lock<'a, 'b>(shared: &'a Mutex<Shared<'b>>) -> MutexGuard<'a, Shared<'b>> {
    shared.lock().expect("work does not panic")
}

/// One thread of a run.
struct Worker<'a, 'b> {
    run: &'a Run,
    openings: &'a Openings,
    shared: &'a Mutex<Shared<'b>>,
    stop: &'a Stop,
}

impl Worker<'_, '_> {
    fn work(&self, mut searcher: Option<SelfPlayer>) {
        loop {
            let Some(number) = lock(self.shared).next_number(self.run).filter(|_| !self.stop.is_stopped()) else {
                return;
            };
            let mut attempt = 0;
            while let Err(failure) = self.play(&mut searcher, number, attempt) {
                attempt += 1;
                // Whatever state an engine is in that failed: the next game begins with a new one.
                searcher = None;
                lock(self.shared).drop_game(failure, self.stop);
                if self.stop.is_stopped() {
                    return;
                }
            }
        }
    }

    /// Plays a game and writes it.
    fn play(&self, searcher: &mut Option<SelfPlayer>, number: u64, attempt: u64) -> Result<(), GameFailure> {
        let searcher = match searcher {
            Some(searcher) => searcher,
            None => searcher.insert(self.run.start()?),
        };
        let mut rng = self.run.rng(number, attempt);
        let game = play_game(searcher, self.openings, &self.run.settings, &mut rng, self.stop)?;
        lock(self.shared).write(number, &game, self.stop);
        Ok(())
    }
}

impl Shared<'_> {
    fn next_number(&mut self, run: &Run) -> Option<u64> {
        let Progress { positions, .. } = self.progress;
        if run.positions.is_some_and(|wanted| positions >= wanted) {
            return None;
        }
        let number = self.numbers.take();
        run.games.is_none_or(|wanted| number < wanted).then_some(number)
    }

    fn write(&mut self, number: u64, game: &RecordedGame, stop: &Stop) {
        // Another thread may have found that the disk is full.
        if self.error.is_some() {
            return;
        }
        if let Err(error) = self.file.append(number, game) {
            return self.end(error.into(), stop);
        }
        let positions = game.scored() as u64;
        self.failures_in_a_row = 0;
        self.progress.games += 1;
        self.progress.positions += positions;
        self.progress.new_positions += positions;
        (self.report)(&self.progress);
    }

    fn drop_game(&mut self, failure: GameFailure, stop: &Stop) {
        match failure {
            GameFailure::Stopped => {}
            GameFailure::NoOpening => self.end(DatagenError::Game(failure), stop),
            GameFailure::SelfPlayer(_) => {
                self.progress.dropped += 1;
                self.failures_in_a_row += 1;
                (self.report)(&self.progress);
                if self.failures_in_a_row >= MOST_FAILURES {
                    self.end(DatagenError::Failures(failure), stop);
                }
            }
        }
    }

    /// Ends all threads; the first reason counts.
    fn end(&mut self, error: DatagenError, stop: &Stop) {
        self.error.get_or_insert(error);
        stop.stop();
    }
}
