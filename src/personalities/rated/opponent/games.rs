//! The games of one player, out of files with the games of many.

use std::collections::hash_map::Entry;

use chrono::NaiveDate;
use rustc_hash::FxHashMap;
use shakmaty::{Chess, Color, Move};
use thiserror::Error;

use crate::chess::notation::color_name;
use crate::chess::packed::PackedMove;
use crate::chess::replay::read_moves;
use crate::games::filter::GameFilter;
use crate::games::pgn::{PgnGame, Tags};
use crate::games::time_control::{TimeClass, TimeControl};
use crate::nets::rated::{Clocks, Source};

/// Names that are counted at most, for the error that names frequent ones.
const NAMES_COUNTED: usize = 100_000;
/// Names that the error shows.
const NAMES_SHOWN: usize = 3;
/// Clock times are tenths of seconds in 16 bits; longer ones are written as the longest.
const LONGEST: u32 = u16::MAX as u32;

/// One game of the player.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct OwnGame {
    /// Its first ply among those of all games, and its first clock time; without clock times `None`.
    first: usize,
    first_clock: Option<usize>,
    plies: u16,
    /// The player's side.
    pub color: Color,
    /// Days since the beginning of our era, where the game has a date.
    pub day: Option<i32>,
    pub elo: Option<u16>,
    pub opponent_elo: Option<u16>,
    pub control: Option<TimeControl>,
    pub time_class: TimeClass,
    pub source: Source,
}

/// All games of the player, the oldest first, two bytes a ply.
#[derive(Clone, Debug)]
pub struct OwnGames {
    /// As the tags write it.
    pub name: String,
    pub games: Vec<OwnGame>,
    moves: Vec<u16>,
    clocks: Vec<u16>,
    /// Games of the player that were cut at an illegal move, and are left out.
    pub illegal: u64,
}

/// There is no game of the player.
#[derive(Debug, Error, PartialEq, Eq)]
pub enum NoGames {
    #[error("no game in it has a player's name")]
    Nameless,
    #[error("no game of `{name}`; frequent names: {frequent}")]
    Others { name: String, frequent: String },
    #[error("a name is needed; frequent names: {0}")]
    Unnamed(String),
    #[error("every game of `{0}` has an illegal move or starts from another position")]
    Faulty(String),
}

/// Takes the player's games out of all games.
pub struct GameCollector {
    wanted: String,
    found: OwnGames,
    /// Games by name, as long as none of the player was found.
    names: FxHashMap<String, u32>,
    of_player: u64,
}

impl GameCollector {
    pub fn new(name: &str) -> GameCollector {
        let found = OwnGames {
            name: name.trim().to_owned(),
            games: Vec::new(),
            moves: Vec::new(),
            clocks: Vec::new(),
            illegal: 0,
        };
        GameCollector { wanted: name.trim().to_owned(), found, names: FxHashMap::default(), of_player: 0 }
    }

    /// Returns a filter of games whose moves are needed at all.
    pub fn filter(name: &str) -> impl Fn(&Tags) -> bool + Send + 'static {
        let name = name.trim().to_owned();
        move |tags| side_of(tags, &name).is_some()
    }

    pub fn games(&self) -> usize {
        self.found.games.len()
    }

    /// Plies of these games.
    pub fn plies(&self) -> usize {
        self.found.moves.len()
    }

    pub fn push(&mut self, game: &PgnGame) {
        let Some(color) = side_of(&game.tags, &self.wanted) else {
            return self.count_names(&game.tags);
        };
        self.of_player += 1;
        self.names = FxHashMap::default();
        if game.is_cut() {
            self.found.illegal += 1;
        }
        if GameFilter::WHOLE.accepts(game) && game.moves.len() <= usize::from(u16::MAX) {
            self.found.push(game, color);
        }
    }

    fn count_names(&mut self, tags: &Tags) {
        if self.of_player > 0 {
            return;
        }
        for name in ["White", "Black"].iter().filter_map(|tag| tags.get(tag)).map(str::trim) {
            let is_full = self.names.len() >= NAMES_COUNTED;
            match self.names.entry(name.to_owned()) {
                Entry::Occupied(mut entry) => *entry.get_mut() += 1,
                Entry::Vacant(entry) if !is_full && !["", "?"].contains(&name) => {
                    entry.insert(1);
                }
                Entry::Vacant(_) => {}
            }
        }
    }

    /// The games in order of their dates; those without one come first, and games of one day stay in the files' order.
    ///
    /// # Errors
    /// [`NoGames`].
    pub fn finish(mut self) -> Result<OwnGames, NoGames> {
        if self.found.games.is_empty() {
            return Err(self.no_games());
        }
        self.found.games.sort_by_key(|game| game.day);
        Ok(self.found)
    }

    fn no_games(self) -> NoGames {
        if self.of_player > 0 {
            return NoGames::Faulty(self.wanted);
        }
        let mut counted: Vec<(String, u32)> = self.names.into_iter().collect();
        counted.sort_by(|a, b| b.1.cmp(&a.1).then_with(|| a.0.cmp(&b.0)));
        let shown = counted.iter().take(NAMES_SHOWN).map(|(name, games)| format!("{name} ({games})"));
        let frequent = shown.collect::<Vec<_>>().join(", ");
        match (frequent.is_empty(), self.wanted.is_empty()) {
            (true, _) => NoGames::Nameless,
            (false, true) => NoGames::Unnamed(frequent),
            (false, false) => NoGames::Others { name: self.wanted, frequent },
        }
    }
}

impl OwnGames {
    fn push(&mut self, game: &PgnGame, color: Color) {
        let tags = &game.tags;
        let elos = [tags.white_elo(), tags.black_elo()].map(|elo| elo.filter(|&elo| elo > 0));
        let control = TimeControl::of(tags);
        if let Some(name) = tags.get(color.fold_wb("White", "Black")) {
            name.trim().clone_into(&mut self.name);
        }
        self.games.push(OwnGame {
            first: self.moves.len(),
            first_clock: (!game.clocks.is_empty()).then_some(self.clocks.len()),
            plies: game.moves.len() as u16,
            color,
            day: day(tags),
            elo: color.fold_wb(elos[0], elos[1]),
            opponent_elo: color.fold_wb(elos[1], elos[0]),
            control,
            time_class: TimeClass::of(tags),
            source: Source::of(tags),
        });
        self.moves.extend(game.moves.iter().map(|&mv| PackedMove::new(mv).bits()));
        self.clocks.extend(game.clocks.iter().map(|&tenths| tenths.min(LONGEST) as u16));
    }

    /// The packed moves of one of the games.
    pub fn moves(&self, game: &OwnGame) -> &[u16] {
        &self.moves[game.first..game.first + usize::from(game.plies)]
    }

    /// The clocks before a ply, where they are known.
    pub fn clocks(&self, game: &OwnGame, ply: usize) -> Option<Clocks> {
        let TimeControl { base, increment } = game.control?;
        let first = game.first_clock?;
        let after = |plies: usize| match ply.checked_sub(plies) {
            Some(earlier) => f32::from(self.clocks[first + earlier]) / 10.0,
            None => base as f32,
        };
        Some(Clocks { mover: after(2), opponent: after(1), base: base as f32, increment: increment as f32 })
    }

    /// The age of each of some games at the time of the last one: in days where games have dates, else in games.
    pub fn ages(games: &[OwnGame]) -> Vec<f32> {
        let newest = games.iter().filter_map(|game| game.day).max();
        let Some(newest) = newest else {
            return (0..games.len()).rev().map(|age| age as f32).collect();
        };
        let oldest = games.iter().filter_map(|game| game.day).min().unwrap_or(newest);
        games.iter().map(|game| (newest - game.day.unwrap_or(oldest)) as f32).collect()
    }
}

/// Each ply of a packed game with the position before it.
pub fn replay(moves: &[u16]) -> impl Iterator<Item = (usize, Chess, Move)> + '_ {
    read_moves(Chess::default(), moves, |position, &bits| PackedMove::from_bits(bits).unpack(position))
}

/// The side of the player, if he plays this game. Sites do not distinguish names by case.
fn side_of(tags: &Tags, name: &str) -> Option<Color> {
    let plays = |tag| !name.is_empty() && tags.get(tag).is_some_and(|found| found.trim().eq_ignore_ascii_case(name));
    Color::ALL.into_iter().find(|color| plays(color_name(*color)))
}

/// `2022.05.17`; a month without a day is its middle, a year alone as well.
fn day(tags: &Tags) -> Option<i32> {
    use chrono::Datelike as _;
    let text = ["UTCDate", "Date"].iter().find_map(|tag| tags.get(tag))?;
    let mut parts = text.trim().split(['.', '-', '/']);
    let mut number = || parts.next().and_then(|part| part.parse::<u32>().ok());
    let year = number()?;
    let (month, day) = match (number(), number()) {
        (Some(month), day) => (month, day.unwrap_or(15)),
        (None, _) => (7, 1),
    };
    NaiveDate::from_ymd_opt(i32::try_from(year).ok()?, month, day).map(|date| date.num_days_from_ce())
}

/// The day as `2022.05.17`.
pub fn date_text(day: i32) -> String {
    NaiveDate::from_num_days_from_ce_opt(day).map_or_else(String::new, |date| date.format("%Y.%m.%d").to_string())
}

#[cfg(test)]
pub mod tests {
    use std::io::Cursor;

    use super::*;
    use crate::games::pgn::PgnReader;

    pub fn collected(text: &str, name: &str) -> Result<OwnGames, NoGames> {
        let mut collector = GameCollector::new(name);
        let reader = PgnReader::new(Cursor::new(text.as_bytes().to_vec())).unwrap();
        for game in reader.with_moves_where(GameCollector::filter(name)) {
            collector.push(&game.unwrap());
        }
        collector.finish()
    }

    #[test]
    fn games_are_sorted_by_date_and_those_of_others_are_left_out() {
        let game = |date: &str, names: &str, moves: &str| format!("[Date \"{date}\"]\n{names}\n\n{moves} *\n\n");
        let (white, black) = ("[White \"A\"]\n[Black \"B\"]", "[White \"B\"]\n[Black \"a\"]");
        let text = [
            game("2021.05.02", white, "e4 e5"),
            game("2020.??.??", black, "d4 d5 c4"),
            game("2019.01", "[White \"B\"]\n[Black \"C\"]", "c4"),
            game("?", white, "Nf3 Ke7"),
        ];
        let games = collected(&text.concat(), " A ").unwrap();
        assert_eq!((games.games.len(), games.illegal), (2, 1));
        let days: Vec<String> = games.games.iter().map(|game| date_text(game.day.unwrap())).collect();
        assert_eq!(days, ["2020.07.01", "2021.05.02"]);
        assert_eq!((games.games[0].color, games.moves(&games.games[0]).len()), (Color::Black, 3));
        assert_eq!(OwnGames::ages(&games.games), [305.0, 0.0]);
    }

    #[test]
    fn without_dates_the_age_of_a_game_is_the_number_of_later_ones() {
        let games = collected(&"[White \"A\"]\n\ne4 *\n\n".repeat(3), "A").unwrap();
        assert_eq!(OwnGames::ages(&games.games), [2.0, 1.0, 0.0]);
    }

    #[test]
    fn who_has_no_game_is_told_whose_games_there_are() {
        let text = "[White \"A\"]\n[Black \"B\"]\n\ne4 *\n\n".repeat(2) + "[White \"C\"]\n[Black \"B\"]\n\nd4 *\n\n";
        let error = |name: &str| collected(&text, name).unwrap_err().to_string();
        assert_eq!(error("D"), "no game of `D`; frequent names: B (3), A (2), C (1)");
        assert_eq!(error(""), "a name is needed; frequent names: B (3), A (2), C (1)");
        assert_eq!(collected("", "D").unwrap_err(), NoGames::Nameless);
        let faulty = collected("[White \"A\"]\n\ne4 Ke7 *\n\n", "A").unwrap_err();
        assert_eq!(faulty, NoGames::Faulty("A".to_owned()));
    }

    #[test]
    fn clocks_before_a_move_are_those_after_the_last_two() {
        let moves = "e4 {[%clk 0:00:59]} e5 {[%clk 0:00:58]} d4 {[%clk 0:00:50]} *\n\n";
        let games = collected(&format!("[White \"A\"]\n[TimeControl \"60+1\"]\n\n{moves}"), "A").unwrap();
        let clocks = |ply| games.clocks(&games.games[0], ply).map(|clocks| (clocks.mover, clocks.opponent));
        assert_eq!((clocks(0), clocks(2)), (Some((60.0, 60.0)), Some((59.0, 58.0))));
    }
}
