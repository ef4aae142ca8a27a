//! The answers that a GUI waits for, where the system gives no thread or the player fails before it searches.

use super::Session;
use crate::engine::{Choice, Stop};
use crate::uci::command::Command;
use crate::uci::fault::Fault;
use crate::uci::go::Go;
use crate::uci::reporter::Notation;
use crate::uci::search::{SearchTask, bestmove};
use crate::uci::task::Outcome;

/// The answer that a GUI waits for after a command.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Promise {
    Nothing,
    ReadyOk,
    BestMove,
}

impl Promise {
    pub fn of(command: &Command) -> Promise {
        match command {
            Command::IsReady => Promise::ReadyOk,
            Command::Go(_) => Promise::BestMove,
            _ => Promise::Nothing,
        }
    }
}

impl Session {
    /// Prints what is waited for after a command in which the player failed.
    pub(super) fn keep(&mut self, promise: Promise) {
        match promise {
            Promise::Nothing => {}
            Promise::ReadyOk => self.out.line("readyok"),
            Promise::BestMove => {
                let best = self.game().ok().map(|game| game.legal_moves().first().copied());
                self.out.line(best.map_or_else(
                    || "bestmove 0000".to_owned(),
                    |best| bestmove(Choice { best, ..Choice::default() }, Notation::of(&self.options.values.shared)),
                ));
            }
        }
    }

    /// A `go` that could not be read as text: its limits are unknown, and a bounded search answers it.
    pub(super) fn search_unread(&mut self, fault: Fault) {
        let mut go = Go::default();
        go.left_out.add(fault.to_string());
        if let Err(fault) = self.refuse_beside_task("go").and_then(|()| self.go(go)) {
            self.answer_fault(fault, false);
        }
    }

    /// A GUI waits for a move after every `go`, without a thread too. It comes at once, or as soon as the limits allow
    /// it.
    pub(super) fn answer_unsearched(&mut self, fault: &Fault, search: SearchTask) {
        self.out.error(format_args!("{fault}; a move is played without a search"));
        let held = !Stop::new().is_released(&search.limits);
        let Outcome { last_line, player } = search.answer_unsearched();
        self.player = player;
        self.held_line = last_line;
        if !held {
            self.release_held_line();
        }
    }

    /// Prints the `bestmove` of a search that could not be started, where it is due.
    pub(super) fn release_held_line(&mut self) {
        if let Some(line) = self.held_line.take() {
            self.out.line(line);
        }
    }
}
