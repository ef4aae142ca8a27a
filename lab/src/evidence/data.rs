//! The files that items need: each by its name under one folder and by its SHA-256 checksum.

use std::io::{self, BufRead as _, BufReader};
use std::path::{Path, PathBuf};

use sha2::{Digest, Sha256};
use thiserror::Error;

use motley::files;
use motley::files::io_error::reason;

/// A file that an item reads.
#[derive(Clone, Copy, Debug)]
pub struct DataFile {
    /// Its path under the data folder.
    pub name: &'static str,
    /// SHA-256, in hexadecimal digits.
    pub sha256: &'static str,
}

/// The folder of `--data`, where there is one.
#[derive(Clone, Debug, Default)]
pub struct DataFolder(pub Option<PathBuf>);

/// Why an item's data cannot be used.
#[derive(Debug, Error)]
pub enum DataError {
    #[error("it needs {name} (SHA-256 {sha256}): name the folder that has it with --data")]
    NoFolder { name: &'static str, sha256: &'static str },
    #[error("{path} is missing (SHA-256 {sha256})")]
    Missing { path: String, sha256: &'static str },
    #[error("cannot read {path}: {}", reason(.source))]
    Unreadable { path: String, source: io::Error },
    #[error("{path} is another file than was measured: its SHA-256 is {found}, not {expected}")]
    Foreign { path: String, found: String, expected: &'static str },
}

impl DataFolder {
    /// The path of a file; an item's files have been checked before it measures.
    pub fn path(&self, file: &DataFile) -> PathBuf {
        self.0.as_deref().unwrap_or(Path::new("")).join(file.name)
    }

    /// Returns true if the file is there; [`DataFolder::check`] also reads it.
    pub fn has(&self, file: &DataFile) -> bool {
        self.0.is_some() && self.path(file).is_file()
    }

    /// Reads the file and compares its checksum.
    ///
    /// # Errors
    /// Fails if it is missing, cannot be read or is another file.
    pub fn check(&self, file: &DataFile) -> Result<(), DataError> {
        let DataFile { name, sha256 } = *file;
        if self.0.is_none() {
            return Err(DataError::NoFolder { name, sha256 });
        }
        let path = self.path(file);
        let shown = || path.display().to_string();
        if !path.is_file() {
            return Err(DataError::Missing { path: shown(), sha256 });
        }
        let found = checksum(&path).map_err(|source| DataError::Unreadable { path: shown(), source })?;
        if found != sha256 {
            return Err(DataError::Foreign { path: shown(), found, expected: sha256 });
        }
        Ok(())
    }
}

fn checksum(path: &Path) -> io::Result<String> {
    let mut hash = Sha256::new();
    let mut file = BufReader::with_capacity(1 << 16, files::open(path)?);
    loop {
        let chunk = file.fill_buf()?;
        if chunk.is_empty() {
            break;
        }
        hash.update(chunk);
        let length = chunk.len();
        file.consume(length);
    }
    Ok(hash.finalize().iter().map(|byte| format!("{byte:02x}")).collect())
}

#[cfg(test)]
mod tests {
    use std::fs;

    use super::*;

    #[test]
    fn a_missing_and_a_foreign_file_are_named_with_the_expected_checksum() {
        let folder = std::env::temp_dir().join(format!("motley-data-{}", std::process::id()));
        fs::create_dir_all(&folder).expect("a folder for the test");
        fs::write(folder.join("abc"), "abc").expect("written");
        let data = DataFolder(Some(folder.clone()));
        // The checksum of "abc" as FIPS 180-4 prints it.
        let abc = "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad";
        assert!(data.check(&DataFile { name: "abc", sha256: abc }).is_ok());
        let foreign = data.check(&DataFile { name: "abc", sha256: "00" }).expect_err("another checksum").to_string();
        assert!(foreign.contains(abc) && foreign.ends_with("not 00"), "{foreign}");
        let missing = data.check(&DataFile { name: "def", sha256: abc }).expect_err("no such file").to_string();
        assert!(missing.contains("def is missing") && missing.contains(abc), "{missing}");
        let nowhere = DataFolder(None).check(&DataFile { name: "abc", sha256: abc }).expect_err("no folder");
        assert!(nowhere.to_string().contains("--data"), "{nowhere}");
        fs::remove_dir_all(&folder).expect("the test's own folder");
    }
}
