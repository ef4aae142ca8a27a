//! The flags of `motley-lab datagen`.

use std::path::PathBuf;
use std::time::Duration;

use clap::value_parser;
use motley::cli::args::number::number_in;
use motley::engine::options::read_assignment;

use crate::training::datagen::{Adjudication, Run, Settings, Span};

/// Where the games go, how they are made, and when to stop.
#[derive(clap::Args, Clone, Debug)]
pub struct RunArgs {
    /// Append the games to this file (.bin.zst); if it exists, it must have been started with the same settings
    #[arg(long, value_name = "FILE", required = true)]
    pub out: Option<PathBuf>,
    #[command(flatten)]
    settings: SettingsArgs,
    /// Stop once the file holds N games [default: play until interrupted]
    #[arg(long, value_name = "N", conflicts_with = "positions")]
    games: Option<u64>,
    /// Stop once the file holds N scored positions
    #[arg(long, value_name = "N")]
    positions: Option<u64>,
    /// How many games to play at once, each on its own thread with its own engine
    #[arg(long, value_name = "N", default_value_t = 1, value_parser = value_parser!(u16).range(1..=1024))]
    threads: u16,
    /// Stop an engine that has not answered for this many seconds
    #[arg(long, value_name = "SECONDS", default_value_t = 20, value_parser = value_parser!(u64).range(1..=3600))]
    patience: u64,
}

/// What makes the games: runs with the same settings make the same games.
#[derive(clap::Args, Clone, Debug)]
struct SettingsArgs {
    /// The UCI engine that plays [default: Motley's own Classical]
    #[arg(long, value_name = "PATH")]
    engine: Option<PathBuf>,
    /// Set an option of the engine; may be given several times
    #[arg(long = "option", value_name = "NAME=VALUE", value_parser = read_assignment)]
    options: Vec<(String, String)>,
    /// Nodes per move. Motley finishes the iteration in which it reaches them; another engine gets them as its limit
    #[arg(long, value_name = "N", default_value_t = 5_000, value_parser = value_parser!(u64).range(1..=1_000_000_000))]
    nodes: u64,
    /// Nodes at which a search ends even in the middle of an iteration [default: eight times --nodes; with --engine,
    /// --nodes]
    #[arg(long, value_name = "N", value_parser = value_parser!(u64).range(1..=1_000_000_000))]
    hard_nodes: Option<u64>,
    /// Start each game with opening moves from these games (PGN, plain or .zst) or from this Polyglot book (.bin)
    #[arg(long, value_name = "FILE")]
    openings: Option<PathBuf>,
    /// How many half moves to take from the opening, a number or a range
    #[arg(long, value_name = "MIN-MAX", default_value = "2-14", requires = "openings")]
    opening_plies: Span,
    /// How many random half moves to play after the opening, a number or a range [default: 8-9; with --openings, 0-4]
    #[arg(long, value_name = "MIN-MAX")]
    random: Option<Span>,
    /// Let a side play a random legal move instead of the engine's with this probability, from 0 to 1; the engine goes
    /// on and scores the position after it
    #[arg(long, value_name = "SHARE", default_value_t = 0.0, value_parser = number_in(0.0..=1.0))]
    blunders: f64,
    /// Replace an opening in which the first search sees either side ahead by more than this, in centipawns
    #[arg(long, value_name = "CP", default_value_t = 600, value_parser = value_parser!(u16).range(1..=30_000))]
    max_opening_score: u16,
    #[command(flatten)]
    adjudication: AdjudicationArgs,
    /// Random seed; give each machine a different one
    #[arg(long, value_name = "N", default_value_t = 1)]
    seed: u64,
}

/// When a game ends before its end by the rules.
#[derive(clap::Args, Clone, Copy, Debug)]
struct AdjudicationArgs {
    /// Count a game as won once one side is ahead by this many centipawns for --win-plies half moves
    #[arg(long, value_name = "CP", default_value_t = 1_500, value_parser = value_parser!(u16).range(1..=30_000))]
    win_score: u16,
    /// For how many half moves --win-score must hold; 0 never counts a game as won early
    #[arg(long, value_name = "PLIES", default_value_t = 5)]
    win_plies: u16,
    /// Count a game as drawn once all scores are within this many centipawns of 0 for --draw-plies half moves
    #[arg(long, value_name = "CP", default_value_t = 8, value_parser = value_parser!(u16).range(0..=30_000))]
    draw_score: u16,
    /// For how many half moves --draw-score must hold; 0 never counts a game as drawn early
    #[arg(long, value_name = "PLIES", default_value_t = 12)]
    draw_plies: u16,
    /// Count no game as drawn by its scores before this half move
    #[arg(long, value_name = "PLY", default_value_t = 70)]
    draw_from: u16,
    /// Count a game as drawn once it has this many half moves
    #[arg(long, value_name = "PLIES", default_value_t = 400, value_parser = value_parser!(u16).range(1..=10_000))]
    max_plies: u16,
}

impl From<&RunArgs> for Run {
    fn from(args: &RunArgs) -> Run {
        Run {
            settings: Settings::from(&args.settings),
            games: args.games,
            positions: args.positions,
            threads: args.threads,
            patience: Duration::from_secs(args.patience),
        }
    }
}

impl From<&SettingsArgs> for Settings {
    fn from(args: &SettingsArgs) -> Settings {
        Settings {
            engine: args.engine.clone(),
            options: args.options.clone(),
            nodes: args.nodes,
            hard_nodes: args.hard_nodes,
            openings: args.openings.clone(),
            opening_plies: args.opening_plies,
            random: args.random,
            blunders: args.blunders,
            max_opening_score: args.max_opening_score,
            adjudication: args.adjudication.into(),
            seed: args.seed,
        }
    }
}

impl From<AdjudicationArgs> for Adjudication {
    fn from(args: AdjudicationArgs) -> Adjudication {
        let AdjudicationArgs { win_score, win_plies, draw_score, draw_plies, draw_from, max_plies } = args;
        Adjudication { win_score, win_plies, draw_score, draw_plies, draw_from, max_plies }
    }
}
