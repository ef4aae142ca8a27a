//! Whose games puzzles are made from.

use std::collections::BTreeMap;

use shakmaty::Color;
use thiserror::Error;

use crate::games::tags::Tags;

/// Names that are suggested, and different names that are counted.
const SUGGESTED: usize = 5;
const COUNTED: usize = 10_000;
/// Letters that a near name may differ in.
const NEAR: usize = 2;

/// No game is the player's.
#[derive(Debug, Error, PartialEq, Eq)]
pub enum NoPlayer {
    #[error("no game in it has a player's name")]
    Nameless,
    #[error("no game of `{0}`: did you mean {1}?")]
    Near(String, String),
    #[error("no game of `{0}`; frequent names: {1}")]
    Others(String, String),
}

/// Finds the games of a player by the tags White and Black, without regard to case, and counts the names that it meets.
pub struct NameMatch {
    /// As it was given; `None` takes both sides of every game.
    wanted: Option<String>,
    names: BTreeMap<String, u32>,
}

impl NameMatch {
    pub fn new(player: Option<&str>) -> NameMatch {
        NameMatch { wanted: player.map(|name| name.trim().to_owned()), names: BTreeMap::new() }
    }

    /// A filter for games whose moves are needed at all.
    pub fn filter(player: Option<&str>) -> impl Fn(&Tags) -> bool + Send + 'static + use<> {
        let wanted = player.map(str::to_owned);
        move |tags| !NameMatch::new(wanted.as_deref()).sides(tags).is_empty()
    }

    /// The sides of a game that are the player's.
    pub fn sides(&mut self, tags: &Tags) -> Vec<Color> {
        let Some(wanted) = self.wanted.as_ref().map(|name| name.to_lowercase()) else { return Color::ALL.to_vec() };
        let mut sides = Vec::new();
        for color in Color::ALL {
            let name = tags.get(color.fold_wb("White", "Black")).unwrap_or_default().trim();
            if name.is_empty() || name == "?" {
                continue;
            }
            if name.to_lowercase() == wanted {
                sides.push(color);
            }
            let is_full = self.names.len() >= COUNTED;
            if let Some(games) = self.names.get_mut(name) {
                *games = games.saturating_add(1);
            } else if !is_full {
                self.names.insert(name.to_owned(), 1);
            }
        }
        sides
    }

    /// Why no game was the player's: near names, or else the most frequent ones.
    pub fn missing(&self) -> NoPlayer {
        let wanted = self.wanted.clone().unwrap_or_default();
        if self.names.is_empty() {
            return NoPlayer::Nameless;
        }
        let mut names: Vec<(&String, u32)> = self.names.iter().map(|(name, &games)| (name, games)).collect();
        names.sort_by(|a, b| b.1.cmp(&a.1).then(a.0.cmp(b.0)));
        let near = names.iter().filter(|(name, _)| is_near(&name.to_lowercase(), &wanted.to_lowercase()));
        let near: Vec<String> = near.take(SUGGESTED).map(|(name, _)| format!("`{name}`")).collect();
        if !near.is_empty() {
            return NoPlayer::Near(wanted, near.join(" or "));
        }
        let frequent = names.iter().take(SUGGESTED).map(|(name, games)| format!("{name} ({games})"));
        NoPlayer::Others(wanted, frequent.collect::<Vec<_>>().join(", "))
    }
}

/// Returns true if a name holds the other, has its words in another order, or differs in few letters. Both lower-case.
fn is_near(name: &str, wanted: &str) -> bool {
    let words = |text: &str| {
        let mut words: Vec<String> =
            text.split(|c: char| !c.is_alphanumeric()).filter(|word| !word.is_empty()).map(str::to_owned).collect();
        words.sort();
        words
    };
    let is_part = wanted.chars().count() > NEAR && (name.contains(wanted) || wanted.contains(name));
    is_part || words(name) == words(wanted) || distance(name, wanted) <= NEAR.min(wanted.chars().count() / 3)
}

/// The number of letters to insert, delete or replace to turn one text into the other (Levenshtein's distance).
fn distance(one: &str, other: &str) -> usize {
    let other: Vec<char> = other.chars().collect();
    let mut row: Vec<usize> = (0..=other.len()).collect();
    for (index, letter) in one.chars().enumerate() {
        let mut diagonal = row[0];
        row[0] = index + 1;
        for (column, &against) in other.iter().enumerate() {
            let replaced = diagonal + usize::from(letter != against);
            diagonal = row[column + 1];
            row[column + 1] = replaced.min(diagonal + 1).min(row[column] + 1);
        }
    }
    row[other.len()]
}

#[cfg(test)]
mod tests {
    use super::*;

    fn tags(white: &str, black: &str) -> Tags {
        let mut tags = Tags::default();
        tags.push("White", white);
        tags.push("Black", black);
        tags
    }

    #[test]
    fn names_match_without_regard_to_case() {
        let mut names = NameMatch::new(Some(" müller, ANN "));
        assert_eq!(names.sides(&tags("Müller, Ann", "Bob")), [Color::White]);
        assert_eq!(names.sides(&tags("Bob", "MÜLLER, ann")), [Color::Black]);
        assert_eq!(names.sides(&tags("Bob", "Ann")), []);
        assert_eq!(NameMatch::new(None).sides(&tags("Bob", "Ann")), Color::ALL);
    }

    #[test]
    fn near_names_are_suggested_and_else_the_frequent_ones() {
        let missing = |wanted: &str| {
            let mut names = NameMatch::new(Some(wanted));
            for (white, black) in [("Müller, Ann", "Bob"), ("Bob", "Chris"), ("?", "")] {
                assert_eq!(names.sides(&tags(white, black)), []);
            }
            names.missing().to_string()
        };
        assert_eq!(missing("Ann Müller"), "no game of `Ann Müller`: did you mean `Müller, Ann`?");
        assert_eq!(missing("Muller"), "no game of `Muller`; frequent names: Bob (2), Chris (1), Müller, Ann (1)");
        assert_eq!(missing("Chriss"), "no game of `Chriss`: did you mean `Chris`?");
        assert_eq!(NameMatch::new(Some("Bob")).missing(), NoPlayer::Nameless);
    }

    #[test]
    fn distances_count_letters() {
        assert_eq!([distance("", "abc"), distance("kitten", "sitting"), distance("é", "e")], [3, 3, 1]);
    }
}
