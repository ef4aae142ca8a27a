//! `motley-lab evaluate prove`: for how many positions of games `motley prove` finds a proof.

use std::fmt::Write as _;
use std::num::NonZeroUsize;
use std::path::PathBuf;
use std::time::Duration;

use crate::studies::proof_games::{PlyProofs, ProofStudySettings, StudiedProof, proof_study};
use motley::cli::args::force::ForceArg;
use motley::cli::args::number::seconds;
use motley::cli::args::threads::{cores, threads};
use motley::cli::progress::count_bar;
use motley::cli::shell::{CommandResult, Ended, print, write_file};
use motley::cli::terminal::{as_json, open_games};
use motley::lessons::generation::Format;

const EXAMPLES: &str = "Examples:
  motley-lab evaluate prove games.pgn.zst
  motley-lab evaluate prove games.pgn --plies 30,40 --positions 100 --seconds 60 --out proofs.pgn";

#[derive(clap::Args, Clone, Debug)]
#[command(after_help = EXAMPLES)]
pub struct Args {
    /// Files of games: PGN, plain or compressed with zstd
    #[arg(required = true)]
    games: Vec<PathBuf>,
    /// After how many half moves of a game to take positions; several numbers are measured separately
    #[arg(long, value_name = "PLIES", value_delimiter = ',', default_values_t = [8, 12, 16, 20, 24])]
    plies: Vec<usize>,
    /// How many positions to take for each number of half moves
    #[arg(long, value_name = "N", default_value_t = NonZeroUsize::new(40).expect("not zero"))]
    positions: NonZeroUsize,
    /// How long to search for each position, in seconds; each search uses one thread
    #[arg(long, value_name = "SECONDS", default_value = "10", value_parser = seconds)]
    seconds: Duration,
    /// Random seed of the choice of positions and of the searches
    #[arg(long, value_name = "N", default_value_t = 1)]
    seed: u64,
    /// How many positions to work on at once
    #[arg(long, value_name = "N", default_value_t = cores(), value_parser = threads)]
    threads: NonZeroUsize,
    /// Write the proof games to this file
    #[arg(long, value_name = "FILE")]
    out: Option<PathBuf>,
    #[command(flatten)]
    force: ForceArg,
    /// Print JSON instead of text
    #[arg(long)]
    json: bool,
}

pub fn run(args: &Args) -> CommandResult {
    args.force.check(args.out.as_deref(), &args.games)?;
    let settings = ProofStudySettings {
        plies: args.plies.clone(),
        positions: args.positions.get(),
        time: args.seconds,
        threads: args.threads.get(),
        seed: args.seed,
    };
    let (sources, reading) = open_games(&args.games)?;
    let proving = count_bar((settings.plies.len() * settings.positions) as u64, "positions");
    let studied = proof_study(sources, &settings, || proving.inc(1));
    reading.finish_and_clear();
    proving.finish_and_clear();
    let studied = studied?;
    if let Some(path) = &args.out {
        let proofs = studied.iter().filter_map(|StudiedProof { proof, .. }| proof.as_ref());
        write_file(path, proofs.map(|proof| Format::Pgn.write(proof)).collect::<String>())?;
    }
    let rows = PlyProofs::of(&studied);
    print(&if args.json { as_json(&rows) } else { as_text(&rows) })?;
    Ok(Ended::Done)
}

fn as_text(rows: &[PlyProofs]) -> String {
    let mut text = format!(
        "{:>4} {:>9} {:>6} {:>7} {:>15} {:>10} {:>8} {:>6}\n",
        "ply", "positions", "proved", "share", "95 % interval", "half moves", "median s", "most s"
    );
    for PlyProofs { ply, positions, proved, share, half_moves, median_seconds, most_seconds } in rows {
        let share = share.scaled(100.0);
        let interval = share.interval.map_or_else(String::new, |[low, high]| format!("{low:.1} to {high:.1}"));
        let _ = writeln!(
            text,
            "{ply:>4} {positions:>9} {proved:>6} {:>5.1} % {interval:>15} {half_moves:>10.1} {median_seconds:>8.2} \
             {most_seconds:>6.2}",
            share.value
        );
    }
    text
}
