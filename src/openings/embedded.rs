//! The named lines inside the program.

use super::line::NamedLine;
use super::read::LineReader;
use crate::files::{Shipped, shipped};

/// Our own table, made by `motley openings build`; `books/README.md` says from what.
const TABLE: Shipped = shipped!("books/openings.tsv");

/// The lines that ship: some thousands, read in a few milliseconds. None where they lie beside the program and cannot
/// be had.
pub fn embedded() -> Vec<NamedLine> {
    let Ok(table) = TABLE.read() else { return Vec::new() };
    let mut reader = LineReader::new();
    reader.read("openings.tsv", &table).expect("the embedded table is sound: a test reads it");
    reader.finish().0
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::openings::write_table;

    #[test]
    fn the_table_is_sound_and_in_its_own_form() {
        let mut reader = LineReader::new();
        reader.read("openings.tsv", TABLE.inside()).expect("a table of lines");
        let (lines, faults) = reader.finish();
        assert_eq!(faults, []);
        assert!(lines.iter().all(|line| line.results.len() == line.moves.len()));
        assert_eq!(write_table(&lines).as_bytes(), TABLE.inside());
    }
}
