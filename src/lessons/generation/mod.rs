//! Positions that meet a condition, each with the proof game that leads there: searching, writing, verifying, and the
//! measures of Petrželka, *Generating valid chess positions using AI methods*.

mod examine;
mod proof;
mod search;
mod summary;
mod verify;

pub use examine::{Examination, Examiner};
pub use proof::{Format, ProofGame, ProofRecord};
pub use search::{Effort, PositionSearch, SearchOptions};
pub use summary::{Summary, summary_table};
pub use verify::{Verification, VerifyError, verify_file};

use crate::constraint::Condition;

/// A condition with the name under which it is reported: a constraint like 1,2,2,1,8, or its text.
#[derive(Clone, Debug)]
pub struct NamedCondition {
    pub name: String,
    pub condition: Condition,
}
