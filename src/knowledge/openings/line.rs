//! One named line, and how real games went in its positions.

use shakmaty::san::SanPlus;
use shakmaty::uci::UciMove;
use shakmaty::{Chess, Color, Move, Position};

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
pub struct Line {
    /// The code of the Encyclopaedia of Chess Openings, "C25".
    pub eco: String,
    /// The family: "Vienna Game".
    pub opening: String,
    /// What tells it from the others of its family; may be empty.
    pub variation: String,
    /// At least one.
    pub moves: Vec<Move>,
    pub features: Features,
    /// For every move, the results of the games in which it was played in its position, by whatever way they came there. Empty where nobody counted.
    pub results: Vec<Results>,
}

impl Line {
    pub fn new(eco: String, opening: String, variation: String, moves: Vec<Move>) -> Line {
        let features = Features::of(&opening, &variation, &moves);
        Line { eco, opening, variation, moves, features, results: Vec::new() }
    }

    /// "Vienna Game: Falkbeer Variation".
    pub fn name(&self) -> String {
        if self.variation.is_empty() { self.opening.clone() } else { format!("{}: {}", self.opening, self.variation) }
    }

    /// How often real games reached its end, one more: a line that nobody played is still a line. Without counts every line is alike.
    pub fn popularity(&self) -> f64 {
        self.results.last().map_or(1.0, |results| f64::from(results.games()) + 1.0)
    }

    /// How many moves White and Black have both: 16 half moves and 17 are both eight.
    pub fn full_moves(&self) -> usize {
        self.moves.len() / 2
    }
}

/// Reads moves from the start position, SAN or UCI, move numbers and results allowed: "1. e4 e5 2. Nc3".
///
/// # Errors
/// The word that is no legal move there.
pub fn parse_moves(text: &str) -> Result<Vec<Move>, String> {
    let mut position = Chess::default();
    let mut moves = Vec::new();
    for word in words(text) {
        let mv = parse_move(&position, word).ok_or_else(|| word.to_owned())?;
        position.play_unchecked(mv);
        moves.push(mv);
    }
    Ok(moves)
}

/// A move of `position`, SAN or UCI.
pub fn parse_move(position: &Chess, word: &str) -> Option<Move> {
    // Castling with zeros is no SAN, but people write it.
    let letters = if word.starts_with("0-0") { word.replace('0', "O") } else { word.to_owned() };
    let san = || letters.parse::<SanPlus>().ok()?.san.to_move(position).ok();
    let uci = || word.parse::<UciMove>().ok()?.to_move(position).ok();
    san().or_else(uci)
}

/// The words of a move text that should be moves: no numbers, results, annotation glyphs.
pub fn words(text: &str) -> impl Iterator<Item = &str> {
    text.split_whitespace().map(without_number).filter(|word| !word.is_empty() && !is_ornament(word))
}

/// "12...Nf6" is "Nf6".
fn without_number(word: &str) -> &str {
    let rest = word.trim_start_matches(|letter: char| letter.is_ascii_digit());
    // A result or a castling with zeros begins with a digit too, but no point follows.
    if rest.len() < word.len() && (rest.is_empty() || rest.starts_with('.')) { rest.trim_start_matches('.') } else { word }
}

fn is_ornament(word: &str) -> bool {
    matches!(word, "1-0" | "0-1" | "1/2-1/2" | "*" | "…") || word.starts_with('$') || word.chars().all(|letter| letter == '.')
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn moves_are_read_in_every_usual_form() {
        let usual = parse_moves("e4 e5 Nf3 Nc6 Bb5 Nf6 O-O").expect("legal");
        for text in [
            "1. e4 e5 2. Nf3 Nc6 3. Bb5 Nf6 4. O-O",
            "1.e4 e5 2.Nf3 Nc6 3.Bb5 3...Nf6 4. O-O $1 1/2-1/2",
            "e2e4 e7e5 g1f3 b8c6 f1b5 g8f6 e1g1",
            "  e2e4\te5 2. Nf3 Nc6 3. Bb5 3... Nf6 0-0 *",
        ] {
            assert_eq!(parse_moves(text).as_ref(), Ok(&usual), "{text}");
        }
        assert_eq!(parse_moves("1. e4 e5 2. Ke3"), Err("Ke3".to_owned()));
        assert_eq!(parse_moves("nonsense"), Err("nonsense".to_owned()));
    }

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
