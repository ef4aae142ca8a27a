//! The language of conditions, and what is worked out from a condition.
#![no_main]

use libfuzzer_sys::fuzz_target;

#[path = "../../tests/parsers/constraint.rs"]
mod constraint;

fuzz_target!(|input: &[u8]| {
    constraint::run(input);
});
