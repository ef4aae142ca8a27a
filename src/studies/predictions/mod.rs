//! The predictions of the nets for a position: Mockfish's the move, Pattern's the winner and how a game goes on.

pub mod continuation;
pub mod policy;
pub mod rating;
pub mod winner;
