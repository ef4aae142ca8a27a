//! The settings of a run: the flags of the command, and what a file of games says about how they were made.

use std::fmt;
use std::path::{Path, PathBuf};
use std::str::FromStr;

use clap::value_parser;
use rand::{Rng, RngExt as _};
use serde::{Serialize, Serializer};
use serde_json::Value;

use crate::engine::options::read_assignment;

/// Plies that an opening may have of either kind; both together fit the file form.
const MOST_OPENING_PLIES: usize = 100;
const NODES: u64 = 5_000;
/// The hard limit is so many times the soft one where none is given.
const HARD_FACTOR: u64 = 8;
/// Without and with given openings.
const RANDOM_PLIES: [Span; 2] = [Span { min: 8, max: 9 }, Span { min: 0, max: 4 }];

/// What makes the games: runs with the same settings make the same games.
#[derive(clap::Args, Clone, Debug, Serialize)]
pub struct Settings {
    /// An engine that speaks UCI; left out: Motley's own Classical
    #[arg(long, value_name = "PATH")]
    #[serde(skip)]
    pub engine: Option<PathBuf>,
    /// Set an option of the engine. May be repeated
    #[arg(long = "option", value_name = "NAME=VALUE", value_parser = read_assignment)]
    pub options: Vec<(String, String)>,
    /// Nodes after which a search ends with its iteration; for --engine the limit itself
    #[arg(long, value_name = "N", default_value_t = NODES, value_parser = value_parser!(u64).range(1..=1_000_000_000))]
    nodes: u64,
    /// Nodes at which a search ends at once [default: eight times --nodes; for --engine --nodes]
    #[arg(long, value_name = "N", value_parser = value_parser!(u64).range(1..=1_000_000_000))]
    hard_nodes: Option<u64>,
    /// Games (PGN, plain or .zst) or a Polyglot book (.bin) whose first moves the games begin with
    #[arg(long, value_name = "FILE")]
    #[serde(serialize_with = "name_and_size")]
    pub openings: Option<PathBuf>,
    /// Plies to take of the openings, a number or a range
    #[arg(long, value_name = "MIN-MAX", default_value = "2-14", requires = "openings")]
    pub opening_plies: Span,
    /// Random plies behind the opening, a number or a range [default: 8-9; with --openings 0-4]
    #[arg(long, value_name = "MIN-MAX")]
    random: Option<Span>,
    /// Openings whose first search scores more than so many centipawns for either side are drawn again
    #[arg(long, value_name = "CP", default_value_t = 600, value_parser = value_parser!(u16).range(1..=30_000))]
    pub max_opening_score: u16,
    #[command(flatten)]
    #[serde(flatten)]
    pub adjudication: Adjudication,
    /// Random seed; give every machine its own
    #[arg(long, value_name = "N", default_value_t = 1)]
    pub seed: u64,
}

/// When a game ends before its end by the rules.
#[derive(clap::Args, Clone, Copy, Debug, Serialize)]
pub struct Adjudication {
    /// Won with a score of so many centipawns for one side …
    #[arg(long, value_name = "CP", default_value_t = 1_500, value_parser = value_parser!(u16).range(1..=30_000))]
    pub win_score: u16,
    /// … through so many plies; 0: never
    #[arg(long, value_name = "PLIES", default_value_t = 5)]
    pub win_plies: u16,
    /// Drawn with scores within so many centipawns of 0 …
    #[arg(long, value_name = "CP", default_value_t = 8, value_parser = value_parser!(u16).range(0..=30_000))]
    pub draw_score: u16,
    /// … through so many plies; 0: never
    #[arg(long, value_name = "PLIES", default_value_t = 12)]
    pub draw_plies: u16,
    /// Scores count as those of a draw from this ply on
    #[arg(long, value_name = "PLY", default_value_t = 70)]
    pub draw_from: u16,
    /// Drawn at so many plies
    #[arg(long, value_name = "PLIES", default_value_t = 400, value_parser = value_parser!(u16).range(1..=10_000))]
    pub max_plies: u16,
}

impl Settings {
    /// Random plies behind the opening.
    pub fn random(&self) -> Span {
        self.random.unwrap_or(RANDOM_PLIES[usize::from(self.openings.is_some())])
    }

    /// Nodes after which a search ends with its iteration, and at once.
    pub fn node_limits(&self) -> (u64, u64) {
        let factor = if self.engine.is_some() { 1 } else { HARD_FACTOR };
        (self.nodes, self.hard_nodes.unwrap_or(self.nodes * factor).max(1))
    }

    /// The settings as a file of games holds them. `player` is the engine's name.
    pub fn description(&self, player: &str) -> Value {
        let complete = Settings { random: Some(self.random()), hard_nodes: Some(self.node_limits().1), ..self.clone() };
        let mut description = serde_json::to_value(complete).expect("plain data becomes JSON");
        description["player"] = player.into();
        description["options"] = self.options.iter().map(|(name, value)| format!("{name}={value}")).collect();
        description
    }
}

fn name_and_size<S: Serializer>(path: &Option<PathBuf>, serializer: S) -> Result<S::Ok, S::Error> {
    let describe = |path: &Path| {
        let name = path.file_name().unwrap_or_default().to_string_lossy();
        format!("{name}, {} bytes", path.metadata().map_or(0, |metadata| metadata.len()))
    };
    path.as_deref().map(describe).serialize(serializer)
}

/// A number of plies, drawn evenly.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Span {
    min: usize,
    max: usize,
}

impl Span {
    pub fn max(self) -> usize {
        self.max
    }

    pub fn draw(self, rng: &mut (impl Rng + ?Sized)) -> usize {
        rng.random_range(self.min..=self.max)
    }
}

impl FromStr for Span {
    type Err = String;

    fn from_str(text: &str) -> Result<Span, String> {
        let (min, max) = text.split_once('-').unwrap_or((text, text));
        match (min.trim().parse(), max.trim().parse()) {
            (Ok(min), Ok(max)) if min <= max && max <= MOST_OPENING_PLIES => Ok(Span { min, max }),
            _ => Err(format!("expected plies from 0 to {MOST_OPENING_PLIES}, as 8 or 8-9")),
        }
    }
}

impl fmt::Display for Span {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if self.min == self.max { write!(f, "{}", self.min) } else { write!(f, "{}-{}", self.min, self.max) }
    }
}

impl Serialize for Span {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_str(self)
    }
}
