//! A report on predictions as three curves.

use super::report::{BAND, PlyBand, PredictionReport};
use motley::picture::chart::Curves;

/// Bands and bins with fewer positions are not shown.
const FEWEST: u64 = 30;

/// Calibration, and accuracy by ply and by plies left.
pub fn charts(report: &PredictionReport) -> [Curves; 3] {
    [
        calibration(report),
        accuracy("Accuracy as the game goes on", "half moves before the position", &report.by_ply),
        accuracy("Accuracy as the end comes near", "half moves left", &report.by_plies_left),
    ]
}

fn calibration(report: &PredictionReport) -> Curves {
    let percent = |share: f64| (100.0 * share).round() as u32;
    let bins = report.calibration.iter().filter(|bin| bin.positions >= FEWEST);
    Curves {
        title: "Calibration: predicted and actual share of games that White won".to_owned(),
        x: "White's predicted chance of winning, per cent".to_owned(),
        least: 0.0,
        series: vec![
            ("won by White".to_owned(), bins.map(|bin| (percent(bin.predicted), bin.won)).collect()),
            ("perfect".to_owned(), (0..=10).map(|tenth| (10 * tenth, f64::from(tenth) / 10.0)).collect()),
        ],
    }
}

fn accuracy(title: &str, x: &str, bands: &[PlyBand]) -> Curves {
    let curve = |value: fn(&PlyBand) -> f64| {
        let shown = bands.iter().filter(|band| band.positions >= FEWEST);
        shown.map(|band| ((band.from + BAND / 2) as u32, value(band))).collect()
    };
    Curves {
        title: title.to_owned(),
        x: x.to_owned(),
        least: 0.4,
        series: vec![
            ("net".to_owned(), curve(|band| band.accuracy)),
            ("material".to_owned(), curve(|band| band.material)),
        ],
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::studies::winner::WinPrediction;

    #[test]
    fn bands_and_bins_with_few_positions_are_not_shown() {
        let prediction = |ply| WinPrediction { logit: 1.0, white_won: true, ply, left: 20, material: 1 };
        let predictions = [vec![prediction(25); FEWEST as usize], vec![prediction(75)]].concat();
        let [calibration, by_ply, _] = charts(&PredictionReport::new(&predictions).unwrap());
        assert_eq!(by_ply.series[0].1, [(25, 1.0)]);
        assert_eq!(calibration.series[0].1, [(73, 1.0)]);
    }
}
