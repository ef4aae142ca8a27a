//! The engine as a GUI sees it: a process that is spoken to in lines.

mod bad_input;
mod cooperative;
mod engine;
mod explorer;
mod folder;
mod mockfish;
mod onnx;
mod pattern;
mod rules;
