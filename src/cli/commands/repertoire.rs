//! `motley repertoire`: what is missing in a repertoire, and the repertoire written again.

use std::fmt::Write as _;
use std::path::PathBuf;

use clap::{Subcommand, ValueEnum, value_parser};
use shakmaty::Color;

use crate::cli::args::force::ForceArg;
use crate::cli::args::repertoire::{elo, read_repertoire};
use crate::cli::progress::count_bar;
use crate::cli::shell::{CommandResult, Ended, print, write_file};
use crate::cli::terminal::{as_json, stopped_by_interrupt};
use crate::lessons::repertoire::{Check, CheckSettings, LosingMove, ReplyModel, ReplySource, check, losing_moves};

pub const CHECK_EXAMPLES: &str = "\
Examples:
  motley repertoire check rep.pgn --side white --elo 1400
  motley repertoire check rep.pgn --side black --least 10 --search 50000
  motley repertoire check rep.pgn --side white --json";

pub const WRITE_EXAMPLES: &str = "\
Examples:
  motley repertoire write rep.pgn --side white --out tidy.pgn";

/// Check a repertoire (a PGN file with variations) against what people play, or write it again
#[derive(clap::Args, Clone, Debug)]
pub struct Args {
    #[command(subcommand)]
    command: RepertoireCommand,
}

#[derive(Subcommand, Clone, Debug)]
enum RepertoireCommand {
    /// List frequent replies without an answer, positions with several answers, lines that end early or come twice
    Check(CheckArgs),
    /// Write all chapters with their variations, comments and glyphs in PGN's export form
    Write(WriteArgs),
}

#[derive(clap::Args, Clone, Debug)]
#[command(after_help = CHECK_EXAMPLES)]
struct CheckArgs {
    /// The repertoire: PGN with variations, plain or compressed with zstd
    file: PathBuf,
    /// The side you play
    #[arg(long, value_enum)]
    side: OneSide,
    /// The rating of the people you meet (Lichess rapid)
    #[arg(long, value_name = "ELO", value_parser = elo, default_value = "1500")]
    elo: u16,
    /// What predicts the replies beside the counts of games
    #[arg(long, value_enum, default_value_t = ReplySource::Net)]
    replies: ReplySource,
    /// Report replies that at least this share of people play, in per cent
    #[arg(long, value_name = "PERCENT", value_parser = percent, default_value = "5")]
    least: f64,
    /// Report what at least this share of your games reaches, in per cent
    #[arg(long, value_name = "PERCENT", value_parser = percent, default_value = "0.5")]
    reach: f64,
    /// Report lines that end before this move
    #[arg(long, value_name = "N", default_value_t = 6, value_parser = value_parser!(u32).range(0..=100))]
    moves: u32,
    /// Search each of your moves for this many nodes, and report those that lose
    #[arg(long, value_name = "NODES", value_parser = value_parser!(u64).range(1..=1_000_000_000))]
    search: Option<u64>,
    /// Print JSON instead of text
    #[arg(long)]
    json: bool,
}

#[derive(clap::Args, Clone, Debug)]
#[command(after_help = WRITE_EXAMPLES)]
struct WriteArgs {
    /// The repertoire: PGN with variations, plain or compressed with zstd
    file: PathBuf,
    /// The side you play
    #[arg(long, value_enum)]
    side: OneSide,
    /// The file to write
    #[arg(long, value_name = "FILE")]
    out: PathBuf,
    #[command(flatten)]
    force: ForceArg,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
enum OneSide {
    White,
    Black,
}

impl From<OneSide> for Color {
    fn from(side: OneSide) -> Color {
        Color::from_white(side == OneSide::White)
    }
}

/// Reads per cent as a share from 0 to 1.
fn percent(text: &str) -> Result<f64, String> {
    let share = text.parse().ok().filter(|percent| (0.0..=100.0).contains(percent));
    share.map(|percent: f64| percent / 100.0).ok_or_else(|| "expected a number from 0 to 100".to_owned())
}

/// Runs `motley repertoire`.
pub fn run(args: &Args) -> CommandResult {
    match &args.command {
        RepertoireCommand::Check(args) => run_check(args),
        RepertoireCommand::Write(args) => run_write(args),
    }
}

fn run_check(args: &CheckArgs) -> CommandResult {
    let (repertoire, ended) = read_repertoire(&args.file, args.side.into())?;
    let stop = stopped_by_interrupt()?;
    let bar = count_bar(repertoire.positions().len() as u64, "positions");
    let goes_on = |done: usize| {
        bar.set_position(done as u64);
        !stop.is_stopped()
    };
    let settings = CheckSettings { least_share: args.least, least_reach: args.reach, moves: args.moves };
    let mut found = check(&repertoire, &mut ReplyModel::new(args.elo, args.replies), settings, goes_on);
    if let Some(nodes) = args.search {
        bar.set_length(found.answers as u64);
        found.losing = Some(losing_moves(&repertoire, nodes, &stop, goes_on));
    }
    bar.finish_and_clear();
    if stop.is_stopped() {
        return Ok(Ended::Interrupted);
    }
    print(&if args.json { as_json(&found) } else { as_text(&found) })?;
    Ok(ended)
}

fn run_write(args: &WriteArgs) -> CommandResult {
    args.force.check(&*args.out, [&args.file])?;
    let (repertoire, ended) = read_repertoire(&args.file, args.side.into())?;
    write_file(&args.out, repertoire.to_pgn())?;
    let (chapters, branches) = (repertoire.chapters().len(), repertoire.branch_count());
    print(&format!("{}: {chapters} chapters, {branches} lines\n", args.out.display()))?;
    Ok(ended)
}

/// "12 %", "0.4 %".
fn in_percent(share: f64) -> String {
    let percent = 100.0 * share;
    if percent < 9.95 { format!("{percent:.1} %") } else { format!("{percent:.0} %") }
}

fn as_text(found: &Check) -> String {
    let Check { side, elo, chapters, moves, branches, answers, .. } = found;
    let mut text =
        format!("{chapters} chapters, {moves} moves, {branches} lines; {side} has an answer in {answers} positions\n");
    let mut part = |title: &str, lines: Vec<String>| {
        if !lines.is_empty() {
            let _ = write!(text, "\n{title}\n{}", lines.concat());
        }
    };
    let gaps = found.gaps.iter().map(|gap| {
        let (share, reach) = (in_percent(gap.share), in_percent(gap.reach));
        let ends = if gap.known { " (the line ends with it)" } else { "" };
        let line = if gap.line.is_empty() { String::new() } else { format!(" [{}]", gap.line) };
        format!(
            "  after {} you have nothing{ends}; {share} of players of {elo} play it, {reach} of your games{line}\n",
            gap.reply
        )
    });
    part("Gaps:", gaps.collect());
    let conflicts = found.conflicts.iter().map(|conflict| {
        let [chosen, chapter] = &conflict.chosen;
        let others: Vec<String> =
            conflict.others.iter().map(|[other, chapter]| format!("{other} ({chapter})")).collect();
        let place =
            if conflict.line.is_empty() { "at the start".to_owned() } else { format!("after {}", conflict.line) };
        format!("  {place}: {chosen} ({chapter}) is the choice, beside {}\n", others.join(", "))
    });
    part("Several moves of yours:", conflicts.collect());
    let ends = found.ends.iter().map(|end| format!("  {}: {} of your games\n", end.line, in_percent(end.reach)));
    part("Lines that end early:", ends.collect());
    let duplicates = found.duplicates.iter().map(|duplicate| {
        let [chapter, line] = &duplicate.first;
        format!("  {} ({}) is in {chapter} already: {line}\n", duplicate.line, duplicate.chapter)
    });
    part("Lines that come twice:", duplicates.collect());
    part(
        "Left out, as they are marked as mistakes:",
        found.left_out.iter().map(|line| format!("  {line}\n")).collect(),
    );
    let losing = found.losing.iter().flatten().map(|losing| {
        let loss = in_percent(f64::from(losing.loss));
        let LosingMove { line, refutation, better, why, .. } = losing;
        let why = why.as_ref().map_or_else(String::new, |why| format!(" {why}"));
        format!("  {line} loses {loss} of the expected score to {refutation}; better {better}.{why}\n")
    });
    part("Moves of yours that lose:", losing.collect());
    text
}

#[cfg(test)]
mod tests {
    use clap::{Args as _, FromArgMatches as _};

    use super::*;
    use crate::lessons::repertoire::{Conflict, Gap};

    #[test]
    fn findings_are_said_in_words() {
        let gap = Gap {
            chapter: "A".into(),
            line: "1. e4 e5 2. Nf3".into(),
            reply: "2... d6".into(),
            share: 0.123,
            reach: 0.04,
            known: false,
        };
        let conflict = Conflict {
            line: String::new(),
            chosen: ["1. e4".into(), "A".into()],
            others: vec![["1. d4".into(), "B".into()]],
        };
        let found = Check {
            side: "white".into(),
            elo: 1400,
            chapters: 2,
            moves: 9,
            branches: 3,
            answers: 4,
            gaps: vec![gap],
            conflicts: vec![conflict],
            ends: Vec::new(),
            duplicates: Vec::new(),
            left_out: Vec::new(),
            losing: None,
        };
        let text = as_text(&found);
        let gap =
            "after 2... d6 you have nothing; 12 % of players of 1400 play it, 4.0 % of your games [1. e4 e5 2. Nf3]";
        assert!(text.contains(gap), "{text}");
        assert!(text.contains("  at the start: 1. e4 (A) is the choice, beside 1. d4 (B)\n"), "{text}");
        assert!(!text.contains("end early"), "{text}");
    }

    #[test]
    fn the_defaults_are_the_usual_settings() {
        let command = Args::augment_args(clap::Command::new("repertoire"));
        let words = ["repertoire", "check", "rep.pgn", "--side", "white"];
        let args = Args::from_arg_matches(&command.get_matches_from(words)).expect("they are there");
        let RepertoireCommand::Check(CheckArgs { least, reach, moves, .. }) = args.command else {
            panic!("another command");
        };
        let CheckSettings { least_share, least_reach, moves: usual } = CheckSettings::USUAL;
        assert_eq!((least, reach, moves), (least_share, least_reach, usual));
    }

    #[test]
    fn per_cents_are_shares() {
        assert_eq!(percent("5"), Ok(0.05));
        assert!(["-1", "101", "x", "NaN"].iter().all(|text| percent(text).is_err()));
    }
}
