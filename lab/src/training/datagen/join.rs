//! Joins the files of several runs or machines to one, which is smaller.

use std::io;
use std::path::{Path, PathBuf};

use thiserror::Error;

use motley::files::io_error::reason;
use motley::games::selfplay::run_file::descriptions;
use motley::games::selfplay::{JoinedFile, SelfPlayError, SelfPlayReader};

/// Why files were not joined; nothing is written then.
#[derive(Debug, Error)]
pub enum JoinError {
    #[error("{path}: {source}")]
    Read { path: String, source: SelfPlayError },
    #[error("cannot read {path}: {}", reason(.source))]
    Open { path: String, source: io::Error },
    #[error("{first} and {second} are of runs with the same settings and seed: their games are the same")]
    Same { first: String, second: String },
    #[error("cannot write {path}: {}", reason(.source))]
    Write { path: String, source: io::Error },
}

/// Writes the games of all files, in their order, to `out`, and returns how many there are.
///
/// # Errors
/// Fails if a file cannot be read or is cut, two are of the same run, or `out` cannot be written.
pub fn join(files: &[PathBuf], out: &Path) -> Result<u64, JoinError> {
    let mut known: Vec<(String, &PathBuf)> = Vec::new();
    for file in files {
        let opened = descriptions(file).map_err(|source| JoinError::Open { path: file.display().to_string(), source });
        for description in opened? {
            if let Some((_, first)) = known.iter().find(|(other, _)| *other == description) {
                let (first, second) = (first.display().to_string(), file.display().to_string());
                return Err(JoinError::Same { first, second });
            }
            known.push((description, file));
        }
    }
    let descriptions: Vec<String> = known.into_iter().map(|(description, _)| description).collect();
    let unwritable = |source| JoinError::Write { path: out.display().to_string(), source };
    let mut joined = JoinedFile::create(out, &descriptions).map_err(unwritable)?;
    let mut games = 0;
    for file in files {
        let unreadable = |source| JoinError::Read { path: file.display().to_string(), source };
        for game in SelfPlayReader::open(file).map_err(unreadable)? {
            joined.push(&game.map_err(unreadable)?).map_err(unwritable)?;
            games += 1;
        }
    }
    joined.finish().map_err(unwritable)?;
    Ok(games)
}
