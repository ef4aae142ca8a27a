//! A folder with small files, the calls of a program in it, and the calls that it must refuse. The tests of both
//! programs share it.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Output};

/// A folder with the files that the calls name.
pub struct Workplace {
    pub folder: PathBuf,
    program: &'static str,
}

impl Workplace {
    /// `program` is the path of the program whose calls are made.
    pub fn new(program: &'static str, name: &str) -> Workplace {
        let folder = std::env::temp_dir().join(format!("motley-commands-{name}-{}", std::process::id()));
        let _ = fs::remove_dir_all(&folder);
        fs::create_dir_all(folder.join("folder")).expect("a folder for the test");
        let games = "[Result \"1-0\"]\n[ECO \"C25\"]\n[Opening \"Vienna Game\"]\n\n1. e4 e5 2. Nc3 Nf6 1-0\n\n\
                     [Result \"0-1\"]\n[ECO \"D30\"]\n[Opening \"Queen's Gambit\"]\n\n1. d4 d5 2. c4 e6 0-1\n\n";
        fs::write(folder.join("games.pgn"), games).expect("a file for the test");
        fs::write(folder.join("text"), "neither a game nor a position\n").expect("a file for the test");
        Workplace { folder, program }
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

    pub fn run(&self, call: &[&str]) -> Output {
        let words = call.iter().map(|word| self.word(word));
        let mut command = Command::new(self.program);
        command.args(words).stdin(std::process::Stdio::null()).output().expect("the program runs")
    }

    /// All files below the folder.
    pub fn files(&self) -> Vec<PathBuf> {
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

/// A call that must be refused.
///
/// Words of the call may contain: `{games}` a file with two games, `{text}` a file that is no game, position or net,
/// `{missing}` a file that does not exist, `{folder}` a folder, `{new}` a name in a folder that can be written,
/// `{nowhere}` a name in a folder that does not exist, `{inside}` a name in a "folder" that is a file.
pub struct Refusal {
    pub call: &'static [&'static str],
    pub code: i32,
    /// A part of the line on standard error.
    pub message: &'static str,
}

/// The call was wrong: exit code 2.
pub const fn wrong_call(call: &'static [&'static str], message: &'static str) -> Refusal {
    Refusal { call, code: 2, message }
}

/// The call was sound and the job failed: exit code 1.
pub const fn failed_job(call: &'static [&'static str], message: &'static str) -> Refusal {
    Refusal { call, code: 1, message }
}

/// The fault in the answer to a call that must be refused.
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

/// The faults in the answers to calls that must be refused.
pub fn faults(workplace: &Workplace, refusals: &[&[Refusal]]) -> Vec<String> {
    refusals.iter().copied().flatten().filter_map(|refusal| fault(workplace, refusal)).collect()
}

/// The subcommands that the program's help lists and no table has a row for.
pub fn without_row(program: &str, refusals: &[&[Refusal]]) -> Vec<String> {
    let help = Command::new(program).arg("--help").output().expect("the program runs");
    let help = String::from_utf8_lossy(&help.stdout).into_owned();
    let commands = help.split("Commands:\n").nth(1).expect("a list of commands").split("\n\n").next().unwrap_or("");
    let names = commands.lines().filter_map(|line| line.split_whitespace().next()).filter(|name| *name != "help");
    let has_row = |name: &&str| refusals.iter().copied().flatten().any(|refusal| refusal.call[0] == *name);
    names.filter(|name| !has_row(name)).map(str::to_owned).collect()
}

/// Calls that read `{pipe}` are refused without waiting for what comes out of it.
#[cfg(unix)]
pub fn check_pipes(workplace: &Workplace, reading: &[&[&str]]) {
    for name in ["pipe", "pipe.pgn"] {
        let made = std::process::Command::new("mkfifo").arg(workplace.folder.join(name)).status();
        assert!(made.expect("a pipe for the test").success());
    }
    let mut faults = Vec::new();
    for call in reading {
        let _ = fs::remove_dir_all(workplace.folder.join("new"));
        let output = workplace.run(call);
        let errors = String::from_utf8_lossy(&output.stderr).into_owned();
        // A part of a sharded run is a folder.
        let is_said = ["expected a file, found a pipe", "is not a file", "is no part of a sharded run"]
            .iter()
            .any(|words| errors.contains(words));
        if output.status.success() || !is_said {
            faults.push(format!("{call:?}: {errors}"));
        }
    }
    assert!(faults.is_empty(), "{}", faults.join("\n"));
}

/// Calls that write `{new}` replace a file of that name only with `--force`.
pub fn check_existing(workplace: &Workplace, writing: &[&[&str]]) {
    let new = workplace.folder.join("new");
    for call in writing {
        fs::write(&new, "precious").expect("a file for the test");
        let before = workplace.files();
        let output = workplace.run(call);
        let errors = String::from_utf8_lossy(&output.stderr);
        assert_eq!(output.status.code(), Some(1), "{call:?}: {errors}");
        assert!(errors.ends_with("it exists already; --force replaces it\n"), "{call:?}: {errors}");
        assert_eq!(fs::read_to_string(&new).expect("it is there"), "precious", "{call:?}");
        assert_eq!(workplace.files(), before, "{call:?}");
    }
    let forced = workplace.run(&[writing[0], &["--force"]].concat());
    assert!(forced.status.success(), "{}", String::from_utf8_lossy(&forced.stderr));
    assert_ne!(fs::read(&new).expect("it is there"), b"precious");
}
