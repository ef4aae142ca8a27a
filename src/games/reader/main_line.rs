//! The main line of a game and its clock times.

use shakmaty::{Chess, Move, Position as _};

use super::fault::Reason;
use super::lexer::CommentEnd;
use super::line::{LineBuilder, play_word};
use super::structure::Sink;
use super::text::{Span, Text};
use crate::chess::spelling::letters::Letters;
use crate::games::clock::tenths_left;

/// The longest game that the rules allow has 17,697 plies: with 75 moves without a capture or a pawn's move it is
/// drawn. What is longer is no game, and without a bound it would fill the memory.
pub const MOST_PLIES: usize = 20_000;

/// A main line while it is read.
pub struct MainLine {
    letters: &'static Letters,
    max_plies: usize,
    position: Chess,
    pub moves: Vec<Move>,
    /// Tenths of seconds after each move, as far as every move has them.
    pub clocks: Vec<u32>,
    /// The word at which reading ended.
    pub fault: Option<(Span, Reason)>,
    pub open_comment: Option<Span>,
    is_over: bool,
}

impl MainLine {
    /// A line of at most so many plies; those behind them are not looked at.
    pub fn new(start: &Chess, letters: &'static Letters, max_plies: usize) -> MainLine {
        MainLine {
            letters,
            max_plies,
            position: start.clone(),
            moves: Vec::new(),
            clocks: Vec::new(),
            fault: None,
            open_comment: None,
            is_over: false,
        }
    }
}

impl LineBuilder for MainLine {
    fn position(&self) -> &Chess {
        &self.position
    }

    fn play(&mut self, mv: Move) -> Result<(), Reason> {
        if self.moves.len() >= self.max_plies {
            self.is_over = true;
            return if self.max_plies == MOST_PLIES { Err(Reason::TooLong) } else { Ok(()) };
        }
        self.position.play_unchecked(mv);
        self.moves.push(mv);
        Ok(())
    }

    fn glyph(&mut self, _: u8) {}

    fn sign(&mut self, _: &str) {}
}

impl Sink for MainLine {
    fn word(&mut self, text: &Text, word: Span, depth: usize) {
        if depth > 0 || self.is_over {
            return;
        }
        // What lies behind the limit is not read at all.
        if self.moves.len() >= self.max_plies && self.max_plies < MOST_PLIES {
            self.is_over = true;
            return;
        }
        if let Err(reason) = play_word(self, text.bytes(word), self.letters) {
            self.fault = Some((word, reason));
            self.is_over = true;
        }
    }

    fn comment(&mut self, text: &Text, inside: Span, end: CommentEnd, depth: usize) {
        if depth == 0 && !self.is_over && self.clocks.len() + 1 == self.moves.len() {
            self.clocks.extend(tenths_left(text.bytes(inside)));
        }
        if end == CommentEnd::Missing {
            self.open_comment = Some(inside);
        }
    }

    fn glyph(&mut self, _: &Text, _: Span, _: usize) {}

    fn open(&mut self, _: u64, _: usize) {}

    fn close(&mut self, _: &Text, _: u64, _: usize) {}

    fn is_over(&self) -> bool {
        self.is_over
    }

    fn take_double_loss(&mut self, word: Span) -> bool {
        self.fault.take_if(|(at, _)| *at == word).is_some()
    }
}
