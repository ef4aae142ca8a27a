//! The review of a game: what each move lost in chance of winning, what people of the mover's rating play there, why a
//! move was a mistake, and what the moves say about the strength of the players. `docs/review.md` says how.
//!
//! Apart from it stands [`Judge`], a quick measure of a game's play by a shallow search.

mod accuracy;
mod closer;
mod draft;
mod endings;
mod estimate;
mod game;
mod lent;
mod loss;
mod mark;
mod opening;
mod parallel;
mod params;
mod people;
mod phase;
mod reasons;
mod report;
mod reviewer;
mod search;
mod summary;
mod terms;
mod words;
mod written;

pub use accuracy::{accuracy, move_accuracy};
pub use endings::{TableResult, TableVerdict};
pub use estimate::{GRID, Likelihood, RatingEstimate, RatingModel};
pub use game::{ReviewGame, ReviewGameError};
pub use loss::{Judge, WORST, rating};
pub use mark::Mark;
pub use opening::{LeftTheory, OpeningReview};
pub use parallel::in_order;
pub use params::{DEFAULT_NODES, INTERVAL};
pub use people::{PeopleSeen, people_seen};
pub use phase::GamePhase;
pub use report::{
    GameReview, MoveReview, PeopleThere, PhaseLosses, RatingSource, ReviewLine, ReviewScore, SideRating, SideReview,
    ThemeLosses,
};
pub use reviewer::{ReviewError, ReviewEvent, ReviewSettings, Reviewer};
pub use written::written;
