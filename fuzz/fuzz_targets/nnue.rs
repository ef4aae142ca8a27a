//! Classical's network: a small one of zeros, changed in places and with the right checksum, or any bytes.
#![no_main]

use libfuzzer_sys::fuzz_target;

#[path = "../../tests/parsers/nnue.rs"]
mod nnue;

fuzz_target!(|input: &[u8]| {
    nnue::run(input);
});
