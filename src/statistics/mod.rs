//! Means with their errors, and distances between distributions.

pub mod clustered;
pub mod distance;
pub mod estimate;
