//! The files of the studio's page, which the program embeds.

mod build_files;

use std::env;
use std::fs;
use std::path::{Path, PathBuf};

use build_files::{collect, entries, name};

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
