//! What can be studied of players: how Explorer's samplers distribute their lines, and what the nets predict.

pub mod explore;
pub mod predictions;
