//! Players at work: `go`, `compare` and `stop`.

use std::marker::PhantomData;

use super::declare::request;
use super::position::Where;
use super::readers::{Boolean, Entries, Nested, NestedList, Number, PlayerName, Text, Whole, WordList};
use crate::message::description::Type;
use crate::message::{message, words};
use crate::personalities::PersonalityInfo;
use crate::studio::message::{Fields, MOST_WORD};

/// Milliseconds of a clock at most: a month.
const MOST_TIME: f64 = 2.6e9;
/// Bytes of an option's text: those of the longest path.
pub const MOST_OPTION: usize = 4096;

/// Milliseconds; a clock may run negative.
const fn time() -> Number {
    Number(-MOST_TIME..=MOST_TIME)
}

/// A small number of moves.
const fn small() -> Whole<u32> {
    Whole(1..=10_000)
}

/// The values of options.
fn option_values() -> Entries {
    let values = Type::Any(vec![Type::Boolean, Type::Number(None), Type::Text(Some(MOST_OPTION))]);
    Entries { keys: Type::Text(None), values }
}

request! {
    /// A player with its options.
    pub struct PlayerChoiceFields {
        /// a name from `hello`
        pub player: &'static PersonalityInfo = PlayerName, needed;
        /// tells players of the same kind apart
        pub seat: Option<String> = Text(MOST_WORD), usual("`\"\"`");
        /// options that differ from their defaults, by name
        pub options: Fields = option_values(), complete;
        /// starts the player afresh
        pub new_game: bool = Boolean, or(false);
    }

    /// The limits of a search. All hold together; none at all is `infinite`, which ends with `stop`.
    pub struct SearchLimits {
        /// milliseconds that White has left
        pub wtime: Option<f64> = time();
        /// milliseconds that Black has left
        pub btime: Option<f64> = time();
        /// milliseconds that White gains by a move
        pub winc: Option<f64> = time();
        /// milliseconds that Black gains by a move
        pub binc: Option<f64> = time();
        /// milliseconds for the move
        pub movetime: Option<f64> = time();
        /// moves to the next time control
        pub movestogo: Option<u32> = small();
        /// half moves to look ahead
        pub depth: Option<u32> = small();
        /// positions to look at
        pub nodes: Option<u64> = Whole(1..=u64::MAX);
        /// looks for a mate in so many moves
        pub mate: Option<u32> = small();
        /// ends with `stop`
        pub infinite: bool = Boolean, or(false);
    }

    /// The limits of a search.
    pub struct Search {
        /// the limits at which the search ends
        pub limits: SearchLimits = Nested(PhantomData), complete;
        /// the moves to choose from, at most 256
        pub only: Vec<String> = WordList, complete;
    }

    /// Asks a player for a move, or to analyse.
    pub struct GoAsk {
        pub player: PlayerChoiceFields;
        pub game: Where;
        pub search: Search;
    }

    /// Asks several players about one position, one after another.
    pub struct CompareAsk {
        /// from 1 to 16 of them
        pub players: Vec<PlayerChoiceFields> = NestedList(PhantomData), complete;
        pub game: Where;
        pub search: Search;
    }

    /// Ends what runs.
    pub struct StopAsk {
        /// the number of the request that is ended
        pub of: Option<u64> = Whole(0..=u64::MAX), usual("whatever runs");
    }
}

words! {
    /// The bound that a score is where it is not exact.
    pub enum ScoreBound { Lower = "lower", Upper = "upper" }
}

message! {
    /// The answer to `stop`, also where nothing runs.
    pub struct Stopped {}

    /// A score from the mover's view: centipawns or a mate.
    pub struct Score {
        /// centipawns
        #[serde(skip_serializing_if = "Option::is_none")]
        pub cp: Option<i32>,
        /// moves to the mate, negative when the mover is mated
        #[serde(skip_serializing_if = "Option::is_none")]
        pub mate: Option<i32>,
    }

    /// A line of a search.
    pub struct AnalysisLine {
        /// half moves
        pub depth: i32,
        /// half moves of the longest line
        pub seldepth: usize,
        /// 1 for the best with `MultiPV`
        pub rank: usize,
        /// from the mover's view
        pub score: Score,
        /// null for an exact score
        pub bound: Option<ScoreBound>,
        /// the mover's probabilities of win, draw and loss
        pub wdl: [f64; 3],
        /// White's expected score, from 0 to 1 (win 1, draw 1/2)
        pub white: f64,
        /// positions that were looked at
        pub nodes: u64,
        /// positions in a second
        pub nps: u64,
        /// milliseconds
        pub time: f64,
        /// the used share of the transposition table, in permille
        pub hashfull: u32,
        /// positions that were found in tablebases
        pub tbhits: u64,
        /// the moves in UCI form
        pub pv: Vec<String>,
        /// the moves in algebraic notation
        pub san: Vec<String>,
        /// the moves with their numbers
        pub line: String,
    }

    /// A report of a player: a line of its search, or a text.
    pub struct Info {
        #[serde(flatten)]
        pub search: Option<AnalysisLine>,
        /// a readable line (`info string` in UCI)
        #[serde(skip_serializing_if = "Option::is_none")]
        pub text: Option<String>,
    }

    /// A move that a player chose.
    pub struct ChosenMove {
        /// null only where there is no legal one
        pub r#move: Option<String>,
        /// the move in algebraic notation
        pub san: Option<String>,
        /// the answer that the player expects
        pub ponder: Option<String>,
    }

    /// The move that a player chose.
    pub struct Choice {
        #[serde(flatten)]
        pub chosen: ChosenMove,
        /// it was ended by `stop` or by another request
        pub stopped: bool,
        /// milliseconds
        pub time: f64,
    }

    /// A report of one of several players.
    pub struct ComparedInfo {
        #[serde(flatten)]
        pub info: Info,
        /// the index in `players`, from 0
        pub index: usize,
        /// its name
        pub player: &'static str,
    }

    /// The answer of a player to the position.
    pub struct Compared {
        #[serde(flatten)]
        pub chosen: Option<ChosenMove>,
        /// why the player failed, in place of its move
        #[serde(skip_serializing_if = "Option::is_none")]
        pub error: Option<String>,
        /// its name
        pub player: &'static str,
        /// the last line of rank 1
        pub info: Option<AnalysisLine>,
        /// the readable lines
        pub texts: Vec<String>,
    }

    /// The progress of a comparison.
    pub struct ComparisonProgress {
        /// players that were asked
        pub done: usize,
        /// all players
        pub of: usize,
    }

    /// The answers of several players to one position.
    pub struct Comparison {
        /// it was ended by `stop` or by another request
        pub stopped: bool,
        /// in the order of the request; those that were not asked any more are missing
        pub players: Vec<Compared>,
    }
}
