//! Statistics of files of scored games.

use std::path::{Path, PathBuf};
use std::{fmt, io};

use rustc_hash::FxHashSet;
use serde::Serialize;
use serde_json::Value;
use shakmaty::{Color, Outcome};
use thiserror::Error;

use motley::chess::key::position_key;
use motley::chess::quiet::is_quiet;
use motley::chess::replay::positions;
use motley::files::io_error::reason;
use motley::games::file::{GameFile, GamesError, NO_SCORE, ScoredGame};
use motley::games::selfplay::run_file::descriptions;

/// Why files have no counts.
#[derive(Debug, Error)]
pub enum StatsError {
    #[error(transparent)]
    Games(#[from] GamesError),
    #[error("cannot read {path}: {}", reason(.source))]
    Read { path: String, source: io::Error },
    #[error("there is no scored game")]
    Nothing,
}

/// Counts over the games of one file or several.
#[derive(Clone, Debug, Default, Serialize)]
pub struct FileStats {
    pub games: u64,
    pub white_wins: u64,
    pub draws: u64,
    pub black_wins: u64,
    pub plies: u64,
    /// Plies without a score at the beginnings.
    pub opening_plies: u64,
    /// Positions with a score.
    pub scored: u64,
    /// Scored positions that are quiet ([`is_quiet`]).
    pub quiet: u64,
    /// Scored positions that stood on a board before, in this game or another.
    pub repeated: u64,
    /// Games with an illegal move, which are not counted otherwise.
    pub faulty: u64,
    /// The descriptions of the runs whose games are in the files.
    pub runs: Vec<Value>,
    #[serde(skip)]
    keys: FxHashSet<u64>,
}

impl FileStats {
    /// Counts the games of all files, which `open` opens.
    ///
    /// # Errors
    /// Fails if a file cannot be read to its end, or none has a scored game.
    pub fn read(
        files: &[PathBuf],
        mut open: impl FnMut(&Path) -> Result<GameFile, GamesError>,
    ) -> Result<FileStats, StatsError> {
        let mut stats = FileStats::default();
        for file in files {
            let mut games = open(file)?;
            games.by_ref().try_for_each(|game| game.map(|game| stats.add(&game)))?;
            stats.faulty += games.faults().cut;
            let described =
                descriptions(file).map_err(|source| StatsError::Read { path: file.display().to_string(), source })?;
            stats.runs.extend(described.iter().filter_map(|text| serde_json::from_str(text).ok()));
        }
        if stats.scored == 0 { Err(StatsError::Nothing) } else { Ok(stats) }
    }

    fn add(&mut self, game: &ScoredGame) {
        self.games += 1;
        *match game.game.outcome {
            Outcome::Known(known) => match known.winner() {
                Some(Color::White) => &mut self.white_wins,
                Some(Color::Black) => &mut self.black_wins,
                None => &mut self.draws,
            },
            Outcome::Unknown => &mut self.draws,
        } += 1;
        self.plies += game.game.moves.len() as u64;
        self.opening_plies += game.opening_plies as u64;
        let scored = positions(&game.game.start, &game.game.moves).zip(&game.scores);
        for ((_, position, mv), _) in scored.filter(|(_, score)| **score != NO_SCORE) {
            self.scored += 1;
            self.quiet += u64::from(is_quiet(&position, mv));
            self.repeated += u64::from(!self.keys.insert(position_key(&position)));
        }
    }
}

impl fmt::Display for FileStats {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let share = |count: u64, of: u64| 100.0 * count as f64 / of.max(1) as f64;
        let mean = |count: u64| count as f64 / self.games.max(1) as f64;
        let FileStats {
            games, white_wins, draws, black_wins, plies, opening_plies, scored, quiet, repeated, runs, ..
        } = self;
        runs.iter().try_for_each(|run| writeln!(f, "{run}"))?;
        writeln!(f, "games             {games:>12}")?;
        for (name, count) in [("won by White", *white_wins), ("drawn", *draws), ("won by Black", *black_wins)] {
            writeln!(f, "  {name:<15} {count:>12}  {:5.1} %", share(count, *games))?;
        }
        writeln!(f, "plies             {plies:>12}  {:5.1} a game", mean(*plies))?;
        writeln!(f, "  opening         {opening_plies:>12}  {:5.1} a game", mean(*opening_plies))?;
        writeln!(f, "scored positions  {scored:>12}  {:5.1} a game", mean(*scored))?;
        writeln!(f, "  quiet           {quiet:>12}  {:5.1} %", share(*quiet, *scored))?;
        writeln!(f, "  repeated        {repeated:>12}  {:5.1} %", share(*repeated, *scored))
    }
}
