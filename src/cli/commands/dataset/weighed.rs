//! `motley dataset weighed`: positions one move beside games, with an engine's evaluation.

use std::path::PathBuf;

use super::{GamesArgs, OutputArgs, with_games};
use crate::engine::options::read_assignment;
use crate::lab::datasets::{DatasetError, Summary, WeighedMoves, weighed_moves};

#[derive(clap::Args, Clone, Debug)]
pub struct WeighedArgs {
    #[command(flatten)]
    games: GamesArgs,
    /// An engine that speaks UCI and lists all moves with its option MultiPV
    #[arg(long, value_name = "PATH")]
    engine: PathBuf,
    /// Set an option of the engine. May be repeated
    #[arg(long = "option", value_name = "NAME=VALUE", value_parser = read_assignment)]
    options: Vec<(String, String)>,
    /// Share of the games' positions to take, drawn at random
    #[arg(long, value_name = "SHARE", default_value_t = 0.02, value_parser = super::human::exponent)]
    share: f64,
    /// Moves of each at most, drawn at random
    #[arg(long, value_name = "N", default_value_t = 12)]
    moves: usize,
    #[command(flatten)]
    pub output: OutputArgs,
}

impl WeighedArgs {
    pub fn run(&self) -> Result<Summary, DatasetError> {
        let WeighedArgs { share, moves, .. } = *self;
        let settings = WeighedMoves { engine: self.engine.clone(), options: self.options.clone(), share, moves };
        with_games(&self.games, &self.output, u64::MAX, None, |job, open| weighed_moves(job, &settings, open))
    }
}
