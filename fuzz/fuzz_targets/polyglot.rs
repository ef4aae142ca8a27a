//! Opening books in Polyglot's form.
#![no_main]

use libfuzzer_sys::fuzz_target;

#[path = "../../tests/parsers/polyglot.rs"]
mod polyglot;

fuzz_target!(|input: &[u8]| {
    polyglot::run(input);
});
