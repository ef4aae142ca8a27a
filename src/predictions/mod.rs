//! What the nets predict for a position: Mockfish's the move, Pattern's the winner.

pub mod policy;
pub mod rating;
pub mod winner;
