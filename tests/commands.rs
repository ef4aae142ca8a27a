//! Each subcommand with input that it must refuse: one line on standard error, the exit code, nothing written in part.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Output};

/// A call that must be refused.
///
/// Words of the call may contain: `{games}` a file with two games, `{text}` a file that is no game, position or net,
/// `{missing}` a file that does not exist, `{folder}` a folder, `{new}` a name in a folder that can be written,
/// `{nowhere}` a name in a folder that does not exist, `{inside}` a name in a "folder" that is a file.
struct Refusal {
    call: &'static [&'static str],
    code: i32,
    /// A part of the line on standard error.
    message: &'static str,
}

/// The call was wrong: exit code 2.
const fn wrong_call(call: &'static [&'static str], message: &'static str) -> Refusal {
    Refusal { call, code: 2, message }
}

/// The call was sound and the job failed: exit code 1.
const fn failed_job(call: &'static [&'static str], message: &'static str) -> Refusal {
    Refusal { call, code: 1, message }
}

const BOOK: &[Refusal] = &[
    wrong_call(&["book", "show", "1. e4 Ke7 2. Ke3"], "`Ke7` is no legal move"),
    wrong_call(&["book", "show", "Ruy Lopes"], "did you mean `Ruy Lopez`"),
    wrong_call(&["book", "show", "8/8/8/8/8/8/8/8 w - - 0 1"], "cannot read the FEN"),
    failed_job(&["book", "show", "--book", "{missing}"], "missing"),
    failed_job(&["book", "show", "--book", "{folder}"], "folder"),
    failed_job(&["book", "show", "--book", "{text}"], "text"),
    failed_job(&["book", "build", "{missing}", "--out", "{new}"], "missing"),
    failed_job(&["book", "build", "{games}", "--out", "{new}"], "no move keeps the rules"),
    failed_job(&["book", "build", "{games}", "--min-count", "1", "--out", "{nowhere}"], "cannot write"),
    failed_job(&["book", "build", "{games}", "--min-count", "1", "--out", "{inside}"], "cannot write"),
];

const PERFT: &[Refusal] = &[
    wrong_call(&["perft", "1", "1. e4 Ke7 2. Ke3"], "`Ke7` is no legal move"),
    wrong_call(&["perft", "1", "Ruy Lopes"], "did you mean `Ruy Lopez`"),
    wrong_call(&["perft", "1", "--fen", "8/8/8/8/8/8/8/8 w - - 0 1"], "cannot read the FEN"),
    failed_job(&["perft", "--suite", "{missing}"], "missing"),
    failed_job(&["perft", "--suite", "{folder}"], "folder"),
];

const POLICY: &[Refusal] = &[
    wrong_call(&["policy", "1. e4 Ke7 2. Ke3"], "`Ke7` is no legal move"),
    wrong_call(&["policy", "Ruy Lopes"], "did you mean `Ruy Lopez`"),
    wrong_call(&["policy", "--fen", "8/8/8/8/8/8/8/8 w - - 0 1"], "cannot read the FEN"),
    wrong_call(&["policy", "7k/5Q2/6K1/8/8/8/8/8 b - - 0 1"], "the game is over"),
    failed_job(&["policy", "--file", "{missing}"], "missing"),
    failed_job(&["policy", "--svg", "{nowhere}"], "cannot write"),
];

/// Every table above; a new subcommand adds its own.
const REFUSALS: &[&[Refusal]] = &[BOOK, PERFT, POLICY];

/// A folder with the files that the calls name.
struct Workplace {
    folder: PathBuf,
}

impl Workplace {
    fn new(name: &str) -> Workplace {
        let folder = std::env::temp_dir().join(format!("motley-commands-{name}-{}", std::process::id()));
        let _ = fs::remove_dir_all(&folder);
        fs::create_dir_all(folder.join("folder")).expect("a folder for the test");
        let games = "[Result \"1-0\"]\n\n1. e4 e5 2. Nc3 Nf6 1-0\n\n[Result \"0-1\"]\n\n1. d4 d5 2. c4 e6 0-1\n\n";
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
