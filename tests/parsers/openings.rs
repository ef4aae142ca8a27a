//! Tables of openings and lines: tab-separated, and PGN.

use motley::openings::LineReader;

/// Every line that is read begins at the start position and is as long as it may be.
pub fn run(bytes: &[u8]) -> bool {
    let mut reader = LineReader::new().with_max_lines(Some(50)).with_max_plies(Some(30));
    let read = reader.read("lines", bytes);
    let (lines, faults) = reader.finish();
    assert!(lines.len() <= 50 && (read.is_err() || !lines.is_empty() || !faults.is_empty()));
    for line in &lines {
        assert!(line.moves.len() <= 30);
        assert!(!line.name().contains('\n'), "{:?}", line.name());
    }
    !lines.is_empty()
}
