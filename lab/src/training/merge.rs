//! Joins the parts of a sharded run to the files of a single run, byte by byte.

use std::io;
use std::path::{Path, PathBuf};

use serde_json::Value;
use thiserror::Error;

use crate::training::SampleWriter;
use crate::training::arrays::{ArrayReader, open_array};
use crate::training::games::GameRecord;
use crate::training::moves::sample::MoveSample;
use crate::training::sharded::{ArrayWriter, BLOCKS, Block, DESCRIPTION, Description, FORMAT, Progress, Shardable};
use crate::training::{DatasetError, Summary, finish};
use motley::files::io_error::reason;
use motley::files::{self, Overwrite, PartialFolder};
use motley::games::inputs::InputCounts;
use motley::games::split;

/// Why parts were not joined. Nothing has been written then.
#[derive(Debug, Error)]
pub enum MergeError {
    #[error("{path} is no part of a sharded run: {reason}")]
    NoPart { path: String, reason: String },
    #[error("{path} was made with other settings than {first}: `{setting}` is {value}, not {expected}")]
    OtherSettings { path: String, first: String, setting: String, value: String, expected: String },
    #[error("{path} was made of other games than {first}: {difference}")]
    OtherGames { path: String, first: String, difference: String },
    #[error("shard {shard}/{of} is there twice: {first} and {second}")]
    Overlap { shard: u32, of: u32, first: String, second: String },
    #[error("of {of} shards {} missing: {}", if *.count == 1 { "one is" } else { "some are" }, list(.first, *.count))]
    /// `first` are the first of the missing ones.
    Missing { of: u32, count: usize, first: Vec<u32> },
    #[error("{path} is damaged: {reason}")]
    Damaged { path: String, reason: String },
    #[error(transparent)]
    Nothing(DatasetError),
    #[error("cannot write {path}: {}", reason(.source))]
    Write { path: String, source: io::Error },
}

/// Numbers that are named in an error.
const NAMED: usize = 10;
/// The longest description of a part: a line for each file of games.
const MAX_DESCRIPTION: u64 = 64 << 20;

fn list(first: &[u32], count: usize) -> String {
    let shown: Vec<String> = first.iter().map(u32::to_string).collect();
    let more = count - shown.len();
    shown.join(", ") + &if more > 0 { format!(" and {more} more") } else { String::new() }
}

/// Joins the folders of all shards, in any order; `out` gets what a run without shards would have written. Memory
/// holds no samples.
///
/// # Errors
/// Fails if parts are missing, overlap, are damaged or were made with other settings or of other files, if no sample is
/// in them, or if `out` cannot be written.
pub fn merge(folders: &[PathBuf], out: &Path, overwrite: Overwrite) -> Result<Summary, MergeError> {
    let parts = folders.iter().map(|folder| Part::read(folder)).collect::<Result<Vec<_>, _>>()?;
    let parts = complete(parts)?;
    match parts[0].description.kind.as_str() {
        MoveSample::KIND => merge_samples::<MoveSample>(&parts, out, overwrite),
        GameRecord::KIND => merge_samples::<GameRecord>(&parts, out, overwrite),
        kind => Err(parts[0].refuse(format!("samples of the kind `{kind}` are not known"))),
    }
}

struct Part {
    folder: PathBuf,
    description: Description,
}

impl Part {
    fn read(folder: &Path) -> Result<Part, MergeError> {
        let refuse = |reason| MergeError::NoPart { path: folder.display().to_string(), reason };
        let text = files::read_text(&folder.join(DESCRIPTION), MAX_DESCRIPTION)
            .map_err(|error| refuse(format!("cannot read {DESCRIPTION}: {}", reason(&error))))?;
        let description: Description =
            serde_json::from_str(&text).map_err(|error| refuse(format!("{DESCRIPTION}: {error}")))?;
        let part = Part { folder: folder.to_owned(), description };
        let Description { format, shard, of, .. } = part.description;
        if format != FORMAT {
            return Err(part.refuse(format!("its format is {format}, this version knows {FORMAT}")));
        }
        if !(1..=of).contains(&shard) {
            return Err(part.refuse(format!("there is no shard {shard}/{of}")));
        }
        Ok(part)
    }

    fn path(&self) -> String {
        self.folder.display().to_string()
    }

    fn refuse(&self, reason: String) -> MergeError {
        MergeError::NoPart { path: self.path(), reason }
    }

    /// The settings that must be the same in all parts: name and value.
    fn settings(&self) -> Vec<(String, Value)> {
        let Description { motley, kind, of, split, validation, test, seed, settings, .. } = self.description.clone();
        let common: [(&str, Value); 7] = [
            ("motley", motley.into()),
            ("kind", kind.into()),
            ("shards", of.into()),
            ("split", split.into()),
            ("validation", validation.into()),
            ("test", test.into()),
            ("seed", seed.into()),
        ];
        common.into_iter().map(|(name, value)| (name.to_owned(), value)).chain(settings).collect()
    }

    fn must_match(&self, first: &Part) -> Result<(), MergeError> {
        let (mine, theirs) = (self.settings(), first.settings());
        if let Some(((setting, value), (_, expected))) = mine.iter().zip(&theirs).find(|(mine, theirs)| mine != theirs)
        {
            let (setting, value, expected) = (setting.clone(), value.to_string(), expected.to_string());
            return Err(MergeError::OtherSettings { path: self.path(), first: first.path(), setting, value, expected });
        }
        self.file_difference(first).map_or(Ok(()), |difference| {
            Err(MergeError::OtherGames { path: self.path(), first: first.path(), difference })
        })
    }

    fn file_difference(&self, first: &Part) -> Option<String> {
        let (mine, theirs) = (&self.description.files, &first.description.files);
        if mine.len() != theirs.len() {
            return Some(format!("{} files, not {}", mine.len(), theirs.len()));
        }
        mine.iter().zip(theirs).find_map(|(mine, theirs)| {
            let name = &mine.name;
            if *name != theirs.name {
                return Some(format!("the file `{name}` in the place of `{}`", theirs.name));
            }
            if mine.bytes != theirs.bytes {
                return Some(format!("`{name}` has {} bytes, not {}", mine.bytes, theirs.bytes));
            }
            if let (Some(a), Some(b)) = (&mine.checksum, &theirs.checksum)
                && a != b
            {
                return Some(format!("`{name}` has other content"));
            }
            match (mine.games, theirs.games) {
                (Some(a), Some(b)) if a != b => Some(format!(
                    "in `{name}` {a} and {b} games were found; variations with empty lines make them uncertain, \
                     so take this file without shards"
                )),
                _ => None,
            }
        })
    }
}

/// All shards in their order.
fn complete(mut parts: Vec<Part>) -> Result<Vec<Part>, MergeError> {
    for (index, part) in parts.iter().enumerate() {
        // With every part before, since only neighbours have read the same files.
        parts[..index].iter().try_for_each(|earlier| part.must_match(earlier))?;
    }
    parts.sort_by_key(|part| part.description.shard);
    let Description { of, .. } = parts[0].description;
    if let Some(same) = parts.windows(2).find(|pair| pair[0].description.shard == pair[1].description.shard) {
        let (shard, first, second) = (same[0].description.shard, same[0].path(), same[1].path());
        return Err(MergeError::Overlap { shard, of, first, second });
    }
    let is_missing = |shard: &u32| parts.binary_search_by_key(shard, |part| part.description.shard).is_err();
    // Each shard is there at most once, so their number says how many are missing, however many the files claim.
    let count = (of as usize).saturating_sub(parts.len());
    let first: Vec<u32> = (1..=of).filter(is_missing).take(NAMED.min(count)).collect();
    if count == 0 { Ok(parts) } else { Err(MergeError::Missing { of, count, first }) }
}

fn merge_samples<S: Shardable>(parts: &[Part], out: &Path, overwrite: Overwrite) -> Result<Summary, MergeError> {
    let unwritable = |source| MergeError::Write { path: out.display().to_string(), source };
    let folder = PartialFolder::create(out, overwrite).map_err(unwritable)?;
    let mut target = Target::<S>::create(folder.path()).map_err(unwritable)?;
    let mut open: Vec<PartReader<S>> = Vec::new();
    for number in 0..parts[0].description.files.len() {
        let reads = |part: &Part, file: usize| part.description.files[file].games.is_some();
        // A shard has neighbouring files, so its files are open for a while only.
        let is_first = |part: &&Part| reads(part, number) && (0..number).all(|file| !reads(part, file));
        for part in parts.iter().filter(is_first) {
            open.push(PartReader::open(part)?);
        }
        while let Some(next) =
            open.iter_mut().filter(|part| part.is_in(number)).min_by_key(|part| part.next.map(|block| block.block))
        {
            next.copy(&mut target, &unwritable)?;
        }
        for part in open.extract_if(.., |part| part.next.is_none()) {
            part.must_be_at_the_end()?;
        }
    }
    if let Some(part) = open.first() {
        return Err(part.damaged(format!("{BLOCKS} has blocks out of order")));
    }
    let summary = summary(parts, target.at.samples);
    if target.at.samples.iter().sum::<u64>() == 0 {
        return Err(MergeError::Nothing(DatasetError::Nothing(summary.counts)));
    }
    target.finish().and_then(|()| finish(folder, &summary)).map_err(unwritable)?;
    Ok(summary)
}

fn summary(parts: &[Part], [train, validation, test]: [u64; split::Part::ALL.len()]) -> Summary {
    let mut counts = InputCounts::default();
    for InputCounts { taken, filtered, unreadable, illegal, broken, .. } in
        parts.iter().map(|part| &part.description.counts)
    {
        counts.taken = counts.taken.saturating_add(*taken);
        counts.filtered = counts.filtered.saturating_add(*filtered);
        counts.unreadable = counts.unreadable.saturating_add(*unreadable);
        counts.illegal = counts.illegal.saturating_add(*illegal);
        // Shards that share a broken file all report it.
        let new: Vec<String> = broken.iter().filter(|fault| !counts.broken.contains(fault)).cloned().collect();
        counts.broken.extend(new);
    }
    let Description { motley, split, seed, files, .. } = parts[0].description.clone();
    let sources = files.into_iter().map(|file| file.name).collect();
    Summary { counts, train, validation, test, split, seed, sources, motley }
}

/// The joined files.
struct Target<S: Shardable> {
    writer: SampleWriter<S>,
    arrays: Vec<ArrayWriter>,
    at: Progress,
}

impl<S: Shardable> Target<S> {
    fn create(folder: &Path) -> io::Result<Target<S>> {
        let arrays = S::ARRAYS.iter().map(|name| ArrayWriter::create(&folder.join(name))).collect::<io::Result<_>>()?;
        Ok(Target { writer: SampleWriter::create(folder)?, arrays, at: Progress::default() })
    }

    fn finish(self) -> io::Result<()> {
        self.arrays.into_iter().try_for_each(ArrayWriter::finish)?;
        self.writer.finish().map(|_| ())
    }
}

/// The files of a part, read once from their beginning to their end.
struct PartReader<S: Shardable> {
    path: String,
    samples: Vec<ArrayReader<S>>,
    arrays: Vec<ArrayReader<u16>>,
    blocks: ArrayReader<Block>,
    next: Option<Block>,
    at: Progress,
}

impl<S: Shardable> PartReader<S> {
    fn open(part: &Part) -> Result<PartReader<S>, MergeError> {
        let path = part.path();
        let samples = split::Part::ALL.iter().map(|of| array_of(part, &format!("{}.npy", of.name())));
        let arrays = S::ARRAYS.iter().map(|name| array_of(part, name));
        let (samples, arrays) = (samples.collect::<Result<_, _>>()?, arrays.collect::<Result<_, _>>()?);
        let blocks = array_of(part, BLOCKS)?;
        let mut reader = PartReader { path, samples, arrays, blocks, next: None, at: Progress::default() };
        reader.advance()?;
        Ok(reader)
    }

    fn damaged(&self, reason: String) -> MergeError {
        MergeError::Damaged { path: self.path.clone(), reason }
    }

    fn advance(&mut self) -> Result<(), MergeError> {
        let next = self.blocks.next().transpose();
        self.next = next.map_err(|error| self.damaged(format!("{BLOCKS}: {}", reason(&error))))?;
        Ok(())
    }

    fn is_in(&self, file: usize) -> bool {
        self.next.is_some_and(|block| block.file as usize == file)
    }

    /// Moves the next block to the target.
    fn copy(
        &mut self,
        target: &mut Target<S>,
        unwritable: &impl Fn(io::Error) -> MergeError,
    ) -> Result<(), MergeError> {
        let Some(Block { end, .. }) = self.next else { return Ok(()) };
        let (from, to) = (self.at, target.at);
        let distance = |to: u64, from: u64| to.checked_sub(from);
        let damaged = |path: &str, file: &str| {
            let reason = format!("{file} and {BLOCKS} do not agree");
            MergeError::Damaged { path: path.to_owned(), reason }
        };
        for part in split::Part::ALL {
            let (index, wrong) = (part as usize, || damaged(&self.path, part.name()));
            for _ in 0..distance(end.samples[index], from.samples[index]).ok_or_else(wrong)? {
                let sample = self.samples[index].next().and_then(Result::ok).ok_or_else(wrong)?;
                target.writer.push(part, &sample.moved(&from, &to).ok_or_else(wrong)?).map_err(unwritable)?;
            }
        }
        for (index, name) in S::ARRAYS.iter().enumerate() {
            let wrong = || damaged(&self.path, name);
            for _ in 0..distance(end.entries[index], from.entries[index]).ok_or_else(wrong)? {
                let number = self.arrays[index].next().and_then(Result::ok).ok_or_else(wrong)?;
                target.arrays[index].extend([number].into_iter()).map_err(unwritable)?;
            }
            target.at.entries[index] = target.arrays[index].length;
        }
        target.at.samples = target.writer.counts();
        target.at.games += distance(end.games, from.games).ok_or_else(|| damaged(&self.path, "games"))?;
        self.at = end;
        self.advance()
    }

    fn must_be_at_the_end(mut self) -> Result<(), MergeError> {
        let more = self.samples.iter_mut().any(|samples| samples.next().is_some())
            || self.arrays.iter_mut().any(|array| array.next().is_some());
        if more { Err(self.damaged(format!("it holds more than {BLOCKS} says"))) } else { Ok(()) }
    }
}

fn array_of<T: npyz::Deserialize>(part: &Part, name: &str) -> Result<ArrayReader<T>, MergeError> {
    open_array(&part.folder.join(name))
        .map_err(|error| MergeError::Damaged { path: part.path(), reason: format!("{name}: {}", reason(&error)) })
}
