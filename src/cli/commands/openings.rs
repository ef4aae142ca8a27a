//! `motley openings`: makes the table of named lines, shows what it knows, names the openings of games.

use std::fmt::Write as _;
use std::fs;
use std::io;
use std::path::{Path, PathBuf};
use std::process::ExitCode;

use clap::{Subcommand, value_parser};
use indicatif::ProgressBar;
use serde::Serialize;
use shakmaty::san::SanPlus;
use shakmaty::{CastlingMode, Chess, Move, Position};
use thiserror::Error;

use crate::chess::notation::parse_moves;
use crate::cli::args::lines::LinesArgs;
use crate::cli::terminal::{as_json, files_bar, games_under, print};
use crate::games::filter::{GameFilter, Unrated};
use crate::games::pgn::{PgnError, PgnFaults, PgnReader};
use crate::openings::{Graph, Identity, Line, LineCounter, LineReader, LinesError, NodeId, Results, write_table};

/// Named opening lines: build the table, show a position, name the openings of games
#[derive(clap::Args, Clone, Debug)]
pub struct Args {
    #[command(subcommand)]
    command: OpeningsCommand,
}

#[derive(Subcommand, Clone, Debug)]
enum OpeningsCommand {
    /// Make a table of lines from line files, with the results of games
    Build(BuildArgs),
    /// Name a position, its continuations, their popularity and results
    Show(ShowArgs),
    /// Print the deepest named position of every game
    Name(NameArgs),
}

#[derive(clap::Args, Clone, Debug)]
struct BuildArgs {
    /// Files of lines: PGN, or tables with the columns eco, name and pgn or uci
    #[arg(required = true)]
    lines: Vec<PathBuf>,
    /// Games to count: PGN, plain or compressed with zstd
    #[arg(long, value_name = "FILE", num_args = 1..)]
    games: Vec<PathBuf>,
    /// Rating that both players must have
    #[arg(long, value_name = "ELO", default_value_t = 0)]
    min_elo: u16,
    /// The table to write
    #[arg(long, value_name = "FILE")]
    out: PathBuf,
    /// Cut lines after so many half moves
    #[arg(long, value_name = "PLIES", value_parser = value_parser!(u16).range(1..))]
    max_plies: Option<u16>,
}

#[derive(clap::Args, Clone, Debug)]
struct ShowArgs {
    /// Moves from the start position, SAN or UCI: "1. e4 e5 2. Nc3"
    #[arg(default_value = "", hide_default_value = true)]
    moves: String,
    #[command(flatten)]
    lines: LinesArgs,
    /// Print JSON
    #[arg(long)]
    json: bool,
}

#[derive(clap::Args, Clone, Debug)]
struct NameArgs {
    /// Files of games: PGN, plain or compressed with zstd
    #[arg(required = true)]
    games: Vec<PathBuf>,
    #[command(flatten)]
    lines: LinesArgs,
    /// Print JSON, one object a game
    #[arg(long)]
    json: bool,
}

#[derive(Debug, Error)]
enum OpeningsError {
    #[error(transparent)]
    Lines(#[from] LinesError),
    #[error(transparent)]
    Emptied(#[from] crate::openings::Emptied),
    #[error("{path}: {source}")]
    Games { path: String, source: PgnError },
    #[error("`{0}` is no legal move there: expected moves such as \"1. e4 e5 2. Nc3\"")]
    Moves(String),
    #[error("cannot write {path}: {source}")]
    Write { path: String, source: io::Error },
}

/// Runs `motley openings`.
pub fn run(args: &Args) -> ExitCode {
    let result = match &args.command {
        OpeningsCommand::Build(args) => build(args),
        OpeningsCommand::Show(args) => show(args),
        OpeningsCommand::Name(args) => name(args),
    };
    match result {
        Ok(()) => ExitCode::SUCCESS,
        Err(e) => {
            eprintln!("error: {e}");
            ExitCode::FAILURE
        }
    }
}

fn say(text: &str) -> Result<(), OpeningsError> {
    print(text).map_err(|source| OpeningsError::Write { path: "standard output".to_owned(), source })
}

fn build(args: &BuildArgs) -> Result<(), OpeningsError> {
    let mut reader = LineReader::new().with_max_plies(args.max_plies.map(usize::from));
    for path in &args.lines {
        reader.read_file(path)?;
    }
    let (lines, faults) = reader.finish();
    faults.iter().for_each(|fault| eprintln!("{fault}"));

    let mut counter = LineCounter::new(lines);
    let mut found = PgnFaults::default();
    let bar = files_bar(&args.games);
    for path in &args.games {
        let faults = count(&mut counter, path, args.min_elo, &bar)?;
        found.skipped += faults.skipped;
        found.cut += faults.cut;
    }
    bar.finish_and_clear();

    let (games, passed_over) = counter.games();
    let lines = if args.games.is_empty() { counter.into_lines() } else { counter.finish() };
    let table = write_table(&lines);
    let path = args.out.display().to_string();
    fs::write(&args.out, &table).map_err(|source| OpeningsError::Write { path: path.clone(), source })?;
    say(&format!(
        "{path}: {} lines, {} bytes; {} faults; from {games} games, {passed_over} passed over, {} unreadable, {} cut at an illegal move\n",
        lines.len(),
        table.len(),
        faults.len(),
        found.skipped,
        found.cut
    ))
}

fn count(counter: &mut LineCounter, path: &Path, min_elo: u16, bar: &ProgressBar) -> Result<PgnFaults, OpeningsError> {
    let filter = GameFilter { min_elo, unrated: Unrated::Reject, accept_cut: true, ..GameFilter::ALL };
    let mut games = games_of(path, bar)?.with_max_plies(counter.depth());
    for game in games.by_ref() {
        let game = game.map_err(|source| OpeningsError::Games { path: path.display().to_string(), source })?;
        if filter.accepts(&game) {
            counter.add(&game);
        }
    }
    Ok(games.faults())
}

fn games_of(path: &Path, bar: &ProgressBar) -> Result<PgnReader, OpeningsError> {
    games_under(bar, path).map_err(|source| OpeningsError::Games { path: path.display().to_string(), source })
}

/// What is known of a position.
#[derive(Serialize)]
struct Page {
    /// The deepest name on the way, with the half move at which it stands.
    eco: Option<String>,
    name: Option<String>,
    named_at: Option<usize>,
    /// Whether the position itself is in theory.
    known: bool,
    /// Lines that pass here.
    lines: u32,
    moves: Vec<Continuation>,
}

#[derive(Serialize)]
struct Continuation {
    san: String,
    uci: String,
    /// Lines that play it; 0 for a transposition.
    lines: u32,
    games: u32,
    /// Of the games that played on in theory, from 0 to 1.
    share: f64,
    /// White's wins, draws and Black's wins as shares, where there are games.
    results: Option<[f64; 3]>,
    /// The name that the move leads to, where it has one of its own.
    name: Option<String>,
    transposition: bool,
}

fn show(args: &ShowArgs) -> Result<(), OpeningsError> {
    let moves = parse_moves(&args.moves).map_err(OpeningsError::Moves)?;
    let graph = Graph::new(args.lines.read()?, Identity::Position, true);
    let page = page(&graph, &moves);
    say(&if args.json { as_json(&page) } else { as_table(&page) })
}

fn page(graph: &Graph, moves: &[Move]) -> Page {
    let (named, position) = deepest_name(graph, moves);
    let node = graph.find(&position);
    Page {
        eco: named.map(|(_, line)| line.eco.clone()),
        name: named.map(|(_, line)| line.name()),
        named_at: named.map(|(ply, _)| ply),
        known: node.is_some(),
        lines: node.map_or(0, |id| graph.node(id).lines),
        moves: node.map(|id| continuations(graph, id, &position)).unwrap_or_default(),
    }
}

/// The last position of a game that a line names, with its half move; and the position at the end.
fn deepest_name<'a>(graph: &'a Graph, moves: &[Move]) -> (Option<(usize, &'a Line)>, Chess) {
    let mut position = Chess::default();
    let mut named = None;
    for (ply, &mv) in moves.iter().enumerate() {
        position.play_unchecked(mv);
        if let Some(line) = graph.find(&position).and_then(|id| graph.name(id)) {
            named = Some((ply + 1, line));
        }
    }
    (named, position)
}

fn continuations(graph: &Graph, id: NodeId, position: &Chess) -> Vec<Continuation> {
    let games: u32 = graph.edges(id).iter().map(|edge| edge.results.games()).sum();
    let row = |edge: &crate::openings::Edge| {
        let Results { white, draws, black } = edge.results;
        let played = f64::from(edge.results.games());
        Continuation {
            san: SanPlus::from_move(position.clone(), edge.mv).to_string(),
            uci: edge.mv.to_uci(CastlingMode::Standard).to_string(),
            lines: edge.lines,
            games: edge.results.games(),
            share: played / f64::from(games.max(1)),
            results: (played > 0.0).then(|| [white, draws, black].map(|count| f64::from(count) / played)),
            name: graph.name(edge.to).map(Line::name),
            transposition: edge.lines == 0,
        }
    };
    let mut rows: Vec<Continuation> = graph.edges(id).iter().map(row).collect();
    rows.sort_by_key(|row| std::cmp::Reverse((row.games, row.lines)));
    rows
}

fn as_table(page: &Page) -> String {
    let mut table = match (&page.eco, &page.name, page.named_at) {
        (Some(eco), Some(name), Some(ply)) => format!("{eco} {name} (named after half move {ply})\n"),
        _ => "no name yet\n".to_owned(),
    };
    if !page.known {
        table.push_str("the position is not in theory\n");
        return table;
    }
    let _ = writeln!(table, "{} lines pass here\n", page.lines);
    if page.moves.is_empty() {
        table.push_str("theory ends here\n");
        return table;
    }
    let _ = writeln!(table, "{:<9}{:>6}{:>9}{:>8}   {:<17}name", "move", "lines", "games", "share", "white/draw/black");
    for row in &page.moves {
        let results = row
            .results
            .map_or_else(|| "-".to_owned(), |shares| shares.map(|share| format!("{:.0}", 100.0 * share)).join("/"));
        let lines = if row.transposition { "(t)".to_owned() } else { row.lines.to_string() };
        let name = row.name.as_deref().unwrap_or_default();
        let _ = writeln!(
            table,
            "{:<9}{lines:>6}{:>9}{:>7.1}%   {results:<17}{name}",
            row.san,
            row.games,
            100.0 * row.share
        );
    }
    if page.moves.iter().any(|row| row.transposition) {
        table.push_str("(t): no line plays it here, but it lands in one\n");
    }
    table
}

/// The opening of one game.
#[derive(Serialize)]
struct Named {
    game: usize,
    white: String,
    black: String,
    eco: Option<String>,
    name: Option<String>,
    /// Half move of the deepest named position.
    named_at: usize,
    /// Half moves until the game left theory for good.
    in_theory: usize,
}

fn name(args: &NameArgs) -> Result<(), OpeningsError> {
    let graph = Graph::new(args.lines.read()?, Identity::Position, false);
    let bar = files_bar(&args.games);
    let mut number = 0;
    for path in &args.games {
        for game in games_of(path, &bar)?.with_max_plies(graph.longest() + 8) {
            let game = game.map_err(|source| OpeningsError::Games { path: path.display().to_string(), source })?;
            if game.start != Chess::default() {
                continue;
            }
            number += 1;
            let player = |tag: &str| game.tags.get(tag).unwrap_or("?").to_owned();
            let (named, _) = deepest_name(&graph, &game.moves);
            let named = Named {
                game: number,
                white: player("White"),
                black: player("Black"),
                eco: named.map(|(_, line)| line.eco.clone()),
                name: named.map(|(_, line)| line.name()),
                named_at: named.map_or(0, |(ply, _)| ply),
                in_theory: theory_plies(&graph, &game.moves),
            };
            say(&if args.json {
                serde_json::to_string(&named).expect("plain data becomes JSON") + "\n"
            } else {
                as_row(&named)
            })?;
        }
    }
    bar.finish_and_clear();
    Ok(())
}

fn theory_plies(graph: &Graph, moves: &[Move]) -> usize {
    let mut position = Chess::default();
    let mut deepest = 0;
    for (ply, &mv) in moves.iter().enumerate() {
        position.play_unchecked(mv);
        if graph.find(&position).is_some() {
            deepest = ply + 1;
        }
    }
    deepest
}

fn as_row(named: &Named) -> String {
    let name = named.name.as_deref().unwrap_or("no named position");
    let eco = named.eco.as_deref().unwrap_or("-");
    format!(
        "{:>4}  {} - {}  {eco} {name} (half move {}, in theory to {})\n",
        named.game, named.white, named.black, named.named_at, named.in_theory
    )
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::openings::embedded;

    fn page_of(moves: &str) -> Page {
        page(&Graph::new(embedded(), Identity::Position, true), &parse_moves(moves).expect("legal"))
    }

    #[test]
    fn a_named_position_has_its_name_and_its_continuations() {
        let page = page_of("1. e4 e5 2. Nc3");
        assert_eq!(
            (page.eco.as_deref(), page.name.as_deref(), page.named_at),
            (Some("C25"), Some("Vienna Game"), Some(3))
        );
        assert_eq!(page.moves[0].san, "Nf6", "the most played reply stands first");
        let shares: f64 = page.moves.iter().map(|row| row.share).sum();
        assert!((shares - 1.0).abs() < 1e-9);
        assert!(as_table(&page).contains("Vienna Game: Falkbeer Variation"));
    }

    #[test]
    fn outside_theory_the_deepest_name_remains() {
        let page = page_of("e4 e5 Nc3 h5 a3 a6 a4");
        assert_eq!((page.name.as_deref(), page.named_at, page.known), (Some("Vienna Game"), Some(3), false));
        assert!(as_table(&page).contains("not in theory"));
    }

    #[test]
    fn what_is_built_is_read_again() {
        let folder = std::env::temp_dir().join(format!("motley-openings-{}", std::process::id()));
        fs::create_dir_all(&folder).expect("a folder for the test");
        let file = |name: &str, text: &str| {
            let path = folder.join(name);
            fs::write(&path, text).expect("a file for the test");
            path
        };
        let lines = file("lines.tsv", "eco\tname\tpgn\nC25\tVienna Game\t1. e4 e5 2. Nc3\nC25\tBad\t1. e5\n");
        let games = file("games.pgn", "[Result \"1-0\"]\n\ne4 e5 Nc3 1-0\n\n[Result \"0-1\"]\n\ne4 c5 0-1\n\n");
        let out = folder.join("out.tsv");
        let args = BuildArgs { lines: vec![lines], games: vec![games], min_elo: 0, out: out.clone(), max_plies: None };
        build(&args).expect("a table");
        let text = fs::read_to_string(&out).expect("the table");
        fs::remove_dir_all(&folder).expect("the test's own folder");
        assert!(text.ends_with("C25\tVienna Game\te2e4 e7e5 b1c3\te4\t1/0/1 1/0/0 1/0/0\n"), "{text}");
    }
}
