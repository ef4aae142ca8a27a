//! Accuracy by source and rating, beside what others reached on other games of the same sources.

use serde::Serialize;

use super::PlayedMove;
use super::moves::MoveCounts;
use super::report::GroupAccuracy;
use motley::nets::rated::{MoverContext, Source};

/// A band of ratings, with shares of right first moves in per cent.
struct Band {
    name: &'static str,
    /// The best of maia-1100, maia-1500 and maia-1900 (McIlroy-Young and others, 2020).
    maia: f64,
    /// Mockfish's standard net.
    standard: f64,
}

const BANDS: [Band; 7] = [
    Band { name: "over the board, both >= 2000", maia: 46.7, standard: 47.6 },
    Band { name: "Lichess < 1200", maia: 45.1, standard: 36.5 },
    Band { name: "Lichess 1200-1399", maia: 49.5, standard: 40.6 },
    Band { name: "Lichess 1400-1599", maia: 52.3, standard: 43.6 },
    Band { name: "Lichess 1600-1799", maia: 52.2, standard: 45.5 },
    Band { name: "Lichess 1800-1999", maia: 48.9, standard: 44.0 },
    Band { name: "Lichess >= 2000", maia: 50.5, standard: 46.4 },
];
/// The number of bands.
pub const BAND_COUNT: usize = BANDS.len();

/// The least rating of both players over the board.
const STRONG: u16 = 2000;
/// Plies before the later part of a game.
const LATER: usize = 20;

/// The number of the band of the player who moves: over the board by both ratings, on Lichess by his own.
pub fn band(who: &MoverContext) -> Option<usize> {
    match who.source {
        Source::OverTheBoard => (who.elo.min(who.opponent_elo?) >= STRONG).then_some(0),
        Source::Lichess => Some(1 + (usize::from(who.elo.saturating_sub(1000)) / 200).min(BANDS.len() - 2)),
        Source::OtherSite => None,
    }
}

/// The counts of all bands.
#[derive(Clone, Debug, Default)]
pub struct BandCounts {
    /// Of each band the positions before ply [`LATER`], and those from there on.
    bands: [[MoveCounts; 2]; BANDS.len()],
}

/// A band as JSON has it; shares go from 0 to 1.
#[derive(Clone, Debug, Serialize)]
pub struct BandAccuracy {
    pub name: &'static str,
    #[serde(flatten)]
    pub all: GroupAccuracy,
    /// The first 20 plies, and those after them.
    pub early: GroupAccuracy,
    pub late: GroupAccuracy,
    /// Published shares of right first moves on other games of this kind.
    pub best_maia: f64,
    pub standard_net: f64,
}

impl BandCounts {
    /// Counts a position whose player's ratings are known; see [`MoveCounts::add`].
    pub fn add(&mut self, played: &PlayedMove, rank: usize, probability: f32) {
        let Some(band) = played.band else { return };
        self.bands[band][usize::from(played.ply() >= LATER)].add(rank, probability, played.game);
    }

    pub fn merge(&mut self, other: BandCounts) {
        for (mine, theirs) in self.bands.iter_mut().flatten().zip(other.bands.into_iter().flatten()) {
            mine.merge(theirs);
        }
    }

    /// The bands that have positions.
    pub fn report(&self) -> Vec<BandAccuracy> {
        let counted = BANDS.iter().zip(&self.bands).map(|(band, [early, late])| {
            let mut all = early.clone();
            all.merge(late.clone());
            let (all, early, late) = (all.accuracy(), early.accuracy(), late.accuracy());
            let (best_maia, standard_net) = (band.maia / 100.0, band.standard / 100.0);
            BandAccuracy { name: band.name, all, early, late, best_maia, standard_net }
        });
        counted.filter(|band| band.all.positions > 0).collect()
    }
}

/// The bands with other ratings given to the net than the players had.
#[derive(Clone, Debug, Serialize)]
pub struct ShiftedBands {
    /// Added to both ratings.
    pub offset: i16,
    pub bands: Vec<BandAccuracy>,
}

#[cfg(test)]
mod tests {
    use super::*;

    fn who(source: Source, elo: u16, opponent_elo: Option<u16>) -> MoverContext {
        MoverContext { elo, opponent_elo, source, ..MoverContext::STRONG }
    }

    #[test]
    fn bands_follow_source_and_rating() {
        let lichess = |elo| band(&who(Source::Lichess, elo, None)).map(|band| BANDS[band].name);
        assert_eq!(lichess(800), Some("Lichess < 1200"));
        assert_eq!(lichess(1199), Some("Lichess < 1200"));
        assert_eq!(lichess(1200), Some("Lichess 1200-1399"));
        assert_eq!(lichess(1999), Some("Lichess 1800-1999"));
        assert_eq!(lichess(2900), Some("Lichess >= 2000"));
        let board = |elo, opponent| band(&who(Source::OverTheBoard, elo, opponent));
        assert_eq!((board(2000, Some(2000)), board(2400, Some(1999)), board(2400, None)), (Some(0), None, None));
        assert_eq!(band(&who(Source::OtherSite, 2000, Some(2000))), None);
    }
}
