//! Character: how a player differs from the people of its rating. Each option changes the odds of one kind of move.

mod preset;

use std::f32::consts::LN_2;

use super::features::{FEATURES, number_at};
use crate::option_table;

pub use preset::{MAX_BYTES, PRESETS, Preset, PresetError};

/// An option at 100 multiplies the odds of its moves by 2 to this power, by 4; at −100 it divides them.
const DOUBLINGS: f32 = 2.0;
/// Four times the expected score that a sacrifice may lose by the deeper search: 0.15 of a point.
const SOUND: f32 = 0.6;

option_table! {
    /// The differences between Mockfish and the people of the rating it plays at. 0 everywhere is these people.
    pub struct Character {
        attack: spin i8 "StyleAttack" = 0, in -100..=100,
            "Mockfish at a rating: moves towards the enemy king. 100 makes their odds four times, -100 a quarter of \
             those of people of the rating.";
        risk: spin i8 "StyleRisk" = 0, in -100..=100,
            "Mockfish at a rating: gambits and sacrifices. 100 makes their odds four times, -100 a quarter of \
             people's.";
        trades: spin i8 "StyleTrades" = 0, in -100..=100,
            "Mockfish at a rating: trades of pieces of equal worth. 100 makes their odds four times, -100 a quarter \
             of people's.";
        space: spin i8 "StyleSpace" = 0, in -100..=100,
            "Mockfish at a rating: moves into the opponent's half. 100 makes their odds four times, -100 a quarter \
             of people's.";
        haste: spin i8 "StyleHaste" = 0, in 0..=100,
            "Mockfish at a rating: the percentage of quiet positions in which it moves at once, without calculating.";
        oversights: spin i8 "Oversights" = 0, in -100..=100,
            "Mockfish at a rating: moves that lose a piece to the next reply. 100 makes their odds four times, -100 a \
             quarter of people's.";
        misses_mates: spin i8 "MissesMates" = 0, in -100..=100,
            "Mockfish at a rating: moves that mate by force. 100 makes their odds a quarter, -100 four times those of \
             people.";
    }
}

/// The places of the numbers of a move that the options refer to.
mod at {
    use super::number_at;

    pub const CHECK: usize = number_at("gives check");
    pub const NEARER: usize = number_at("nearer to the king");
    pub const AROUND_KING: usize = number_at("squares around the king attacked");
    pub const GIVEN: usize = number_at("pawns lost by exchange");
    pub const LEFT: usize = number_at("pawns left hanging elsewhere");
    pub const EXPECTATION: usize = number_at("expectation lost, deeper");
    pub const TRADE: usize = number_at("takes a piece of the same worth");
    pub const OFFER: usize = number_at("goes where a piece of the same worth can take it");
    pub const PAWN_ON: usize = number_at("pawn moves on in the enemy's half");
    pub const PIECE_IN: usize = number_at("piece goes into the enemy's half");
    pub const FORWARD: usize = number_at("ranks forward");
    pub const PIECE_LOST: usize = number_at("two pawns lost, depth 2");
    pub const MATES: usize = number_at("mates");
}

impl Character {
    /// Returns true if nothing differs from the people of the rating.
    pub fn is_neutral(&self) -> bool {
        *self == Character::default()
    }

    /// The options with their values.
    pub fn entries(&self) -> impl Iterator<Item = (&'static str, i64)> {
        let Character { attack, risk, trades, space, haste, oversights, misses_mates } = *self;
        let values = [attack, risk, trades, space, haste, oversights, misses_mates];
        Character::SPECS.iter().map(|spec| spec.name).zip(values.map(i64::from))
    }

    /// Both together, each option within its range.
    #[must_use]
    pub fn and(&self, other: &Character) -> Character {
        let sum = |a: i8, b: i8| a.saturating_add(b).clamp(-100, 100);
        Character {
            attack: sum(self.attack, other.attack),
            risk: sum(self.risk, other.risk),
            trades: sum(self.trades, other.trades),
            space: sum(self.space, other.space),
            haste: sum(self.haste, other.haste),
            oversights: sum(self.oversights, other.oversights),
            misses_mates: sum(self.misses_mates, other.misses_mates),
        }
    }

    /// Adds what the options change to the natural logarithms of the moves' probabilities. `described` are the moves'
    /// [`super::features`].
    pub fn adjust(&self, described: &[[f32; FEATURES]], logits: &mut [f32]) {
        for (numbers, logit) in described.iter().zip(logits) {
            let doublings: f32 = self.kinds(numbers).map(|(option, is)| f32::from(option) / 100.0 * is).iter().sum();
            *logit += DOUBLINGS * LN_2 * doublings;
        }
    }

    /// Each option with the measure in which a move is of its kind: 1 is a plain case, −1 the opposite.
    fn kinds(&self, numbers: &[f32; FEATURES]) -> [(i8, f32); 6] {
        let has = |at: usize| f32::from(u8::from(numbers[at] > 0.0));
        let attack = numbers[at::CHECK] + numbers[at::NEARER] + numbers[at::AROUND_KING];
        let gives = has(at::GIVEN).max(has(at::LEFT));
        let is_sound = numbers[at::EXPECTATION] <= SOUND;
        let back = f32::from(u8::from(numbers[at::FORWARD] < 0.0));
        [
            (self.attack, attack.clamp(-1.0, 1.0)),
            (self.risk, if is_sound { gives } else { 0.0 }),
            (self.trades, numbers[at::TRADE] + 0.5 * numbers[at::OFFER]),
            (self.space, numbers[at::PAWN_ON] + 0.5 * (numbers[at::PIECE_IN] - back)),
            (self.oversights, numbers[at::PIECE_LOST]),
            (self.misses_mates, -numbers[at::MATES]),
        ]
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::personalities::rated::weights::softmax;

    /// The probability of the first of two moves that were equally probable, if it alone has this number.
    fn with(character: &Character, at: usize, number: f32) -> f32 {
        let mut described = [[0.0; FEATURES]; 2];
        described[0][at] = number;
        let mut logits = [0.0; 2];
        character.adjust(&described, &mut logits);
        softmax(&logits)[0]
    }

    #[test]
    fn a_hundred_is_four_times_the_odds_and_minus_a_hundred_a_quarter() {
        let near = |a: f32, b: f32| assert!((a - b).abs() < 1e-5, "{a}, {b}");
        let trades = |trades| Character { trades, ..Character::default() };
        near(with(&trades(100), at::TRADE, 1.0), 0.8);
        near(with(&trades(50), at::TRADE, 1.0), 2.0 / 3.0);
        near(with(&trades(-100), at::TRADE, 1.0), 0.2);
        near(with(&Character::default(), at::TRADE, 1.0), 0.5);
        near(with(&Character { misses_mates: 100, ..Character::default() }, at::MATES, 1.0), 0.2);
        near(with(&Character { oversights: 100, ..Character::default() }, at::PIECE_LOST, 1.0), 0.8);
    }

    #[test]
    fn a_sacrifice_that_loses_too_much_is_no_risk_but_an_oversight() {
        let risk = Character { risk: 100, ..Character::default() };
        let mut numbers = [0.0; FEATURES];
        numbers[at::GIVEN] = 0.6;
        assert_eq!(risk.kinds(&numbers)[1], (100, 1.0));
        numbers[at::EXPECTATION] = 1.5;
        assert_eq!(risk.kinds(&numbers)[1], (100, 0.0));
    }

    #[test]
    fn two_characters_add_up_within_the_range() {
        let one = Character { attack: 80, haste: 60, risk: -70, ..Character::default() };
        let both = one.and(&one);
        assert_eq!((both.attack, both.haste, both.risk, both.space), (100, 100, -100, 0));
    }
}
