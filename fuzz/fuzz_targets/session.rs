//! Whole sessions of any input. Run it with `cargo +nightly fuzz run session -- -dict=fuzz/session.dict`;
//! `tests/sessions` makes the same promises on every compiler, with players that are built anew for each session.
#![no_main]

use libfuzzer_sys::fuzz_target;

#[path = "../../tests/sessions/checked.rs"]
mod checked;
#[path = "../../tests/sessions/pooled.rs"]
mod pooled;

fuzz_target!(|input: &[u8]| {
    // It searches as many positions as a thousand other inputs, always in the same way.
    if input.windows(5).any(|word| word == b"bench") {
        return;
    }
    checked::run(input, pooled::player);
});
