//! One named line, and how real games went in its positions.

use shakmaty::{Color, Move};

use super::features::Features;

/// Results of games.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Results {
    pub white: u32,
    pub draws: u32,
    pub black: u32,
}

impl Results {
    pub fn record(&mut self, winner: Option<Color>) {
        match winner {
            Some(Color::White) => self.white += 1,
            None => self.draws += 1,
            Some(Color::Black) => self.black += 1,
        }
    }

    pub const fn games(self) -> u32 {
        self.white + self.draws + self.black
    }

    /// Loss, draw and win of one side as shares of all, where there are games.
    pub fn shares(self, side: Color) -> Option<[f64; 3]> {
        let games = f64::from(self.games());
        let (won, lost) = if side.is_white() { (self.white, self.black) } else { (self.black, self.white) };
        (games > 0.0).then(|| [lost, self.draws, won].map(|count| f64::from(count) / games))
    }

    /// Wins and half the draws of one side, from 0 to 1, where there are games.
    pub fn score(self, side: Color) -> Option<f64> {
        self.shares(side).map(|[_, draws, wins]| wins + draws / 2.0)
    }
}

/// A named line of theory: legal moves from the start position.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct NamedLine {
    /// The code of the Encyclopaedia of Chess Openings, "C25".
    pub eco: String,
    /// The family: "Vienna Game".
    pub opening: String,
    /// The part of the name that distinguishes it from the others of its family; may be empty.
    pub variation: String,
    /// At least one.
    pub moves: Vec<Move>,
    pub features: Features,
    /// For every move, the results of the games in which it was played in its position, by whatever way they came
    /// there. Empty where no games were counted.
    pub results: Vec<Results>,
}

impl NamedLine {
    pub fn new(eco: String, opening: String, variation: String, moves: Vec<Move>) -> NamedLine {
        let features = Features::of(&opening, &variation, &moves);
        NamedLine { eco, opening, variation, moves, features, results: Vec::new() }
    }

    /// "Vienna Game: Falkbeer Variation".
    pub fn name(&self) -> String {
        if self.variation.is_empty() { self.opening.clone() } else { format!("{}: {}", self.opening, self.variation) }
    }

    /// The number of real games that reached its end, plus one: a line without games is still a line. Without counts
    /// every line is alike.
    pub fn popularity(&self) -> f64 {
        self.results.last().map_or(1.0, |results| f64::from(results.games()) + 1.0)
    }

    /// The number of moves that White and Black have both: 16 plies and 17 are both eight.
    pub fn full_moves(&self) -> usize {
        self.moves.len() / 2
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn results_are_counted_from_either_side() {
        let mut results = Results::default();
        for winner in [Some(Color::White), Some(Color::White), None, Some(Color::Black)] {
            results.record(winner);
        }
        assert_eq!(results.score(Color::White), Some(0.625));
        assert_eq!(results.score(Color::Black), Some(0.375));
        assert_eq!(results.shares(Color::Black), Some([0.5, 0.25, 0.25]));
        assert_eq!(Results::default().score(Color::White), None);
    }
}
