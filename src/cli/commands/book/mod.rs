//! `motley book`: builds an opening book from games, and shows a book's moves in a position.

mod moves;

use std::path::{Path, PathBuf};

use clap::{Subcommand, value_parser};
use serde::Serialize;

use self::moves::{as_table, position_report};
use crate::book::{Book, BookBuilder, BookError, BookRules, BookSummary};
use crate::cli::args::force::ForceArg;
use crate::cli::args::number::number_in;
use crate::cli::args::position::PositionArgs;
use crate::cli::shell::{CommandResult, Ended, Failure, print, write_file};
use crate::cli::terminal::{as_json, open_games, say_left_out};
use crate::games::sources::read_games;

/// The name under which `show` finds the book inside the program.
const EMBEDDED: &str = "embedded";

pub const BUILD_EXAMPLES: &str = "\
Examples:
  motley book build games.pgn.zst --out book.bin
  motley book build games.pgn --min-elo 2200 --min-count 5 --min-score 40 --out strong.bin";

pub const SHOW_EXAMPLES: &str = "\
Examples:
  motley book show \"Vienna Game\"
  motley book show embedded --moves \"e2e4 c7c5\"
  motley book show book.bin \"1. e4 e5\" --json";

/// Build a Polyglot opening book from games, or show the moves of a book
#[derive(clap::Args, Clone, Debug)]
pub struct Args {
    #[command(subcommand)]
    command: BookCommand,
}

#[derive(Subcommand, Clone, Debug)]
enum BookCommand {
    /// Build a Polyglot book from games
    Build(BuildArgs),
    /// Show the moves that a book has for a position
    Show(ShowArgs),
}

#[derive(clap::Args, Clone, Debug)]
#[command(after_help = BUILD_EXAMPLES)]
struct BuildArgs {
    /// Files of games: PGN, plain or compressed with zstd
    #[arg(required = true)]
    games: Vec<PathBuf>,
    /// The book to write
    #[arg(long, value_name = "FILE")]
    out: PathBuf,
    #[command(flatten)]
    force: ForceArg,
    /// Leave out moves that were played in fewer games
    #[arg(long, value_name = "N", default_value_t = 3, value_parser = value_parser!(u32).range(1..))]
    min_count: u32,
    /// Use only the first N half moves of each game
    #[arg(long, value_name = "PLIES", default_value_t = 30)]
    max_ply: u16,
    /// Leave out games in which a player is rated below this
    #[arg(long, value_name = "ELO", default_value_t = 0)]
    min_elo: u16,
    /// Leave out moves that scored less than this for the side that played them, in percent
    #[arg(long, value_name = "PERCENT", default_value_t = 0.0, value_parser = number_in(0.0..=100.0))]
    min_score: f64,
    /// Leave out moves that were played in less than this share of the position's games, in percent
    #[arg(long, value_name = "PERCENT", default_value_t = 0.0, value_parser = number_in(0.0..=100.0))]
    min_share: f64,
    /// Give every move the same weight
    #[arg(long)]
    uniform: bool,
    /// Print the summary as JSON
    #[arg(long)]
    json: bool,
}

#[derive(clap::Args, Clone, Debug)]
#[command(after_help = SHOW_EXAMPLES)]
struct ShowArgs {
    /// The book: a file whose name ends in .bin, or `embedded` for the one inside the program [default: embedded]
    #[arg(value_name = "BOOK")]
    first: Option<String>,
    /// The book, given as a flag; the name of the file need not end in .bin
    #[arg(long, value_name = "FILE")]
    book: Option<PathBuf>,
    #[command(flatten)]
    position: PositionArgs,
    /// Print JSON instead of a table
    #[arg(long)]
    json: bool,
}

/// Runs `motley book`.
pub fn run(args: &Args) -> CommandResult {
    match &args.command {
        BookCommand::Build(args) => build(args),
        BookCommand::Show(args) => show(args),
    }
}

/// The report of `build`.
#[derive(Serialize)]
struct BuildReport {
    games: u64,
    passed_over: u64,
    unreadable: u64,
    cut: u64,
    plies: u64,
    positions: usize,
    entries: usize,
    bytes: usize,
}

fn build(args: &BuildArgs) -> CommandResult {
    args.force.check(&*args.out, &args.games)?;
    let max_ply = usize::from(args.max_ply);
    let mut builder = BookBuilder::new(BookRules {
        min_count: args.min_count,
        max_ply,
        min_elo: args.min_elo,
        min_score: args.min_score / 100.0,
        min_share: args.min_share / 100.0,
        uniform: args.uniform,
    });
    let (sources, bar) = open_games(&args.games)?;
    let faults = read_games::<Failure>(sources, max_ply, |game| {
        builder.add(&game);
        Ok(())
    })?;
    bar.finish_and_clear();

    let name = args.out.display().to_string();
    let (book, BookSummary { games, passed_over, plies, positions, entries }) =
        builder.finish(&name).map_err(|error| match error {
            BookError::Empty { .. } => Failure::job(
                "no move keeps the rules: try a smaller --min-count, --min-elo, --min-score or --min-share",
            ),
            other => other.into(),
        })?;
    write_file(&args.out, book.as_bytes())?;

    let (unreadable, cut, bytes) = (faults.skipped, faults.cut, book.as_bytes().len());
    let report = BuildReport { games, passed_over, unreadable, cut, plies, positions, entries, bytes };
    let text = format!(
        "{name}: {positions} positions, {entries} moves, {bytes} bytes; from {games} games, {plies} half moves; \
         {passed_over} games passed over, {unreadable} unreadable, {cut} cut at a word that cannot be read\n",
    );
    print(&if args.json { as_json(&report) } else { text })?;
    Ok(say_left_out(&faults))
}

impl ShowArgs {
    /// The book and the position that are meant: a first word that names no book is the position.
    fn book_and_position(&self) -> Result<(PathBuf, PositionArgs), Failure> {
        let (mut book, mut position) = (self.book.clone(), self.position.clone());
        match &self.first {
            Some(word) if book.is_none() && names_book(word) => book = Some(word.into()),
            Some(word) if !position.takes_word(word) => {
                let message = format!("`{word}` is no book: expected `{EMBEDDED}` or a file whose name ends in .bin");
                return Err(Failure::call(message));
            }
            _ => {}
        }
        Ok((book.unwrap_or_else(|| EMBEDDED.into()), position))
    }
}

fn names_book(word: &str) -> bool {
    word == EMBEDDED || Path::new(word).extension().is_some_and(|ending| ending.eq_ignore_ascii_case("bin"))
}

fn show(args: &ShowArgs) -> CommandResult {
    let (book, position) = args.book_and_position()?;
    let game = position.game()?;
    let book = if book == Path::new(EMBEDDED) { Book::embedded() } else { Book::open(&book)? };
    let report = position_report(&book, &game);
    print(&if args.json { as_json(&report) } else { as_table(&report) })?;
    Ok(Ended::Done)
}

#[cfg(test)]
mod tests {
    use std::fs;

    use super::*;
    use crate::engine::Game;

    #[test]
    fn a_first_word_is_the_book_where_it_names_one_and_else_the_position() {
        let read = |first: &str, book: Option<&str>| {
            let args = ShowArgs {
                first: Some(first.to_owned()),
                book: book.map(PathBuf::from),
                position: PositionArgs::default(),
                json: false,
            };
            let (book, position) = args.book_and_position().expect("a book or a position");
            (book.display().to_string(), position.game().map(|game| game.moves().len()).ok())
        };
        assert_eq!(read("embedded", None), ("embedded".to_owned(), Some(0)));
        assert_eq!(read("folder/my.BIN", None), ("folder/my.BIN".to_owned(), Some(0)));
        assert_eq!(read("1. e4 e5", None), ("embedded".to_owned(), Some(2)));
        assert_eq!(read("1. e4 e5", Some("other.book")), ("other.book".to_owned(), Some(2)));
        assert_eq!(read("my.bin", Some("other.book")), ("other.book".to_owned(), None), "no position is called so");
    }

    #[test]
    fn a_built_book_opens_and_a_hopeless_build_writes_nothing() {
        let folder = std::env::temp_dir().join(format!("motley-book-{}", std::process::id()));
        fs::create_dir_all(&folder).expect("a folder for the test");
        let (games, out) = (folder.join("games.pgn"), folder.join("book.bin"));
        fs::write(&games, "[Result \"1-0\"]\n\ne4 e5 Nf3 1-0\n\n".repeat(3)).expect("a file for the test");
        let rules = |min_count| BuildArgs {
            games: vec![games.clone()],
            out: out.clone(),
            force: ForceArg::default(),
            min_count,
            max_ply: 30,
            min_elo: 0,
            min_score: 0.0,
            min_share: 0.0,
            uniform: false,
            json: false,
        };

        assert!(matches!(build(&rules(4)), Err(Failure::Job(_))));
        assert!(!out.exists());
        build(&rules(3)).expect("three games are enough");
        let report = position_report(&Book::open(&out).expect("a sound book"), &Game::default());
        assert_eq!(report.moves.iter().map(|row| (row.san.as_str(), row.weight)).collect::<Vec<_>>(), [("e4", 6)]);
        fs::remove_dir_all(&folder).expect("the test's own folder");
    }
}
