//! Training samples made of the games and puzzles of many files: arrays for NumPy and a summary in a folder.

use std::fmt::{self, Display, Formatter};
use std::fs;
use std::io;
use std::path::{Path, PathBuf};

use npyz::AutoSerialize;
use serde::Serialize;
use thiserror::Error;

use crate::engines::stockfish_net::StockfishNetError;
use crate::engines::uci_engine::EngineError;
use crate::training::SampleWriter;
use motley::files::io_error::reason;
use motley::files::{Overwrite, PartialFolder};
use motley::games::file::GamesError;
use motley::games::inputs::{InputCounts, InputError};
use motley::games::share::Shard;
use motley::games::split::{Part, Split};

/// The settings of all kinds of samples: the input, the output folder and the split.
#[derive(Clone, Debug)]
pub struct DatasetJob {
    pub files: Vec<PathBuf>,
    /// The folder for the arrays; made if need be.
    pub out: PathBuf,
    /// The files that may be there already.
    pub overwrite: Overwrite,
    pub split: Split,
    /// Games to use at most.
    pub max_games: u64,
    /// Make only this part of the samples, for [`crate::training::merge()`]; kinds of samples that cannot be merged
    /// know none.
    pub shard: Option<Shard>,
}

/// Why no samples were made. Nothing has been written then.
#[derive(Debug, Error)]
pub enum DatasetError {
    #[error(transparent)]
    Input(#[from] InputError),
    #[error(transparent)]
    Engine(#[from] EngineError),
    #[error(transparent)]
    Teacher(#[from] StockfishNetError),
    #[error(
        "no sample was made: {} taken, {} outside the filters, {} unreadable, {} with an illegal move{}",
        .0.taken,
        .0.filtered,
        .0.unreadable,
        .0.illegal,
        .0.broken.iter().map(|fault| format!("; {fault}")).collect::<String>()
    )]
    Nothing(InputCounts),
    #[error("cannot read {}: {}", .path.display(), reason(.source))]
    Samples { path: PathBuf, source: io::Error },
    #[error("{}: a sample is no position", .path.display())]
    NoPositions { path: PathBuf },
    #[error("cannot write {path}: {}", reason(.source))]
    Write { path: String, source: io::Error },
}

impl From<GamesError> for DatasetError {
    fn from(error: GamesError) -> DatasetError {
        DatasetError::Input(error.into())
    }
}

/// The summary of the samples, as `summary.json` has it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Summary {
    #[serde(flatten)]
    pub counts: InputCounts,
    /// Samples of each part.
    pub train: u64,
    pub validation: u64,
    pub test: u64,
    /// The unit that stays together: `game` or `position`.
    pub split: String,
    pub seed: u64,
    /// The names of the files, without their folders.
    pub sources: Vec<String>,
    /// The version of this program.
    pub motley: String,
}

impl Summary {
    fn new(job: &DatasetJob, counts: InputCounts, [train, validation, test]: [u64; Part::ALL.len()]) -> Summary {
        Summary {
            counts,
            train,
            validation,
            test,
            split: job.split.unit.name(),
            seed: job.split.seed,
            sources: job.files.iter().map(|path| file_name(path)).collect(),
            motley: env!("CARGO_PKG_VERSION").to_owned(),
        }
    }
}

/// The counts as two lines, and one for each file that broke off.
impl Display for Summary {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        let Summary { counts, train, validation, test, .. } = self;
        let InputCounts { taken, filtered, unreadable, illegal, broken, .. } = counts;
        let faults = format!("{unreadable} unreadable, {illegal} with an illegal move");
        writeln!(f, "{taken} taken, {filtered} outside the filters, {faults}")?;
        writeln!(f, "{train} samples to learn from, {validation} for validation, {test} for the test")?;
        broken.iter().try_for_each(|fault| writeln!(f, "broke off: {fault}"))
    }
}

/// Samples on their way to the folder.
pub(super) struct Collector<S: AutoSerialize> {
    pub(super) folder: PartialFolder,
    pub(super) writer: SampleWriter<S>,
    pub(super) counts: InputCounts,
}

/// Makes a folder of samples: `fill` reads the input, pushes samples to the writer and keeps the counts. The folder
/// gets its files when all of them are complete.
pub(super) fn make<S: AutoSerialize>(
    job: &DatasetJob,
    fill: impl FnOnce(&mut Collector<S>) -> Result<(), DatasetError>,
) -> Result<Summary, DatasetError> {
    let unwritable = |source| unwritable(job, source);
    let folder = PartialFolder::create(&job.out, job.overwrite).map_err(unwritable)?;
    let writer = SampleWriter::create(folder.path()).map_err(unwritable)?;
    let mut collector = Collector { folder, writer, counts: InputCounts::default() };
    fill(&mut collector)?;

    let Collector { folder, writer, counts } = collector;
    let samples = writer.finish().map_err(unwritable)?;
    if job.shard.is_none() && samples.iter().sum::<u64>() == 0 {
        return Err(DatasetError::Nothing(counts));
    }
    let summary = Summary::new(job, counts, samples);
    finish(folder, &summary).map_err(unwritable)?;
    Ok(summary)
}

pub(super) fn finish(folder: PartialFolder, summary: &Summary) -> io::Result<()> {
    let text = serde_json::to_string_pretty(summary).expect("plain data becomes JSON");
    fs::write(folder.path().join("summary.json"), text + "\n")?;
    folder.finish()
}

pub(super) fn file_name(path: &Path) -> String {
    path.file_name().unwrap_or_default().to_string_lossy().into_owned()
}

pub(super) fn unwritable(job: &DatasetJob, source: io::Error) -> DatasetError {
    DatasetError::Write { path: job.out.display().to_string(), source }
}

#[cfg(test)]
mod tests {
    use std::io::Cursor;

    use super::*;
    use crate::training::cooperative::shares_from_games;
    use motley::games::file::GameFile;
    use motley::games::filter::GameFilter;
    use motley::games::split::Unit;

    /// Runs [`shares_from_games`] on one file of games; the result and the names of the files in the folder.
    fn made(name: &str, content: &[u8]) -> (Result<Summary, DatasetError>, Vec<String>) {
        let base = std::env::temp_dir().join(format!("motley-datasets-{name}-{}", std::process::id()));
        fs::create_dir_all(&base).expect("a folder for the test");
        let split = Split { unit: Unit::Game, validation: 0.0, test: 0.0, seed: 1 };
        let job = DatasetJob {
            files: vec!["in.pgn".into()],
            out: base.join("out"),
            overwrite: Overwrite::Nothing,
            split,
            max_games: u64::MAX,
            shard: None,
        };
        let content = content.to_vec();
        let mut open = |path: &Path| GameFile::new(path, Cursor::new(content.clone()));
        let summary = shares_from_games(&job, &GameFilter::ALL, 100, &mut open);
        let names = |folder: &Path| {
            let entries = fs::read_dir(folder).into_iter().flatten().flatten();
            let mut names: Vec<_> = entries.map(|entry| entry.file_name().to_string_lossy().into_owned()).collect();
            names.sort();
            names
        };
        let left = if base.join("out").is_dir() { names(&base.join("out")) } else { names(&base) };
        fs::remove_dir_all(&base).expect("the test's own folder");
        (summary, left)
    }

    #[test]
    fn samples_and_summary_appear_together() {
        let (summary, files) = made("sound", b"e4 e5 *\n\ne4 Ke7 *\n\n");
        let summary = summary.expect("one sound game");
        assert_eq!((summary.counts.taken, summary.counts.illegal, summary.train), (1, 1, 3));
        assert_eq!(files, ["summary.json", "test.npy", "train.npy", "validation.npy"]);
    }

    #[test]
    fn a_failed_run_leaves_nothing_behind() {
        let (summary, files) = made("faulty", b"e4 Ke7 *\n\n");
        let error = summary.expect_err("no sound game").to_string();
        assert_eq!(error, "no sample was made: 0 taken, 0 outside the filters, 0 unreadable, 1 with an illegal move");
        assert!(files.is_empty(), "{files:?}");
    }

    #[test]
    fn a_truncated_archive_keeps_what_came_before() {
        let games = "[Result \"1-0\"]\n\ne4 e5 Nf3 Nc6 Bb5 a6 Ba4 Nf6 O-O 1-0\n\n".repeat(20_000);
        let mut packed = zstd::encode_all(games.as_bytes(), 1).expect("memory can be written");
        packed.truncate(packed.len() / 2);
        let counts = made("truncated", &packed).0.expect("the games before the end").counts;
        assert!(counts.taken > 0 && counts.broken.len() == 1, "{counts:?}");
    }
}
