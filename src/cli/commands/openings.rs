//! `motley openings`: makes the table of named lines, shows what it has on a position, names the openings of games.

use std::fmt::Write as _;
use std::path::PathBuf;

use clap::{Subcommand, value_parser};

use crate::cli::args::force::ForceArg;
use crate::cli::args::lines::LinesArgs;
use crate::cli::args::position::PositionArgs;
use crate::cli::shell::{CommandResult, Ended, Failure, notify, print, write_file};
use crate::cli::terminal::{as_json, as_json_line, open_games, say_left_out};
use crate::games::filter::{GameFilter, Unrated};
use crate::games::sources::read_games;
use crate::openings::{
    COUNTED_PLIES, GameOpening, Graph, Identity, LineCounter, LineReader, MoveCounter, TheoryEntry, write_table,
};

pub const BUILD_EXAMPLES: &str = "\
Examples:
  motley openings build lines.pgn --games games.pgn.zst --min-elo 2000 --out openings.tsv";

pub const POPULAR_EXAMPLES: &str = "\
Examples:
  motley openings popular games.pgn.zst --out popular.txt.zst";

pub const SHOW_EXAMPLES: &str = "\
Examples:
  motley openings show \"Ruy Lopez\"
  motley openings show \"1. e4 e5 2. Nc3\" --json
  motley openings show \"rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq - 0 1\"";

pub const NAME_EXAMPLES: &str = "\
Examples:
  motley openings name games.pgn
  motley openings name games.pgn.zst --json";

/// The level of compression of counts: they are packed once and unpacked in each program.
const PACKING: i32 = 19;
/// Plies of a game that are read beyond the longest line: a transposition may take longer than the line.
const DETOUR: usize = 8;

/// Show a position in opening theory, name the openings of games, or build the table of lines
#[derive(clap::Args, Clone, Debug)]
pub struct Args {
    #[command(subcommand)]
    command: OpeningsCommand,
}

#[derive(Subcommand, Clone, Debug)]
enum OpeningsCommand {
    /// Build a table of opening lines from files of lines, with the results of games
    Build(BuildArgs),
    /// Count how often players of each rating play each move of the openings
    Popular(PopularArgs),
    /// Show the name of a position and its continuations with their popularity and results
    Show(ShowArgs),
    /// Name the opening of every game: its deepest named position
    Name(NameArgs),
}

#[derive(clap::Args, Clone, Debug)]
#[command(after_help = BUILD_EXAMPLES)]
struct BuildArgs {
    /// Files of lines: PGN, or tables with the columns eco, name and pgn or uci
    #[arg(required = true)]
    lines: Vec<PathBuf>,
    /// Files of games whose results are counted: PGN, plain or compressed with zstd
    #[arg(long, value_name = "FILE", num_args = 1..)]
    games: Vec<PathBuf>,
    /// Leave out games in which a player is rated below this
    #[arg(long, value_name = "ELO", default_value_t = 0)]
    min_elo: u16,
    /// The table to write
    #[arg(long, value_name = "FILE")]
    out: PathBuf,
    #[command(flatten)]
    force: ForceArg,
    /// Cut every line after N half moves
    #[arg(long, value_name = "PLIES", value_parser = value_parser!(u16).range(1..))]
    max_plies: Option<u16>,
}

#[derive(clap::Args, Clone, Debug)]
#[command(after_help = POPULAR_EXAMPLES)]
struct PopularArgs {
    /// Files of games with ratings: PGN, plain or compressed with zstd
    #[arg(required = true)]
    games: Vec<PathBuf>,
    /// The table to write, compressed with zstd
    #[arg(long, value_name = "FILE")]
    out: PathBuf,
    #[command(flatten)]
    force: ForceArg,
}

#[derive(clap::Args, Clone, Debug)]
#[command(after_help = SHOW_EXAMPLES)]
struct ShowArgs {
    #[command(flatten)]
    position: PositionArgs,
    #[command(flatten)]
    lines: LinesArgs,
    /// Print JSON instead of text
    #[arg(long)]
    json: bool,
}

#[derive(clap::Args, Clone, Debug)]
#[command(after_help = NAME_EXAMPLES)]
struct NameArgs {
    /// Files of games: PGN, plain or compressed with zstd
    #[arg(required = true)]
    games: Vec<PathBuf>,
    #[command(flatten)]
    lines: LinesArgs,
    /// Print JSON instead of text, one object for each game
    #[arg(long)]
    json: bool,
}

/// Runs `motley openings`.
pub fn run(args: &Args) -> CommandResult {
    match &args.command {
        OpeningsCommand::Build(args) => build(args),
        OpeningsCommand::Popular(args) => popular(args),
        OpeningsCommand::Show(args) => show(args),
        OpeningsCommand::Name(args) => name(args),
    }
}

fn build(args: &BuildArgs) -> CommandResult {
    args.force.check(&*args.out, args.lines.iter().chain(&args.games))?;
    let mut reader = LineReader::new().with_max_plies(args.max_plies.map(usize::from));
    for path in &args.lines {
        reader.read_file(path)?;
    }
    let (sources, bar) = open_games(&args.games)?;
    let (lines, faults) = reader.finish();

    let mut counter = LineCounter::new(lines);
    let filter = GameFilter { min_elo: args.min_elo, unrated: Unrated::Reject, accept_cut: true, ..GameFilter::ALL };
    let unread = read_games::<Failure>(sources, counter.depth(), |game| {
        if filter.accepts(&game) {
            counter.add(&game);
        }
        Ok(())
    })?;
    bar.finish_and_clear();

    let (games, passed_over) = counter.games();
    let lines = if args.games.is_empty() { counter.into_lines() } else { counter.finish() };
    let table = write_table(&lines);
    write_file(&args.out, &table)?;
    faults.iter().for_each(notify);
    print(&format!(
        "{}: {} lines, {} bytes; {} faults; from {games} games, {passed_over} passed over, {} unreadable, {} cut at an \
         illegal move\n",
        args.out.display(),
        lines.len(),
        table.len(),
        faults.len(),
        unread.skipped,
        unread.cut
    ))?;
    let ended = say_left_out(&unread);
    Ok(if faults.is_empty() { ended } else { Ended::WithFaults })
}

fn popular(args: &PopularArgs) -> CommandResult {
    args.force.check(&*args.out, &args.games)?;
    let (sources, bar) = open_games(&args.games)?;
    let mut counter = MoveCounter::default();
    let faults = read_games::<Failure>(sources, COUNTED_PLIES, |game| {
        counter.add(&game);
        Ok(())
    })?;
    bar.finish_and_clear();
    let games = counter.games();
    let table = counter.finish();
    let packed = zstd::encode_all(table.write().as_bytes(), PACKING)?;
    write_file(&args.out, &packed)?;
    let (out, positions, bytes) = (args.out.display(), table.len(), packed.len());
    print(&format!("{out}: {positions} positions, {bytes} bytes, from {games} games\n"))?;
    Ok(say_left_out(&faults))
}

fn show(args: &ShowArgs) -> CommandResult {
    let game = args.position.game()?;
    let graph = Graph::new(args.lines.read()?, Identity::Position, true);
    let entry = TheoryEntry::of(&graph, game.start(), game.moves());
    print(&if args.json { as_json(&entry) } else { as_table(&entry) })?;
    Ok(Ended::Done)
}

fn name(args: &NameArgs) -> CommandResult {
    let graph = Graph::new(args.lines.read()?, Identity::Position, false);
    let (sources, bar) = open_games(&args.games)?;
    let faults = read_games::<Failure>(sources, graph.longest() + DETOUR, |game| {
        let opening = GameOpening::of(&graph, &game);
        let json = || as_json_line(&opening);
        Ok(print(&if args.json { json() } else { as_row(&opening) })?)
    })?;
    bar.finish_and_clear();
    Ok(say_left_out(&faults))
}

fn as_table(entry: &TheoryEntry) -> String {
    let mut table = match (&entry.eco, &entry.name, entry.named_at) {
        (Some(eco), Some(name), Some(0)) => format!("{eco} {name}\n"),
        (Some(eco), Some(name), Some(ply)) => format!("{eco} {name} (named after half move {ply})\n"),
        _ => "no name yet\n".to_owned(),
    };
    if !entry.known {
        table.push_str("the position is not in theory\n");
        return table;
    }
    let _ = writeln!(table, "{} lines pass here\n", entry.lines);
    if entry.moves.is_empty() {
        table.push_str("theory ends here\n");
        return table;
    }
    let _ = writeln!(table, "{:<9}{:>6}{:>9}{:>8}   {:<17}name", "move", "lines", "games", "share", "white/draw/black");
    for mv in &entry.moves {
        let in_percent = |shares: [f64; 3]| shares.map(|share| format!("{:.0}", 100.0 * share)).join("/");
        let results = mv.results.map_or_else(|| "-".to_owned(), in_percent);
        let lines = if mv.transposition { "(t)".to_owned() } else { mv.lines.to_string() };
        let (share, name) = (100.0 * mv.share, mv.name.as_deref().unwrap_or_default());
        let _ = writeln!(table, "{:<9}{lines:>6}{:>9}{share:>7.1}%   {results:<17}{name}", mv.san, mv.games);
    }
    if entry.moves.iter().any(|mv| mv.transposition) {
        table.push_str("(t): no line plays it here, but it transposes to one\n");
    }
    table
}

fn as_row(opening: &GameOpening) -> String {
    let GameOpening { game, white, black, named_at, in_theory, .. } = opening;
    let name = opening.name.as_deref().unwrap_or("no named position");
    let eco = opening.eco.as_deref().unwrap_or("-");
    format!("{game:>4}  {white} - {black}  {eco} {name} (half move {named_at}, in theory to {in_theory})\n")
}

#[cfg(test)]
mod tests {
    use std::fs;

    use super::*;
    use crate::cli::args::named_position::read_position;
    use crate::openings::embedded;

    #[test]
    fn the_table_shows_names_of_continuations_or_the_end_of_theory() {
        let graph = Graph::new(embedded(), Identity::Position, true);
        let table = |text: &str| {
            let game = read_position(text, shakmaty::CastlingMode::Standard).expect("a position");
            as_table(&TheoryEntry::of(&graph, game.start(), game.moves()))
        };
        assert!(table("Vienna Game").contains("Vienna Game: Falkbeer Variation"));
        assert!(table("e4 e5 Nc3 h5 a3 a6 a4").contains("not in theory"));
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
        let force = ForceArg::default();
        let (lines, games) = (vec![lines], vec![games]);
        let args = BuildArgs { lines, games, min_elo: 0, out: out.clone(), force, max_plies: None };
        build(&args).expect("a table");
        let text = fs::read_to_string(&out).expect("the table");
        fs::remove_dir_all(&folder).expect("the test's own folder");
        assert!(text.ends_with("C25\tVienna Game\te2e4 e7e5 b1c3\te4\t1/0/1 1/0/0 1/0/0\n"), "{text}");
    }
}
