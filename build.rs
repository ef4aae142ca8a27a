//! The files of the studio's page, which the program embeds.

use std::env;
use std::fs;
use std::path::{Path, PathBuf};

/// Endings of files beside `index.html` that belong to the page; others check it.
const BESIDE: [&str; 4] = ["svg", "png", "ico", "webmanifest"];

fn main() {
    let root = PathBuf::from(env::var("CARGO_MANIFEST_DIR").expect("cargo sets it"));
    let out = PathBuf::from(env::var("OUT_DIR").expect("cargo sets it"));
    fs::write(out.join("page.rs"), page(&root.join("web"))).expect("the output folder can be written");
}

/// A table of the page's files with their bytes: `web/index.html`, what lies beside it as a picture or a manifest, and
/// everything under `web/css` and `web/js`.
fn page(web: &Path) -> String {
    let mut files = Vec::new();
    for path in entries(web) {
        let ending = path.extension().and_then(|ending| ending.to_str()).unwrap_or_default();
        if path.ends_with("css") || path.ends_with("js") {
            collect(&path, &mut files);
        } else if path.ends_with("index.html") || BESIDE.contains(&ending) {
            files.push(path);
        }
    }
    let rows = files.iter().map(|path| {
        println!("cargo::rerun-if-changed={}", path.display());
        format!("({:?}, include_bytes!({path:?})),\n", name(web, path))
    });
    format!("&[\n{}]\n", rows.collect::<String>())
}

/// A path below a folder, with `/` on every system.
fn name(folder: &Path, path: &Path) -> String {
    path.strip_prefix(folder).expect("it lies there").to_string_lossy().replace('\\', "/")
}

/// The files below a folder; a file that is added there makes cargo run this again.
fn collect(folder: &Path, files: &mut Vec<PathBuf>) {
    println!("cargo::rerun-if-changed={}", folder.display());
    for path in entries(folder) {
        if path.is_dir() { collect(&path, files) } else { files.push(path) }
    }
}

/// What a folder holds, in order: the same table from the same files.
fn entries(folder: &Path) -> Vec<PathBuf> {
    let entries = fs::read_dir(folder).expect("a folder of the repository");
    let mut paths: Vec<PathBuf> = entries.map(|entry| entry.expect("an entry").path()).collect();
    paths.sort();
    paths
}
