//! The shares of people that a review names, beside what they played: of the moves said to be played by so many of the
//! people of a rating, how many were.

use serde::Serialize;

use motley::statistics::clustered::mean_by_game;

/// The shares that are looked at, each with the bounds of its group.
const GROUPS: [(f64, [f64; 2]); 5] =
    [(0.05, [0.035, 0.07]), (0.1, [0.07, 0.14]), (0.2, [0.14, 0.28]), (0.4, [0.28, 0.56]), (0.8, [0.56, 1.01])];

/// A legal move: its share by the model, and whether it was played.
#[derive(Clone, Copy, Debug)]
pub struct StatedMove {
    pub game: usize,
    pub share: f64,
    pub is_played: bool,
}

/// A group of moves of about the same share.
#[derive(Clone, Copy, Debug, Serialize)]
pub struct ShareRow {
    /// The share in the middle of the group.
    pub about: f64,
    pub moves: usize,
    /// The mean share by the model.
    pub stated: f64,
    /// The share that was played, and its standard error by game.
    pub played: f64,
    pub played_error: f64,
}

/// The groups that have moves.
pub fn share_rows(moves: &[StatedMove]) -> Vec<ShareRow> {
    let row = |(about, [from, to]): (f64, [f64; 2])| {
        let group: Vec<StatedMove> = moves.iter().copied().filter(|mv| (from..to).contains(&mv.share)).collect();
        let mean = |number: fn(&StatedMove) -> f64| mean_by_game(&group, |mv| mv.game, number);
        let (played, played_error) = mean(|mv| f64::from(u8::from(mv.is_played)));
        let stated = mean(|mv| mv.share).0;
        (!group.is_empty()).then_some(ShareRow { about, moves: group.len(), stated, played, played_error })
    };
    GROUPS.into_iter().filter_map(row).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn moves_are_grouped_by_their_share() {
        let stated = |game, share, is_played| StatedMove { game, share, is_played };
        let moves = [stated(0, 0.1, true), stated(0, 0.12, false), stated(1, 0.08, false), stated(1, 0.5, true)];
        let rows = share_rows(&moves);
        let told: Vec<(f64, usize)> = rows.iter().map(|row| (row.about, row.moves)).collect();
        assert_eq!(told, [(0.1, 3), (0.4, 1)]);
        assert!((rows[0].stated - 0.1).abs() < 1e-9 && (rows[0].played - 1.0 / 3.0).abs() < 1e-9, "{rows:?}");
    }
}
