//! Motley's laboratory: training samples, tuning, studies, and the evidence for the five documents.
//!
//! It is a package of its own, on which `motley` depends for nothing. Which folder may import which stands in
//! `docs/architecture.md`.

pub mod cli;
pub mod engines;
pub mod evidence;
pub mod published;
pub mod studies;
pub mod training;
pub mod tuning;
