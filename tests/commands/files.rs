//! The rules of every command for files that a user names: it reads regular files, and replaces none unasked.

use std::fs;

use crate::PROGRAM;
#[cfg(unix)]
use crate::workplace::check_pipes;
use crate::workplace::{Workplace, check_existing};

/// Calls that read `{pipe}`.
#[cfg(unix)]
const READING: &[&[&str]] = &[
    &["book", "build", "{pipe}", "--out", "{new}"],
    &["book", "show", "--book", "{pipe}"],
    &["explore", "--lines", "{pipe}"],
    &["generate", "--verify", "{pipe}"],
    &["imitate", "{pipe}", "--player", "X", "--out", "{new}"],
    &["openings", "build", "{pipe}", "--out", "{new}"],
    &["openings", "name", "{pipe}"],
    &["pattern", "{pipe}.pgn"],
    &["perft", "--suite", "{pipe}"],
    &["review", "{pipe}"],
    &["puzzles", "{pipe}", "--player", "X"],
    &["puzzles", "--record", "{pipe}", "--list"],
    &["drill", "--rounds", "0", "--record", "{pipe}"],
    &["drill", "--rounds", "1", "--record", "{pipe}"],
    &["solve", "{pipe}"],
];

#[test]
#[cfg(unix)]
fn a_pipe_is_refused_without_waiting_for_what_comes_out_of_it() {
    check_pipes(&Workplace::new(PROGRAM, "pipes"), READING);
}

/// Calls that write `{new}`, where a file of that name is.
const WRITING: &[&[&str]] = &[
    &["book", "build", "{games}", "--min-count", "1", "--out", "{new}"],
    &["generate", "--constraint", "1,2,2,1,7", "--out", "{new}"],
    &["imitate", "{games}", "--player", "X", "--out", "{new}"],
    &["openings", "build", "{games}", "--out", "{new}"],
    &["pattern", "1. e4 e5", "--svg", "{new}"],
    &["policy", "1. e4 e5", "--svg", "{new}"],
    &["review", "{games}", "--depth", "1", "--out", "{new}"],
];

#[test]
fn a_file_that_exists_is_replaced_only_with_force() {
    check_existing(&Workplace::new(PROGRAM, "existing"), WRITING);
}

#[test]
fn an_output_that_is_an_input_is_named_as_such() {
    let workplace = Workplace::new(PROGRAM, "input");
    let games = fs::read(workplace.folder.join("games.pgn")).expect("it is there");
    for call in [
        &["book", "build", "{games}", "--min-count", "1", "--out", "{folder}/../games.pgn"][..],
        &["openings", "build", "{games}", "--out", "{games}"],
    ] {
        let output = workplace.run(call);
        let errors = String::from_utf8_lossy(&output.stderr);
        assert!(errors.ends_with("it is one of the inputs; --force replaces it\n"), "{call:?}: {errors}");
        assert_eq!(fs::read(workplace.folder.join("games.pgn")).expect("it is there"), games);
    }
}

#[test]
fn files_in_a_folder_are_replaced_only_with_force() {
    let workplace = Workplace::new(PROGRAM, "folders");
    fs::write(workplace.folder.join("folder/precious"), "x").expect("a file for the test");
    let before = workplace.files();
    let output = workplace.run(&["generate", "--constraint", "1,2,2,1,7", "--svg", "{folder}"]);
    let errors = String::from_utf8_lossy(&output.stderr);
    assert!(errors.contains("the folder is not empty; --force replaces files in it"), "{errors}");
    assert_eq!(workplace.files(), before);
}
