//! A random sample of a stream.

use rand::rngs::StdRng;
use rand::{RngExt, SeedableRng};

/// Keeps a sample in which every item has the same chance to be (Vitter's algorithm R).
pub struct Reservoir<T> {
    pub kept: Vec<T>,
    size: usize,
    offered: usize,
    rng: StdRng,
}

impl<T> Reservoir<T> {
    pub fn new(size: usize, seed: u64) -> Reservoir<T> {
        Reservoir { kept: Vec::new(), size, offered: 0, rng: StdRng::seed_from_u64(seed) }
    }

    /// Makes the item only where it is kept.
    pub fn offer(&mut self, item: impl FnOnce() -> T) {
        self.offered += 1;
        if self.kept.len() < self.size {
            self.kept.push(item());
        } else if let Some(slot) = self.kept.get_mut(self.rng.random_range(0..self.offered)) {
            *slot = item();
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_reservoir_is_fair() {
        let mut kept = [0; 10];
        for seed in 0..2000 {
            let mut reservoir = Reservoir::new(3, seed);
            (0..10).for_each(|item| reservoir.offer(|| item));
            reservoir.kept.iter().for_each(|&item: &usize| kept[item] += 1);
        }
        assert!(kept.iter().all(|&count| (500..700).contains(&count)), "{kept:?}, 600 of each are expected");
    }
}
