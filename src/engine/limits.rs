//! What a `go` asks for.

use std::time::Duration;

use shakmaty::{Color, Move, MoveList};

use crate::engine::Game;

/// One side's clock. A clock that has run out or gone negative is zero.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct SideClock {
    pub remaining: Duration,
    pub increment: Duration,
}

/// The limits of one search; all that are set hold together. No limit at all means `infinite`.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Limits {
    /// The clocks, where the GUI gave them: it may give only one side's.
    pub white: Option<SideClock>,
    pub black: Option<SideClock>,
    /// Moves to the next time control; `None` (or a given 0): the rest of the game.
    pub moves_to_go: Option<u32>,
    pub depth: Option<i32>,
    pub nodes: Option<u64>,
    /// Stop when a mate in this many moves is found.
    pub mate: Option<u32>,
    pub move_time: Option<Duration>,
    /// Search until stopped; no `bestmove` before.
    pub infinite: bool,
    /// Search on the opponent's time: like `infinite` until [`crate::engine::Stop::hit_ponder`].
    pub ponder: bool,
    /// Only these root moves, all legal; empty means every move.
    pub search_moves: Vec<Move>,
}

impl Limits {
    pub const fn clock(&self, side: Color) -> Option<SideClock> {
        match side {
            Color::White => self.white,
            Color::Black => self.black,
        }
    }

    /// Whether a move may be played at the root.
    pub fn allows(&self, mv: Move) -> bool {
        self.search_moves.is_empty() || self.search_moves.contains(&mv)
    }

    /// The root moves that may be played: the legal ones, or those of `search_moves`.
    pub fn allowed(&self, game: &Game) -> MoveList {
        let mut moves = game.legal_moves();
        moves.retain(|mv| self.allows(*mv));
        moves
    }

    /// What is left of these limits for another player, after one has spent `elapsed` of the time of `side`.
    #[must_use]
    pub fn after(&self, elapsed: Duration, side: Color) -> Limits {
        let mut left = self.clone();
        left.move_time = left.move_time.map(|time| time.saturating_sub(elapsed));
        if let Some(clock) = side.fold_wb(&mut left.white, &mut left.black) {
            clock.remaining = clock.remaining.saturating_sub(elapsed);
        }
        left
    }

    /// Whether a game is being played: only then may a book answer.
    pub fn is_timed(&self, side: Color) -> bool {
        !self.infinite && (self.move_time.is_some() || self.clock(side).is_some())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn search_moves_narrow_the_root_moves() {
        let game = Game::default();
        assert_eq!(Limits::default().allowed(&game).len(), 20);
        let [a3, e4] = ["a2a3", "e2e4"].map(|mv| game.read_uci(mv).unwrap());
        let limits = Limits { search_moves: vec![e4, e4], ..Limits::default() };
        assert_eq!(limits.allowed(&game).as_slice(), [e4]);
        assert!(limits.allows(e4) && !limits.allows(a3));
    }

    #[test]
    fn time_that_was_spent_is_gone_from_the_movers_clock_and_the_fixed_time() {
        let ms = Duration::from_millis;
        let clock = Some(SideClock { remaining: ms(100), increment: ms(5) });
        let limits = Limits { white: clock, black: clock, move_time: Some(ms(20)), ..Limits::default() };
        let left = limits.after(ms(30), Color::Black);
        assert_eq!((left.white, left.move_time), (clock, Some(ms(0))));
        assert_eq!(left.black, Some(SideClock { remaining: ms(70), increment: ms(5) }));
    }

    #[test]
    fn a_game_is_played_where_the_mover_has_a_clock_or_a_fixed_time() {
        let clock = Limits { white: Some(SideClock::default()), ..Limits::default() };
        assert!(clock.is_timed(Color::White) && !clock.is_timed(Color::Black));
        let fixed = Limits { move_time: Some(Duration::ZERO), ..Limits::default() };
        assert!(fixed.is_timed(Color::Black) && !Limits { infinite: true, ..fixed }.is_timed(Color::Black));
    }
}
