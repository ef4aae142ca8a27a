//! Opening and reading a file that a user names.

use std::fs::{self, File, Metadata};
use std::io::{self, Read};
use std::path::Path;

use thiserror::Error;

use super::Bounds;
use super::bounds::Size;

/// Why a file that can be opened is not read all the same. It comes inside an [`io::Error`], so that whatever reads
/// files reports it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Error)]
pub enum FileFault {
    #[error("it is a folder")]
    Folder,
    /// Opening a pipe waits for a writer, and a device may have no end.
    #[error("expected a file, found {0}")]
    NotAFile(&'static str),
    #[error("it holds more than {}", Size(*.0))]
    TooLong(u64),
    #[error("a line in it is longer than {}", Size(*.0))]
    LongLine(u64),
    #[error("reading it was stopped")]
    Stopped,
}

impl From<FileFault> for io::Error {
    fn from(fault: FileFault) -> io::Error {
        io::Error::other(fault)
    }
}

impl FileFault {
    /// The fault that an error holds, itself or as the cause of a library's error.
    pub fn of(error: &io::Error) -> Option<FileFault> {
        error.get_ref()?.downcast_ref().copied()
    }
}

/// Makes sure that something that exists is a regular file.
///
/// # Errors
/// [`FileFault::Folder`] and [`FileFault::NotAFile`].
pub fn check_regular(metadata: &Metadata) -> io::Result<()> {
    if metadata.is_file() {
        return Ok(());
    }
    Err(if metadata.is_dir() { FileFault::Folder } else { FileFault::NotAFile(kind_of(metadata)) }.into())
}

#[cfg(unix)]
fn kind_of(metadata: &Metadata) -> &'static str {
    use std::os::unix::fs::FileTypeExt as _;

    let kind = metadata.file_type();
    if kind.is_fifo() {
        "a pipe"
    } else if kind.is_socket() {
        "a socket"
    } else {
        "a device"
    }
}

#[cfg(not(unix))]
fn kind_of(_: &Metadata) -> &'static str {
    "a device"
}

/// Opens a regular file, and never waits.
///
/// # Errors
/// Fails if it is missing or cannot be opened, and with [`FileFault`] if it is something else than a file.
pub fn open(path: &Path) -> io::Result<File> {
    // Asked before: opening a pipe waits, and opening a device may set it to work. Asked again of what was opened,
    // because the name may stand for something else by then.
    check_regular(&fs::metadata(path)?)?;
    let file = File::open(path)?;
    check_regular(&file.metadata()?)?;
    Ok(file)
}

/// The content of a file of at most `most` bytes.
///
/// # Errors
/// As [`open`], where it cannot be read, and [`FileFault::TooLong`].
pub fn read_bytes(path: &Path, most: u64) -> io::Result<Vec<u8>> {
    let file = open(path)?;
    let length = file.metadata()?.len();
    if length > most {
        return Err(FileFault::TooLong(most).into());
    }
    let mut bytes = Vec::new();
    // A file of that length may not fit; an error is better than the end of the program.
    bytes.try_reserve_exact(length as usize).map_err(|_| io::Error::from(io::ErrorKind::OutOfMemory))?;
    // It may grow meanwhile.
    Bounds::of_bytes(most).limit(file).read_to_end(&mut bytes)?;
    Ok(bytes)
}

/// The content of a file of text of at most `most` bytes.
///
/// # Errors
/// As [`read_bytes`], and where it is not UTF-8.
pub fn read_text(path: &Path, most: u64) -> io::Result<String> {
    let bytes = read_bytes(path, most)?;
    String::from_utf8(bytes).map_err(|_| io::Error::new(io::ErrorKind::InvalidData, "it is no text in UTF-8"))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_long_file_is_refused_before_it_is_read_and_a_short_one_is_read_whole() {
        let path = std::env::temp_dir().join(format!("motley-input-{}", std::process::id()));
        fs::write(&path, "abc").expect("a file for the test");
        assert_eq!(read_text(&path, 3).expect("three bytes"), "abc");
        let fault = FileFault::of(&read_bytes(&path, 2).expect_err("three bytes"));
        assert_eq!(fault, Some(FileFault::TooLong(2)));
        fs::write(&path, b"\xff").expect("a file for the test");
        assert_eq!(read_text(&path, 9).expect_err("no text").to_string(), "it is no text in UTF-8");
        fs::remove_file(&path).expect("it is there");
        let fault = FileFault::of(&open(&std::env::temp_dir()).expect_err("a folder"));
        assert_eq!(fault, Some(FileFault::Folder));
    }

    #[test]
    #[cfg(unix)]
    fn a_pipe_and_a_device_are_refused_without_waiting() {
        let path = std::env::temp_dir().join(format!("motley-pipe-{}", std::process::id()));
        let made = std::process::Command::new("mkfifo").arg(&path).status().expect("a pipe for the test");
        assert!(made.success());
        let fault = open(&path).expect_err("a pipe").to_string();
        fs::remove_file(&path).expect("it is there");
        assert_eq!(fault, "expected a file, found a pipe");
        assert_eq!(open(Path::new("/dev/zero")).expect_err("a device").to_string(), "expected a file, found a device");
    }
}
