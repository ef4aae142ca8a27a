//! Data that nets and evaluations are trained on: games that engines play (`datagen`), samples made of games, a folder
//! for each net, and the shards in which several machines make them.
//!
//! In the folder of a net `mod.rs` reads the games of many files, and `sample.rs` makes samples of one game: arrays
//! that NumPy reads as they are (`numpy.load(file, mmap_mode="r")`).

pub mod arrays;
pub mod cooperative;
pub mod datagen;
mod dataset;
pub mod games;
mod merge;
pub mod moves;
pub mod nnue;
pub mod pattern;
pub mod rated;
mod sharded;
pub mod thinking;
mod unique;
mod writer;

pub use dataset::{DatasetError, DatasetJob, Summary};
pub use merge::{MergeError, merge};
pub use writer::SampleWriter;

use dataset::{Collector, file_name, finish, make, unwritable};
