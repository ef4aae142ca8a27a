//! Files of games: PGN, plain or compressed, and the scored games of `motley-lab datagen`.
#![no_main]

use libfuzzer_sys::fuzz_target;

#[path = "../../tests/parsers/pgn.rs"]
mod pgn;

fuzz_target!(|input: &[u8]| {
    pgn::run(input);
});
