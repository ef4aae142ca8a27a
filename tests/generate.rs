//! `motley generate` as scripts meet it: exit codes, files that are whole, interruptions.

use std::fs;
use std::path::PathBuf;
use std::process::{Command, Output, Stdio};
use std::thread;
use std::time::Duration;

fn generate(words: &[&str]) -> Output {
    Command::new(env!("CARGO_BIN_EXE_motley")).arg("generate").args(words).output().expect("the engine runs")
}

fn errors(output: &Output) -> String {
    String::from_utf8_lossy(&output.stderr).into_owned()
}

fn temporary(name: &str) -> PathBuf {
    std::env::temp_dir().join(format!("motley-generate-{name}-{}", std::process::id()))
}

#[test]
fn what_is_made_can_be_proved() {
    for format in ["fen", "epd", "pgn", "json"] {
        let path = temporary(format);
        let file = path.display().to_string();
        let made = generate(&["--constraint", "1,2,2,1,7", "--count", "5", "--format", format, "--out", &file]);
        assert!(made.status.success(), "{}", errors(&made));
        let proved = generate(&["--verify", &file, "--constraint", "1,2,2,1,7"]);
        assert_eq!(
            String::from_utf8_lossy(&proved.stdout),
            "5 positions, 5 proved, 0 wrong\n",
            "{format}: {}",
            errors(&proved)
        );
        assert!(!generate(&["--verify", &file, "--constraint", "1,2,2,2,7"]).status.success());
        fs::remove_file(path).expect("the test's own file");
    }
}

#[test]
fn play_is_judged_where_a_rating_is_asked_for() {
    let made = |condition: &str| generate(&["--where", condition, "--count", "3", "--format", "json", "--tries", "2"]);
    let condition = "black pawns = 7 and rating >= 1700";
    let path = temporary("rating");
    fs::write(&path, made(condition).stdout).expect("a file for the test");
    let verify = |condition: &str| generate(&["--verify", &path.display().to_string(), "--where", condition]);
    assert_eq!(String::from_utf8_lossy(&verify(condition).stdout), "3 positions, 3 proved, 0 wrong\n");
    assert!(!verify("black pawns = 7 and rating <= 1000").status.success());
    assert_eq!(made("black pawns = 7 and rating >= 3000").status.code(), Some(1), "nobody plays like that");
    fs::remove_file(path).expect("the test's own file");
}

#[test]
fn the_same_seed_makes_the_same_positions() {
    let made = |seed: &str, threads: &str| {
        generate(&["--constraint", "0,2,2,2,7", "--count", "20", "--seed", seed, "--threads", threads]).stdout
    };
    assert_eq!(made("4", "1"), made("4", "1"));
    assert_ne!(made("4", "1"), made("5", "1"));
}

#[test]
fn a_position_is_shown_as_a_board_with_its_game() {
    let output = generate(&["--constraint", "1,2,2,2,7"]);
    let text = String::from_utf8_lossy(&output.stdout);
    assert!(text.contains(" +---+---+") && text.contains("   a   b   c") && text.contains("\n1. "), "{text}");
    let fen = generate(&["--constraint", "1,2,2,2,7", "--format", "fen"]).stdout;
    let fen = String::from_utf8_lossy(&fen).split('\t').next().unwrap_or_default().to_owned();
    assert!(text.lines().any(|line| line == fen), "{text}");
}

#[test]
fn what_cannot_be_found_is_a_failure_that_says_so() {
    let output = generate(&["--where", "stalemate and white queens = 0", "--max-plies", "12", "--tries", "1"]);
    assert_eq!(output.status.code(), Some(1));
    let said = errors(&output);
    assert!(said.contains("stalemate and white queens = 0: none found in ") && !said.contains("0.0%"), "{said}");
    assert!(said.contains("the search is not exhaustive") && !said.contains("impossible"), "{said}");
    let two_knights = "black mated and white 0,0,0,2,0 and black 0,0,0,0,0";
    let output = generate(&["--where", two_knights, "--max-plies", "66", "--tries", "1"]);
    let said = errors(&output);
    assert!(output.status.success() || said.contains("can give it: add a helper"), "{said}");
}

#[test]
fn an_exercise_is_written_with_its_solution() {
    for format in ["fen", "epd", "pgn", "json"] {
        let path = temporary(&format!("exercise-{format}"));
        let file = path.display().to_string();
        let asked = ["--where", "one winning move", "--format", format, "--out", &file];
        let made = generate(&asked);
        assert!(made.status.success(), "{}", errors(&made));
        let text = fs::read_to_string(&path).expect("the exercise");
        let sign = match format {
            "fen" => "\t",
            "epd" => " bm ",
            "pgn" => "[Solution \"",
            _ => "\"solution\":\"",
        };
        assert!(text.matches(sign).count() >= if format == "fen" { 2 } else { 1 }, "{text}");
        let proved = generate(&["--verify", &file, "--where", "one winning move"]);
        assert_eq!(String::from_utf8_lossy(&proved.stdout), "1 positions, 1 proved, 0 wrong\n", "{text}");
        fs::remove_file(path).expect("the test's own file");
    }
}

#[test]
fn an_evaluation_is_met_and_proved_again() {
    let path = temporary("evaluation");
    let condition = "evaluation 1..3 and black queens = 1";
    let made = generate(&["--where", condition, "--format", "json", "--count", "2"]);
    assert!(made.status.success(), "{}", errors(&made));
    fs::write(&path, &made.stdout).expect("a file for the test");
    let verify = |condition: &str| generate(&["--verify", &path.display().to_string(), "--where", condition]);
    assert!(verify(condition).status.success());
    assert!(!verify("evaluation -1..0.9").status.success());
    fs::remove_file(path).expect("the test's own file");
}

#[test]
fn formations_bishops_and_material_are_met() {
    for condition in [
        "black isolated pawns = 2 and white isolated pawns = 0",
        "white doubled pawns = 2 and black doubled pawns = 0",
        "white passed pawns = 1",
        "opposite bishops",
        "material = 3",
        "black material >= 5 and white to move",
        "mate and black to move",
    ] {
        let made = generate(&["--where", condition, "--format", "json"]);
        assert!(made.status.success(), "{condition}: {}", errors(&made));
    }
}

#[test]
fn all_positions_are_drawn_on_one_sheet() {
    for (ending, begin) in [("pdf", "%PDF-"), ("svg", "<svg")] {
        let path = temporary("sheet").with_extension(ending);
        let file = path.display().to_string();
        let asked = ["--constraint", "1,2,2,2,7", "--count", "3", "--format", "fen", "--sheet", &file];
        assert!(generate(&asked).status.success());
        let text = fs::read_to_string(&path).expect("the sheet");
        assert!(text.starts_with(begin) && text.contains("3. ") && !text.contains("4. "), "{ending}");
        assert!(errors(&generate(&asked)).contains("it exists already"), "no file is replaced unasked");
        fs::remove_file(path).expect("the test's own file");
    }
}

#[test]
fn a_run_that_finds_nothing_leaves_the_file_as_it_was_and_no_other() {
    let folder = temporary("nothing");
    fs::create_dir_all(&folder).expect("a folder for the test");
    let path = folder.join("found.fen");
    fs::write(&path, "of an earlier run\n").expect("a file for the test");
    let file = path.display().to_string();
    let hopeless = ["--where", "stalemate and white queens = 0", "--max-plies", "12", "--tries", "1", "--out", &file];
    let refused = generate(&hopeless);
    assert_eq!(refused.status.code(), Some(1));
    assert!(errors(&refused).ends_with("it exists already; --force replaces it\n"), "{}", errors(&refused));
    assert_eq!(generate(&[&hopeless[..], &["--force"]].concat()).status.code(), Some(1));
    assert_eq!(fs::read_to_string(&path).expect("the file"), "of an earlier run\n");
    assert!(generate(&["--constraint", "1,2,2,1,7", "--force", "--out", &file]).status.success());
    assert_ne!(fs::read_to_string(&path).expect("the file"), "of an earlier run\n");
    assert_eq!(fs::read_dir(&folder).expect("the folder").count(), 1, "nothing else is left there");
    fs::remove_dir_all(&folder).expect("the test's own folder");
}

#[cfg(unix)]
#[test]
fn a_run_that_is_killed_leaves_the_file_as_it_was_and_the_next_one_replaces_what_it_left() {
    let folder = temporary("killed");
    fs::create_dir_all(&folder).expect("a folder for the test");
    let (path, partial) = (folder.join("all.fen"), folder.join(".all.fen.partial"));
    let file = path.display().to_string();
    let mut child = Command::new(env!("CARGO_BIN_EXE_motley"))
        .args(["generate", "--all", "--count", "500", "--out", &file])
        .stderr(Stdio::null())
        .spawn()
        .expect("the engine runs");
    while !fs::metadata(&partial).is_ok_and(|metadata| metadata.len() > 0) {
        assert!(child.try_wait().expect("it can be asked").is_none(), "it ended too early");
        thread::sleep(Duration::from_millis(10));
    }
    let beside = generate(&["--constraint", "1,2,2,1,7", "--out", &file]);
    assert!(errors(&beside).contains("another run is writing it"), "{}", errors(&beside));
    child.kill().and_then(|()| child.wait()).expect("it is killed");
    assert!(!path.exists() && partial.exists());
    assert!(generate(&["--constraint", "1,2,2,1,7", "--out", &file]).status.success());
    assert_eq!(fs::read_to_string(&path).expect("the file").lines().count(), 1);
    assert!(!partial.exists());
    fs::remove_dir_all(&folder).expect("the test's own folder");
}

#[cfg(target_os = "linux")]
#[test]
fn a_full_disk_is_a_failure() {
    let output = generate(&["--constraint", "1,2,2,1,7", "--out", "/dev/full"]);
    assert_eq!(output.status.code(), Some(1));
    assert!(errors(&output).contains("cannot write /dev/full: there is no space left for it"), "{}", errors(&output));
}

#[cfg(unix)]
#[test]
fn an_interrupted_run_leaves_whole_positions_and_says_so() {
    let path = temporary("interrupted");
    let file = path.display().to_string();
    let child = Command::new(env!("CARGO_BIN_EXE_motley"))
        .args(["generate", "--all", "--count", "500", "--format", "json", "--out", &file])
        .stderr(Stdio::piped())
        .spawn()
        .expect("the engine runs");
    // As soon as something is there, Ctrl-C. It grows under another name.
    let name = path.file_name().expect("a name").to_string_lossy();
    let partial = path.with_file_name(format!(".{name}.partial"));
    for _ in 0..200 {
        thread::sleep(Duration::from_millis(50));
        if fs::metadata(&partial).is_ok_and(|metadata| metadata.len() > 0) {
            break;
        }
    }
    // The shell's own `kill`: the program of that name is missing in small containers.
    Command::new("sh").args(["-c", &format!("kill -INT {}", child.id())]).status().expect("a shell runs");
    let output = child.wait_with_output().expect("the engine ends");
    assert_eq!(output.status.code(), Some(130), "{}", errors(&output));
    assert!(errors(&output).contains("interrupted: the "), "{}", errors(&output));
    assert!(!partial.exists());
    let proved = generate(&["--verify", &file]);
    assert!(proved.status.success(), "{} {}", String::from_utf8_lossy(&proved.stdout), errors(&proved));
    fs::remove_file(path).expect("the test's own file");
}
