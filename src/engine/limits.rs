//! The limits of a `go`.

use std::time::Duration;

use shakmaty::{Color, Move, MoveList, Position as _};

use crate::engine::options::SharedOptions;
use crate::engine::{Game, Score, ScoreKind};

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
    /// Like the soft bound of a clock: about so many nodes, more where the choice is not settled. No GUI asks for it.
    pub soft_nodes: Option<u64>,
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

    /// Returns true if a move may be played at the root.
    pub fn allows(&self, mv: Move) -> bool {
        self.search_moves.is_empty() || self.search_moves.contains(&mv)
    }

    /// The root moves that may be played: the legal ones, or those of `search_moves`.
    pub fn allowed(&self, game: &Game) -> MoveList {
        let mut moves = game.legal_moves();
        moves.retain(|mv| self.allows(*mv));
        moves
    }

    /// The depth that `depth` and `mate` ask for, the lesser where both are given: a mate in `n` moves takes 2n − 1
    /// plies.
    pub fn asked_depth(&self) -> Option<i64> {
        let to_mate = self.mate.map(|moves| 2 * i64::from(moves) - 1);
        self.depth.map(i64::from).into_iter().chain(to_mate).min()
    }

    /// Returns true if a score is that of giving mate within the moves that `mate` asks for.
    pub fn is_asked_mate(&self, score: Score) -> bool {
        let ScoreKind::Mate(moves) = score.kind() else { return false };
        self.mate.is_some_and(|asked| moves > 0 && moves.unsigned_abs() <= asked)
    }

    /// Fills in what a request leaves out: one clock given is both sides' clock, and no limit at all is `infinite`.
    pub fn complete(&mut self, turn: Color) {
        let clock = self.white.or(self.black);
        self.white = self.white.or(clock);
        self.black = self.black.or(clock);
        self.infinite |= !self.is_bounded() && self.clock(turn).is_none();
    }

    /// Returns true if a depth, a number of nodes, a mate or a time is given, or a clock of either side.
    pub fn has_end(&self) -> bool {
        self.is_bounded() || self.white.is_some() || self.black.is_some()
    }

    fn is_bounded(&self) -> bool {
        self.depth.is_some() || self.nodes.is_some() || self.mate.is_some() || self.move_time.is_some()
    }

    /// The rest of these limits for another player, after one has spent `elapsed` of the time of `side`.
    #[must_use]
    pub fn after(&self, elapsed: Duration, side: Color) -> Limits {
        let mut left = self.clone();
        left.move_time = left.move_time.map(|time| time.saturating_sub(elapsed));
        if let Some(clock) = side.fold_wb(&mut left.white, &mut left.black) {
            clock.remaining = clock.remaining.saturating_sub(elapsed);
        }
        left
    }

    /// Returns true if this `go` is a move of a game on a clock. Otherwise it is analysis, where no book answers:
    /// programs that annotate games give a fixed time, a depth or a number of nodes, and want what a search finds.
    /// Several lines, no limit, and `UCI_AnalyseMode` are analysis always.
    pub fn is_game(&self, game: &Game, shared: &SharedOptions) -> bool {
        !self.is_analysis(shared) && self.clock(game.position().turn()).is_some()
    }

    /// Returns true if a book may answer: in a game, and with `BookWithoutClock` under any limit.
    pub fn allows_book(&self, game: &Game, shared: &SharedOptions) -> bool {
        self.is_game(game, shared) || shared.book_without_clock && !self.is_analysis(shared)
    }

    /// Returns true if the repertoire of a person who is imitated is played: where a book is, and under a fixed time a
    /// move from the start position on, since whoever names a person wants his openings. Programs that analyse for a
    /// fixed time send the position as a FEN.
    pub fn allows_repertoire(&self, game: &Game, shared: &SharedOptions) -> bool {
        let has_fixed_time = self.move_time.is_some() && !game.is_set_up();
        self.allows_book(game, shared) || has_fixed_time && !self.is_analysis(shared)
    }

    fn is_analysis(&self, shared: &SharedOptions) -> bool {
        self.infinite || shared.analyse_mode || shared.multi_pv > 1
    }
}

#[cfg(test)]
mod tests {
    use shakmaty::CastlingMode;

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
    fn a_clock_makes_a_game_and_every_other_limit_needs_the_option_for_a_book() {
        let mut from_start = Game::default();
        from_start.play_uci("e2e4").unwrap();
        let set_up = Game::from_fen(&Game::default().fen(), CastlingMode::Standard).unwrap();
        let clock = Some(SideClock::default());
        let without = SharedOptions::default();
        let with = SharedOptions { book_without_clock: true, ..SharedOptions::default() };
        let is_game = |limits: &Limits| [&from_start, &set_up].map(|game| limits.is_game(game, &without));
        let allows = |limits: &Limits, shared: &SharedOptions| {
            [&from_start, &set_up].map(|game| limits.allows_book(game, shared))
        };
        let repertoire = |limits: &Limits| [&from_start, &set_up].map(|game| limits.allows_repertoire(game, &without));

        let clocks = Limits { white: clock, black: clock, ..Limits::default() };
        assert_eq!((is_game(&clocks), repertoire(&clocks)), ([true, true], [true, true]));
        assert_eq!(is_game(&Limits { black: None, ..clocks.clone() }), [false, true], "only the mover's clock counts");
        assert_eq!(is_game(&Limits { depth: Some(9), ..clocks.clone() }), [true, true]);
        assert_eq!(allows(&clocks, &without), [true, true]);
        for fixed in [
            Limits { move_time: Some(Duration::ZERO), ..Limits::default() },
            Limits { depth: Some(9), ..Limits::default() },
            Limits { nodes: Some(9), ..Limits::default() },
            Limits { mate: Some(9), ..Limits::default() },
        ] {
            assert_eq!(is_game(&fixed), [false, false], "{fixed:?}");
            assert_eq!((allows(&fixed, &without), allows(&fixed, &with)), ([false, false], [true, true]), "{fixed:?}");
            assert_eq!(repertoire(&fixed), [fixed.move_time.is_some(), false], "{fixed:?}");
            let infinite = Limits { infinite: true, ..fixed };
            assert_eq!(allows(&infinite, &with), [false, false], "{infinite:?}");
        }
        assert_eq!(allows(&Limits { infinite: true, ..clocks.clone() }, &with), [false, false]);
        for shared in
            [SharedOptions { multi_pv: 2, ..with.clone() }, SharedOptions { analyse_mode: true, ..with.clone() }]
        {
            assert!(!clocks.is_game(&from_start, &shared), "{shared:?}");
            assert_eq!(allows(&clocks, &shared), [false, false], "{shared:?}");
        }
    }
}
