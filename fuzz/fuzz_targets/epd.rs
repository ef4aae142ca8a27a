//! EPD: positions with what is to be found in them, and the CSV of puzzles.
#![no_main]

use libfuzzer_sys::fuzz_target;

#[path = "../../tests/parsers/epd.rs"]
mod epd;

fuzz_target!(|input: &[u8]| {
    epd::run(input);
});
