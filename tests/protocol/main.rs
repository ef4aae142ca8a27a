//! The engine as a GUI uses it: a process that reads and prints lines.

mod bad_input;
mod bad_lines;
mod classical;
mod clients;
mod cooperative;
mod ends;
mod engine;
mod explain;
mod explorer;
#[cfg(unix)]
mod files;
mod folder;
#[cfg(target_os = "linux")]
mod limits;
mod mockfish;
mod net_runtime;
mod onnx;
mod opponent;
mod packaging;
mod pattern;
mod players;
mod reader;
mod rules;
mod scripts;
mod start;
mod system_texts;
#[path = "../onnx/writer.rs"]
mod writer;
