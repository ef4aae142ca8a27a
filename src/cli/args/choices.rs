//! The values of flags that choose one of several, with what `--help` says about each. The types themselves know
//! nothing of the command line.

use clap::ValueEnum;
use clap::builder::PossibleValue;

use crate::games::split::{Part, Unit};
use crate::games::time_control::TimeClass;
use crate::lessons::generation::Format;
use crate::lessons::repertoire::ReplySource;
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
        Board = "board": "A board in characters, with the FEN and the game in SAN, for reading",
        Fen = "fen": "One line for each position: the FEN, a tab, and the moves in UCI notation",
        Epd = "epd": "One line for each position: EPD with the counters (hmvc, fmvn) and the moves (c0)",
        Pgn = "pgn": "A PGN game that ends in the position",
        Json = "json": "One JSON object on each line",
    }
    Form {
        Lowercase = "lowercase": "One word for each move: algebraic notation in lower case, as Kumar writes it",
        San = "san": "One word for each move: algebraic notation",
        Parts = "parts": "One word each for piece, old square, new square, capture, promotion, check or mate",
        Squares = "squares": "A word for each piece that leaves, arrives or is captured; the words add up to the board",
        Board = "board": "As squares, for a net that also reads games from a position that was set up",
    }
    Experiment {
        First = "first": "The net of the first experiment: two convolutions and max pooling, seven constraints",
        Second = "second": "The net of the second experiment: three convolutions, seventeen constraints",
    }
    Source {
        Lichess = "lichess": "Games on Lichess",
        OverTheBoard = "over-the-board": "Games over the board",
        OtherSite = "other-site": "Games on another site, or on several sites",
    }
    ReplySource {
        Net = "net": "The rated net alone: some milliseconds for each position",
        Search = "search": "The rated net, corrected by a short search of every move, as a level plays",
    }
    SamplerKind {
        Metropolis = "metropolis": "A Markov chain over whole lines, which samples popular lines more often",
        Saarmann = "saarmann": "Saarmann's walk (his figure 14), which samples moves that many lines share more often",
    }
    NetChoice {
        Best = "Best": "The net that scores whole legal moves; the strongest choice",
        Standard = "Standard": "Seven outputs of one net, after Griffiths' seven networks (his section 4.2.1)",
        Puzzle = "Puzzle": "The same outputs of a net trained further on puzzles (his section 4.2.3)",
        Auto = "Auto": "`Puzzle` if the detector finds a tactic, otherwise `Best` (Griffiths, section 5.1)",
        Engine = "Engine": "`Best`, trained further on an engine's moves: less human, fewer blunders",
        Rated = "Rated": "The net that is told the players' ratings and the clock",
    }
    Mode {
        Distance = "distance": "A beam search by the distance to the constraint, which meets it in few moves",
        Network = "network": "Petrželka's cooperative negamax with a net at the leaves; for White's pieces and pawns",
        Human = "human": "Moves that people might play, changed as little as the constraint allows",
    }
    Evaluation {
        Nnue = "Nnue": "A neural network (NNUE)",
        Handmade = "Handmade": "Hand-made terms with tuned weights",
    }
    Identity {
        Position = "position": "Same pieces, side to move, castling rights, en passant square, as for repetition",
        Placement = "placement": "Same pieces and side to move only, as in Saarmann's paper",
    }
    TimeClass {
        Unknown = "unknown": "Games without a known time control",
        Bullet = "bullet": "Less than 3 minutes for each player in a game of 40 moves",
        Blitz = "blitz": "Less than 8 minutes",
        Rapid = "rapid": "Less than 25 minutes",
        Classical = "classical": "25 minutes or more, and correspondence games",
    }
    Part {
        Train = "train": "The samples that the net learns from",
        Validation = "validation": "The samples that decide when training stops",
        Test = "test": "The samples that are used only to measure the published figures",
    }
    Unit {
        Game = "game": "All positions of a game go into the same part",
        Position = "position": "By position, so a game may be in several parts, as in Griffiths and Kumar",
    }
}
