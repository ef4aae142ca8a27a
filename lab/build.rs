//! A hash of each file that a measurement can depend on, by which `motley-lab reproduce` knows whether a figure that was
//! measured before still holds.

#[path = "../build_files.rs"]
mod build_files;

use std::env;
use std::fs;
use std::path::{Path, PathBuf};

use build_files::{collect, name};

/// Folders whose files are hashed.
const HASHED: [&str; 4] = ["books", "lab/src", "nets", "src"];
/// Crates that figures depend on beside our own code: rules, files of games, random numbers.
const CRATES: [&str; 5] = ["chacha20", "rand", "rand_core", "shakmaty", "shakmaty-syzygy"];

fn main() {
    let package = PathBuf::from(env::var("CARGO_MANIFEST_DIR").expect("cargo sets it"));
    let root = package.parent().expect("the package lies in the repository");
    let out = PathBuf::from(env::var("OUT_DIR").expect("cargo sets it"));
    fs::write(out.join("hashes.rs"), hashes(root)).expect("the output folder can be written");
}

/// A table of paths and hashes, in order.
fn hashes(root: &Path) -> String {
    let mut files = Vec::new();
    for folder in HASHED {
        collect(&root.join(folder), &mut files);
    }
    let hashed = files.iter().map(|path| {
        let bytes = fs::read(path).expect("a file of the repository");
        let is_source = path.extension().is_some_and(|ending| ending == "rs");
        let hash = if is_source { hash(code(&String::from_utf8_lossy(&bytes)).as_bytes()) } else { hash(&bytes) };
        (name(root, path), hash)
    });
    let mut rows: Vec<(String, u64)> = hashed.chain(locked_crates(&root.join("Cargo.lock"))).collect();
    rows.sort();
    let rows = rows.iter().map(|(name, hash)| format!("({name:?}, {hash:#018x}),\n"));
    format!("&[\n{}]\n", rows.collect::<String>())
}

/// What a source computes: without comments, indents and the tests at its end.
fn code(text: &str) -> String {
    let tests = text.find("\n#[cfg(test)]\nmod tests {").unwrap_or(text.len());
    let lines = text[..tests].lines().map(str::trim).filter(|line| !line.is_empty() && !line.starts_with("//"));
    lines.flat_map(|line| [line, "\n"]).collect()
}

/// The versions of [`CRATES`], as `crates/NAME`.
fn locked_crates(lock: &Path) -> Vec<(String, u64)> {
    println!("cargo::rerun-if-changed={}", lock.display());
    let text = fs::read_to_string(lock).unwrap_or_default();
    let packages = text.split("[[package]]").filter_map(|package| {
        let name = CRATES.into_iter().find(|name| package.contains(&format!("name = \"{name}\"\n")))?;
        let version = package.lines().find(|line| line.starts_with("version = "))?;
        Some((format!("crates/{name} {version}"), hash(version.as_bytes())))
    });
    packages.collect()
}

/// FNV-1a over words of eight bytes: fast without optimisation, and every single change shows.
fn hash(bytes: &[u8]) -> u64 {
    let mut hash = 0xcbf2_9ce4_8422_2325 ^ bytes.len() as u64;
    for chunk in bytes.chunks(8) {
        let mut word = [0; 8];
        word[..chunk.len()].copy_from_slice(chunk);
        hash = (hash ^ u64::from_le_bytes(word)).wrapping_mul(0x0000_0100_0000_01b3);
        hash ^= hash >> 29;
    }
    hash
}
