//! Data that nets and evaluations are trained on: games that engines play, samples made of games, and the shards in
//! which several machines make them.

pub mod arrays;
pub mod datagen;
pub mod datasets;
pub mod samples;
