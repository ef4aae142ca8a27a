//! Files of scored games: those of `motley-lab datagen`, begun and whole, and their plain form.

use std::io::Cursor;

use motley::games::selfplay::SelfPlayReader;
use motley::games::selfplay::run_file::{RunFile, descriptions};
use serde_json::json;

use crate::scratch::with_file;

pub fn run(bytes: &[u8]) -> bool {
    let mut games = 0;
    for game in SelfPlayReader::new(Cursor::new(bytes)).take_while(Result::is_ok).flatten() {
        assert!(4 * game.plies.len() <= bytes.len());
        games += usize::from(game.to_pgn_game().is_some());
    }
    with_file(bytes, "run.bin.zst", |path| {
        let _ = descriptions(path);
        if let Ok(reader) = SelfPlayReader::open(path) {
            reader.take(1000).take_while(Result::is_ok).for_each(drop);
        }
        let _ = RunFile::open(path, &json!({}));
    });
    games > 0
}
