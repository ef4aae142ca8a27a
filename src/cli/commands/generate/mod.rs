//! `motley generate`: positions to order, each with the game that leads there.

mod find;
mod output;
mod summary;
mod verify;

use std::fs::{self, File, OpenOptions};
use std::io::{self, BufWriter, Write};
use std::path::PathBuf;
use std::process::ExitCode;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

use clap::value_parser;
use indicatif::{ProgressBar, ProgressStyle};
use thiserror::Error;

use crate::chess::{CountError, PieceCount};
use crate::constraint::{Condition, LanguageError, NoGoal, TooManyWays};
use crate::drawing::board::{Board, boards};
use crate::lab::judge::Judge;
use find::{Order, Orders};
use output::{Format, Found};
use summary::Summary;

/// The exit status after an interruption, as shells know it: 128 + SIGINT.
const INTERRUPTED: u8 = 130;

/// Make legal positions to order, each with its proof game
#[derive(clap::Args, Clone, Debug)]
pub struct Args {
    /// White's queens, rooks, bishops, knights and pawns: 1,2,2,1,8; several times for several constraints
    #[arg(long, value_name = "Q,R,B,N,P")]
    constraint: Vec<String>,
    /// A condition in words: "black queens = 0 and white knight on f5"
    #[arg(long = "where", value_name = "CONDITION", conflicts_with = "constraint")]
    condition: Option<String>,
    /// All 486 constraints of White's men
    #[arg(long, conflicts_with_all = ["constraint", "condition"])]
    all: bool,
    /// Positions for each constraint
    #[arg(long, value_name = "N", default_value_t = 1, value_parser = value_parser!(u32).range(1..))]
    count: u32,
    #[command(flatten)]
    order: Order,
    /// Judge the play: the mean loss of its moves by a shallow search, in centipawns
    #[arg(long)]
    rationality: bool,
    /// Positions may repeat
    #[arg(long)]
    repeat: bool,
    /// Threads to work with; 0 takes every core
    #[arg(long, value_name = "N", default_value_t = 0)]
    threads: usize,
    /// How positions are written: a line each (FEN or EPD, then the moves), games, or a JSON object a line
    #[arg(long, value_enum, default_value_t = Format::Fen)]
    format: Format,
    /// Write to a file instead of standard output
    #[arg(long, value_name = "FILE")]
    out: Option<PathBuf>,
    /// Draw every position into this folder
    #[arg(long, value_name = "DIR")]
    svg: Option<PathBuf>,
    /// Replay every proof game of a file that was made so, and check the constraint
    #[arg(long, value_name = "FILE", conflicts_with_all = ["count", "out", "svg"])]
    verify: Option<PathBuf>,
}

#[derive(Debug, Error)]
enum GenerateError {
    #[error("say what to make: --constraint 1,2,2,1,8, --where \"…\", or --all")]
    Nothing,
    #[error(transparent)]
    Count(#[from] CountError),
    #[error("--where: {0}")]
    Language(#[from] LanguageError),
    #[error("--where: {0}")]
    TooManyWays(#[from] TooManyWays),
    #[error(transparent)]
    NoGoal(#[from] NoGoal),
    #[error("cannot write {path}: {source}")]
    Write { path: String, source: io::Error },
    #[error("cannot read {path}: {source}")]
    Read { path: String, source: io::Error },
    #[error(transparent)]
    Net(#[from] crate::nets::NetError),
    #[error(transparent)]
    Mode(#[from] crate::personalities::cooperative::FinderError),
    #[error("no threads: {0}")]
    Threads(#[from] rayon::ThreadPoolBuildError),
    #[error("cannot listen for interruptions: {0}")]
    Signal(#[from] ctrlc::Error),
}

/// Runs `motley generate`.
pub fn run(args: &Args) -> ExitCode {
    let result = match &args.verify {
        Some(file) => conditions(args, true).and_then(|conditions| verify::run(file, &conditions)),
        None => generate(args),
    };
    result.unwrap_or_else(|e| {
        eprintln!("error: {e}");
        ExitCode::FAILURE
    })
}

/// What is asked for, each with its name.
fn conditions(args: &Args, may_be_none: bool) -> Result<Vec<(String, Condition)>, GenerateError> {
    let of_count = |count: PieceCount| (count.to_string(), Condition::from(count));
    if args.all {
        return Ok(PieceCount::all().map(of_count).collect());
    }
    if let Some(text) = &args.condition {
        return Ok(vec![(text.clone(), text.parse()?)]);
    }
    if args.constraint.is_empty() && !may_be_none {
        return Err(GenerateError::Nothing);
    }
    args.constraint.iter().map(|text| Ok(of_count(text.parse()?))).collect()
}

fn generate(args: &Args) -> Result<ExitCode, GenerateError> {
    let mut orders = Vec::new();
    for (name, condition) in conditions(args, false)? {
        let goals = condition.possible_goals(args.order.promotions).map_err(|none| match none {
            NoGoal::TooManyWays(error) => GenerateError::from(error),
            impossible => impossible.into(),
        })?;
        orders.push((name, condition, goals));
    }
    let mut writer = Writer::open(args)?;
    let stop = listen_for_interruptions()?;
    let pool = rayon::ThreadPoolBuilder::new().num_threads(args.threads).build()?;

    let style = ProgressStyle::with_template("{bar:30} {pos}/{len} {eta} {msg}").expect("a valid template");
    let bar = ProgressBar::new(orders.len() as u64 * u64::from(args.count)).with_style(style);
    let mut summaries = Vec::new();
    for (name, condition, goals) in orders {
        bar.set_message(name.clone());
        let orders = Orders {
            name: &name,
            condition: &condition,
            goals: &goals,
            order: &args.order,
            count: args.count,
            unique: !args.repeat,
        };
        let mut summary = Summary::new(name.clone(), args.count);
        let mut judge = args.rationality.then(Judge::new);
        pool.install(|| {
            orders.fill(&stop, |outcome| {
                bar.inc(1);
                summary.add(&outcome, condition.as_count());
                if let (Some(judge), Some(found)) = (&mut judge, &outcome) {
                    summary.add_loss(judge.mean_loss(&found.moves));
                }
                outcome.map_or(Ok(()), |found| writer.write(&found))
            })
        })?;
        summaries.push(summary);
        if stop.load(Ordering::Relaxed) {
            break;
        }
    }
    bar.finish_and_clear();
    writer.flush()?;
    eprint!("{}", summary::table(&summaries));
    Ok(ending(&summaries, stop.load(Ordering::Relaxed), args))
}

/// Success only where everything asked for was found.
fn ending(summaries: &[Summary], interrupted: bool, args: &Args) -> ExitCode {
    let found: u32 = summaries.iter().map(Summary::satisfied).sum();
    if interrupted {
        let place = args.out.as_ref().map_or_else(|| "standard output".to_owned(), |path| path.display().to_string());
        eprintln!("interrupted: the {found} positions found so far are whole, in {place}");
        return ExitCode::from(INTERRUPTED);
    }
    let all = summaries.iter().all(Summary::is_complete);
    if all { ExitCode::SUCCESS } else { ExitCode::FAILURE }
}

fn listen_for_interruptions() -> Result<Arc<AtomicBool>, GenerateError> {
    let stop = Arc::new(AtomicBool::new(false));
    let raised = Arc::clone(&stop);
    ctrlc::set_handler(move || raised.store(true, Ordering::Relaxed))?;
    Ok(stop)
}

/// Where positions go: each is written whole, at once.
struct Writer {
    output: Box<dyn Write + Send>,
    path: String,
    format: Format,
    svg: Option<PathBuf>,
    drawn: usize,
}

impl Writer {
    fn open(args: &Args) -> Result<Writer, GenerateError> {
        let failed = |path: &std::path::Path| {
            let path = path.display().to_string();
            move |source| GenerateError::Write { path, source }
        };
        let (output, path): (Box<dyn Write + Send>, String) = match &args.out {
            Some(path) => {
                let file: File =
                    OpenOptions::new().write(true).create(true).truncate(true).open(path).map_err(failed(path))?;
                (Box::new(BufWriter::new(file)), path.display().to_string())
            }
            None => (Box::new(io::stdout()), "standard output".to_owned()),
        };
        if let Some(folder) = &args.svg {
            fs::create_dir_all(folder).map_err(failed(folder))?;
        }
        Ok(Writer { output, path, format: args.format, svg: args.svg.clone(), drawn: 0 })
    }

    fn write(&mut self, found: &Found) -> Result<(), GenerateError> {
        let text = self.format.write(found);
        self.output
            .write_all(text.as_bytes())
            .and_then(|()| self.output.flush())
            .map_err(|source| GenerateError::Write { path: self.path.clone(), source })?;
        let Some(folder) = &self.svg else { return Ok(()) };
        self.drawn += 1;
        let path = folder.join(format!("{:04}.svg", self.drawn));
        let board = Board::new(found.name.clone()).with_men(found.board(), shakmaty::Color::White);
        fs::write(&path, boards(&[board]))
            .map_err(|source| GenerateError::Write { path: path.display().to_string(), source })
    }

    fn flush(&mut self) -> Result<(), GenerateError> {
        self.output.flush().map_err(|source| GenerateError::Write { path: self.path.clone(), source })
    }
}
