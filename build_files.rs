//! The files that a build script reads: those of the page, or those that a measurement can depend on.

use std::fs;
use std::path::{Path, PathBuf};

/// A path below a folder, with `/` on every system.
pub fn name(folder: &Path, path: &Path) -> String {
    path.strip_prefix(folder).expect("it lies there").to_string_lossy().replace('\\', "/")
}

/// The files below a folder; a file that is added there makes cargo run this again.
pub fn collect(folder: &Path, files: &mut Vec<PathBuf>) {
    println!("cargo::rerun-if-changed={}", folder.display());
    for path in entries(folder) {
        if path.is_dir() { collect(&path, files) } else { files.push(path) }
    }
}

/// What a folder holds, in order: the same table from the same files.
pub fn entries(folder: &Path) -> Vec<PathBuf> {
    let entries = fs::read_dir(folder).expect("a folder of the repository");
    let mut paths: Vec<PathBuf> = entries.map(|entry| entry.expect("an entry").path()).collect();
    paths.sort();
    paths
}
