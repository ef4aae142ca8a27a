//! `motley puzzles` from games to the exported file.

use std::fs;
use std::process::Output;

use crate::PROGRAM;
use crate::workplace::Workplace;

/// A mate that Ann missed, and a game that is cut at an illegal move.
const GAMES: &str = "[White \"Ann\"]\n[Black \"Bob\"]\n\n1. e4 e5 2. Bc4 Nc6 3. Qh5 Nf6 4. d3 g6 *\n\n\
    [White \"Bob\"]\n[Black \"Ann\"]\n\n1. e4 e5 2. Ke3 *\n\n";

struct Puzzles {
    workplace: Workplace,
}

impl Puzzles {
    fn new(name: &str) -> Puzzles {
        let workplace = Workplace::new(PROGRAM, name);
        fs::write(workplace.folder.join("ann.pgn"), GAMES).expect("a file for the test");
        Puzzles { workplace }
    }

    /// The output of the command on both streams, and its exit code.
    fn run(&self, words: &[&str]) -> (String, Option<i32>) {
        let call = [&["puzzles", "--record", "{folder}/record.sqlite"], words].concat();
        let Output { stdout, stderr, status } = self.workplace.run(&call);
        (format!("{}{}", String::from_utf8_lossy(&stdout), String::from_utf8_lossy(&stderr)), status.code())
    }
}

#[test]
fn puzzles_are_made_listed_and_exported() {
    let puzzles = Puzzles::new("puzzles");
    let games = "{folder}/../ann.pgn";
    let (text, code) = puzzles.run(&[games, "--player", "ann", "--nodes", "20000", "--jobs", "1"]);
    assert!(
        text.contains("2 games, 1 puzzle in ") && text.contains(" s (missed 1, mistake 0, refutation 0)"),
        "{text}"
    );
    assert!(text.contains("1 game used up to a word that cannot be read") && code == Some(3), "{text}");
    let (text, _) = puzzles.run(&[games, "--player", "ANN", "--nodes", "20000", "--games", "1"]);
    assert!(text.contains("1 game, 1 puzzle in ") && text.contains("0 new in "), "{text}");

    // The end of the input ends the session.
    let (text, code) = puzzles.run(&[]);
    assert!(text.contains("1 puzzle is due.") && text.contains("find what you missed") && code == Some(0), "{text}");
    let (text, _) = puzzles.run(&["--list"]);
    assert!(text.contains("now") && text.contains("missed") && text.contains("Ann – Bob, move 4"), "{text}");

    for ending in ["pgn", "epd", "svg", "pdf"] {
        let file = format!("{{folder}}/puzzles.{ending}");
        assert_eq!(puzzles.run(&["--export", &file, "--due"]).1, Some(0), "{ending}");
        let (text, code) = puzzles.run(&["--export", &file]);
        assert!(text.contains("--force") && code == Some(1), "{text}");
        assert_eq!(puzzles.run(&["--export", &file, "--force"]).1, Some(0), "{ending}");
    }
    let written =
        |name: &str| fs::read_to_string(puzzles.workplace.folder.join("folder").join(name)).expect("it is there");
    assert!(written("puzzles.pgn").contains("[SetUp \"1\"]") && written("puzzles.pgn").contains("4. Qxf7#"));
    assert!(written("puzzles.epd").contains(" bm Qxf7#;"));
    assert!(written("puzzles.svg").starts_with("<svg") && written("puzzles.pdf").starts_with("%PDF"));
}

#[test]
fn a_damaged_record_is_only_set_aside_by_a_command_that_writes() {
    let puzzles = Puzzles::new("puzzles-damaged");
    let path = puzzles.workplace.folder.join("folder/record.sqlite");
    // The start of a record, and nothing behind it.
    let mut damaged = b"SQLite format 3\0".to_vec();
    damaged.resize(5000, 7);
    damaged[68..72].copy_from_slice(b"Motl");
    fs::write(&path, &damaged).expect("a file for the test");
    let (text, code) = puzzles.run(&["--list"]);
    assert!(text.contains("is damaged") && code == Some(1), "{text}");
    assert_eq!(fs::read(&path).expect("still there"), damaged);
    let (text, code) = puzzles.run(&[]);
    assert!(text.contains("is damaged: it is kept as") && code == Some(0), "{text}");
    let is_kept = |path: &std::path::PathBuf| path.display().to_string().contains("record.sqlite.damaged-");
    let kept = puzzles.workplace.files().into_iter().find(is_kept);
    assert_eq!(fs::read(kept.expect("it is kept")).expect("still there"), damaged);
}

#[test]
fn a_list_of_nothing_makes_no_record_and_the_file_that_was_written_is_named() {
    let puzzles = Puzzles::new("puzzles-named");
    let before = puzzles.workplace.files();
    let (text, code) = puzzles.run(&["--list"]);
    assert!(text.contains("There are no puzzles") && code == Some(0), "{text}");
    assert_eq!(puzzles.workplace.files(), before);
    let call = ["puzzles", "{folder}/../ann.pgn", "--player", "ann", "--nodes", "1000", "--record", "{folder}/r.json"];
    let output = puzzles.workplace.run(&call);
    let text = String::from_utf8_lossy(&output.stdout).into_owned();
    assert!(text.contains("r.sqlite; `motley puzzles`") && !text.contains("r.json"), "{text}");
}
