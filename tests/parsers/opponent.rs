//! `OpponentFile`: games as PGN, a file of `motley imitate`, or one of a character.

use motley::engine::Silent;
use motley::personalities::rated::opponent::OpponentChoice;

use crate::scratch::with_file;

pub fn run(bytes: &[u8]) -> bool {
    let mut is_sound = false;
    with_file(bytes, "opponent", |path| {
        for name in ["Ann", ""] {
            is_sound |= OpponentChoice::load(path, name, &mut Silent).is_ok();
        }
    });
    is_sound
}
