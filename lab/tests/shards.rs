//! Parts of samples that several machines make, and what becomes of them: `motley-lab dataset --shard` and `motley-lab
//! merge`.

use std::collections::BTreeMap;
use std::fmt::Write as _;
use std::fs;
use std::path::PathBuf;
use std::process::{Command, Output};

/// Both kinds of samples that can be made in shards, with flags that leave some games out.
const KINDS: [&[&str]; 2] =
    [&["mockfish", "--min-elo", "1500", "--test", "0.1"], &["rated", "--seed", "7", "--lichess"]];

/// A folder of its own, removed with the value.
struct Workplace {
    folder: PathBuf,
}

impl Workplace {
    /// With three files of 420, 3 and 900 games, the first one compressed. Some games are faulty.
    fn new(name: &str) -> Workplace {
        let folder = std::env::temp_dir().join(format!("motley-shards-{name}-{}", std::process::id()));
        let _ = fs::remove_dir_all(&folder);
        fs::create_dir_all(&folder).expect("a folder for the test");
        let packed = zstd::encode_all(games(0..420).as_bytes(), 3).expect("memory can be written");
        fs::write(folder.join("a.pgn.zst"), packed).expect("a file for the test");
        fs::write(folder.join("b.pgn"), games(420..423)).expect("a file for the test");
        fs::write(folder.join("c.pgn"), games(423..1323)).expect("a file for the test");
        Workplace { folder }
    }

    fn path(&self, name: &str) -> String {
        self.folder.join(name).display().to_string()
    }

    fn run(&self, words: &[&str]) -> Output {
        Command::new(env!("CARGO_BIN_EXE_motley-lab")).args(words).output().expect("the program runs")
    }

    /// Makes samples of the three files, of one shard or of all; exit code 3 stands for faulty games.
    fn make(&self, kind: &[&str], shard: Option<&str>, out: &str) {
        let _ = fs::remove_dir_all(self.folder.join(out));
        let files = ["a.pgn.zst", "b.pgn", "c.pgn"].map(|name| self.path(name));
        let out = self.path(out);
        let shard = shard.map_or(vec![], |shard| vec!["--shard", shard]);
        let words = [&["dataset"], kind, &files.each_ref().map(String::as_str), &shard, &["--out", &out]].concat();
        let output = self.run(&words);
        assert!(matches!(output.status.code(), Some(0 | 3)), "{words:?}: {output:?}");
    }

    fn parts(&self, kind: &[&str], of: u32) -> Vec<String> {
        let shards = (1..=of).map(|shard| format!("{shard}/{of}"));
        shards
            .map(|shard| {
                let name = format!("{}-{}", kind[0], shard.replace('/', "-"));
                self.make(kind, Some(&shard), &name);
                name
            })
            .collect()
    }

    fn merge(&self, parts: &[impl AsRef<str>], out: &str) -> Output {
        let parts: Vec<String> = parts.iter().map(|part| self.path(part.as_ref())).collect();
        let parts: Vec<&str> = parts.iter().map(String::as_str).collect();
        self.run(&[&["merge"], &parts[..], &["--out", &self.path(out)]].concat())
    }

    /// The line with which these parts are refused; nothing is written.
    fn refusal(&self, parts: &[impl AsRef<str>]) -> String {
        let output = self.merge(parts, "refused");
        let line = String::from_utf8_lossy(&output.stderr).replace(&self.path(""), "");
        assert_eq!((output.status.code(), line.lines().count()), (Some(1), 1), "{line}");
        assert!(!self.folder.join("refused").exists(), "{line}");
        line
    }

    fn content(&self, name: &str) -> BTreeMap<String, Vec<u8>> {
        let entries = fs::read_dir(self.folder.join(name)).expect("the folder was made").flatten();
        entries
            .map(|entry| {
                let name = entry.file_name().to_string_lossy().into_owned();
                (name, fs::read(entry.path()).expect("a file"))
            })
            .collect()
    }
}

impl Drop for Workplace {
    fn drop(&mut self) {
        let _ = fs::remove_dir_all(&self.folder);
    }
}

/// Short games, no two alike; ratings, clock times and faults depend on the number.
fn games(numbers: std::ops::Range<u32>) -> String {
    let mut text = String::new();
    for number in numbers {
        let pawn = |index: u32| char::from(b'a' + (number / 8_u32.pow(index) % 8) as u8);
        let clock = if number.is_multiple_of(3) { " {[%clk 0:01:00]}" } else { "" };
        let end = if number.is_multiple_of(50) { " Ke4" } else { "" };
        let variant = if number % 70 == 1 { "[Variant \"Atomic\"]\n" } else { "" };
        let result = ["1-0", "0-1", "1/2-1/2"][(number % 3) as usize];
        let elo = 1000 + number % 1400;
        writeln!(
            text,
            "[WhiteElo \"{elo}\"]\n[BlackElo \"1800\"]\n[Result \"{result}\"]\n{variant}\n\
             1. {}4{clock} {}5{clock} 2. {}3{clock}{end} {result}\n",
            pawn(0),
            pawn(1),
            if pawn(2) == pawn(0) { "N".to_owned() + "c" } else { pawn(2).into() },
        )
        .expect("memory can be written");
    }
    text
}

#[test]
fn merged_parts_are_the_bytes_of_a_single_run() {
    let workplace = Workplace::new("bytes");
    for kind in KINDS {
        workplace.make(kind, None, "single");
        let single = workplace.content("single");
        for of in [1, 3, 8, 30] {
            let mut parts = workplace.parts(kind, of);
            parts.reverse();
            let output = workplace.merge(&parts, "merged");
            assert_eq!(output.status.code(), Some(3), "faulty games are told: {output:?}");
            let merged = workplace.content("merged");
            assert_eq!(merged.keys().collect::<Vec<_>>(), single.keys().collect::<Vec<_>>());
            for (name, bytes) in &single {
                assert!(*bytes == merged[name], "{} of {kind:?} in {of} shards", name);
            }
            fs::remove_dir_all(workplace.folder.join("merged")).expect("the test's own folder");
        }
        fs::remove_dir_all(workplace.folder.join("single")).expect("the test's own folder");
    }
}

#[test]
fn several_shards_share_one_file() {
    let workplace = Workplace::new("several");
    let parts = workplace.parts(KINDS[0], 3);
    for part in parts {
        assert!(workplace.content(&part)["train.npy"].len() > 100_000, "{part} has its share of the samples");
    }
}

#[test]
fn parts_that_are_missing_or_there_twice_are_named() {
    let workplace = Workplace::new("missing");
    let parts = workplace.parts(KINDS[1], 5);
    assert_eq!(workplace.refusal(&parts[..4]), "error: of 5 shards one is missing: 5\n");
    assert_eq!(workplace.refusal(&parts[1..3]), "error: of 5 shards some are missing: 1, 4, 5\n");
    let twice = [&parts[..], &parts[2..3]].concat();
    assert_eq!(workplace.refusal(&twice), "error: shard 3/5 is there twice: rated-3-5 and rated-3-5\n");
    assert_eq!(workplace.refusal(&["b.pgn"]).split(':').nth(1), Some(" b.pgn is no part of a sharded run"));
    workplace.make(KINDS[1], None, "single");
    assert!(workplace.refusal(&["single"]).contains("cannot read part.json"));
}

#[test]
fn numbers_that_no_part_can_have_are_an_error_and_take_no_memory() {
    let workplace = Workplace::new("claims");
    let parts = workplace.parts(KINDS[1], 2);
    let description = workplace.folder.join(&parts[0]).join("part.json");
    let text = fs::read_to_string(&description).expect("a file of the test");
    let mut claims: serde_json::Value = serde_json::from_str(&text).expect("JSON");
    claims["of"] = u32::MAX.into();
    fs::write(&description, claims.to_string()).expect("a file for the test");
    let missing = "error: of 4294967295 shards some are missing: 2, 3, 4, 5, 6, 7, 8, 9, 10, 11 and 4294967284 more\n";
    assert_eq!(workplace.refusal(&parts[..1]), missing);

    fs::write(&description, text).expect("a file for the test");
    let array = workplace.folder.join(&parts[0]).join("moves.npy");
    let whole = fs::read(&array).expect("a file of the test");
    let at = whole.windows(9).position(|bytes| bytes == b"'shape': ").expect("the shape") + 9;
    let end = at + whole[at..].iter().position(|&byte| byte == b')').expect("its end") + 1;
    let claim = b"(4294967295,)";
    let mut claims = [&whole[..at], claim, &whole[end..]].concat();
    // Spaces fill the head, which keeps its length.
    let fill = claims.iter().position(|&byte| byte == b'\n').expect("the end of the head");
    claims.drain(fill - (claim.len() - (end - at))..fill);
    assert_eq!(claims.len(), whole.len());
    fs::write(&array, claims).expect("a file for the test");
    let line = workplace.refusal(&parts);
    assert!(line.contains("moves.npy: it is shorter than its head says"), "{line}");
}

#[test]
fn parts_with_other_settings_are_named_with_the_setting() {
    let workplace = Workplace::new("settings");
    workplace.make(KINDS[0], Some("1/2"), "first");
    let refusal = |kind: &[&str], shard| {
        workplace.make(kind, Some(shard), "other");
        workplace.refusal(&["first", "other"])
    };
    for (kind, message) in [
        (&["mockfish", "--min-elo", "1600", "--test", "0.1"][..], "`min_elo` is 1600, not 1500"),
        (&["mockfish", "--min-elo", "1500", "--test", "0.2"], "`test` is 0.2, not 0.1"),
        (&["mockfish", "--min-elo", "1500", "--test", "0.1", "--seed", "2"], "`seed` is 2, not 1"),
        (&["mockfish", "--min-elo", "1500", "--test", "0.1", "--split", "position"], "`split` is \"position\""),
        (KINDS[1], "`kind` is \"human\", not \"mockfish\""),
    ] {
        let line = refusal(kind, "2/2");
        assert!(line.starts_with("error: other was made with other settings than first: "), "{line}");
        assert!(line.contains(message), "{line}");
    }
    assert!(refusal(KINDS[0], "2/3").contains("`shards` is 3, not 2"));
}

#[test]
fn parts_of_other_games_are_named_with_the_file() {
    let workplace = Workplace::new("games");
    let (large, packed) = (workplace.folder.join("c.pgn"), workplace.folder.join("a.pgn.zst"));
    let old = fs::read_to_string(&large).expect("a file of the test");
    workplace.make(KINDS[0], Some("1/3"), "first");
    let refusal = |games: &str| {
        fs::write(&large, games).expect("a file for the test");
        workplace.make(KINDS[0], Some("2/3"), "other");
        workplace.refusal(&["first", "other"])
    };
    let line = refusal(&old.replacen("1800", "1801", 1));
    assert_eq!(line, "error: other was made of other games than first: `c.pgn` has other content\n");
    assert!(refusal(&old[1..]).contains("`c.pgn` has "), "one byte less");
    fs::write(&large, &old).expect("a file for the test");
    let half = &fs::read(&packed).expect("a file of the test")[..500];
    fs::write(&packed, half).expect("a file for the test");
    workplace.make(KINDS[0], Some("3/3"), "other");
    assert!(workplace.refusal(&["first", "other"]).contains("`a.pgn.zst` has 500 bytes, not "));
}

#[test]
fn damaged_parts_are_named_and_nothing_is_written() {
    let workplace = Workplace::new("damaged");
    let parts = workplace.parts(KINDS[1], 2);
    let part = workplace.folder.join(&parts[1]);
    for (name, message) in [("moves.npy", "moves.npy"), ("train.npy", "train"), ("blocks.npy", "blocks.npy")] {
        let whole = fs::read(part.join(name)).expect("a file of the part");
        fs::write(part.join(name), &whole[..whole.len() - 2]).expect("a file for the test");
        let line = workplace.refusal(&parts);
        assert!(line.starts_with("error: rated-2-2 is damaged: ") && line.contains(message), "{name}: {line}");
        fs::remove_file(part.join(name)).expect("a file for the test");
        assert!(workplace.refusal(&parts).starts_with("error: rated-2-2 is damaged: "), "{name}");
        fs::write(part.join(name), whole).expect("a file for the test");
    }
    let description = fs::read_to_string(part.join("part.json")).expect("a file of the part");
    for (from, to, message) in
        [("\"format\": 1", "\"format\": 2", "its format is 2"), ("\"shard\": 2", "\"shard\": 3", "no shard 3/2")]
    {
        fs::write(part.join("part.json"), description.replace(from, to)).expect("a file for the test");
        let line = workplace.refusal(&parts);
        assert!(line.contains(message), "{line}");
    }
    fs::write(part.join("part.json"), &description[..99]).expect("a file for the test");
    assert!(workplace.refusal(&parts).contains("rated-2-2 is no part of a sharded run: part.json: "));
}
