//! Files of scored games: those of `motley-lab datagen`, begun and whole, and their plain form.
#![no_main]

use libfuzzer_sys::fuzz_target;

#[path = "../../tests/parsers/datagen.rs"]
mod datagen;
#[path = "../../tests/parsers/scratch.rs"]
mod scratch;

fuzz_target!(|input: &[u8]| {
    datagen::run(input);
});
