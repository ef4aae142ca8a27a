//! The learner's record: right and wrong answers by position, in a small file.

use std::collections::BTreeMap;
use std::fmt;
use std::fs;
use std::io;
use std::path::{Path, PathBuf};

use chrono::Local;
use etcetera::{BaseStrategy, choose_base_strategy};
use serde::{Deserialize, Serialize};
use thiserror::Error;

use crate::io_error::reason;

/// The form of the file; another number is not read.
const VERSION: u32 = 1;
/// How much more often what was just answered wrong is asked. It halves with every right answer since.
const AFTER_A_MISTAKE: f64 = 8.0;

/// Why there is no record.
#[derive(Debug, Error)]
pub enum RecordError {
    #[error("cannot find a folder for your record: {0}; name a file with --record")]
    NoHome(#[from] etcetera::HomeDirError),
    #[error("cannot read {path}: {}", reason(.source))]
    Read { path: String, source: io::Error },
    #[error("cannot write {path}: {}", reason(.source))]
    Write { path: String, source: io::Error },
}

/// Answers in one position.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Answers {
    pub right: u32,
    pub wrong: u32,
    /// Right answers since the last wrong one.
    pub streak: u32,
}

impl Answers {
    fn note(&mut self, right: bool) {
        if right {
            self.right += 1;
            self.streak += 1;
        } else {
            self.wrong += 1;
            self.streak = 0;
        }
    }

    /// How much more often the position is asked than one that was never answered wrong: 1 and more.
    pub fn urgency(self) -> f64 {
        if self.wrong == 0 { 1.0 } else { 1.0 + AFTER_A_MISTAKE * 0.5_f64.powi(self.streak.min(60) as i32) }
    }
}

/// The learner's record.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct DrillRecord {
    version: u32,
    /// By position: the first four fields of its FEN.
    positions: BTreeMap<String, Answers>,
    /// Lines that were played to their end, moves in UCI form, with how often.
    lines: BTreeMap<String, u32>,
}

/// A damaged file, in the place of which a new record begins.
#[derive(Clone, Debug)]
pub struct SetAside {
    path: PathBuf,
    /// Where it lies now.
    kept: PathBuf,
}

impl fmt::Display for SetAside {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let SetAside { path, kept } = self;
        write!(f, "{} is damaged: it is kept as {}, and a new record begins", path.display(), kept.display())
    }
}

impl DrillRecord {
    /// `drill.json` in the XDG data folder of Motley.
    pub fn usual_path() -> Result<PathBuf, RecordError> {
        Ok(choose_base_strategy()?.data_dir().join("motley").join("drill.json"))
    }

    /// Reads a record; none yet is an empty one. A damaged file is set aside, which is returned.
    ///
    /// # Errors
    /// When the file is there and cannot be read, or cannot be set aside.
    pub fn load(path: &Path) -> Result<(DrillRecord, Option<SetAside>), RecordError> {
        let text = match fs::read(path) {
            Ok(text) => text,
            Err(error) if error.kind() == io::ErrorKind::NotFound => return Ok((DrillRecord::new(), None)),
            Err(source) => return Err(RecordError::Read { path: path.display().to_string(), source }),
        };
        match serde_json::from_slice::<DrillRecord>(&text) {
            Ok(record) if record.version == VERSION => Ok((record, None)),
            _ => {
                let kept = free_name(path);
                fs::rename(path, &kept)
                    .map_err(|source| RecordError::Write { path: kept.display().to_string(), source })?;
                Ok((DrillRecord::new(), Some(SetAside { path: path.to_owned(), kept })))
            }
        }
    }

    fn new() -> DrillRecord {
        DrillRecord { version: VERSION, ..DrillRecord::default() }
    }

    /// Writes the record beside the old one, then puts it in its place: an interrupted write loses nothing.
    ///
    /// # Errors
    /// When the folder or the file cannot be written.
    pub fn save(&self, path: &Path) -> Result<(), RecordError> {
        let failed = |source| RecordError::Write { path: path.display().to_string(), source };
        if let Some(folder) = path.parent() {
            fs::create_dir_all(folder).map_err(failed)?;
        }
        let new = path.with_extension("json.new");
        let text = serde_json::to_string_pretty(self).expect("plain data becomes JSON");
        fs::write(&new, text).and_then(|()| fs::rename(&new, path)).map_err(failed)
    }

    /// Counts an answer in a position, by its [`super::record_key`].
    pub fn note(&mut self, position: &str, right: bool) {
        self.positions.entry(position.to_owned()).or_default().note(right);
    }

    /// Counts a line that was played to its end, moves in UCI form.
    pub fn note_line(&mut self, moves: &str) {
        *self.lines.entry(moves.to_owned()).or_default() += 1;
    }

    pub fn answers(&self, position: &str) -> Answers {
        self.positions.get(position).copied().unwrap_or_default()
    }

    /// Lines that were drilled, with how often.
    pub fn lines(&self) -> impl Iterator<Item = (&str, u32)> {
        self.lines.iter().map(|(moves, &times)| (moves.as_str(), times))
    }

    /// Every position that was asked, by the first four fields of its FEN.
    pub fn positions(&self) -> impl Iterator<Item = (&str, Answers)> {
        self.positions.iter().map(|(fen, &answers)| (fen.as_str(), answers))
    }

    /// The positions answered wrong, the most urgent first.
    pub fn troubles(&self) -> Vec<(&str, Answers)> {
        let mut troubles: Vec<(&str, Answers)> = self
            .positions
            .iter()
            .filter(|(_, answers)| answers.wrong > 0)
            .map(|(fen, &answers)| (fen.as_str(), answers))
            .collect();
        troubles.sort_by(|a, b| b.1.urgency().total_cmp(&a.1.urgency()).then(b.1.wrong.cmp(&a.1.wrong)));
        troubles
    }
}

/// "drill.json.damaged-2026-11-21", with a number behind it where that is taken.
fn free_name(path: &Path) -> PathBuf {
    let name = format!("{}.damaged-{}", path.display(), Local::now().format("%Y-%m-%d"));
    let candidates = std::iter::once(name.clone()).chain((2..).map(|number| format!("{name}-{number}")));
    candidates.map(PathBuf::from).find(|candidate| !candidate.exists()).expect("some number is free")
}

#[cfg(test)]
mod tests {
    use super::*;

    struct Folder(PathBuf);

    impl Folder {
        fn new(name: &str) -> Folder {
            let folder = std::env::temp_dir().join(format!("motley-record-{name}-{}", std::process::id()));
            fs::create_dir_all(&folder).expect("a folder for the test");
            Folder(folder)
        }
    }

    impl Drop for Folder {
        fn drop(&mut self) {
            let _ = fs::remove_dir_all(&self.0);
        }
    }

    #[test]
    fn what_is_saved_is_loaded() {
        let folder = Folder::new("saved");
        let path = folder.0.join("deeper").join("drill.json");
        let (mut record, aside) = DrillRecord::load(&path).expect("none yet");
        assert!(aside.is_none());
        record.note("start", true);
        record.note("start", false);
        record.note_line("e2e4");
        record.save(&path).expect("a folder is made");
        assert_eq!(DrillRecord::load(&path).expect("a record").0, record);
    }

    #[test]
    fn a_damaged_file_is_kept_aside() {
        let folder = Folder::new("damaged");
        let path = folder.0.join("drill.json");
        for content in [
            "{\"version\": 1, \"positions\": {\"x\": {\"ri",
            "",
            "[1, 2]",
            "{\"version\": 99, \"positions\": {}, \"lines\": {}}",
        ] {
            fs::write(&path, content).expect("a file");
            let (record, aside) = DrillRecord::load(&path).expect("set aside");
            let aside = aside.expect("a damaged file");
            assert_eq!(record, DrillRecord::new());
            assert_eq!(fs::read_to_string(&aside.kept).expect("still there"), content);
            assert!(!path.exists());
        }
        assert_eq!(fs::read_dir(&folder.0).expect("the folder").count(), 4, "each under its own name");
    }

    #[test]
    fn mistakes_are_urgent_until_they_are_corrected() {
        let mut answers = Answers::default();
        answers.note(true);
        assert_eq!(answers.urgency(), 1.0);
        answers.note(false);
        let fresh = answers.urgency();
        answers.note(true);
        let corrected_once = answers.urgency();
        assert!(fresh > corrected_once && corrected_once > 1.0);
        assert_eq!(answers, Answers { right: 2, wrong: 1, streak: 1 });
    }

    #[test]
    fn troubles_come_by_urgency() {
        let mut record = DrillRecord::new();
        for (position, right) in [("a", false), ("a", true), ("b", false), ("c", true)] {
            record.note(position, right);
        }
        assert_eq!(record.troubles().iter().map(|(position, _)| *position).collect::<Vec<_>>(), ["b", "a"]);
    }
}
