//! `motley solve`: how many positions of a test suite a player solves, and how soon.

use std::fs;
use std::io::{self, Write};
use std::path::{Path, PathBuf};
use std::process::ExitCode;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::mpsc;
use std::thread;
use std::time::{Duration, Instant};

use clap::value_parser;
use indicatif::{ProgressBar, ProgressStyle};
use serde::Serialize;
use shakmaty::Move;
use shakmaty::san::San;
use thiserror::Error;

use crate::engine::options::SharedOptions;
use crate::engine::{Bound, Game, Info, Limits, Personality, Recorder, Score, ScoreKind, Stop};
use crate::games::epd::{Epd, EpdError};
use crate::personalities::{self, PersonalityInfo};

/// Time a position gets when no limit is given, as the published results of most suites are stated.
const DEFAULT_MOVE_TIME: Duration = Duration::from_secs(1);

/// A deep search needs more than the two MiB that a spawned thread gets.
const STACK: usize = 64 << 20;

/// Run a test suite: best moves, or exact distances to mate
#[derive(clap::Args)]
pub struct Args {
    /// The suite: EPD with `bm`, `am` or `dm` operations; `#` begins a comment line
    file: PathBuf,
    /// Time for each position [default: 1000, unless --depth or --nodes is given]
    #[arg(long, value_name = "MS", group = "limit")]
    movetime: Option<u64>,
    /// Search each position to this depth
    #[arg(long, value_name = "PLIES", group = "limit")]
    depth: Option<i32>,
    /// Search this many nodes of each position
    #[arg(long, value_name = "N", group = "limit")]
    nodes: Option<u64>,
    /// Search threads of each player
    #[arg(long, value_name = "N", default_value_t = 1, value_parser = value_parser!(u16).range(1..=256))]
    threads: u16,
    /// Transposition table of each player in MiB
    #[arg(long, value_name = "MIB", default_value_t = 64, value_parser = value_parser!(u32).range(1..=65536))]
    hash: u32,
    /// Positions solved at the same time, each by a player of its own
    #[arg(long, value_name = "N", default_value_t = 1, value_parser = value_parser!(u16).range(1..=256))]
    jobs: u16,
    /// The player
    #[arg(long, value_name = "NAME", default_value = "Classical")]
    personality: String,
    /// Ask for the exact distance to mate (`dm N` or `ce +MN` in the file) instead of the move
    #[arg(long)]
    mate: bool,
    /// The distance to mate where the file does not give one (implies --mate)
    #[arg(long, value_name = "MOVES")]
    mate_in: Option<u32>,
    /// Print one JSON object instead of text
    #[arg(long)]
    json: bool,
    /// Exit with code 1 when a position was missed
    #[arg(long)]
    strict: bool,
}

#[derive(Debug, Error)]
enum SolveError {
    #[error("cannot read {}: {reason}", file.display())]
    Read { file: PathBuf, reason: io::Error },
    #[error("{}, line {line}: {reason}", file.display())]
    Record { file: PathBuf, line: usize, reason: EpdError },
    #[error("{}, line {line}: nothing to solve: expected {expected}", file.display())]
    NoSolution { file: PathBuf, line: usize, expected: &'static str },
    #[error("no personality is called `{given}`: expected one of {}", personalities::NAMES.join(", "))]
    Personality { given: String },
    #[error("cannot print: {0}")]
    Print(io::Error),
}

/// What solves a position.
#[derive(Clone, Debug)]
enum Goal {
    Move { best: Vec<Move>, avoid: Vec<Move> },
    Mate { moves: u32 },
}

impl Goal {
    fn is_met(&self, mv: Option<Move>, score: Score) -> bool {
        match self {
            Goal::Move { best, avoid } => {
                mv.is_some_and(|mv| (best.is_empty() || best.contains(&mv)) && !avoid.contains(&mv))
            }
            Goal::Mate { moves } => score.kind() == ScoreKind::Mate(moves.cast_signed()),
        }
    }

    /// The goal in words, moves in SAN.
    fn describe(&self, game: &Game) -> String {
        let list = |moves: &[Move]| moves.iter().map(|&mv| san(game, mv)).collect::<Vec<_>>().join(" or ");
        match self {
            Goal::Move { best, avoid } if avoid.is_empty() => list(best),
            Goal::Move { best, avoid } if best.is_empty() => format!("anything but {}", list(avoid)),
            Goal::Move { best, avoid } => format!("{}, not {}", list(best), list(avoid)),
            Goal::Mate { moves } => format!("mate {moves}"),
        }
    }
}

/// One position of the suite.
#[derive(Clone, Debug)]
struct Puzzle {
    name: String,
    game: Game,
    goal: Goal,
}

/// What a player made of a puzzle.
#[derive(Debug, Serialize)]
struct Attempt {
    #[serde(skip)]
    index: usize,
    id: String,
    fen: String,
    expected: String,
    /// The move in SAN; `None` where there was none to play.
    played: Option<String>,
    /// As UCI writes it: `cp 31` or `mate 2`.
    score: String,
    solved: bool,
    /// Since when the player held on to the solution.
    time_ms: u64,
    nodes: u64,
}

#[derive(Debug, Serialize)]
struct Summary {
    solved: usize,
    total: usize,
    /// Over the solved positions.
    mean_time_ms: u64,
    slowest_ms: u64,
    nodes: u64,
    positions: Vec<Attempt>,
}

/// Prints what was missed, and the sum. Exits with 1 when something was missed and `--strict` asked for it, with 2 when
/// there is nothing to run.
pub fn run(args: &Args) -> ExitCode {
    match solve(args) {
        Ok(summary) if args.strict && summary.solved < summary.total => ExitCode::FAILURE,
        Ok(_) => ExitCode::SUCCESS,
        Err(error) => {
            eprintln!("error: {error}");
            ExitCode::from(2)
        }
    }
}

fn solve(args: &Args) -> Result<Summary, SolveError> {
    let role = find_role(&args.personality)?;
    let puzzles = read_suite(&args.file, args)?;
    let summary = solve_all(role, &puzzles, args);
    let text = if args.json {
        serde_json::to_string_pretty(&summary).expect("plain data becomes JSON")
    } else {
        format!(
            "{}/{} solved, mean time to solution {} ms, slowest {} ms, {} nodes",
            summary.solved, summary.total, summary.mean_time_ms, summary.slowest_ms, summary.nodes
        )
    };
    writeln!(io::stdout(), "{text}").map_err(SolveError::Print)?;
    Ok(summary)
}

fn find_role(name: &str) -> Result<&'static PersonalityInfo, SolveError> {
    let role = personalities::PERSONALITIES.iter().find(|role| role.name.eq_ignore_ascii_case(name));
    role.ok_or_else(|| SolveError::Personality { given: name.to_owned() })
}

fn read_suite(file: &Path, args: &Args) -> Result<Vec<Puzzle>, SolveError> {
    let text = fs::read_to_string(file).map_err(|reason| SolveError::Read { file: file.to_owned(), reason })?;
    let mut puzzles = Vec::new();
    for (line, record) in (1..).zip(text.lines()) {
        if record.trim().is_empty() || record.starts_with('#') {
            continue;
        }
        let epd = Epd::parse(record).map_err(|reason| SolveError::Record { file: file.to_owned(), line, reason })?;
        let nothing = |expected| SolveError::NoSolution { file: file.to_owned(), line, expected };
        let goal = if args.mate || args.mate_in.is_some() {
            let moves = epd.mate.or(args.mate_in).ok_or_else(|| nothing("`dm`, or --mate-in"))?;
            Goal::Mate { moves }
        } else if epd.best.is_empty() && epd.avoid.is_empty() {
            return Err(nothing("`bm` or `am`, or --mate"));
        } else {
            Goal::Move { best: epd.best, avoid: epd.avoid }
        };
        puzzles.push(Puzzle {
            name: epd.id.unwrap_or_else(|| format!("line {line}")),
            game: Game::from_position(epd.position),
            goal,
        });
    }
    Ok(puzzles)
}

/// Hands the puzzles to as many players as there are jobs, and prints each miss as it happens.
fn solve_all(role: &PersonalityInfo, puzzles: &[Puzzle], args: &Args) -> Summary {
    // Indicatif draws to stderr, and only on a terminal.
    let style = ProgressStyle::with_template("{bar:30} {pos}/{len} {msg}").expect("a valid template");
    let bar = ProgressBar::new(puzzles.len() as u64).with_style(style);
    let next = AtomicUsize::new(0);
    let (sender, attempts) = mpsc::channel();
    let mut positions: Vec<Attempt> = Vec::with_capacity(puzzles.len());

    thread::scope(|scope| {
        for _ in 0..args.jobs {
            let (sender, next) = (sender.clone(), &next);
            let work = move || {
                let mut player = make_player(role, args);
                loop {
                    let index = next.fetch_add(1, Ordering::Relaxed);
                    let Some(puzzle) = puzzles.get(index) else { break };
                    if sender.send(attempt(&mut *player, index, puzzle, args)).is_err() {
                        break;
                    }
                }
            };
            thread::Builder::new().stack_size(STACK).spawn_scoped(scope, work).expect("the system gives threads");
        }
        drop(sender);
        for attempt in attempts {
            // When nobody reads any more, the players end too: their channel closes with this loop.
            if !attempt.solved && !args.json && bar.suspend(|| print_miss(&attempt)).is_err() {
                break;
            }
            positions.push(attempt);
            bar.inc(1);
            bar.set_message(format!("{} solved", positions.iter().filter(|attempt| attempt.solved).count()));
        }
    });
    bar.finish_and_clear();
    positions.sort_by_key(|attempt| attempt.index);

    let times = || positions.iter().filter(|attempt| attempt.solved).map(|attempt| attempt.time_ms);
    let solved = times().count();
    Summary {
        solved,
        total: puzzles.len(),
        mean_time_ms: times().sum::<u64>() / (solved as u64).max(1),
        slowest_ms: times().max().unwrap_or(0),
        nodes: positions.iter().map(|attempt| attempt.nodes).sum(),
        positions,
    }
}

/// A player that repeats itself and thinks for itself: a book would answer before the search does.
fn make_player(role: &PersonalityInfo, args: &Args) -> Box<dyn Personality> {
    let shared = SharedOptions {
        hash: args.hash as usize,
        threads: args.threads.into(),
        own_book: false,
        seed: 1,
        ..SharedOptions::default()
    };
    let mut player = (role.build)();
    let mut said = Recorder::default();
    player.configure(&shared, &mut said);
    for message in said.messages {
        eprintln!("{message}");
    }
    player
}

fn attempt(player: &mut dyn Personality, index: usize, puzzle: &Puzzle, args: &Args) -> Attempt {
    let limits = limits_for(&puzzle.goal, args);
    let mut thoughts = Recorder::default();
    player.new_game();
    let started = Instant::now();
    let choice = player.choose(&puzzle.game, &limits, &Stop::new(), &mut thoughts);
    let elapsed = started.elapsed();

    let main_line: Vec<&Info> =
        thoughts.infos.iter().filter(|info| info.multipv <= 1 && info.bound == Bound::Exact).collect();
    let score = main_line.last().map_or(Score::DRAW, |info| info.score);
    // A move that was found, lost and found again counts from when it came back for good.
    let is_right = |info: &&&Info| puzzle.goal.is_met(info.pv.first().copied(), info.score);
    let found = main_line.iter().rev().take_while(is_right).last().map_or(elapsed, |info| info.time);
    Attempt {
        index,
        id: puzzle.name.clone(),
        fen: puzzle.game.fen(),
        expected: puzzle.goal.describe(&puzzle.game),
        played: choice.best.map(|mv| san(&puzzle.game, mv)),
        score: match score.kind() {
            ScoreKind::Centipawns(centipawns) => format!("cp {centipawns}"),
            ScoreKind::Mate(moves) => format!("mate {moves}"),
        },
        solved: puzzle.goal.is_met(choice.best, score),
        time_ms: u64::try_from(found.as_millis()).unwrap_or(u64::MAX),
        nodes: thoughts.infos.last().map_or(0, |info| info.nodes),
    }
}

fn limits_for(goal: &Goal, args: &Args) -> Limits {
    let is_limited = args.depth.is_some() || args.nodes.is_some();
    let move_time = args.movetime.map(Duration::from_millis).or((!is_limited).then_some(DEFAULT_MOVE_TIME));
    let mate = match goal {
        Goal::Mate { moves } => Some(*moves),
        Goal::Move { .. } => None,
    };
    Limits { depth: args.depth, nodes: args.nodes, move_time, mate, ..Limits::default() }
}

fn print_miss(attempt: &Attempt) -> io::Result<()> {
    let played = attempt.played.as_deref().unwrap_or("nothing");
    writeln!(
        io::stdout(),
        "{}: played {played} ({}), expected {}  [{}]",
        attempt.id,
        attempt.score,
        attempt.expected,
        attempt.fen
    )
}

fn san(game: &Game, mv: Move) -> String {
    San::from_move(game.position(), mv).to_string()
}
