//! Lists the files of the page, so that the program can embed them: `web/index.html`, what lies beside it as a picture
//! or a manifest, and everything under `web/css` and `web/js`.

use std::env;
use std::fs;
use std::path::{Path, PathBuf};

/// Endings of files beside `index.html` that belong to the page; others check it.
const BESIDE: [&str; 4] = ["svg", "png", "ico", "webmanifest"];

fn main() {
    let web = Path::new(&env::var("CARGO_MANIFEST_DIR").expect("cargo sets it")).join("web");
    let mut files = Vec::new();
    for path in entries(&web) {
        let ending = path.extension().and_then(|ending| ending.to_str()).unwrap_or_default();
        if path.ends_with("css") || path.ends_with("js") {
            collect(&path, &mut files);
        } else if path.ends_with("index.html") || BESIDE.contains(&ending) {
            files.push(path);
        }
    }
    let rows = files.iter().map(|path| {
        println!("cargo::rerun-if-changed={}", path.display());
        let name = path.strip_prefix(&web).expect("it lies there").to_string_lossy().replace('\\', "/");
        format!("({name:?}, include_bytes!({path:?})),\n")
    });
    let table = format!("&[\n{}]\n", rows.collect::<String>());
    let out = Path::new(&env::var("OUT_DIR").expect("cargo sets it")).join("page.rs");
    fs::write(out, table).expect("the output folder can be written");
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
    let entries = fs::read_dir(folder).expect("a folder of the page");
    let mut paths: Vec<PathBuf> = entries.map(|entry| entry.expect("an entry").path()).collect();
    paths.sort();
    paths
}
