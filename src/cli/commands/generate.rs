//! `motley generate`: positions to order, each with the game that leads there.

use std::io::{self, Write};
use std::num::NonZeroUsize;
use std::path::{Path, PathBuf};

use clap::value_parser;
use indicatif::ProgressBar;
use shakmaty::Color;
use thiserror::Error;

use crate::chess::PieceCount;
use crate::cli::args::force::ForceArg;
use crate::cli::args::threads::{FINDING, cores, granted, threads};
use crate::cli::clean::escaped;
use crate::cli::progress::styled_bar;
use crate::cli::shell::{
    CommandResult, Ended, Failure, OutputError, make_folder, notify, print, print_pgn, write_file,
};
use crate::cli::terminal::stopped_by_interrupt;
use crate::constraint::{Condition, Goal};
use crate::engine::{NoWorker, Stop};
use crate::files::PartialFile;
use crate::lessons::generation::{
    Effort, Format, NamedCondition, PositionSearch, ProofGame, SearchOptions, Summary, summary_table, verify_file,
};
use crate::lessons::review::Judge;
use crate::nets::cooperative::Experiment;
use crate::personalities::cooperative::{FinderError, Mode, NetworkOptions};
use crate::picture::Sheet;
use crate::picture::board::{Board, boards};

pub const EXAMPLES: &str = "\
Examples:
  motley generate --constraint 1,2,2,1,7
  motley generate --where \"white to move and one winning move\" --count 6 --mode human --sheet exercises.pdf
  motley generate --verify positions.fen --constraint 1,2,2,1,7";

/// The parts of a condition, for `--help`.
const CONDITIONS: &str = "\
Conditions in words:
  white pawns >= 6, black queens = 0   counts: =, >=, >, <=, <, 3..5; white, black, both or either
  white knight on f5, king on rank 8   in a place: squares, file, rank, light squares, dark squares
  white isolated pawns = 1             isolated, doubled (a pair counts two) or passed pawns
  opposite bishops                     one each, on squares of different colours
  material -1..1                       White's material less Black's, in pawns
  white can castle short               rights to castle
  check, white in check, mate, black mated, stalemate, white to move, ply 20..40
  evaluation 0.5..1.5                  the score by a short search, in pawns from White's view
  one winning move                     an exercise: exactly one move wins, by a search
  rating 1500..2000                    how well the proof game is played
  and, or, not, ( )                    combined

";

/// Make legal positions to order, each with a proof game: a game that leads to it
#[derive(clap::Args, Clone, Debug)]
#[command(after_help = format!("{CONDITIONS}{EXAMPLES}"))]
pub struct Args {
    /// The number of White's queens, rooks, bishops, knights and pawns, such as 1,2,2,1,8; may be given several times
    #[arg(long, value_name = "Q,R,B,N,P")]
    constraint: Vec<String>,
    /// A condition in words, such as "black queens = 0 and white knight on f5"
    #[arg(long = "where", value_name = "CONDITION", conflicts_with = "constraint")]
    condition: Option<String>,
    /// Make positions for all 486 constraints on White's pieces and pawns
    #[arg(long, conflicts_with_all = ["constraint", "condition"])]
    all: bool,
    /// How many positions to make for each constraint
    #[arg(long, value_name = "N", default_value_t = 1, value_parser = value_parser!(u32).range(1..))]
    count: u32,
    #[command(flatten)]
    search: SearchArgs,
    /// Folders with Syzygy tables, by which evaluations and winning moves are exact
    #[arg(long, value_name = "FOLDERS", default_value = "", hide_default_value = true)]
    syzygy: String,
    /// Print how well the proof game is played: the mean loss of its moves by a shallow search, in centipawns
    #[arg(long)]
    rationality: bool,
    /// Allow the same position to appear more than once
    #[arg(long)]
    repeat: bool,
    /// How many threads to use, up to the number of cores
    #[arg(long, value_name = "N", default_value_t = cores(), value_parser = threads)]
    threads: NonZeroUsize,
    /// The format of the output [default: board; with --out, fen]
    #[arg(long, value_enum)]
    format: Option<Format>,
    /// The same as --format json
    #[arg(long, conflicts_with = "format")]
    json: bool,
    /// Write to a file instead of standard output; the file appears once all is done, and only if a position was found
    #[arg(long, value_name = "FILE")]
    out: Option<PathBuf>,
    #[command(flatten)]
    force: ForceArg,
    /// Write a picture of every position, as SVG, into this folder
    #[arg(long, value_name = "DIR")]
    svg: Option<PathBuf>,
    /// Draw all positions on a sheet to print, with the solutions of exercises on a page of their own: FILE.pdf or
    /// FILE.svg
    #[arg(long, value_name = "FILE", value_parser = sheet_file)]
    sheet: Option<PathBuf>,
    /// Check a file that this command made: replay every proof game and test whether it meets the constraint
    #[arg(long, value_name = "FILE", conflicts_with_all = ["count", "out", "svg", "sheet"])]
    verify: Option<PathBuf>,
}

#[derive(clap::Args, Clone, Debug)]
struct SearchArgs {
    /// How to search for a game that meets the constraint
    #[arg(long, value_enum, default_value_t = Mode::Distance)]
    mode: Mode,
    /// In mode network, how many half moves to look ahead
    #[arg(long, value_name = "N", default_value_t = 1, value_parser = value_parser!(u8).range(1..=3))]
    depth: u8,
    /// In mode network, choose at random among the moves whose value is within this share of the best
    #[arg(long, value_name = "SHARE", default_value_t = 0.1)]
    tolerance: f32,
    /// In mode network, value positions that meet the constraint at 1 and those that never can at 0 (Petrželka lets the
    /// net value these too)
    #[arg(long)]
    exact_leaves: bool,
    /// In mode network, which of Petrželka's nets to use
    #[arg(long, value_enum, default_value_t = Experiment::Second)]
    experiment: Experiment,
    /// How many half moves a proof game may have
    #[arg(long, value_name = "N", default_value_t = 101, value_parser = value_parser!(u32).range(1..=2000))]
    max_plies: u32,
    /// How many promotions a proof game may have
    #[arg(long, value_name = "N", default_value_t = 0, value_parser = value_parser!(u32).range(0..=16))]
    promotions: u32,
    /// Random seed
    #[arg(long, value_name = "N", default_value_t = 1)]
    seed: u64,
    /// How many times to search for a position before giving up; each search is wider than the one before
    #[arg(long, value_name = "N", default_value_t = 7, value_parser = value_parser!(u32).range(1..=30))]
    tries: u32,
}

impl SearchArgs {
    fn options(&self) -> SearchOptions {
        let SearchArgs { mode, depth, tolerance, exact_leaves, experiment, max_plies, promotions, seed, tries } = *self;
        let network = NetworkOptions { experiment, depth, tolerance, exact_leaves };
        SearchOptions { mode, network, max_plies, promotions, tries, seed }
    }
}

/// A file for the sheet, whose ending says what it is to be.
fn sheet_file(text: &str) -> Result<PathBuf, String> {
    let path = PathBuf::from(text);
    let ending = path.extension().map(|ending| ending.to_ascii_lowercase());
    if ending.is_some_and(|ending| ending == "pdf" || ending == "svg") {
        return Ok(path);
    }
    Err("expected a name that ends in .pdf or .svg".to_owned())
}

#[derive(Debug, Error)]
enum GenerateError {
    #[error(transparent)]
    Finder(#[from] FinderError),
    #[error(transparent)]
    Output(#[from] OutputError),
}

/// Runs `motley generate`.
pub fn run(args: &Args) -> CommandResult {
    let conditions = args.conditions()?;
    match &args.verify {
        Some(file) => verify(file, &conditions),
        None if conditions.is_empty() => {
            Err(Failure::call("name what to make: --constraint 1,2,2,1,8, --where \"…\", or --all"))
        }
        None => generate(args, conditions),
    }
}

impl Args {
    fn conditions(&self) -> Result<Vec<NamedCondition>, Failure> {
        let of_count = |count: PieceCount| NamedCondition { name: count.to_string(), condition: count.into() };
        if self.all {
            return Ok(PieceCount::all().map(of_count).collect());
        }
        if let Some(name) = &self.condition {
            let condition: Condition = name.parse().map_err(|error| Failure::call(format!("--where: {error}")))?;
            return Ok(vec![NamedCondition { name: name.clone(), condition }]);
        }
        self.constraint.iter().map(|text| text.parse().map(of_count).map_err(Failure::call)).collect()
    }

    fn format(&self) -> Format {
        let usual = if self.out.is_some() { Format::Fen } else { Format::Board };
        if self.json { Format::Json } else { self.format.unwrap_or(usual) }
    }
}

fn verify(file: &Path, conditions: &[NamedCondition]) -> CommandResult {
    let verification = verify_file(file, conditions)?;
    for (number, fault) in &verification.faults {
        notify(&format!("position {number}: {fault}"));
    }
    let (positions, wrong) = (verification.positions, verification.faults.len());
    print(&format!("{positions} positions, {} proved, {wrong} wrong\n", positions - wrong))?;
    Ok(if verification.holds() { Ended::Done } else { Ended::Unmet })
}

fn generate(args: &Args, conditions: Vec<NamedCondition>) -> CommandResult {
    let mut wanted = Vec::new();
    for condition in conditions {
        let goals = condition
            .condition
            .possible_goals_within(args.search.promotions, args.search.max_plies)
            .map_err(Failure::call)?;
        wanted.push((condition, goals));
    }
    let stop = stopped_by_interrupt()?;
    let mut writer = Writer::open(args)?;

    let all = wanted.len() as u64 * u64::from(args.count);
    let bar = styled_bar(all, "{bar:30} {pos}/{len} {eta} {msg}", "positions");
    let threads = granted(args.threads, args.count as usize, FINDING)?.get();
    let pool = rayon::ThreadPoolBuilder::new().num_threads(threads).build().map_err(|_| NoWorker::Threads)?;
    let (mut summaries, mut in_vain) = (Vec::new(), Vec::new());
    for (condition, goals) in &wanted {
        bar.set_message(escaped(&condition.name).into_owned());
        let (summary, effort) = pool.install(|| generate_one(args, condition, goals, &stop, &mut writer, &bar))?;
        // A search that was broken off says nothing about what there is.
        if summary.unique() == 0 && !stop.is_stopped() {
            in_vain.push((condition, goals, effort));
        }
        summaries.push(summary);
        if stop.is_stopped() {
            break;
        }
    }
    bar.finish_and_clear();
    // A row of zeros says less than the sentence does.
    if in_vain.len() < summaries.len() {
        notify(&summary_table(&summaries).trim_end());
    }
    for (condition, goals, effort) in in_vain {
        notify(&format!("{}: {}", condition.name, effort.none_found()));
        let advice = goals.iter().filter_map(Goal::advice).next();
        notify(&advice.unwrap_or("try more --promotions, --max-plies or --tries, or ask for less"));
    }
    let path = writer.path.clone();
    writer.finish()?;
    Ok(ended(&summaries, stop.is_stopped(), &path))
}

/// Writes the positions of one condition as they are found.
fn generate_one(
    args: &Args,
    wanted: &NamedCondition,
    goals: &[Goal],
    stop: &Stop,
    writer: &mut Writer,
    bar: &ProgressBar,
) -> Result<(Summary, Effort), GenerateError> {
    let options = args.search.options();
    let (unique, tables) = (!args.repeat, args.syzygy.as_str());
    let search = PositionSearch { wanted, goals, options, count: args.count, unique, tables };
    let mut summary = Summary::new(wanted.name.clone(), args.count);
    let mut judge = args.rationality.then(Judge::default);
    let effort = search.run(stop, |outcome| {
        bar.inc(1);
        summary.add(&outcome, wanted.condition.as_count());
        if let (Some(judge), Some(found)) = (&mut judge, &outcome) {
            summary.add_loss(judge.mean_loss(&found.moves));
        }
        outcome.map_or(Ok::<(), GenerateError>(()), |found| Ok(writer.write(&found)?))
    })?;
    Ok((summary, effort))
}

/// Done only where everything asked for was found.
fn ended(summaries: &[Summary], interrupted: bool, path: &str) -> Ended {
    if interrupted {
        let found: u32 = summaries.iter().map(Summary::satisfied).sum();
        match found {
            0 => notify(&"interrupted: no position was found so far"),
            _ => notify(&format!("interrupted: the {found} positions found so far are whole, in {path}")),
        }
        return Ended::Interrupted;
    }
    if summaries.iter().all(Summary::is_complete) { Ended::Done } else { Ended::Unmet }
}

/// The output for positions: each is written whole, at once, and a file gets its name at the end.
struct Writer {
    /// Standard output where there is none.
    file: Option<PartialFile>,
    found: usize,
    path: String,
    format: Format,
    svg: Option<PathBuf>,
    pictures: usize,
    sheet: Option<(PathBuf, Sheet)>,
}

impl Writer {
    fn open(args: &Args) -> Result<Writer, OutputError> {
        args.force.check(args.out.as_deref(), [])?;
        args.force.check(args.sheet.as_deref(), [])?;
        args.force.check_folder(args.svg.as_deref())?;
        if let Some(folder) = &args.svg {
            make_folder(folder)?;
        }
        let path = args.out.as_ref().map_or_else(|| "standard output".to_owned(), |path| path.display().to_string());
        let file = match args.out.as_deref().map(PartialFile::create).transpose() {
            Ok(file) => file,
            Err(source) => return Err(OutputError::File { path, source }),
        };
        let title = "Positions to order".to_owned();
        let sheet = args.sheet.clone().map(|path| (path, Sheet { title, ..Sheet::default() }));
        Ok(Writer { file, found: 0, path, format: args.format(), svg: args.svg.clone(), pictures: 0, sheet })
    }

    fn write(&mut self, found: &ProofGame) -> Result<(), OutputError> {
        let text = self.format.write(found);
        self.found += 1;
        match &mut self.file {
            None if self.format == Format::Pgn => print_pgn(&text)?,
            None => print(&text)?,
            Some(file) => file
                .write_all(text.as_bytes())
                .and_then(|()| file.flush())
                .map_err(|source: io::Error| OutputError::File { path: self.path.clone(), source })?,
        }
        if let Some((_, sheet)) = &mut self.sheet {
            found.add_to(sheet);
        }
        let Some(folder) = &self.svg else { return Ok(()) };
        self.pictures += 1;
        let board = Board::new(found.name.clone()).with_men(found.board(), Color::White);
        write_file(&folder.join(format!("{:04}.svg", self.pictures)), boards(&[board]))
    }

    /// Finishes the files. If nothing was found, a file that was there stays.
    fn finish(self) -> Result<(), OutputError> {
        if let Some((path, sheet)) = self.sheet.as_ref().filter(|(_, sheet)| !sheet.diagrams.is_empty()) {
            let is_pdf = path.extension().is_some_and(|ending| ending.eq_ignore_ascii_case("pdf"));
            write_file(path, if is_pdf { sheet.pdf() } else { sheet.svg() })?;
        }
        match self.file {
            Some(file) if self.found > 0 => {
                file.finish().map_err(|source| OutputError::File { path: self.path, source })
            }
            _ => Ok(()),
        }
    }
}
