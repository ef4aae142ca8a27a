//! Cooperative through the protocol: alone, with another Cooperative, and when there is nothing to build.

use crate::engine::Engine;

fn cooperative(seed: u32) -> Engine {
    let mut engine = Engine::ready();
    engine.say("setoption name Personality value Cooperative");
    engine.say(&format!("setoption name Seed value {seed}"));
    engine
}

fn answer(engine: &mut Engine, moves: &str) -> Vec<String> {
    engine.say(&format!("position startpos{}{moves}", if moves.is_empty() { "" } else { " moves " }));
    engine.say("go movetime 2000");
    engine.until("bestmove")
}

fn bestmove(lines: &[String]) -> String {
    lines.last().unwrap().split(' ').nth(1).unwrap().to_owned()
}

#[test]
fn two_of_them_build_the_position_together() {
    let mut players = [cooperative(1), cooperative(2)];
    for player in &mut players {
        player.say("setoption name CoopConstraint value 1,2,1,1,7");
    }
    let mut moves = String::new();
    for ply in 0..40 {
        let lines = answer(&mut players[ply % 2], &moves);
        if let Some(met) = lines.iter().find(|line| line.contains("was met after half move")) {
            assert!(met.contains("1,2,1,1,7"), "{met}");
            return;
        }
        let info = lines.iter().find(|line| line.starts_with("info depth")).expect("an info line");
        assert!(info.contains(&format!(" pv {}", bestmove(&lines))), "{info}");
        assert!(
            lines.iter().any(|line| line.contains("still missing: ") && line.contains("of white must go")),
            "{lines:#?}"
        );
        moves = format!("{moves} {}", bestmove(&lines)).trim().to_owned();
    }
    panic!("not met in 40 half moves: {moves}");
}

/// White is asked to lose a knight and a pawn, which costs nothing until they are gone.
#[test]
fn the_score_is_the_material_on_the_board_after_the_move() {
    let mut engine = cooperative(1);
    let mut score = |fen: &str, mv: &str| {
        engine.say(&format!("position fen {fen}"));
        engine.say(&format!("go movetime 1000 searchmoves {mv}"));
        let lines = engine.until("bestmove");
        let info = lines.iter().find(|line| line.starts_with("info depth")).expect("an info line").clone();
        info.split(" score ").nth(1).unwrap().split(" nodes").next().unwrap().to_owned()
    };
    assert_eq!(score("rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1", "g1f3"), "cp 0");
    assert_eq!(score("rnb1kbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1", "g1f3"), "cp 900");
    assert_eq!(score("rnb1kbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR b KQkq - 0 1", "g8f6"), "cp -900");
    assert_eq!(score("rnbqkbnr/pppp1ppp/8/4p3/6P1/5P2/PPPPP2P/RNBQKBNR b KQkq g3 0 2", "d8h4"), "mate 1");
}

#[test]
fn once_met_the_fallback_plays_on() {
    let mut engine = cooperative(1);
    engine.say("setoption name CoopConstraint value 1,2,2,2,7");
    // The pawn is gone, and a queen too by now: met it was, after four plies.
    let lines = answer(&mut engine, "e2e4 d7d5 a2a3 d5e4 d1h5 h7h6 h5f7 e8f7");
    assert!(lines.iter().any(|line| line.contains("the constraint 1,2,2,2,7 was met after half move 4")), "{lines:#?}");
    assert!(
        lines.iter().filter(|line| line.starts_with("info depth")).count() > 3,
        "the fallback has searched: {lines:#?}"
    );
}

#[test]
fn a_constraint_out_of_reach_is_reported() {
    let mut engine = cooperative(1);
    engine.say("setoption name CoopConstraint value 1,2,2,2,7");
    let lines = answer(&mut engine, "d2d4 e7e5 d1d3 e5d4 d3d4 b8c6 d4d7 c8d7");
    // Met after 4, so another: eight pawns are gone for good.
    assert!(lines.iter().any(|line| line.contains("was met after half move 4")), "{lines:#?}");
    engine.say("setoption name CoopConstraint value 1,2,2,2,8 and ply >= 10");
    let lines = answer(&mut engine, "d2d4 e7e5 a2a3 e5d4");
    assert!(lines.iter().any(|line| line.contains("the constraint is out of reach")), "{lines:#?}");
}

#[test]
fn constraints_that_cannot_be_read_or_met_are_reported_once_and_play_goes_on() {
    let mut engine = cooperative(1);
    for (constraint, expected) in [
        ("1,2,2,1", "five numbers"),
        ("1,2,2,1,9", "9 pawns"),
        ("white unicorns = 1", "unicorns"),
        ("white pawns = 9", "impossible: 9 pawns of white"),
        ("<empty>", "the condition is empty"),
    ] {
        engine.say(&format!("setoption name CoopConstraint value {constraint}"));
        let answers = engine.answers();
        assert_eq!(answers.len(), 1, "{constraint}: {answers:#?}");
        assert!(
            answers[0].starts_with("info string error: CoopConstraint: ") && answers[0].contains(expected),
            "{answers:#?}"
        );
        let lines = answer(&mut engine, "");
        assert!(!lines.iter().any(|line| line.contains("error")), "{lines:#?}");
        assert_eq!(bestmove(&lines).len(), 4);
    }
}

#[test]
fn a_rating_is_reported_as_not_judged_and_the_rest_is_built() {
    let mut engine = cooperative(1);
    engine.say("setoption name CoopConstraint value 1,2,2,2,7 and rating 1500..2000");
    let answers = engine.answers();
    assert_eq!(answers.len(), 1, "{answers:#?}");
    assert!(answers[0].starts_with("info string error: CoopConstraint: a rating is judged of finished games only"));
    let lines = answer(&mut engine, "");
    assert!(lines.iter().any(|line| line.contains("still missing: a pawn of white must go")), "{lines:#?}");
}

#[test]
fn every_mode_and_searchmoves_are_obeyed() {
    let mut engine = cooperative(3);
    for mode in ["Distance", "Network", "Human"] {
        engine.say(&format!("setoption name CoopMode value {mode}"));
        engine.say("position startpos");
        engine.say("go movetime 2000 searchmoves a2a3 h2h3");
        let best = bestmove(&engine.until("bestmove"));
        assert!(["a2a3", "h2h3"].contains(&best.as_str()), "{mode}: {best}");
    }
    // Petrželka's net takes piece counts only.
    engine.say("setoption name CoopMode value Network");
    engine.say("setoption name CoopConstraint value checkmate");
    let lines = answer(&mut engine, "");
    assert!(
        lines.iter().any(|line| line.starts_with("info string error: ") && line.contains("the mode Distance is used")),
        "{lines:#?}"
    );
}

/// As `motley generate --exact-leaves --tolerance 0`: the capture that meets the constraint is played at once.
#[test]
fn exact_leaves_and_the_tolerance_of_the_mode_network_are_options() {
    let mut engine = cooperative(1);
    for option in ["CoopMode value Network", "CoopExactLeaves value true", "CoopTolerance value 0"] {
        engine.say(&format!("setoption name {option}"));
    }
    engine.say("setoption name CoopConstraint value 1,2,2,2,7");
    let lines = answer(&mut engine, "c2c4 d7d5 a2a3");
    assert_eq!(bestmove(&lines), "d5c4", "{lines:#?}");
    assert!(lines.iter().any(|line| line.contains("this move meets the constraint")), "{lines:#?}");
}
