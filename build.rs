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
    fs::write(out.join("page.rs"), page(&root.join("web"), &out)).expect("the output folder can be written");
}

/// A table of the page's files with their bytes: `web/index.html`, what lies beside it as a picture or a manifest, and
/// everything under `web/css` and `web/js`, without comments that have lines of their own: a third of the bytes are for
/// those who read the code, and for the type checker.
fn page(web: &Path, out: &Path) -> String {
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
        let (name, mut source) = (name(web, path), path.clone());
        if name.ends_with(".js") || name.ends_with(".css") {
            source = out.join(name.replace('/', "-"));
            let text = fs::read_to_string(path).expect("a text of the repository");
            fs::write(&source, without_comments(&text)).expect("the output folder can be written");
        }
        format!("({name:?}, include_bytes!({source:?})),\n")
    });
    format!("&[\n{}]\n", rows.collect::<String>())
}

/// A script or style without the comments that have lines of their own; the other lines keep their numbers.
/// `pageSize` in web/test/harness.js counts by the same rule.
fn without_comments(text: &str) -> String {
    let mut is_inside = false;
    let mut kept = String::with_capacity(text.len());
    for line in text.lines() {
        let bare = line.trim();
        let begins = bare.starts_with("/*");
        let is_comment = match bare.find("*/") {
            _ if is_inside => true,
            Some(end) if begins => end + 2 == bare.len(),
            found => bare.starts_with("//") || begins && found.is_none(),
        };
        is_inside = is_comment && (is_inside || begins) && !bare.ends_with("*/");
        if !is_comment {
            kept.push_str(line);
        }
        kept.push('\n');
    }
    kept
}
