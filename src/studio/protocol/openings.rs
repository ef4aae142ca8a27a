//! Openings: what follows a position, sampled and exact; search; weights for wished shares.

use super::declare::request;
use super::position::{Move, Opening, Where};
use super::readers::{Boolean, Choice, Entries, FIVE_BOOLEANS, FIVE_NUMBERS, Number, Text, Whole};
use crate::message::description::Type;
use crate::message::message;
use crate::openings::{FEATURES, Identity};
use crate::personalities::explorer::{LearnerFocus, MAX_WEIGHT, SamplerKind};
use crate::studio::message::{Fields, MOST_SEARCH, MOST_WORD};

const IDENTITIES: &[(&str, Identity)] = &[("position", Identity::Position), ("placement", Identity::Placement)];
const FOCUSES: &[(&str, LearnerFocus)] = &[
    ("off", LearnerFocus::Off),
    ("wrong", LearnerFocus::Wrong),
    ("unseen", LearnerFocus::Unseen),
    ("both", LearnerFocus::Both),
];
const SAMPLERS: &[(&str, SamplerKind)] =
    &[("metropolis", SamplerKind::Metropolis), ("saarmann", SamplerKind::Saarmann)];

request! {
    /// The named lines that count, and the identity of positions.
    pub struct LineSelection {
        /// part of the name of the opening or variation
        pub family: Option<String> = Text(MOST_SEARCH), usual("`\"\"`");
        /// `B`, `C25`, `B20-B99`
        pub eco: Option<String> = Text(MOST_WORD), usual("`\"\"`");
        /// moves that both sides must have in a line
        pub min_moves: usize = Whole(0..=20), or(0);
        /// moves that land in a known position count
        pub transpositions: bool = Boolean, or(true);
        /// positions are the same by the rules, or by the placement of their pieces
        pub identity: Identity = Choice(IDENTITIES), or(Identity::Position);
    }

    /// The sampling of lines.
    pub struct Sampling {
        /// the sampler of lines
        pub sampler: SamplerKind = Choice(SAMPLERS), or(SamplerKind::Metropolis);
        /// the features that count, in the order of `hello.features`
        pub parameters: [bool; FEATURES] = FIVE_BOOLEANS, or([false; FEATURES]);
        /// the weights of the features, each from 0 to `hello.weight.max`
        pub weights: [f64; FEATURES] = FIVE_NUMBERS, or([0.2, 0.2, 0.05, 0.05, 0.05]);
        /// chains that share the lines (metropolis)
        pub chains: usize = Whole(1..=64), or(4);
        /// the positions of the learner, who plays the other side, to which lines are steered by his record
        pub learner: LearnerFocus = Choice(FOCUSES), or(LearnerFocus::Off);
        /// the weight of the record, as in `weights`
        pub learner_weight: f64 = Number(0.0..=MAX_WEIGHT), or(3.0);
    }

    /// The number of lines to sample, and the seed of the random numbers.
    pub struct SampleSize {
        /// lines to sample
        pub iterations: u64 = Whole(1..=100_000), or(2000);
        /// random seed: the same gives the same
        pub seed: u64 = Whole(0..=u64::MAX), or(1);
    }

    /// Asks what follows a position: sampled, and by calculation.
    pub struct NextMovesAsk {
        pub game: Where;
        pub selection: LineSelection;
        pub sampling: Sampling;
        pub size: SampleSize;
    }

    /// Asks for the tree of the lines sampled from a position.
    pub struct TreeAsk {
        pub game: Where;
        pub selection: LineSelection;
        pub sampling: Sampling;
        pub size: SampleSize;
        /// half moves of the tree
        pub plies: usize = Whole(1..=12), or(4);
        /// the smallest share that is shown
        pub least: f64 = Number(0.0..=1.0), or(0.01);
    }

    /// Asks for named lines, by name or by position.
    pub struct SearchAsk {
        pub game: Where;
        pub selection: LineSelection;
        /// words of which each occurs in the name or the ECO code
        pub text: Option<String> = Text(MOST_SEARCH), usual("lines through the position");
    }

    /// Asks for the families of openings.
    pub struct FamiliesAsk {}

    /// Asks for the weights that come nearest to wished shares.
    pub struct FitAsk {
        pub game: Where;
        pub selection: LineSelection;
        /// the sampler of lines
        pub sampler: SamplerKind = Choice(SAMPLERS), or(SamplerKind::Metropolis);
        /// the wished share of a move, from 0 to 1
        pub wishes: Fields =
            Entries { keys: Type::Text(None), values: Type::Number(Some([0.0, 1.0])) }, complete;
    }
}

message! {
    /// A move that follows a position.
    pub struct NextMove {
        #[serde(flatten)]
        pub next: Move,
        /// of the sampled lines
        pub share: f64,
        /// the start of the interval of 95 %
        pub low: f64,
        /// the end of the interval
        pub high: f64,
        /// the share by calculation
        pub exact: f64,
        /// named lines that play it; 0 for a transposition
        pub lines: u32,
        /// real games that played it
        pub games: u32,
        /// the share of those games here
        pub popularity: f64,
        /// shares of games that White won, that were drawn and that Black won
        pub results: Option<[f64; 3]>,
        /// the name of the opening it leads to; ends in `…` where that has no name of its own
        pub name: String,
        /// the ECO code of that opening
        pub eco: Option<String>,
    }

    /// The report on sampled lines.
    pub struct SamplingReport {
        /// proposals that were taken, from 0 to 1
        pub acceptance: f64,
        /// the effective sample size of the chains
        pub effective: Option<f64>,
        /// the potential scale reduction of the chains
        pub reduction: Option<f64>,
        /// milliseconds
        pub time: f64,
    }

    /// The moves that follow a position. Where theory ends, `moves` is empty and nothing is sampled.
    pub struct NextMoves {
        /// lines of the selection
        pub lines: usize,
        /// positions of the selection
        pub positions: usize,
        /// lines that pass this position
        pub through: u32,
        /// the deepest name on the way
        pub opening: Option<Opening>,
        /// the largest `exact` first
        pub moves: Vec<NextMove>,
        /// lines that were sampled
        pub sampled: u64,
        #[serde(flatten)]
        pub report: Option<SamplingReport>,
    }

    /// A position of the tree of sampled lines.
    pub struct TreeNode {
        #[serde(flatten)]
        pub last: Option<Move>,
        /// the node before, an index into `nodes`; null for the root
        pub parent: Option<usize>,
        /// half moves from the root
        pub ply: usize,
        /// of all lines sampled
        pub share: f64,
        /// null where the position has no name
        pub name: Option<String>,
        /// null where the position has no name
        pub eco: Option<String>,
    }

    /// The tree of the lines sampled from a position.
    pub struct Tree {
        /// lines that were sampled
        pub sampled: u64,
        /// parents come first, siblings by share
        pub nodes: Vec<TreeNode>,
    }

    /// A named line.
    pub struct FoundLine {
        /// the code of the Encyclopaedia of Chess Openings
        pub eco: String,
        /// family and variation
        pub name: String,
        /// the moves in UCI form
        pub moves: Vec<String>,
        /// the moves with their numbers
        pub line: String,
        /// real games that played it
        pub games: u32,
        /// shares of games that White won, that were drawn and that Black won
        pub results: Option<[f64; 3]>,
    }

    /// The findings of a search.
    pub struct Found {
        /// at most 50 lines, shorter ones first
        pub found: Vec<FoundLine>,
        /// the names most alike, where no line was found
        pub near: Vec<String>,
    }

    /// A family of openings.
    pub struct Family {
        /// of the family
        pub name: String,
        /// the number of its lines
        pub lines: usize,
    }

    /// The families of openings.
    pub struct Families {
        /// by name
        pub families: Vec<Family>,
    }

    /// The progress of a fit.
    pub struct FitProgress {
        /// distributions that were calculated
        pub done: usize,
    }

    /// A move and its share with the weights that were found.
    pub struct FittedMove {
        #[serde(flatten)]
        pub fitted: Move,
        /// null where there is no wish
        pub wish: Option<f64>,
        /// the share that comes out
        pub share: f64,
    }

    /// The weights that come nearest to wished shares.
    pub struct Fit {
        /// in the order of `hello.features`
        pub weights: [f64; FEATURES],
        /// the features that count: all of them
        pub parameters: [bool; FEATURES],
        /// the largest distance between a wish and what comes out
        pub worst: f64,
        /// distributions that were calculated
        pub tried: usize,
        /// it was ended by `stop` or by another request
        pub stopped: bool,
        /// wished moves first, then by share
        pub moves: Vec<FittedMove>,
    }
}
