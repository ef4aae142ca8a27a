//! From a rating to the person that is imitated, and how much sharper the engine sees than that person.

use super::scores::DEEPER_NODES;

/// The way in which a rating is played.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Strength {
    /// The rating of the person that is imitated (Lichess).
    pub person: u16,
    /// Probabilities are raised to the power of 1 / `temperature`: 1 samples as people choose, more evens them out, 0
    /// plays what people choose most.
    pub temperature: f32,
    /// The weight of the deeper search besides: the expected score that a move loses by it, from 0 to 1, times
    /// `sharpness` is taken from the logarithm of its probability.
    pub sharpness: f32,
    /// Nodes of the deeper search.
    pub nodes: u64,
    /// In basic endings, the share of moves that follow the deeper search.
    pub technique: f32,
}

const fn played(person: u16, temperature: f32, sharpness: f32, nodes: u64, technique: f32) -> Strength {
    Strength { person, temperature, sharpness, nodes, technique }
}

/// The rating, and how it is played; between two lines in proportion. Found by `scripts/calibrate.py`, the technique by
/// `motley-lab evaluate mates` (docs/notebook/levels.md).
const TABLE: [(u16, Strength); 12] = [
    (600, played(600, 1.74, 0.0, DEEPER_NODES, 0.1)),
    (800, played(780, 1.52, 0.0, DEEPER_NODES, 0.15)),
    (1000, played(980, 1.32, 0.0, DEEPER_NODES, 0.2)),
    (1200, played(1210, 1.15, 0.0, DEEPER_NODES, 0.3)),
    (1400, played(1540, 1.02, 0.3, DEEPER_NODES, 0.4)),
    (1600, played(1700, 1.0, 1.7, DEEPER_NODES, 0.6)),
    (1800, played(1850, 1.0, 4.4, DEEPER_NODES, 0.8)),
    (2000, played(2000, 1.0, 9.3, DEEPER_NODES, 0.9)),
    (2200, played(2200, 1.0, 19.5, 9000, 1.0)),
    (2400, played(2400, 1.0, 36.0, 13_000, 1.0)),
    (2600, played(2500, 1.0, 58.0, 21_000, 1.0)),
    (2800, played(2600, 1.0, 83.0, 31_000, 1.0)),
];

impl Strength {
    /// As people of this rating choose.
    pub fn as_person(elo: u16) -> Strength {
        played(elo, 1.0, 0.0, DEEPER_NODES, 0.0)
    }

    /// The way in which `elo` is played.
    pub fn of(elo: u16) -> Strength {
        let next = TABLE.iter().position(|&(rating, _)| rating >= elo).unwrap_or(TABLE.len() - 1).max(1);
        let ((low, weak), (high, strong)) = (TABLE[next - 1], TABLE[next]);
        let share = (f32::from(elo.clamp(low, high)) - f32::from(low)) / f32::from(high - low);
        let between = |from: f32, to: f32| from + (to - from) * share;
        Strength {
            person: between(f32::from(weak.person), f32::from(strong.person)).round() as u16,
            temperature: between(weak.temperature, strong.temperature),
            sharpness: between(weak.sharpness, strong.sharpness),
            technique: between(weak.technique, strong.technique),
            nodes: between(weak.nodes as f32, strong.nodes as f32).round() as u64,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn ratings_between_two_lines_are_played_in_proportion() {
        for (elo, strength) in TABLE {
            assert_eq!(Strength::of(elo), strength);
        }
        let (low, high) = (Strength::of(TABLE[0].0), Strength::of(TABLE[1].0));
        let middle = Strength::of((TABLE[0].0 + TABLE[1].0) / 2);
        assert_eq!(middle.person, (low.person + high.person) / 2);
        assert_eq!((Strength::of(100), Strength::of(9000)), (low, TABLE[TABLE.len() - 1].1));
    }

    #[test]
    fn more_rating_is_never_less_of_anything() {
        let is_rising = |pair: &[(u16, Strength)]| {
            let [(low, weak), (high, strong)] = [pair[0], pair[1]];
            low < high
                && weak.person <= strong.person
                && weak.temperature >= strong.temperature
                && weak.sharpness <= strong.sharpness
                && weak.nodes <= strong.nodes
                && weak.technique <= strong.technique
        };
        assert!(TABLE.windows(2).all(is_rising));
    }
}
