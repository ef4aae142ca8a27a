//! Words of a game played on a board, one after another.

use shakmaty::{Chess, Move};

use super::fault::Reason;
use crate::chess::spelling::letters::{ENGLISH, Letters};
use crate::chess::spelling::{Part, legal_move, parts, plain, standard_move};

/// A line of moves that words are added to.
pub trait LineBuilder {
    /// The position after the last move.
    fn position(&self) -> &Chess;

    /// Adds a legal move.
    ///
    /// # Errors
    /// Fails if the game has too many.
    fn play(&mut self, mv: Move) -> Result<(), Reason>;

    /// Adds a numeric annotation glyph to the last move.
    fn glyph(&mut self, nag: u8);

    /// Adds a sign that stands for no glyph.
    fn sign(&mut self, sign: &str);
}

/// Plays what a word says. Of a word that cannot be read nothing is played.
///
/// # Errors
/// Why it cannot be read.
pub fn play_word(line: &mut impl LineBuilder, word: &[u8], letters: &Letters) -> Result<(), Reason> {
    if let Some(done) = play_usual(line, word, letters) {
        return done;
    }
    let text = plain(word);
    let mut done = Ok(());
    parts(&text, letters, &mut |part| {
        if done.is_ok() {
            done = play_part(line, part);
        }
    });
    done
}

fn play_part(line: &mut impl LineBuilder, part: Part<'_>) -> Result<(), Reason> {
    match part {
        Part::Move(written, word) => {
            let mv = legal_move(line.position(), written);
            line.play(mv.map_err(|fault| Reason::Move { word: word.to_owned(), fault })?)
        }
        Part::Null(word) => Err(Reason::Null(word.to_owned())),
        Part::Unreadable(word) => Err(Reason::unreadable(word)),
        Part::Glyph(nag) => {
            line.glyph(nag);
            Ok(())
        }
        Part::Sign(sign) => {
            line.sign(sign);
            Ok(())
        }
        Part::Number(_) | Part::Outcome(_) => Ok(()),
    }
}

/// The short way for what nearly all words are: a number, or a move in the standard spelling. `None`: another kind.
fn play_usual(line: &mut impl LineBuilder, word: &[u8], letters: &Letters) -> Option<Result<(), Reason>> {
    if !std::ptr::eq(letters, &ENGLISH) {
        return None;
    }
    let mut rest = word;
    if word[0].is_ascii_digit() {
        let digits = word.iter().take_while(|byte| byte.is_ascii_digit()).count();
        let points = word[digits..].iter().take_while(|&&byte| byte == b'.').count();
        if digits + points == word.len() {
            return (digits < 5).then_some(Ok(()));
        }
        // Castling with zeros begins with a digit too.
        if points > 0 {
            rest = &word[digits + points..];
        }
    }
    let (rest, nag) = match *rest {
        [ref rest @ .., b'!', b'!'] => (rest, Some(3)),
        [ref rest @ .., b'?', b'?'] => (rest, Some(4)),
        [ref rest @ .., b'!', b'?'] => (rest, Some(5)),
        [ref rest @ .., b'?', b'!'] => (rest, Some(6)),
        [ref rest @ .., b'!'] => (rest, Some(1)),
        [ref rest @ .., b'?'] => (rest, Some(2)),
        ref rest => (rest, None),
    };
    let written = standard_move(rest)?;
    let fault = |fault| Reason::Move { word: plain(rest).into_owned(), fault };
    let played = legal_move(line.position(), written).map_err(fault).and_then(|mv| line.play(mv));
    if let (Ok(()), Some(nag)) = (&played, nag) {
        line.glyph(nag);
    }
    Some(played)
}
