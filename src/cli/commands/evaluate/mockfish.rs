//! `motley evaluate mockfish`.

use std::fmt::Write as _;
use std::num::NonZeroUsize;
use std::path::PathBuf;
use std::time::Instant;

use serde::Serialize;

use super::{Study, StudyArgs};
use crate::cli::args::nets::MockfishNetArgs;
use crate::cli::shell::CommandResult;
use crate::cli::terminal::{files_bar, game_files_under};
use crate::games::filter::{GameFilter, Unrated};
use crate::lab::accuracy::{
    AccuracyReport, BOOK_PLIES, GroupAccuracy, MoveAccuracy, NetworkAccuracy, PlayedMoveFilter, Sampling,
    accuracy_boards, measure_accuracy,
};
use crate::nets::mockfish::NETWORKS;

const EXAMPLES: &str = "Examples:
  motley evaluate mockfish games.pgn.zst --part test --sample 20000
  motley evaluate mockfish lichess.csv.zst --net puzzle --svg squares.svg";

#[derive(clap::Args, Clone, Debug)]
#[command(after_help = EXAMPLES)]
pub struct Args {
    /// Games (PGN) or puzzles (a name with .csv), plain or compressed with zstd
    #[arg(required = true)]
    files: Vec<PathBuf>,
    #[command(flatten)]
    nets: MockfishNetArgs,
    /// Use N positions, drawn at random
    #[arg(long, value_name = "N")]
    sample: Option<NonZeroUsize>,
    /// Random seed of that draw
    #[arg(long, value_name = "N", default_value_t = 1)]
    sample_seed: u64,
    /// Least rating of both players, or of the puzzle
    #[arg(long, value_name = "ELO", default_value_t = 0)]
    min_elo: u16,
    /// Highest rating of both players, or of the puzzle
    #[arg(long, value_name = "ELO", default_value_t = u16::MAX, hide_default_value = true)]
    max_elo: u16,
    #[command(flatten)]
    study: StudyArgs,
}

/// The nets' name in JSON.
#[derive(Serialize)]
struct Nets {
    nets: String,
}

pub fn run(args: &Args) -> CommandResult {
    let start = Instant::now();
    let Args { min_elo, max_elo, .. } = *args;
    let games = GameFilter { min_elo, max_elo, unrated: Unrated::Reject, ..GameFilter::ALL };
    let filter = PlayedMoveFilter { games, part: args.study.part.filter() };
    let sampling = args.sample.map(|positions| Sampling { positions: positions.get(), seed: args.sample_seed });

    let mut nets = args.study.load(|| args.nets.load())?;
    let bar = files_bar(&args.files);
    let measured = measure_accuracy(&mut nets, &args.files, &filter, sampling, &mut game_files_under(&bar));
    bar.finish_and_clear();
    let (counts, read) = measured?;

    let study = Study::new(Nets { nets: args.nets.name() }, counts.report(), read, start);
    args.study.show(&study.net.nets, &study, as_text, |_| accuracy_boards(&counts))
}

fn as_text(report: &AccuracyReport) -> String {
    let percent = |share: f64| format!("{:6.2}", 100.0 * share);
    let mut text = "network     all 64 squares %    legal squares %    positions\n".to_owned();
    for name in NETWORKS {
        let NetworkAccuracy { accuracy, accuracy_legal, positions } = report.networks[name];
        let (all, legal) = (percent(accuracy), percent(accuracy_legal));
        let _ = writeln!(text, "{name:<12}{all:>16}{legal:>19}{positions:>13}");
    }
    text.push_str("\nmoves        first %  first three %   −ln p    positions\n");
    let mut line = |name: &str, group: &GroupAccuracy| {
        let GroupAccuracy { top1, top3, negative_log_likelihood, positions } = group;
        let (first, three) = (percent(*top1), percent(*top3));
        let _ = writeln!(text, "{name:<12}{first:>8}{three:>15}{negative_log_likelihood:>8.3}{positions:>13}");
    };
    let MoveAccuracy { top1, top3, negative_log_likelihood, positions, top1_after_ply_10 } = report.move_match;
    line("all", &GroupAccuracy { top1, top3, negative_log_likelihood, positions });
    report.by_phase.iter().for_each(|(phase, group)| line(phase, group));
    report.by_elo.iter().for_each(|(band, group)| line(&format!("{band}+"), group));
    let late = percent(top1_after_ply_10);
    let _ = writeln!(text, "without the first {BOOK_PLIES} half moves {} % are first", late.trim());
    text
}
