//! How the predicted move of one position changes with the rating of the players.

use std::fmt::Write as _;

use serde::Serialize;

use crate::engine::Game;
use crate::nets::NetError;
use crate::nets::rated::Who;
use crate::picture::chart::Curves;
use crate::predictions::policy::{MoveReport, PolicyNets};

/// Moves that are listed.
const LISTED: usize = 10;
/// Moves that are drawn.
const CURVES: usize = 8;

/// Predictions for several ratings. Lists stand in the order of `ratings`; both players have the rating.
#[derive(Debug, Serialize)]
pub struct RatingReport {
    pub fen: String,
    pub ratings: Vec<u16>,
    /// The legal moves; first the one that is most probable at any of the ratings, and so on.
    pub moves: Vec<MoveByRating>,
    /// Loss, draw and win of the mover, from 0 to 1.
    pub value: Vec<[f32; 3]>,
}

#[derive(Debug, Serialize)]
pub struct MoveByRating {
    pub uci: String,
    pub san: String,
    /// From 0 to 1; all moves together have 1.
    pub probability: Vec<f32>,
}

impl RatingReport {
    /// `None` where there is no legal move.
    ///
    /// # Errors
    /// [`NetError::Run`].
    pub fn of(nets: &mut PolicyNets, game: &Game, ratings: &[u16]) -> Result<Option<RatingReport>, NetError> {
        let (mut moves, mut value) = (Vec::<MoveByRating>::new(), Vec::new());
        for &elo in ratings {
            let Some(prediction) = nets.predict_moves(game, Who::rapid(elo))? else { return Ok(None) };
            let report = prediction.report();
            value.extend(report.value);
            for MoveReport { uci, san, probability, .. } in report.moves {
                match moves.iter_mut().find(|known| known.uci == uci) {
                    Some(known) => known.probability.push(probability),
                    None => moves.push(MoveByRating { uci, san, probability: vec![probability] }),
                }
            }
        }
        let highest = |mv: &MoveByRating| mv.probability.iter().copied().fold(0.0, f32::max);
        moves.sort_by(|a, b| highest(b).total_cmp(&highest(a)));
        Ok(Some(RatingReport { fen: game.fen(), ratings: ratings.to_vec(), moves, value }))
    }

    /// The first moves, a line each, with a column for each rating, and the result below; all in per cent.
    pub fn table(&self) -> String {
        let percent = |share: &f32| format!("{:.1}", 100.0 * share);
        let ratings = ("%", self.ratings.iter().map(u16::to_string).collect());
        let moves =
            self.moves.iter().take(LISTED).map(|mv| (mv.san.as_str(), mv.probability.iter().map(percent).collect()));
        let result = |(index, name)| (name, self.value.iter().map(|value| percent(&value[index])).collect());
        let results = ["loss", "draw", "win"].into_iter().enumerate().map(result);
        let mut text = format!("{}\n\n", self.fen);
        for (name, cells) in std::iter::once(ratings).chain(moves).chain(results) {
            let cells: Vec<String> = cells;
            let _ = writeln!(text, "{name:<10}{}", cells.iter().map(|cell| format!("{cell:>8}")).collect::<String>());
        }
        text
    }

    /// The shares of the first moves over the rating, as SVG.
    pub fn chart(&self) -> String {
        let points = |mv: &MoveByRating| {
            let shares = mv.probability.iter().copied().map(f64::from);
            let mut points: Vec<(u32, f64)> = self.ratings.iter().copied().map(u32::from).zip(shares).collect();
            points.sort_by_key(|&(rating, _)| rating);
            (mv.san.clone(), points)
        };
        let series = self.moves.iter().take(CURVES).map(points).collect();
        Curves { title: self.fen.clone(), x: "rating".to_owned(), least: 0.0, series }.draw()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::personalities::mockfish::NetChoice;

    fn report(game: &Game) -> Option<RatingReport> {
        let mut nets = PolicyNets::load(NetChoice::Rated, None).expect("the built-in net");
        RatingReport::of(&mut nets, game, &[2200, 1000]).expect("the net runs")
    }

    #[test]
    fn every_move_has_a_share_at_every_rating() {
        let report = report(&Game::default()).expect("White has moves");
        assert_eq!((report.moves.len(), report.value.len()), (20, 2));
        for index in 0..2 {
            let sum: f32 = report.moves.iter().map(|mv| mv.probability[index]).sum();
            assert!((sum - 1.0).abs() < 1e-3, "{sum}");
        }
        assert!(report.moves[0].probability[0] != report.moves[0].probability[1], "{:?}", report.moves[0]);
        let chart = report.chart();
        assert!(chart.contains("rating") && chart.contains(&report.moves[0].san), "{chart}");
    }

    #[test]
    fn a_rating_has_a_column() {
        let mv = |san: &str| MoveByRating { uci: String::new(), san: san.to_owned(), probability: vec![0.25, 0.5] };
        let (ratings, value) = (vec![1200, 2000], vec![[0.2, 0.3, 0.5]; 2]);
        let text = RatingReport { fen: "fen".to_owned(), ratings, moves: vec![mv("e4"), mv("d4")], value }.table();
        assert!(text.starts_with("fen\n\n%             1200    2000\ne4            25.0    50.0\n"), "{text}");
        assert!(text.ends_with("\nwin           50.0    50.0\n"), "{text}");
    }

    #[test]
    fn a_finished_game_has_no_report() {
        let stalemate = Game::from_fen("7k/5Q2/6K1/8/8/8/8/8 b - - 0 1", shakmaty::CastlingMode::Standard).unwrap();
        assert!(report(&stalemate).is_none());
    }
}
