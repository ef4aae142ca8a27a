//! The tag pairs of a game.

/// A game's tag pairs, in the order of the file.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Tags(Vec<(String, String)>);

impl Tags {
    pub fn push(&mut self, name: &str, value: &str) {
        self.push_owned(name.to_owned(), value.to_owned());
    }

    pub fn push_owned(&mut self, name: String, value: String) {
        self.0.push((name, value));
    }

    /// The number of tags.
    pub fn count(&self) -> usize {
        self.0.len()
    }

    /// The value of the tag `name`; names are matched without regard to case.
    pub fn get(&self, name: &str) -> Option<&str> {
        self.0.iter().find(|(known, _)| known.eq_ignore_ascii_case(name)).map(|(_, value)| value.as_str())
    }

    /// Every tag with its value.
    pub fn iter(&self) -> impl Iterator<Item = (&str, &str)> {
        self.0.iter().map(|(name, value)| (name.as_str(), value.as_str()))
    }

    /// White's rating, where the tag holds a number.
    pub fn white_elo(&self) -> Option<u16> {
        self.get("WhiteElo")?.trim().parse().ok()
    }

    /// Black's rating, where the tag holds a number.
    pub fn black_elo(&self) -> Option<u16> {
        self.get("BlackElo")?.trim().parse().ok()
    }
}
