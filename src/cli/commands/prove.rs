//! `motley prove`: a legal game that leads to a given position.

use std::num::NonZeroUsize;
use std::time::Duration;

use shakmaty::fen::Fen;

use crate::cli::args::number::seconds;
use crate::cli::args::threads::{FINDING, cores, granted, threads};
use crate::cli::shell::{CommandResult, Ended, Failure, print, print_pgn};
use crate::constraint::reachable_position;
use crate::lessons::generation::{Format, ProofGame};
use crate::lessons::proof_game::{ProofLimits, Target, find_proof};

pub const EXAMPLES: &str = "\
Examples:
  motley prove \"r1bqkbnr/pppp1ppp/2n5/1B2p3/4P3/5N2/PPPP1PPP/RNBQK2R b KQkq - 3 3\"
  motley prove \"rnbqkbnr/pppp1ppp/8/4p3/4P3/8/PPPPKPPP/RNBQ1BNR b kq - 1 2\" --format pgn --seconds 60";

/// Prove that a position is legal by finding a game that leads to it
///
/// The game need not be the shortest. It ends with exactly the pieces, the side to move, the castling rights and the en
/// passant square of the FEN; the move counters may differ.
#[derive(clap::Args, Clone, Debug)]
#[command(after_help = EXAMPLES)]
pub struct Args {
    /// The position as a FEN
    #[arg(value_name = "FEN")]
    fen: String,
    /// How long to search, in seconds
    #[arg(long, value_name = "SECONDS", default_value = "10", value_parser = seconds)]
    seconds: Duration,
    /// Random seed; with one thread the same seed finds the same game
    #[arg(long, value_name = "N", default_value_t = 1)]
    seed: u64,
    /// How many threads to use, up to the number of cores
    #[arg(long, value_name = "N", default_value_t = cores(), value_parser = threads)]
    threads: NonZeroUsize,
    /// The format of the output
    #[arg(long, value_enum, default_value_t = Format::Board)]
    format: Format,
}

/// Runs `motley prove`.
pub fn run(args: &Args) -> CommandResult {
    let unreadable = |error| Failure::call(format!("cannot read the FEN `{}`: {error}", args.fen));
    let setup = args.fen.parse::<Fen>().map_err(unreadable)?.into_setup();
    let position = reachable_position(&setup)
        .map_err(|reason| Failure::call(format!("no game reaches this position: {reason}")))?;
    let threads = granted(args.threads, usize::MAX, FINDING)?.get();
    let limits = ProofLimits { time: args.seconds, threads, seed: args.seed };
    let moves = find_proof(&Target::new(&position), limits).map_err(Failure::job)?;
    let text = args.format.write(&ProofGame::new(String::new(), moves));
    if args.format == Format::Pgn { print_pgn(&text) } else { print(&text) }?;
    Ok(Ended::Done)
}
