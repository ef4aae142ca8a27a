//! The settings of a run, and what a file of games says about how they were made.

use std::fmt;
use std::path::{Path, PathBuf};
use std::str::FromStr;

use rand::{Rng, RngExt as _};
use serde::{Serialize, Serializer};
use serde_json::Value;

/// Plies that an opening may have of either kind; both together fit the file form.
const MOST_OPENING_PLIES: usize = 100;
/// The hard limit is so many times the soft one where none is given.
const HARD_FACTOR: u64 = 8;
/// Without and with given openings.
const RANDOM_PLIES: [Span; 2] = [Span { min: 8, max: 9 }, Span { min: 0, max: 4 }];

/// The settings of the games: runs with the same settings make the same games.
#[derive(Clone, Debug, Serialize)]
pub struct Settings {
    /// An engine that speaks UCI; `None` is Motley's own Classical.
    #[serde(skip)]
    pub engine: Option<PathBuf>,
    /// Names and values of its options.
    pub options: Vec<(String, String)>,
    /// A search ends with the iteration in which it reaches this number; another engine gets it as its limit.
    pub nodes: u64,
    /// A search ends at once at this number; `None` is eight times the other, for another engine as many.
    pub hard_nodes: Option<u64>,
    /// Games or a Polyglot book whose first moves the games begin with.
    #[serde(serialize_with = "name_and_size")]
    pub openings: Option<PathBuf>,
    /// Plies to take of the openings.
    pub opening_plies: Span,
    /// Random plies after the opening; `None` is the usual number.
    pub random: Option<Span>,
    /// The probability that a move behind the opening is any legal one, with equal probability, instead of the
    /// engine's.
    #[serde(skip_serializing_if = "is_zero")]
    pub blunders: f64,
    /// In centipawns: an opening that the first search scores higher for either side is replaced by another.
    pub max_opening_score: u16,
    #[serde(flatten)]
    pub adjudication: Adjudication,
    pub seed: u64,
}

/// The conditions for ending a game before its end by the rules.
#[derive(Clone, Copy, Debug, Serialize)]
pub struct Adjudication {
    /// Centipawns: won once one side is so far ahead …
    pub win_score: u16,
    /// … for so many plies; 0 for never.
    pub win_plies: u16,
    /// Centipawns: drawn once the scores are so near 0 …
    pub draw_score: u16,
    /// … for so many plies; 0 for never.
    pub draw_plies: u16,
    /// Earlier scores do not count towards a draw: plies from the start.
    pub draw_from: u16,
    /// A game of so many plies is drawn.
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

fn is_zero(number: &f64) -> bool {
    *number == 0.0
}

fn name_and_size<S: Serializer>(path: &Option<PathBuf>, serializer: S) -> Result<S::Ok, S::Error> {
    let describe = |path: &Path| {
        let name = path.file_name().unwrap_or_default().to_string_lossy();
        format!("{name}, {} bytes", path.metadata().map_or(0, |metadata| metadata.len()))
    };
    path.as_deref().map(describe).serialize(serializer)
}

/// A number of plies, each equally probable.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Span {
    min: usize,
    max: usize,
}

impl Span {
    pub fn max(self) -> usize {
        self.max
    }

    pub fn sample(self, rng: &mut (impl Rng + ?Sized)) -> usize {
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
