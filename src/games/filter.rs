//! The one filter of every command that reads games.

use serde::Serialize;
use shakmaty::{Chess, Position as _};

use super::pgn::PgnGame;
use super::time_control::TimeControl;

/// The meaning of a missing rating where ratings are bounded.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Unrated {
    /// A rating that the file does not state is within any bounds: for analyses, where a game between unrated masters
    /// counts as any other.
    Accept,
    /// A rating that the file does not state counts as 0: for books and training samples, whose players must be known
    /// to be of a strength. A least rating of 0 then still accepts everyone.
    Reject,
}

/// The positions at which a game may begin.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum StartRule {
    /// At any position, in Chess960 too.
    Any,
    /// At any position of ordinary chess.
    Standard,
    /// At the initial position alone.
    Initial,
}

/// The results that a game may have.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ResultRule {
    Any,
    /// Won, drawn or lost.
    Known,
    /// Won by one side.
    Decisive,
}

/// The conditions for a game to count. Games of other variants do not come this far: the reader of PGN counts them.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct GameFilter {
    /// Bounds for the ratings of both players, in Elo, both included.
    pub min_elo: u16,
    pub max_elo: u16,
    pub unrated: Unrated,
    /// Least base time of a player in seconds; the increment does not count. Games whose time control is missing,
    /// unknown (`?`) or none (`-`) are accepted.
    pub min_base_seconds: u32,
    /// Least length in plies.
    pub min_plies: usize,
    pub start: StartRule,
    pub result: ResultRule,
    /// True if the legal beginning of a game that was cut at an illegal move counts. How the game went on is not known,
    /// but a book of openings needs no more than the beginning.
    pub accept_cut: bool,
}

/// Why a game does not count.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Exclusion {
    /// It was cut at an illegal move.
    Cut,
    Start,
    Rating,
    TimeControl,
    TooShort,
    Result,
}

/// Games by what the filter made of them.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize)]
pub struct FilterCounts {
    /// Text that is no game, other variants, games with an illegal move.
    pub unreadable: u64,
    /// Games that begin at another position than is allowed.
    pub other_start: u64,
    /// A player's rating is out of bounds.
    pub rating: u64,
    /// The base time is too short.
    pub time_control: u64,
    pub too_short: u64,
    /// The result is not known, or the game was drawn where a winner is asked for.
    pub result: u64,
    pub kept: u64,
}

impl GameFilter {
    /// Every game that could be read to its end.
    pub const ALL: GameFilter = GameFilter {
        min_elo: 0,
        max_elo: u16::MAX,
        unrated: Unrated::Accept,
        min_base_seconds: 0,
        min_plies: 0,
        start: StartRule::Any,
        result: ResultRule::Any,
        accept_cut: false,
    };

    /// Games from the initial position, read to their end, with at least one move.
    pub const WHOLE: GameFilter = GameFilter { start: StartRule::Initial, min_plies: 1, ..GameFilter::ALL };

    /// The pre-processing of Petrželka, *Generating valid chess positions using AI methods*, section 3.1.3: players
    /// below 1000 and base times of 60, 120, 180 and 240 seconds are left out, with any increment.
    pub const PETRZELKA: GameFilter = GameFilter {
        min_elo: 1000,
        min_base_seconds: 241,
        min_plies: 10,
        start: StartRule::Initial,
        ..GameFilter::ALL
    };

    /// # Errors
    /// The first reason for which a game does not count, in the order of Petrželka's table 3.1.
    pub fn check(&self, game: &PgnGame) -> Result<(), Exclusion> {
        if game.is_cut() && !self.accept_cut {
            return Err(Exclusion::Cut);
        }
        if !self.start.allows(&game.start) {
            return Err(Exclusion::Start);
        }
        if ![game.tags.white_elo(), game.tags.black_elo()].into_iter().all(|elo| self.allows_rating(elo)) {
            return Err(Exclusion::Rating);
        }
        if TimeControl::of(&game.tags).is_some_and(|control| control.base < self.min_base_seconds) {
            return Err(Exclusion::TimeControl);
        }
        if game.moves.len() < self.min_plies {
            return Err(Exclusion::TooShort);
        }
        if self.result.allows(game) { Ok(()) } else { Err(Exclusion::Result) }
    }

    /// Returns true if a game counts.
    pub fn accepts(&self, game: &PgnGame) -> bool {
        self.check(game).is_ok()
    }

    /// Returns true if one player's rating, `None` where the file does not state it, is within the bounds.
    pub fn allows_rating(&self, elo: Option<u16>) -> bool {
        match (elo, self.unrated) {
            (None, Unrated::Accept) => true,
            (elo, _) => (self.min_elo..=self.max_elo).contains(&elo.unwrap_or_default()),
        }
    }
}

impl StartRule {
    fn allows(self, start: &Chess) -> bool {
        match self {
            StartRule::Any => true,
            StartRule::Standard => start.castles().mode().is_standard(),
            StartRule::Initial => *start == Chess::default(),
        }
    }
}

impl ResultRule {
    fn allows(self, game: &PgnGame) -> bool {
        match self {
            ResultRule::Any => true,
            ResultRule::Known => game.outcome.known().is_some(),
            ResultRule::Decisive => game.outcome.winner().is_some(),
        }
    }
}

impl FilterCounts {
    /// Counts one game by what [`GameFilter::check`] returned.
    pub fn count(&mut self, checked: Result<(), Exclusion>) {
        *match checked {
            Ok(()) => &mut self.kept,
            Err(Exclusion::Cut) => &mut self.unreadable,
            Err(Exclusion::Start) => &mut self.other_start,
            Err(Exclusion::Rating) => &mut self.rating,
            Err(Exclusion::TimeControl) => &mut self.time_control,
            Err(Exclusion::TooShort) => &mut self.too_short,
            Err(Exclusion::Result) => &mut self.result,
        } += 1;
    }

    pub fn merge(&mut self, other: FilterCounts) {
        self.unreadable += other.unreadable;
        self.other_start += other.other_start;
        self.rating += other.rating;
        self.time_control += other.time_control;
        self.too_short += other.too_short;
        self.result += other.result;
        self.kept += other.kept;
    }

    /// All games that were read.
    pub fn games(&self) -> u64 {
        self.left_out() + self.kept
    }

    /// All games that do not count.
    pub fn left_out(&self) -> u64 {
        self.unreadable + self.other_start + self.rating + self.time_control + self.too_short + self.result
    }
}

#[cfg(test)]
mod tests {
    use std::io::Cursor;

    use super::*;
    use crate::games::pgn::PgnReader;

    const FILTER: GameFilter = GameFilter { min_plies: 3, ..GameFilter::PETRZELKA };

    fn game(tags: &str, moves: &str) -> PgnGame {
        let text = format!("{tags}\n\n{moves} *\n\n");
        let mut games = PgnReader::new(Cursor::new(text)).expect("memory can be read");
        games.next().expect("a game").expect("that can be read")
    }

    fn check(filter: GameFilter, tags: &str) -> Result<(), Exclusion> {
        filter.check(&game(tags, "e4 e5 d4"))
    }

    fn rated(white: &str, black: &str) -> String {
        format!("[WhiteElo \"{white}\"]\n[BlackElo \"{black}\"]")
    }

    #[test]
    fn both_ratings_must_be_within_the_bounds_which_are_included() {
        let filter = GameFilter { min_elo: 1000, max_elo: 2000, ..FILTER };
        assert_eq!(check(filter, &rated("1000", "2000")), Ok(()));
        for (white, black) in [("1000", "999"), ("999", "1000"), ("2001", "2000"), ("2000", "2001")] {
            assert_eq!(check(filter, &rated(white, black)), Err(Exclusion::Rating), "{white} {black}");
        }
    }

    #[test]
    fn players_without_a_rating_are_accepted_or_count_as_0() {
        let reject = GameFilter { unrated: Unrated::Reject, ..FILTER };
        for tags in ["[WhiteElo \"?\"]\n[BlackElo \"2000\"]", "[WhiteElo \"2000\"]"] {
            assert_eq!(check(FILTER, tags), Ok(()), "{tags}");
            assert_eq!(check(reject, tags), Err(Exclusion::Rating), "{tags}");
            assert_eq!(check(GameFilter { min_elo: 0, ..reject }, tags), Ok(()), "{tags}");
        }
        assert_eq!(check(FILTER, "[WhiteElo \"999\"]"), Err(Exclusion::Rating), "the known rating is checked");
    }

    #[test]
    fn the_base_time_counts_without_increment_and_no_clock_is_accepted() {
        for (control, expected) in [
            ("60+5", Err(Exclusion::TimeControl)),
            ("240+0", Err(Exclusion::TimeControl)),
            ("240+60", Err(Exclusion::TimeControl)),
            ("180", Err(Exclusion::TimeControl)),
            ("40/120:60", Err(Exclusion::TimeControl)),
            ("*60", Err(Exclusion::TimeControl)),
            ("241+0", Ok(())),
            ("300+8", Ok(())),
            ("40/7200:3600", Ok(())),
            ("-", Ok(())),
            ("?", Ok(())),
            ("a blink", Ok(())),
        ] {
            assert_eq!(check(FILTER, &format!("[TimeControl \"{control}\"]")), expected, "{control}");
        }
    }

    #[test]
    fn short_and_cut_games_are_left_out() {
        assert_eq!(FILTER.check(&game("[Event \"A\"]", "e4 e5")), Err(Exclusion::TooShort));
        assert_eq!(FILTER.check(&game("[Event \"A\"]", "e4 e5 d4")), Ok(()));
        let cut = game("[Event \"A\"]", "e4 e5 Ke3");
        assert_eq!(GameFilter::ALL.check(&cut), Err(Exclusion::Cut));
        assert_eq!(GameFilter { accept_cut: true, ..GameFilter::ALL }.check(&cut), Ok(()));
    }

    #[test]
    fn start_rules_differ_in_other_positions_and_chess960() {
        let castling = "[FEN \"4k3/8/8/8/8/8/8/4K2R w K - 0 1\"]";
        let chess960 = "[Variant \"Chess960\"]\n[FEN \"4k3/8/8/8/8/8/8/4K2R w H - 0 1\"]";
        let allows = |start, tags| {
            let filter = GameFilter { start, ..GameFilter::ALL };
            filter.accepts(&game(tags, if tags.is_empty() { "e4 e5" } else { "O-O Ke7 Rf2" }))
        };
        for (start, expected) in [
            (StartRule::Any, [true, true, true]),
            (StartRule::Standard, [true, true, false]),
            (StartRule::Initial, [true, false, false]),
        ] {
            assert_eq!(["", castling, chess960].map(|tags| allows(start, tags)), expected, "{start:?}");
        }
    }

    #[test]
    fn result_rules_differ_in_draws_and_open_games() {
        for (result, expected) in [
            (ResultRule::Any, [true, true, true]),
            (ResultRule::Known, [true, true, false]),
            (ResultRule::Decisive, [true, false, false]),
        ] {
            let filter = GameFilter { result, ..GameFilter::ALL };
            let allows = ["0-1", "1/2-1/2", "*"].map(|mark| check(filter, &format!("[Result \"{mark}\"]")).is_ok());
            assert_eq!(allows, expected, "{result:?}");
        }
    }

    #[test]
    fn every_exclusion_has_a_count_of_its_own_and_counts_add_up() {
        use Exclusion::{Cut, Rating, Result, Start, TimeControl, TooShort};
        let mut counts = FilterCounts::default();
        for (times, exclusion) in [Cut, Start, Rating, TimeControl, TooShort, Result].into_iter().enumerate() {
            (0..=times).for_each(|_| counts.count(Err(exclusion)));
        }
        (0..10).for_each(|_| counts.count(Ok(())));
        let expected = FilterCounts {
            unreadable: 1,
            other_start: 2,
            rating: 3,
            time_control: 4,
            too_short: 5,
            result: 6,
            kept: 10,
        };
        assert_eq!((counts, counts.games(), counts.left_out()), (expected, 31, 21));
        let mut both = counts;
        both.merge(counts);
        assert_eq!((both.games(), both.kept, both.result), (62, 20, 12));
    }
}
