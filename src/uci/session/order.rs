//! The order of the lines: which are obeyed at once, which wait for a search to end, and how the input ends.

use std::ops::ControlFlow;

use super::Session;
use crate::uci::fault::Fault;
use crate::uci::lines::{first_word, normalise};
use crate::uci::queue::{Dropped, Waiting};

/// The commands that change the position, the player or its options, or need them unchanged. They wait for a search
/// that ends by itself, so that a script can be piped; all others are obeyed at once.
const IN_TURN: [&str; 8] = ["position", "go", "setoption", "ucinewgame", "bench", "eval", "d", "flip"];

impl Session {
    /// Takes in a line and obeys what can be obeyed. The session ends only on `quit`, or when the output is closed,
    /// whatever else the line holds.
    pub fn handle_line(&mut self, line: &[u8]) -> ControlFlow<()> {
        self.receive(line)?;
        self.work_off()
    }

    /// As [`Session::handle_line`], for a line or the beginning of one that was not read as a whole.
    pub fn handle_fault(&mut self, line: &[u8], fault: Fault) -> ControlFlow<()> {
        self.receive_fault(line, fault);
        self.work_off()
    }

    /// Takes in a line: a command that has its turn is put in the queue, any other is obeyed.
    pub fn receive(&mut self, line: &[u8]) -> ControlFlow<()> {
        let text = match normalise(line) {
            Ok(text) => text,
            Err(fault) => {
                self.receive_fault(line, fault);
                return ControlFlow::Continue(());
            }
        };
        if text.is_empty() {
            return ControlFlow::Continue(());
        }
        self.out.received(&text);
        if IN_TURN.contains(&first_word(&text)) {
            self.waiting.push(Waiting::Line(text));
            return ControlFlow::Continue(());
        }
        self.obey(&text)
    }

    /// A line that cannot be read has its turn too: after a `position` there is none, from its turn on.
    fn receive_fault(&mut self, line: &[u8], fault: Fault) {
        let text = String::from_utf8_lossy(line);
        let command = first_word(&text);
        if IN_TURN.contains(&command) {
            let (is_position, is_go) = (command == "position", command == "go");
            self.waiting.push(Waiting::Unreadable { fault, is_position, is_go });
        } else {
            self.out.error(fault);
        }
    }

    /// Obeys every command whose turn has come.
    pub fn work_off(&mut self) -> ControlFlow<()> {
        while !self.out.is_closed() && self.step() {}
        if self.out.is_closed() { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
    }

    /// Obeys the next command of the queue, unless it has to wait: `false` then, and where there is none.
    ///
    /// It does not wait for a search without an end of its own, which refuses it. It joins one that is done or was
    /// stopped: that one's end is near, and GUIs rightly send the next position as soon as they have read `bestmove`
    /// or sent `stop`.
    pub fn step(&mut self) -> bool {
        let is_empty = self.waiting.is_empty();
        if let Some(task) = &self.task {
            if task.is_done() || task.stop.is_stopped() && !is_empty {
                self.restore_player();
            } else if task.is_bounded() {
                return false;
            }
        }
        let Some(command) = self.waiting.pop() else { return false };
        match command {
            // No command that has its turn ends the session.
            Waiting::Line(text) => drop(self.obey(&text)),
            Waiting::Unreadable { fault, is_go: true, .. } => self.search_unread(fault),
            Waiting::Unreadable { fault, is_position, .. } => self.answer_fault(fault, is_position),
            Waiting::Dropped(Dropped { commands, with_position }) => {
                self.answer_fault(Fault::Dropped(commands), with_position);
            }
        }
        true
    }

    /// The input has ended: no `stop` can come any more, so a search that has no end of its own is stopped. The others
    /// end by themselves, and what waits for them is worked off.
    ///
    /// To be called again whenever a task has ended; breaks when all is done.
    pub fn end_input(&mut self) -> ControlFlow<()> {
        loop {
            self.work_off()?;
            match &self.task {
                None => {
                    self.release_held_line();
                    return ControlFlow::Break(());
                }
                Some(task) if task.is_bounded() => return ControlFlow::Continue(()),
                Some(task) => task.stop.stop(),
            }
            self.restore_player();
        }
    }

    /// Returns true if no search runs and nothing waits.
    pub fn is_idle(&self) -> bool {
        self.task.is_none() && self.waiting.is_empty()
    }

    /// Stops a task that still runs, waits for its last line, and drops what waited for it.
    pub fn close(&mut self) {
        self.waiting.clear();
        self.release_held_line();
        self.task.iter().for_each(|task| task.stop.stop());
        self.restore_player();
    }
}
