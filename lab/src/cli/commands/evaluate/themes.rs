//! `motley-lab evaluate themes`: whether the themes of mistakes are explained rightly.

use std::fmt::Write as _;
use std::path::PathBuf;

use serde::Serialize;

use crate::studies::themes::{Counts, Examined, Part, ThemesSettings, by_theme, in_all, stored_labels, study_themes};
use motley::cli::progress::count_bar;
use motley::cli::shell::{CommandResult, Ended, Failure, print};
use motley::cli::terminal::as_json;
use motley::themes::Theme;

const EXAMPLES: &str = "Examples:
  motley-lab evaluate themes lichess-2020.csv.zst
  motley-lab evaluate themes lichess-2020.csv.zst --others 2000 --sentences";

#[derive(clap::Args, Clone, Debug)]
#[command(after_help = EXAMPLES)]
pub struct Args {
    /// Lichess's puzzles: CSV, plain or compressed with zstd
    puzzles: PathBuf,
    /// Nodes of each search
    #[arg(long, value_name = "N", default_value_t = 20_000, value_parser = clap::value_parser!(u64).range(1..))]
    nodes: u64,
    /// Examine N puzzles without a label too
    #[arg(long, value_name = "N", default_value_t = 0)]
    others: usize,
    /// Print what is said of each puzzle
    #[arg(long)]
    sentences: bool,
    /// Print JSON instead of a table
    #[arg(long)]
    json: bool,
}

/// The report, as JSON has it.
#[derive(Serialize)]
struct Report<'a> {
    examined: &'a [Examined],
    held_out: Counts,
    tuned: Counts,
    others: Counts,
}

pub fn run(args: &Args) -> CommandResult {
    let labels = stored_labels().map_err(|error| Failure::job(error.to_string()))?;
    let bar = count_bar((labels.len() + args.others) as u64, "positions");
    let settings = ThemesSettings { nodes: args.nodes, others: args.others };
    let examined = study_themes(&args.puzzles, &labels, &settings, || bar.inc(1));
    bar.finish_and_clear();
    let examined = examined.map_err(|error| Failure::job(error.to_string()))?;
    if examined.is_empty() {
        return Err(Failure::job("no puzzle of the file has a label: try --others"));
    }
    let report = Report {
        examined: &examined,
        held_out: in_all(&examined, Some(Part::HeldOut)),
        tuned: in_all(&examined, Some(Part::Tuned)),
        others: in_all(&examined, None),
    };
    print(&if args.json { as_json(&report) } else { as_text(&report, args.sentences) })?;
    Ok(Ended::Done)
}

fn as_text(report: &Report<'_>, sentences: bool) -> String {
    let mut text = String::new();
    for (name, part, counts) in [("held out", Part::HeldOut, report.held_out), ("tuned on", Part::Tuned, report.tuned)]
    {
        let _ = writeln!(
            text,
            "{name:<20} {:>8} {:>9} {:>7} {:>5} {:>9} {:>11}",
            "mistakes", "explained", "rightly", "named", "otherwise", "unconfirmed"
        );
        for (theme, counts) in by_theme(report.examined, part) {
            text.push_str(&row(theme.name(), counts));
        }
        text.push_str(&row("all", counts));
        text.push('\n');
    }
    if report.others.mistakes > 0 {
        let Counts { mistakes, explained, unconfirmed, .. } = report.others;
        let _ =
            writeln!(text, "without a label: {mistakes} mistakes, {explained} explained, {unconfirmed} unconfirmed\n");
    }
    for one in report.examined.iter().filter(|_| sentences) {
        let labels: Vec<&str> = one.labels.iter().map(|&theme| Theme::name(theme)).collect();
        let _ = writeln!(text, "{} [{}]", one.id, labels.join(", "));
        for ((theme, sentence), confirmed) in one.themes.iter().zip(&one.texts).zip(&one.confirmed) {
            let _ = writeln!(text, "  {theme}{}: {sentence}", if *confirmed { "" } else { " (unconfirmed)" });
        }
    }
    text
}

fn row(name: &str, counts: Counts) -> String {
    let Counts { mistakes, explained, rightly, named, otherwise, unconfirmed } = counts;
    format!("{name:<20} {mistakes:>8} {explained:>9} {rightly:>7} {named:>5} {otherwise:>9} {unconfirmed:>11}\n")
}
