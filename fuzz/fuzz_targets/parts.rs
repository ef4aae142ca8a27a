//! The parts that `motley-lab merge` joins: a description and npy arrays.
#![no_main]

use libfuzzer_sys::fuzz_target;

#[path = "../../lab/tests/parsers/parts.rs"]
mod parts;
#[path = "../../tests/parsers/scratch.rs"]
mod scratch;

fuzz_target!(|input: &[u8]| {
    parts::run(input);
});
