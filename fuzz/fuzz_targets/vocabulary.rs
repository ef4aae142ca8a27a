//! The vocabulary beside a net of Pattern's.
#![no_main]

use libfuzzer_sys::fuzz_target;

#[path = "../../tests/parsers/vocabulary.rs"]
mod vocabulary;

fuzz_target!(|input: &[u8]| {
    vocabulary::run(input);
});
