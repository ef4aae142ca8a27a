//! From a rating to the person that is imitated, and how much sharper the engine sees than that person.

/// How a rating is played.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Strength {
    /// The rating of the person that is imitated (Lichess).
    pub person: u16,
    /// How strongly a deeper search counts: each hundredth of expected score that a move loses by it divides its
    /// probability by exp(`sharpness` / 100).
    pub sharpness: f32,
    /// Nodes of that search; none where it counts nothing.
    pub nodes: u64,
}

/// The rating, and how it is played; between two lines in proportion. Found by `scripts/calibrate.py` (docs/levels.md).
const TABLE: [(u16, Strength); 2] = [
    (600, Strength { person: 600, sharpness: 0.0, nodes: 0 }),
    (2800, Strength { person: 2800, sharpness: 0.0, nodes: 0 }),
];

impl Strength {
    /// How `elo` is played.
    pub fn of(elo: u16) -> Strength {
        let next = TABLE.iter().position(|&(rating, _)| rating >= elo).unwrap_or(TABLE.len() - 1).max(1);
        let ((low, weak), (high, strong)) = (TABLE[next - 1], TABLE[next]);
        let share = (f32::from(elo.clamp(low, high)) - f32::from(low)) / f32::from(high - low);
        let between = |from: f32, to: f32| from + (to - from) * share;
        Strength {
            person: between(f32::from(weak.person), f32::from(strong.person)).round() as u16,
            sharpness: between(weak.sharpness, strong.sharpness),
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
                && weak.sharpness <= strong.sharpness
                && weak.nodes <= strong.nodes
        };
        assert!(TABLE.windows(2).all(is_rising));
    }
}
