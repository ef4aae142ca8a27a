//! The words of many games as numbers, and the vocabulary that they make.

use std::fs;
use std::io;
use std::path::Path;

use rustc_hash::FxHashMap;
use shakmaty::Position as _;

use crate::training::arrays::write_array;
use motley::games::pgn::PgnGame;
use motley::nets::pattern::vocabulary::{Index, PADDING, UNKNOWN};
use motley::nets::pattern::{Form, Vocabulary};

/// In [`GameWords::words`]: no word, and one beyond what 16 bits can number.
const NOTHING: u16 = u16::MAX;
const BEYOND: u16 = u16::MAX - 1;

/// The words of all games, numbered in the order in which they come.
pub struct GameWords {
    form: Form,
    words: Vec<u16>,
    moves: u64,
    numbers: FxHashMap<String, u16>,
    /// The count of each word in games of the part `train`.
    counts: Vec<u32>,
}

impl GameWords {
    pub fn new(form: Form) -> GameWords {
        let mut words =
            GameWords { form, words: Vec::new(), moves: 0, numbers: FxHashMap::default(), counts: Vec::new() };
        for word in form.all_words().unwrap_or_default() {
            words.number(&word);
        }
        words
    }

    /// Plies of all games so far.
    pub fn moves(&self) -> u64 {
        self.moves
    }

    /// Adds a game; its words count for the vocabulary if nets are trained on it.
    pub fn push(&mut self, game: &PgnGame, in_training: bool) {
        let mut position = game.start.clone();
        for &mv in &game.moves {
            for word in self.form.words(&position, mv) {
                let number = if word.is_empty() { NOTHING } else { self.number(&word) };
                if let Some(count) = self.counts.get_mut(usize::from(number)) {
                    *count += u32::from(in_training);
                }
                self.words.push(number);
            }
            position.play_unchecked(mv);
        }
        self.moves += game.moves.len() as u64;
    }

    fn number(&mut self, word: &str) -> u16 {
        if let Some(&number) = self.numbers.get(word) {
            return number;
        }
        if self.counts.len() == usize::from(BEYOND) {
            return BEYOND;
        }
        let number = self.counts.len() as u16;
        self.numbers.insert(word.to_owned(), number);
        self.counts.push(0);
        number
    }

    /// Numbers the words anew, the most frequent first, and writes `words.npy` and `vocabulary.json`. Where a form
    /// lists its words, their numbers stay.
    ///
    /// # Errors
    /// Fails if the folder cannot be written.
    pub fn write(self, folder: &Path, window: usize, min_count: u32) -> io::Result<()> {
        let mut words: Vec<(String, u16)> = self.numbers.into_iter().collect();
        if self.form.all_words().is_some() {
            words.sort_by_key(|(_, number)| *number);
        } else {
            let count = |number: u16| self.counts[usize::from(number)];
            words.retain(|(_, number)| count(*number) >= min_count.max(1));
            words.sort_by(|a, b| (count(b.1), &a.0).cmp(&(count(a.1), &b.0)));
        }
        let mut renumbered = vec![UNKNOWN; usize::from(u16::MAX) + 1];
        renumbered[usize::from(NOTHING)] = PADDING;
        for (index, (_, number)) in words.iter().enumerate() {
            renumbered[usize::from(*number)] = PADDING + 2 + index as Index;
        }
        let vocabulary = Vocabulary::new(self.form, window, words.into_iter().map(|(word, _)| word).collect());
        fs::write(folder.join("vocabulary.json"), vocabulary.to_json())?;
        write_array(&folder.join("words.npy"), self.words.iter().map(|&word| renumbered[usize::from(word)]))
    }
}
