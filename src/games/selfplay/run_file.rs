//! The file that a run appends its games to. It is whole after every game, and says itself which games it has.
//!
//! It begins with a zstd skippable frame (RFC 8878, section 3.1.2) of the number 0 that describes the run as JSON. Each
//! game is a skippable frame of the number 1 with the game's number, `u64` little endian, and a zstd frame with the
//! game. Programs that read zstd pass over skippable frames.

use std::fs::{File, OpenOptions, TryLockError};
use std::io::{self, Read as _, Seek as _, SeekFrom, Write as _};
use std::ops::Range;
use std::path::Path;

use rustc_hash::FxHashSet;
use serde_json::Value;
use thiserror::Error;
use zstd::bulk::{Compressor, Decompressor};
use zstd::zstd_safe::find_frame_compressed_size;

use super::{MOST_PLIES, RecordedGame, SelfPlayReader};
use crate::files;
use crate::files::io_error::reason;
use crate::games::ZSTD_MAGIC;

const DESCRIPTION: u32 = 0x184D_2A50;
const NUMBER: u32 = 0x184D_2A51;
/// The description of a run in a file that several runs were joined to.
pub(super) const JOINED: u32 = 0x184D_2A52;
/// Higher levels gain less than two hundredths on frames of a single game.
const LEVEL: i32 = 3;
/// Bytes of the longest game before compression.
const LARGEST_GAME: usize = 4 + 4 * MOST_PLIES;

/// Why a run cannot write its file.
#[derive(Debug, Error)]
pub enum RunFileError {
    #[error("cannot write {path}: {}", reason(.source))]
    Write { path: String, source: io::Error },
    #[error("another run is writing {path}")]
    InUse { path: String },
    #[error("{path} was not begun by `motley-lab datagen --out`: such a run can only continue files of its own")]
    Foreign { path: String },
    #[error("{path} was begun with other settings: `{setting}` was {before} and is now {now}")]
    OtherSettings { path: String, setting: String, before: String, now: String },
    #[error("{path} is damaged behind game {games}, and not only cut there")]
    Damaged { path: String, games: usize },
}

/// The games that a file already has.
#[derive(Clone, Debug, Default)]
pub struct Written {
    /// The numbers of the games.
    pub numbers: FxHashSet<u64>,
    /// Positions with a score.
    pub positions: u64,
    /// Bytes behind the last whole game that were removed.
    pub removed: u64,
}

/// An open file of a run. No other run can open it.
pub struct RunFile {
    path: String,
    file: File,
    length: u64,
    compressor: Compressor<'static>,
}

impl RunFile {
    /// Begins a file, or opens one that a run with this description began; what stands behind its last whole game is
    /// removed. `description` is a JSON object.
    ///
    /// # Errors
    /// Fails if the file cannot be written, is of another run or none, is damaged before its end, or is being written.
    pub fn open(path: &Path, description: &Value) -> Result<(RunFile, Written), RunFileError> {
        let name = path.display().to_string();
        let refuse = |source| RunFileError::Write { path: name.clone(), source };
        // Opening a pipe would wait for another program.
        match path.metadata() {
            Err(error) if error.kind() == io::ErrorKind::NotFound => {}
            found => found.and_then(|found| files::check_regular(&found)).map_err(refuse)?,
        }
        let options = OpenOptions::new().read(true).write(true).create(true).truncate(false).open(path);
        let mut file = options.map_err(refuse)?;
        match files::try_lock(&file) {
            Ok(()) => {}
            Err(TryLockError::WouldBlock) => return Err(RunFileError::InUse { path: name }),
            Err(TryLockError::Error(source)) => return Err(refuse(source)),
        }
        let mut bytes = Vec::new();
        file.read_to_end(&mut bytes).map_err(refuse)?;
        let head = skippable(DESCRIPTION, description.to_string().as_bytes());
        let mut compressor = Compressor::new(LEVEL).map_err(refuse)?;
        compressor.include_checksum(true).map_err(refuse)?;
        let mut run = RunFile { path: name.clone(), file, length: 0, compressor };
        // A part of the first frame is all that a run leaves behind that was killed as it began.
        if head.starts_with(&bytes) {
            run.cut().and_then(|()| run.write(&head)).map_err(refuse)?;
            return Ok((run, Written::default()));
        }
        let (written, end) = run.read(&bytes, description)?;
        run.length = end as u64;
        run.cut().map_err(refuse)?;
        Ok((run, written))
    }

    /// Appends a game. When this fails the file ends with the game before.
    ///
    /// # Errors
    /// Fails if the file cannot be written.
    pub fn append(&mut self, number: u64, game: &RecordedGame) -> Result<(), RunFileError> {
        let mut bytes = skippable(NUMBER, &number.to_le_bytes());
        let packed = self.compressor.compress(&game.to_bytes());
        let result = packed.and_then(|packed| {
            bytes.extend(packed);
            self.write(&bytes)
        });
        result.map_err(|source| {
            // What was written in part; where even that fails, the next run removes it.
            let _ = self.cut();
            RunFileError::Write { path: self.path.clone(), source }
        })
    }

    fn write(&mut self, bytes: &[u8]) -> io::Result<()> {
        self.file.write_all(bytes)?;
        self.length += bytes.len() as u64;
        Ok(())
    }

    /// Ends the file behind the last whole game.
    fn cut(&mut self) -> io::Result<()> {
        self.file.set_len(self.length)?;
        self.file.seek(SeekFrom::Start(self.length)).map(drop)
    }

    /// The content of the file, and the end of its last whole game.
    fn read(&self, bytes: &[u8], description: &Value) -> Result<(Written, usize), RunFileError> {
        let foreign = || RunFileError::Foreign { path: self.path.clone() };
        let mut frames = Frames { bytes, at: 0 };
        let Some((DESCRIPTION, begun)) = frames.next_skippable() else { return Err(foreign()) };
        let begun: Value = serde_json::from_slice(&bytes[begun]).map_err(|_| foreign())?;
        if let Some((setting, before, now)) = difference(&begun, description) {
            return Err(RunFileError::OtherSettings { path: self.path.clone(), setting, before, now });
        }
        let (mut written, mut end) = (Written::default(), frames.at);
        let damaged = |games| RunFileError::Damaged { path: self.path.clone(), games };
        let mut decompressor =
            Decompressor::new().map_err(|source| RunFileError::Write { path: self.path.clone(), source })?;
        let mut plain = Vec::with_capacity(LARGEST_GAME);
        while let Some((number, packed)) = frames.next_game() {
            let is_whole = decompressor.decompress_to_buffer(&bytes[packed], &mut plain).is_ok();
            let Some(Ok(game)) = SelfPlayReader::new(&plain[..]).next().filter(|_| is_whole) else { break };
            written.numbers.insert(number);
            written.positions += game.scored() as u64;
            end = frames.at;
        }
        written.removed = (bytes.len() - end) as u64;
        // A single write of a game can be cut, no more; what is longer was not cut but overwritten.
        if bytes.len() - end > 2 * LARGEST_GAME || frames.goes_on_behind(end) {
            return Err(damaged(written.numbers.len()));
        }
        Ok((written, end))
    }
}

/// A frame with `content` that programs pass over.
pub(super) fn skippable(magic: u32, content: &[u8]) -> Vec<u8> {
    let length = u32::try_from(content.len()).expect("a short frame");
    [&magic.to_le_bytes(), &length.to_le_bytes(), content].concat()
}

/// The first setting that differs, with its values.
fn difference(before: &Value, now: &Value) -> Option<(String, String, String)> {
    let names = [before, now].into_iter().filter_map(Value::as_object).flat_map(|object| object.keys());
    let text = |value: &Value, name: &str| value.get(name).map_or_else(|| "not set".to_owned(), Value::to_string);
    let mut pairs = names.map(|name| (name.clone(), text(before, name), text(now, name)));
    pairs.find(|(_, before, now)| before != now)
}

/// The descriptions of the runs whose games are in a file, in their order.
///
/// # Errors
/// Fails if the file cannot be read. A file that is cut or damaged has the descriptions before that place.
pub fn descriptions(path: &Path) -> io::Result<Vec<String>> {
    let bytes = files::read_bytes(path, u64::MAX)?;
    let mut frames = Frames { bytes: &bytes, at: 0 };
    let mut found = Vec::new();
    while frames.at < bytes.len() {
        match frames.next_skippable() {
            Some((DESCRIPTION | JOINED, text)) => found.push(String::from_utf8_lossy(&bytes[text]).into_owned()),
            Some(_) => {}
            None if frames.next_packed().is_some() => {}
            None => break,
        }
    }
    Ok(found)
}

/// Goes through the frames of a file, which `at` leads behind.
struct Frames<'a> {
    bytes: &'a [u8],
    at: usize,
}

impl Frames<'_> {
    /// The number and the content of a skippable frame of ours.
    fn next_skippable(&mut self) -> Option<(u32, Range<usize>)> {
        let word = |at: usize| Some(u32::from_le_bytes(self.bytes.get(at..at + 4)?.try_into().ok()?));
        let (magic, length) = (word(self.at)?, word(self.at + 4)? as usize);
        let content = self.at + 8..(self.at + 8).checked_add(length)?;
        if !matches!(magic, DESCRIPTION | NUMBER | JOINED) || content.end > self.bytes.len() {
            return None;
        }
        self.at = content.end;
        Some((magic, content))
    }

    /// A compressed frame.
    fn next_packed(&mut self) -> Option<Range<usize>> {
        let rest = &self.bytes[self.at..];
        let length = if rest.starts_with(&ZSTD_MAGIC) { find_frame_compressed_size(rest).ok()? } else { return None };
        let frame = self.at..self.at + length;
        self.at = frame.end;
        Some(frame)
    }

    /// The number of a game and its compressed frame.
    fn next_game(&mut self) -> Option<(u64, Range<usize>)> {
        let Some((NUMBER, content)) = self.next_skippable() else { return None };
        let number = u64::from_le_bytes(self.bytes[content].try_into().ok()?);
        Some((number, self.next_packed()?))
    }

    /// Returns true if a whole game stands anywhere behind `end`, where one that is not whole begins.
    fn goes_on_behind(&self, end: usize) -> bool {
        let rest = &self.bytes[end..];
        let starts = rest.windows(4).enumerate().skip(1).filter(|(_, word)| *word == NUMBER.to_le_bytes());
        starts.map(|(start, _)| end + start).any(|at| Frames { bytes: self.bytes, at }.next_game().is_some())
    }
}

#[cfg(test)]
mod tests {
    use std::fs;
    use std::path::PathBuf;

    use serde_json::json;
    use shakmaty::{Chess, Position as _};

    use super::super::{RecordedPly, RecordedScore};
    use super::*;

    /// A file that is removed in the end.
    struct TestFile(PathBuf);

    impl TestFile {
        fn new(name: &str) -> TestFile {
            TestFile(std::env::temp_dir().join(format!("motley-run-{name}-{}.bin.zst", std::process::id())))
        }

        fn open(&self, seed: u64) -> Result<(RunFile, Written), RunFileError> {
            RunFile::open(&self.0, &json!({ "nodes": 700, "seed": seed }))
        }

        fn games(&self) -> Vec<RecordedGame> {
            SelfPlayReader::open(&self.0).expect("a file").collect::<Result<_, _>>().expect("whole games")
        }
    }

    impl Drop for TestFile {
        fn drop(&mut self) {
            let _ = fs::remove_file(&self.0);
        }
    }

    fn game(plies: usize) -> RecordedGame {
        let mut position = Chess::default();
        let play = |ply| {
            let mv = position.legal_moves()[0];
            position.play_unchecked(mv);
            RecordedPly::new(mv, if ply < 2 { RecordedScore::None } else { RecordedScore::centipawns(ply as i32) })
        };
        RecordedGame { white_half_points: 1, opening_plies: 2, plies: (0..plies).map(play).collect() }
    }

    #[test]
    fn a_file_cut_at_any_byte_is_continued_behind_its_last_whole_game() {
        let file = TestFile::new("cut");
        let (mut run, _) = file.open(1).expect("a new file");
        let mut ends = Vec::new();
        for number in 0..3 {
            ends.push(run.length);
            run.append(number, &game(10 + number as usize)).expect("written");
        }
        drop(run);
        let whole = fs::read(&file.0).expect("the file");
        for length in 0..=whole.len() {
            fs::write(&file.0, &whole[..length]).expect("cut");
            let (mut run, written) = file.open(1).expect("repaired");
            let games = ends.iter().skip(1).chain([&(whole.len() as u64)]).filter(|&&end| end <= length as u64).count();
            assert_eq!(written.numbers, (0..games as u64).collect(), "{length} bytes");
            assert_eq!(written.positions, (0..games as u64).map(|number| 8 + number).sum::<u64>(), "{length} bytes");
            for number in games as u64..3 {
                run.append(number, &game(10 + number as usize)).expect("written");
            }
            drop(run);
            assert_eq!(fs::read(&file.0).expect("the file"), whole, "{length} bytes");
        }
        assert_eq!(file.games(), [game(10), game(11), game(12)]);
    }

    #[test]
    fn files_of_other_settings_or_origin_and_damaged_ones_are_refused_and_stay() {
        let file = TestFile::new("foreign");
        let (mut run, _) = file.open(1).expect("a new file");
        (0..3).for_each(|number| run.append(number, &game(9)).expect("written"));
        let refused = file.open(1).err().expect("it is open").to_string();
        assert!(refused.starts_with("another run is writing"), "{refused}");
        drop(run);
        let refused = file.open(2).err().expect("another seed").to_string();
        assert!(refused.ends_with("`seed` was 1 and is now 2"), "{refused}");
        let whole = fs::read(&file.0).expect("the file");
        let mut damaged = whole.clone();
        let middle = damaged.len() / 2;
        damaged[middle - 20..middle].fill(0x55);
        let twice = [whole.clone(), whole.clone()].concat();
        for content in [damaged, twice, b"no games".to_vec(), zstd::encode_all(&game(9).to_bytes()[..], 3).unwrap()] {
            fs::write(&file.0, &content).expect("written");
            assert!(matches!(file.open(1), Err(RunFileError::Damaged { .. } | RunFileError::Foreign { .. })));
            assert_eq!(fs::read(&file.0).expect("the file"), content);
        }
    }

    #[test]
    fn files_joined_end_to_end_are_one_file_that_names_both_runs() {
        let file = TestFile::new("joined");
        let (mut run, _) = file.open(1).expect("a new file");
        run.append(0, &game(9)).expect("written");
        drop(run);
        let other = TestFile::new("joined-2");
        let (mut run, _) = other.open(2).expect("a new file");
        run.append(0, &game(7)).expect("written");
        drop(run);
        let both = [&file, &other].map(|file| fs::read(&file.0).expect("the file")).concat();
        fs::write(&file.0, both).expect("written");
        assert_eq!(file.games(), [game(9), game(7)]);
        assert_eq!(
            descriptions(&file.0).expect("readable"),
            [r#"{"nodes":700,"seed":1}"#, r#"{"nodes":700,"seed":2}"#]
        );
    }
}
