//! The clocks of a game as one `go` after another shows them, and from them the time of each ply.

use shakmaty::{Color, Position as _};

use crate::engine::{Game, Limits};

/// Both clocks before a ply.
#[derive(Clone, Copy, Debug)]
struct Shown {
    ply: usize,
    /// Seconds by colour, White first; `None` where the time may be out of date.
    clocks: [Option<f32>; 2],
}

/// The clocks that were seen in one game.
#[derive(Debug, Default)]
pub struct SeenClocks {
    keys: Vec<u64>,
    shown: Vec<Shown>,
}

impl SeenClocks {
    /// Takes the clocks of a `go`. What was seen in another game, or in a line that was taken back, is dropped.
    pub fn show(&mut self, game: &Game, limits: &Limits) {
        let ply = game.moves().len();
        let common = self.keys.iter().zip(game.keys()).take_while(|(a, b)| a == b).count();
        self.shown.retain(|shown| shown.ply < common.min(ply));
        self.keys = game.keys().to_vec();
        let turn = game.position().turn();
        let seconds = |side: Color| {
            // A search on the opponent's time begins with the clock that he had before his move.
            let is_current = side == turn || !limits.ponder;
            limits.clock(side).filter(|_| is_current).map(|clock| clock.remaining.as_secs_f32())
        };
        self.shown.push(Shown { ply, clocks: [seconds(Color::White), seconds(Color::Black)] });
    }

    /// The most that `side` was seen to have, in seconds: the base time where the game was seen from its beginning.
    pub fn most(&self, side: Color) -> Option<f32> {
        self.shown.iter().filter_map(|shown| shown.clocks[index(side)]).reduce(f32::max)
    }

    /// The time of each ply of the game, in seconds; `None` where the clock was not seen before and after it.
    pub fn spent(&self, game: &Game, increment: f32) -> Vec<Option<f32>> {
        let first = game.start().turn();
        let clock = |ply: Option<usize>, side: Color| {
            let shown = &self.shown[self.shown.binary_search_by_key(&ply?, |shown| shown.ply).ok()?];
            shown.clocks[index(side)]
        };
        let time = |ply: usize| {
            let side = if ply.is_multiple_of(2) { first } else { !first };
            // The clock stands while the other side moves.
            let before = clock(Some(ply), side).or_else(|| clock(ply.checked_sub(1), side))?;
            let after = clock(Some(ply + 1), side).or_else(|| clock(Some(ply + 2), side))?;
            Some((before + increment - after).max(0.0))
        };
        (0..game.moves().len()).map(time).collect()
    }
}

fn index(side: Color) -> usize {
    side.fold_wb(0, 1)
}

#[cfg(test)]
mod tests {
    use std::time::Duration;

    use super::*;
    use crate::engine::SideClock;

    fn game(moves: &str) -> Game {
        let mut game = Game::default();
        moves.split_whitespace().for_each(|mv| game.play_uci(mv).unwrap());
        game
    }

    fn limits(white: u64, black: u64) -> Limits {
        let clock = |seconds| Some(SideClock { remaining: Duration::from_secs(seconds), increment: Duration::ZERO });
        Limits { white: clock(white), black: clock(black), ..Limits::default() }
    }

    #[test]
    fn the_clocks_of_one_side_show_the_times_of_both() {
        let mut seen = SeenClocks::default();
        seen.show(&game(""), &limits(100, 100));
        seen.show(&game("e2e4 e7e5"), &limits(97, 90));
        assert_eq!(seen.spent(&game("e2e4 e7e5"), 2.0), [Some(5.0), Some(12.0)]);
        assert_eq!(seen.most(Color::Black), Some(100.0));
        // Both sides: the same.
        seen.show(&game("e2e4 e7e5 g1f3"), &limits(80, 90));
        assert_eq!(seen.spent(&game("e2e4 e7e5 g1f3"), 0.0), [Some(3.0), Some(10.0), Some(17.0)]);
    }

    #[test]
    fn a_clock_that_was_not_seen_gives_no_time() {
        let mut seen = SeenClocks::default();
        seen.show(&game("e2e4"), &limits(97, 100));
        seen.show(&game("e2e4 e7e5 g1f3"), &limits(95, 90));
        assert_eq!(seen.spent(&game("e2e4 e7e5 g1f3"), 0.0), [None, Some(10.0), Some(2.0)]);
    }

    #[test]
    fn the_opponents_clock_is_out_of_date_while_pondering() {
        let mut seen = SeenClocks::default();
        seen.show(&game(""), &limits(100, 100));
        seen.show(&game("e2e4 e7e5"), &Limits { ponder: true, ..limits(97, 100) });
        assert_eq!(seen.spent(&game("e2e4 e7e5"), 0.0), [Some(3.0), None]);
        // He played something else.
        seen.show(&game("e2e4 c7c5"), &limits(97, 91));
        assert_eq!(seen.spent(&game("e2e4 c7c5"), 0.0), [Some(3.0), Some(9.0)]);
    }

    #[test]
    fn another_game_begins_anew_and_a_move_that_was_taken_back_is_forgotten() {
        let mut seen = SeenClocks::default();
        for (moves, white) in [("", 100), ("e2e4 e7e5", 90), ("e2e4 e7e5 g1f3 b8c6", 80)] {
            seen.show(&game(moves), &limits(white, 50));
        }
        seen.show(&game("e2e4 e7e5"), &limits(70, 50));
        assert_eq!(seen.spent(&game("e2e4 e7e5"), 0.0), [Some(30.0), Some(0.0)]);
        let other = Game::from_fen("4k3/8/8/8/8/8/4P3/4K3 w - - 0 1", shakmaty::CastlingMode::Standard).unwrap();
        seen.show(&other, &limits(20, 20));
        assert_eq!((seen.most(Color::White), seen.spent(&other, 0.0).len()), (Some(20.0), 0));
    }
}
