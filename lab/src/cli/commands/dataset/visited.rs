//! The flags of `motley-lab dataset visited`.

use std::path::PathBuf;

use motley::cli::args::number::number_in;

use crate::training::nnue::VisitedPositions;

/// What scores positions.
#[derive(clap::Args, Clone, Debug)]
pub struct TeacherArg {
    /// The network of Stockfish 15.1 or 17.1, which its command `export_net FILE` writes
    #[arg(long, value_name = "FILE")]
    pub teacher: PathBuf,
}

/// Which positions are taken, and what scores them.
#[derive(clap::Args, Clone, Debug)]
pub struct VisitedArgs {
    #[command(flatten)]
    teacher: TeacherArg,
    /// Share of the games' positions to search, from 0 to 1
    #[arg(long, value_name = "SHARE", default_value_t = 0.01, value_parser = number_in(0.0..=1.0))]
    share: f64,
    /// Search each of them with this many nodes
    #[arg(long, value_name = "N", default_value_t = 1000)]
    nodes: u64,
    /// Share of the visited positions to take, from 0 to 1
    #[arg(long, value_name = "SHARE", default_value_t = 0.25, value_parser = number_in(0.0..=1.0))]
    taken: f64,
    /// Another number samples other positions of the same games; those that --seed holds out of training stay held out
    #[arg(long, value_name = "N", default_value_t = 1)]
    draw: u64,
}

impl From<&VisitedArgs> for VisitedPositions {
    fn from(args: &VisitedArgs) -> VisitedPositions {
        VisitedPositions {
            teacher: args.teacher.teacher.clone(),
            share: args.share,
            nodes: args.nodes,
            taken: args.taken,
            draw: args.draw,
        }
    }
}
