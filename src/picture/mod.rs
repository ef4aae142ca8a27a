//! Pictures: charts, boards with heat maps, and sheets of diagrams, as SVG; sheets as PDF too.

pub mod board;
pub mod chart;
mod men;
mod pdf;
mod sheet;

pub use sheet::{Diagram, Sheet};

/// Colours of all pictures: the background, text and frames, and what is to be seen first.
pub const PAPER: &str = "#fdf8ee";
pub const INK: &str = "#3d405b";
pub const ACCENT: &str = "#2a6f97";
