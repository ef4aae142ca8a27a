//! `motley review`: where a game was lost, and what people of the rating play there.

mod read;
mod text;

use std::num::NonZeroUsize;
use std::path::PathBuf;
use std::time::Duration;

use clap::value_parser;
use shakmaty::{ByColor, Color};

use self::read::{FoundGame, read_game};
use self::text::Text;
use crate::cli::args::force::ForceArg;
use crate::cli::args::threads::{SEARCHING, cores, granted, threads};
use crate::cli::progress::count_bar;
use crate::cli::shell::{CommandResult, Ended, Failure, print, print_pgn, write_file};
use crate::cli::terminal::{as_json, stopped_by_interrupt};
use crate::engine::options::{SharedOptions, read_assignment};
use crate::lessons::review::{ReviewEvent, ReviewSettings, Reviewer, written};
use crate::openings::{Graph, Identity, embedded};
use crate::tablebase::Tablebase;

const EXAMPLES: &str = "Examples:
  motley review game.pgn
  motley review game.pgn --elo 1400 --side white
  motley review games.pgn --game 3 --format pgn --out reviewed.pgn";

/// Review a game: what each move lost, what people of the rating play there, and why a move was a mistake
#[derive(clap::Args, Clone, Debug)]
#[command(after_help = EXAMPLES)]
pub struct Args {
    /// The file with the game: PGN, plain or compressed with zstd; `-` reads standard input
    #[arg(value_name = "GAME.pgn")]
    file: PathBuf,
    /// Which game of the file to review; 1 is the first
    #[arg(long, value_name = "N", default_value_t = 1, value_parser = value_parser!(u64).range(1..))]
    game: u64,
    /// The rating of the players [default: WhiteElo and BlackElo of the game, else what the moves look like]
    #[arg(long, value_name = "ELO", value_parser = value_parser!(u16).range(600..=2800))]
    elo: Option<u16>,
    /// Whose moves to review
    #[arg(long, value_enum, default_value_t = Side::Both)]
    side: Side,
    /// Search each position to this depth, in half moves
    #[arg(long, value_name = "PLIES", value_parser = value_parser!(i32).range(1..=60), group = "limit")]
    depth: Option<i32>,
    /// Search each position so long, in milliseconds
    #[arg(long, value_name = "MS", value_parser = value_parser!(u64).range(1..=3_600_000), group = "limit")]
    movetime: Option<u64>,
    /// The nodes of the searches: a tenth in each position, a fifth in each closer search about a possible mistake
    /// [default: 300000, unless --depth or --movetime is given]
    #[arg(long, value_name = "N", value_parser = value_parser!(u64).range(1..), group = "limit")]
    nodes: Option<u64>,
    /// How many positions to search at the same time, up to the number of cores
    #[arg(long, value_name = "N", default_value_t = cores(), value_parser = threads)]
    threads: NonZeroUsize,
    /// Set an option of the engine, as `setoption` does: SyzygyPath, NetRuntime. May be given several times
    #[arg(long = "option", value_name = "NAME=VALUE", value_parser = read_assignment)]
    options: Vec<(String, String)>,
    /// The format of the output
    #[arg(long, value_enum, default_value_t = Format::Text)]
    format: Format,
    /// Write the review into this file instead of printing it
    #[arg(long, value_name = "FILE")]
    out: Option<PathBuf>,
    #[command(flatten)]
    force: ForceArg,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, clap::ValueEnum)]
enum Side {
    Both,
    White,
    Black,
}

/// How the review is written.
#[derive(Clone, Copy, Debug, PartialEq, Eq, clap::ValueEnum)]
enum Format {
    Text,
    Json,
    /// The game with comments, glyphs, evaluations and the better lines
    Pgn,
}

/// Runs `motley review`; [`Ended::Interrupted`] where Ctrl-C ended it.
pub fn run(args: &Args) -> CommandResult {
    args.force.check(args.out.as_deref(), [])?;
    let mut settings = args.settings()?;
    let FoundGame { game, tree, ended } = read_game(&args.file, args.game, args.format == Format::Pgn)?;
    let graph = Graph::new(embedded(), Identity::Position, true);
    let stop = stopped_by_interrupt()?;
    let bar = count_bar(0, "moves");
    settings.threads = granted(args.threads, game.moves.len() + 1, SEARCHING)?.get();
    let mut text = Text::new(&game, args.game);
    let is_shown = args.format == Format::Text && args.out.is_none();
    let mut printed = Ok(());
    let mut take = |event: ReviewEvent<'_>| {
        let shown = match event {
            ReviewEvent::Ratings(ratings) => bar.suspend(|| text.begin(ratings, is_shown)),
            ReviewEvent::Move(review) => bar.suspend(|| text.add(review, is_shown)),
            ReviewEvent::Progress { done, of } => {
                bar.set_length(of as u64);
                bar.set_position(done as u64);
                Ok(())
            }
        };
        if let Err(error) = shown {
            stop.stop();
            printed = Err(error);
        }
    };
    let reviewed = Reviewer::new(settings, &graph).review(&game, &stop, &mut take);
    bar.finish_and_clear();
    let review = reviewed?;
    printed?;
    let rest = text.end(&review);
    let content = match args.format {
        Format::Text => rest,
        Format::Json => as_json(&review),
        Format::Pgn => written(tree.unwrap_or_else(|| game.tree()), &game, &review),
    };
    match &args.out {
        Some(path) => write_file(path, content)?,
        None if args.format == Format::Pgn => print_pgn(&content)?,
        None => print(&content)?,
    }
    Ok(if review.stopped { Ended::Interrupted } else { ended })
}

impl Args {
    fn settings(&self) -> Result<ReviewSettings, Failure> {
        let mut options = SharedOptions::default();
        for (name, value) in &self.options {
            set_option(&mut options, name, value)?;
        }
        if !options.syzygy_path.is_empty() {
            Tablebase::open(&options.syzygy_path).map_err(Failure::call)?;
        }
        let is_side = |color: Color| match self.side {
            Side::Both => true,
            Side::White => color.is_white(),
            Side::Black => color.is_black(),
        };
        Ok(ReviewSettings {
            elo: ByColor { white: self.elo, black: self.elo },
            sides: ByColor::new_with(is_side),
            depth: self.depth,
            nodes: self.nodes,
            move_time: self.movetime.map(Duration::from_millis),
            threads: self.threads.get(),
            options,
        })
    }
}

/// Sets a shared option by its name.
fn set_option(options: &mut SharedOptions, name: &str, value: &str) -> Result<(), Failure> {
    let spec = SharedOptions::SPECS.iter().find(|spec| spec.name.eq_ignore_ascii_case(name));
    let spec = spec.ok_or_else(|| Failure::call(format!("no option of the review is called `{name}`")))?;
    let value = spec.parse(value).map_err(Failure::call)?;
    options.set(spec.name, &value).map_err(Failure::call)
}
