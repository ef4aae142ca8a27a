//! Games of either source, one at a time: PGN, or an engine's scored games against itself.

use std::fs::File;
use std::io::BufReader;
use std::path::Path;

use thiserror::Error;

use super::pgn::{PgnError, PgnFaults, PgnGame, PgnReader};
use super::selfplay::{RecordedScore, SelfPlayError, SelfPlayReader};

/// Stands in [`ScoredGame::scores`] where nothing is known.
pub const NO_SCORE: i16 = i16::MIN;

/// Why games could not be read on.
#[derive(Debug, Error)]
pub enum GamesError {
    #[error("{path}: {source}")]
    Pgn { path: String, source: PgnError },
    #[error("{path}: {source}")]
    SelfPlay { path: String, source: SelfPlayError },
}

/// A game with an engine's scores of its positions.
#[derive(Clone, Debug)]
pub struct ScoredGame {
    pub game: PgnGame,
    /// For each move the score before it, White's view: centipawns, ±(32000 − n) for mate in n moves, [`NO_SCORE`]
    /// where it is not known. Empty where none is.
    pub scores: Vec<i16>,
}

/// A file of games; its form is recognised by its name: `.bin` marks scored games.
pub struct GameFile {
    path: String,
    source: Source,
    illegal: u64,
    failed: bool,
}

enum Source {
    Pgn(PgnReader),
    SelfPlay(SelfPlayReader<BufReader<zstd::Decoder<'static, BufReader<File>>>>),
}

impl GameFile {
    /// # Errors
    /// When the file cannot be opened.
    pub fn open(path: &Path) -> Result<GameFile, GamesError> {
        let name = path.display().to_string();
        let source = if path.file_name().is_some_and(|name| name.to_string_lossy().contains(".bin")) {
            SelfPlayReader::open(path)
                .map(Source::SelfPlay)
                .map_err(|source| GamesError::SelfPlay { path: name.clone(), source })?
        } else {
            PgnReader::open(path).map(Source::Pgn).map_err(|source| GamesError::Pgn { path: name.clone(), source })?
        };
        Ok(GameFile { path: name, source, illegal: 0, failed: false })
    }

    /// What was left out so far; games that were cut are handed out all the same, marked.
    pub fn faults(&self) -> PgnFaults {
        match &self.source {
            Source::Pgn(reader) => reader.faults(),
            Source::SelfPlay(_) => PgnFaults { skipped: self.illegal, cut: 0 },
        }
    }

    fn next_pgn(reader: &mut PgnReader) -> Option<Result<ScoredGame, PgnError>> {
        reader.next().map(|game| game.map(|game| ScoredGame { game, scores: Vec::new() }))
    }
}

impl Iterator for GameFile {
    /// An error ends the iteration.
    type Item = Result<ScoredGame, GamesError>;

    fn next(&mut self) -> Option<Self::Item> {
        if self.failed {
            return None;
        }
        let next = match &mut self.source {
            Source::Pgn(reader) => Self::next_pgn(reader)
                .map(|game| game.map_err(|source| GamesError::Pgn { path: self.path.clone(), source })),
            Source::SelfPlay(reader) => loop {
                match reader.next() {
                    None => break None,
                    Some(Err(source)) => break Some(Err(GamesError::SelfPlay { path: self.path.clone(), source })),
                    Some(Ok(recorded)) => match recorded.to_pgn_game() {
                        Some(game) => {
                            let scores = recorded.plies.iter().map(|ply| match ply.score {
                                RecordedScore::None => NO_SCORE,
                                RecordedScore::Centipawns(score) | RecordedScore::Mate(score) => score,
                            });
                            break Some(Ok(ScoredGame { game, scores: scores.collect() }));
                        }
                        None => self.illegal += 1,
                    },
                }
            },
        };
        self.failed = matches!(next, Some(Err(_)));
        next
    }
}
