//! Studies of players: the distribution of the lines of Explorer's samplers, and the predictions of the nets.

pub mod explore;
pub mod predictions;
