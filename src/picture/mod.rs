//! Pictures as SVG: charts, and boards with heat maps.

pub mod board;
pub mod chart;

/// Colours of all pictures: the background, text and frames, and what is to be seen first.
pub const PAPER: &str = "#fdf8ee";
pub const INK: &str = "#3d405b";
pub const ACCENT: &str = "#2a6f97";
