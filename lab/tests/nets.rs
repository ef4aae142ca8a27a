//! `motley-lab nets`: the command that compares the runtimes says what it found by its exit code too.

#[path = "../../tests/onnx/writer.rs"]
mod writer;

use std::process::Command;

use writer::{input, model, node, output};

const VARIABLE: &str = "ORT_DYLIB_PATH";
/// An operator that Motley's own runtime lacks.
const LACKING: &str = "HardSwish";

/// The exit code, and what is printed to both outputs.
fn nets(library: &str, files: &[&str]) -> (Option<i32>, String, String) {
    let mut command = Command::new(env!("CARGO_BIN_EXE_motley-lab"));
    let output = command.args(["nets", "--library", library]).args(files).env_remove(VARIABLE).output();
    let output = output.expect("the program runs");
    let text = |bytes: Vec<u8>| String::from_utf8(bytes).expect("text");
    (output.status.code(), text(output.stdout), text(output.stderr))
}

#[test]
fn without_the_library_the_own_runtime_is_timed_alone() {
    let (code, table, error) = nets("/nowhere/library.so", &[]);
    assert!(code == Some(1) && error.starts_with("error: the library `/nowhere/library.so`"), "{error}");
    assert_eq!(table.matches(".onnx`").count(), 11, "{table}");
}

#[test]
fn the_nets_of_the_program_agree_in_both_runtimes() {
    let Some(library) = std::env::var(VARIABLE).ok().filter(|path| !path.is_empty()) else {
        eprintln!("skipped: {VARIABLE} names no library of ONNX Runtime");
        return;
    };
    let (code, table, error) = nets(&library, &[]);
    assert!(code == Some(0) && table.contains("Both runtimes give the same"), "{table}{error}");
    let path = std::env::temp_dir().join(format!("motley-lacking-{}.onnx", std::process::id()));
    let graph = [input("x", &[1, 4]), node(LACKING, &["x"], "y"), output("y", &[1, 4])].concat();
    std::fs::write(&path, model(&graph)).expect("a file for the test");
    let (code, table, _) = nets(&library, &[path.to_str().expect("a path of text")]);
    std::fs::remove_file(path).expect("the test's own file");
    assert!(code == Some(1) && table.contains(LACKING), "{table}");
}
