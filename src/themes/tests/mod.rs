//! The findings of the detectors in positions made by hand, and what they must not say.

mod fires;
mod random;
mod silent;

use shakmaty::fen::Fen;
use shakmaty::{CastlingMode, Chess, Move, Position as _};

use super::{Finding, Mistake, Theme, explain};
use crate::chess::notation::{parse_move, words};

/// A mistake in words: the position, the move, the refutation and the better line.
#[derive(Clone, Copy)]
struct Example {
    fen: &'static str,
    played: &'static str,
    refutation: &'static str,
    better: &'static str,
}

fn position(fen: &str) -> Chess {
    fen.parse::<Fen>().unwrap().into_position(CastlingMode::Standard).unwrap()
}

fn read(start: &Chess, text: &str) -> Vec<Move> {
    let mut position = start.clone();
    let mut moves = Vec::new();
    for word in words(text) {
        let mv = parse_move(&position, word).unwrap_or_else(|| panic!("{word} in {text}"));
        position.play_unchecked(mv);
        moves.push(mv);
    }
    moves
}

impl Example {
    fn findings(self) -> Vec<Finding> {
        let before = position(self.fen);
        let played = parse_move(&before, self.played).expect(self.played);
        let mut after = before.clone();
        after.play_unchecked(played);
        let (refutation, better) = (read(&after, self.refutation), read(&before, self.better));
        explain(&Mistake { before: &before, played, refutation: &refutation, better: &better, history: &[] })
    }

    fn themes(self) -> Vec<Theme> {
        self.findings().into_iter().map(|finding| finding.theme).collect()
    }
}

/// The findings in the last move of a game.
fn in_game(history: &str, played: &str, refutation: &str, better: &str) -> Vec<Finding> {
    let history = read(&Chess::default(), history);
    let before = crate::chess::replay::position_after(&Chess::default(), &history);
    let played = parse_move(&before, played).expect(played);
    let mut after = before.clone();
    after.play_unchecked(played);
    let (refutation, better) = (read(&after, refutation), read(&before, better));
    explain(&Mistake { before: &before, played, refutation: &refutation, better: &better, history: &history })
}
