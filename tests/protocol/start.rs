//! The player that the command line or the program's own name chooses.

#[cfg(not(unix))]
use std::fs;
use std::io::{BufRead as _, BufReader};
use std::path::Path;
use std::process::{Command, Output, Stdio};

use motley::personalities::PERSONALITIES;

use crate::engine::Engine;
use crate::folder::Folder;

const PROGRAM: &str = env!("CARGO_BIN_EXE_motley");

/// The answer to `uci`, without `uciok`.
fn announced(engine: &mut Engine) -> Vec<String> {
    engine.say("uci");
    let mut lines = engine.until("uciok");
    lines.pop();
    lines
}

/// The name of one player: the third word is a version, as programs expect that look for one.
fn named(player: &str) -> String {
    format!("id name Motley-{player} {}", env!("CARGO_PKG_VERSION"))
}

#[test]
fn a_line_says_who_starts_before_anything_is_asked() {
    let mut process =
        Command::new(PROGRAM).stdin(Stdio::piped()).stdout(Stdio::piped()).spawn().expect("the program starts");
    let mut line = String::new();
    let mut output = BufReader::new(process.stdout.take().expect("a pipe"));
    output.read_line(&mut line).expect("a line, although nothing was sent");
    assert_eq!(line, format!("Motley {} by the Motley developers\n", env!("CARGO_PKG_VERSION")));
    drop(process.stdin.take());
    assert!(process.wait().expect("it ends").success());
}

#[test]
fn a_player_alone_has_its_name_and_offers_at_most_32_options() {
    for player in PERSONALITIES {
        let mut engine = Engine::start_as(PROGRAM, &["--personality", &player.name.to_lowercase()]);
        let lines = announced(&mut engine);
        assert_eq!(lines[0], named(player.name));
        let options: Vec<&str> = lines.iter().filter_map(|line| line.strip_prefix("option name ")).collect();
        assert!(options.len() <= 32, "{}: {} options", player.name, options.len());
        let offers = |name: &str| options.iter().any(|option| option.starts_with(&format!("{name} type ")));
        assert!(player.options.iter().all(|spec| offers(spec.name)), "{}: {options:#?}", player.name);
        assert!(offers("Seed") && !offers("Personality"), "{}: {options:#?}", player.name);

        engine.say("setoption name Personality value Random");
        assert_eq!(engine.answers(), ["info string error: no option is called `Personality`"]);
        // GUIs that send them unasked are not refused.
        engine.say("setoption name Hash value 1");
        assert_eq!(engine.answers(), [""; 0]);
        engine.say("go depth 1");
        engine.until("bestmove");
    }
}

#[test]
fn options_of_the_command_line_hold_and_are_announced_as_defaults() {
    let arguments = ["--personality", "Explorer", "--option", "ExplorerFamily=Sicilian", "--option", "hash=1"];
    let mut engine = Engine::start_as(PROGRAM, &arguments);
    let lines = announced(&mut engine);
    assert!(lines.contains(&"option name ExplorerFamily type string default Sicilian".to_owned()), "{lines:#?}");
    assert!(lines.contains(&"option name Hash type spin default 1 min 1 max 65536".to_owned()), "{lines:#?}");
    engine.say("setoption name MockfishTemperature value 0");
    assert_eq!(engine.answers(), [""; 0], "an option of a player that it hands over to");
    engine.say("position startpos moves e2e4");
    engine.say("go movetime 100");
    assert_eq!(engine.line("bestmove").split(' ').nth(1), Some("c7c5"));

    // All players, and one of them chosen.
    let mut engine = Engine::start_as(PROGRAM, &["--option", "Personality=Random"]);
    let lines = announced(&mut engine);
    assert_eq!(lines[0], named("Random"));
    assert_eq!(lines.len() - 2, motley::uci::specs().len());
    assert!(lines[2].starts_with("option name Personality type combo default Random var Random var Classical"));
}

#[test]
fn what_fails_later_is_reported_as_ever() {
    let mut engine = Engine::start_as(PROGRAM, &["--personality", "Classical", "--option", "BookFile=/missing/book"]);
    announced(&mut engine);
    let answers = engine.answers();
    assert_eq!(
        answers,
        ["info string error: cannot read the book /missing/book: it does not exist; playing without a book"]
    );
}

#[test]
fn a_link_or_a_copy_is_the_player_that_it_is_named_after() {
    let folder = Folder::new("names");
    for (name, expected) in [("motley-explorer", "Explorer"), ("Motley-Random.EXE", "Random")] {
        let program = folder.0.join(name);
        link_or_copy(Path::new(PROGRAM), &program);
        assert_eq!(announced(&mut Engine::start_as(&program, &[]))[0], named(expected));
        let mut other = Engine::start_as(&program, &["--personality", "Mockfish"]);
        assert_eq!(announced(&mut other)[0], named("Mockfish"));
    }
    let program = folder.0.join("motley-2");
    link_or_copy(Path::new(PROGRAM), &program);
    assert!(announced(&mut Engine::start_as(&program, &[])).contains(&"option name Clear Hash type button".to_owned()));
}

#[cfg(unix)]
fn link_or_copy(from: &Path, to: &Path) {
    std::os::unix::fs::symlink(from, to).expect("a link");
}

#[cfg(not(unix))]
fn link_or_copy(from: &Path, to: &Path) {
    fs::copy(from, to).expect("a copy");
}

/// The program's only line on standard error; it must not have waited for input.
fn refused(arguments: &[&str]) -> String {
    let Output { status, stdout, stderr } =
        Command::new(PROGRAM).args(arguments).stdin(Stdio::piped()).output().expect("the program runs");
    assert_eq!(status.code(), Some(2), "{arguments:?}");
    assert!(stdout.is_empty(), "{arguments:?}");
    let text = String::from_utf8(stderr).expect("text");
    assert_eq!(text.lines().count(), 1, "{text}");
    text.trim_end().to_owned()
}

#[test]
fn wrong_calls_are_refused_in_one_line() {
    let line = refused(&["--personality", "Explorr"]);
    assert!(line.contains("`Explorr`") || line.contains("'Explorr'"), "{line}");
    assert!(line.contains("similar value exists: 'Explorer'"), "{line}");
    assert!(refused(&["--personality", "random", "perft", "1"]).contains("--personality"));
    for (option, expected) in [
        ("Hush=1", "error: no option is called `Hush`"),
        ("Hash=0", "error: option Hash: `0` is not a whole number from 1 to 65536"),
        ("Hash", "error: option Hash: `` is not a whole number from 1 to 65536"),
        ("PatternDepth=1", "error: no option is called `PatternDepth`"),
        ("Personality=Random", "error: no option is called `Personality`"),
        ("MultiPV=all", "error: option MultiPV: `all` is not a whole number from 1 to 256"),
    ] {
        assert_eq!(refused(&["--personality", "Explorer", "--option", option]), expected);
    }
    let missing = Folder::new("no-log").0.join("missing").join("log");
    let line = refused(&["--option", &format!("Debug Log File={}", missing.display())]);
    assert!(line.starts_with("error: option Debug Log File: cannot write to "), "{line}");
}
