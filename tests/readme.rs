//! The tables of the README say what the engine says. `UPDATE_README=1 cargo test --test readme` writes them anew.

use std::env;
use std::fmt::Write as _;
use std::fs;
use std::process::Command;

use motley::engine::options::{OptionKind, OptionSpec};
use motley::personalities::PERSONALITIES;
use motley::uci;

const README: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/README.md");

#[test]
fn tables_are_those_of_the_engine() {
    let written = fs::read_to_string(README).expect("README.md is there");
    let expected = with_table(&with_table(&written, "personalities", &personalities()), "options", &options());
    if env::var_os("UPDATE_README").is_some() && written != expected {
        fs::write(README, &expected).expect("README.md can be written");
        return;
    }
    assert!(written == expected, "README.md is out of date: run `UPDATE_README=1 cargo test --test readme`");
}

#[test]
fn every_subcommand_is_named() {
    let help = Command::new(env!("CARGO_BIN_EXE_motley")).arg("--help").output().expect("the engine runs");
    let help = String::from_utf8(help.stdout).expect("help is text");
    let (_, commands) = help.split_once("Commands:\n").expect("help lists the subcommands");
    let names = commands.lines().take_while(|line| !line.is_empty()).filter_map(|line| line.split_whitespace().next());
    let readme = fs::read_to_string(README).expect("README.md is there");
    for name in names.filter(|&name| name != "help") {
        assert!(readme.contains(&format!("`motley {name}")), "README.md does not name `motley {name}`");
    }
}

/// The text with what stands between the two comments of `name` replaced.
fn with_table(text: &str, name: &str, table: &str) -> String {
    let opening = text.find(&format!("<!-- {name}:")).unwrap_or_else(|| panic!("README.md marks where {name} begin"));
    let start = opening + text[opening..].find("-->").expect("the comment ends") + "-->".len();
    let end = text.find(&format!("<!-- /{name} -->")).unwrap_or_else(|| panic!("README.md marks where {name} end"));
    format!("{}\n{table}{}", &text[..start], &text[end..])
}

fn personalities() -> String {
    let mut table = "| `Personality` | what it is |\n|---|---|\n".to_owned();
    for (index, role) in PERSONALITIES.iter().enumerate() {
        let default = if index == 0 { " (default)" } else { "" };
        writeln!(table, "| `{}`{default} | {} |", role.name, role.about).expect("strings take everything");
    }
    table
}

fn options() -> String {
    let mut table = "| option | type | default | what it does |\n|---|---|---|---|\n".to_owned();
    for OptionSpec { name, kind, about } in uci::specs() {
        let (kind, default) = describe(kind);
        writeln!(table, "| `{name}` | {kind} | {default} | {about} |").expect("strings take everything");
    }
    table
}

fn describe(kind: &OptionKind) -> (String, String) {
    match kind {
        OptionKind::Check { default } => ("check".to_owned(), default.to_string()),
        OptionKind::Spin { default, min, max } => (format!("spin {min}–{max}"), default.to_string()),
        OptionKind::Combo { default, choices } => (format!("combo {}", choices.join(", ")), (*default).to_owned()),
        OptionKind::Text { default: "" } => ("string".to_owned(), String::new()),
        OptionKind::Text { default } => ("string".to_owned(), (*default).to_owned()),
        OptionKind::Button => ("button".to_owned(), String::new()),
    }
}
