//! The flags of `motley-lab dataset weighed`.

use std::path::PathBuf;

use motley::cli::args::number::number_in;
use motley::engine::options::read_assignment;

use crate::training::nnue::WeighedMoves;

/// Which positions are weighed, and by what.
#[derive(clap::Args, Clone, Debug)]
pub struct MovesArgs {
    /// A UCI engine whose option MultiPV can list all moves
    #[arg(long, value_name = "PATH")]
    engine: PathBuf,
    /// Set an option of the engine; may be given several times
    #[arg(long = "option", value_name = "NAME=VALUE", value_parser = read_assignment)]
    options: Vec<(String, String)>,
    /// Share of the games' positions to sample, from 0 to 1
    #[arg(long, value_name = "SHARE", default_value_t = 0.02, value_parser = number_in(0.0..=1.0))]
    share: f64,
    /// Take at most N moves of each position, sampled from those after which there is nothing to capture
    #[arg(long, value_name = "N", default_value_t = 40)]
    moves: usize,
    /// Leave out moves that the engine scores more than this below the best one, in centipawns
    #[arg(long, value_name = "CP")]
    within: Option<u16>,
    /// Let Motley search each position with this many nodes, and sample 1 % of the positions that the search visited
    /// instead
    #[arg(long, value_name = "NODES")]
    visited: Option<u64>,
    /// Take every move, also those after which there is something to capture, with the score of a search of this depth;
    /// mates and larger scores count as 2500 centipawns
    #[arg(long, value_name = "DEPTH", conflicts_with_all = ["visited", "within"],
          value_parser = clap::value_parser!(u8).range(1..=20))]
    every: Option<u8>,
    /// Play on from each position for this many half moves, choosing the engine's best move or any legal one with equal
    /// probability, and take the positions on the way too
    #[arg(long, value_name = "PLIES", default_value_t = 0, conflicts_with = "visited")]
    walk: usize,
}

impl From<&MovesArgs> for WeighedMoves {
    fn from(args: &MovesArgs) -> WeighedMoves {
        WeighedMoves {
            engine: args.engine.clone(),
            options: args.options.clone(),
            share: args.share,
            moves: args.moves,
            within: args.within,
            visited: args.visited,
            every: args.every,
            walk: args.walk,
        }
    }
}
