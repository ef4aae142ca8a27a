//! Explorer through the protocol: in theory, when the other side leaves it, and with moves of similar positions.

use std::fs;

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

fn reported<'a>(lines: &'a [String], words: &str) -> &'a str {
    lines
        .iter()
        .find(|line| line.starts_with("info string") && line.contains(words))
        .unwrap_or_else(|| panic!("`{words}` was not reported: {lines:#?}"))
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
    assert!(infos.iter().all(|line| line.contains(" score cp ") && line.contains(" wdl ")), "{lines:#?}");
    reported(&lines, "C20 King's Pawn Game: ");
    assert!(reported(&lines, "info string Nf3 ").contains(" %: "), "{lines:#?}");
}

#[test]
fn a_move_of_theory_costs_the_sampled_lines_and_no_search_cold_or_warm() {
    let mut engine = explorer();
    engine.say("setoption name ExplorerIterations value 500");
    engine.say("position startpos");
    for _ in 0..2 {
        engine.say("go wtime 60000 btime 60000");
        let lines = engine.until("bestmove");
        let infos: Vec<&String> = lines.iter().filter(|line| line.starts_with("info depth")).collect();
        assert_eq!(infos.len(), 1, "{lines:#?}");
        assert!(infos[0].contains(" nodes 500 "), "{lines:#?}");
    }
}

#[test]
fn a_random_seed_repeats_the_moves_and_weights_prefer_theirs() {
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
    let weighted = first_moves(&["setoption name ExplorerC4 value true", "setoption name ExplorerC4Weight value 100"]);
    assert!(weighted.iter().filter(|mv| *mv == "c2c4").count() >= 11, "{weighted:?}");
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
fn leaving_theory_reports_its_continuations_and_the_fallback_once() {
    let mut engine = explorer();
    engine.say("setoption name ExplorerReversed value false");
    engine.say("setoption name ExplorerDisplaced value false");
    engine.say("position startpos moves e2e4 e7e5 b1c3 h7h5");
    engine.say("go depth 4");
    let lines = engine.until("bestmove");
    let report = reported(&lines, "leaves theory");
    assert!(
        report.contains("h5 leaves theory in the Vienna Game") && report.contains("Nf6") && report.contains("Nc6"),
        "{report}"
    );
    // The fallback has searched.
    assert!(lines.iter().any(|line| line.starts_with("info depth 4 ")), "{lines:#?}");
    reported(&lines, "Classical plays from here, out of theory");
    // Neither is reported again in this game.
    engine.say("position startpos moves e2e4 e7e5 b1c3 h7h5 g1f3 b8c6");
    engine.say("go depth 2");
    let lines = engine.until("bestmove");
    reported(&lines, "out of theory since half move 4");
    assert!(!lines.iter().any(|line| line.contains("plays from here")), "{lines:#?}");
    // Back in theory, and out of it again: that is news.
    engine.say("position startpos moves e2e4 e7e5");
    engine.say("go depth 2");
    engine.until("bestmove");
    engine.say("position startpos moves e2e4 e7e5 b1c3 h7h5");
    engine.say("go depth 2");
    reported(&engine.until("bestmove"), "Classical plays from here, out of theory");
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
    reported(&answer, "as in theory with colours reversed");

    engine.say("setoption name ExplorerReversed value false");
    engine.say("go depth 2");
    let answer = engine.until("bestmove");
    assert!(!answer.iter().any(|line| line.contains("as in theory")), "{answer:#?}");
}

#[test]
fn out_of_theory_a_move_of_a_position_one_piece_away_is_played() {
    let lines = Lines::new("displaced", "D02\tLondon System\t1. d4 d5 2. Nf3 Nf6 3. Bf4 e6 4. e3\n");
    let mut engine = explorer();
    lines.choose(&mut engine);
    engine.say("setoption name ExplorerReversed value false");
    engine.say("position startpos moves d2d4 d7d5 g1f3 g8f6 c1g5 e7e6");
    engine.say("go depth 6");
    let answer = engine.until("bestmove");
    assert_eq!(bestmove(&answer), "e2e3", "{answer:#?}");
    reported(&answer, "e3: as in theory with White's bishop on f4 instead of g5 (D02 London System)");

    engine.say("setoption name ExplorerDisplaced value false");
    engine.say("go depth 2");
    let answer = engine.until("bestmove");
    assert!(!answer.iter().any(|line| line.contains("as in theory")), "{answer:#?}");
    reported(&answer, "Classical plays from here, out of theory");
}

#[test]
fn mockfish_as_the_fallback_takes_its_own_options() {
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
fn files_and_filters_that_give_nothing_are_reported_and_play_goes_on() {
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
    assert!(reported(&engine.answers(), "1 such faults").contains(":2: "));
    engine.say("go depth 1");
    assert_eq!(bestmove(&engine.until("bestmove")), "h2h4");
}
