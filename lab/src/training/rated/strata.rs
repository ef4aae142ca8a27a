//! Sampling positions at random from many games, so that rare ratings and time controls are not drowned by frequent
//! ones.

use std::collections::BTreeMap;

use rand::RngExt;
use rand::rngs::StdRng;

use crate::training::games::GameRecord;
#[cfg(doc)]
use motley::nets::rated::Source;

/// Ratings of one stratum span so many points.
const BAND: u16 = 200;

/// A stratum of positions: the source and time class of the game, and the mover's rating.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
struct Stratum {
    source: u8,
    time_class: u8,
    band: u16,
}

/// The plies of one player in a game.
#[derive(Clone, Copy, Debug)]
struct Side {
    game: u32,
    is_black: bool,
    /// Plies in the stratum up to these, and with them.
    end: u64,
}

/// A ply of a game.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct GamePly {
    pub game: u32,
    pub ply: u16,
}

/// All plies of rated players, by stratum.
pub struct Strata {
    sides: Vec<Vec<Side>>,
    /// The sum of the weights of the strata up to each, and with it.
    bounds: Vec<f64>,
}

impl Strata {
    /// A stratum of n plies weighs n to the power of `exponent`, times the weight of its source in `source_weights` (in
    /// the order of [`Source::ALL`]): with exponent 1 and equal weights all plies are equally probable, with 0 all
    /// strata.
    pub fn new(games: &[GameRecord], exponent: f64, source_weights: [f64; 3]) -> Strata {
        let mut sides: BTreeMap<Stratum, Vec<Side>> = BTreeMap::new();
        for (game, record) in (0..).zip(games) {
            for is_black in [false, true] {
                let (elo, _) = record.ratings(usize::from(is_black));
                let plies = u64::from((record.plies + u16::from(!is_black)) / 2);
                if elo == 0 || plies == 0 {
                    continue;
                }
                let stratum = Stratum { source: record.source, time_class: record.time_class, band: elo / BAND };
                let known = sides.entry(stratum).or_default();
                let before = known.last().map_or(0, |side| side.end);
                known.push(Side { game, is_black, end: before + plies });
            }
        }
        let weights = sides.iter().map(|(stratum, sides)| {
            let of_source = source_weights.get(usize::from(stratum.source)).copied().unwrap_or(0.0);
            (size(sides) as f64).powf(exponent) * of_source
        });
        let bounds = weights.scan(0.0, |sum, weight| {
            *sum += weight;
            Some(*sum)
        });
        Strata { bounds: bounds.collect(), sides: sides.into_values().collect() }
    }

    /// The number of plies.
    pub fn plies(&self) -> u64 {
        self.sides.iter().map(|sides| size(sides)).sum()
    }

    /// `count` samples, sorted; a ply that was sampled more than once is there once.
    pub fn sample(&self, count: usize, rng: &mut StdRng) -> Vec<GamePly> {
        let count = if self.sides.is_empty() { 0 } else { count };
        let mut sampled: Vec<GamePly> = (0..count).map(|_| self.one(rng)).collect();
        sampled.sort_unstable();
        sampled.dedup();
        sampled
    }

    fn one(&self, rng: &mut StdRng) -> GamePly {
        let at = rng.random::<f64>() * self.bounds.last().copied().unwrap_or_default();
        let stratum = self.bounds.partition_point(|&bound| bound <= at).min(self.sides.len() - 1);
        let sides = &self.sides[stratum];
        let number = rng.random_range(0..size(sides));
        let index = sides.partition_point(|side| side.end <= number);
        let before = index.checked_sub(1).map_or(0, |last| sides[last].end);
        let Side { game, is_black, .. } = sides[index];
        GamePly { game, ply: 2 * (number - before) as u16 + u16::from(is_black) }
    }
}

fn size(sides: &[Side]) -> u64 {
    sides.last().map_or(0, |side| side.end)
}

#[cfg(test)]
mod tests {
    use rand::SeedableRng;

    use super::*;
    use crate::training::games::{NO_CLOCKS, UNKNOWN};

    fn game(white_elo: u16, black_elo: u16, plies: u16) -> GameRecord {
        GameRecord {
            first: 0,
            first_clock: NO_CLOCKS,
            plies,
            white_elo,
            black_elo,
            base: UNKNOWN,
            increment: UNKNOWN,
            time_class: 0,
            source: 0,
            file: 0,
            result: 1,
        }
    }

    fn sampled(games: &[GameRecord], exponent: f64, count: usize) -> Vec<GamePly> {
        Strata::new(games, exponent, [1.0; 3]).sample(count, &mut StdRng::seed_from_u64(1))
    }

    #[test]
    fn every_half_move_of_a_rated_player_can_be_sampled_and_no_other() {
        let games = [game(1500, 0, 3), game(0, 1500, 3), game(1500, 2100, 4), game(0, 0, 9)];
        let all: Vec<(u32, u16)> = sampled(&games, 1.0, 1000).iter().map(|place| (place.game, place.ply)).collect();
        assert_eq!(all, [(0, 0), (0, 2), (1, 1), (2, 0), (2, 1), (2, 2), (2, 3)]);
        assert_eq!(Strata::new(&games, 1.0, [1.0; 3]).plies(), 7);
    }

    #[test]
    fn the_exponent_raises_rare_bands() {
        let games: Vec<GameRecord> = [vec![game(2100, 2100, 20_000); 2], vec![game(1100, 1100, 1000)]].concat();
        let rare = |exponent| {
            let all = sampled(&games, exponent, 500);
            all.iter().filter(|place| place.game == 2).count() as f64 / all.len() as f64
        };
        assert!(rare(1.0) < 0.06, "{}", rare(1.0));
        assert!((0.1..0.2).contains(&rare(0.5)), "{}", rare(0.5));
        assert!((0.38..0.55).contains(&rare(0.0)), "{}", rare(0.0));
    }

    #[test]
    fn a_source_that_weighs_more_is_sampled_more_often() {
        let games = [game(1500, 1500, 2000), GameRecord { source: 1, ..game(1500, 1500, 2000) }];
        let first = |weights| {
            let sampled = Strata::new(&games, 0.5, weights).sample(400, &mut StdRng::seed_from_u64(1));
            sampled.iter().filter(|place| place.game == 0).count() as f64 / sampled.len() as f64
        };
        assert!((0.65..0.85).contains(&first([3.0, 1.0, 1.0])), "{}", first([3.0, 1.0, 1.0]));
        assert_eq!(first([1.0, 0.0, 1.0]), 1.0);
    }

    #[test]
    fn nothing_is_sampled_from_nothing() {
        assert!(sampled(&[], 0.5, 10).is_empty());
        assert!(sampled(&[game(0, 0, 10)], 0.5, 10).is_empty());
    }
}
