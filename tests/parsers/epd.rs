//! EPD: positions with what is to be found in them, and the CSV of puzzles.

use std::io::Cursor;

use motley::games::epd::Epd;
use motley::games::puzzles::PuzzleReader;

pub fn run(bytes: &[u8]) -> bool {
    let text = String::from_utf8_lossy(bytes);
    let is_sound = text.lines().take(200).filter(|line| Epd::parse(line).is_ok()).count() > 0;
    if let Ok(reader) = PuzzleReader::new(Cursor::new(bytes.to_vec())) {
        for puzzle in reader.take_while(Result::is_ok).flatten() {
            assert!(puzzle.tasks().count() < bytes.len(), "more tasks than bytes");
        }
    }
    is_sound
}
