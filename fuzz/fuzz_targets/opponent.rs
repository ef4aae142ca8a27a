//! `OpponentFile`: games as PGN, a file of `motley imitate`, or one of a character.
#![no_main]

use libfuzzer_sys::fuzz_target;

#[path = "../../tests/parsers/opponent.rs"]
mod opponent;
#[path = "../../tests/parsers/scratch.rs"]
mod scratch;

fuzz_target!(|input: &[u8]| {
    opponent::run(input);
});
