//! Words of a game played on a board, one after another.

use shakmaty::{Chess, Move};

use super::fault::Reason;
use crate::chess::spelling::letters::{ENGLISH, Letters};
use crate::chess::spelling::{Part, legal_move, parts, plain, written_move};

/// A line of moves that words are added to.
pub trait Line {
    /// The position after the last move.
    fn position(&self) -> &Chess;

    /// Adds a legal move.
    ///
    /// # Errors
    /// Where the game has too many.
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
pub fn play_word(line: &mut impl Line, word: &[u8], letters: &Letters) -> Result<(), Reason> {
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

fn play_part(line: &mut impl Line, part: Part<'_>) -> Result<(), Reason> {
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

/// The short way for what nearly all words are: a number, or SAN with at most a check mark. `None`: another kind.
fn play_usual(line: &mut impl Line, word: &[u8], letters: &Letters) -> Option<Result<(), Reason>> {
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
    let text = std::str::from_utf8(rest).ok().filter(|text| text.is_ascii())?;
    let (written, bytes) = written_move(text, letters)?;
    let behind = text[bytes..].trim_start_matches(['+', '#']);
    let nag = match behind {
        "" => None,
        "!" => Some(1),
        "?" => Some(2),
        "!!" => Some(3),
        "??" => Some(4),
        "!?" => Some(5),
        "?!" => Some(6),
        _ => return None,
    };
    let mv = legal_move(line.position(), written).map_err(|fault| Reason::Move { word: text.to_owned(), fault });
    let played = mv.and_then(|mv| line.play(mv));
    if let (Ok(()), Some(nag)) = (&played, nag) {
        line.glyph(nag);
    }
    Some(played)
}
