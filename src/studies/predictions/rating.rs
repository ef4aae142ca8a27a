//! The move that people play in one position, by their rating: as a level plays it, and by the net alone.

use std::fmt::Write as _;

use serde::Serialize;

use crate::engine::Game;
use crate::nets::NetError;
use crate::nets::rated::MoverContext;
use crate::personalities::rated::LevelPlayer;
use crate::picture::chart::Curves;
use crate::studies::predictions::policy::{MoveReport, PolicyNets};

/// Moves that are listed.
const LISTED: usize = 10;
/// Moves that the chart shows.
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
    /// That a level of the rating plays it, which corrects the net by a short search; from 0 to 1, all moves together
    /// have 1.
    pub probability: Vec<f32>,
    /// By the net alone.
    pub net: Vec<f32>,
}

impl RatingReport {
    /// `None` where there is no legal move.
    ///
    /// # Errors
    /// [`NetError::Run`].
    pub fn of(
        level: &mut LevelPlayer,
        nets: &mut PolicyNets,
        game: &Game,
        ratings: &[u16],
    ) -> Result<Option<RatingReport>, NetError> {
        let (mut moves, mut value) = (Vec::<MoveByRating>::new(), Vec::new());
        for &elo in ratings {
            let Some(prediction) = nets.predict_moves(game, MoverContext::rapid(elo))? else { return Ok(None) };
            let report = prediction.report();
            value.extend(report.value);
            let played = prediction.played(level, elo);
            for (MoveReport { uci, san, probability: net, .. }, (_, probability)) in
                report.moves.into_iter().zip(played)
            {
                match moves.iter_mut().find(|known| known.uci == uci) {
                    Some(known) => {
                        known.probability.push(probability);
                        known.net.push(net);
                    }
                    None => moves.push(MoveByRating { uci, san, probability: vec![probability], net: vec![net] }),
                }
            }
        }
        let highest = |mv: &MoveByRating| mv.probability.iter().copied().fold(0.0, f32::max);
        moves.sort_by(|a, b| highest(b).total_cmp(&highest(a)));
        Ok(Some(RatingReport { fen: game.fen(), ratings: ratings.to_vec(), moves, value }))
    }

    /// The first moves, a line each, with a column for each rating: what is played, and the net alone in brackets. The
    /// result that the net expects stands below; all in per cent.
    pub fn table(&self) -> String {
        let percent = |share: &f32| format!("{:.1}", 100.0 * share);
        let padded = |text: String| format!("{text}        ");
        let ratings = ("%", self.ratings.iter().map(|rating| padded(rating.to_string())).collect());
        let both = |(played, net): (&f32, &f32)| format!("{} {:>7}", percent(played), format!("({})", percent(net)));
        let cells = |mv: &MoveByRating| mv.probability.iter().zip(&mv.net).map(both).collect();
        let moves = self.moves.iter().take(LISTED).map(|mv| (mv.san.as_str(), cells(mv)));
        let result = |(index, name)| (name, self.value.iter().map(|value| padded(percent(&value[index]))).collect());
        let results = ["loss", "draw", "win"].into_iter().enumerate().map(result);
        let mut text = format!("{}\n\n", self.fen);
        for (name, cells) in std::iter::once(ratings).chain(moves).chain(results) {
            let cells: Vec<String> = cells;
            let _ = writeln!(
                text,
                "{name:<10}{}",
                cells.iter().map(|cell| format!("{cell:>16}")).collect::<String>().trim_end()
            );
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
        Curves { title: self.fen.clone(), x: "rating".to_owned(), least: 0.0, series }.svg()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::personalities::mockfish::NetChoice;
    use crate::personalities::searcher;

    fn report(game: &Game) -> Option<RatingReport> {
        let mut nets = PolicyNets::load(NetChoice::Rated, None).expect("the built-in net");
        RatingReport::of(&mut LevelPlayer::new(searcher()), &mut nets, game, &[2200, 1000]).expect("the net runs")
    }

    #[test]
    fn every_move_has_a_share_at_every_rating() {
        let report = report(&Game::default()).expect("White has moves");
        assert_eq!((report.moves.len(), report.value.len()), (20, 2));
        for index in 0..2 {
            let played: f32 = report.moves.iter().map(|mv| mv.probability[index]).sum();
            let net: f32 = report.moves.iter().map(|mv| mv.net[index]).sum();
            assert!((played - 1.0).abs() < 1e-3 && (net - 1.0).abs() < 1e-3, "{played}, {net}");
        }
        assert!(report.moves[0].probability[0] != report.moves[0].probability[1], "{:?}", report.moves[0]);
        let chart = report.chart();
        assert!(chart.contains("rating") && chart.contains(&report.moves[0].san), "{chart}");
    }

    #[test]
    fn a_mate_is_found_more_often_by_stronger_players_and_with_the_search() {
        let fen = "6k1/5ppp/8/8/8/8/8/R3K3 w Q - 0 1";
        let report = report(&Game::from_fen(fen, shakmaty::CastlingMode::Standard).unwrap()).expect("White has moves");
        let mate = report.moves.iter().find(|mv| mv.san == "Ra8#").expect("it is legal");
        assert!(mate.probability[0] > mate.probability[1], "{mate:?}");
        assert!(mate.probability[0] > mate.net[0] && mate.probability[0] > 0.9, "{mate:?}");
    }

    #[test]
    fn a_rating_has_a_column() {
        let mv = |san: &str| MoveByRating {
            uci: String::new(),
            san: san.to_owned(),
            probability: vec![0.25, 0.5],
            net: vec![0.125, 1.0],
        };
        let (ratings, value) = (vec![1200, 2000], vec![[0.2, 0.3, 0.5]; 2]);
        let text = RatingReport { fen: "fen".to_owned(), ratings, moves: vec![mv("e4"), mv("d4")], value }.table();
        assert!(
            text.starts_with("fen\n\n%             1200            2000\ne4            25.0  (12.5)    50.0 (100.0)\n"),
            "{text}"
        );
        assert!(text.ends_with("\nwin           50.0            50.0\n"), "{text}");
    }

    #[test]
    fn a_finished_game_has_no_report() {
        let stalemate = Game::from_fen("7k/5Q2/6K1/8/8/8/8/8 b - - 0 1", shakmaty::CastlingMode::Standard).unwrap();
        assert!(report(&stalemate).is_none());
    }
}
