//! The moves that a net expects: what its policy says of each legal move.

use shakmaty::{Chess, Move, Position as _};

use super::reader::Reader;
use super::state::{PLACES, ReaderState};
use super::vocabulary::{FIRST, Index};

/// A legal move, and how much the net expects it.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct ExpectedMove {
    pub mv: Move,
    /// Among the legal moves, from 0 to 1.
    pub probability: f32,
}

impl Reader {
    /// The legal moves of the position after `state`, those that the policy expects most first; `None` where the net
    /// proposes no moves.
    pub fn expected_moves(&self, state: &ReaderState, position: &Chess) -> Option<Vec<ExpectedMove>> {
        if !self.proposes_moves() {
            return None;
        }
        let logit = |mv: Move| (self.logit(state, position, mv), mv);
        let mut logits: Vec<(f32, Move)> = position.legal_moves().into_iter().map(logit).collect();
        logits.sort_by(|a, b| b.0.total_cmp(&a.0));
        let greatest = logits.first().map_or(0.0, |&(logit, _)| logit);
        let sum: f32 = logits.iter().map(|(logit, _)| (logit - greatest).exp()).sum();
        let expected = |(logit, mv): (f32, Move)| ExpectedMove { mv, probability: (logit - greatest).exp() / sum };
        Some(logits.into_iter().map(expected).collect())
    }

    /// The sum of the two logits of a legal move after `state`: of the piece that leaves its square and of that which
    /// arrives; 0 for words that the policy does not know.
    fn logit(&self, state: &ReaderState, position: &Chess, mv: Move) -> f32 {
        let mut numbers = self.vocabulary().numbers(position, mv);
        let (Some(leaves), Some(arrives)) = (numbers.next(), numbers.next()) else { return 0.0 };
        // The words of pieces that arrive come first in the form, then those of pieces that leave.
        let place = |number: Index, from: usize| usize::from(number).checked_sub(FIRST + from);
        let logit = |half: usize, place: Option<usize>| {
            place.filter(|&place| place < PLACES).and_then(|place| state.policy.get(half * PLACES + place))
        };
        logit(0, place(leaves, PLACES)).zip(logit(1, place(arrives, 0))).map_or(0.0, |(a, b)| a + b)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::nets::RuntimeChoice;
    use crate::nets::pattern::PatternNet;
    use shakmaty::CastlingMode;

    fn at_the_start(net: PatternNet) -> Option<Vec<ExpectedMove>> {
        let mut reader = Reader::embedded(net, &RuntimeChoice::default()).unwrap();
        let sequence = reader.encode(&Chess::default(), &[]);
        let state = reader.read(&sequence, 0).unwrap();
        reader.expected_moves(&state, &Chess::default())
    }

    #[test]
    fn the_legal_moves_are_expected_with_probabilities_of_1_together() {
        let expected = at_the_start(PatternNet::WholeGame).unwrap();
        assert!((expected.iter().map(|one| one.probability).sum::<f32>() - 1.0).abs() < 1e-5 && expected.len() == 20);
        assert!(expected.is_sorted_by(|before, after| before.probability >= after.probability));
        let place =
            |uci: &str| expected.iter().position(|one| one.mv.to_uci(CastlingMode::Standard).to_string() == uci);
        assert!(place("e2e4") < Some(4) && place("e2e4") < place("f2f3"), "{expected:?}");
    }

    #[test]
    fn a_net_without_a_policy_expects_nothing() {
        assert_eq!(at_the_start(PatternNet::Kumar), None);
    }
}
