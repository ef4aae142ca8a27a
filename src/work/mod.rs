//! Running work on all cores, and without ending the program when it panics.

pub(crate) mod caught;
pub mod parallel;
