//! The player's own options.

use crate::nets::mockfish::Rule;
use crate::{option_choice, option_table};

/// The nets that choose the move.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum NetChoice {
    /// The output for whole moves, legal ones only: the strongest.
    Best,
    /// Seven outputs of one net, after Griffiths' seven networks, trained on games (his section 4.2.1).
    Standard,
    /// The same outputs of a net trained further on puzzles (his section 4.2.3).
    Puzzle,
    /// `Puzzle` where the detector finds a tactic, else `Best` (Griffiths, section 5.1).
    Auto,
    /// The output for whole moves of a net trained further on an engine's moves: less human, fewer blunders.
    Engine,
    /// The output for whole moves of the net that knows who moves.
    Rated,
}

option_choice!(NetChoice: Best, Standard, Puzzle, Auto, Engine, Rated);

/// The combination of the outputs of seven networks to the score of a move (Griffiths, section 4.2.1).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Combination {
    /// The selector's times that of the network of the piece that stands there: his final approach.
    Product,
    /// The selector's times the sum of all six.
    Composition,
    /// The best square first, then the best target from there.
    Linear,
}

option_choice!(Combination: Product, Composition, Linear);

impl Combination {
    pub fn rule(self) -> Rule {
        match self {
            Combination::Product => Rule::Product,
            Combination::Composition => Rule::Composition,
            Combination::Linear => Rule::Linear,
        }
    }
}

/// The sampling at a temperature of 100.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Sampling {
    /// In proportion to the scores.
    Share,
    /// In proportion to the exponentials of the scores, as Griffiths writes: nearly uniform, since no score exceeds 1.
    Softmax,
}

option_choice!(Sampling: Share, Softmax);

/// The treatment of moves to positions that were on the board before.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Repetition {
    /// Not while standing better.
    Avoid,
    Allow,
}

option_choice!(Repetition: Avoid, Allow);

/// The method for basic endings, and for moves that stalemate.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Endings {
    /// The method that players of the nets' strength know: a short search.
    Known,
    /// The nets, as everywhere else.
    Net,
}

option_choice!(Endings: Known, Net);

option_table! {
    /// The options of Mockfish.
    pub struct MockfishOptions {
        nets: combo NetChoice "MockfishNets" = Best,
            "Mockfish: the net's output for whole moves (Best), its seven outputs for squares, after Griffiths' seven \
             networks (Standard), the same of a net trained further on puzzles (Puzzle), Puzzle if a tactic is found \
             and Best otherwise (Auto), a net trained further on an engine's moves (Engine), or the net of a player \
             rated 2400 over the board (Rated).";
        file: file "MockfishFile" = "",
            "Mockfish: a net to use instead of the built-in net: an ONNX file (also one that lc0 converted) or a \
             folder with seven networks like Griffiths'.";
        combination: combo Combination "MockfishCombination" = Product,
            "Mockfish: how the seven outputs for squares (Standard, Puzzle) choose a move: the probability of its \
             origin times that of its target by the output of the piece (Product) or by all six (Composition), or \
             the best origin first, then the best target from there (Linear).";
        temperature: spin u8 "MockfishTemperature" = 15, in 0..=200,
            "Mockfish: 0 plays the most probable move, 100 plays each move as often as the net predicts it, more \
             evens the moves out.";
        sampling: combo Sampling "MockfishSampling" = Share,
            "Mockfish: chooses moves in proportion to their scores (Share) or to the exponentials of the \
             scores (Softmax, as Griffiths does).";
        repetition: combo Repetition "MockfishRepetition" = Avoid,
            "Mockfish: avoids repeating positions while it stands better (Avoid), or repeats them freely (Allow).";
        endings: combo Endings "MockfishEndings" = Known,
            "Mockfish: mates a bare king with a queen or a rook by a short search, and does not stalemate while it \
             stands better (Known), or leaves both to the nets (Net).";
    }
}
