//! Statistics of games that meet a constraint, after chapter 3 of Petrželka, *Generating valid chess positions using AI
//! methods*.

mod charts;
mod findings;
mod published;
mod sheets;
mod study;

pub use charts::{compared_heat_maps, half_moves_chart, heat_maps};
pub use findings::{ConstraintFigures, Findings, HalfMoveFigures, PieceFigures, SquareFigures};
pub use published::win_rate as published_win_rate;
pub use sheets::{half_moves_csv, squares_csv, win_rates_csv};
pub use study::{Study, StudyError};

#[cfg(test)]
mod tests;
