//! Temporary files.

use std::fs;
use std::path::PathBuf;

/// A temporary folder, removed when dropped.
pub struct Folder(pub PathBuf);

impl Folder {
    pub fn new(name: &str) -> Folder {
        let folder = std::env::temp_dir().join(format!("motley-{name}-{}", std::process::id()));
        fs::create_dir_all(&folder).expect("a temporary folder");
        Folder(folder)
    }

    /// A file in the folder; its path.
    pub fn with(&self, name: &str, content: &[u8]) -> String {
        let file = self.0.join(name);
        fs::write(&file, content).expect("a file");
        file.display().to_string()
    }
}

impl Drop for Folder {
    fn drop(&mut self) {
        let _ = fs::remove_dir_all(&self.0);
    }
}
