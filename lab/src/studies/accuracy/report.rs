//! The report of a study of accuracy, and the accuracy of each square as boards.

use std::collections::BTreeMap;

use serde::Serialize;

use super::AccuracyCounts;
use super::bands::{BandAccuracy, ShiftedBands};
use motley::nets::mockfish::NETWORKS;
use motley::picture::board::{Board, boards};

/// Shares go from 0 to 1.
#[derive(Clone, Debug, Serialize)]
pub struct AccuracyReport {
    pub networks: BTreeMap<&'static str, NetworkAccuracy>,
    pub move_match: MoveAccuracy,
    pub by_phase: BTreeMap<&'static str, GroupAccuracy>,
    /// By the lower end of bands 200 wide; 0 holds those without a rating too.
    pub by_elo: BTreeMap<u16, GroupAccuracy>,
    /// By source and rating, beside published figures.
    pub bands: Vec<BandAccuracy>,
    /// The same with other ratings given to the net, where that was asked for.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub offsets: Vec<ShiftedBands>,
}

#[derive(Clone, Copy, Debug, Serialize)]
pub struct NetworkAccuracy {
    /// Of the best of all 64 squares.
    pub accuracy: f64,
    /// Of the best of the squares that a legal move leaves, or that a piece of this kind can reach.
    pub accuracy_legal: f64,
    pub positions: u64,
}

#[derive(Clone, Copy, Debug, Serialize)]
pub struct MoveAccuracy {
    #[serde(flatten)]
    pub all: GroupAccuracy,
    pub top1_after_ply_10: f64,
}

#[derive(Clone, Copy, Debug, Serialize)]
pub struct GroupAccuracy {
    pub top1: f64,
    /// Its standard error, the positions of a game taken together.
    pub top1_error: f64,
    pub top3: f64,
    pub top5: f64,
    /// Mean of −ln of the probability of the move that was played.
    pub negative_log_likelihood: f64,
    pub positions: u64,
}

/// A board for each network, each square with the accuracy where it was right (Griffiths' figure 4.1), as SVG.
pub fn accuracy_boards(counts: &AccuracyCounts) -> String {
    let report = counts.report();
    let board = |(index, name): (usize, &&str)| {
        let values = counts.squares(index).map(|count| (count.total() > 0).then(|| count.share() as f32));
        let title = format!("{name}: {:.1} %", 100.0 * report.networks[name].accuracy);
        Board::new(title).with_heat(values).with_percentages()
    };
    boards(&NETWORKS.iter().enumerate().map(board).collect::<Vec<_>>())
}
