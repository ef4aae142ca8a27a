//! Games → training samples: arrays that NumPy reads as they are (`numpy.load(file, mmap_mode="r")`).

pub mod draws;
pub mod games;
pub mod human;
pub mod moves;
pub mod nnue;
pub mod shares;
pub mod thinking;
pub mod windows;
mod writer;

pub use writer::SampleWriter;
