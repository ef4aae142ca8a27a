//! `motley-lab constraints`: what games that meet a constraint have in common.

use std::fmt::Write as _;
use std::path::PathBuf;

use clap::{ValueEnum, value_parser};
use shakmaty::Color;

use crate::studies::constraints::{
    ConstraintFigures, Findings, Study, half_moves_chart, half_moves_csv, heat_maps, squares_csv, win_rates_csv,
};
use motley::chess::PieceCount;
use motley::cli::args::force::ForceArg;
use motley::cli::shell::{CommandResult, Ended, Failure, OutputError, make_folder, print, write_file};
use motley::cli::terminal::{as_json, open_games};
use motley::constraint::ConstraintSet;
use motley::games::filter::{GameFilter, Unrated};

pub const EXAMPLES: &str = "\
Examples:
  motley-lab constraints games.pgn.zst --min-elo 1200 --max-elo 1599
  motley-lab constraints games.pgn --constraint 1,2,2,1,7 --constraint 0,2,2,2,8 --side black --json
  motley-lab constraints games.pgn --all --csv figures --svg figures";

/// Measure when games first have given pieces, how they end, and where the pieces stand
#[derive(clap::Args, Clone, Debug)]
#[command(after_help = EXAMPLES)]
pub struct Args {
    /// Files of games: PGN, plain or compressed with zstd
    #[arg(required = true)]
    games: Vec<PathBuf>,
    /// Whose pieces to count
    #[arg(long, value_enum, default_value_t = Side::White)]
    side: Side,
    /// The number of queens, rooks, bishops, knights and pawns, such as 1,2,2,1,8; may be given several times [default:
    /// Petrželka's seventeen constraints]
    #[arg(long = "constraint", value_name = "Q,R,B,N,P", allow_hyphen_values = true)]
    constraints: Vec<String>,
    /// Measure all 486 possible constraints
    #[arg(long, conflicts_with = "constraints")]
    all: bool,
    /// Leave out games in which a player is rated below this; players without a rating are accepted, except with
    /// --max-elo
    #[arg(long, value_name = "ELO", default_value_t = GameFilter::PETRZELKA.min_elo)]
    min_elo: u16,
    /// Leave out games in which a player is rated above this or has no rating
    #[arg(long, value_name = "ELO")]
    max_elo: Option<u16>,
    /// Leave out games with a shorter base time, in seconds without the increment; an unknown time control is accepted
    #[arg(long, value_name = "SECONDS", default_value_t = GameFilter::PETRZELKA.min_base_seconds)]
    min_seconds: u32,
    /// Leave out games with fewer half moves
    #[arg(long, value_name = "PLIES", default_value_t = GameFilter::PETRZELKA.min_plies)]
    min_plies: usize,
    /// Write winrates.csv, halfmoves.csv and squares.csv into this folder
    #[arg(long, value_name = "DIR")]
    csv: Option<PathBuf>,
    /// Write halfmoves.svg and a heat map of each constraint into this folder
    #[arg(long, value_name = "DIR")]
    svg: Option<PathBuf>,
    #[command(flatten)]
    force: ForceArg,
    /// Print JSON instead of a table
    #[arg(long)]
    json: bool,
    /// How many threads read games [default: one for each core]
    #[arg(long, value_name = "N", value_parser = value_parser!(u16).range(1..))]
    threads: Option<u16>,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
enum Side {
    White,
    Black,
}

impl Args {
    fn filter(&self) -> Result<GameFilter, Failure> {
        let (min_elo, max_elo) = (self.min_elo, self.max_elo.unwrap_or(u16::MAX));
        if min_elo > max_elo {
            return Err(Failure::call(format!("--min-elo {min_elo} is above --max-elo {max_elo}")));
        }
        let unrated = if self.max_elo.is_some() { Unrated::Reject } else { GameFilter::PETRZELKA.unrated };
        Ok(GameFilter {
            min_elo,
            max_elo,
            unrated,
            min_base_seconds: self.min_seconds,
            min_plies: self.min_plies,
            ..GameFilter::PETRZELKA
        })
    }

    fn set(&self) -> Result<ConstraintSet, Failure> {
        let side = Color::from_white(self.side == Side::White);
        if self.all {
            return Ok(ConstraintSet::new(side, PieceCount::all()));
        }
        if self.constraints.is_empty() {
            return Ok(ConstraintSet::new(side, PieceCount::SEVENTEEN));
        }
        let constraints: Result<Vec<PieceCount>, _> = self.constraints.iter().map(|text| text.parse()).collect();
        Ok(ConstraintSet::new(side, constraints.map_err(Failure::call)?))
    }
}

/// Runs `motley-lab constraints`.
pub fn run(args: &Args) -> CommandResult {
    let (set, filter) = (args.set()?, args.filter()?);
    args.csv.iter().chain(&args.svg).try_for_each(|folder| args.force.check_folder(Some(folder)))?;
    let (sources, bar) = open_games(&args.games)?;
    // Before the long work: an output folder that cannot be made is reported at once.
    args.csv.iter().chain(&args.svg).try_for_each(|folder| make_folder(folder))?;

    let study = Study::read(sources, &set, filter, args.threads)?;
    bar.finish_and_clear();
    let findings = Findings::of(&study, &set);
    write_files(args, &findings)?;
    print(&if args.json { as_json(&findings) } else { as_table(&findings) })?;
    Ok(Ended::Done)
}

fn write_files(args: &Args, findings: &Findings) -> Result<(), OutputError> {
    if let Some(folder) = &args.csv {
        write_file(&folder.join("winrates.csv"), win_rates_csv(findings))?;
        write_file(&folder.join("halfmoves.csv"), half_moves_csv(findings))?;
        write_file(&folder.join("squares.csv"), squares_csv(findings))?;
    }
    if let Some(folder) = &args.svg {
        write_file(&folder.join("halfmoves.svg"), half_moves_chart(findings))?;
        for figures in findings.constraints.iter().filter(|figures| figures.games > 0) {
            let name = format!("heat-{}.svg", figures.constraint.replace(',', "-"));
            write_file(&folder.join(name), heat_maps(figures))?;
        }
    }
    Ok(())
}

fn as_table(findings: &Findings) -> String {
    let mut text = String::new();
    let counts = &findings.counts;
    let rows = [
        ("games read", findings.games),
        ("unreadable", counts.unreadable),
        ("other start position", counts.other_start),
        ("rating", counts.rating),
        ("time control", counts.time_control),
        ("too short", counts.too_short),
        ("kept", counts.kept),
    ];
    for (name, games) in rows {
        let _ = writeln!(text, "{name:<20} {games:>10}");
    }
    let [games, share, win, published, median, mean] = ["games", "share", "win", "Petrželka", "median", "mean"];
    let _ = writeln!(text, "\n{:<12}{games:>10}{share:>9}{win:>9}{published:>11}{median:>9}{mean:>8}", findings.side);
    let _ = writeln!(text, "{:<12}{:>10}{:>7.2} %{:>9}", "all games", counts.kept, 100.0, figure(findings.win_rate, 4));
    findings.constraints.iter().for_each(|figures| add_row(&mut text, figures));
    text.push_str(
        "win: wins among decisive games; Petrželka: the same in Petrželka's figure 3.4; \
         median, mean: half moves until it is first met\n",
    );
    text
}

fn add_row(text: &mut String, figures: &ConstraintFigures) {
    let _ = writeln!(
        text,
        "{:<12}{:>10}{:>7.2} %{:>9}{:>11}{:>9}{:>8}",
        figures.constraint,
        figures.games,
        100.0 * figures.share,
        figure(figures.win_rate, 4),
        figure(figures.petrzelka_win_rate, 4),
        figure(figures.median_half_moves, 1),
        figure(figures.mean_half_moves, 1),
    );
}

fn figure(figure: Option<f64>, digits: usize) -> String {
    figure.map_or_else(|| "-".to_owned(), |figure| format!("{figure:.digits$}"))
}

#[cfg(test)]
mod tests {
    use std::fs;

    use super::*;
    use motley::cli::testing::parsed;

    #[test]
    fn every_constraint_that_is_met_has_a_heat_map() {
        let folder = std::env::temp_dir().join(format!("motley-constraints-{}", std::process::id()));
        fs::create_dir_all(&folder).expect("a folder for the test");
        let path = |name: &str| folder.join(name).display().to_string();
        fs::write(folder.join("games.pgn"), "e4 d5 exd5 Qxd5 Nc3 Qe5+ Nge2 Bg4 d4 Bxe2 dxe5 *\n").expect("a file");
        let constraints = ["--constraint", "1,2,2,2,7", "--constraint", "0,0,0,0,0"];
        let words = [path("games.pgn"), "--csv".to_owned(), path("new/csv"), "--svg".to_owned(), path("new/svg")];
        let words: Vec<&str> = words.iter().map(String::as_str).chain(constraints).collect();
        assert_eq!(run(&parsed(&words)), Ok(Ended::Done));
        let names = |name: &str| {
            let entries = fs::read_dir(folder.join(name)).expect("a folder");
            let mut names: Vec<_> = entries.flatten().map(|entry| entry.file_name().into_string().unwrap()).collect();
            names.sort();
            names
        };
        assert_eq!(names("new/csv"), ["halfmoves.csv", "squares.csv", "winrates.csv"]);
        assert_eq!(names("new/svg"), ["halfmoves.svg", "heat-1-2-2-2-7.svg"]);
        fs::remove_dir_all(&folder).expect("the test's own folder");
    }
}
