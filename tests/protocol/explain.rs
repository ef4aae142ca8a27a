//! The option `Explain`: one line before `bestmove` where the best line proves something, and none otherwise.

use motley::themes::Theme;

use crate::engine::Engine;

/// White takes a queen that nobody defends.
const HANGING: &str = "position fen 6k1/5ppp/8/4q3/8/8/4QPPP/6K1 w - - 0 30";
/// Mate in one for the player to move.
const MATE: &str = "position fen 7k/5Q2/6K1/8/8/8/8/8 w - - 0 60";

fn explaining(player: &str) -> Engine {
    let mut engine = Engine::ready();
    engine.say(&format!("setoption name Personality value {player}"));
    engine.say("setoption name Explain value true");
    engine
}

/// The explanations among the lines up to `bestmove`; each comes after the last score and is the last line but one.
fn explanations(engine: &mut Engine, go: &str) -> Vec<String> {
    engine.say(go);
    let lines = engine.until("bestmove");
    let is_explanation = |line: &&String| {
        let theme = line.strip_prefix("info string ").and_then(|text| text.split_once(": "));
        theme.is_some_and(|(name, _)| Theme::named(name).is_some())
    };
    let found: Vec<String> = lines.iter().filter(is_explanation).cloned().collect();
    if let [one] = &found[..] {
        assert_eq!(lines.iter().rev().nth(1), Some(one), "{lines:#?}");
    }
    found
}

#[test]
fn without_the_option_nothing_is_explained() {
    let mut engine = Engine::ready();
    for position in [HANGING, MATE] {
        engine.say(position);
        assert!(explanations(&mut engine, "go depth 4").is_empty());
    }
}

#[test]
fn one_line_before_the_best_move_says_what_the_line_proves() {
    let mut engine = explaining("Classical");
    engine.say(HANGING);
    assert_eq!(explanations(&mut engine, "go depth 4"), ["info string hanging piece: 30. Qxe5 wins the queen."],);
    engine.say(MATE);
    assert_eq!(explanations(&mut engine, "go depth 3"), ["info string mate: 60. Qf8# is mate."]);
    engine.say("setoption name MultiPV value 3");
    assert_eq!(explanations(&mut engine, "go depth 3"), ["info string mate: 60. Qf8# is mate."]);
    engine.say("setoption name Explain value false");
    assert!(explanations(&mut engine, "go depth 3").is_empty());
}

#[test]
fn nothing_is_said_where_nothing_is_won() {
    let mut engine = explaining("Classical");
    // The book, a quiet position, and a queen that is only taken back.
    for position in [
        "position startpos",
        "position fen 4k3/8/8/8/8/8/4P3/4K3 w - - 0 1",
        "position fen 3qk3/8/8/8/8/8/8/3QK3 w - - 0 1 moves d1d8",
    ] {
        engine.say(position);
        for go in ["go depth 4", "go wtime 1000 btime 1000"] {
            assert!(explanations(&mut engine, go).is_empty(), "{position}");
        }
    }
}

#[test]
fn while_pondering_it_comes_after_the_hit() {
    let mut engine = explaining("Classical");
    engine.say(MATE);
    engine.say("go ponder wtime 1000 btime 1000");
    engine.searches_on();
    engine.say("ponderhit");
    let lines = engine.until("bestmove");
    let said: Vec<&String> = lines.iter().filter(|line| line.starts_with("info string mate: ")).collect();
    assert_eq!(said.len(), 1, "{lines:#?}");
}

#[test]
fn every_player_explains_the_line_that_it_reports() {
    for player in motley::personalities::NAMES {
        let mut engine = explaining(player);
        for position in [HANGING, MATE, "position startpos moves e2e4 e7e5"] {
            engine.say(position);
            let said = explanations(&mut engine, "go depth 2");
            assert!(said.len() <= 1, "{player}: {said:#?}");
        }
    }
}
