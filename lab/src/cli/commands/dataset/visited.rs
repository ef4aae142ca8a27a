//! The flags of `motley-lab dataset visited`.

use std::path::PathBuf;

use clap::ArgGroup;
use motley::cli::args::number::number_in;
use motley::engine::options::read_assignment;

use crate::training::nnue::{Teacher, VisitedPositions};

/// What scores positions.
#[derive(clap::Args, Clone, Debug)]
pub struct TeacherArg {
    /// The network of Stockfish 15.1 or 17.1, which its command `export_net FILE` writes
    #[arg(long, value_name = "FILE")]
    pub teacher: PathBuf,
}

/// Which positions are taken, and what scores them.
#[derive(clap::Args, Clone, Debug)]
#[command(group = ArgGroup::new("scored by").args(["teacher", "engine"]).required(true))]
pub struct VisitedArgs {
    #[command(flatten)]
    teacher: Option<TeacherArg>,
    /// Score positions by searches of this UCI engine in place of a network; positions whose best move is a capture or
    /// a promotion are left out
    #[arg(long, value_name = "PATH")]
    engine: Option<PathBuf>,
    /// Set an option of the engine; may be given several times
    #[arg(long = "option", value_name = "NAME=VALUE", value_parser = read_assignment, conflicts_with = "teacher")]
    options: Vec<(String, String)>,
    /// Nodes of the engine's searches
    #[arg(long, value_name = "N", default_value_t = 700, conflicts_with = "teacher")]
    engine_nodes: u64,
    /// Multiply the engine's scores by this, because engines do not agree on what a centipawn is
    #[arg(long, value_name = "FACTOR", default_value_t = 1.0, conflicts_with = "teacher",
          value_parser = number_in(0.1..=10.0))]
    factor: f64,
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
        let teacher = match (&args.teacher, &args.engine) {
            (Some(net), None) => Teacher::Net(net.teacher.clone()),
            (None, Some(program)) => Teacher::Engine {
                program: program.clone(),
                options: args.options.clone(),
                nodes: args.engine_nodes,
                factor: args.factor,
            },
            _ => unreachable!("the group lets one of them pass"),
        };
        let VisitedArgs { share, nodes, taken, draw, .. } = *args;
        VisitedPositions { teacher, share, nodes, taken, draw }
    }
}

#[cfg(test)]
mod tests {
    use clap::Parser;

    use super::*;

    #[derive(Parser)]
    struct Flags {
        #[command(flatten)]
        visited: VisitedArgs,
    }

    fn teacher(flags: &[&str]) -> Result<Teacher, clap::Error> {
        let flags = [&["visited"], flags].concat();
        Flags::try_parse_from(flags).map(|flags| VisitedPositions::from(&flags.visited).teacher)
    }

    #[test]
    fn a_network_or_an_engine_scores_not_both() {
        assert!(matches!(teacher(&["--teacher", "a"]), Ok(Teacher::Net(_))));
        let engine = teacher(&["--engine", "a", "--engine-nodes", "5", "--option", "Hash=16"]);
        assert!(matches!(engine, Ok(Teacher::Engine { nodes: 5, factor: 1.0, .. })), "{engine:?}");
        for flags in [&[][..], &["--teacher", "a", "--engine", "b"], &["--teacher", "a", "--factor", "2"]] {
            assert!(teacher(flags).is_err(), "{flags:?}");
        }
    }
}
