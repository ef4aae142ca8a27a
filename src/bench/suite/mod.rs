//! Test suites in EPD: which positions a player solves, and how soon.

mod goal;

use std::io;
use std::ops::ControlFlow;
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Mutex, mpsc};
use std::thread;
use std::time::{Duration, Instant};

use serde::Serialize;
use thiserror::Error;

use self::goal::san;
use crate::chess::fen::FenNote;
use crate::engine::options::SharedOptions;
use crate::engine::{
    Bound, Game, Info, Limits, Personality, Recorder, SEARCH_STACKS, Score, ScoreKind, Stop, scoped_search_thread,
};
use crate::files;
use crate::files::io_error;
use crate::games::epd::{Epd, EpdError};
use crate::personalities::PersonalityInfo;

pub use self::goal::Goal;

/// Time a position gets when no limit is given, as the published results of most suites are stated.
pub const DEFAULT_MOVE_TIME: Duration = Duration::from_secs(1);

/// Why a suite cannot be run.
#[derive(Debug, Error)]
pub enum SuiteError {
    #[error("cannot read {}: {}", file.display(), io_error::reason(.reason))]
    Read { file: PathBuf, reason: io::Error },
    #[error("{}, line {line}: {reason}", file.display())]
    Record { file: PathBuf, line: usize, reason: EpdError },
    #[error("{}, line {line}: nothing to solve: expected {expected}", file.display())]
    NoSolution { file: PathBuf, line: usize, expected: &'static str },
    #[error("{}: there is no position in the file", file.display())]
    Empty { file: PathBuf },
    #[error("no thread could be started: {}", io_error::reason(.0))]
    NoThread(io::Error),
}

/// The kind of a solution.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum GoalKind {
    /// The move: `bm` or `am` in the file.
    Move,
    /// The exact distance to mate: `dm` or `ce +MN` in the file, else this number of moves.
    Mate(Option<u32>),
}

/// One position of a suite.
#[derive(Clone, Debug)]
pub struct SuitePosition {
    pub name: String,
    pub game: Game,
    pub goal: Goal,
    /// Notes on parts of the position that were read otherwise than they are written.
    pub notes: Vec<FenNote>,
}

/// The settings of a run of a suite.
#[derive(Clone, Copy, Debug)]
pub struct SuiteSettings {
    /// Limits of each position; none of them: [`DEFAULT_MOVE_TIME`].
    pub move_time: Option<Duration>,
    pub depth: Option<i32>,
    pub nodes: Option<u64>,
    /// Search threads and transposition table (MiB) of each player.
    pub threads: usize,
    pub hash: usize,
    /// Positions solved at the same time, each by a player of its own.
    pub jobs: usize,
}

/// The result of a player on a position.
#[derive(Clone, Debug, Serialize)]
pub struct Attempt {
    #[serde(skip)]
    index: usize,
    pub id: String,
    pub fen: String,
    pub expected: String,
    /// The move in SAN; `None` where there was none to play.
    pub played: Option<String>,
    /// As UCI writes it: `cp 31` or `mate 2`.
    pub score: String,
    pub solved: bool,
    /// From when on the solution was the player's best move for good; the whole time where it never was.
    pub time_ms: u64,
    pub nodes: u64,
}

/// The result of a suite.
#[derive(Clone, Debug, Serialize)]
pub struct SuiteReport {
    pub solved: usize,
    pub total: usize,
    /// Over the solved positions.
    pub mean_time_ms: u64,
    pub slowest_ms: u64,
    pub nodes: u64,
    pub positions: Vec<Attempt>,
    /// The reports of the players while they were set up, each message once.
    #[serde(skip)]
    pub messages: Vec<String>,
}

/// No suite is nearly as long; what is was named by mistake.
const MAX_BYTES: u64 = 256 << 20;

/// Reads a suite; empty lines and lines that begin with `#` are skipped.
///
/// # Errors
/// [`SuiteError`] when the file cannot be read, a record is wrong or holds no goal of this kind.
pub fn read_suite(file: &Path, kind: GoalKind) -> Result<Vec<SuitePosition>, SuiteError> {
    let text =
        files::read_text(file, MAX_BYTES).map_err(|reason| SuiteError::Read { file: file.to_owned(), reason })?;
    let mut positions = Vec::new();
    for (line, record) in (1..).zip(text.lines()) {
        if record.trim().is_empty() || record.starts_with('#') {
            continue;
        }
        let epd = Epd::parse(record).map_err(|reason| SuiteError::Record { file: file.to_owned(), line, reason })?;
        let nothing = |expected| SuiteError::NoSolution { file: file.to_owned(), line, expected };
        let goal = match kind {
            GoalKind::Mate(default) => {
                Goal::Mate { moves: epd.mate.or(default).ok_or_else(|| nothing("`dm`, or --mate-in"))? }
            }
            // `bm #2` and `dm 2` ask for nothing but the mate.
            GoalKind::Move if epd.best.is_empty() && epd.avoid.is_empty() && epd.mate.is_some() => {
                Goal::Mate { moves: epd.mate.unwrap_or_default() }
            }
            GoalKind::Move if epd.best.is_empty() && epd.avoid.is_empty() => {
                return Err(nothing("`bm` or `am`, or --mate"));
            }
            GoalKind::Move => Goal::Move { best: epd.best, avoid: epd.avoid },
        };
        let name = epd.id.unwrap_or_else(|| format!("line {line}"));
        let (game, notes) = (Game::from_position(epd.position), epd.notes);
        positions.push(SuitePosition { name, game, goal, notes });
    }
    if positions.is_empty() { Err(SuiteError::Empty { file: file.to_owned() }) } else { Ok(positions) }
}

/// Gives the positions to as many players as there are jobs. `report` gets each attempt as it ends, and may end the run
/// early.
///
/// # Errors
/// [`SuiteError::NoThread`].
pub fn run_suite(
    personality: &PersonalityInfo,
    positions: &[SuitePosition],
    settings: &SuiteSettings,
    mut report: impl FnMut(&Attempt) -> ControlFlow<()>,
) -> Result<SuiteReport, SuiteError> {
    let next = AtomicUsize::new(0);
    let setup = Mutex::new(Recorder::default());
    let (sender, results) = mpsc::channel();
    let mut attempts: Vec<Attempt> = Vec::with_capacity(positions.len());
    let mut started = Err(io::ErrorKind::WouldBlock.into());

    thread::scope(|scope| {
        for _ in 0..settings.jobs {
            let (sender, next, setup) = (sender.clone(), &next, &setup);
            let work = move || {
                let mut player = make_player(personality, settings, &mut setup.lock().expect("set-up does not panic"));
                loop {
                    let index = next.fetch_add(1, Ordering::Relaxed);
                    let Some(position) = positions.get(index) else { break };
                    if sender.send(attempt(&mut *player, index, position, settings)).is_err() {
                        break;
                    }
                }
            };
            match scoped_search_thread(scope, &SEARCH_STACKS, work) {
                Ok(_) => started = Ok(()),
                // Those that were started solve all.
                Err(_) if started.is_ok() => break,
                Err(error) => started = Err(error),
            }
        }
        drop(sender);
        // When this loop ends early, the players end too: their channel closes with it.
        for attempt in results {
            let goes_on = report(&attempt).is_continue();
            attempts.push(attempt);
            if !goes_on {
                break;
            }
        }
    });
    started.map_err(SuiteError::NoThread)?;
    attempts.sort_by_key(|attempt| attempt.index);
    let mut messages = setup.into_inner().expect("set-up does not panic").messages;
    messages.sort();
    messages.dedup();

    let times = || attempts.iter().filter(|attempt| attempt.solved).map(|attempt| attempt.time_ms);
    let solved = times().count();
    Ok(SuiteReport {
        solved,
        total: positions.len(),
        mean_time_ms: times().sum::<u64>() / (solved as u64).max(1),
        slowest_ms: times().max().unwrap_or(0),
        nodes: attempts.iter().map(|attempt| attempt.nodes).sum(),
        positions: attempts,
        messages,
    })
}

/// A player that repeats itself exactly and has no book: a book would answer before the search does.
fn make_player(
    personality: &PersonalityInfo,
    settings: &SuiteSettings,
    recorder: &mut Recorder,
) -> Box<dyn Personality> {
    let SuiteSettings { threads, hash, .. } = *settings;
    let shared = SharedOptions { hash, threads, own_book: false, seed: 1, ..SharedOptions::default() };
    let mut player = (personality.build)();
    player.configure(&shared, recorder);
    player
}

fn attempt(player: &mut dyn Personality, index: usize, position: &SuitePosition, settings: &SuiteSettings) -> Attempt {
    let SuitePosition { name, game, goal, .. } = position;
    let limits = limits_for(goal, settings);
    let mut recorder = Recorder::default();
    player.new_game();
    let started = Instant::now();
    let choice = player.choose(game, &limits, &Stop::new(), &mut recorder);
    let elapsed = started.elapsed();

    let main_line: Vec<&Info> =
        recorder.infos.iter().filter(|info| info.multipv <= 1 && info.bound == Bound::Exact).collect();
    let score = main_line.last().map_or(Score::DRAW, |info| info.score);
    // A move that was found, lost and found again counts from when it came back for good.
    let is_right = |info: &&&Info| goal.is_met(info.pv.first().copied(), info.score);
    let found = main_line.iter().rev().take_while(is_right).last().map_or(elapsed, |info| info.time);
    Attempt {
        index,
        id: name.clone(),
        fen: game.fen(),
        expected: goal.describe(game),
        played: choice.best.map(|mv| san(game, mv)),
        score: match score.kind() {
            ScoreKind::Centipawns(centipawns) => format!("cp {centipawns}"),
            ScoreKind::Mate(moves) => format!("mate {moves}"),
        },
        solved: goal.is_met(choice.best, score),
        time_ms: u64::try_from(found.as_millis()).unwrap_or(u64::MAX),
        nodes: recorder.infos.last().map_or(0, |info| info.nodes),
    }
}

fn limits_for(goal: &Goal, settings: &SuiteSettings) -> Limits {
    let SuiteSettings { move_time, depth, nodes, .. } = *settings;
    let is_limited = move_time.is_some() || depth.is_some() || nodes.is_some();
    let mate = match goal {
        Goal::Mate { moves } => Some(*moves),
        Goal::Move { .. } => None,
    };
    let move_time = if is_limited { move_time } else { Some(DEFAULT_MOVE_TIME) };
    Limits { depth, nodes, move_time, mate, ..Limits::default() }
}

#[cfg(test)]
mod tests {
    use std::fs;

    use super::*;
    use crate::personalities::PERSONALITIES;

    const SETTINGS: SuiteSettings =
        SuiteSettings { move_time: None, depth: Some(4), nodes: None, threads: 1, hash: 1, jobs: 2 };
    const MATE: &str = "6k1/5ppp/8/8/8/8/8/R3K3 w Q -";

    fn read(name: &str, text: &str, kind: GoalKind) -> Result<Vec<SuitePosition>, SuiteError> {
        let file = std::env::temp_dir().join(format!("motley-suite-{name}-{}.epd", std::process::id()));
        fs::write(&file, text).expect("a file for the test");
        let positions = read_suite(&file, kind);
        fs::remove_file(file).expect("the test's own file");
        positions
    }

    fn solved(name: &str, text: &str, kind: GoalKind) -> SuiteReport {
        let positions = read(name, text, kind).expect("a sound suite");
        run_suite(&PERSONALITIES[0], &positions, &SETTINGS, |_| ControlFlow::Continue(())).expect("a thread")
    }

    #[test]
    fn best_moves_and_moves_to_avoid_decide() {
        let text = format!(
            "# a comment\n\n{MATE} bm Ra8#; id \"best\";\n{MATE} am Ra8#; id \"avoid\";\n\
             {MATE} bm Ke2;\n{MATE} bm Ra8; am Ke2;\n"
        );
        let report = solved("moves", &text, GoalKind::Move);
        let solved: Vec<_> = report.positions.iter().map(|attempt| (attempt.id.as_str(), attempt.solved)).collect();
        assert_eq!(solved, [("best", true), ("avoid", false), ("line 5", false), ("line 6", true)]);
        assert_eq!((report.solved, report.total), (2, 4));
        let expected: Vec<_> = report.positions.iter().map(|attempt| attempt.expected.as_str()).collect();
        assert_eq!(expected, ["Ra8", "anything but Ra8", "Ke2", "Ra8, not Ke2"]);
        assert_eq!(
            (report.positions[0].played.as_deref(), report.positions[0].score.as_str()),
            (Some("Ra8"), "mate 1")
        );
        assert!(report.nodes > 0 && report.slowest_ms >= report.mean_time_ms);
    }

    #[test]
    fn the_distance_to_mate_must_be_exact() {
        let text = format!("{MATE} dm 1;\n{MATE} ce +M2;\n{MATE}\n");
        let report = solved("mates", &text, GoalKind::Mate(Some(1)));
        assert_eq!(report.positions.iter().map(|attempt| attempt.solved).collect::<Vec<_>>(), [true, false, true]);
        assert_eq!(report.positions[1].expected, "mate 2");
    }

    #[test]
    fn a_caller_may_end_the_run() {
        let positions = read("ended", &format!("{MATE} bm Ra8;\n").repeat(20), GoalKind::Move).expect("a sound suite");
        let settings = SuiteSettings { jobs: 1, ..SETTINGS };
        let report = run_suite(&PERSONALITIES[0], &positions, &settings, |_| ControlFlow::Break(())).expect("a thread");
        assert_eq!((report.positions.len(), report.total), (1, 20));
    }

    #[test]
    fn faulty_suites_are_refused_with_the_line() {
        let refused = |name: &str, text: &str, kind| read(name, text, kind).expect_err("a faulty suite").to_string();
        assert!(
            refused("record", &format!("# x\n{MATE} bm Ra9;"), GoalKind::Move)
                .contains("line 2: cannot read `Ra9` in `bm`")
        );
        assert!(refused("goal", MATE, GoalKind::Move).contains("line 1: nothing to solve: expected `bm`"));
        assert!(refused("mate", MATE, GoalKind::Mate(None)).contains("expected `dm`"));
        assert!(refused("empty", "# nothing\n", GoalKind::Move).ends_with("there is no position in the file"));
        assert!(matches!(read_suite(Path::new("/nowhere.epd"), GoalKind::Move), Err(SuiteError::Read { .. })));
    }
}
