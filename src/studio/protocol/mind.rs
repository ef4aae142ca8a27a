//! The views of players on a position: `mind-mockfish`, `mind-pattern` and `mind-classical`.

use std::collections::BTreeMap;
use std::marker::PhantomData;

use super::declare::request;
use super::position::{ManName, Move, Where};
use super::readers::{OptionName, Whole};
use crate::engine::options::{OptionChoice, SharedOptions};
use crate::message::{Side, message};
use crate::nets::pattern::PatternNet;
use crate::personalities::mockfish::{MockfishOptions, NetChoice};

request! {
    /// Asks what Mockfish's nets make of a position.
    pub struct MockfishAsk {
        pub game: Where;
        /// as the option `MockfishNets`
        pub net: NetChoice = OptionName(PhantomData), or(NetChoice::ALL[0]);
        /// as the option `MockfishTemperature`
        pub temperature: u8 = Whole(0..=200), or(MockfishOptions::default().temperature);
        /// for the net `Rated`
        pub rating: u16 = Whole(1..=4000), or(SharedOptions::default().elo);
    }

    /// Asks what Pattern's net makes of a game. The net `Kumar` reads only games from the usual start.
    pub struct PatternAsk {
        pub game: Where;
        /// as the option `PatternNet`
        pub net: PatternNet = OptionName(PhantomData), or(PatternNet::ALL[0]);
    }

    /// Asks what Classical makes of a position.
    pub struct ClassicalAsk {
        pub game: Where;
    }
}

message! {
    /// A move as Mockfish's nets see it.
    pub struct PredictedMove {
        #[serde(flatten)]
        pub predicted: Move,
        /// the probability by the net
        pub probability: f32,
        /// the probability that it is played: at the temperature of the request, or for the net `Rated` by a level of
        /// the rating, which corrects the net by a short search
        pub played: f32,
        /// the probability of the square from which it moves
        pub selector: f32,
        /// the probability of the square that it reaches
        pub target: f32,
    }

    /// The chances of each result for the mover.
    pub struct ResultChances {
        /// the probability of a win
        pub win: f32,
        /// the probability of a draw
        pub draw: f32,
        /// the probability of a loss
        pub loss: f32,
    }

    /// The outputs of Mockfish's nets for a position.
    pub struct MockfishMind {
        /// the side to move
        pub turn: Side,
        /// the square from which to move, all 64
        pub selector: BTreeMap<String, f32>,
        /// the squares to which each kind of piece that can move should go
        pub targets: BTreeMap<ManName, BTreeMap<String, f32>>,
        /// the most probable first
        pub moves: Vec<PredictedMove>,
        /// null where the net has none
        pub value: Option<ResultChances>,
        /// that there is a tactic; null where the net has none
        pub tactic: Option<f32>,
    }

    /// Pattern's prediction for a position.
    pub struct PatternChance {
        /// that White wins, if one side does; where the game ended, what White got of the point
        pub white: f64,
        /// the probability of a draw; null where the net knows none and the game goes on
        pub draw: Option<f64>,
        /// `1-0`, `0-1` or `1/2-1/2` where the rules end the game
        pub result: Option<&'static str>,
        /// the reason, as in `position`
        pub reason: Option<String>,
    }

    /// The prediction after a half move of the game.
    pub struct GameChance {
        /// half moves so far
        pub ply: usize,
        /// the move in algebraic notation
        pub san: String,
        #[serde(flatten)]
        pub chance: PatternChance,
    }

    /// The prediction after a legal move.
    pub struct MoveChance {
        #[serde(flatten)]
        pub legal: Move,
        #[serde(flatten)]
        pub chance: PatternChance,
    }

    /// The predictions of Pattern's net for a game.
    pub struct PatternMind {
        /// before the first move
        pub start: PatternChance,
        /// after each half move
        pub game: Vec<GameChance>,
        /// after each legal move, the best for the mover first
        pub moves: Vec<MoveChance>,
    }

    /// The evaluation of a position by Classical's network.
    pub struct NetworkMind {
        /// the score by which Classical plays
        pub score: i32,
        /// for each piece how much higher the score is with it than without it
        pub pieces: BTreeMap<String, i32>,
    }

    /// A term of the hand-made evaluation.
    pub struct EvaluationTerm {
        /// the feature that it counts
        pub name: &'static str,
        /// middlegame and endgame, for White
        pub white: [i32; 2],
        /// middlegame and endgame, for Black
        pub black: [i32; 2],
    }

    /// Classical's evaluation of a position, in centipawns from White's view.
    pub struct ClassicalMind {
        /// the network
        pub network: NetworkMind,
        /// the score of the hand-made evaluation
        pub score: i32,
        /// the middlegame's share, of `full_phase`
        pub phase: i32,
        /// the phase of the start
        pub full_phase: i32,
        /// the terms of the hand-made evaluation; none in a known endgame
        pub terms: Vec<EvaluationTerm>,
    }
}
