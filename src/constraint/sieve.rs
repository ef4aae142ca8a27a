//! Which games are worth counting: the seed's pre-processing (section 3.1.3, table 3.1).

use serde::Serialize;
use shakmaty::Chess;

use crate::games::pgn::{PgnGame, Tags};

/// What a game must have to be counted. Games that do not tell their rating or time control are kept, as the seed kept
/// those without a clock.
#[derive(Clone, Copy, Debug)]
pub struct Sieve {
    /// Least rating of both players.
    pub min_elo: u16,
    /// The base time must be longer than so many seconds.
    pub min_seconds: u32,
    /// Least length in half moves.
    pub min_plies: usize,
}

/// What becomes of a game.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Fate {
    /// It was cut at an illegal move: nobody knows how it went on.
    Unreadable,
    /// It does not begin at the start position.
    OtherStart,
    LowRated,
    TimeControl,
    TooShort,
    Kept,
}

/// Games by what became of them: the seed's table 3.1.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize)]
pub struct Fates {
    /// Text that is no game, other variants, games with an illegal move.
    pub unreadable: u64,
    /// Games that do not begin at the start position.
    pub other_start: u64,
    /// A player's rating is below the least.
    pub low_rated: u64,
    /// The base time is too short.
    pub time_control: u64,
    pub too_short: u64,
    pub kept: u64,
}

impl Sieve {
    /// The first reason to leave a game out, in the seed's order, or [`Fate::Kept`].
    pub fn judge(&self, game: &PgnGame) -> Fate {
        let low = |elo: Option<u16>| elo.is_some_and(|elo| elo < self.min_elo);
        if game.cut {
            Fate::Unreadable
        } else if game.start != Chess::default() {
            Fate::OtherStart
        } else if low(game.tags.white_elo()) || low(game.tags.black_elo()) {
            Fate::LowRated
        } else if base_seconds(&game.tags).is_some_and(|seconds| seconds <= self.min_seconds) {
            Fate::TimeControl
        } else if game.moves.len() < self.min_plies {
            Fate::TooShort
        } else {
            Fate::Kept
        }
    }
}

impl Fates {
    pub fn count(&mut self, fate: Fate) {
        *match fate {
            Fate::Unreadable => &mut self.unreadable,
            Fate::OtherStart => &mut self.other_start,
            Fate::LowRated => &mut self.low_rated,
            Fate::TimeControl => &mut self.time_control,
            Fate::TooShort => &mut self.too_short,
            Fate::Kept => &mut self.kept,
        } += 1;
    }

    pub fn merge(&mut self, other: Fates) {
        self.unreadable += other.unreadable;
        self.other_start += other.other_start;
        self.low_rated += other.low_rated;
        self.time_control += other.time_control;
        self.too_short += other.too_short;
        self.kept += other.kept;
    }

    /// All games that were read.
    pub fn games(&self) -> u64 {
        self.unreadable + self.other_start + self.low_rated + self.time_control + self.too_short + self.kept
    }
}

/// The base time of `[TimeControl "300+8"]` in seconds; the increment and later periods ("40/7200:3600", where 7200 is
/// meant) do not count. `None` where the tag is missing, unknown ("?") or says that there is no clock ("-").
fn base_seconds(tags: &Tags) -> Option<u32> {
    let first = tags.get("TimeControl")?.split(':').next()?;
    let base = first.split('+').next()?;
    let seconds = base.rsplit('/').next()?;
    seconds.trim().trim_start_matches('*').parse().ok()
}

#[cfg(test)]
mod tests {
    use std::io::Cursor;

    use super::*;
    use crate::games::pgn::PgnReader;

    const SIEVE: Sieve = Sieve { min_elo: 1000, min_seconds: 240, min_plies: 3 };

    fn fate(tags: &str, moves: &str) -> Fate {
        let text = format!("{tags}\n\n{moves} *\n\n");
        let mut games = PgnReader::new(Cursor::new(text)).expect("memory can be read");
        SIEVE.judge(&games.next().expect("a game").expect("that can be read"))
    }

    #[test]
    fn both_players_need_the_rating_and_an_unknown_rating_is_not_low() {
        assert_eq!(fate("[WhiteElo \"1000\"]\n[BlackElo \"999\"]", "e4 e5 d4"), Fate::LowRated);
        assert_eq!(fate("[WhiteElo \"999\"]\n[BlackElo \"1000\"]", "e4 e5 d4"), Fate::LowRated);
        assert_eq!(fate("[WhiteElo \"1000\"]\n[BlackElo \"1000\"]", "e4 e5 d4"), Fate::Kept);
        assert_eq!(fate("[WhiteElo \"?\"]", "e4 e5 d4"), Fate::Kept);
    }

    #[test]
    fn the_base_time_counts_without_increment_and_no_clock_is_kept() {
        for (control, expected) in [
            ("60+5", Fate::TimeControl),
            ("240+0", Fate::TimeControl),
            ("180", Fate::TimeControl),
            ("40/120:60", Fate::TimeControl),
            ("241+0", Fate::Kept),
            ("300+8", Fate::Kept),
            ("40/7200:3600", Fate::Kept),
            ("-", Fate::Kept),
            ("?", Fate::Kept),
            ("a blink", Fate::Kept),
        ] {
            assert_eq!(fate(&format!("[TimeControl \"{control}\"]"), "e4 e5 d4"), expected, "{control}");
        }
    }

    #[test]
    fn short_and_cut_games_and_other_starts_are_told_apart() {
        assert_eq!(fate("[Event \"A\"]", "e4 e5"), Fate::TooShort);
        assert_eq!(fate("[Event \"A\"]", "e4 e5 Ke3"), Fate::Unreadable);
        assert_eq!(fate("[FEN \"4k3/8/8/8/8/8/8/4K2R w K - 0 1\"]", "O-O Ke7 Rf2"), Fate::OtherStart);
    }
}
