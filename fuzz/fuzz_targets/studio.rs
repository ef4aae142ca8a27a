//! Messages to the page's server, a line each.
#![no_main]

use libfuzzer_sys::fuzz_target;

#[path = "../../tests/parsers/studio.rs"]
mod studio;

fuzz_target!(|input: &[u8]| {
    studio::run(input);
});
