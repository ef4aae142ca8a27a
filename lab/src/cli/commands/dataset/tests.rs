use std::fs;
use std::sync::atomic::{AtomicU32, Ordering};

use super::*;
use motley::cli::shell::Failure;
use motley::cli::testing::parsed;

/// Runs `motley-lab dataset` on `content` and returns the result and the summary that it leaves behind.
fn made(kind: &str, content: &str, flags: &[&str]) -> (CommandResult, serde_json::Value) {
    static FOLDERS: AtomicU32 = AtomicU32::new(0);
    let number = FOLDERS.fetch_add(1, Ordering::Relaxed);
    let base = std::env::temp_dir().join(format!("motley-dataset-{number}-{}", std::process::id()));
    fs::create_dir_all(&base).unwrap();
    let (input, out) = (base.join("input"), base.join("out"));
    fs::write(&input, content).unwrap();
    let fixed = [kind, &input.display().to_string(), "--out", &out.display().to_string()];
    let result = run(&parsed(&[&fixed, flags].concat()));
    let summary = fs::read(out.join("summary.json"))
        .map_or(serde_json::Value::Null, |text| serde_json::from_slice(&text).unwrap());
    fs::remove_dir_all(&base).unwrap();
    (result, summary)
}

#[test]
fn sound_games_are_taken_whole() {
    let games = "[Result \"1-0\"]\n\ne4 e5 Nf3 1-0\n\n[Result \"1/2-1/2\"]\n\nd4 d5 1/2-1/2\n\n";
    let (result, summary) = made("mockfish", games, &["--decisive", "--min-elo", "0"]);
    assert_eq!(result, Ok(Ended::Done));
    let figure = |name: &str| summary[name].as_u64().unwrap();
    assert_eq!((figure("taken"), figure("filtered"), figure("seed")), (1, 1, 1));
    assert_eq!(figure("train") + figure("validation") + figure("test"), 3);
    assert_eq!((&summary["split"], &summary["sources"][0]), (&"game".into(), &"input".into()));
}

#[test]
fn every_kind_of_samples_is_made_and_faults_are_reported_by_the_exit_code() {
    let games = "[Result \"1-0\"]\n\n1. e4 e5 2. Nf3 1-0\n\n[Event \"illegal\"]\n\ne4 Ke7 *\n\n";
    let timed = "[TimeControl \"60\"]\n\ne4 {[%clk 0:00:59]} *\n\n[Event \"illegal\"]\n\ne4 Ke7 *\n\n";
    let puzzles = "PuzzleId,FEN,Moves,Rating\na,6k1/5ppp/8/8/8/8/8/R3K2r w - - 0 1,e1d2 h1a1,900\nb,?,e2e4,1\n";
    for (kind, content, flags) in [
        ("cooperative", games, &["--min-plies", "1", "--json"][..]),
        ("mockfish", games, &["--min-elo", "0"]),
        ("pattern", games, &["--form", "san"]),
        ("engine", games, &[]),
        ("puzzles", puzzles, &[]),
        ("tactics", puzzles, &["--min-rating", "900"]),
        ("thinking", timed, &["--player", "somebody"]),
    ] {
        let (result, summary) = made(kind, content, flags);
        assert_eq!(result, Ok(Ended::WithFaults), "{kind}");
        assert_eq!(summary["taken"], 1, "{kind}");
        let nothing = made(kind, "", flags);
        assert!(matches!(&nothing, (Err(Failure::Job(_)), serde_json::Value::Null)), "{kind}: {nothing:?}");
    }
}

#[test]
fn samples_are_taken_from_packed_games() {
    let base = std::env::temp_dir().join(format!("motley-dataset-shards-{}", std::process::id()));
    fs::create_dir_all(&base).unwrap();
    let file = |name: &str| base.join(name).display().to_string();
    fs::write(file("in.pgn"), "[WhiteElo \"1500\"]\n[BlackElo \"1400\"]\n\ne4 e5 Nf3 *\n\n").unwrap();
    let packed = ["rated", "--lichess", &file("in.pgn"), "--out", &file("games"), "--test", "0.5"];
    assert_eq!(run(&parsed(&packed)), Ok(Ended::Done));
    let sample = |part: &str| {
        run(&parsed(&[
            "rated-shards",
            &file("games"),
            "--part",
            part,
            "--samples",
            "9",
            "--out",
            &file(part),
            "--json",
        ]))
    };
    let ends = ["train", "validation", "test"].map(|part| sample(part).is_ok());
    assert_eq!(ends.iter().filter(|&&is_made| is_made).count(), 1, "one game is in one part: {ends:?}");
    assert!(matches!(run(&parsed(&["rated-shards", &file("none"), "--out", &file("out")])), Err(Failure::Job(_))));
    fs::remove_dir_all(&base).unwrap();
}
