//! `motley-lab datagen`: games for training.

mod args;

use std::path::PathBuf;

use indicatif::{ProgressBar, ProgressStyle};

use self::args::RunArgs;
use crate::training::datagen::{FileStats, Run};
use motley::cli::progress::files_bar;
use motley::cli::shell::{CommandResult, Ended, Failure, print};
use motley::cli::terminal::{as_json, game_files_under, stopped_by_interrupt};

const EXAMPLES: &str = "\
Examples:
  motley-lab datagen --out games.bin.zst --positions 1000000 --threads 4 --seed 7
  motley-lab datagen --engine stockfish --option Hash=16 --nodes 700 --openings human.pgn.zst --out games.bin.zst";

/// Make games for training: an engine plays itself, and every move is recorded with its score
///
/// To continue a run that ended early for any reason, give the same command again.
#[derive(clap::Args, Clone, Debug)]
#[command(args_conflicts_with_subcommands = true, subcommand_negates_reqs = true, after_help = EXAMPLES)]
pub struct Args {
    #[command(subcommand)]
    command: Option<Command>,
    #[command(flatten)]
    run: RunArgs,
}

#[derive(clap::Subcommand, Clone, Debug)]
enum Command {
    Stats(StatsArgs),
}

/// Print statistics of files of scored games
#[derive(clap::Args, Clone, Debug)]
#[command(after_help = "Examples:\n  motley-lab datagen stats games.bin.zst")]
struct StatsArgs {
    /// Files of scored games (.bin.zst); the statistics cover all of them together
    #[arg(required = true)]
    files: Vec<PathBuf>,
    /// Print JSON
    #[arg(long)]
    json: bool,
}

/// Runs `motley-lab datagen`; [`Ended::WithFaults`] where games were dropped.
pub fn run(args: &Args) -> CommandResult {
    match &args.command {
        Some(Command::Stats(args)) => stats(args),
        None => generate(&args.run),
    }
}

fn generate(args: &RunArgs) -> CommandResult {
    let run = Run::from(args);
    let out = args.out.as_deref().ok_or_else(|| Failure::call("name the file to write: --out FILE"))?;
    let stop = stopped_by_interrupt()?;
    let style = ProgressStyle::with_template("{bar:30} {percent} % {eta}  {msg}").expect("a valid template");
    let bar = match run.games.or(run.positions) {
        Some(count) => ProgressBar::new(count).with_style(style),
        None => ProgressBar::no_length().with_style(ProgressStyle::with_template("{msg}").expect("a valid template")),
    };
    let done = run.play(out, &stop, &mut |progress| {
        bar.set_position(if run.games.is_some() { progress.games } else { progress.positions });
        bar.set_message(progress.to_string());
    });
    bar.finish_and_clear();
    let done = done?;
    print(&format!("{done}\n"))?;
    Ok(match (stop.is_stopped(), done.dropped) {
        (true, _) => Ended::Interrupted,
        (false, 0) => Ended::Done,
        (false, _) => Ended::WithFaults,
    })
}

fn stats(args: &StatsArgs) -> CommandResult {
    let bar = files_bar(&args.files);
    let stats = FileStats::read(&args.files, game_files_under(&bar))?;
    bar.finish_and_clear();
    print(&if args.json { as_json(&stats) } else { stats.to_string() })?;
    Ok(if stats.faulty == 0 { Ended::Done } else { Ended::WithFaults })
}
