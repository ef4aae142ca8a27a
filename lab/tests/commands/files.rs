//! The rules of every command for files that a user names: it reads regular files, and replaces none unasked.

use std::fs;

use crate::PROGRAM;
#[cfg(unix)]
use crate::workplace::check_pipes;
use crate::workplace::{Workplace, check_existing};

/// Calls that read `{pipe}`.
#[cfg(unix)]
const READING: &[&[&str]] = &[
    &["constraints", "{pipe}"],
    &["datagen", "--out", "{pipe}"],
    &["datagen", "--openings", "{pipe}", "--games", "1", "--out", "{new}"],
    &["datagen", "stats", "{pipe}"],
    &["dataset", "rated", "--lichess", "{pipe}", "--shard", "1/2", "--out", "{new}"],
    &["dataset", "mockfish", "{pipe}", "--out", "{new}"],
    &["dataset", "puzzles", "{pipe}", "--out", "{new}"],
    &["evaluate", "pattern", "{pipe}"],
    &["merge", "{pipe}", "--out", "{new}"],
    &["nets", "{pipe}"],
    &["reproduce", "--all", "--quick", "--out", "{new}", "--expect", "{pipe}"],
    &["tune", "--games", "{pipe}"],
];

#[test]
#[cfg(unix)]
fn a_pipe_is_refused_without_waiting_for_what_comes_out_of_it() {
    check_pipes(&Workplace::new(PROGRAM, "lab-pipes"), READING);
}

/// Calls that write `{new}`, where a file of that name is.
const WRITING: &[&[&str]] = &[
    &["evaluate", "prove", "{games}", "--plies", "2", "--positions", "1", "--seconds", "0.1", "--out", "{new}"],
    &["tune", "--games", "{games}", "--out", "{new}"],
];

#[test]
fn a_file_that_exists_is_replaced_only_with_force() {
    check_existing(&Workplace::new(PROGRAM, "lab-existing"), WRITING);
}

#[test]
fn files_in_a_folder_are_replaced_only_with_force() {
    let workplace = Workplace::new(PROGRAM, "lab-folders");
    fs::write(workplace.folder.join("folder/precious"), "x").expect("a file for the test");
    for call in [
        &["dataset", "mockfish", "{games}", "--min-elo", "0", "--out", "{folder}"][..],
        &["constraints", "{games}", "--min-plies", "1", "--constraint", "1,2,2,2,8", "--csv", "{folder}"],
    ] {
        let before = workplace.files();
        let output = workplace.run(call);
        let errors = String::from_utf8_lossy(&output.stderr);
        assert!(errors.contains("the folder is not empty; --force replaces files in it"), "{call:?}: {errors}");
        assert_eq!(workplace.files(), before, "{call:?}");
    }
}
