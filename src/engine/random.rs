//! Random numbers.

use std::ops::{Deref, DerefMut};

use rand::SeedableRng;
use rand::rngs::StdRng;

/// A generator for a value of the option `Seed`: 0 takes a random seed from the system, any other value always gives
/// the same sequence.
fn seeded_rng(seed: u64) -> StdRng {
    if seed == 0 { rand::make_rng() } else { StdRng::seed_from_u64(seed) }
}

/// A generator that follows the option `Seed`: its sequence begins again when the option changes and with every new
/// game.
pub struct SeededRng {
    seed: u64,
    rng: StdRng,
}

impl SeededRng {
    /// Takes the option's value; the sequence goes on where the value is the same as before.
    pub fn configure(&mut self, seed: u64) {
        if seed != self.seed {
            *self = SeededRng { seed, rng: seeded_rng(seed) };
        }
    }

    /// Begins the sequence again.
    pub fn new_game(&mut self) {
        self.rng = seeded_rng(self.seed);
    }
}

impl Default for SeededRng {
    /// With the option's default: taken from the system.
    fn default() -> SeededRng {
        SeededRng { seed: 0, rng: seeded_rng(0) }
    }
}

impl Deref for SeededRng {
    type Target = StdRng;

    fn deref(&self) -> &StdRng {
        &self.rng
    }
}

impl DerefMut for SeededRng {
    fn deref_mut(&mut self) -> &mut StdRng {
        &mut self.rng
    }
}

#[cfg(test)]
mod tests {
    use rand::RngExt;

    use super::*;

    #[test]
    fn a_sequence_begins_again_with_another_seed_and_with_a_new_game_only() {
        let mut rng = SeededRng::default();
        rng.configure(7);
        let (first, second): (u64, u64) = (rng.random(), rng.random());
        rng.new_game();
        assert_eq!(rng.random::<u64>(), first);
        rng.configure(7);
        assert_eq!(rng.random::<u64>(), second, "the same seed changes nothing");
        rng.configure(8);
        assert_ne!(rng.random::<u64>(), first);
        rng.configure(7);
        assert_eq!(rng.random::<u64>(), first);
    }

    #[test]
    fn seed_0_comes_from_the_system() {
        assert_ne!(seeded_rng(0).random::<u64>(), seeded_rng(0).random::<u64>());
    }
}
