//! The learner's record: a database, and the file of counts that came before it.
#![no_main]

use libfuzzer_sys::fuzz_target;

#[path = "../../tests/parsers/record.rs"]
mod record;
#[path = "../../tests/parsers/scratch.rs"]
mod scratch;

fuzz_target!(|input: &[u8]| {
    record::run(input);
});
