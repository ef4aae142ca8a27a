//! Samples that several machines can make: each reads the games of one shard and notes which blocks of games its
//! samples come from, so that [`crate::training::merge()`] can put the blocks of all machines in their order.

use std::fs::{self, File};
use std::io::{self, BufReader, BufWriter, Read};
use std::path::{Path, PathBuf};

use npyz::{AutoSerialize, Deserialize, NpyWriter, WriterBuilder as _};
use serde::Serialize;
use serde_json::{Map, Value};

use crate::training::SampleWriter;
use crate::training::arrays::write_array;
use crate::training::games::{GameRecord, NO_CLOCKS};
use crate::training::moves::sample::MoveSample;
use crate::training::{Collector, DatasetError, DatasetJob, Summary, make, unwritable};
use motley::chess::hash::Fnv1a;
use motley::files;
use motley::games::file::{GamesError, ScoredGame};
use motley::games::inputs::{InputCounts, OpenGames, visit_games};
use motley::games::share::{BLOCK, FileShare, Shard};
use motley::games::split::Part;

/// The files of a part besides its samples.
pub(super) const BLOCKS: &str = "blocks.npy";
pub(super) const DESCRIPTION: &str = "part.json";
/// Of the files of a part; another version of them is refused.
pub(super) const FORMAT: u32 = 1;

/// The content of one shard, or of all, up to some game.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, npyz::Serialize, npyz::Deserialize, npyz::AutoSerialize)]
pub(super) struct Progress {
    pub games: u64,
    /// Samples of each part of the split.
    pub samples: [u64; Part::ALL.len()],
    /// Numbers in each array beside the samples.
    pub entries: [u64; 2],
}

/// The games of one block that a shard took: a row of `blocks.npy`.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, npyz::Serialize, npyz::Deserialize, npyz::AutoSerialize)]
pub(super) struct Block {
    /// The number of the file in the list of the job, and of the block in the file.
    pub file: u32,
    pub block: u32,
    /// The content of the shard when the block ends.
    pub end: Progress,
}

/// A kind of samples that can be made in shards.
pub(super) trait Shardable: AutoSerialize + Deserialize + Copy {
    /// The subcommand of `motley-lab dataset`.
    const KIND: &'static str;
    /// The names of arrays of two bytes a number that belong to the samples.
    const ARRAYS: &'static [&'static str];
    /// The sample, made after `from`, as it is when all of `to` precedes it.
    /// `None` where it cannot have been made after `from`.
    fn moved(self, from: &Progress, to: &Progress) -> Option<Self>;
}

impl Shardable for MoveSample {
    const KIND: &'static str = "mockfish";
    const ARRAYS: &'static [&'static str] = &[];

    fn moved(self, from: &Progress, to: &Progress) -> Option<MoveSample> {
        // The numbers of games begin again at 0 after 2^32 of them.
        let game = self.game.wrapping_sub(from.games as u32).wrapping_add(to.games as u32);
        Some(MoveSample { game, ..self })
    }
}

impl Shardable for GameRecord {
    const KIND: &'static str = "human";
    const ARRAYS: &'static [&'static str] = &[crate::training::rated::MOVES, crate::training::rated::CLOCKS];

    fn moved(self, from: &Progress, to: &Progress) -> Option<GameRecord> {
        let moved = |entry: u64, of: usize| entry.checked_sub(from.entries[of])?.checked_add(to.entries[of]);
        let first = moved(self.first, 0)?;
        let first_clock = match self.first_clock {
            NO_CLOCKS => NO_CLOCKS,
            clock => moved(clock, 1)?,
        };
        Some(GameRecord { first, first_clock, ..self })
    }
}

/// An array of numbers, written one after another.
pub(super) struct ArrayWriter {
    array: NpyWriter<u16, BufWriter<File>>,
    pub length: u64,
}

impl ArrayWriter {
    pub(super) fn create(path: &Path) -> io::Result<ArrayWriter> {
        let file = BufWriter::new(File::create(path)?);
        Ok(ArrayWriter { array: npyz::WriteOptions::new().default_dtype().writer(file).begin_1d()?, length: 0 })
    }

    pub(super) fn extend(&mut self, numbers: impl Iterator<Item = u16>) -> io::Result<()> {
        for number in numbers {
            self.array.push(&number)?;
            self.length += 1;
        }
        Ok(())
    }

    pub(super) fn finish(self) -> io::Result<()> {
        self.array.finish()
    }
}

/// The writers of the samples of games.
pub(super) struct Output<'a, S: Shardable> {
    pub writer: &'a mut SampleWriter<S>,
    /// One for each of [`Shardable::ARRAYS`].
    pub arrays: Vec<ArrayWriter>,
}

impl<S: Shardable> Output<'_, S> {
    fn progress(&self, games: u64) -> Progress {
        let mut entries = [0; 2];
        entries.iter_mut().zip(&self.arrays).for_each(|(length, array)| *length = array.length);
        Progress { games, samples: self.writer.counts(), entries }
    }
}

/// Gives the games of the job, or of its shard, to `take`, with the number of the file and of the games taken before;
/// `take` returns whether it used the game. `settings` are those of the kind of samples.
pub(super) fn make_shardable<S: Shardable>(
    job: &DatasetJob,
    settings: Map<String, Value>,
    open: &mut OpenGames<'_>,
    mut take: impl FnMut(&mut Output<'_, S>, ScoredGame, usize, u64) -> io::Result<bool>,
) -> Result<Summary, DatasetError> {
    let mut files = SourceFile::list(job)?;
    make(job, |Collector { folder, writer, counts }: &mut Collector<S>| {
        let unwritable = |source| unwritable(job, source);
        let create = |name: &&str| ArrayWriter::create(&folder.path().join(name));
        let arrays = S::ARRAYS.iter().map(create).collect::<io::Result<_>>().map_err(unwritable)?;
        let (mut out, mut blocks) = (Output { writer, arrays }, Vec::new());
        for (number, file) in files.iter_mut().enumerate() {
            let Some(share) = file.share.clone() else { continue };
            let passed = counts.passed;
            let mut open = |path: &Path| open(path).map(|games| games.with_share(share.clone()));
            visit_games(&job.files[number..=number], &mut open, job.max_games, counts, |game, taken| {
                let block = (game.number / BLOCK) as u32;
                let is_used = take(&mut out, game, number, taken).map_err(unwritable)?;
                if is_used && job.shard.is_some() {
                    note(&mut blocks, Block { file: number as u32, block, end: out.progress(taken + 1) });
                }
                Ok::<_, DatasetError>(is_used)
            })?;
            file.games = Some(counts.passed - passed);
        }
        out.arrays.into_iter().try_for_each(ArrayWriter::finish).map_err(unwritable)?;
        let Some(shard) = job.shard else { return Ok(()) };
        let description = Description::new::<S>(job, shard, settings, files, counts);
        let write = || {
            write_array(&folder.path().join(BLOCKS), blocks.into_iter())?;
            let text = serde_json::to_string_pretty(&description).expect("plain data becomes JSON");
            fs::write(folder.path().join(DESCRIPTION), text + "\n")
        };
        write().map_err(unwritable)
    })
}

/// The last block goes on, or another begins.
fn note(blocks: &mut Vec<Block>, now: Block) {
    match blocks.last_mut() {
        Some(last) if (last.file, last.block) == (now.file, now.block) => *last = now,
        _ => blocks.push(now),
    }
}

/// The description of a part: `part.json`.
#[derive(Clone, Debug, Serialize, serde::Deserialize)]
pub(super) struct Description {
    pub format: u32,
    /// The version of the program.
    pub motley: String,
    pub kind: String,
    /// From 1.
    pub shard: u32,
    pub of: u32,
    pub split: String,
    pub validation: f64,
    pub test: f64,
    pub seed: u64,
    /// The settings of the kind.
    pub settings: Map<String, Value>,
    pub files: Vec<SourceFile>,
    pub counts: InputCounts,
}

impl Description {
    fn new<S: Shardable>(
        job: &DatasetJob,
        shard: Shard,
        settings: Map<String, Value>,
        files: Vec<SourceFile>,
        counts: &InputCounts,
    ) -> Description {
        Description {
            format: FORMAT,
            motley: env!("CARGO_PKG_VERSION").to_owned(),
            kind: S::KIND.to_owned(),
            shard: shard.index + 1,
            of: shard.of.get(),
            split: job.split.unit.name(),
            validation: job.split.validation,
            test: job.split.test,
            seed: job.split.seed,
            settings,
            files,
            counts: counts.clone(),
        }
    }
}

/// A file of games, as a part knows it.
#[derive(Clone, Debug, Serialize, serde::Deserialize)]
pub(super) struct SourceFile {
    /// Without its folder.
    pub name: String,
    pub bytes: u64,
    /// Of the whole content, where the shard read from the file: FNV-1a, hexadecimal.
    pub checksum: Option<String>,
    /// Games in the whole file, where the shard read from it.
    pub games: Option<u64>,
    #[serde(skip)]
    share: Option<FileShare>,
}

impl SourceFile {
    /// The files of a job with what is read of each. Without shards nothing but the names and shares is found out.
    fn list(job: &DatasetJob) -> Result<Vec<SourceFile>, GamesError> {
        let name = |path: &PathBuf| crate::training::file_name(path);
        let unread = |name, bytes, share| SourceFile { name, bytes, checksum: None, games: None, share };
        let Some(shard) = job.shard else {
            return Ok(job.files.iter().map(|path| unread(name(path), 0, Some(FileShare::ALL))).collect());
        };
        let refuse = |path: &Path, source| GamesError::Open { path: path.display().to_string(), source };
        let checked = |data: fs::Metadata| files::check_regular(&data).map(|()| data.len());
        let length = |path: &PathBuf| fs::metadata(path).and_then(checked).map_err(|e| refuse(path, e));
        let lengths = job.files.iter().map(length).collect::<Result<Vec<u64>, _>>()?;
        let files = job.files.iter().zip(shard.shares(&lengths)).zip(lengths);
        let described = files.map(|((path, share), bytes)| {
            let read = share.as_ref().map(|_| checksum(path).map_err(|e| refuse(path, e)));
            Ok(SourceFile { checksum: read.transpose()?, ..unread(name(path), bytes, share) })
        });
        described.collect()
    }
}

fn checksum(path: &Path) -> io::Result<String> {
    let (mut file, mut hash, mut bytes) = (BufReader::new(files::open(path)?), Fnv1a::default(), vec![0; 1 << 16]);
    loop {
        match file.read(&mut bytes)? {
            0 => return Ok(format!("{:016x}", hash.value())),
            count => hash.add(bytes[..count].iter().copied()),
        }
    }
}
