//! What every player is given: the game, the limits, a clock, a stop flag and a reporter.

mod board_score;
mod clock;
mod depth;
mod ending;
mod game;
mod limits;
pub mod options;
mod personality;
mod quote;
mod random;
mod ranked_lines;
mod report;
mod result_probabilities;
mod room;
mod score;
mod stop;
mod turn;
mod unused_limits;

pub use board_score::board_score;
pub use clock::Clock;
pub use depth::{Depth, Ply};
pub use ending::{Ending, is_drawn};
pub use game::{Game, GameError, needs_chess960};
pub use limits::{Limits, SideClock};
pub use personality::{Choice, Personality};
pub use quote::quote;
pub use random::SeededRng;
pub use ranked_lines::{report_ranked, report_shares};
pub use report::{Bound, Info, Recorder, Reporter, Silent, Wdl, per_second};
pub use result_probabilities::ResultProbabilities;
pub use room::has_room;
pub use score::{Score, ScoreKind};
pub use stop::Stop;
pub use turn::{PlayerFailed, SEARCH_STACK, Turn, can_search, panic_message, scoped_search_thread, search_thread};
pub use unused_limits::{CountedLimit, UnusedLimits};
