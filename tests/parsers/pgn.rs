//! Files of games: PGN, plain or compressed, and the scored games of `motley-lab datagen`.

use std::io::Cursor;
use std::path::Path;

use motley::games::file::GameFile;
use motley::games::pgn::PgnReader;
use motley::games::tree::read_trees;

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
    trees(&String::from_utf8_lossy(bytes));
    games > 0
}

/// Every game is read as a tree or refused, and what is written is read back and written alike.
fn trees(text: &str) {
    for tree in read_trees(text).filter_map(Result::ok) {
        let written = tree.to_string();
        let again = read_trees(&written).next().expect("a game").unwrap_or_else(|error| panic!("{error}: {written}"));
        assert_eq!((again.to_string(), again.len()), (written, tree.len()));
    }
}

fn is_compressed(bytes: &[u8]) -> bool {
    bytes.starts_with(&[0x28, 0xb5, 0x2f, 0xfd])
}
