//! The words of a net, and their numbers.

use std::io;
use std::path::Path;

use rustc_hash::FxHashMap;
use serde::{Deserialize, Serialize};
use shakmaty::{Chess, Move};
use thiserror::Error;

use super::words::{Form, Word, Words};
use crate::chess::hash::fnv1a;
use crate::files;
use crate::files::io_error::reason;

/// The number of a word; [`PADDING`] and [`UNKNOWN`] stand for no word.
pub type Index = u16;
/// No word: before the first move, or in the place of a part that a move does not have.
pub const PADDING: Index = 0;
/// A word that is not in the vocabulary.
pub const UNKNOWN: Index = 1;
/// The number of the first word.
pub(super) const FIRST: usize = 2;

/// The most words that there can be, each as long as the longest move, have a tenth of this.
const MAX_BYTES: u64 = 16 << 20;

/// Why a vocabulary cannot be used.
#[derive(Debug, Error)]
pub enum VocabularyError {
    #[error("cannot read the vocabulary `{path}`: {}", reason(.source))]
    Read { path: String, source: io::Error },
    #[error("`{path}` is no vocabulary: {reason}")]
    Malformed { path: String, reason: String },
}

/// The file beside a net.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct Content {
    form: Form,
    /// Plies that the net reads; 0: the whole game.
    window: usize,
    /// The most frequent first; the first has the number 2.
    words: Vec<String>,
}

/// The form in which moves are written as words, the words and their numbers, and how many moves the net reads.
#[derive(Clone, Debug)]
pub struct Vocabulary {
    content: Content,
    indices: FxHashMap<String, Index>,
}

impl Vocabulary {
    /// # Panics
    /// With more words than an [`Index`] can number.
    pub fn new(form: Form, window: usize, words: Vec<String>) -> Vocabulary {
        assert!(words.len() <= Index::MAX as usize - FIRST, "too many words");
        let indices = words.iter().enumerate().map(|(index, word)| (word.clone(), (index + FIRST) as Index)).collect();
        Vocabulary { content: Content { form, window, words }, indices }
    }

    /// Reads a vocabulary from a file's content. `name` stands for it in error messages.
    ///
    /// # Errors
    /// [`VocabularyError::Malformed`].
    pub fn parse(name: &str, text: &str) -> Result<Vocabulary, VocabularyError> {
        let malformed = |reason: String| VocabularyError::Malformed { path: name.to_owned(), reason };
        let content: Content = serde_json::from_str(text).map_err(|e| malformed(e.to_string()))?;
        if content.words.is_empty() || content.words.len() > Index::MAX as usize - FIRST {
            return Err(malformed(format!("{} words", content.words.len())));
        }
        Ok(Vocabulary::new(content.form, content.window, content.words))
    }

    /// Reads a vocabulary from a file.
    ///
    /// # Errors
    /// Fails if the file cannot be read or is no vocabulary.
    pub fn open(path: &Path) -> Result<Vocabulary, VocabularyError> {
        let name = path.display().to_string();
        match files::read_text(path, MAX_BYTES) {
            Ok(text) => Vocabulary::parse(&name, &text),
            Err(source) => Err(VocabularyError::Read { path: name, source }),
        }
    }

    /// The content of its file.
    pub fn to_json(&self) -> String {
        serde_json::to_string(&self.content).expect("plain data becomes JSON")
    }

    pub fn form(&self) -> Form {
        self.content.form
    }

    /// Plies that the net reads; `None`: the whole game.
    pub fn window(&self) -> Option<usize> {
        (self.content.window > 0).then_some(self.content.window)
    }

    /// The number of numbers: the words, [`PADDING`] and [`UNKNOWN`].
    pub fn len(&self) -> usize {
        FIRST + self.content.words.len()
    }

    pub fn is_empty(&self) -> bool {
        self.content.words.is_empty()
    }

    /// The numbers of a legal move's words, [`Form::words_a_move`] of them.
    pub fn numbers(&self, position: &Chess, mv: Move) -> impl Iterator<Item = Index> + '_ {
        self.numbers_of(self.form().words(position, mv))
    }

    /// The numbers of the rows of words before the first move of a game ([`Form::beginning`]).
    pub fn beginning(&self, position: &Chess) -> impl Iterator<Item = Vec<Index>> + '_ {
        self.form().beginning(position).into_iter().map(|row| self.numbers_of(row).collect())
    }

    fn numbers_of(&self, words: Words) -> impl Iterator<Item = Index> + '_ {
        words.into_iter().map(|word: Word| match word.as_str() {
            "" => PADDING,
            word => self.indices.get(word).copied().unwrap_or(UNKNOWN),
        })
    }

    /// Distinguishes vocabularies: 16 hexadecimal digits, the 64-bit FNV-1a hash of form, window and words, each
    /// followed by a line feed. The export writes the same into the net (`scripts/train/pattern_export.py`).
    pub fn fingerprint(&self) -> String {
        let Content { form, window, words } = &self.content;
        let form = serde_json::to_value(form).expect("a name");
        let head = [form.as_str().expect("a name").to_owned(), window.to_string()];
        let bytes = head.iter().chain(words).flat_map(|text| text.bytes().chain([b'\n']));
        format!("{:016x}", fnv1a(bytes))
    }
}

#[cfg(test)]
mod tests {
    use shakmaty::Position as _;

    use super::*;

    fn small() -> Vocabulary {
        Vocabulary::new(Form::San, 50, vec!["@e4".to_owned(), "~e5".to_owned()])
    }

    #[test]
    fn words_have_numbers_and_all_others_are_unknown() {
        let mut position = Chess::default();
        let number = |position: &Chess, san: &str| {
            let mv = san.parse::<shakmaty::san::San>().unwrap().to_move(position).unwrap();
            (mv, small().numbers(position, mv).collect::<Vec<_>>())
        };
        assert_eq!(number(&position, "d4").1, [UNKNOWN]);
        let (e4, numbers) = number(&position, "e4");
        assert_eq!(numbers, [2]);
        position.play_unchecked(e4);
        assert_eq!(number(&position, "e5").1, [3]);
    }

    #[test]
    fn parts_that_a_move_does_not_have_are_padding() {
        let vocabulary = Vocabulary::new(Form::Parts, 0, Form::Parts.all_words().unwrap());
        let position = Chess::default();
        let numbers: Vec<Index> = vocabulary.numbers(&position, position.legal_moves()[0]).collect();
        assert_eq!(numbers.len(), Form::Parts.words_a_move());
        assert!(numbers[..3].iter().all(|&number| number >= 2) && numbers[3..] == [PADDING; 3], "{numbers:?}");
    }

    #[test]
    fn files_are_read_back_and_fingerprints_distinguish_them() {
        let (here, text) = (small(), small().to_json());
        let back = Vocabulary::parse("file", &text).unwrap();
        assert_eq!((back.content.clone(), back.fingerprint()), (here.content.clone(), here.fingerprint()));
        assert_eq!(here.len(), 4, "two words, padding and unknown");
        let others = [
            Vocabulary::new(Form::Lowercase, 50, here.content.words.clone()),
            Vocabulary::new(Form::San, 0, here.content.words.clone()),
            Vocabulary::new(Form::San, 50, vec!["@e4".to_owned()]),
            Vocabulary::new(Form::San, 50, vec!["@e4~e5".to_owned()]),
        ];
        assert!(others.iter().all(|other| other.fingerprint() != here.fingerprint()));
    }

    #[test]
    fn a_malformed_vocabulary_is_an_error_with_the_files_name() {
        for text in [
            "",
            "{}",
            "[1,2]",
            r#"{"form":"san","window":50,"words":[]}"#,
            r#"{"form":"prose","window":50,"words":["a"]}"#,
        ] {
            let error = Vocabulary::parse("some file", text).map(|_| ()).unwrap_err().to_string();
            assert!(error.contains("some file"), "{error}");
        }
        assert!(matches!(Vocabulary::open(Path::new("/nowhere")), Err(VocabularyError::Read { .. })));
    }
}
