//! Whole sessions of anything. Run it with `cargo +nightly fuzz run session -- -dict=fuzz/session.dict`;
//! `tests/sessions` makes the same promises on every compiler.
#![no_main]

use libfuzzer_sys::fuzz_target;

#[path = "../../tests/sessions/conversation.rs"]
mod conversation;

fuzz_target!(|input: &[u8]| {
    conversation::converse(input);
});
