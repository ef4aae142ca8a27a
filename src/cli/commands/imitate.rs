//! `motley imitate`: learns one player's repertoire and preferences from his games.

use std::fmt::Write as _;
use std::path::PathBuf;

use serde::Serialize;

use crate::cli::args::force::ForceArg;
use crate::cli::args::number::number_in;
use crate::cli::progress::count_bar;
use crate::cli::shell::{CommandResult, print, write_file};
use crate::cli::terminal::{as_json, open_games, say_left_out};
use crate::personalities::rated::opponent::imitate::{
    Comparison, ImitateSettings, PhaseComparison, RepertoireCheck, hold_out, imitate, read_own_games,
};
use crate::personalities::rated::opponent::{HALF_LIFE, Opponent};

const EXAMPLES: &str = "Examples:
  motley imitate games.pgn --player \"Carlsen, Magnus\" --out carlsen.opponent
  motley imitate lichess.pgn.zst --player somebody --half-life 180 --out somebody.opponent
  motley imitate lichess.pgn.zst --player somebody --hold-out 0.1";

/// Learn one player's repertoire and preferences from his games, for the option OpponentFile
#[derive(clap::Args, Clone, Debug)]
#[command(after_help = EXAMPLES)]
pub struct Args {
    /// Files of games: PGN, plain or compressed with zstd
    #[arg(required = true, value_name = "GAMES")]
    games: Vec<PathBuf>,
    /// The player's name, as in the PGN tags White and Black
    #[arg(long, value_name = "NAME")]
    player: String,
    /// The file to write
    #[arg(long, value_name = "FILE", required_unless_present = "hold_out")]
    out: Option<PathBuf>,
    #[command(flatten)]
    force: ForceArg,
    /// Count a game half as much in the repertoire as one that is this many days newer (this many games newer if the
    /// games have no dates)
    #[arg(long, value_name = "DAYS", default_value_t = HALF_LIFE, value_parser = positive)]
    half_life: f32,
    /// Fit the preferences to at most N positions; a thousand take about fifteen seconds on one core
    #[arg(long, value_name = "N", default_value_t = 20_000)]
    positions: usize,
    /// How strongly to pull the preferences towards those of other players of the same rating; 2 pulls twice as
    /// strongly as 1
    #[arg(long, value_name = "FACTOR", default_value_t = 1.0, value_parser = positive)]
    pull: f32,
    /// Leave out this share of the games, the newest ones, and measure how well the rest predicts their moves
    #[arg(long, value_name = "SHARE", value_parser = number_in(0.001..=0.9))]
    hold_out: Option<f64>,
    /// Random seed of the choice of positions
    #[arg(long, value_name = "N", default_value_t = 1)]
    seed: u64,
    /// Keep intermediate results in this folder, and reuse those that the same version of the program made
    #[arg(long, value_name = "DIR")]
    keep: Option<PathBuf>,
    /// Print the summary as JSON
    #[arg(long)]
    json: bool,
}

/// The printed report.
#[derive(Serialize)]
struct Report {
    player: String,
    games: usize,
    illegal: u64,
    unreadable: u64,
    positions: usize,
    bytes: Option<usize>,
    comparison: Option<Comparison>,
    repertoire: Option<RepertoireCheck>,
}

/// Writes the file of the player.
pub fn run(args: &Args) -> CommandResult {
    args.force.check(args.out.as_deref(), &args.games)?;
    let (sources, bar) = open_games(&args.games)?;
    let (games, faults) = read_own_games(sources, &args.player)?;
    bar.finish_and_clear();

    let Args { half_life, positions, pull, seed, keep, .. } = args.clone();
    let settings = ImitateSettings { half_life, positions, pull, seed, keep };
    let bar =
        count_bar(if args.hold_out.is_some() { positions + positions / 2 } else { positions } as u64, "positions");
    let done = |count| bar.inc(count);
    let (opponent, comparison, repertoire) = match args.hold_out {
        Some(share) => {
            let (opponent, comparison, check) = hold_out(&games, share, &settings, done)?;
            (opponent, Some(comparison), Some(check))
        }
        None => (imitate(&games, &games.games, &settings, done)?, None, None),
    };
    bar.finish_and_clear();

    let packed = opponent.packed()?;
    if let Some(out) = &args.out {
        write_file(out, &packed)?;
    }
    let report = Report {
        player: opponent.profile.name.clone(),
        games: opponent.profile.games,
        illegal: games.illegal,
        unreadable: faults.skipped,
        positions: opponent.repertoire.0.len(),
        bytes: args.out.as_ref().map(|_| packed.len()),
        comparison,
        repertoire,
    };
    print(&if args.json { as_json(&report) } else { as_text(&report, &opponent) })?;
    Ok(say_left_out(&faults))
}

fn as_text(report: &Report, opponent: &Opponent) -> String {
    let mut text = format!("{}\n{} positions", opponent.profile.as_text(), report.positions);
    if let Some(bytes) = report.bytes {
        let _ = write!(text, ", {bytes} bytes");
    }
    if report.illegal + report.unreadable > 0 {
        let _ = write!(text, "; {} games with an illegal move, {} unreadable", report.illegal, report.unreadable);
    }
    text.push('\n');
    for phase in report.comparison.iter().flat_map(|comparison| &comparison.phases) {
        add_phase(phase, &mut text);
    }
    if let Some(check) = &report.repertoire {
        add_repertoire(check, &mut text);
    }
    text
}

fn add_phase(PhaseComparison { phase, positions, games, predictors }: &PhaseComparison, text: &mut String) {
    let _ = writeln!(text, "\n{phase}: {positions} positions of {games} games");
    let _ = writeln!(text, "{:<22}{:>14}{:>22}{:>18}", "", "top 1", "over the rated net", "-ln p");
    for row in predictors {
        let _ = writeln!(
            text,
            "{:<22}{:>8.1} ±{:>4.1}{:>15.1} ±{:>4.1}{:>11.3} ±{:>5.3}",
            row.predictor, row.top_1, row.top_1_error, row.gain, row.gain_error, row.surprise, row.surprise_error
        );
    }
}

fn add_repertoire(check: &RepertoireCheck, text: &mut String) {
    let _ = writeln!(
        text,
        "\nfirst {} half moves: {} of {} moves in positions of the repertoire; distance from it {:.3}, by chance {:.3}",
        check.plies, check.known, check.all, check.distance, check.distance_by_chance
    );
    for position in &check.positions {
        let moves = position.moves.iter().map(|(san, played, said)| format!("{san} {played:.1} ({said:.1})"));
        let line = if position.line.is_empty() { "start" } else { &position.line };
        let _ = writeln!(text, "{:>6}  {line}: {}", position.games, moves.collect::<Vec<_>>().join(", "));
    }
}

fn positive(text: &str) -> Result<f32, String> {
    match text.parse::<f32>() {
        Ok(number) if number > 0.0 && number.is_finite() => Ok(number),
        _ => Err("expected a number above 0".to_owned()),
    }
}
