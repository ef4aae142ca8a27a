//! The flags that name lines: alike wherever a command works on openings.

use std::path::PathBuf;

use clap::value_parser;

use crate::cli::shell::notify;
use crate::openings::{EcoRange, LineReader, LinesError, NamedLine, Selection, embedded};

#[derive(clap::Args, Clone, Debug, Default)]
pub struct LinesArgs {
    /// Use the lines of these files instead of the built-in ones: PGN, or tables with the columns eco, name and pgn or
    /// uci
    #[arg(long, value_name = "FILE", num_args = 1)]
    pub lines: Vec<PathBuf>,
    /// Cut every line after N half moves; useful if the files hold whole games
    #[arg(long, value_name = "PLIES", value_parser = value_parser!(u16).range(1..))]
    pub max_plies: Option<u16>,
    /// Use only the first N lines
    #[arg(long, value_name = "N", value_parser = value_parser!(u32).range(1..))]
    pub max_lines: Option<u32>,
}

impl LinesArgs {
    /// The lines; what could not be used is reported on standard error.
    ///
    /// # Errors
    /// Fails if a file cannot be read or holds no line.
    pub fn read(&self) -> Result<Vec<NamedLine>, LinesError> {
        if self.lines.is_empty() {
            return Ok(embedded());
        }
        let most = self.max_lines.map(|most| most as usize);
        let mut reader = LineReader::new().with_max_plies(self.max_plies.map(usize::from)).with_max_lines(most);
        for path in &self.lines {
            reader.read_file(path)?;
        }
        let (lines, faults) = reader.finish();
        faults.iter().for_each(notify);
        Ok(lines)
    }
}

/// The flags that choose a sub-sample.
#[derive(clap::Args, Clone, Debug, Default)]
pub struct SelectionArgs {
    /// Use only lines in which both sides have at least N moves
    #[arg(long, value_name = "N", default_value_t = 0)]
    pub min_moves: usize,
    /// Use only the openings whose name begins with this text; where none does, lines with it in their name
    #[arg(long, value_name = "NAME", default_value = "", hide_default_value = true)]
    pub family: String,
    /// Use only lines with these ECO codes: a letter, a code or a range (B, C25, B20-B99)
    #[arg(long, value_name = "RANGE")]
    pub eco: Option<EcoRange>,
}

impl SelectionArgs {
    pub fn selection(&self) -> Selection {
        Selection { min_moves: self.min_moves, family: self.family.clone(), eco: self.eco.clone() }
    }
}
