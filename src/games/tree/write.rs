//! Trees as PGN's export format has them: the same tree makes the same text, and the text makes the same tree.

use std::fmt;

use shakmaty::san::SanPlus;
use shakmaty::{Chess, Position as _};

use super::notes::comment_text;
use super::{GameTree, NodeId};
use crate::games::movetext::wrapped;
use crate::games::write::tag_section;

/// A part that is still to be written; the next stands last.
enum Work {
    /// The moves behind a node, from its position.
    Behind(NodeId, Chess),
    /// A variation that begins with a node, from the position before it.
    Variation(NodeId, Chess),
    /// The bracket behind it.
    Close,
}

/// The words of the moves.
#[derive(Default)]
struct Words {
    words: Vec<String>,
    /// An opening bracket that stands before the next word.
    opening: bool,
    /// True if Black's next move needs its number: at the beginning, and behind comments and variations.
    needs_number: bool,
}

impl Words {
    fn push(&mut self, word: impl Into<String>) {
        let word = word.into();
        self.words.push(if self.opening { format!("({word}") } else { word });
        self.opening = false;
    }

    /// A closing bracket behind the last word.
    fn close(&mut self) {
        if let Some(last) = self.words.last_mut() {
            last.push(')');
        }
        self.needs_number = true;
    }

    fn comment(&mut self, text: &str) {
        let text = comment_text(text);
        if text.is_empty() {
            return;
        }
        format!("{{{text}}}").split(' ').for_each(|word| self.push(word));
        self.needs_number = true;
    }
}

impl GameTree {
    fn words(&self, result: &str) -> Vec<String> {
        let mut words = Words { needs_number: true, ..Words::default() };
        self.write_remarks(NodeId::ROOT, &mut words);
        let mut work = vec![Work::Behind(NodeId::ROOT, self.start.clone())];
        while let Some(next) = work.pop() {
            match next {
                Work::Close => words.close(),
                Work::Variation(id, before) => {
                    words.opening = true;
                    words.needs_number = true;
                    work.push(Work::Behind(id, self.write_move(id, &before, &mut words)));
                }
                Work::Behind(id, position) => {
                    let Some((&main, variations)) = self.children(id).split_first() else { continue };
                    work.push(Work::Behind(main, self.write_move(main, &position, &mut words)));
                    let variation = |&id: &NodeId| [Work::Close, Work::Variation(id, position.clone())];
                    work.extend(variations.iter().rev().flat_map(variation));
                }
            }
        }
        words.push(result);
        words.words
    }

    /// Writes a move with its number, and what is said of it. Returns the position after it.
    fn write_move(&self, id: NodeId, before: &Chess, words: &mut Words) -> Chess {
        let mut position = before.clone();
        words.comment(&self.notes(id).before.join(" "));
        if position.turn().is_white() {
            words.push(format!("{}.", position.fullmoves()));
        } else if words.needs_number {
            words.push(format!("{}...", position.fullmoves()));
        }
        if let Some(mv) = self.mv(id) {
            words.push(SanPlus::from_move_and_play_unchecked(&mut position, mv).to_string());
        }
        words.needs_number = false;
        self.write_remarks(id, words);
        position
    }

    fn write_remarks(&self, id: NodeId, words: &mut Words) {
        let notes = self.notes(id);
        notes.nags.iter().for_each(|nag| words.push(format!("${nag}")));
        words.comment(&notes.written_comment());
        for variation in &notes.unread {
            variation.split(' ').for_each(|word| words.push(word));
            words.needs_number = true;
        }
    }
}

impl fmt::Display for GameTree {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let tags: Vec<(&str, &str)> = self.tags.iter().collect();
        let result = self.outcome.as_str();
        f.write_str(&tag_section(&tags, &self.start, result))?;
        write!(f, "\n{}\n\n", wrapped(&self.words(result)))
    }
}
