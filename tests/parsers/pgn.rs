//! Files of games: PGN, plain or compressed, and the scored games of `motley-lab datagen`.

use std::io::Cursor;
use std::path::Path;

use motley::games::file::GameFile;
use motley::games::pgn::PgnReader;
use motley::games::reader::read_trees;
use motley::games::reader::{MOST_PLIES, Reader, Text};

/// Every game is read or counted, and the reader comes to an end.
pub fn run(bytes: &[u8]) -> bool {
    let mut games = 0;
    for skips in [false, true] {
        let Ok(reader) = PgnReader::new(Cursor::new(bytes.to_vec())) else { continue };
        let mut reader = if skips { reader.with_max_plies(3) } else { reader };
        games = (&mut reader).take_while(Result::is_ok).count() as u64;
        assert!(games <= reader.passed(), "more games than there are");
        assert!(reader.passed() <= 2 + bytes.len() as u64 || is_compressed(bytes), "more games than bytes");
    }
    if let Ok(file) = GameFile::new(Path::new("games"), Cursor::new(bytes.to_vec())) {
        file.take_while(Result::is_ok).for_each(drop);
    }
    trees(bytes);
    games > 0
}

/// Every game is read as a tree, or its start is refused; main lines are those of the other reading, and what is
/// written is read back and written alike.
fn trees(bytes: &[u8]) {
    let mut lines = Reader::new(Text::of_bytes(bytes.to_vec()));
    for read in read_trees(bytes) {
        let head = lines.head().expect("the same games");
        let line = lines.main_line(head, MOST_PLIES);
        let (Ok(read), Ok(line)) = (read, line) else { continue };
        assert_eq!(read.tree.main_line().filter_map(|id| read.tree.mv(id)).collect::<Vec<_>>(), line.moves);
        assert_eq!((read.number, &read.fault), (line.number, &line.fault));
        let written = read.tree.to_string();
        let again = read_trees(written.as_str()).next().expect("a game");
        let again = again.unwrap_or_else(|error| panic!("{error}: {written}")).tree;
        assert_eq!((again.to_string(), again.len()), (written, read.tree.len()));
    }
    assert!(lines.head().is_none(), "more games than trees");
}

fn is_compressed(bytes: &[u8]) -> bool {
    bytes.starts_with(&[0x28, 0xb5, 0x2f, 0xfd])
}
