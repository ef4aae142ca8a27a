//! Whole sessions of any input. Run it with `cargo +nightly fuzz run session -- -dict=fuzz/session.dict`;
//! `tests/sessions` makes the same promises on every compiler.
#![no_main]

use libfuzzer_sys::fuzz_target;

#[path = "../../tests/sessions/checked.rs"]
mod checked;

fuzz_target!(|input: &[u8]| {
    checked::run(input);
});
