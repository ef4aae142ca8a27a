//! Failed reads, writes and thread starts in our own words.
//!
//! The system's text must not reach a GUI: XBoard takes "No such file", "not found" and "Permission denied" anywhere in
//! a line for an engine that did not start.

use std::error::Error;
use std::io::{self, ErrorKind};

/// Why an operation on a file or on the system failed, as the second half of a sentence: `it does not exist`.
pub fn reason(error: &io::Error) -> String {
    // What a library or our own code put in says more than the kind.
    if let Some(inner) = error.get_ref() {
        return reason_of(inner);
    }
    let words = match error.kind() {
        ErrorKind::NotFound => "it does not exist",
        ErrorKind::PermissionDenied => "access is refused",
        ErrorKind::IsADirectory => "it is a folder",
        ErrorKind::NotADirectory => "a part of its path is no folder",
        ErrorKind::InvalidFilename => "its name is too long or has characters that a name cannot have",
        ErrorKind::AlreadyExists => "it exists already",
        ErrorKind::StorageFull | ErrorKind::QuotaExceeded | ErrorKind::FileTooLarge => "there is no space left for it",
        ErrorKind::ReadOnlyFilesystem => "the disk can only be read",
        ErrorKind::ResourceBusy | ErrorKind::ExecutableFileBusy => "it is in use",
        ErrorKind::UnexpectedEof => "it ends too early",
        ErrorKind::InvalidData => "its content is damaged",
        ErrorKind::BrokenPipe => "the other end is closed",
        ErrorKind::WouldBlock => "the system's limit is reached",
        ErrorKind::OutOfMemory => "there is not enough memory",
        _ => return error.raw_os_error().map_or_else(|| "it failed".to_owned(), |code| format!("it failed ({code})")),
    };
    words.to_owned()
}

/// The same for an error of a library: by the [`io::Error`] that caused it, else in the library's words.
pub fn reason_of(error: &(dyn Error + 'static)) -> String {
    let mut cause = Some(error);
    while let Some(current) = cause {
        if let Some(io_error) = current.downcast_ref() {
            return reason(io_error);
        }
        cause = current.source();
    }
    error.to_string()
}

#[cfg(test)]
mod tests {
    use std::fs;

    use super::*;

    /// The texts that XBoard looks for, and the mark of a text by the system.
    const FORBIDDEN: [&str; 4] = ["no such file", "not found", "permission denied", "os error"];

    #[test]
    fn no_code_of_the_system_brings_its_text() {
        for code in 1..=140 {
            let text = reason(&io::Error::from_raw_os_error(code));
            assert!(FORBIDDEN.iter().all(|words| !text.to_lowercase().contains(words)), "{code}: {text}");
            assert!(!text.is_empty() && text.lines().count() == 1, "{code}: {text}");
        }
    }

    #[test]
    fn a_missing_file_and_a_folder_are_told_apart() {
        let read = |path: &str| reason(&fs::read(path).expect_err("no file"));
        assert_eq!(read("/no/such/file"), "it does not exist");
        if cfg!(unix) {
            assert_eq!(read("/"), "it is a folder");
            assert_eq!(read("Cargo.toml/file"), "a part of its path is no folder");
        }
    }

    #[test]
    fn words_of_our_own_stay_and_what_the_system_caused_is_described() {
        assert_eq!(reason(&io::Error::other("a page is torn")), "a page is torn");
        assert_eq!(reason(&io::Error::other(io::Error::from(ErrorKind::NotFound))), "it does not exist");
        assert_eq!(reason_of(&"x".parse::<u8>().expect_err("a letter")), "invalid digit found in string");
    }
}
