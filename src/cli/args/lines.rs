//! The flags that name lines: alike wherever a command works on openings.

use std::path::PathBuf;

use clap::value_parser;

use crate::openings::{EcoRange, Line, LineReader, LinesError, Selection, embedded};

#[derive(clap::Args, Clone, Debug, Default)]
pub struct LinesArgs {
    /// Files of lines to use instead of the built-in ones: PGN, or tables with the columns eco, name and pgn or uci
    #[arg(long, value_name = "FILE", num_args = 1)]
    pub lines: Vec<PathBuf>,
    /// Cut lines after so many half moves (for lines out of whole games)
    #[arg(long, value_name = "PLIES", value_parser = value_parser!(u16).range(1..))]
    pub max_plies: Option<u16>,
    /// Use the first so many lines
    #[arg(long, value_name = "N", value_parser = value_parser!(u32).range(1..))]
    pub max_lines: Option<u32>,
}

impl LinesArgs {
    /// The lines; what could not be used is reported on standard error.
    ///
    /// # Errors
    /// When a file cannot be read or holds no line.
    pub fn read(&self) -> Result<Vec<Line>, LinesError> {
        if self.lines.is_empty() {
            return Ok(embedded());
        }
        let most = self.max_lines.map(|most| most as usize);
        let mut reader = LineReader::new().with_max_plies(self.max_plies.map(usize::from)).with_max_lines(most);
        for path in &self.lines {
            reader.read_file(path)?;
        }
        let (lines, faults) = reader.finish();
        faults.iter().for_each(|fault| eprintln!("{fault}"));
        Ok(lines)
    }
}

/// The flags that choose a sub-sample.
#[derive(clap::Args, Clone, Debug, Default)]
pub struct SelectionArgs {
    /// Only lines in which both sides have so many moves
    #[arg(long, value_name = "N", default_value_t = 0)]
    pub min_moves: usize,
    /// Only lines with this in the name of the opening or the variation
    #[arg(long, value_name = "NAME", default_value = "", hide_default_value = true)]
    pub family: String,
    /// Only lines with these ECO codes: B, C25, B20-B99
    #[arg(long, value_name = "RANGE")]
    pub eco: Option<EcoRange>,
}

impl SelectionArgs {
    pub fn selection(&self) -> Selection {
        Selection { min_moves: self.min_moves, family: self.family.clone(), eco: self.eco.clone() }
    }
}
