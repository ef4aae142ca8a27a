//! The figures that Petrželka published, to stand beside what is measured.

use crate::published::printed_rows;
use motley::chess::PieceCount;

/// Petrželka's win rate of White, from 0 to 1, for the seventeen constraints that have one: figure 3.4, from 5,692,409
/// Lichess games.
pub fn win_rate(constraint: PieceCount) -> Option<f64> {
    let row = format!("{constraint}: win");
    printed_rows("petrzelka-fig3.4").into_iter().find(|printed| printed.row == row).map(|printed| printed.value)
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
        assert_eq!(win_rate(PieceCount([1, 1, 2, 2, 8])), Some(0.355376));
    }
}
