//! A recurrent net that hears moves one after another: a continuation costs one step, whatever came before.

use std::path::Path;

use shakmaty::{Chess, Move, Position as _};
use thiserror::Error;

use super::embedded::Embedded;
use super::vocabulary::{Index, PADDING, Vocabulary, VocabularyError};
use crate::nets::net::{Net, NetError};

/// What the input for words is called, before the fingerprint of the vocabulary.
const WORDS: &str = "words_";

/// Why a net that reads games cannot be used.
#[derive(Debug, Error)]
pub enum ReaderError {
    #[error(transparent)]
    Net(#[from] NetError),
    #[error(transparent)]
    Vocabulary(#[from] VocabularyError),
    #[error("the net `{net}` was trained with the vocabulary {expected}, but that beside it is {found}")]
    Mismatch { net: String, expected: String, found: String },
}

/// What a net remembers of the moves so far, and what it thinks of them.
#[derive(Clone, Debug, PartialEq)]
pub struct Heard {
    state: Vec<f32>,
    /// The logarithm of the odds that White wins, if anybody does.
    pub logit: f32,
}

/// The numbers of a move's words.
type Row = Vec<Index>;

/// The moves of a game in numbers.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Sentence(Vec<Row>);

/// A graph that hears one move: inputs `words_<fingerprint>` [1, words a move] and `state` [rows, width], outputs
/// `state` and `logit` [1, 1]. Its vocabulary says how moves are put into words and how many of them it hears.
pub struct Reader {
    session: Net,
    vocabulary: Vocabulary,
    state: usize,
}

impl Reader {
    /// One that the binary carries.
    ///
    /// # Errors
    /// When the runtime is not there (the feature `native` without its library).
    pub fn embedded(net: Embedded) -> Result<Reader, ReaderError> {
        Reader::of(net.name(), Net::load(net.name(), net.bytes())?, Vocabulary::parse(net.name(), net.vocabulary())?)
    }

    /// One from a file, with its vocabulary in a file of the same name and the ending `.json`.
    ///
    /// # Errors
    /// When one of them is missing or broken, or they do not belong together.
    pub fn open(path: &Path) -> Result<Reader, ReaderError> {
        let session = Net::open(path)?;
        Reader::of(&path.display().to_string(), session, Vocabulary::open(&path.with_extension("json"))?)
    }

    fn of(name: &str, session: Net, vocabulary: Vocabulary) -> Result<Reader, ReaderError> {
        let expected =
            format!("inputs words_<fingerprint> [1, {}] and state [rows, width]", vocabulary.form().words_a_move());
        let [(words, row), (state, sizes)] = session.inputs() else {
            return Err(session.misshapen(expected, format!("{:?}", session.inputs())).into());
        };
        let (Some(fingerprint), true) =
            (words.strip_prefix(WORDS), state == "state" && sizes.len() == 2 && row.len() == 2)
        else {
            return Err(session.misshapen(expected, format!("{:?}", session.inputs())).into());
        };
        if fingerprint != vocabulary.fingerprint() {
            let (expected, found) = (fingerprint.to_owned(), vocabulary.fingerprint());
            return Err(ReaderError::Mismatch { net: name.to_owned(), expected, found });
        }
        if row[1] != vocabulary.form().words_a_move() {
            return Err(session.misshapen(expected, format!("{:?}", session.inputs())).into());
        }
        session.expect_outputs(&[("after", sizes), ("logit", &[1, 1])])?;
        let state = sizes.iter().product();
        Ok(Reader { session, vocabulary, state })
    }

    pub fn vocabulary(&self) -> &Vocabulary {
        &self.vocabulary
    }

    /// A game in numbers.
    pub fn sentence(&self, start: &Chess, moves: &[Move]) -> Sentence {
        let (mut sentence, mut position) = (Sentence::default(), start.clone());
        for &mv in moves {
            sentence.0.push(self.vocabulary.numbers(&position, mv).collect());
            position.play_unchecked(mv);
        }
        sentence
    }

    /// Before the first move. A net that hears whole games begins with one row of padding, as in training.
    fn silence(&mut self) -> Result<Heard, NetError> {
        let heard = Heard { state: vec![0.0; self.state], logit: 0.0 };
        match self.vocabulary.window() {
            None => self.step(&heard, &[]),
            Some(_) => Ok(heard),
        }
    }

    /// One row more; what is missing in it is padding.
    fn step(&mut self, before: &Heard, row: &[Index]) -> Result<Heard, NetError> {
        let words = self.vocabulary.form().words_a_move();
        let row = row.iter().copied().chain(std::iter::repeat(PADDING)).take(words).map(f32::from).collect();
        self.session
            .run_all([row, before.state.clone()], |take| Ok(Heard { state: take("after")?, logit: take("logit")?[0] }))
    }

    /// One legal move more.
    ///
    /// # Errors
    /// [`NetError::Run`].
    pub fn read_move(&mut self, before: &Heard, position: &Chess, mv: Move) -> Result<Heard, NetError> {
        let row: Row = self.vocabulary.numbers(position, mv).collect();
        self.step(before, &row)
    }

    /// All moves of a sentence. A net with a window hears the last of them only, and `ahead` less of these, so that it
    /// has heard no more than its window after as many further moves; fewer are padded in front.
    ///
    /// # Errors
    /// [`NetError::Run`].
    pub fn listen(&mut self, sentence: &Sentence, ahead: usize) -> Result<Heard, NetError> {
        self.listen_to(&sentence.0, ahead)
    }

    fn listen_to(&mut self, mut rows: &[Row], ahead: usize) -> Result<Heard, NetError> {
        let mut heard = self.silence()?;
        if let Some(window) = self.vocabulary.window() {
            let room = window.saturating_sub(ahead);
            for _ in rows.len()..room {
                heard = self.step(&heard, &[])?;
            }
            rows = &rows[rows.len().saturating_sub(room)..];
        }
        for row in rows {
            heard = self.step(&heard, row)?;
        }
        Ok(heard)
    }

    /// The logit after each of so many moves (0 is before the first), in their order.
    ///
    /// # Errors
    /// [`NetError::Run`].
    pub fn logits(&mut self, sentence: &Sentence, plies: &[usize]) -> Result<Vec<f32>, NetError> {
        if self.vocabulary.window().is_some() {
            return plies.iter().map(|&ply| Ok(self.listen_to(&sentence.0[..ply], 0)?.logit)).collect();
        }
        let last = plies.iter().copied().max().unwrap_or_default();
        let mut heard = self.silence()?;
        let mut logits = vec![heard.logit];
        for row in &sentence.0[..last] {
            heard = self.step(&heard, row)?;
            logits.push(heard.logit);
        }
        Ok(plies.iter().map(|&ply| logits[ply]).collect())
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::games::pgn::{PgnGame, PgnReader};

    const MOVES: &str = "e4 e5 Nf3 Nc6 Bb5 a6 Ba4 Nf6 O-O Be7 Re1 b5 Bb3 d6 c3 O-O h3 Nb8 d4 Nbd7";

    fn game(moves: &str) -> PgnGame {
        PgnReader::new(std::io::Cursor::new(format!("{moves} *\n\n").into_bytes())).unwrap().next().unwrap().unwrap()
    }

    fn near(a: f32, b: f32) -> bool {
        (a - b).abs() < 1e-4
    }

    #[test]
    fn a_continuation_is_heard_as_in_the_whole_game() {
        let game = game(MOVES);
        for net in Embedded::ALL {
            let mut reader = Reader::embedded(net).unwrap();
            let (last, before) = game.moves.split_last().unwrap();
            let mut position = game.start.clone();
            before.iter().for_each(|&mv| position.play_unchecked(mv));
            let (most, all) = (reader.sentence(&game.start, before), reader.sentence(&game.start, &game.moves));
            let heard = reader.listen(&most, 1).unwrap();
            let (continued, whole) =
                (reader.read_move(&heard, &position, *last).unwrap(), reader.listen(&all, 0).unwrap());
            assert!(near(continued.logit, whole.logit), "{net:?}: {} and {}", continued.logit, whole.logit);
            assert_eq!(reader.logits(&all, &[0, 19, 20]).unwrap()[2], whole.logit, "{net:?}");
        }
    }

    #[test]
    fn a_window_forgets_what_lies_before_it() {
        let shuffle = " Ng1 Ng8 Nf3 Nf6".repeat(13);
        let mut reader = Reader::embedded(Embedded::Seed).unwrap();
        let mut logit = |opening: &str| {
            let game = game(&format!("{opening} Nf3 Nf6{shuffle}"));
            let sentence = reader.sentence(&game.start, &game.moves);
            reader.listen(&sentence, 0).unwrap().logit
        };
        assert!(near(logit("e3 e6"), logit("d3 d6 a3 a6")), "all of the last fifty half moves are the same");
    }

    #[test]
    fn a_vocabulary_of_another_net_is_refused() {
        let session = Net::load("net", Embedded::Listener.bytes()).unwrap();
        let other = Vocabulary::new(crate::nets::pattern::Form::Parts, 0, vec!["@P".to_owned()]);
        let found = other.fingerprint();
        let error = Reader::of("net", session, other).map(|_| ()).unwrap_err();
        let expected = Vocabulary::parse("", Embedded::Listener.vocabulary()).unwrap().fingerprint();
        assert!(error.to_string().contains(&found) && error.to_string().contains(&expected), "{error}");
    }

    #[test]
    fn a_lost_queen_is_heard() {
        let mut reader = Reader::embedded(Embedded::Listener).unwrap();
        let mut logit = |moves: &str| {
            let game = game(moves);
            let sentence = reader.sentence(&game.start, &game.moves);
            reader.listen(&sentence, 0).unwrap().logit
        };
        let (even, lost) = (logit("e4 e5 Nf3 Nc6 Bc4 Nf6 d3 Be7"), logit("e4 e5 Qh5 Nc6 Qxh7 Rxh7 Nf3 Nf6"));
        assert!(lost < even - 1.0, "{lost} after the queen was given away, {even} in a quiet game");
    }
}
