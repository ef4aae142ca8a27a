//! The one reader of games in PGN: every command, the studio and the laboratory read games through it.
//!
//! A text is cut into tokens (`lexer`), games are found among them (`structure`), and what their words say is
//! played, as a main line alone or as a tree. A word that cannot be read ends the main line where it stands, and is
//! named with game, line and reason; nothing is left out in silence.

mod fault;
mod in_word;
mod lexer;
mod line;
mod main_line;
mod space;
mod structure;
mod tag;
mod text;
mod tree_line;
mod trees;

use shakmaty::{Chess, Outcome};

pub use fault::{GameFault, Reason, Remark, RemarkKind};
pub use lexer::MOST_COMMENT;
pub use main_line::MOST_PLIES;
pub use structure::Head;
pub use tag::begins_of_tags;
pub use text::Text;
pub use trees::{MOST_BYTES, TreeReader, read_trees, text_of, text_of_stream};

use self::fault::shown;
use self::lexer::Lexer;
use self::main_line::MainLine;
use self::structure::{Pass, Sink, Tail, head, moves};
use self::text::Span;
use self::tree_line::TreeLine;
use super::pgn::PgnGame;
use super::start::start_position;
use super::tags::Tags;
use super::tree::GameTree;
use crate::chess::notation::numbered_line;
use crate::chess::replay::position_after;
use crate::chess::spelling::letters::{COMMON, ENGLISH, Letters, OTHERS};
use crate::chess::spelling::{decoded, outcome, plain};

/// Games of a text, one after another.
pub struct Reader {
    lexer: Lexer,
    /// Games whose heads have been read.
    number: u64,
    /// The first word that belongs to no game.
    stray: Option<String>,
}

/// A game with its variations, as far as it can be read.
#[derive(Debug)]
pub struct ReadTree {
    pub tree: GameTree,
    /// Of the game in its text, from 1.
    pub number: u64,
    /// The place where the main line could not be read on.
    pub fault: Option<GameFault>,
    pub remarks: Vec<Remark>,
}

/// A game before its moves.
struct Begun {
    head: Head,
    start: Chess,
    remarks: Vec<Remark>,
}

/// Languages in whose letters a game can be read.
enum Fitting {
    None,
    One(&'static Letters),
    /// They mean different moves, or the game is too long to be read again.
    Several,
}

impl Reader {
    pub fn new(text: Text) -> Reader {
        Reader { lexer: Lexer::new(text), number: 0, stray: None }
    }

    /// Games whose heads have been read: those that could not be read are among them.
    pub fn passed(&self) -> u64 {
        self.number
    }

    /// The first word that belongs to no game, if there is one.
    pub fn stray(&self) -> Option<&str> {
        self.stray.as_deref()
    }

    /// Why the text could not be read to its end.
    pub fn take_failure(&mut self) -> Option<std::io::Error> {
        self.lexer.text.take_failure()
    }

    /// The head of the next game; `None` at the end. The moves are to be read or passed next.
    pub fn head(&mut self) -> Option<Head> {
        let stray = &mut self.stray;
        let head = head(&mut self.lexer, |text, word| {
            if stray.is_none() {
                *stray = Some(shown(&decoded(text.bytes(word))));
            }
        });
        self.number += u64::from(head.is_some());
        head
    }

    /// Passes over the moves of a game.
    pub fn pass(&mut self) {
        moves(&mut self.lexer, &mut Pass);
    }

    /// Reads the main line of a game, at most so many plies of it.
    ///
    /// # Errors
    /// Fails if the start position cannot be known.
    pub fn main_line(&mut self, head: Head, max_plies: usize) -> Result<PgnGame, GameFault> {
        let mut begun = self.begin(head)?;
        let fresh = |begun: &Begun, letters| MainLine::new(&begun.start, letters, max_plies);
        let (mut line, tail) = self.read_lettered(&mut begun, fresh, |line| line.fault.is_some());
        let Begun { head, start, mut remarks } = begun;
        let fault = line.fault.take().map(|fault| self.fault(&start, &line.moves, fault));
        if let Some(comment) = line.open_comment {
            remarks.push(self.remark(comment.start, RemarkKind::OpenComment));
        }
        self.remark_end(&head, &tail, &mut remarks);
        if line.clocks.len() != line.moves.len() {
            line.clocks.clear();
        }
        Ok(PgnGame {
            outcome: outcome_of(&head.tags, &tail),
            number: self.number,
            tags: head.tags,
            start,
            moves: line.moves,
            clocks: line.clocks,
            fault,
            remarks,
        })
    }

    /// Reads a game with all its variations.
    ///
    /// # Errors
    /// Fails if the start position cannot be known.
    pub fn tree(&mut self, head: Head) -> Result<ReadTree, GameFault> {
        let mut begun = self.begin(head)?;
        let fresh = |begun: &Begun, letters| TreeLine::new(&begun.start, letters, &begun.head.comments);
        let (mut line, tail) = self.read_lettered(&mut begun, fresh, |line| line.fault.is_some());
        let Begun { head, start, mut remarks } = begun;
        line.end();
        let TreeLine { mut tree, fault, remarks: of_line, .. } = line;
        remarks.extend(of_line.into_iter().map(|(place, kind)| self.remark(place, kind)));
        let main: Vec<_> = tree.main_line().filter_map(|id| tree.mv(id)).collect();
        let fault = fault.map(|fault| self.fault(&start, &main, fault));
        self.remark_end(&head, &tail, &mut remarks);
        tree.outcome = outcome_of(&head.tags, &tail);
        tree.tags = head.tags;
        Ok(ReadTree { tree, number: self.number, fault, remarks })
    }

    fn begin(&mut self, head: Head) -> Result<Begun, GameFault> {
        match start_position(&head.tags) {
            Ok((start, kinds)) => {
                let remarks = kinds.into_iter().map(|kind| self.remark(head.begin, kind)).collect();
                Ok(Begun { head, start, remarks })
            }
            Err(reason) => {
                let line = self.lexer.text.line(head.begin);
                self.pass();
                let place = head.begin..head.begin;
                Err(GameFault { number: self.number, line, place, after: None, reason: Reason::Start(reason) })
            }
        }
    }

    fn read<S: Sink>(&mut self, mut line: S) -> (S, Tail) {
        let tail = moves(&mut self.lexer, &mut line);
        (line, tail)
    }

    /// Reads a line in English letters, and where that has a fault, in those of the language that the game is written
    /// in.
    fn read_lettered<S: Sink>(
        &mut self,
        begun: &mut Begun,
        fresh: impl Fn(&Begun, &'static Letters) -> S,
        has_fault: impl Fn(&S) -> bool,
    ) -> (S, Tail) {
        let read = self.read(fresh(begun, &ENGLISH));
        if !has_fault(&read.0) {
            return read;
        }
        let Some(letters) = self.other_letters(&begun.head, &begun.start) else { return read };
        begun.remarks.push(self.remark(begun.head.moves_begin, RemarkKind::Letters(letters.language)));
        self.lexer.text.go_back(begun.head.moves_begin);
        self.read(fresh(begun, letters))
    }

    /// The letters of the one other language in which every word of the main line is a legal move. Where several
    /// languages would do and mean different moves, none is taken; rarer languages count where no common one does.
    fn other_letters(&mut self, head: &Head, start: &Chess) -> Option<&'static Letters> {
        let (common, rare) = OTHERS.split_at(COMMON);
        match self.letters_among(common, head, start) {
            Fitting::None => match self.letters_among(rare, head, start) {
                Fitting::One(letters) => Some(letters),
                _ => None,
            },
            Fitting::One(letters) => Some(letters),
            Fitting::Several => None,
        }
    }

    fn letters_among(&mut self, languages: &'static [Letters], head: &Head, start: &Chess) -> Fitting {
        let mut found: Option<(&'static Letters, Vec<_>)> = None;
        for letters in languages {
            if !self.lexer.text.go_back(head.moves_begin) {
                return Fitting::Several;
            }
            let (line, _) = self.read(MainLine::new(start, letters, MOST_PLIES));
            match &found {
                _ if line.fault.is_some() || line.moves.is_empty() => {}
                None => found = Some((letters, line.moves)),
                Some((_, moves)) if *moves == line.moves => {}
                Some(_) => return Fitting::Several,
            }
        }
        found.map_or(Fitting::None, |(letters, _)| Fitting::One(letters))
    }

    fn remark(&self, place: u64, kind: RemarkKind) -> Remark {
        Remark { number: self.number, line: self.lexer.text.line(place), kind }
    }

    fn fault(&self, start: &Chess, moves: &[shakmaty::Move], (word, reason): (Span, Reason)) -> GameFault {
        let after = moves.split_last().map(|(&last, before)| numbered_line(&position_after(start, before), &[last]));
        let line = self.lexer.text.line(word.start);
        GameFault { number: self.number, line, place: word.start..word.end, after, reason }
    }

    /// Remarks on the result behind the moves, or on its absence.
    fn remark_end(&self, head: &Head, tail: &Tail, remarks: &mut Vec<Remark>) {
        let place = self.lexer.text.position();
        if let (Some(tag @ Outcome::Known(_)), Some(mark @ Outcome::Known(_))) =
            (tagged_outcome(&head.tags), tail.outcome)
            && tag != mark
        {
            let kind = RemarkKind::TwoResults { tag: tag.as_str(), mark: mark.as_str() };
            remarks.push(self.remark(place, kind));
        }
        if tail.open > 0 {
            remarks.push(self.remark(place, RemarkKind::OpenVariations(tail.open)));
        }
        if tail.at_end && tail.outcome.is_none() && !tail.is_lost_by_both && head.tags.get("Result").is_some() {
            remarks.push(self.remark(place, RemarkKind::Unfinished));
        }
    }
}

/// The result that the tag states; `None` where the tag is missing or holds something else.
fn tagged_outcome(tags: &Tags) -> Option<Outcome> {
    outcome(&plain(tags.get("Result")?.trim().as_bytes()))
}

/// The result of a game: that of the tag, or the mark behind the moves where the tag names none.
fn outcome_of(tags: &Tags, tail: &Tail) -> Outcome {
    let is_known = |outcome: &Outcome| matches!(outcome, Outcome::Known(_));
    tagged_outcome(tags).filter(is_known).or(tail.outcome).unwrap_or(Outcome::Unknown)
}

#[cfg(test)]
mod tests;
