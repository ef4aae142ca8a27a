//! Games to read: a file, or what a page sends, with the name under which messages mention it.

use std::fs::File;
use std::io::Read;
use std::path::Path;

use thiserror::Error;

use crate::files;
use crate::games::batches::Batches;
use crate::games::pgn::{PgnError, PgnFaults, PgnGame, PgnReader};

/// PGN, plain or compressed with zstd.
pub struct GameSource {
    name: String,
    stream: Box<dyn Read + Send>,
}

/// Why the games of a source could not be read.
#[derive(Debug, Error)]
#[error("{name}: {source}")]
pub struct SourceError {
    name: String,
    source: PgnError,
}

impl GameSource {
    pub fn new(name: impl Into<String>, stream: impl Read + Send + 'static) -> GameSource {
        GameSource { name: name.into(), stream: Box::new(stream) }
    }

    /// A file; `wrap` may count the bytes that are read, for a progress bar.
    ///
    /// # Errors
    /// Fails if the file cannot be opened or is no file.
    pub fn open<R: Read + Send + 'static>(
        path: &Path,
        wrap: impl FnOnce(File) -> R,
    ) -> Result<GameSource, SourceError> {
        let name = path.display().to_string();
        match files::open(path) {
            Ok(file) => Ok(GameSource::new(name, wrap(file))),
            Err(error) => Err(SourceError { name, source: error.into() }),
        }
    }

    /// Whole games in batches, for several threads.
    ///
    /// # Errors
    /// Fails if the first bytes cannot be read.
    pub fn into_batches(self) -> Result<(String, Batches), SourceError> {
        match Batches::new(self.stream) {
            Ok(batches) => Ok((self.name, batches)),
            Err(source) => Err(SourceError { name: self.name, source }),
        }
    }
}

impl SourceError {
    pub fn new(name: impl Into<String>, source: PgnError) -> SourceError {
        SourceError { name: name.into(), source }
    }
}

/// Calls `take` with every game of every source, each cut after `max_plies` plies, and returns what could not be read.
///
/// # Errors
/// [`SourceError`] when a source can no longer be read, and what `take` returns.
pub fn read_games<E: From<SourceError>>(
    sources: Vec<GameSource>,
    max_plies: usize,
    take: impl FnMut(PgnGame) -> Result<(), E>,
) -> Result<PgnFaults, E> {
    read_games_with(sources, |reader| reader.with_max_plies(max_plies), take)
}

/// As [`read_games`], by readers that `set_up` returns.
///
/// # Errors
/// As [`read_games`].
pub fn read_games_with<E: From<SourceError>>(
    sources: Vec<GameSource>,
    set_up: impl Fn(PgnReader) -> PgnReader,
    mut take: impl FnMut(PgnGame) -> Result<(), E>,
) -> Result<PgnFaults, E> {
    let mut faults = PgnFaults::default();
    for GameSource { name, stream } in sources {
        let in_source = |source| SourceError { name: name.clone(), source };
        let mut games = set_up(PgnReader::new(stream).map_err(in_source)?);
        for game in games.by_ref() {
            take(game.map_err(in_source)?)?;
        }
        let mut found = games.faults().clone();
        if let (0, Some(word)) = (games.passed(), games.stray()) {
            found.no_game(word);
        }
        faults.add(&name, &found);
    }
    Ok(faults)
}

#[cfg(test)]
mod tests {
    use std::io::Cursor;

    use super::*;

    /// An illegal third ply, a game without faults, and a start position that cannot be read.
    const FIRST: &str = "e4 e5 Ke3 *\n\nd4 d5 Nf3 *\n\n[FEN \"nonsense\"]\n\ne4 *\n";
    /// An unreadable start position, two games without faults, of which the first names no FEN, and an illegal move.
    const SECOND: &str = "[FEN \"8/8\"]\n\ne4 *\n\n[FEN \"-\"]\n\ne4 *\n\nc4 *\n\nKe4 *\n";

    #[test]
    fn games_of_all_sources_are_read_and_their_faults_are_summed() {
        let sources = || [FIRST, SECOND].map(|text| GameSource::new("text", Cursor::new(text))).into();
        let read = |max_plies| {
            let mut lengths = Vec::new();
            let faults = read_games::<SourceError>(sources(), max_plies, |game| {
                lengths.push(game.moves.len());
                Ok(())
            });
            let faults = faults.expect("text in memory");
            (lengths, faults.skipped, faults.cut)
        };
        assert_eq!(read(9), (vec![2, 3, 1, 1, 0], 2, 2));
        assert_eq!(read(2), (vec![2, 2, 1, 1, 0], 2, 1), "what lies behind the limit is not read");
        assert_eq!(read(0), (vec![0, 0, 0, 0, 0], 2, 0));
    }

    #[test]
    fn a_text_without_games_is_said() {
        let sources = vec![GameSource::new("text", Cursor::new("Dear reader,\nno game today.\n"))];
        let faults = read_games::<SourceError>(sources, 9, |_| Ok(())).expect("text in memory");
        let expected = "text: there is no game in it: expected is PGN, and `Dear` begins no game";
        assert_eq!((faults.skipped, faults.lines()), (1, vec![expected.to_owned()]));
    }

    #[test]
    fn a_folder_and_a_missing_file_are_named() {
        let folder = std::env::temp_dir();
        let error = |path: &Path| GameSource::open(path, |file| file).err().expect("no games").to_string();
        assert!(error(&folder).ends_with("it is a folder"), "{}", error(&folder));
        assert!(error(&folder.join("no-such.pgn")).contains("no-such.pgn"));
    }
}
