//! The loss of each move of a game by a shallow search, and the strength of players who lose as much.

use std::sync::LazyLock;

use shakmaty::Chess;

use crate::engine::options::SharedOptions;
use crate::engine::{Depth, Game, Limits, Personality, Recorder, Score, Silent, Stop};
use crate::personalities::Classical;
use crate::personalities::classical::Evaluation;

/// Plies that each search looks ahead.
const DEPTH: Depth = Depth(4);
/// No move loses more than this, in centipawns: a mate allowed is no worse than a queen hung.
pub const WORST: i32 = 1000;

/// Mean loss of a move in centipawns by the rating of the players in Elo, the middle of a band of 200: `motley-lab
/// evaluate play` on 26,357 Lichess games (2013 to 2018), 400 games of each band, 40 plies of each; standard errors 1.3
/// to 2.4. Above 2100 the bands hardly differ: what those players lose, a search of four plies does not find.
const MEASURED: [(f64, f64); 10] = [
    (900.0, 119.7),
    (1100.0, 98.5),
    (1300.0, 83.7),
    (1500.0, 72.5),
    (1700.0, 62.5),
    (1900.0, 59.6),
    (2100.0, 53.9),
    (2300.0, 52.2),
    (2500.0, 54.3),
    (2700.0, 50.7),
];

/// The falling curve nearest to measured points, all of equal weight (isotonic regression: neighbours that rise are
/// replaced by their mean until none do).
fn falling(measured: &[(f64, f64)]) -> Vec<(f64, f64)> {
    let mut blocks: Vec<(f64, usize)> = Vec::new();
    for &(_, loss) in measured {
        blocks.push((loss, 1));
        while let [.., (before, left), (last, right)] = blocks[..]
            && last > before
        {
            blocks.truncate(blocks.len() - 2);
            let points = (left + right) as f64;
            blocks.push(((before * left as f64 + last * right as f64) / points, left + right));
        }
    }
    let losses = blocks.into_iter().flat_map(|(loss, points)| std::iter::repeat_n(loss, points));
    measured.iter().zip(losses).map(|(&(elo, _), loss)| (elo, loss)).collect()
}

/// The rating of players whose moves lose so much on average, in Elo: between two points of the curve in proportion,
/// beyond its ends the ends.
pub fn rating(loss: f64) -> u32 {
    static CURVE: LazyLock<Vec<(f64, f64)>> = LazyLock::new(|| falling(&MEASURED));
    let elo = match CURVE.iter().position(|&(_, other)| other <= loss) {
        Some(0) => CURVE[0].0,
        None => CURVE[CURVE.len() - 1].0,
        Some(next) => {
            let ((low, more), (high, less)) = (CURVE[next - 1], CURVE[next]);
            low + (high - low) * (more - loss) / (more - less)
        }
    };
    elo.round() as u32
}

/// Measures games by searches of Classical, without its book.
pub struct Judge {
    classical: Classical,
}

impl Default for Judge {
    fn default() -> Judge {
        // The curve was measured with the scores of this evaluation.
        let mut classical = Classical::new().evaluating_by(Evaluation::Handmade);
        classical.configure(&SharedOptions::default().quiet(8), &mut Silent);
        Judge { classical }
    }
}

impl Judge {
    /// The mean loss of a game's moves, in centipawns: the best score less that of the move played, each by a search of
    /// the same depth.
    pub fn mean_loss(&mut self, moves: &[shakmaty::Move]) -> f64 {
        // The table must not hold what was searched for another game.
        self.classical.new_game();
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
    use crate::chess::notation::parse_moves;

    #[test]
    fn a_point_that_rises_is_taken_together_with_its_neighbours() {
        let points = |losses: &[f64]| losses.iter().enumerate().map(|(x, &y)| (x as f64, y)).collect::<Vec<_>>();
        let fitted = |losses: &[f64]| falling(&points(losses)).into_iter().map(|(_, y)| y).collect::<Vec<_>>();
        assert_eq!(fitted(&[3.0, 2.0, 1.0]), [3.0, 2.0, 1.0]);
        assert_eq!(fitted(&[9.0, 3.0, 5.0, 1.0]), [9.0, 4.0, 4.0, 1.0]);
        // The mean of the last two is more than what stands before them.
        assert_eq!(fitted(&[9.0, 4.0, 3.0, 8.0]), [9.0, 5.0, 5.0, 5.0]);
    }

    #[test]
    fn a_smaller_loss_never_means_a_lower_rating() {
        let ratings: Vec<u32> = (0..1400).rev().map(|tenths| rating(f64::from(tenths) / 10.0)).collect();
        assert!(ratings.is_sorted(), "{ratings:?}");
        assert_eq!((ratings[0], ratings[ratings.len() - 1]), (900, 2700));
        assert_eq!(rating((119.7 + 98.5) / 2.0), 1000);
        // Players of 2300 and 2500 lose equally much by the curve: neither rises above the other's band.
        assert!((2300..2700).contains(&rating(53.0)), "{}", rating(53.0));
    }

    #[test]
    fn book_moves_lose_less_than_giving_men_away() {
        let mut judge = Judge::default();
        let loss = |judge: &mut Judge, moves: &str| judge.mean_loss(&parse_moves(moves).expect("legal"));
        let theory = loss(&mut judge, "e4 e5 Nf3 Nc6 Bb5 a6 Ba4 Nf6 O-O");
        let gifts = loss(&mut judge, "e4 d5 Qg4 Bxg4 a3 Bd1 a4 Bxc2");
        assert!(gifts > 100.0 && theory < gifts / 2.0, "{theory} and {gifts}");
    }
}
