//! Random numbers for players that draw.

use rand::SeedableRng;
use rand::rngs::StdRng;

/// A generator for a value of the option `Seed`: 0 draws from the system, any other value always gives the same
/// sequence.
pub fn seeded_rng(seed: u64) -> StdRng {
    if seed == 0 { rand::make_rng() } else { StdRng::seed_from_u64(seed) }
}
