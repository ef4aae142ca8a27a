//! `OpponentFile`: games as PGN, or a file of `motley imitate`.

use motley::engine::Silent;
use motley::personalities::rated::opponent::Opponent;

use crate::scratch::with_file;

pub fn run(bytes: &[u8]) -> bool {
    let mut is_sound = false;
    with_file(bytes, "opponent", |path| {
        for name in ["Ann", ""] {
            is_sound |= Opponent::load(path, name, &mut Silent).is_ok();
        }
    });
    is_sound
}
