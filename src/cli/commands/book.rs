//! `motley book`: builds an opening book from games, and shows what a book knows.

use std::fmt::Write as _;
use std::fs::File;
use std::path::{Path, PathBuf};

use clap::{Subcommand, value_parser};
use indicatif::ProgressBar;
use serde::Serialize;
use shakmaty::EnPassantMode;
use shakmaty::fen::Fen;
use shakmaty::san::SanPlus;
use thiserror::Error;

use crate::book::{Book, BookBuilder, BookError, BookRules, BookSummary};
use crate::cli::args::position::PositionArgs;
use crate::cli::shell::{CommandResult, Ended, Failure, OutputError, print, write_file};
use crate::cli::terminal::{as_json, files_bar};
use crate::engine::Game;
use crate::games::pgn::{PgnError, PgnFaults, PgnReader};

/// The name under which `show` finds the book inside the program.
const EMBEDDED: &str = "embedded";

/// Opening books: build one from games, or show what one knows
#[derive(clap::Args, Clone, Debug)]
pub struct Args {
    #[command(subcommand)]
    command: BookCommand,
}

#[derive(Subcommand, Clone, Debug)]
enum BookCommand {
    /// Build a Polyglot book from games
    Build(BuildArgs),
    /// Show the moves a book holds for a position
    Show(ShowArgs),
}

#[derive(clap::Args, Clone, Debug)]
struct BuildArgs {
    /// Files of games: PGN, plain or compressed with zstd
    #[arg(required = true)]
    games: Vec<PathBuf>,
    /// The book to write
    #[arg(long, value_name = "FILE")]
    out: PathBuf,
    /// Games a move must have been played in
    #[arg(long, value_name = "N", default_value_t = 3, value_parser = value_parser!(u32).range(1..))]
    min_count: u32,
    /// Half moves of each game that count
    #[arg(long, value_name = "PLIES", default_value_t = 30)]
    max_ply: u16,
    /// Rating that both players must have
    #[arg(long, value_name = "ELO", default_value_t = 0)]
    min_elo: u16,
    /// Least score of the mover's side, in percent
    #[arg(long, value_name = "PERCENT", default_value_t = 0.0, value_parser = percent)]
    min_score: f64,
    /// Least share of the games in the same position, in percent
    #[arg(long, value_name = "PERCENT", default_value_t = 0.0, value_parser = percent)]
    min_share: f64,
    /// Give every move the same weight
    #[arg(long)]
    uniform: bool,
    /// Print the summary as JSON
    #[arg(long)]
    json: bool,
}

#[derive(clap::Args, Clone, Debug)]
struct ShowArgs {
    /// A Polyglot book, or `embedded` for the one inside the program
    #[arg(long, value_name = "FILE", default_value = EMBEDDED)]
    book: PathBuf,
    #[command(flatten)]
    position: PositionArgs,
    /// Print JSON
    #[arg(long)]
    json: bool,
}

#[derive(Debug, Error)]
enum BookCommandError {
    #[error(transparent)]
    Book(#[from] BookError),
    #[error(transparent)]
    Games(#[from] PgnError),
    #[error("{path}: {source}")]
    GamesIn { path: String, source: PgnError },
    #[error("no move keeps the rules: try a smaller --min-count, --min-elo, --min-score or --min-share")]
    NoMoves,
    #[error(transparent)]
    Output(#[from] OutputError),
}

/// Runs `motley book`.
pub fn run(args: &Args) -> CommandResult {
    match &args.command {
        BookCommand::Build(args) => build(args)?,
        BookCommand::Show(args) => show(args)?,
    }
    Ok(Ended::Done)
}

fn percent(text: &str) -> Result<f64, String> {
    match text.parse::<f64>() {
        Ok(number) if (0.0..=100.0).contains(&number) => Ok(number),
        _ => Err("expected a number from 0 to 100".to_owned()),
    }
}

/// What `build` says it did.
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

fn build(args: &BuildArgs) -> Result<(), BookCommandError> {
    let max_ply = usize::from(args.max_ply);
    let mut builder = BookBuilder::new(BookRules {
        min_count: args.min_count,
        max_ply,
        min_elo: args.min_elo,
        min_score: args.min_score / 100.0,
        min_share: args.min_share / 100.0,
        uniform: args.uniform,
    });

    let bar = files_bar(&args.games);
    let mut faults = PgnFaults::default();
    for path in &args.games {
        let found = add_games(&mut builder, path, max_ply, &bar)?;
        faults.skipped += found.skipped;
        faults.cut += found.cut;
    }
    bar.finish_and_clear();

    let name = args.out.display().to_string();
    let (book, BookSummary { games, passed_over, plies, positions, entries }) =
        builder.finish(&name).map_err(|e| match e {
            BookError::Empty { .. } => BookCommandError::NoMoves,
            other => other.into(),
        })?;
    write_file(&args.out, book.as_bytes())?;

    let bytes = book.as_bytes().len();
    let report = BuildReport {
        games,
        passed_over,
        unreadable: faults.skipped,
        cut: faults.cut,
        plies,
        positions,
        entries,
        bytes,
    };
    if args.json {
        return Ok(print(&as_json(&report))?);
    }
    Ok(print(&format!(
        "{name}: {positions} positions, {entries} moves, {bytes} bytes; from {games} games, {plies} half moves; \
         {passed_over} games passed over, {} unreadable, {} cut at an illegal move\n",
        faults.skipped, faults.cut
    ))?)
}

fn add_games(
    builder: &mut BookBuilder,
    path: &Path,
    max_ply: usize,
    bar: &ProgressBar,
) -> Result<PgnFaults, BookCommandError> {
    let in_file = |source: PgnError| BookCommandError::GamesIn { path: path.display().to_string(), source };
    let file = File::open(path).map_err(|source| PgnError::Open { path: path.display().to_string(), source })?;
    let mut games = PgnReader::new(bar.wrap_read(file)).map_err(in_file)?.with_max_plies(max_ply);
    for game in games.by_ref() {
        builder.add(&game.map_err(in_file)?);
    }
    Ok(games.faults())
}

/// A position and its book moves.
#[derive(Serialize)]
struct Page {
    fen: String,
    moves: Vec<Row>,
}

#[derive(Serialize)]
struct Row {
    uci: String,
    san: String,
    weight: u16,
    /// Part of the position's weight, from 0 to 1.
    share: f64,
    learn: u32,
}

fn show(args: &ShowArgs) -> Result<(), Failure> {
    let book = if args.book == Path::new(EMBEDDED) { Book::embedded() } else { Book::open(&args.book)? };
    let page = page(&book, &args.position.game()?);
    Ok(print(&if args.json { as_json(&page) } else { as_table(&page) })?)
}

fn page(book: &Book, game: &Game) -> Page {
    let position = game.position();
    let moves = book.moves(position);
    let total: u32 = moves.iter().map(|candidate| u32::from(candidate.weight)).sum();
    let row = |candidate: &crate::book::BookMove| Row {
        uci: candidate.mv.to_uci(game.castling_mode()).to_string(),
        san: SanPlus::from_move(position.clone(), candidate.mv).to_string(),
        weight: candidate.weight,
        share: f64::from(candidate.weight) / f64::from(total.max(1)),
        learn: candidate.learn,
    };
    Page { fen: Fen::from_position(position, EnPassantMode::Legal).to_string(), moves: moves.iter().map(row).collect() }
}

fn as_table(page: &Page) -> String {
    let mut table = format!("{}\n", page.fen);
    if page.moves.is_empty() {
        table.push_str("no book move\n");
        return table;
    }
    let _ = writeln!(table, "{:<8}{:<8}{:>8}{:>9}", "move", "uci", "weight", "share");
    for row in &page.moves {
        let _ = writeln!(table, "{:<8}{:<8}{:>8}{:>8.1}%", row.san, row.uci, row.weight, 100.0 * row.share);
    }
    table
}

#[cfg(test)]
mod tests {
    use std::fs;

    use super::*;

    fn show_embedded(moves: &str) -> Page {
        let mut game = Game::default();
        for uci in moves.split_whitespace() {
            game.play_uci(uci).expect("a legal move");
        }
        page(&Book::embedded(), &game)
    }

    #[test]
    fn a_page_gives_san_and_shares_that_sum_to_one() {
        let page = show_embedded("e2e4 e7e5");
        assert_eq!(page.moves[0].san, "Nf3", "the heaviest move stands first");
        let sum: f64 = page.moves.iter().map(|row| row.share).sum();
        assert!((sum - 1.0).abs() < 1e-9, "{sum}");
    }

    #[test]
    fn a_position_outside_the_book_says_so() {
        let table = as_table(&show_embedded("a2a4 h7h5 a1a3 h8h6 a3h3"));
        assert!(table.ends_with("no book move\n"), "{table}");
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
            min_count,
            max_ply: 30,
            min_elo: 0,
            min_score: 0.0,
            min_share: 0.0,
            uniform: false,
            json: false,
        };

        assert!(matches!(build(&rules(4)), Err(BookCommandError::NoMoves)));
        assert!(!out.exists());
        build(&rules(3)).expect("three games are enough");
        let page = page(&Book::open(&out).expect("a sound book"), &Game::default());
        assert_eq!(page.moves.iter().map(|row| (row.san.as_str(), row.weight)).collect::<Vec<_>>(), [("e4", 6)]);
        fs::remove_dir_all(&folder).expect("the test's own folder");
    }

    #[test]
    fn percentages_are_checked() {
        assert_eq!(percent("37.5"), Ok(37.5));
        for wrong in ["-1", "101", "NaN", "many"] {
            assert!(percent(wrong).is_err(), "{wrong}");
        }
    }
}
