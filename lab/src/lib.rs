//! Motley's laboratory: training samples, tuning, studies, and the evidence for the five documents.
//!
//! An arrow may only point down: [`cli`] → [`evidence`] → [`studies`] → [`published`], [`training`],
//! [`tuning`] → [`engines`] → the
//! package `motley`, which depends on nothing of this one.

pub mod cli;
pub mod engines;
pub mod evidence;
pub mod published;
pub mod studies;
pub mod training;
pub mod tuning;
