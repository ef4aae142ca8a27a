//! Files that say whom to imitate: PGN, or JSON compressed with zstd that `motley imitate` writes.

use std::collections::BTreeMap;
use std::fs::File;
use std::io::{self, BufRead as _, BufReader, Read};
use std::path::Path;
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::{Duration, Instant};

use serde::{Deserialize, Serialize};
use shakmaty::Role;
use thiserror::Error;

use super::habits::{Habits, KIND_NAMES, Made};
use super::preferences::{PARAMETERS, Preferences};
use super::profile::{ClassRating, Profile};
use super::{GameCollector, HALF_LIFE, NoGames, Opponent, Repertoire};
use crate::chess::packed::PackedMove;
use crate::engine::Reporter;
use crate::files::io_error::reason;
use crate::files::{self, Bounds, FileFault};
use crate::games::pgn::{PgnError, PgnReader};
use crate::games::time_control::TimeClass;
use crate::games::unpacked;
use crate::nets::rated::Source;
use crate::personalities::rated::features::{FEATURES, NAMES};

/// The first bytes of the JSON, which no PGN begins with.
const BEGINNING: &[u8] = br#"{"format":"motley opponent""#;
const FORMAT: &str = "motley opponent";
/// The version of the format that is written; no other is read.
pub const VERSION: u32 = 1;
/// No file of ours is nearly as long when it is unpacked; what becomes of it in memory is some times as large.
const MAX_BYTES: u64 = 64 << 20;
/// Unpacked bytes of a file of games: half an hour of reading at most, in which `stop` ends it.
const MAX_GAMES_BYTES: u64 = 8 << 30;
/// Bounds of one player's games, which have to leave a machine of 4 GB usable. The busiest players of the largest site
/// have some 500,000 games of 70 plies.
const MOST_GAMES: usize = 1_000_000;
const MOST_PLIES: usize = 50_000_000;
/// The interval between reports on the reading of a long file.
const REPORTED_EVERY: Duration = Duration::from_secs(2);
const LEVEL: i32 = 9;

/// Why a file names no opponent.
#[derive(Debug, Error)]
#[error("cannot use {path}: {cause}")]
pub struct OpponentError {
    path: String,
    cause: Cause,
}

#[derive(Debug, Error)]
enum Cause {
    #[error("{}", reason(.0))]
    Read(io::Error),
    #[error(transparent)]
    Games(#[from] PgnError),
    #[error("{0}")]
    NoGames(#[from] NoGames),
    #[error("it has more than {0} of the player")]
    TooMany(&'static str),
    #[error("its content is damaged")]
    Damaged,
    #[error("its format has the version {0}, and {VERSION} is expected")]
    Version(u32),
    #[error("it was made for other weights: make it again with this version of the program")]
    OtherWeights,
    #[error("it is made of the games of `{0}`, not of `{1}`")]
    OtherPlayer(String, String),
}

impl OpponentError {
    /// Returns true if the file may well be sound, and its reading was stopped.
    pub fn is_stopped(&self) -> bool {
        let (Cause::Read(error) | Cause::Games(PgnError::Read(error))) = &self.cause else { return false };
        FileFault::of(error) == Some(FileFault::Stopped)
    }
}

impl From<io::Error> for Cause {
    fn from(error: io::Error) -> Cause {
        Cause::Read(error)
    }
}

impl Opponent {
    /// Reads a file of either kind. A name is needed for PGN; another name than that of a file of ours is refused.
    /// Reports how far a long file of games is read, and games that are left out.
    ///
    /// # Errors
    /// [`OpponentError`] when the file is missing, damaged, of another version or of other players.
    pub fn load(path: &Path, name: &str, report: &mut dyn Reporter) -> Result<Opponent, OpponentError> {
        let refuse = |cause| OpponentError { path: path.display().to_string(), cause };
        load(path, name, report).map_err(refuse)
    }

    /// The file's content.
    ///
    /// # Errors
    /// Fails if it cannot be compressed.
    pub fn packed(&self) -> io::Result<Vec<u8>> {
        let text = serde_json::to_vec(&Stored::of(self)).expect("plain data becomes JSON");
        zstd::encode_all(&text[..], LEVEL)
    }
}

fn load(path: &Path, name: &str, report: &mut dyn Reporter) -> Result<Opponent, Cause> {
    // The text is one line.
    let bounds = Bounds::of_bytes(MAX_BYTES).until(report.interrupt());
    let mut text = BufReader::new(unpacked(files::open(path)?, bounds)?);
    if !text.fill_buf()?.starts_with(BEGINNING) {
        return of_games(path, name, report);
    }
    let mut bytes = Vec::new();
    text.read_to_end(&mut bytes)?;
    let Header { version, .. } = serde_json::from_slice(&bytes).map_err(|_| Cause::Damaged)?;
    if version != VERSION {
        return Err(Cause::Version(version));
    }
    let stored: Stored = serde_json::from_slice(&bytes).map_err(|_| Cause::Damaged)?;
    let opponent = stored.opponent()?;
    let (own, name) = (&opponent.profile.name, name.trim());
    if !name.is_empty() && !own.eq_ignore_ascii_case(name) {
        return Err(Cause::OtherPlayer(own.clone(), name.to_owned()));
    }
    Ok(opponent)
}

/// The repertoire of the games of one player in a file of games.
fn of_games(path: &Path, name: &str, report: &mut dyn Reporter) -> Result<Opponent, Cause> {
    let file = files::open(path)?;
    let bytes = file.metadata()?.len();
    let read = Arc::new(AtomicU64::new(0));
    let counted = CountedFile { file, read: Arc::clone(&read) };
    let bounds = Bounds::of_text(MAX_GAMES_BYTES).until(report.interrupt());
    let mut reader = PgnReader::within(counted, bounds)?.with_moves_where(GameCollector::filter(name));
    let mut collector = GameCollector::new(name);
    let mut reported = Instant::now();
    for game in reader.by_ref() {
        collector.push(&game?);
        if collector.games() > MOST_GAMES {
            return Err(Cause::TooMany("a million games"));
        }
        if collector.plies() > MOST_PLIES {
            return Err(Cause::TooMany("fifty million moves"));
        }
        if reported.elapsed() >= REPORTED_EVERY {
            reported = Instant::now();
            let per_cent = 100 * read.load(Ordering::Relaxed) / bytes.max(1);
            report.message(&format!("{per_cent} % of {} read, {} games", path.display(), collector.games()));
        }
    }
    let games = collector.finish()?;
    if games.illegal > 0 {
        report.message(&format!("games with an illegal move, which are left out: {}", games.illegal));
    }
    Ok(Opponent::of(&games, &games.games, HALF_LIFE))
}

/// Counts the bytes that are read.
struct CountedFile {
    file: File,
    read: Arc<AtomicU64>,
}

impl Read for CountedFile {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        let count = self.file.read(buffer)?;
        self.read.fetch_add(count as u64, Ordering::Relaxed);
        Ok(count)
    }
}

#[derive(Deserialize)]
struct Header {
    version: u32,
}

/// The JSON.
#[derive(Serialize, Deserialize)]
struct Stored {
    format: String,
    version: u32,
    made_by: String,
    name: String,
    games: usize,
    /// Of the first and the last game, counted from the beginning of our era.
    days: Option<(i32, i32)>,
    source: String,
    ratings: Vec<StoredRating>,
    preferences: Option<StoredPreferences>,
    /// Moves with their weights by the key of the position, which is that of Polyglot's numbers.
    repertoire: BTreeMap<String, BTreeMap<String, f32>>,
}

#[derive(Serialize, Deserialize)]
struct StoredRating {
    time_class: String,
    games: usize,
    elo: Option<u16>,
}

#[derive(Serialize, Deserialize)]
struct StoredPreferences {
    /// The additions to the weight of each number of a move: always, and in endgames.
    numbers: Vec<(String, f32, f32)>,
    /// By the letter of the piece: what the squares from a1 to h8 add where it goes, and where it comes from.
    squares: BTreeMap<char, (Vec<f32>, Vec<f32>)>,
    /// Hash, how often it occurred.
    situations: Vec<(u64, u32)>,
    /// Hash, how often the move was played and was legal.
    moves: Vec<(u64, u32, u32)>,
}

/// The name of a number of a move.
fn number_names() -> impl Iterator<Item = String> {
    let habits = KIND_NAMES.iter().map(|name| format!("habit: {name}"));
    NAMES.iter().map(|&name| name.to_owned()).chain(habits)
}

impl Stored {
    fn of(opponent: &Opponent) -> Stored {
        let Opponent { profile, repertoire, preferences } = opponent;
        let rating = |rating: &ClassRating| StoredRating {
            time_class: format!("{:?}", rating.time_class),
            games: rating.games,
            elo: rating.elo,
        };
        let uci = |moves: &Vec<(PackedMove, f32)>| moves.iter().map(|&(mv, weight)| (mv.text(), weight)).collect();
        Stored {
            format: FORMAT.to_owned(),
            version: VERSION,
            made_by: concat!("motley ", env!("CARGO_PKG_VERSION")).to_owned(),
            name: profile.name.clone(),
            games: profile.games,
            days: profile.days,
            source: format!("{:?}", profile.source),
            ratings: profile.ratings.iter().map(rating).collect(),
            preferences: preferences.as_ref().map(StoredPreferences::of),
            repertoire: repertoire.0.iter().map(|(key, moves)| (format!("{key:016x}"), uci(moves))).collect(),
        }
    }

    fn opponent(self) -> Result<Opponent, Cause> {
        let profile = Profile {
            name: self.name,
            games: self.games,
            days: self.days,
            source: named(&Source::ALL, &self.source)?,
            ratings: self.ratings.iter().map(StoredRating::rating).collect::<Result<_, _>>()?,
        };
        let position = |(key, moves): (String, BTreeMap<String, f32>)| {
            let key = u64::from_str_radix(&key, 16).map_err(|_| Cause::Damaged)?;
            let weighed = |(text, weight): (String, f32)| {
                let sound = PackedMove::read(&text).filter(|_| weight.is_finite() && weight >= 0.0);
                sound.map(|mv| (mv, weight)).ok_or(Cause::Damaged)
            };
            Ok::<_, Cause>((key, moves.into_iter().map(weighed).collect::<Result<_, _>>()?))
        };
        let repertoire = self.repertoire.into_iter().map(position).collect::<Result<_, _>>()?;
        let preferences = self.preferences.map(StoredPreferences::preferences).transpose()?;
        Ok(Opponent { profile, repertoire: Repertoire(repertoire), preferences })
    }
}

impl StoredRating {
    fn rating(&self) -> Result<ClassRating, Cause> {
        let time_class = named(&TimeClass::ALL, &self.time_class)?;
        Ok(ClassRating { time_class, games: self.games, elo: self.elo })
    }
}

impl StoredPreferences {
    fn of(Preferences { weights, habits }: &Preferences) -> StoredPreferences {
        let dense = FEATURES + KIND_NAMES.len();
        let (numbers, squares) = weights.split_at(2 * dense);
        let (targets, origins) = squares.split_at(squares.len() / 2);
        let letters = Role::ALL.map(Role::upper_char).into_iter();
        let mut situations: Vec<(u64, u32)> = habits.visits.iter().map(|(&hash, &visits)| (hash, visits)).collect();
        let mut moves: Vec<(u64, u32, u32)> =
            habits.moves.iter().map(|(&hash, made)| (hash, made.played, made.legal)).collect();
        situations.sort_unstable();
        moves.sort_unstable();
        StoredPreferences {
            numbers: number_names().enumerate().map(|(at, name)| (name, numbers[at], numbers[dense + at])).collect(),
            squares: letters
                .zip(targets.chunks(64).zip(origins.chunks(64)))
                .map(|(letter, (targets, origins))| (letter, (targets.to_vec(), origins.to_vec())))
                .collect(),
            situations,
            moves,
        }
    }

    fn preferences(self) -> Result<Preferences, Cause> {
        if !self.numbers.iter().map(|(name, ..)| name).eq(&number_names().collect::<Vec<_>>()) {
            return Err(Cause::OtherWeights);
        }
        let mut weights: Vec<f32> = self.numbers.iter().map(|&(_, always, _)| always).collect();
        weights.extend(self.numbers.iter().map(|&(.., late)| late));
        let of_man = |role: Role| self.squares.get(&role.upper_char()).ok_or(Cause::Damaged);
        for role in Role::ALL {
            weights.extend(&of_man(role)?.0);
        }
        for role in Role::ALL {
            weights.extend(&of_man(role)?.1);
        }
        let is_sound = weights.len() == PARAMETERS && weights.iter().all(|weight| weight.is_finite());
        let moves = self.moves.iter().map(|&(hash, played, legal)| (hash, Made { played, legal })).collect();
        let habits = Habits { moves, visits: self.situations.into_iter().collect() };
        is_sound.then_some(Preferences { weights, habits }).ok_or(Cause::Damaged)
    }
}

fn named<T: Copy + std::fmt::Debug>(all: &[T], name: &str) -> Result<T, Cause> {
    all.iter().copied().find(|one| format!("{one:?}") == name).ok_or(Cause::Damaged)
}
#[cfg(test)]
mod tests {
    use super::*;
    use crate::engine::Silent;
    use crate::personalities::rated::opponent::games::tests::collected;

    #[test]
    fn what_is_written_is_read_again() {
        let text = "[White \"A\"]\n[Date \"2022.05.01\"]\n[WhiteElo \"1700\"]\n\ne4 e5 Nf3 Nc6 Bb5 a6 O-O *\n\n";
        let games = collected(&text.repeat(4), "A").unwrap();
        let mut opponent = Opponent::of(&games, &games.games, 30.0);
        let habits = Habits::of(&games, &games.games, 2).0;
        let weights = (0..PARAMETERS).map(|at| at as f32 / 1000.0).collect();
        opponent.preferences = Some(Preferences { weights, habits });
        let path = std::env::temp_dir().join(format!("motley-opponent-{}", std::process::id()));
        std::fs::write(&path, opponent.packed().unwrap()).unwrap();
        let read = Opponent::load(&path, " a", &mut Silent).unwrap();
        assert_eq!(read, opponent);
        let error = Opponent::load(&path, "B", &mut Silent).unwrap_err().to_string();
        assert!(error.ends_with("it is made of the games of `A`, not of `B`"), "{error}");
        std::fs::remove_file(&path).unwrap();
    }
}
