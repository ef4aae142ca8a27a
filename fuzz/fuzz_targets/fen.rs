//! FEN, as `position fen` and `motley` read it.
#![no_main]

use libfuzzer_sys::fuzz_target;

#[path = "../../tests/parsers/fen.rs"]
mod fen;

fuzz_target!(|input: &[u8]| {
    fen::run(input);
});
