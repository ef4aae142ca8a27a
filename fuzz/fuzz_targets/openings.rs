//! Tables of openings and lines: tab-separated, and PGN.
#![no_main]

use libfuzzer_sys::fuzz_target;

#[path = "../../tests/parsers/openings.rs"]
mod openings;

fuzz_target!(|input: &[u8]| {
    openings::run(input);
});
