//! What every player is handed: the game, its limits, a clock, a stop flag and somebody to report to.

mod clock;
mod depth;
mod dice;
mod game;
mod limits;
pub mod options;
mod perft;
mod personality;
mod report;
mod score;
mod stop;
mod verdict;

pub use clock::Clock;
pub use depth::{Depth, Ply};
pub use dice::dice;
pub use game::{Game, GameError};
pub use limits::{Limits, SideClock};
pub use perft::perft;
pub use personality::{Choice, Personality};
pub use report::{Bound, Info, Recorder, Reporter, Silent, Wdl};
pub use score::{Score, ScoreKind};
pub use stop::Stop;
pub use verdict::Verdict;
