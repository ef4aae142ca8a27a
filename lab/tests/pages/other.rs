//! Checks of commands that are not Motley's without running them: that the script, its flags, the target, the feature
//! or the option exist.

use std::collections::BTreeSet;
use std::fs;
use std::path::{Path, PathBuf};

use motley::uci;

use super::root;

/// Programs that are somebody else's, or that only prepare a shell.
const OTHERS: [&str; 15] = [
    "git",
    "cmake",
    "rustup",
    "export",
    "cd",
    "lc0",
    "curl",
    "client.py",
    "pip",
    "grep",
    "pip3",
    "torch",
    ".ci/run",
    "browser/build",
    "node",
];

/// The fault of a command of another program; `None` where none is known.
///
/// # Errors
/// Fails if no rule says what program that is.
pub fn fault(words: &[String]) -> Result<Option<String>, ()> {
    let words: Vec<&str> = words.iter().map(String::as_str).skip_while(|word| is_assignment(word)).collect();
    let Some(&program) = words.first() else { return Ok(None) };
    if let Some(at) = words.iter().take(12).position(|word| is_script(word)) {
        return Ok(script_fault(words[at], &words[at + 1..]));
    }
    match program {
        "cargo" => Ok(cargo_fault(&words[1..])),
        "make" => Ok(make_fault(&words[1..])),
        "npm" => Ok(npm_fault(&words[1..])),
        "fastchess" => Ok(fastchess_fault(&words[1..])),
        "python3" | "python" if words.get(1) == Some(&"-m") => Ok(None),
        _ if OTHERS.contains(&program) || words.get(1) == Some(&"client.py") => Ok(None),
        _ => Err(()),
    }
}

pub fn is_assignment(word: &str) -> bool {
    word.split_once('=').is_some_and(|(name, _)| name.chars().all(|c| c.is_ascii_uppercase() || c == '_'))
}

pub fn is_script(word: &str) -> bool {
    let is_python = word.ends_with(".py") && word != "client.py";
    !word.contains('=') && (is_python || word.ends_with(".sh"))
}

/// A script is named with its folder, or without where the page has said that it lies in `scripts/train`.
fn script_fault(name: &str, words: &[&str]) -> Option<String> {
    let candidates = [root().join(name), root().join("scripts/train").join(name)];
    let Some(path) = candidates.iter().find(|path| path.is_file()) else {
        return Some(format!("there is no script {name}"));
    };
    let source = with_helpers(path);
    let flags = words.iter().filter_map(|word| word.strip_prefix("--")).filter(|flag| !flag.is_empty());
    let mut flags = flags.map(|flag| format!("--{}", flag.split('=').next().unwrap_or_default()));
    let unknown = flags.find(|flag| flag != "--help" && !has_word(&source, flag));
    unknown.map(|flag| format!("{name} has no flag {flag}"))
}

/// Returns true if the word stands in the text, and not only as the beginning of a longer one.
fn has_word(text: &str, word: &str) -> bool {
    text.match_indices(word)
        .any(|(at, _)| !text[at + word.len()..].starts_with(|next: char| next.is_alphanumeric() || next == '-'))
}

/// A script with the modules that it imports and the scripts that it names, as one text.
fn with_helpers(path: &Path) -> String {
    let (mut text, mut seen, mut open) = (String::new(), BTreeSet::new(), vec![path.to_path_buf()]);
    while let Some(path) = open.pop() {
        if !seen.insert(path.clone()) {
            continue;
        }
        let source = fs::read_to_string(&path).unwrap_or_default();
        let folder = path.parent().expect("a script lies in a folder");
        let imported =
            source.lines().filter_map(|line| line.trim_start().strip_prefix("from ").or(line.strip_prefix("import ")));
        let imported = imported.flat_map(|line| line.split([' ', ',']).map(|name| folder.join(format!("{name}.py"))));
        let named = source.split(|c: char| !(c.is_alphanumeric() || "_./".contains(c))).filter(|word| is_script(word));
        let named =
            named.map(|word| root().join("scripts/train").join(Path::new(word).file_name().unwrap_or_default()));
        open.extend(imported.chain(named).filter(|path: &PathBuf| path.is_file()));
        text += &source;
    }
    text
}

fn cargo_fault(words: &[&str]) -> Option<String> {
    let manifest = fs::read_to_string(root().join("Cargo.toml")).expect("the manifest");
    let value = |flag: &str| words.iter().position(|word| *word == flag).and_then(|at| words.get(at + 1));
    let lacks = |flag, line: &dyn Fn(&str) -> String| value(flag).filter(|name| !manifest.contains(&line(name)));
    if let Some(name) = lacks("--features", &|name| format!("\n{name} = [")) {
        return Some(format!("there is no feature {name}"));
    }
    if let Some(name) = lacks("--profile", &|name| format!("\n[profile.{name}]")) {
        return Some(format!("there is no profile {name}"));
    }
    let is_test = |name: &&&str| {
        ["tests/{}.rs", "tests/{}/main.rs", "lab/tests/{}.rs", "lab/tests/{}/main.rs"]
            .iter()
            .any(|form| root().join(form.replace("{}", name)).is_file())
    };
    let missing = value("--test").filter(|name| !is_test(name));
    missing.map(|name| format!("there is no test {name}"))
}

fn make_fault(words: &[&str]) -> Option<String> {
    let makefile = fs::read_to_string(root().join("Makefile")).expect("the Makefile");
    let mut targets = words.iter().filter(|word| !word.starts_with('-') && !word.contains('='));
    let missing = targets.find(|target| !makefile.contains(&format!("\n{target}:")));
    missing.filter(|_| !words.contains(&"-C")).map(|target| format!("there is no target {target}"))
}

fn npm_fault(words: &[&str]) -> Option<String> {
    let package = fs::read_to_string(root().join("web/package.json")).expect("the package");
    let script = words.last().filter(|_| words.first() == Some(&"run"))?;
    (!package.contains(&format!("\"{script}\":"))).then(|| format!("web/package.json has no script {script}"))
}

/// The options that a match sets are those of the engine.
fn fastchess_fault(words: &[&str]) -> Option<String> {
    let mut is_ours = false;
    for word in words {
        is_ours = match word.strip_prefix("cmd=") {
            Some(program) => program.contains("motley"),
            None => is_ours && *word != "-engine",
        };
        let option = word.strip_prefix("option.").and_then(|option| option.split('=').next()).filter(|_| is_ours);
        if let Some(name) = option.filter(|name| !uci::specs().iter().any(|spec| spec.name == *name)) {
            return Some(format!("there is no option {name}"));
        }
    }
    None
}
