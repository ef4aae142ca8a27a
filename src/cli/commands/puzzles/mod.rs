//! `motley puzzles`: puzzles from a player's own games, made, listed, exported, and solved at the terminal.

mod terminal;

use std::fmt::Display;
use std::io;
use std::num::NonZeroUsize;
use std::path::{Path, PathBuf};
use std::time::Instant;

use clap::value_parser;

use crate::cli::args::board::BoardArgs;
use crate::cli::args::force::ForceArg;
use crate::cli::args::threads::{SEARCHING, cores, granted, threads};
use crate::cli::progress::count_bar;
use crate::cli::shell::{CommandResult, Ended, Failure, notify, output, print, write_file};
use crate::cli::terminal::{open_games, say_left_out, stopped_by_interrupt};
use crate::lessons::puzzles::{
    MakeSettings, OwnGames, PuzzleKind, Thresholds, make_puzzles, puzzles_as_epd, puzzles_as_pgn, puzzles_as_sheet,
    source,
};
use crate::record::{NewPuzzle, Opened, Puzzle, Record, RecordError, when};
use terminal::Terminal;

const EXAMPLES: &str = "\
Examples:
  motley puzzles games.pgn --player Ann --games 100
  motley puzzles
  motley puzzles --export sheet.svg --due";

/// Find puzzles in a player's games; without a file, solve those that are due
#[derive(clap::Args, Clone, Debug)]
#[command(after_help = EXAMPLES)]
pub struct Args {
    /// Files of games to make puzzles from: PGN, plain or compressed with zstd
    #[arg(value_name = "GAMES")]
    files: Vec<PathBuf>,
    /// The player, as in the PGN tags White and Black
    #[arg(long, value_name = "NAME", requires = "files")]
    player: Option<String>,
    /// Make puzzles from both sides of every game
    #[arg(long, requires = "files", conflicts_with = "player")]
    anybody: bool,
    /// Use at most N games of the player, the first in the files
    #[arg(long, value_name = "N", requires = "files", value_parser = value_parser!(u32).range(1..))]
    games: Option<u32>,
    /// Leave out puzzles that nine in ten players of this rating solve [default: leave out none]
    #[arg(long, value_name = "N", requires = "files", value_parser = value_parser!(u16).range(600..=2800))]
    elo: Option<u16>,
    /// Which puzzles to make: missed (the opponent went wrong and you did not see it), mistake (you missed a move that
    /// is clearly best), refutation (you went wrong, and you play the opponent's reply)
    #[arg(long, value_name = "KINDS", value_delimiter = ',', default_value = "missed,mistake,refutation",
          value_parser = kind, requires = "files")]
    kinds: Vec<PuzzleKind>,
    /// Search this many nodes in each position that may be a puzzle
    #[arg(long, value_name = "N", default_value_t = Thresholds::default().nodes, requires = "files",
          value_parser = value_parser!(u64).range(1000..=100_000_000))]
    nodes: u64,
    /// How many games to search at the same time, up to the number of cores [default: the number of cores]
    #[arg(long, value_name = "N", requires = "files", value_parser = threads)]
    jobs: Option<NonZeroUsize>,
    /// The database with your record [default: record.sqlite in Motley's data folder]
    #[arg(long, value_name = "FILE")]
    record: Option<PathBuf>,
    /// Print all puzzles of the record with their dates
    #[arg(long, conflicts_with_all = ["files", "export"])]
    list: bool,
    /// Write the puzzles of the record to this file: .pgn, .epd, or a sheet to print, .svg or .pdf
    #[arg(long, value_name = "FILE", conflicts_with = "files")]
    export: Option<PathBuf>,
    /// List or export only the puzzles that are due
    #[arg(long, conflicts_with = "files")]
    due: bool,
    #[command(flatten)]
    force: ForceArg,
    /// Solve at most N puzzles
    #[arg(long, value_name = "N", default_value_t = 20, conflicts_with_all = ["files", "list", "export"])]
    count: u32,
    #[command(flatten)]
    board: BoardArgs,
}

/// Runs `motley puzzles`.
pub fn run(args: &Args) -> CommandResult {
    let path = args.record.clone().map_or_else(Record::usual_path, Ok)?;
    if !args.files.is_empty() {
        return make(args, &path);
    }
    let format = args.export.as_deref().map(Format::of).transpose()?;
    args.force.check(args.export.as_deref(), &args.record)?;
    if args.list || args.export.is_some() {
        let record = Record::read(&path)?;
        let (now, mut puzzles) = (record.now(), record.puzzles()?);
        puzzles.retain(|puzzle| !args.due || puzzle.due <= now);
        return match args.export.as_deref().zip(format) {
            Some((file, format)) => export(file, format, &puzzles),
            None => Ok(print(&listed(&puzzles, now)).map(|()| Ended::Done)?),
        };
    }
    let mut record = open(&path)?;
    Terminal { record: &mut record, input: io::stdin().lock(), output: output(), board: args.board }.run(args.count)?;
    Ok(Ended::Done)
}

fn open(path: &Path) -> Result<Record, RecordError> {
    let Opened { record, notices } = Record::open_telling(path, &mut |notice| notify(notice))?;
    notices.iter().for_each(notify);
    Ok(record)
}

/// Makes puzzles and adds them to the record game by game, so that an interrupt loses nothing.
fn make(args: &Args, path: &Path) -> CommandResult {
    if args.player.is_none() && !args.anybody {
        return Err(Failure::call("whose games are these? Name the player with --player, or give --anybody"));
    }
    let (sources, bar) = open_games(&args.files)?;
    let own = OwnGames::read(sources, args.player.as_deref(), args.games.map(|games| games as usize))?;
    bar.finish_and_clear();
    let mut record = open(path)?;

    let thresholds = Thresholds { nodes: args.nodes, ..Thresholds::default() };
    let (start, stop) = (Instant::now(), stopped_by_interrupt()?);
    let bar = count_bar(own.count() as u64, "games");
    let jobs = granted(args.jobs.unwrap_or_else(cores), own.count(), SEARCHING)?;
    let settings = MakeSettings { kinds: args.kinds.clone(), thresholds, elo: args.elo, jobs };
    let (mut made, mut failure) = (Made::default(), None);
    let worked = make_puzzles(&own, &settings, &stop, |_, puzzles| {
        bar.inc(1);
        match record.add_puzzles(&puzzles) {
            Ok(added) => made.add(&puzzles, added),
            Err(error) => {
                failure.get_or_insert(error);
                stop.stop();
            }
        }
    });
    bar.finish_and_clear();
    worked?;
    if let Some(failure) = failure {
        return Err(failure.into());
    }
    print(&made.text(own.count(), start.elapsed().as_secs_f64(), record.path()))?;
    let faults = own.faults;
    if own.chess960 > 0 {
        notify(&format!("{} of Chess960 left out", counted(own.chess960, "game")));
    }
    if stop.is_stopped() {
        return Ok(Ended::Interrupted);
    }
    if !faults.is_clean() {
        let skipped = faults.skipped;
        let cut = counted(faults.cut, "game");
        notify(&format!("{cut} used up to a word that cannot be read; {skipped} unreadable"));
    }
    Ok(say_left_out(&faults))
}

/// The puzzles made so far.
#[derive(Default)]
struct Made {
    games: usize,
    puzzles: usize,
    added: usize,
    by_kind: [usize; PuzzleKind::ALL.len()],
}

impl Made {
    fn add(&mut self, puzzles: &[NewPuzzle], added: usize) {
        self.games += 1;
        self.puzzles += puzzles.len();
        self.added += added;
        for (kind, count) in PuzzleKind::ALL.iter().zip(&mut self.by_kind) {
            *count += puzzles.iter().filter(|puzzle| puzzle.kind == kind.word()).count();
        }
    }

    fn text(&self, games: usize, seconds: f64, path: &Path) -> String {
        let of = if self.games < games { format!(" of {games}") } else { String::new() };
        let [missed, mistake, refutation] = self.by_kind;
        format!(
            "{}{of}, {} in {seconds:.0} s (missed {missed}, mistake {mistake}, refutation {refutation})\n\
             {} new in {}; `motley puzzles` asks them\n",
            counted(self.games, "game"),
            counted(self.puzzles, "puzzle"),
            self.added,
            path.display()
        )
    }
}

/// A form of the exported file.
#[derive(Clone, Copy)]
enum Format {
    Pgn,
    Epd,
    Svg,
    Pdf,
}

impl Format {
    fn of(file: &Path) -> Result<Format, Failure> {
        let ending = file.extension().map(|ending| ending.to_string_lossy().to_lowercase());
        match ending.as_deref() {
            Some("pgn") => Ok(Format::Pgn),
            Some("epd") => Ok(Format::Epd),
            Some("svg") => Ok(Format::Svg),
            Some("pdf") => Ok(Format::Pdf),
            _ => {
                Err(Failure::call(format!("{}: expected a name that ends in .pgn, .epd, .svg or .pdf", file.display())))
            }
        }
    }
}

fn export(file: &Path, format: Format, puzzles: &[Puzzle]) -> CommandResult {
    if puzzles.is_empty() {
        return Err(Failure::job("the record has no such puzzles"));
    }
    let sheet = || puzzles_as_sheet("Puzzles", puzzles);
    let text = match format {
        Format::Pgn => puzzles_as_pgn(puzzles)?,
        Format::Epd => puzzles_as_epd(puzzles)?,
        Format::Svg => sheet()?.svg(),
        Format::Pdf => sheet()?.pdf(),
    };
    write_file(file, text)?;
    print(&format!("{} written to {}\n", counted(puzzles.len(), "puzzle"), file.display()))?;
    Ok(Ended::Done)
}

/// A line for each puzzle, those that are due first.
fn listed(puzzles: &[Puzzle], now: i64) -> String {
    let line = |Puzzle { id, puzzle, answers, due, .. }: &Puzzle| {
        let theme = puzzle.theme.as_deref().unwrap_or("-");
        format!(
            "{id:>5}  {:<24}  {:<10}  {theme:<18}  {} right, {} wrong  {}\n",
            when(*due, now),
            puzzle.kind,
            answers.right,
            answers.wrong,
            source(puzzle)
        )
    };
    if puzzles.is_empty() {
        return "There are no puzzles: `motley puzzles GAMES.pgn --player NAME` makes some.\n".to_owned();
    }
    let head = format!("{:>5}  {:<24}  {:<10}  {:<18}  answers, game\n", "", "due", "kind", "theme");
    head + &puzzles.iter().map(line).collect::<String>()
}

/// "1 game", "2 games".
fn counted(number: impl Display, noun: &str) -> String {
    let number = number.to_string();
    let plural = if number == "1" { "" } else { "s" };
    format!("{number} {noun}{plural}")
}

fn kind(text: &str) -> Result<PuzzleKind, String> {
    let words = || PuzzleKind::ALL.map(PuzzleKind::word).join(", ");
    PuzzleKind::from_word(text).ok_or_else(|| format!("expected some of {}", words()))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_ending_of_the_file_names_the_form() {
        for name in ["a.pgn", "b.EPD", "c.svg", "d.pdf"] {
            assert!(Format::of(Path::new(name)).is_ok(), "{name}");
        }
        for name in ["a.txt", "pgn", "folder/"] {
            assert!(matches!(Format::of(Path::new(name)), Err(Failure::Call(_))), "{name}");
        }
    }

    #[test]
    fn puzzles_are_listed_with_their_dates() {
        let puzzle = NewPuzzle {
            fen: "8/8/8/8/8/8/8/K1k5 w - - 0 9".to_owned(),
            before: None,
            solution: vec!["a1a2".to_owned()],
            kind: "missed".to_owned(),
            played: "a1a2".to_owned(),
            loss: 200,
            found: None,
            theme: None,
            sentence: None,
            source: crate::record::PuzzleSource { white: "Ann".to_owned(), ..Default::default() },
        };
        let kept = Puzzle { id: 3, puzzle, found_at: 0, answers: Default::default(), due: 600 };
        let text = listed(&[kept], 0);
        assert!(text.contains("    3  in 10 minutes") && text.contains("Ann – ?, move 9"), "{text}");
        assert!(listed(&[], 0).contains("There are no puzzles"));
    }
}
