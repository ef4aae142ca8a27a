//! Lessons with the players: questions on openings and puzzles, the check of a repertoire, the review of a game,
//! positions to order.

pub mod drill;
pub mod generation;
pub mod proof_game;
pub mod puzzles;
pub mod repertoire;
pub mod review;
