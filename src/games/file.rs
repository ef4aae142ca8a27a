//! Games of either source, one at a time: PGN, or an engine's scored games against itself.

use std::fs::File;
use std::io::{self, BufReader, Read};
use std::path::Path;

use thiserror::Error;

use super::pgn::{PgnError, PgnFaults, PgnGame, PgnReader};
use super::selfplay::{RecordedGame, RecordedScore, SelfPlayError, SelfPlayReader};
use super::share::FileShare;
use super::unpacked;
use crate::files::io_error::reason;
use crate::files::{self, Bounds};

/// Stands in [`ScoredGame::scores`] where nothing is known.
pub const NO_SCORE: i16 = i16::MIN;

/// Why games could not be read on.
#[derive(Debug, Error)]
pub enum GamesError {
    #[error("cannot open {path}: {}", reason(.source))]
    Open { path: String, source: io::Error },
    #[error("{path}: {source}")]
    Pgn { path: String, source: PgnError },
    #[error("{path}: {source}")]
    SelfPlay { path: String, source: SelfPlayError },
}

/// A game, with an engine's scores of its positions where they are known.
#[derive(Clone, Debug)]
pub struct ScoredGame {
    pub game: PgnGame,
    /// For each move the score before it, White's view: centipawns, ±(32000 − n) for mate in n moves, [`NO_SCORE`]
    /// where it is not known. Empty where none is.
    pub scores: Vec<i16>,
    /// Plies at the start that were given to the engine; 0 for games from PGN.
    pub opening_plies: usize,
    /// Its number in the file, from 0, faulty games included.
    pub number: u64,
}

/// A file of games, PGN or scored self-play, each plain or compressed with zstd.
pub struct GameFile {
    path: String,
    source: Source,
    /// Of a self-play file: games with an illegal move, games that lie behind, and which are read.
    illegal: u64,
    passed: u64,
    share: FileShare,
    failed: bool,
}

/// Returns true if a file holds scored games, by its name.
pub fn is_scored_games(path: &Path) -> bool {
    path.file_name().is_some_and(|name| name.to_string_lossy().contains(".bin"))
}

enum Source {
    Pgn(PgnReader),
    SelfPlay(SelfPlayReader<BufReader<Box<dyn Read + Send>>>),
}

impl GameFile {
    /// Opens a file; its name says what it holds: `.bin` marks scored games.
    ///
    /// # Errors
    /// As [`GameFile::open_with`].
    pub fn open(path: &Path) -> Result<GameFile, GamesError> {
        GameFile::open_with(path, |file| file)
    }

    /// Opens a file as [`GameFile::open`]; `wrap` may count the bytes that are read, for a progress bar.
    ///
    /// # Errors
    /// Fails if the file cannot be opened, is no file, or its first bytes cannot be read.
    pub fn open_with<R: Read + Send + 'static>(
        path: &Path,
        wrap: impl FnOnce(File) -> R,
    ) -> Result<GameFile, GamesError> {
        let refuse = |source| GamesError::Open { path: path.display().to_string(), source };
        GameFile::new(path, wrap(files::open(path).map_err(refuse)?))
    }

    /// Reads `source`, the content of the file `path`.
    ///
    /// # Errors
    /// Fails if the first bytes cannot be read.
    pub fn new(path: &Path, source: impl Read + Send + 'static) -> Result<GameFile, GamesError> {
        let is_scored = is_scored_games(path);
        let path = path.display().to_string();
        let source = if is_scored {
            let bytes = unpacked(source, Bounds::of_bytes(u64::MAX))
                .map_err(|source| GamesError::Open { path: path.clone(), source })?;
            Source::SelfPlay(SelfPlayReader::new(BufReader::new(bytes)))
        } else {
            Source::Pgn(PgnReader::new(source).map_err(|source| GamesError::Pgn { path: path.clone(), source })?)
        };
        Ok(GameFile { path, source, illegal: 0, passed: 0, share: FileShare::ALL, failed: false })
    }

    /// Ends every game from PGN after `plies` plies.
    #[must_use]
    pub fn with_max_plies(self, plies: usize) -> GameFile {
        let source = match self.source {
            Source::Pgn(reader) => Source::Pgn(reader.with_max_plies(plies)),
            source @ Source::SelfPlay(_) => source,
        };
        GameFile { source, ..self }
    }

    /// Reads only the games of a share; others are passed over, and their faults are not counted.
    #[must_use]
    pub fn with_share(self, share: FileShare) -> GameFile {
        match self.source {
            Source::Pgn(reader) => GameFile { source: Source::Pgn(reader.with_share(share)), ..self },
            source @ Source::SelfPlay(_) => GameFile { source, share, ..self },
        }
    }

    /// The number of games passed in the file, faulty ones included.
    pub fn passed(&self) -> u64 {
        match &self.source {
            Source::Pgn(reader) => reader.passed(),
            Source::SelfPlay(_) => self.passed,
        }
    }

    /// The faults so far; games from PGN that were cut are returned all the same, marked.
    pub fn faults(&self) -> PgnFaults {
        match &self.source {
            Source::Pgn(reader) => reader.faults().clone(),
            Source::SelfPlay(_) => PgnFaults::of_cut(self.illegal),
        }
    }
}

impl Iterator for GameFile {
    /// An error ends the iteration.
    type Item = Result<ScoredGame, GamesError>;

    fn next(&mut self) -> Option<Self::Item> {
        if self.failed {
            return None;
        }
        let path = &self.path;
        let next = match &mut self.source {
            Source::Pgn(reader) => reader.next().map(|game| match game {
                Ok(game) => Ok(ScoredGame { game, scores: Vec::new(), opening_plies: 0, number: reader.passed() - 1 }),
                Err(source) => Err(GamesError::Pgn { path: path.clone(), source }),
            }),
            Source::SelfPlay(reader) => loop {
                let number = self.passed;
                match reader.next() {
                    None => break None,
                    Some(Err(source)) => break Some(Err(GamesError::SelfPlay { path: path.clone(), source })),
                    Some(Ok(recorded)) => {
                        self.passed += 1;
                        match self.share.takes(number).then(|| scored(&recorded, number)) {
                            Some(Some(game)) => break Some(Ok(game)),
                            Some(None) => self.illegal += 1,
                            None => {}
                        }
                    }
                }
            },
        };
        self.failed = matches!(next, Some(Err(_)));
        next
    }
}

/// `None` where a move is not legal.
fn scored(recorded: &RecordedGame, number: u64) -> Option<ScoredGame> {
    let scores = recorded.plies.iter().map(|ply| match ply.score {
        RecordedScore::None => NO_SCORE,
        RecordedScore::Centipawns(score) | RecordedScore::Mate(score) => score,
    });
    let game = recorded.to_pgn_game()?;
    Some(ScoredGame { game, scores: scores.collect(), opening_plies: recorded.opening_plies, number })
}
