//! Samples on disk: one array a part of the split.

use std::fs::File;
use std::io::{self, BufWriter};
use std::path::Path;

use npyz::{AutoSerialize, NpyWriter, WriterBuilder};

use motley::games::split::Part;

/// Writes samples to `train.npy`, `validation.npy` and `test.npy`, one after another, without keeping them in memory.
/// The fields of `S` are those of the arrays.
pub struct SampleWriter<S: AutoSerialize> {
    parts: [NpyWriter<S, BufWriter<File>>; Part::ALL.len()],
    counts: [u64; Part::ALL.len()],
}

impl<S: AutoSerialize> SampleWriter<S> {
    /// Creates the files in a folder that exists; files of these names are overwritten.
    ///
    /// # Errors
    /// Fails if a file cannot be created or written.
    pub fn create(folder: &Path) -> io::Result<SampleWriter<S>> {
        let create = |part: Part| {
            let file = BufWriter::new(File::create(folder.join(format!("{}.npy", part.name())))?);
            npyz::WriteOptions::new().default_dtype().writer(file).begin_1d()
        };
        let [train, validation, test] = Part::ALL.map(create);
        Ok(SampleWriter { parts: [train?, validation?, test?], counts: [0; Part::ALL.len()] })
    }

    /// # Errors
    /// Fails if the file cannot be written.
    pub fn push(&mut self, part: Part, sample: &S) -> io::Result<()> {
        self.counts[part as usize] += 1;
        self.parts[part as usize].push(sample)
    }

    /// The number of samples in each part so far, in the order of [`Part::ALL`].
    pub fn counts(&self) -> [u64; Part::ALL.len()] {
        self.counts
    }

    /// Completes the files; how many samples each part holds, in the order of [`Part::ALL`].
    ///
    /// # Errors
    /// Fails if a file cannot be written.
    pub fn finish(self) -> io::Result<[u64; Part::ALL.len()]> {
        for part in self.parts {
            part.finish()?;
        }
        Ok(self.counts)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[derive(Clone, Copy, Debug, PartialEq, npyz::Serialize, npyz::Deserialize, npyz::AutoSerialize)]
    struct Sample {
        board: [u8; 3],
        games: u32,
    }

    #[test]
    fn written_samples_are_read_back() {
        let folder = std::env::temp_dir().join(format!("motley-samples-{}", std::process::id()));
        std::fs::create_dir_all(&folder).unwrap();
        let mut writer = SampleWriter::create(&folder).unwrap();
        let samples = [1, 2, 3, 4].map(|games| Sample { board: [7, 8, 9], games });
        for (index, sample) in samples.iter().enumerate() {
            writer.push(if index == 2 { Part::Test } else { Part::Train }, sample).unwrap();
        }
        assert_eq!(writer.finish().unwrap(), [3, 0, 1]);
        let read = |name: &str| -> Vec<Sample> {
            let bytes = std::fs::read(folder.join(name)).unwrap();
            npyz::NpyFile::new(&bytes[..]).unwrap().data().unwrap().map(Result::unwrap).collect()
        };
        assert_eq!(read("test.npy"), [samples[2]]);
        assert_eq!(read("train.npy"), [samples[0], samples[1], samples[3]]);
        assert!(read("validation.npy").is_empty());
        std::fs::remove_dir_all(&folder).unwrap();
    }
}
