//! Each subcommand with input that it must refuse: one line on standard error, the exit code, nothing written in part.

mod files;
mod refusals;
mod reproduce;

use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Output};

use refusals::{REFUSALS, Refusal};

/// A folder with the files that the calls name.
struct Workplace {
    folder: PathBuf,
}

impl Workplace {
    fn new(name: &str) -> Workplace {
        let folder = std::env::temp_dir().join(format!("motley-commands-{name}-{}", std::process::id()));
        let _ = fs::remove_dir_all(&folder);
        fs::create_dir_all(folder.join("folder")).expect("a folder for the test");
        let games = "[Result \"1-0\"]\n[ECO \"C25\"]\n[Opening \"Vienna Game\"]\n\n1. e4 e5 2. Nc3 Nf6 1-0\n\n\
                     [Result \"0-1\"]\n[ECO \"D30\"]\n[Opening \"Queen's Gambit\"]\n\n1. d4 d5 2. c4 e6 0-1\n\n";
        fs::write(folder.join("games.pgn"), games).expect("a file for the test");
        fs::write(folder.join("text"), "neither a game nor a position\n").expect("a file for the test");
        Workplace { folder }
    }

    fn word(&self, word: &str) -> String {
        let path = |name: &str| self.folder.join(name).display().to_string();
        word.replace("{games}", &path("games.pgn"))
            .replace("{text}", &path("text"))
            .replace("{missing}", &path("missing"))
            .replace("{folder}", &path("folder"))
            .replace("{pipe}", &path("pipe"))
            .replace("{new}", &path("new"))
            .replace("{nowhere}", &path("nowhere/out"))
            .replace("{inside}", &path("text/out"))
    }

    fn run(&self, call: &[&str]) -> Output {
        let words = call.iter().map(|word| self.word(word));
        let mut command = Command::new(env!("CARGO_BIN_EXE_motley"));
        command.args(words).stdin(std::process::Stdio::null()).output().expect("the program runs")
    }

    /// All files below the folder.
    fn files(&self) -> Vec<PathBuf> {
        fn collect(folder: &Path, files: &mut Vec<PathBuf>) {
            for entry in fs::read_dir(folder).expect("the test's own folder").flatten() {
                match entry.path() {
                    path if path.is_dir() => collect(&path, files),
                    path => files.push(path),
                }
            }
        }
        let mut files = Vec::new();
        collect(&self.folder, &mut files);
        files.sort();
        files
    }
}

impl Drop for Workplace {
    fn drop(&mut self) {
        let _ = fs::remove_dir_all(&self.folder);
    }
}

/// What is wrong with the answer to a call that must be refused.
fn fault(workplace: &Workplace, refusal: &Refusal) -> Option<String> {
    let before = workplace.files();
    let output = workplace.run(refusal.call);
    let errors = String::from_utf8_lossy(&output.stderr).into_owned();
    let mut faults = Vec::new();
    if output.status.code() != Some(refusal.code) {
        faults.push(format!("exit code {:?} instead of {}", output.status.code(), refusal.code));
    }
    if errors.lines().count() != 1 || !errors.starts_with("error: ") || !errors.contains(refusal.message) {
        faults.push(format!("expected one line with `{}`, got `{errors}`", refusal.message));
    }
    if !output.stdout.is_empty() {
        faults.push(format!("printed `{}`", String::from_utf8_lossy(&output.stdout)));
    }
    if workplace.files() != before {
        faults.push("a file was written".to_owned());
    }
    (!faults.is_empty()).then(|| format!("{:?}: {}", refusal.call, faults.join("; ")))
}

#[test]
fn refusals_are_one_line_with_their_exit_code_and_write_nothing() {
    let workplace = Workplace::new("refusals");
    let refusals = REFUSALS.iter().copied().flatten();
    let faults: Vec<String> = refusals.filter_map(|refusal| fault(&workplace, refusal)).collect();
    assert!(faults.is_empty(), "{} calls:\n{}", faults.len(), faults.join("\n"));
}

#[test]
fn every_subcommand_is_in_the_table() {
    let help = Command::new(env!("CARGO_BIN_EXE_motley")).arg("--help").output().expect("the program runs");
    let help = String::from_utf8_lossy(&help.stdout).into_owned();
    let commands = help.split("Commands:\n").nth(1).expect("a list of commands").split("\n\n").next().unwrap_or("");
    let names: Vec<&str> = commands.lines().filter_map(|line| line.split_whitespace().next()).collect();
    assert!(names.contains(&"perft"), "{help}");
    for name in names.into_iter().filter(|name| *name != "help") {
        assert!(REFUSALS.iter().copied().flatten().any(|refusal| refusal.call[0] == name), "{name} has no row");
    }
}
