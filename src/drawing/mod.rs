//! Drawing as SVG: charts, and boards with heat maps.

pub mod board;
pub mod chart;
