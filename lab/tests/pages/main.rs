//! Every command that a page shows: those of Motley are run in a folder with small files, those that cannot be run are
//! listed with the reason and their arguments are read, and of other programs' commands what can be known is checked.
#![cfg(unix)]

mod other;
mod page;
#[path = "../program/mod.rs"]
mod program;
mod rows;
mod shell;
mod stand_ins;
mod transcript;

use std::collections::BTreeSet;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::sync::Mutex;
use std::thread;

use page::{Block, Shown};
use rows::{EVERYWHERE, How, PRINTS_DATA, ROWS, Row};

/// Seconds after which a command is ended and counts as failed. Most take a fraction of one; a few take half a minute,
/// and several times as long beside other work.
const SECONDS: &str = "300";

fn root() -> &'static Path {
    Path::new(env!("CARGO_MANIFEST_DIR")).parent().expect("the package lies in the repository")
}

fn pages() -> Vec<String> {
    let names = |folder: &str| {
        let entries = fs::read_dir(root().join(folder)).expect("a folder of pages").flatten();
        entries.map(|entry| format!("{folder}/{}", entry.file_name().to_string_lossy())).collect::<Vec<_>>()
    };
    let docs = ["docs", "docs/notebook"].into_iter().flat_map(names);
    let mut pages: Vec<String> = docs.filter(|page| page.ends_with(".md")).collect();
    pages.extend(["README.md", "CONTRIBUTING.md", "nets/README.md", "books/README.md"].map(str::to_owned));
    pages.sort();
    pages
}

/// Returns true if the words between backquotes are a command and not only a name.
fn is_command(text: &str) -> bool {
    let is_prefix = |word: &str| matches!(word, "time" | "python" | "python3") || other::is_assignment(word);
    let mut words = text.split(' ').skip_while(|word| is_prefix(word));
    let first = words.next().unwrap_or_default();
    let has_more = words.next().is_some();
    has_more && (is_motley(first) || matches!(first, "cargo" | "make" | "npm") || other::is_script(first))
}

fn is_motley(program: &str) -> bool {
    matches!(program, "motley" | "motley-lab" | "target/release/motley" | "target/release/motley-lab")
}

fn shown() -> Vec<Block> {
    let read = |page: &String| fs::read_to_string(root().join(page)).expect("a page");
    pages().iter().flat_map(|page| page::blocks(page, &read(page), is_command)).collect()
}

/// A folder that is removed in the end.
struct Folder(PathBuf);

impl Drop for Folder {
    fn drop(&mut self) {
        let _ = fs::remove_dir_all(&self.0);
    }
}

#[test]
fn every_command_does_what_its_page_says() {
    let folder = Folder(std::env::temp_dir().join(format!("motley-pages-{}", std::process::id())));
    let _ = fs::remove_dir_all(&folder.0);
    let stand_ins = folder.0.join("stand-ins");
    stand_ins::make(&stand_ins);

    let blocks = shown();
    assert!(blocks.len() > 150, "only {} blocks are found", blocks.len());
    let (next, faults) = (Mutex::new(blocks.iter().enumerate()), Mutex::new(Vec::new()));
    let work = || {
        while let Some((index, block)) = { next.lock().expect("no worker panics").next() } {
            let place = folder.0.join(format!("{index}"));
            let found = block_faults(block, &stand_ins, &place);
            faults.lock().expect("no worker panics").extend(found);
            let _ = fs::remove_dir_all(&place);
        }
    };
    thread::scope(|scope| (0..2).for_each(|_| drop(scope.spawn(work))));
    let mut faults = faults.into_inner().expect("no worker panics");
    faults.sort();
    assert!(faults.is_empty(), "{} commands:\n{}", faults.len(), faults.join("\n"));
}

/// A row that no command needs any more would hide the next one that begins like it.
#[test]
fn every_row_is_needed() {
    let used: BTreeSet<&str> =
        shown().concat().iter().filter_map(|shown| row(&shown.text)).map(|row| row.begins).collect();
    let unused: Vec<&str> = ROWS.iter().map(|row| row.begins).filter(|begins| !used.contains(begins)).collect();
    assert!(unused.is_empty(), "{unused:?}");
}

/// Pages name the items of `motley-lab reproduce` by their keys.
#[test]
fn every_item_that_a_page_names_can_be_reproduced() {
    let list = Command::new(env!("CARGO_BIN_EXE_motley-lab")).arg("reproduce").output().expect("the program runs");
    let list = String::from_utf8_lossy(&list.stdout).into_owned();
    let known: BTreeSet<&str> = list.split([' ', '\n', '`', '|']).collect();
    for shown in shown().concat().iter().filter(|shown| shown.text.starts_with("motley-lab reproduce ")) {
        let mut words = shown.text.split_whitespace().skip(2);
        let key = words.next().filter(|word| !word.starts_with('-') && *word != "KEY");
        assert!(key.is_none_or(|key| known.contains(key)), "{}:{}: {key:?}", shown.page, shown.line);
    }
}

fn row(text: &str) -> Option<&'static Row> {
    ROWS.iter().find(|row| text.trim_start().starts_with(row.begins))
}

/// The faults of the commands of a block, each with its place.
fn block_faults(block: &Block, stand_ins: &Path, folder: &Path) -> Vec<String> {
    let [first, ..] = &block[..] else { return Vec::new() };
    if let Some(Row { how: How::None(what), .. }) = row(&first.text) {
        println!("no command: {}:{} {what}", first.page, first.line);
        return Vec::new();
    }
    let is_protocol = block.iter().all(|shown| transcript::is_input(&shown.text));
    let checked: Vec<(&Shown, Result<(), String>)> = if is_protocol {
        let lines: Vec<&str> = block.iter().map(|shown| shown.text.as_str()).collect();
        vec![(&block[0], transcript::check_session(&lines, &[]))]
    } else {
        block.iter().map(|shown| (shown, check(shown, stand_ins, folder))).collect()
    };
    let wrong = checked.into_iter().filter_map(|(shown, result)| result.err().map(|fault| (shown, fault)));
    wrong.map(|(shown, fault)| format!("{}:{} `{}`: {fault}", shown.page, shown.line, shown.text)).collect()
}

fn check(shown: &Shown, stand_ins: &Path, folder: &Path) -> Result<(), String> {
    let row = row(&shown.text).map(|row| &row.how);
    if let Some(How::Read(reason, _)) = row {
        println!("not run: {}:{} `{}`: {reason}", shown.page, shown.line, shown.text);
    }
    let simple = shell::simple_commands(&shown.text);
    let is_ours = |words: &Vec<String>| words.iter().find(|word| *word != "time").is_some_and(|word| is_motley(word));
    if !simple.iter().any(is_ours) && !shown.text.starts_with("for ") {
        return simple.iter().try_for_each(|words| match other::fault(words) {
            Ok(None) => Ok(()),
            Ok(Some(fault)) => Err(fault),
            Err(()) => Err("no rule says what this is".to_owned()),
        });
    }
    let name = shown.text.trim_end_matches(" …");
    match row {
        _ if !shown.is_block && is_name(name) => read_arguments(&format!("{name} --help")),
        Some(How::Read(_, replacements)) => read_arguments(&replaced(&shown.text, replacements)),
        Some(How::Run(replacements)) => run(shown, replacements, stand_ins, folder),
        _ if simple[0].len() == 1 => transcript::check(&shown.output),
        _ => run(shown, &[], stand_ins, folder),
    }
}

/// A command's name in a sentence, without arguments.
fn is_name(text: &str) -> bool {
    text.split(' ')
        .all(|word| word.chars().all(|letter| letter.is_ascii_lowercase() || letter == '-') && !word.starts_with('-'))
}

fn replaced(text: &str, replacements: &[(&str, &str)]) -> String {
    let all = replacements.iter().chain(&EVERYWHERE);
    all.fold(text.to_owned(), |text, (from, to)| text.replace(from, to))
}

/// The program's own parser takes the arguments.
fn read_arguments(text: &str) -> Result<(), String> {
    let commands = shell::simple_commands(text);
    let ours = commands.iter().filter_map(|words| words.iter().position(|word| is_motley(word)).map(|at| &words[at..]));
    ours.into_iter().try_for_each(|words| match words[0].ends_with("motley-lab") {
        true => motley_lab::cli::check_arguments(words),
        false => motley::cli::check_arguments(words),
    })
}

/// Runs it as a shell does, beside the stand-ins.
fn run(shown: &Shown, replacements: &[(&str, &str)], stand_ins: &Path, folder: &Path) -> Result<(), String> {
    let (text, mut output_shown) = (replaced(&shown.text, replacements), shown.output.clone());
    output_shown.iter_mut().for_each(|line| *line = replaced(line, replacements));
    if stand_ins::outside_data().is_none() && PRINTS_DATA.iter().any(|begins| shown.text.starts_with(begins)) {
        output_shown.clear();
    }
    if !folder.exists() {
        let copied = Command::new("cp").arg("-r").args([stand_ins, folder]).status();
        assert!(copied.is_ok_and(|status| status.success()), "the stand-ins can be copied");
    }
    let program = Path::new(env!("CARGO_BIN_EXE_motley-lab")).parent().expect("the program lies in a folder");
    let path = format!("{}:{}", program.display(), std::env::var("PATH").unwrap_or_default());
    let output = Command::new("timeout")
        .args([SECONDS, "bash", "-euo", "pipefail", "-c", &text])
        .current_dir(folder)
        .env("PATH", path)
        .env("XDG_DATA_HOME", folder)
        .stdin(Stdio::null())
        .output()
        .expect("bash is installed");
    let (printed, complained) = (String::from_utf8_lossy(&output.stdout), String::from_utf8_lossy(&output.stderr));
    let is_refusal = shown.output.iter().any(|line| line.starts_with("error: "));
    let expected: &[i32] = if is_refusal { &[1, 2] } else { &[0, 3] };
    match output.status.code() {
        Some(code) if expected.contains(&code) => transcript::compare(&output_shown, &format!("{complained}{printed}")),
        code => Err(format!("run as `{text}`: exit code {code:?}: {}", complained.lines().last().unwrap_or_default())),
    }
}
