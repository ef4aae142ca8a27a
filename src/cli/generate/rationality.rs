//! How sensible the play of a proof game is: what each move loses by a shallow search.

use shakmaty::Chess;

use crate::cast::Classical;
use crate::engine::options::HouseOptions;
use crate::engine::{Depth, Game, Limits, Personality, Recorder, Score, Silent, Stop};

/// Half moves that the judge looks ahead.
const DEPTH: Depth = Depth(4);
/// No move loses more than this, in centipawns: a mate allowed is no worse than a queen hung.
const WORST: i32 = 1000;

/// Classical, without its book.
pub struct Judge {
    classical: Classical,
}

impl Judge {
    pub fn new() -> Judge {
        let mut classical = Classical::new();
        classical.configure(&HouseOptions { own_book: false, hash: 8, ..HouseOptions::default() }, &mut Silent);
        Judge { classical }
    }

    /// The mean loss of a game's moves, in centipawns: the best score less that of the move played, each by a search of the same depth.
    pub fn mean_loss(&mut self, moves: &[shakmaty::Move]) -> f64 {
        let mut game = Game::from_position(Chess::default());
        let mut lost = 0;
        for &mv in moves {
            let (best, played) = (self.score(&game, Vec::new()), self.score(&game, vec![mv]));
            lost += (best - played).clamp(0, WORST);
            game.play(mv);
        }
        f64::from(lost) / moves.len().max(1) as f64
    }

    fn score(&mut self, game: &Game, search_moves: Vec<shakmaty::Move>) -> i32 {
        let limits = Limits { depth: Some(DEPTH.0), search_moves, ..Limits::default() };
        let mut recorder = Recorder::default();
        self.classical.choose(game, &limits, &Stop::new(), &mut recorder);
        recorder.infos.last().map_or(0, |info| info.score.clamp(Score(-WORST), Score(WORST)).0)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::knowledge::openings::parse_moves;

    #[test]
    fn sensible_play_loses_less_than_giving_men_away() {
        let mut judge = Judge::new();
        let loss = |judge: &mut Judge, moves: &str| judge.mean_loss(&parse_moves(moves).expect("legal"));
        let theory = loss(&mut judge, "e4 e5 Nf3 Nc6 Bb5 a6 Ba4 Nf6 O-O");
        let gifts = loss(&mut judge, "e4 d5 Qg4 Bxg4 a3 Bd1 a4 Bxc2");
        assert!(theory < 40.0, "{theory}");
        assert!(gifts > 100.0, "{gifts}");
    }
}
