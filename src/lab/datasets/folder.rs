//! A folder whose files appear when all of them are complete.

use std::fs;
use std::io;
use std::path::{Path, PathBuf};

/// Files on their way to a folder. They lie in a hidden folder until [`PartialFolder::finish`]; without it they are
/// removed.
pub struct PartialFolder {
    target: PathBuf,
    partial: PathBuf,
}

impl PartialFolder {
    /// # Errors
    /// When nothing can be written where `target` is or shall be.
    pub fn create(target: &Path) -> io::Result<PartialFolder> {
        // On the file system of the target, so that files can be renamed into it.
        let existing = target.ancestors().find(|path| path.exists()).filter(|path| !path.as_os_str().is_empty());
        let name = target.file_name().unwrap_or_default().to_string_lossy();
        let partial = existing.unwrap_or(Path::new(".")).join(format!(".{name}.{}.partial", std::process::id()));
        fs::create_dir(&partial)?;
        Ok(PartialFolder { target: target.to_owned(), partial })
    }

    /// Where to write the files.
    pub fn path(&self) -> &Path {
        &self.partial
    }

    /// Moves the files into the target, which is made if need be; files of the same names are replaced.
    ///
    /// # Errors
    /// When the target cannot be written.
    pub fn finish(self) -> io::Result<()> {
        fs::create_dir_all(&self.target)?;
        for entry in fs::read_dir(&self.partial)? {
            let entry = entry?;
            fs::rename(entry.path(), self.target.join(entry.file_name()))?;
        }
        Ok(())
    }
}

impl Drop for PartialFolder {
    fn drop(&mut self) {
        let _ = fs::remove_dir_all(&self.partial);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn files_appear_at_the_end_or_never() {
        let base = std::env::temp_dir().join(format!("motley-folder-{}", std::process::id()));
        fs::create_dir_all(&base).expect("a folder for the test");
        let target = base.join("new").join("target");
        let write = |content: &str| {
            let folder = PartialFolder::create(&target).expect("the folder can be written");
            fs::write(folder.path().join("a"), content).expect("the folder can be written");
            folder
        };
        drop(write("dropped"));
        assert_eq!(fs::read_dir(&base).expect("the test's own folder").count(), 0);
        write("first").finish().expect("the folder can be written");
        write("second").finish().expect("the folder can be written");
        assert_eq!(fs::read_to_string(target.join("a")).expect("the file"), "second");
        assert_eq!(fs::read_dir(&target).expect("the target").count(), 1, "nothing else is left there");
        assert!(PartialFolder::create(&target.join("a")).is_err(), "a file is no folder");
        fs::remove_dir_all(&base).expect("the test's own folder");
    }
}
