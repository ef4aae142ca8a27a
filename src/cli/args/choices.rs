//! The values of flags that choose one of several, with what `--help` says of each. The types themselves know nothing
//! of the command line.

use clap::ValueEnum;
use clap::builder::PossibleValue;

use crate::games::split::{Part, Unit};
use crate::games::time_control::TimeClass;
use crate::generation::Format;
use crate::nets::cooperative::Experiment;
use crate::nets::pattern::Form;
use crate::nets::rated::Source;
use crate::openings::Identity;
use crate::personalities::classical::Evaluation;
use crate::personalities::cooperative::Mode;
use crate::personalities::explorer::SamplerKind;
use crate::personalities::mockfish::NetChoice;

/// `Type { Variant = "name": "what it is", … }`, in the order in which help lists them.
macro_rules! choices {
    ($($choice:ident { $($variant:ident = $name:literal: $about:literal),+ $(,)? })+) => {
        $(impl ValueEnum for $choice {
            fn value_variants<'a>() -> &'a [$choice] {
                &[$($choice::$variant),+]
            }

            fn to_possible_value(&self) -> Option<PossibleValue> {
                let (name, about) = match self {
                    $($choice::$variant => ($name, $about),)+
                };
                let value = PossibleValue::new(name);
                Some(if about.is_empty() { value } else { value.help(about) })
            }
        })+
    };
}

choices! {
    Format {
        Board = "board": "A board with the FEN and the game in SAN, to read",
        Fen = "fen": "FEN, a tab, the moves in UCI form",
        Epd = "epd": "EPD with the counters (hmvc, fmvn) and the moves (c0)",
        Pgn = "pgn": "A game that ends in the position",
        Json = "json": "A JSON object a line",
    }
    Form {
        Lowercase = "lowercase": "One word: algebraic notation in lower case, as Kumar's tokenizer has it",
        San = "san": "One word: the move in algebraic notation",
        Parts = "parts": "A word each for man, square left, square reached, capture, promotion, check or mate",
        Squares = "squares": "A word each for men that leave, arrive and are captured; their sum gives the board",
    }
    Experiment {
        First = "first": "Two convolutions and max pooling, seven constraints",
        Second = "second": "Three convolutions, seventeen constraints",
    }
    Source {
        Lichess = "lichess": "",
        OverTheBoard = "over-the-board": "",
        OtherSite = "other-site": "Another site, or sites that are not told apart",
    }
    SamplerKind {
        Metropolis = "metropolis": "A chain over whole lines; what is popular in real games is drawn often",
        Saarmann = "saarmann": "Saarmann's walk, figure 14: what many lines share is drawn often",
    }
    NetChoice {
        Best = "Best": "The output for whole moves, legal ones only: the strongest",
        Standard = "Standard": "The seven networks, trained on games (Griffiths, section 4.2.1)",
        Puzzle = "Puzzle": "The seven networks, trained on puzzles (Griffiths, section 4.2.3)",
        Auto = "Auto": "`Puzzle` where the detector finds a tactic, else `Best` (Griffiths, section 5.1)",
        Engine = "Engine": "Best, trained further on an engine's moves: less human, fewer blunders",
        Rated = "Rated": "The net that knows who moves",
    }
    Mode {
        Distance = "distance": "A beam search by the distance to the constraint: meets it in few moves",
        Network = "network": "Petrželka's cooperative negamax with a net at the leaves; counts of White's men only",
        Human = "human": "Moves that people might play, turned towards the constraint as little as possible",
    }
    Evaluation {
        Nnue = "Nnue": "An efficiently updatable neural network",
        Handmade = "Handmade": "Terms that were chosen by hand, with weights that were tuned",
    }
    Identity {
        Position = "position": "Men, side to move, castling rights, en passant: as in the rules of repetition",
        Placement = "placement": "Men and side to move alone: Saarmann's, who compared boards",
    }
    TimeClass {
        Unknown = "unknown": "",
        Bullet = "bullet": "Less than three minutes for a game of forty moves",
        Blitz = "blitz": "Less than eight minutes",
        Rapid = "rapid": "Less than twenty-five minutes",
        Classical = "classical": "Longer, and games by correspondence",
    }
    Part {
        Train = "train": "",
        Validation = "validation": "Decides when training stops",
        Test = "test": "Not used until the published figures are measured",
    }
    Unit {
        Game = "game": "All positions of a game go to one part",
        Position = "position": "Each position on its own: one game may be in several parts, as in Griffiths and Kumar",
    }
}
