//! `motley policy`: what Mockfish's nets predict for one position.

use std::fmt::Write as _;
use std::path::PathBuf;

use crate::cli::args::force::ForceArg;
use crate::cli::args::nets::MockfishNetArgs;
use crate::cli::args::position::PositionArgs;
use crate::cli::shell::{CommandResult, Ended, Failure, print, write_file};
use crate::cli::terminal::as_json;
use crate::nets::rated::MoverContext;
use crate::personalities::rated::LevelPlayer;
use crate::personalities::searcher;
use crate::studies::predictions::policy::{MoveReport, PolicyReport};
use crate::studies::predictions::rating::RatingReport;

/// Moves that are printed.
const SHOWN: usize = 10;

const EXAMPLES: &str = "Examples:
  motley policy \"1. e4 c5 2. Nf3 d6\"
  motley policy \"6k1/5ppp/8/8/8/8/8/R3K3 w Q - 0 1\" --net auto --json
  motley policy \"Italian Game\" --elo 1200,1600,2000 --svg ratings.svg";

/// Show which moves Mockfish's nets predict in a position, as a table, JSON or heat maps
#[derive(clap::Args, Clone, Debug)]
#[command(after_help = EXAMPLES)]
pub struct Args {
    #[command(flatten)]
    position: PositionArgs,
    #[command(flatten)]
    nets: MockfishNetArgs,
    /// Show what players of these ratings play, and in brackets what the net says without the search; uses the net
    /// Rated unless --net names another
    #[arg(long, value_name = "LIST", value_delimiter = ',', value_parser = clap::value_parser!(u16).range(1..=4000))]
    elo: Vec<u16>,
    /// Write heat maps of the nets into this SVG file, or, with --elo, a chart of the moves by rating
    #[arg(long, value_name = "FILE")]
    svg: Option<PathBuf>,
    #[command(flatten)]
    force: ForceArg,
    /// Print JSON instead of a table
    #[arg(long)]
    json: bool,
}

/// Runs `motley policy`.
pub fn run(args: &Args) -> CommandResult {
    args.force.check(args.svg.as_deref(), [])?;
    let game = args.position.game()?;
    let over = || Failure::call("the game is over in this position: there is no move");
    if !args.elo.is_empty() {
        let (mut level, mut nets) = (LevelPlayer::new(searcher()), args.nets.load_rated()?);
        let report = RatingReport::of(&mut level, &mut nets, &game, &args.elo)?.ok_or_else(over)?;
        args.svg.as_ref().map_or(Ok(()), |path| write_file(path, report.chart()))?;
        print(&if args.json { as_json(&report) } else { report.table() })?;
        return Ok(Ended::Done);
    }
    let prediction = args.nets.load()?.predict_moves(&game, MoverContext::STRONG)?.ok_or_else(over)?;
    if let Some(path) = &args.svg {
        write_file(path, prediction.boards())?;
    }
    let report = prediction.report();
    print(&if args.json { as_json(&report) } else { as_text(&report) })?;
    Ok(Ended::Done)
}

fn as_text(report: &PolicyReport) -> String {
    let mut text = format!("{}\n\nmove       share %   selector %   target %\n", report.fen);
    for MoveReport { san, probability, selector, target, .. } in report.moves.iter().take(SHOWN) {
        let [probability, selector, target] = [probability, selector, target].map(|share| 100.0 * share);
        let _ = writeln!(text, "{san:<10}{probability:>8.1}{selector:>13.1}{target:>11.1}");
    }
    if let Some([loss, draw, win]) = report.value.map(|value| value.map(|share| 100.0 * share)) {
        let _ = writeln!(text, "\nwin {win:.0} %, draw {draw:.0} %, loss {loss:.0} %");
    }
    if let Some(tactic) = report.tactic {
        let _ = writeln!(text, "a tactic: {:.0} %", 100.0 * tactic);
    }
    text
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_table_has_the_first_moves_and_the_value_where_the_net_has_one() {
        let mv = |san: &str| MoveReport {
            uci: String::new(),
            san: san.to_owned(),
            probability: 0.25,
            selector: 0.5,
            target: 0.125,
        };
        let moves: Vec<_> = (1..=12).map(|number| mv(&format!("m{number}"))).collect();
        let report = PolicyReport { fen: "fen".to_owned(), moves, value: Some([0.2, 0.3, 0.5]), tactic: None };
        let text = as_text(&report);
        assert!(text.contains("m1            25.0         50.0       12.5\n"), "{text}");
        assert!(text.contains("m10") && !text.contains("m11"), "{text}");
        assert!(text.ends_with("\nwin 50 %, draw 30 %, loss 20 %\n"), "{text}");
    }
}
