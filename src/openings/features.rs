//! The features that a learner can prefer: the five parameters of Saarmann, *Exploration vs Exploitation of Chess
//! Openings Learner with Metropolis-Hastings Algorithm*, section 5.1.

use shakmaty::{Move, Square};

/// The number of features of a line.
pub const FEATURES: usize = 5;

/// Their names, in Saarmann's order, which `--params` and `--weights` keep.
pub const FEATURE_NAMES: [&str; FEATURES] = ["gambit", "uncommon", "c4", "d4", "e4"];

/// The features of one line: whether it has each of [`FEATURE_NAMES`].
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Features(pub [bool; FEATURES]);

impl Features {
    /// A gambit is what is called one; uncommon is what begins neither with e4 nor d4 nor c4.
    pub fn of(opening: &str, variation: &str, moves: &[Move]) -> Features {
        let called_gambit = |name: &str| name.to_lowercase().contains("gambit");
        let first = moves.first().map(|mv| mv.to());
        let [c4, d4, e4] = [Square::C4, Square::D4, Square::E4].map(|square| first == Some(square));
        // The only first moves to c4, d4 and e4 are the pawns'.
        let uncommon = first.is_some() && !(c4 || d4 || e4);
        Features([called_gambit(opening) || called_gambit(variation), uncommon, c4, d4, e4])
    }

    /// The sum of `weights` over the features that are there.
    pub fn dot(self, weights: &[f64; FEATURES]) -> f64 {
        self.0.iter().zip(weights).filter(|(has, _)| **has).map(|(_, weight)| weight).sum()
    }

    /// "gambit,e4", or "-" where there is none.
    pub fn names(self) -> String {
        let names: Vec<&str> =
            FEATURE_NAMES.iter().zip(self.0).filter(|(_, has)| *has).map(|(name, _)| *name).collect();
        if names.is_empty() { "-".to_owned() } else { names.join(",") }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::chess::notation::parse_moves;

    fn features(opening: &str, variation: &str, moves: &str) -> String {
        Features::of(opening, variation, &parse_moves(moves).expect("legal moves")).names()
    }

    #[test]
    fn names_and_first_moves_decide() {
        assert_eq!(features("King's Gambit", "", "e4 e5 f4"), "gambit,e4");
        assert_eq!(features("Bishop's opening", "Greco GAMBIT", "e4 e5 Bc4 Nf6 f4"), "gambit,e4");
        assert_eq!(features("English opening", "", "c4"), "c4");
        assert_eq!(features("Queen's Pawn", "", "d2d4"), "d4");
        assert_eq!(features("Reti", "", "Nf3 d5 c4"), "uncommon");
        assert_eq!(features("Nothing yet", "", ""), "-");
    }

    #[test]
    fn weights_add_up_where_a_feature_is() {
        let both = Features([true, false, false, false, true]);
        assert!((both.dot(&[0.2, 9.0, 9.0, 9.0, 0.05]) - 0.25).abs() < 1e-12);
    }
}
