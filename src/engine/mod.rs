//! Everything that a player is given: the game, the limits, a clock, a stop flag and a reporter.

mod basic_ending;
mod board_score;
mod clock;
mod configure;
mod depth;
mod ending;
mod game;
#[cfg(target_family = "wasm")]
mod in_place;
mod limits;
mod option_table;
pub mod options;
mod personality;
mod quote;
mod random;
mod ranked_lines;
mod report;
mod result_probabilities;
mod room;
mod score;
#[cfg(not(target_family = "wasm"))]
mod search_thread;
mod seen_clocks;
mod stop;
mod turn;
mod unused_limits;
#[cfg(any(target_family = "wasm", test))]
mod watch;
mod workers;

#[cfg(target_family = "wasm")]
use in_place as search_thread;

pub use basic_ending::is_basic_ending;
pub use board_score::board_score;
pub use clock::{Allotment, Clock};
pub use configure::PlayerOptions;
pub use depth::{Depth, Ply};
pub use ending::{Ending, is_drawn};
pub use game::{Game, GameError};
pub use limits::{Limits, SideClock};
pub use personality::{Choice, Personality};
pub use quote::quote;
pub use random::SeededRng;
pub use ranked_lines::{report_move_stats, report_ranked, report_shares};
pub use report::{Bound, Info, Recorder, Reporter, Silent, Wdl, per_second};
pub use result_probabilities::ResultProbabilities;
pub use room::has_room;
pub use score::{Score, ScoreKind};
pub use search_thread::{SEARCH_STACK, SEARCH_STACKS, SearchThread, can_search, scoped_search_thread, search_thread};
pub use seen_clocks::SeenClocks;
pub use stop::Stop;
pub use turn::{PlayerFailed, Turn};
pub use unused_limits::{CountedLimit, UnusedLimits};
#[cfg(target_family = "wasm")]
pub use watch::watch_input;
pub use workers::{NoWorker, Shortage, WorkerSize, workers};
