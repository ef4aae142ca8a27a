//! Each subcommand with input that it must refuse: one line on standard error, the exit code, nothing written in part.

mod files;
mod limits;
mod puzzles;
mod records;
mod refusals;
mod reviews;
mod terminal;
mod workplace;

use refusals::REFUSALS;
use workplace::{Workplace, faults, without_row};

const PROGRAM: &str = env!("CARGO_BIN_EXE_motley");

#[test]
fn refusals_are_one_line_with_their_exit_code_and_write_nothing() {
    let faults = faults(&Workplace::new(PROGRAM, "refusals"), REFUSALS);
    assert!(faults.is_empty(), "{} calls:\n{}", faults.len(), faults.join("\n"));
}

#[test]
fn every_subcommand_is_in_the_table() {
    let without = without_row(PROGRAM, REFUSALS);
    assert!(without.is_empty(), "{without:?} have no row");
}
