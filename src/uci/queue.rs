//! The commands that wait for a search to end, with a bound on their number and on their memory.

use std::collections::VecDeque;

use crate::uci::fault::Fault;

/// Commands that may wait. A script of a thousand positions, each with its `go`, has half as many.
pub const MAX_WAITING: usize = 4096;
/// Bytes of all lines that wait together.
pub const MAX_WAITING_BYTES: usize = 4 << 20;

/// An entry that is taken up once the search before it has ended.
#[derive(Debug)]
pub enum Waiting {
    /// A normalised line.
    Line(String),
    /// A line that could not be taken for text. After a `position` there is no position; a `go` is answered with a
    /// move.
    Unreadable { fault: Fault, is_position: bool, is_go: bool },
    /// Stands where the queue was full, for all the commands that did not find room.
    Dropped(Dropped),
}

/// Commands that were dropped.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Dropped {
    pub commands: usize,
    /// A `position` was among them.
    pub with_position: bool,
}

/// A queue of commands, first in, first out.
#[derive(Debug, Default)]
pub struct Queue {
    waiting: VecDeque<Waiting>,
    /// Of the lines in it.
    bytes: usize,
}

impl Queue {
    pub fn is_empty(&self) -> bool {
        self.waiting.is_empty()
    }

    /// Appends a command. Where there is no room it is dropped, and counted in its place.
    pub fn push(&mut self, command: Waiting) {
        let bytes = command.bytes();
        if self.waiting.len() < MAX_WAITING && self.bytes + bytes <= MAX_WAITING_BYTES {
            self.bytes += bytes;
            self.waiting.push_back(command);
            return;
        }
        if !matches!(self.waiting.back(), Some(Waiting::Dropped(_))) {
            self.waiting.push_back(Waiting::Dropped(Dropped::default()));
        }
        if let Some(Waiting::Dropped(dropped)) = self.waiting.back_mut() {
            dropped.commands += 1;
            dropped.with_position |= command.is_position();
        }
    }

    /// The command that has waited longest.
    pub fn pop(&mut self) -> Option<Waiting> {
        let command = self.waiting.pop_front()?;
        self.bytes -= command.bytes();
        Some(command)
    }

    pub fn clear(&mut self) {
        *self = Queue::default();
    }
}

impl Waiting {
    fn bytes(&self) -> usize {
        if let Waiting::Line(line) = self { line.len() } else { 0 }
    }

    fn is_position(&self) -> bool {
        match self {
            Waiting::Line(line) => line.split_whitespace().next() == Some("position"),
            Waiting::Unreadable { is_position, .. } => *is_position,
            Waiting::Dropped(dropped) => dropped.with_position,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn line(text: &str) -> Waiting {
        Waiting::Line(text.to_owned())
    }

    fn drain(queue: &mut Queue) -> (usize, Vec<Dropped>) {
        let (mut lines, mut dropped) = (0, Vec::new());
        while let Some(command) = queue.pop() {
            match command {
                Waiting::Dropped(these) => dropped.push(these),
                _ => lines += 1,
            }
        }
        assert_eq!(queue.bytes, 0);
        (lines, dropped)
    }

    #[test]
    fn what_finds_no_room_is_counted_in_its_place() {
        let mut queue = Queue::default();
        for _ in 0..10_000 {
            queue.push(line("go depth 1"));
        }
        assert_eq!(queue.waiting.len(), MAX_WAITING + 1);
        // There is room for two again, behind those that were dropped; then there is none.
        (0..3).for_each(|_| drop(queue.pop()));
        for text in ["d", "d", "position startpos", "d"] {
            queue.push(line(text));
        }
        let first = Dropped { commands: 10_000 - MAX_WAITING, with_position: false };
        let second = Dropped { commands: 2, with_position: true };
        assert_eq!(drain(&mut queue), (MAX_WAITING - 1, vec![first, second]));
    }

    #[test]
    fn long_lines_are_bounded_by_their_bytes() {
        let mut queue = Queue::default();
        let long = format!("position startpos moves {}", "x".repeat(250_000));
        for _ in 0..100 {
            queue.push(line(&long));
        }
        assert!(queue.bytes <= MAX_WAITING_BYTES);
        let fitting = MAX_WAITING_BYTES / long.len();
        let dropped = Dropped { commands: 100 - fitting, with_position: true };
        assert_eq!(drain(&mut queue), (fitting, vec![dropped]));
    }
}
