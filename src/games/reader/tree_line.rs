//! A game with its variations, while it is read.

use shakmaty::{Chess, Move, Position as _};

use super::fault::{Reason, RemarkKind};
use super::lexer::{CommentEnd, Lexer, Token};
use super::line::{LineBuilder, play_word};
use super::main_line::MOST_PLIES;
use super::structure::Sink;
use super::text::{Span, Text};
use crate::chess::spelling::decoded;
use crate::chess::spelling::letters::Letters;
use crate::games::tree::{GameTree, NodeId, comment_text, one_space};

/// The largest depth of variations: no person follows a tenth of it.
pub const MOST_NESTED: usize = 1000;
/// Moves of one game, all variations together.
pub const MOST_NODES: usize = 200_000;
/// Remarks about one game.
const MOST_REMARKS: usize = 100;

/// A tree while it is read.
pub struct TreeLine {
    letters: &'static Letters,
    pub tree: GameTree,
    branch: Branch,
    /// The lines around this one, the main line first.
    around: Vec<Branch>,
    /// The word at which the main line ends early.
    pub fault: Option<(Span, Reason)>,
    /// Plies of the main line.
    plies: usize,
    /// Variations as they are written that stand before the first move, as long as there is none.
    before_all: Vec<String>,
    /// The depth of a variation that cannot be read, until it closes.
    broken: Option<usize>,
    pub remarks: Vec<(u64, RemarkKind)>,
}

/// A line of moves: the game's, or a variation.
struct Branch {
    /// The last move.
    at: NodeId,
    /// The position after it.
    position: Chess,
    /// The position before it; `None` where the line has no move yet.
    before: Option<Chess>,
    /// The comments and glyphs before the first move of a variation; `None` behind that move, and in the main line.
    lead: Option<(Vec<String>, Vec<u8>)>,
    /// The beginning of the variation in the text, and the number of nodes before it.
    begin: u64,
    nodes: usize,
}

impl TreeLine {
    /// A tree without moves, with the comments that stand before the game.
    pub fn new(start: &Chess, letters: &'static Letters, comments: &[String]) -> TreeLine {
        let branch = Branch { at: NodeId::ROOT, position: start.clone(), before: None, lead: None, begin: 0, nodes: 0 };
        let mut tree = GameTree::new(start.clone());
        comments.iter().for_each(|comment| tree.notes_mut(NodeId::ROOT).take_comment(comment));
        TreeLine {
            letters,
            tree,
            branch,
            around: Vec::new(),
            fault: None,
            plies: 0,
            before_all: Vec::new(),
            broken: None,
            remarks: Vec::new(),
        }
    }

    /// Ends the game: variations that were not closed are. Those of a game without moves stay text, since the first of
    /// them would be taken for the game.
    pub fn end(&mut self) {
        if self.broken.is_some() {
            self.drop_branch();
        }
        while let Some(around) = self.around.pop() {
            self.branch = around;
        }
        if self.plies == 0 && !self.tree.is_empty() {
            self.tree.truncate(1);
            self.tree.notes_mut(NodeId::ROOT).unread.append(&mut self.before_all);
        }
    }

    /// Returns true if what comes is not looked at.
    fn is_passing(&self) -> bool {
        self.broken.is_some() || self.fault.is_some() && self.around.is_empty()
    }

    fn remark(&mut self, place: u64, kind: RemarkKind) {
        if self.remarks.len() < MOST_REMARKS {
            self.remarks.push((place, kind));
        }
    }

    /// A variation cannot be read from a place on.
    fn break_off(&mut self, place: u64, reason: Reason, depth: usize) {
        self.broken = Some(depth);
        self.remark(place, RemarkKind::Variation(reason));
    }

    /// Takes the nodes of the innermost variation back.
    fn drop_branch(&mut self) {
        self.tree.truncate(self.branch.nodes);
    }
}

impl LineBuilder for TreeLine {
    fn position(&self) -> &Chess {
        &self.branch.position
    }

    fn play(&mut self, mv: Move) -> Result<(), Reason> {
        if self.around.is_empty() {
            self.plies += 1;
        }
        if self.tree.len() == MOST_NODES || self.plies > MOST_PLIES {
            return Err(Reason::TooLong);
        }
        let branch = &mut self.branch;
        branch.at = self.tree.add(branch.at, mv);
        if self.around.is_empty() {
            // Before the game's own move at a place, variations to it may have been read.
            self.tree.promote(branch.at);
        }
        branch.before = Some(branch.position.clone());
        branch.position.play_unchecked(mv);
        let notes = self.tree.notes_mut(branch.at);
        (notes.before, notes.nags) = branch.lead.take().unwrap_or_default();
        Ok(())
    }

    fn glyph(&mut self, nag: u8) {
        match &mut self.branch.lead {
            Some((_, nags)) => nags.push(nag),
            None => self.tree.notes_mut(self.branch.at).nags.push(nag),
        }
    }

    fn sign(&mut self, sign: &str) {
        match &mut self.branch.lead {
            Some((comments, _)) => comments.push(sign.to_owned()),
            None => self.tree.notes_mut(self.branch.at).take_comment(sign),
        }
    }
}

impl Sink for TreeLine {
    fn word(&mut self, text: &Text, word: Span, depth: usize) {
        if self.is_passing() {
            return;
        }
        let letters = self.letters;
        if let Err(reason) = play_word(self, text.bytes(word), letters) {
            match depth {
                0 => self.fault = Some((word, reason)),
                depth => self.break_off(word.start, reason, depth),
            }
        }
    }

    fn comment(&mut self, text: &Text, inside: Span, end: CommentEnd, _: usize) {
        match end {
            CommentEnd::Closed => {}
            CommentEnd::Missing => self.remark(inside.start, RemarkKind::OpenComment),
            CommentEnd::TooLong => self.remark(text.position(), RemarkKind::LongComment),
        }
        if self.is_passing() {
            return;
        }
        let comment = decoded(text.bytes(inside));
        match &mut self.branch.lead {
            Some((comments, _)) => {
                comments.extend(Some(comment_text(&comment)).filter(|text| !text.is_empty()));
            }
            None => self.tree.notes_mut(self.branch.at).take_comment(&comment),
        }
    }

    fn glyph(&mut self, text: &Text, number: Span, _: usize) {
        if self.is_passing() {
            return;
        }
        let number = decoded(text.bytes(number));
        match number.parse() {
            Ok(nag) => LineBuilder::glyph(self, nag),
            Err(_) => self.sign(&format!("${number}")),
        }
    }

    fn open(&mut self, begin: u64, depth: usize) {
        if self.is_passing() {
            return;
        }
        let parent = self.branch.before.clone().zip(self.tree.parent(self.branch.at));
        // Before the first move there is nothing to which a variation could be the other choice.
        let (position, at) = parent.unwrap_or_else(|| (self.branch.position.clone(), self.branch.at));
        let lead = Some((Vec::new(), Vec::new()));
        let variation = Branch { at, position, before: None, lead, begin, nodes: self.tree.len() };
        self.around.push(std::mem::replace(&mut self.branch, variation));
        if depth > MOST_NESTED {
            self.break_off(begin, Reason::TooLong, depth);
        }
    }

    fn is_over(&self) -> bool {
        self.is_passing()
    }

    fn take_double_loss(&mut self, word: Span) -> bool {
        self.fault.take_if(|(at, _)| *at == word).is_some()
    }

    fn close(&mut self, text: &Text, end: u64, depth: usize) {
        match self.broken {
            Some(broken) if broken == depth => {
                self.broken = None;
                self.drop_branch();
                let begin = self.branch.begin;
                self.leave();
                let kept = as_written(text, begin, end);
                // Before the first move of a variation it would be that of a move outside.
                match is_one_variation(&kept) && self.branch.lead.is_none() {
                    true => self.tree.notes_mut(self.branch.at).unread.push(kept),
                    false => self.sign(&comment_text(&kept).replace('{', "(")),
                }
            }
            Some(_) => {}
            None if self.around.is_empty() => {}
            None => {
                let Branch { lead, begin, .. } = self.leave();
                if self.plies == 0 && self.around.is_empty() && lead.is_none() {
                    let kept = as_written(text, begin, end);
                    self.before_all.extend(Some(kept).filter(|kept| is_one_variation(kept)));
                }
                // A variation without a move may hold a comment.
                let (comments, _) = lead.unwrap_or_default();
                for comment in comments {
                    self.sign(&comment);
                }
            }
        }
    }
}

impl TreeLine {
    /// Goes back to the line around this one, which is returned.
    fn leave(&mut self) -> Branch {
        let around = self.around.pop().expect("a variation has a line around it");
        std::mem::replace(&mut self.branch, around)
    }
}

/// A part of the text on one line.
fn as_written(text: &Text, start: u64, end: u64) -> String {
    one_space(&decoded(text.bytes(Span { start, end })))
}

/// Returns true if a text on one line is a variation in its brackets, so that it can be written as it is, on several
/// lines too: a comment to the end of the line, for one, would swallow what comes behind.
fn is_one_variation(text: &str) -> bool {
    let bytes = text.as_bytes();
    let mut lexer = Lexer::new(Text::of_bytes(bytes.to_vec()));
    let mut depth = 0;
    // What is read otherwise at the beginning of a line, or only within one.
    let is_of_line = |word: Span| matches!(bytes[word.start as usize], b'%' | b'>' | b'`' | b'[' | b'<');
    let is_in_braces = |inside: Span| inside.start > 0 && bytes[inside.start as usize - 1] == b'{';
    if bytes.contains(&b'<') {
        return false;
    }
    loop {
        match lexer.token(depth > 0) {
            Token::OpenVariation => depth += 1,
            Token::CloseVariation if depth == 1 => return lexer.token(false) == Token::End,
            Token::CloseVariation => depth -= 1,
            Token::Comment { end: CommentEnd::Closed, inside } if depth > 0 && is_in_braces(inside) => {}
            Token::Glyph(_) if depth > 0 => {}
            Token::Word(word, _) if depth > 0 && !is_of_line(word) => {}
            _ => return false,
        }
    }
}
