//! The commands that no protocol has but ours and Stockfish's: the board, its evaluation, counts.
//!
//! Programs that are written for Stockfish read its answers line by line: what stands last, and the empty line behind
//! it, is as there.

use super::Session;
use crate::bench::{self, perft};
use crate::chess::mirror::mirrored;
use crate::engine::{Game, Limits};
use crate::uci::bench_command::BenchCommand;
use crate::uci::board;
use crate::uci::fault::Fault;
use crate::uci::reporter::Notation;
use crate::uci::task::Outcome;

impl Session {
    /// After a refused `position` the error, and the board as far as that could be set up: other programs wait for a
    /// board.
    pub(super) fn print_board(&self) {
        if let Err(fault) = self.game() {
            self.out.error(fault);
        }
        self.out.line(board::text(&self.board));
    }

    /// Exchanges the colours of the position. The moves that led to it are gone.
    pub(super) fn flip(&mut self) -> Result<(), Fault> {
        let game = self.game()?;
        self.board = Game::from_position(mirrored(game.position()));
        Ok(())
    }

    /// Prints the evaluation. Without anything to explain, the line that programs wait for says so, in Stockfish's
    /// word.
    pub(super) fn print_evaluation(&mut self) -> Result<(), Fault> {
        let explained = match self.game().cloned() {
            Ok(game) => self.player().explain(&game).ok_or(Fault::NothingToExplain(self.options.personality().name)),
            Err(fault) => Err(fault),
        };
        match explained {
            Ok(explained) => self.out.line(format_args!("{explained}\n")),
            Err(fault) => {
                self.out.error(fault);
                self.out.line("Final evaluation: none (no evaluation)");
            }
        }
        Ok(())
    }

    pub(super) fn perft(&mut self, depth: u32) -> Result<(), Fault> {
        let (game, out, notation) = (self.game()?.clone(), self.out.clone(), Notation::of(&self.options.values.shared));
        self.start_task(Limits::default(), (), move |(), stop| {
            let print = |mv, leaves| out.line(format!("{}: {leaves}", notation.write(mv)));
            let last_line = match perft::divide(&game, depth, stop, print) {
                Some(sum) => format!("\nNodes searched: {sum}\n"),
                None => "info string perft stopped".to_owned(),
            };
            Outcome { last_line: Some(last_line), player: None }
        })
        .map_err(|(fault, ())| fault)
    }

    pub(super) fn bench(&mut self, command: &BenchCommand) -> Result<(), Fault> {
        let (out, settings) = (self.out.clone(), command.settings);
        let positions = command.positions.load(&self.board)?;
        self.start_task(Limits::default(), (), move |(), stop| {
            let last_line = match bench::run(settings, &positions, stop, |line| out.line(line)) {
                Some(bench) => format!("{}\n{}", bench.table(), bench.summary()),
                None => "info string bench stopped".to_owned(),
            };
            Outcome { last_line: Some(last_line), player: None }
        })
        .map_err(|(fault, ())| fault)
    }
}
