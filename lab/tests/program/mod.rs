//! The engine beside the laboratory: both programs are built into one folder.

use std::path::{Path, PathBuf};

/// The program `motley`.
///
/// # Panics
/// Panics if it was not built: cargo builds the programs of the packages that it tests only.
pub fn motley() -> PathBuf {
    let lab = Path::new(env!("CARGO_BIN_EXE_motley-lab"));
    let motley = lab.with_file_name(format!("motley{}", std::env::consts::EXE_SUFFIX));
    assert!(motley.is_file(), "build the engine too: `cargo test --release --package motley --package motley-lab`");
    motley
}
