//! `motley-lab datagen` from the call to what it writes: repeated, killed, cut, on a full disk, and with faulty
//! engines.

mod program;

use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Output, Stdio};
use std::thread;
use std::time::Duration;

/// A folder that is removed in the end.
struct Folder(PathBuf);

impl Folder {
    fn new(name: &str) -> Folder {
        let path = std::env::temp_dir().join(format!("motley-datagen-{name}-{}", std::process::id()));
        let _ = fs::remove_dir_all(&path);
        fs::create_dir_all(&path).expect("a folder for the test");
        Folder(path)
    }

    fn path(&self, name: &str) -> String {
        self.0.join(name).display().to_string()
    }

    fn bytes(&self, name: &str) -> Vec<u8> {
        fs::read(self.0.join(name)).expect("a file of games")
    }
}

impl Drop for Folder {
    fn drop(&mut self) {
        let _ = fs::remove_dir_all(&self.0);
    }
}

fn motley(words: &[&str]) -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_motley-lab"));
    command.args(words).stdin(Stdio::null());
    command
}

/// A call that takes a moment a game.
fn short_games<'a>(out: &'a str, more: &[&'a str]) -> Vec<&'a str> {
    let base = ["datagen", "--nodes", "60", "--option", "Hash=1", "--max-plies", "40", "--seed", "7", "--out", out];
    [&base[..], more].concat()
}

fn run(words: &[&str]) -> Output {
    motley(words).output().expect("the program runs")
}

fn printed(output: &Output) -> String {
    String::from_utf8_lossy(&output.stdout).into_owned()
}

fn complained(output: &Output) -> String {
    String::from_utf8_lossy(&output.stderr).into_owned()
}

/// One count of `motley-lab datagen stats --json`.
fn count(file: &str, name: &str) -> u64 {
    let output = run(&["datagen", "stats", "--json", file]);
    assert_eq!(output.status.code(), Some(0), "{}", complained(&output));
    let stats: serde_json::Value = serde_json::from_slice(&output.stdout).expect("JSON");
    stats[name].as_u64().expect("a count")
}

#[test]
fn the_same_seed_writes_the_same_bytes_and_another_one_does_not() {
    let folder = Folder::new("seed");
    let [first, second, other] = ["a.bin.zst", "b.bin.zst", "c.bin.zst"].map(|name| folder.path(name));
    for out in [&first, &second] {
        let output = run(&short_games(out, &["--games", "6"]));
        assert_eq!(output.status.code(), Some(0), "{}", complained(&output));
        assert!(printed(&output).starts_with("6 games, "), "{}", printed(&output));
    }
    assert_eq!(folder.bytes("a.bin.zst"), folder.bytes("b.bin.zst"));
    assert_eq!(count(&first, "games"), 6);
    assert_eq!(count(&first, "opening_plies") + count(&first, "scored"), count(&first, "plies"));
    assert!((8..=9).contains(&(count(&first, "opening_plies") / 6)));

    let threads = run(&short_games(&other, &["--games", "6", "--threads", "3"]));
    assert_eq!(threads.status.code(), Some(0), "{}", complained(&threads));
    for name in ["games", "plies", "scored", "quiet", "repeated", "white_wins", "draws"] {
        assert_eq!(count(&other, name), count(&first, name), "{name} of three threads");
    }
    fs::remove_file(&other).expect("the file");
    run(&[&short_games(&other, &["--games", "6"])[..], &["--win-plies", "4"]].concat());
    let refused = run(&short_games(&other, &["--games", "6"]));
    let line = complained(&refused);
    assert!(refused.status.code() == Some(1) && line.ends_with("`win_plies` was 4 and is now 5\n"), "{line}");
}

#[test]
fn a_run_killed_at_any_moment_is_continued_to_the_bytes_of_a_whole_one() {
    let folder = Folder::new("killed");
    let [whole, killed] = ["whole.bin.zst", "killed.bin.zst"].map(|name| folder.path(name));
    let call = |out| short_games(out, &["--positions", "3000"]);
    assert_eq!(run(&call(&whole)).status.code(), Some(0));
    let mut kills = 0;
    for pause in [0, 20, 60, 120, 250] {
        let before = fs::metadata(&killed).map_or(0, |metadata| metadata.len());
        let mut child = motley(&call(&killed)).stdout(Stdio::null()).spawn().expect("the program runs");
        // Killed a while after it has begun to write.
        while child.try_wait().expect("a child").is_none()
            && fs::metadata(&killed).map_or(0, |metadata| metadata.len()) <= before
        {
            thread::sleep(Duration::from_millis(1));
        }
        thread::sleep(Duration::from_millis(pause));
        kills += u32::from(child.try_wait().expect("a child").is_none());
        let _ = child.kill();
        child.wait().expect("a child");
        assert!(folder.bytes("whole.bin.zst").starts_with(&folder.bytes("killed.bin.zst")), "no game but the last");
    }
    assert!(kills > 0, "no run was killed before its end");
    assert_eq!(run(&call(&killed)).status.code(), Some(0));
    assert_eq!(folder.bytes("killed.bin.zst"), folder.bytes("whole.bin.zst"));

    let bytes = folder.bytes("whole.bin.zst");
    fs::write(&killed, &bytes[..bytes.len() - 5]).expect("cut");
    let cut = run(&["datagen", "stats", &killed]);
    assert!(cut.status.code() == Some(1) && complained(&cut).contains("cannot read game"), "{}", complained(&cut));
    assert_eq!(run(&call(&killed)).status.code(), Some(0));
    assert_eq!(folder.bytes("killed.bin.zst"), bytes);
}

#[test]
fn games_of_several_runs_are_merged_and_a_run_is_not_taken_twice() {
    let folder = Folder::new("merged");
    let [first, second, joined] = ["a.bin.zst", "b.bin.zst", "all.bin.zst"].map(|name| folder.path(name));
    run(&short_games(&first, &["--games", "4"]));
    let mut other = short_games(&second, &["--games", "5"]);
    other[8] = "8";
    run(&other);
    let merged = run(&["merge", &first, &second, "--out", &joined]);
    assert_eq!((merged.status.code(), printed(&merged).as_str()), (Some(0), "9 games\n"), "{}", complained(&merged));
    assert_eq!(count(&joined, "plies"), count(&first, "plies") + count(&second, "plies"));
    assert!(folder.bytes("all.bin.zst").len() < folder.bytes("a.bin.zst").len() + folder.bytes("b.bin.zst").len());
    let described = printed(&run(&["datagen", "stats", &joined]));
    assert!(described.contains("\"seed\":7") && described.contains("\"seed\":8"), "{described}");

    let twice = run(&["merge", &first, &joined, "--out", &folder.path("twice")]);
    assert!(complained(&twice).contains("the same settings and seed"), "{}", complained(&twice));
    let continued = run(&short_games(&joined, &["--games", "9"]));
    assert!(complained(&continued).contains("was not begun by"), "{}", complained(&continued));
    assert_eq!(fs::read_dir(&folder.0).expect("the folder").count(), 3, "nothing was left behind");
}

#[test]
fn openings_of_games_are_played_first() {
    let folder = Folder::new("openings");
    let [openings, out] = ["openings.pgn", "a.bin.zst"].map(|name| folder.path(name));
    fs::write(&openings, "[Result \"*\"]\n\n1. d4 d5 2. c4 e6 3. Nc3 *\n").expect("a file for the test");
    let more = ["--games", "3", "--openings", &openings, "--opening-plies", "4", "--random", "0"];
    assert_eq!(run(&short_games(&out, &more)).status.code(), Some(0));
    assert_eq!((count(&out, "games"), count(&out, "opening_plies")), (3, 12));
    // With a random number for nothing all three games are one.
    assert_eq!(3 * (count(&out, "scored") - count(&out, "repeated")), count(&out, "scored"));
}

/// A soft limit of the shell on the length of files stands for a full disk.
#[cfg(unix)]
#[test]
fn a_full_disk_ends_the_run_with_one_line_and_what_is_written_stays_readable() {
    let folder = Folder::new("full");
    let [whole, full] = ["whole.bin.zst", "full.bin.zst"].map(|name| folder.path(name));
    run(&short_games(&whole, &["--games", "30"]));
    let mut shell = Command::new("sh");
    shell.args(["-c", "trap '' XFSZ; ulimit -f 4; exec \"$@\"", "sh", env!("CARGO_BIN_EXE_motley-lab")]);
    let output = shell.args(short_games(&full, &["--games", "30"])).output().expect("a shell");
    let line = complained(&output);
    assert_eq!((output.status.code(), line.lines().count()), (Some(1), 1), "{line}");
    assert!(line.contains("full.bin.zst: there is no space left for it"), "{line}");
    let games = count(&full, "games");
    assert!((1..30).contains(&games), "{games} games");
    assert!(folder.bytes("whole.bin.zst").starts_with(&folder.bytes("full.bin.zst")));
    run(&short_games(&full, &["--games", "30"]));
    assert_eq!(folder.bytes("full.bin.zst"), folder.bytes("whole.bin.zst"));
}

/// Writes an engine that knows four moves; `n` counts its starts, `g` its searches since the last one, and `fault`
/// stands before each answer.
#[cfg(unix)]
fn fake_engine(path: &Path, fault: &str) {
    use std::os::unix::fs::PermissionsExt as _;
    let script = format!(
        r#"#!/bin/sh
n=$(cat "$0.n" 2>/dev/null || echo 0); n=$((n + 1)); echo "$n" > "$0.n"; g=0
while read -r line; do
    case "$line" in
        uci) echo "id name Fake"; echo "option name Hash type spin default 1 min 1 max 2"; echo uciok ;;
        isready) echo readyok ;;
        position*) set -- $line; plies=$(($# > 3 ? $# - 3 : 0)) ;;
        go*) g=$((g + 1)); {fault}
            echo "info depth 1 score cp 20 pv e2e4"
            case $plies in
                0) echo bestmove e2e4 ;; 1) echo bestmove e7e5 ;; 2) echo bestmove g1f3 ;; *) echo bestmove b8c6 ;;
            esac ;;
        quit) exit ;;
    esac
done
"#
    );
    fs::write(path, script).expect("a file for the test");
    fs::set_permissions(path, fs::Permissions::from_mode(0o755)).expect("the test's own file");
}

/// Two games of a fake engine with this fault.
#[cfg(unix)]
fn run_fake(folder: &Folder, fault: &str) -> Output {
    let engine = folder.0.join("engine");
    for file in ["engine.n", "out.bin.zst"] {
        let _ = fs::remove_file(folder.0.join(file));
    }
    fake_engine(&engine, fault);
    let (engine, out) = (engine.display().to_string(), folder.path("out.bin.zst"));
    let limits = ["--patience", "1", "--random", "0", "--max-plies", "4", "--games", "2", "--option", "Hash=2"];
    run(&[&["datagen", "--engine", &engine, "--out", &out], &limits[..]].concat())
}

#[cfg(unix)]
#[test]
fn games_of_an_engine_that_fails_are_dropped_and_counted_and_the_run_goes_on() {
    let folder = Folder::new("faults");
    for (name, fault) in [
        ("crashes", r#"[ "$n" -le 2 ] && [ "$g" = 3 ] && exit 1"#),
        ("hangs", r#"[ "$n" -le 2 ] && exec sleep 60"#),
        ("plays an illegal move", r#"[ "$n" -le 2 ] && echo "info score cp 1" && echo bestmove e2e5 && continue"#),
        ("plays no move", r#"[ "$n" -le 2 ] && echo "info score cp 1" && echo "bestmove (none)" && continue"#),
        ("gives no score", r#"[ "$n" -le 2 ] && echo bestmove e2e4 && continue"#),
    ] {
        let output = run_fake(&folder, fault);
        let text = printed(&output);
        assert_eq!(output.status.code(), Some(3), "{name}: {text}{}", complained(&output));
        assert!(text.starts_with("2 games, 8 positions") && text.ends_with("2 games dropped\n"), "{name}: {text}");
        assert_eq!(count(&folder.path("out.bin.zst"), "scored"), 8, "{name}");
    }
}

#[cfg(unix)]
#[test]
fn ten_games_dropped_in_a_row_end_the_run_with_one_line() {
    let folder = Folder::new("ten");
    for (name, fault, reason) in [
        ("crashes", r#"{ [ "$n" -gt 1 ] || [ "$g" -gt 4 ]; } && exit 1"#, "engine ended"),
        ("disappears", r#"[ "$g" -gt 4 ] && rm "$0" && exit 1"#, "it does not exist"),
    ] {
        let output = run_fake(&folder, fault);
        let line = complained(&output);
        assert_eq!((output.status.code(), line.lines().count()), (Some(1), 1), "{name}: {line}");
        assert!(line.starts_with("error: 10 games in a row were dropped: ") && line.contains(reason), "{name}: {line}");
        assert_eq!(count(&folder.path("out.bin.zst"), "games"), 1, "{name}: the game before them stays");
    }
}

/// Fields of the 32-byte records of `motley-lab dataset weighed`: the number of pieces, plies before, result.
fn records(array: &[u8]) -> Vec<(u32, u32, u8)> {
    let head = 10 + usize::from(u16::from_le_bytes([array[8], array[9]]));
    let word = |bytes: &[u8]| u32::from_le_bytes(bytes.try_into().expect("four bytes"));
    let men = |record: &[u8]| word(&record[..4]).count_ones() + word(&record[4..8]).count_ones();
    array[head..].chunks_exact(32).map(|record| (men(record), word(&record[24..28]), record[30])).collect()
}

#[test]
fn positions_beside_a_game_have_the_engines_evaluation_and_no_result() {
    let folder = Folder::new("weighed");
    let (games, out) = (folder.path("games.pgn"), folder.path("samples"));
    fs::write(&games, "[Result \"1-0\"]\n\n1. e4 e5 2. Nf3 Nc6 3. Bb5 a6 1-0\n").expect("a game");
    let engine = program::motley();
    let engine = engine.to_str().expect("a path of text");
    let fixed = ["dataset", "weighed", &games, "--engine", engine, "--option", "OwnBook=false", "--share", "1"];
    let made = |more: &[&str]| {
        let output = run(&[&fixed[..], &["--validation", "0", "--test", "0", "--force", "--out", &out], more].concat());
        assert!(output.status.success(), "{}", complained(&output));
        records(&folder.bytes("samples/train.npy"))
    };
    let all = made(&["--moves", "100"]);
    // Twenty first moves; few of the others in six positions take something, or let it be taken.
    assert!(all.iter().filter(|(_, ply, _)| *ply == 1).count() >= 15, "{all:?}");
    assert!(all.len() > 80, "{}", all.len());
    assert!(all.iter().all(|&(men, ply, result)| men == 32 && (1..=6).contains(&ply) && result == 3));
    let few = made(&["--moves", "3"]);
    assert!((10..=18).contains(&few.len()), "three moves of each of six positions: {}", few.len());
    let walked = made(&["--moves", "3", "--walk", "4"]);
    assert!(walked.iter().any(|&(_, ply, _)| ply > 6) && walked.iter().all(|&(_, ply, _)| ply <= 10), "{walked:?}");
    // One in a hundred of what a search visits: some ten positions for each of the six, most with fewer than 32 pieces.
    let visited = made(&["--moves", "3", "--visited", "2000"]);
    assert!(visited.len() > 2 * few.len(), "{} beside {}", visited.len(), few.len());
    assert!(visited.iter().any(|&(men, ..)| men < 32) && visited.iter().all(|&(_, ply, _)| ply <= 6), "{visited:?}");
}

#[test]
fn merged_files_that_cannot_be_read_or_written_are_named() {
    let folder = Folder::new("merge-faults");
    let (garbage, games) = (folder.path("garbage.bin"), folder.path("games.bin.zst"));
    fs::write(&garbage, "no games at all").expect("a file");
    assert!(run(&short_games(&games, &["--games", "1"])).status.success());
    let refused = |file: &str, out: &str| {
        let output = run(&["merge", file, "--out", out]);
        assert_eq!(output.status.code(), Some(1));
        complained(&output)
    };
    let unreadable = refused(&garbage, &folder.path("new.bin.zst"));
    assert!(unreadable.lines().count() == 1 && unreadable.contains("garbage.bin"), "{unreadable}");
    let unwritable = refused(&games, &folder.path("nowhere/new.bin.zst"));
    assert!(unwritable.lines().count() == 1 && unwritable.contains("cannot write"), "{unwritable}");
}
