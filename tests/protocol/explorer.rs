//! Explorer as a GUI meets it: in theory, when the other side leaves it, and where theory lends a move.

use std::fs;
use std::time::{Duration, Instant};

use crate::engine::Engine;

fn explorer() -> Engine {
    let mut engine = Engine::ready();
    engine.say("setoption name Personality value Explorer");
    engine.say("setoption name Seed value 7");
    engine
}

fn bestmove(lines: &[String]) -> &str {
    lines.last().unwrap().split(' ').nth(1).unwrap()
}

fn said<'a>(lines: &'a [String], words: &str) -> &'a str {
    lines
        .iter()
        .find(|line| line.starts_with("info string") && line.contains(words))
        .unwrap_or_else(|| panic!("`{words}` was not said: {lines:#?}"))
}

/// A file that goes when the test ends.
struct Lines(std::path::PathBuf);

impl Lines {
    fn new(name: &str, text: &str) -> Lines {
        let path = std::env::temp_dir().join(format!("motley-{name}-{}.tsv", std::process::id()));
        fs::write(&path, format!("eco\tname\tpgn\n{text}")).expect("a file for the test");
        Lines(path)
    }

    fn choose(&self, engine: &mut Engine) {
        engine.say(&format!("setoption name ExplorerFile value {}", self.0.display()));
    }
}

impl Drop for Lines {
    fn drop(&mut self) {
        let _ = fs::remove_file(&self.0);
    }
}

#[test]
fn in_theory_lines_are_named_with_their_shares() {
    let mut engine = explorer();
    engine.say("setoption name MultiPV value 3");
    engine.say("setoption name UCI_ShowWDL value true");
    engine.say("position startpos moves e2e4 e7e5");
    engine.say("go movetime 1000");
    let lines = engine.until("bestmove");
    let infos: Vec<&String> = lines.iter().filter(|line| line.starts_with("info depth")).collect();
    assert_eq!(infos.len(), 3, "{lines:#?}");
    assert!(infos[0].contains(" multipv 1 ") && infos[0].contains(&format!(" pv {}", bestmove(&lines))), "{lines:#?}");
    assert!(infos.iter().all(|line| line.contains(" score cp ") && line.contains(" wdl ")), "{lines:#?}");
    said(&lines, "C20 King's Pawn Game: ");
    assert!(said(&lines, "Nf3 ").contains(" %: "), "{lines:#?}");
}

#[test]
fn the_first_reply_comes_at_once_cold_or_warm() {
    let mut engine = explorer();
    engine.say("position startpos");
    // A debug build on a loaded machine: an order of magnitude above what a release takes.
    for _ in 0..2 {
        let start = Instant::now();
        engine.say("go wtime 60000 btime 60000");
        engine.line("bestmove");
        assert!(start.elapsed() < Duration::from_millis(1500), "{:?}", start.elapsed());
    }
}

#[test]
fn a_seed_repeats_itself_and_weights_lean() {
    let mut engine = explorer();
    let mut first_moves = |options: &[&str]| {
        options.iter().for_each(|option| engine.say(option));
        engine.say("setoption name Seed value 11");
        engine.say("ucinewgame");
        engine.say("position startpos");
        (0..12)
            .map(|_| {
                engine.say("go depth 1");
                bestmove(&engine.until("bestmove")).to_owned()
            })
            .collect::<Vec<_>>()
    };
    let plain = first_moves(&[]);
    assert_eq!(plain, first_moves(&[]));
    let leaning = first_moves(&["setoption name ExplorerC4 value true", "setoption name ExplorerC4Weight value 100"]);
    assert!(leaning.iter().filter(|mv| *mv == "c2c4").count() >= 11, "{leaning:?}");
}

#[test]
fn searchmoves_hold_in_theory_and_out_of_it() {
    let mut engine = explorer();
    engine.say("position startpos");
    engine.say("go depth 2 searchmoves b1c3");
    assert_eq!(bestmove(&engine.until("bestmove")), "b1c3");
    // No line begins with f3 and goes on so: the fallback plays what is allowed.
    engine.say("position startpos moves e2e4 e7e5 a2a3 h7h5 h2h3 a7a5");
    engine.say("go depth 2 searchmoves a1a2");
    assert_eq!(bestmove(&engine.until("bestmove")), "a1a2");
}

#[test]
fn who_leaves_theory_hears_what_it_had() {
    let mut engine = explorer();
    engine.say("setoption name ExplorerReversed value false");
    engine.say("setoption name ExplorerDisplaced value false");
    engine.say("position startpos moves e2e4 e7e5 b1c3 h7h5");
    engine.say("go depth 4");
    let lines = engine.until("bestmove");
    let told = said(&lines, "leaves theory");
    assert!(
        told.contains("h5 leaves theory in the Vienna Game") && told.contains("Nf6") && told.contains("Nc6"),
        "{told}"
    );
    // The fallback has searched.
    assert!(lines.iter().any(|line| line.starts_with("info depth 4 ")), "{lines:#?}");
    // A second time nobody hears it again.
    engine.say("position startpos moves e2e4 e7e5 b1c3 h7h5 g1f3 b8c6");
    engine.say("go depth 2");
    said(&engine.until("bestmove"), "out of theory since half move 4");
}

#[test]
fn colours_reversed_is_theory_too() {
    let lines = Lines::new("reversed", "C20\tOpen Game\t1. e4 e5 2. Nf3\n");
    let mut engine = explorer();
    lines.choose(&mut engine);
    // White has lost a move with e3 and e4: Black stands as White does after 1. e4 e5.
    engine.say("position startpos moves e2e3 e7e5 e3e4");
    engine.say("go depth 6");
    let answer = engine.until("bestmove");
    assert_eq!(bestmove(&answer), "g8f6", "{answer:#?}");
    said(&answer, "as in theory with colours reversed");

    engine.say("setoption name ExplorerReversed value false");
    engine.say("go depth 2");
    let answer = engine.until("bestmove");
    assert!(!answer.iter().any(|line| line.contains("as in theory")), "{answer:#?}");
}

#[test]
fn a_position_one_piece_away_lends_its_moves() {
    let lines = Lines::new("displaced", "C60\tRuy Lopez\t1. e4 e5 2. Nf3 Nc6 3. Bb5 Nf6 4. O-O\n");
    let mut engine = explorer();
    lines.choose(&mut engine);
    engine.say("setoption name ExplorerReversed value false");
    engine.say("position startpos moves e2e4 e7e5 g1f3 b8c6 f1e2 g8f6");
    engine.say("go depth 6");
    let answer = engine.until("bestmove");
    // Castling leaves e4 to the knight, as it does in the Berlin; with the bishop on e2 the fallback may think better
    // of it. Either way it is told why.
    let lent =
        answer.iter().any(|line| line.contains("as in theory with White's bishop on b5 instead of e2 (C60 Ruy Lopez)"));
    assert_eq!(
        lent,
        bestmove(&answer) == "e1g1" && answer.iter().any(|line| line.contains("as in theory")),
        "{answer:#?}"
    );

    engine.say("position startpos moves e2e4 e7e5 g1f3 b8c6 f1c4 a7a6");
    engine.say("setoption name ExplorerFile value <empty>");
    engine.say("setoption name ExplorerReversed value true");
    engine.say("go depth 6");
    engine.until("bestmove");
}

#[test]
fn mockfish_may_stand_in_with_its_own_options() {
    let mut engine = explorer();
    engine.say("setoption name ExplorerFallback value Mockfish");
    engine.say("setoption name MockfishTemperature value 0");
    engine.say("setoption name ExplorerReversed value false");
    engine.say("setoption name ExplorerDisplaced value false");
    engine.say("position startpos moves a2a3 h7h5 a3a4 h5h4 a4a5 h4h3");
    engine.say("go depth 1");
    let lines = engine.until("bestmove");
    assert!(lines.iter().any(|line| line.starts_with("info string") && line.matches('%').count() == 3), "{lines:#?}");
}

#[test]
fn files_and_filters_that_give_nothing_are_told_and_play_goes_on() {
    let bad = Lines::new("bad", "C20\tBroken\t1. e5\n");
    let half = Lines::new("half", "C20\tBroken\t1. e5\nC20\tSound\t1. h4 h5 2. a4\n");
    let mut engine = explorer();
    engine.say("position startpos");
    for (option, expected) in [
        ("ExplorerFile value /no/such/lines.pgn".to_owned(), "/no/such/lines.pgn"),
        (format!("ExplorerFile value {}", bad.0.display()), "`e5` is no legal move"),
        ("ExplorerFile value <empty>".to_owned(), ""),
        ("ExplorerFamily value Nosuch".to_owned(), "the family `Nosuch` dropped the last"),
        ("ExplorerFamily value <empty>".to_owned(), ""),
        ("ExplorerMinMoves value 20".to_owned(), "at least 20 moves of both sides"),
    ] {
        engine.say(&format!("setoption name {option}"));
        let answers = engine.answers();
        assert_eq!(answers.len(), usize::from(!expected.is_empty()), "{option}: {answers:#?}");
        assert!(
            answers.iter().all(|answer| answer.starts_with("info string error: ") && answer.contains(expected)),
            "{option}: {answers:#?}"
        );
        engine.say("go depth 1");
        assert!(["e2e4", "d2d4", "c2c4", "g1f3"].contains(&bestmove(&engine.until("bestmove"))), "{option}");
    }
    // What is sound in a file is used.
    engine.say("setoption name ExplorerMinMoves value 0");
    half.choose(&mut engine);
    assert!(said(&engine.answers(), "1 such faults").contains(":2: "));
    engine.say("go depth 1");
    assert_eq!(bestmove(&engine.until("bestmove")), "h2h4");
}
