//! Nets: files of any bytes, and graphs of all operators whose sizes may multiply to more than there is.
#![no_main]

use libfuzzer_sys::fuzz_target;

#[path = "../../tests/onnx/checked.rs"]
mod checked;
#[path = "../../tests/onnx/generator.rs"]
mod generator;
#[path = "../../tests/onnx/writer.rs"]
mod writer;

fuzz_target!(|input: &[u8]| {
    match input.split_first() {
        Some((0, file)) => checked::run(file),
        _ => checked::run(&generator::graph(input)),
    };
});
