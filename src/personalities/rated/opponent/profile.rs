//! The profile of a player: his name, his ratings, and what his games are like.

use super::games::{OwnGame, OwnGames, date_text};
use crate::games::time_control::TimeClass;
use crate::nets::rated::{MoverContext, Source};

/// The newest rated games of a time class whose mean is the rating there.
const RATED_GAMES: usize = 100;
/// The rating of a player whose games have none: the default of `UCI_Elo`.
const UNRATED: u16 = 1500;

/// The player's games of one time class.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ClassRating {
    pub time_class: TimeClass,
    pub games: usize,
    /// The mean of his newest games, where they are rated.
    pub elo: Option<u16>,
}

/// The player's name, and what his games are like.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Profile {
    pub name: String,
    pub games: usize,
    /// Days of the first and the last game: see [`OwnGame::day`].
    pub days: Option<(i32, i32)>,
    /// The site of most games.
    pub source: Source,
    /// The most frequent time class first.
    pub ratings: Vec<ClassRating>,
}

impl Profile {
    pub fn of(all: &OwnGames, games: &[OwnGame]) -> Profile {
        let days = || games.iter().filter_map(|game| game.day);
        let count = |source| games.iter().filter(|game| game.source == source).count();
        let mut ratings: Vec<ClassRating> = TimeClass::ALL.iter().map(|&class| class_rating(games, class)).collect();
        ratings.retain(|rating| rating.games > 0);
        ratings.sort_by_key(|rating| std::cmp::Reverse(rating.games));
        Profile {
            name: all.name.clone(),
            games: games.len(),
            days: days().min().zip(days().max()),
            source: Source::ALL.into_iter().max_by_key(|&source| count(source)).expect("there are sources"),
            ratings,
        }
    }

    /// The rating in the time class that he plays most.
    pub fn elo(&self) -> u16 {
        self.ratings.iter().find_map(|rating| rating.elo).unwrap_or(UNRATED)
    }

    /// The player as the rated net sees him, at a rating of choice, against somebody of the same rating.
    pub fn who(&self, elo: u16) -> MoverContext {
        let time_class = self.ratings.first().map_or(TimeClass::Unknown, |rating| rating.time_class);
        MoverContext { elo, opponent_elo: Some(elo), source: self.source, time_class, clocks: None }
    }
}

fn class_rating(games: &[OwnGame], time_class: TimeClass) -> ClassRating {
    let of_class = || games.iter().filter(|game| game.time_class == time_class);
    let newest: Vec<u32> = of_class().rev().filter_map(|game| game.elo).take(RATED_GAMES).map(u32::from).collect();
    let mean = |elos: &[u32]| (elos.iter().sum::<u32>() / elos.len() as u32) as u16;
    let elo = (!newest.is_empty()).then(|| mean(&newest));
    ClassRating { time_class, games: of_class().count(), elo }
}

impl Profile {
    /// "name, 31507 games of 2018.10.15 to 2022.05.15, Bullet 2100 (24000), Blitz 2050 (7507)".
    pub fn as_text(&self) -> String {
        let days = self
            .days
            .map_or_else(String::new, |(first, last)| format!(" of {} to {}", date_text(first), date_text(last)));
        let class = |&ClassRating { time_class, games, elo }: &ClassRating| {
            let elo = elo.map_or_else(|| "unrated".to_owned(), |elo| elo.to_string());
            format!("{time_class:?} {elo} ({games})")
        };
        let classes: Vec<String> = self.ratings.iter().map(class).collect();
        format!("{}, {} games{days}, {}", self.name, self.games, classes.join(", "))
    }
}
