//! Predictions against the results of the games: accuracy, log loss, calibration.

use serde::Serialize;

use super::WinPrediction;
use motley::studies::predictions::winner::probability;

/// Width of a band of positions, in plies.
pub const BAND: usize = 10;
/// Positions later in a game than this, or farther from its end, are one band.
const LAST_BAND: usize = 15;
/// Bins of the calibration curve.
const BINS: usize = 10;

impl WinPrediction {
    fn is_right(&self) -> bool {
        (self.logit > 0.0) == self.white_won
    }

    /// Natural logarithm, negated, of the probability that the result was given.
    fn loss(&self) -> f64 {
        let logit = f64::from(if self.white_won { self.logit } else { -self.logit });
        // ln(1 + e^−x), without overflow.
        (-logit).max(0.0) + (-logit.abs()).exp().ln_1p()
    }

    /// The baseline's guess: the side with more material; with equal material, the side that won more often.
    fn material_is_right(&self, majority: bool) -> bool {
        let guess = if self.material == 0 { majority } else { self.material > 0 };
        guess == self.white_won
    }
}

/// Simple ways to guess, as shares of right guesses.
#[derive(Clone, Copy, Debug, Serialize)]
pub struct Baselines {
    /// Always the side that won more often.
    pub majority: f64,
    /// The side with more material (pawns 1, knights and bishops 3, rooks 5, queens 9), else the majority.
    pub material: f64,
}

/// Positions that lie together in a game.
#[derive(Clone, Copy, Debug, Serialize)]
pub struct PlyBand {
    /// Plies, the first and the last.
    pub from: usize,
    pub to: Option<usize>,
    pub positions: u64,
    pub accuracy: f64,
    pub material: f64,
}

/// Positions with similar predictions.
#[derive(Clone, Copy, Debug, Serialize)]
pub struct CalibrationBin {
    /// Mean predicted probability of White's win, and the share of these games that White won.
    pub predicted: f64,
    pub won: f64,
    pub positions: u64,
}

/// Positions in which neither side is more than a pawn ahead; shares go from 0 to 1.
#[derive(Clone, Copy, Debug, Serialize)]
pub struct EvenMen {
    pub positions: u64,
    pub accuracy: f64,
    /// Of always naming the side that won more often there.
    pub majority: f64,
}

impl EvenMen {
    fn of(predictions: &[WinPrediction]) -> EvenMen {
        let even: Vec<WinPrediction> =
            predictions.iter().filter(|prediction| prediction.material.abs() <= 1).copied().collect();
        let wins = share(&even, |prediction| prediction.white_won);
        EvenMen {
            positions: even.len() as u64,
            accuracy: share(&even, WinPrediction::is_right),
            majority: wins.max(1.0 - wins),
        }
    }
}

/// Figures of a net; shares go from 0 to 1.
#[derive(Clone, Debug, Serialize)]
pub struct PredictionReport {
    pub accuracy: f64,
    /// Natural logarithms.
    pub log_loss: f64,
    pub positions: u64,
    pub baselines: Baselines,
    pub even_men: EvenMen,
    pub calibration: Vec<CalibrationBin>,
    pub by_ply: Vec<PlyBand>,
    pub by_plies_left: Vec<PlyBand>,
}

impl PredictionReport {
    /// `None` without a prediction.
    pub fn new(predictions: &[WinPrediction]) -> Option<PredictionReport> {
        if predictions.is_empty() {
            return None;
        }
        let wins = share(predictions, |prediction| prediction.white_won);
        let majority = wins >= 0.5;
        Some(PredictionReport {
            accuracy: share(predictions, WinPrediction::is_right),
            log_loss: predictions.iter().map(WinPrediction::loss).sum::<f64>() / predictions.len() as f64,
            positions: predictions.len() as u64,
            baselines: Baselines {
                majority: wins.max(1.0 - wins),
                material: share(predictions, |prediction| prediction.material_is_right(majority)),
            },
            even_men: EvenMen::of(predictions),
            calibration: calibration(predictions),
            by_ply: bands(predictions, majority, |prediction| prediction.ply),
            by_plies_left: bands(predictions, majority, |prediction| prediction.left),
        })
    }
}

fn share(predictions: &[WinPrediction], is_so: impl Fn(&WinPrediction) -> bool) -> f64 {
    predictions.iter().filter(|prediction| is_so(prediction)).count() as f64 / predictions.len().max(1) as f64
}

/// Predictions by a number of theirs below `count`.
fn grouped(
    predictions: &[WinPrediction],
    count: usize,
    number: impl Fn(&WinPrediction) -> usize,
) -> impl Iterator<Item = (usize, Vec<WinPrediction>)> {
    let mut groups = vec![Vec::new(); count];
    for prediction in predictions {
        groups[number(prediction).min(count - 1)].push(*prediction);
    }
    groups.into_iter().enumerate().filter(|(_, inside)| !inside.is_empty())
}

fn calibration(predictions: &[WinPrediction]) -> Vec<CalibrationBin> {
    let chance = |prediction: &WinPrediction| probability(prediction.logit);
    let bin = |(_, inside): (usize, Vec<WinPrediction>)| CalibrationBin {
        predicted: inside.iter().map(chance).sum::<f64>() / inside.len() as f64,
        won: share(&inside, |prediction| prediction.white_won),
        positions: inside.len() as u64,
    };
    grouped(predictions, BINS, |prediction| (chance(prediction) * BINS as f64) as usize).map(bin).collect()
}

fn bands(predictions: &[WinPrediction], majority: bool, half_moves: impl Fn(&WinPrediction) -> usize) -> Vec<PlyBand> {
    let band = |(index, inside): (usize, Vec<WinPrediction>)| PlyBand {
        from: index * BAND,
        to: (index < LAST_BAND).then_some((index + 1) * BAND - 1),
        positions: inside.len() as u64,
        accuracy: share(&inside, WinPrediction::is_right),
        material: share(&inside, |prediction| prediction.material_is_right(majority)),
    };
    grouped(predictions, LAST_BAND + 1, |prediction| half_moves(prediction) / BAND).map(band).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn prediction(logit: f32, white_won: bool, ply: usize, material: i32) -> WinPrediction {
        WinPrediction { logit, white_won, ply, left: 20, material }
    }

    #[test]
    fn figures_are_those_of_their_definitions() {
        let report = PredictionReport::new(&[
            prediction(1.0, true, 5, 0),
            prediction(-1.0, true, 5, 3),
            prediction(2.0, false, 15, 1),
            prediction(0.5, true, 200, -1),
        ])
        .unwrap();
        assert_eq!((report.accuracy, report.positions), (0.5, 4));
        assert_eq!(
            (report.baselines.majority, report.baselines.material),
            (0.75, 0.5),
            "equal material goes to White, who won more often"
        );
        let expected = [1.0_f64, -1.0, -2.0, 0.5].map(|logit| (1.0 + (-logit).exp()).ln()).iter().sum::<f64>() / 4.0;
        assert!((report.log_loss - expected).abs() < 1e-6, "{} and not {expected}", report.log_loss);
        let bands: Vec<_> =
            report.by_ply.iter().map(|band| (band.from, band.to, band.positions, band.accuracy)).collect();
        assert_eq!(bands, [(0, Some(9), 2, 0.5), (10, Some(19), 1, 0.0), (150, None, 1, 1.0)]);
        assert_eq!(report.by_plies_left.len(), 1);
        assert!(PredictionReport::new(&[]).is_none());
    }

    #[test]
    fn losses_stay_finite_however_extreme_the_prediction_was() {
        assert!((prediction(500.0, false, 1, 0).loss() - 500.0).abs() < 1e-3);
        assert!(prediction(500.0, true, 1, 0).loss() < 1e-9);
    }

    #[test]
    fn calibration_puts_similar_predictions_together() {
        let predictions = [prediction(3.0, true, 1, 0), prediction(3.0, false, 1, 0), prediction(-3.0, false, 1, 0)];
        let report = PredictionReport::new(&predictions).unwrap();
        let bins: Vec<_> = report.calibration.iter().map(|bin| (bin.positions, bin.won)).collect();
        assert_eq!(bins, [(1, 0.0), (2, 0.5)]);
        assert!((report.calibration[1].predicted - probability(3.0)).abs() < 1e-9);
    }
}
