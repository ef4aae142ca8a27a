//! Samples of which each position is taken once, in random order.

use std::io;

use npyz::AutoSerialize;
use rand::Rng;
use rand::seq::SliceRandom as _;
use rustc_hash::FxHashSet;

use crate::training::SampleWriter;
use motley::games::split::Part;

/// Samples in memory until all are known. Of equal positions the first stays, whatever its part, so that none is in two
/// parts.
pub struct UniqueSamples<S> {
    keys: FxHashSet<u64>,
    parts: [Vec<S>; Part::ALL.len()],
}

impl<S> Default for UniqueSamples<S> {
    fn default() -> UniqueSamples<S> {
        UniqueSamples { keys: FxHashSet::default(), parts: Part::ALL.map(|_| Vec::new()) }
    }
}

impl<S: AutoSerialize> UniqueSamples<S> {
    /// Takes a sample, unless one of a position with this key was taken.
    pub fn add(&mut self, key: u64, part: Part, sample: S) {
        if self.keys.insert(key) {
            self.parts[part as usize].push(sample);
        }
    }

    /// Writes all samples, each part shuffled as a whole.
    ///
    /// # Errors
    /// Fails if a file cannot be written.
    pub fn write(self, writer: &mut SampleWriter<S>, rng: &mut impl Rng) -> io::Result<()> {
        for (part, mut samples) in Part::ALL.into_iter().zip(self.parts) {
            samples.shuffle(rng);
            samples.iter().try_for_each(|sample| writer.push(part, sample))?;
        }
        Ok(())
    }
}
