//! What Petrželka published, to stand beside what is measured.

use crate::chess::PieceCount;

/// White's wins among the decisive games that meet a constraint: figure 3.4, from 5,692,409 Lichess games.
const WIN_RATES: [(PieceCount, f64); 17] = [
    (PieceCount([0, 2, 2, 2, 7]), 0.454850),
    (PieceCount([0, 2, 2, 2, 8]), 0.389848),
    (PieceCount([1, 1, 2, 2, 8]), 0.355376),
    (PieceCount([1, 2, 0, 2, 6]), 0.471322),
    (PieceCount([1, 2, 0, 2, 7]), 0.476431),
    (PieceCount([1, 2, 1, 1, 6]), 0.479054),
    (PieceCount([1, 2, 1, 1, 7]), 0.487971),
    (PieceCount([1, 2, 1, 1, 8]), 0.483723),
    (PieceCount([1, 2, 1, 2, 7]), 0.481888),
    (PieceCount([1, 2, 1, 2, 8]), 0.483965),
    (PieceCount([1, 2, 2, 0, 6]), 0.515156),
    (PieceCount([1, 2, 2, 0, 7]), 0.521930),
    (PieceCount([1, 2, 2, 1, 7]), 0.506321),
    (PieceCount([1, 2, 2, 1, 8]), 0.504694),
    (PieceCount([1, 2, 2, 2, 5]), 0.504491),
    (PieceCount([1, 2, 2, 2, 6]), 0.498137),
    (PieceCount([1, 2, 2, 2, 7]), 0.497856),
];

/// Petrželka's win rate of White, for the seventeen constraints that have one.
pub fn win_rate(constraint: PieceCount) -> Option<f64> {
    WIN_RATES.iter().find(|(known, _)| *known == constraint).map(|&(_, rate)| rate)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn each_of_the_seventeen_has_its_rate_and_no_other_constraint_has() {
        let with_rate: Vec<PieceCount> =
            PieceCount::all().filter(|&constraint| win_rate(constraint).is_some()).collect();
        let mut seventeen = PieceCount::SEVENTEEN.to_vec();
        seventeen.sort_unstable();
        assert_eq!(with_rate, seventeen);
    }
}
