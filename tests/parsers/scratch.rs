//! Files for parsers that read nothing else.
#![allow(dead_code, reason = "each fuzz target uses a part of it")]

use std::fs;
use std::path::{Path, PathBuf};
use std::process;
use std::sync::atomic::{AtomicU32, Ordering};

/// A folder of its own, in memory where the system has such a place; it is gone after `work`.
pub fn with_folder(name: &str, work: impl FnOnce(&Path)) {
    static COUNT: AtomicU32 = AtomicU32::new(0);
    let memory = PathBuf::from("/dev/shm");
    let parent = if memory.is_dir() { memory } else { std::env::temp_dir() };
    let number = COUNT.fetch_add(1, Ordering::Relaxed);
    let folder = parent.join(format!("motley-parsers-{}-{number}-{name}", process::id()));
    fs::create_dir_all(&folder).expect("a folder can be made");
    work(&folder);
    fs::remove_dir_all(&folder).expect("it is our own");
}

/// A file with this content and name, in a folder of its own.
pub fn with_file(bytes: &[u8], name: &str, work: impl FnOnce(&Path)) {
    with_folder(name, |folder| {
        let path = folder.join(name);
        fs::write(&path, bytes).expect("a file in a folder of our own");
        work(&path);
    });
}
