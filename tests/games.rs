//! Files of games as people have them, through the library and through the commands: each is read as its writer meant
//! it, or says where and why not.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Output};

use motley::chess::notation::line_to_san;
use motley::games::pgn::{PgnGame, PgnReader};

fn games_of(path: &Path) -> Vec<PgnGame> {
    PgnReader::open(path).and_then(Iterator::collect).unwrap_or_else(|error| panic!("{}: {error}", path.display()))
}

#[test]
fn one_game_is_the_same_in_the_spelling_of_every_program() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/spellings");
    let usual = games_of(&folder.join("python-chess-pgn.pgn")).remove(0).moves;
    assert!(usual.len() > 20);
    let files = fs::read_dir(&folder).expect("the folder").map(|entry| entry.expect("an entry").path());
    let games: Vec<PathBuf> = files.filter(|path| path.extension().is_some_and(|ending| ending == "pgn")).collect();
    assert!(games.len() >= 16, "{games:?}");
    for path in games {
        let read = games_of(&path);
        assert_eq!((read.len(), &read[0].moves, &read[0].fault), (1, &usual, &None), "{}", path.display());
    }
}

/// A folder for one test, with files by name; it goes when it is dropped.
struct Folder(PathBuf);

impl Folder {
    fn new(name: &str, files: &[(&str, &str)]) -> Folder {
        let folder = std::env::temp_dir().join(format!("motley-games-{name}-{}", std::process::id()));
        fs::create_dir_all(&folder).expect("a folder for the test");
        for (file, content) in files {
            fs::write(folder.join(file), content).expect("a file for the test");
        }
        Folder(folder)
    }

    fn run(&self, arguments: &[&str]) -> (Option<i32>, String, String) {
        let run = Command::new(env!("CARGO_BIN_EXE_motley")).args(arguments).current_dir(&self.0).output();
        let Output { status, stdout, stderr } = run.expect("the program starts");
        let text = |bytes: Vec<u8>| String::from_utf8(bytes).expect("UTF-8");
        (status.code(), text(stdout), text(stderr))
    }
}

impl Drop for Folder {
    fn drop(&mut self) {
        let _ = fs::remove_dir_all(&self.0);
    }
}

const CUT: &str = "1. e4 e5 2. Ke3 Na6 *\n\n1. d4 d5 1-0\n";
const CUT_SAID: &str = "cut.pgn: game 1 (line 1, after 1... e5): cannot read Ke3: no king can go there";

#[test]
fn what_is_left_out_is_said_by_every_command_with_exit_code_3() {
    let folder = Folder::new("cut", &[("cut.pgn", CUT)]);
    for call in [
        &["openings", "name", "cut.pgn"][..],
        &["openings", "popular", "cut.pgn", "--out", "popular.zst"],
        &["book", "build", "cut.pgn", "--min-count", "1", "--min-elo", "0", "--min-score", "0", "--out", "book.bin"],
        &["review", "cut.pgn", "--nodes", "100"],
        &["review", "cut.pgn", "--nodes", "100", "--format", "pgn"],
        &["repertoire", "write", "cut.pgn", "--side", "white", "--out", "tidy.pgn"],
    ] {
        let (code, out, said) = folder.run(call);
        assert_eq!(code, Some(3), "{call:?}: {out}{said}");
        assert!(said.contains(CUT_SAID), "{call:?}: {said}");
        assert!(!out.contains("Na6"), "{call:?}: what is behind the word is not played: {out}");
    }
    let (code, _, said) = folder.run(&["perft", "1", "cut.pgn"]);
    assert_ne!(code, Some(0), "the end of this game is not known: {said}");
}

#[test]
fn games_have_the_numbers_of_their_file_in_every_command() {
    let fen = "rnbqkbnr/pppp1ppp/8/4p3/4P3/8/PPPP1PPP/RNBQKBNR w KQkq - 0 2";
    let text = [
        "[White \"A1\"]\n\n1. e4 e5 *\n\n",
        &format!("[White \"A2\"]\n[FEN \"{fen}\"]\n\n2. Nf3 Nc6 *\n\n"),
        "[Variant \"Atomic\"]\n\n1. e4 *\n\n",
        "[White \"A4\"]\n\n1. d4 d5 *\n",
    ]
    .concat();
    let folder = Folder::new("numbers", &[("games.pgn", &text)]);
    let (code, out, said) = folder.run(&["openings", "name", "games.pgn"]);
    let numbers: Vec<&str> = out.lines().filter_map(|line| line.split_whitespace().next()).collect();
    assert_eq!((code, numbers), (Some(3), vec!["1", "2", "4"]), "{out}");
    assert!(said.contains("game 3 (line 10): games of the variant `Atomic` cannot be read"), "{said}");
    let (code, out, _) = folder.run(&["review", "games.pgn", "--game", "2", "--nodes", "100"]);
    assert!(code == Some(0) && out.contains("Nf3"), "{out}");
    let (code, _, said) = folder.run(&["review", "games.pgn", "--game", "3"]);
    assert!(code == Some(1) && said.contains("Atomic"), "{said}");
}

#[test]
fn a_game_in_another_spelling_is_reviewed_as_itself() {
    let german = "1. e4 e5 2. Sf3 Sc6 3. d4 exd4 4. c3 dxc3 1-0\n";
    let folder = Folder::new("german", &[("german.pgn", german)]);
    for call in [&["review", "german.pgn", "--nodes", "100"][..], &["openings", "name", "german.pgn"]] {
        let (code, out, said) = folder.run(call);
        assert_eq!(code, Some(0), "{said}");
        assert!(out.contains("Scotch Game") && !out.contains("Danish"), "{out}");
        assert!(said.contains("piece letters are read as German"), "{said}");
    }
}

#[test]
fn a_file_that_is_no_pgn_says_what_it_looks_like() {
    let files = [
        ("a.pgn", "{\"games\": []}"),
        ("b.pgn", "<!DOCTYPE html>\n<p>1. e4</p>"),
        ("c.pgn", "\u{89}PNG"),
        ("d.pgn", ""),
    ];
    let folder = Folder::new("foreign", &files);
    fs::write(folder.0.join("c.pgn"), b"\x89PNG\r\n\x1a\n").expect("a file for the test");
    for (file, word) in [("a.pgn", "JSON"), ("b.pgn", "HTML"), ("c.pgn", "PNG picture")] {
        for call in
            [&["openings", "name", file][..], &["review", file], &["repertoire", "check", file, "--side", "white"]]
        {
            let (code, _, said) = folder.run(call);
            assert!(code == Some(1) && said.contains(word) && said.lines().count() == 1, "{call:?}: {said}");
        }
    }
    let (code, _, said) = folder.run(&["review", "d.pgn"]);
    assert!(code == Some(1) && said.contains("expected is PGN"), "{said}");
}

#[test]
fn half_a_download_is_kept_and_said() {
    let text = "[White \"Ann\"]\n[Result \"1-0\"]\n\n1. e4 e5 2. Nf3 {the comment breaks";
    let folder = Folder::new("half", &[("half.pgn", text)]);
    let (code, out, said) = folder.run(&["openings", "name", "half.pgn"]);
    assert!(code == Some(0) && out.contains("King's Knight Opening"), "{out}{said}");
    assert!(said.contains("a comment is not closed") && said.contains("the text ends before the game does"), "{said}");
}

#[test]
fn a_right_too_many_is_the_same_position_everywhere() {
    let fen = "r3k3/8/8/8/8/8/8/4K2R w KQkq - 0 1";
    let epd = "r3k3/8/8/8/8/8/8/4K2R w KQkq - bm Rh8+; id \"right too many\";";
    let folder =
        Folder::new("rights", &[("right.epd", epd), ("right.pgn", &format!("[FEN \"{fen}\"]\n\n1. Rh8+ Kd7 *\n"))]);
    let (code, _, said) = folder.run(&["solve", "right.epd", "--nodes", "1000"]);
    assert_eq!(code, Some(0), "{said}");
    let (code, out, said) = folder.run(&["perft", "1", fen]);
    let (_, same, _) = folder.run(&["perft", "1", "r3k3/8/8/8/8/8/8/4K2R w Kq - 0 1"]);
    let leaves = |text: &str| {
        let is_move = |line: &&str| line.split_once(": ").is_some_and(|(word, _)| matches!(word.len(), 4 | 5));
        text.lines().filter(is_move).map(str::to_owned).collect::<Vec<_>>()
    };
    assert!(code == Some(0) && leaves(&out) == leaves(&same), "{out}{said}");
    let (code, _, said) = folder.run(&["review", "right.pgn", "--nodes", "100"]);
    assert!(code == Some(0) && said.contains("right to castle"), "{said}");
}

#[test]
fn the_counters_of_an_epd_decide_what_is_a_mate() {
    let mate = "7k/8/5K2/8/8/8/8/R7 w - - hmvc 10; fmvn 90; dm 2;";
    let drawn = "7k/8/5K2/8/8/8/8/R7 w - - hmvc 98; fmvn 90; dm 2;";
    let folder = Folder::new(
        "counters",
        &[("mate.epd", mate), ("drawn.epd", drawn), ("bm.epd", "6k1/5ppp/8/8/8/8/8/R3K3 w Q - bm #1;")],
    );
    let solved = |file: &str| folder.run(&["solve", file, "--nodes", "20000"]);
    for file in ["mate.epd", "bm.epd"] {
        let (code, out, said) = solved(file);
        assert!(code == Some(0) && out.contains("1/1 solved"), "{file}: {out}{said}");
    }
    let (_, out, _) = solved("drawn.epd");
    assert!(!out.contains("1/1 solved"), "fifty moves are over before the mate: {out}");
}

#[test]
fn what_is_not_understood_survives_being_written() {
    let text = "1. e4 e5 (1... c5 2. -- d6) (1... e6 2. Ke8 {odd}) 2. Nf3 $146 ♪ {one} {two} Nc6 *\n";
    let folder = Folder::new("kept", &[("kept.pgn", text)]);
    let (code, _, said) = folder.run(&["repertoire", "write", "kept.pgn", "--side", "white", "--out", "tidy.pgn"]);
    assert_eq!(code, Some(0), "{said}");
    let tidy = fs::read_to_string(folder.0.join("tidy.pgn")).expect("the file that was written");
    let words = tidy.split_whitespace().collect::<Vec<_>>().join(" ");
    for kept in ["(1... c5 2. -- d6)", "(1... e6 2. Ke8 {odd})", "2. Nf3 $146 {♪ one two}"] {
        assert!(words.contains(kept), "{kept}: {words}");
    }
    let again = games_of(&folder.0.join("tidy.pgn")).remove(0);
    assert_eq!(line_to_san(&again.start, &again.moves), ["e4", "e5", "Nf3", "Nc6"]);
}
