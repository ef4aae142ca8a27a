//! Tests of every player: several lines, counted limits, Fischer Random chess.

use crate::engine::Engine;

fn player(name: &str) -> Engine {
    let mut engine = Engine::ready();
    engine.say(&format!("setoption name Personality value {name}"));
    engine.say("setoption name OwnBook value false");
    engine.say("setoption name Seed value 5");
    engine
}

fn infos(lines: &[String]) -> Vec<&String> {
    lines.iter().filter(|line| line.starts_with("info depth") && line.contains(" pv ")).collect()
}

fn first_move(line: &str) -> &str {
    line.split(" pv ").nth(1).unwrap().split(' ').next().unwrap()
}

fn bestmove(lines: &[String]) -> &str {
    lines.last().unwrap().split(' ').nth(1).unwrap()
}

/// Larger is better for the mover; mates lie beyond all evaluations.
fn score(line: &str) -> i32 {
    let mut words = line.split(" score ").nth(1).unwrap().split(' ');
    match (words.next().unwrap(), words.next().unwrap().parse::<i32>().unwrap()) {
        ("mate", moves) if moves > 0 => 1_000_000 - moves,
        ("mate", moves) => -1_000_000 - moves,
        (_, centipawns) => centipawns,
    }
}

fn messages<'a>(lines: &'a [String], start: &str) -> Vec<&'a str> {
    lines.iter().filter_map(|line| line.strip_prefix("info string ")).filter(|text| text.starts_with(start)).collect()
}

/// In theory and out of it, in the middle of a game, and where a mate is among the moves.
#[test]
fn several_lines_come_in_order_of_score_and_the_played_move_is_named_where_it_is_another() {
    for name in motley::personalities::NAMES {
        let mut engine = player(name);
        engine.say("setoption name MultiPV value 4");
        for position in [
            "startpos moves e2e4 e7e5",
            "startpos moves a2a4 h7h5 h2h4 a7a5 a1a3 h8h6",
            "fen r1bqkbnr/pppp1ppp/2n5/4p2Q/2B1P3/8/PPPP1PPP/RNB1K1NR w KQkq - 4 3",
        ] {
            // The nodes end a search within a depth.
            for go in ["go depth 4", "go nodes 4321"] {
                engine.say(&format!("position {position}"));
                engine.say(go);
                assert_lines_are_ranked(&engine.until("bestmove"), &format!("{name}, {position}, {go}"));
            }
        }
    }
}

/// Four lines of different moves, best first, and the played move is named where it is not the first.
fn assert_lines_are_ranked(lines: &[String], what: &str) {
    let infos = infos(lines);
    let last = infos.iter().rposition(|info| info.contains(" multipv 1 ")).expect("a first line");
    let ranked = &infos[last..];
    assert_eq!(ranked.len(), 4, "{what}: {lines:#?}");
    assert!(ranked.is_sorted_by(|a, b| score(a) >= score(b)), "{what}: {lines:#?}");
    let mut moves: Vec<&str> = ranked.iter().map(|line| first_move(line)).collect();
    let is_first = moves[0] == bestmove(lines);
    assert_eq!(messages(lines, "plays ").len(), usize::from(!is_first), "{what}: {lines:#?}");
    moves.sort_unstable();
    moves.dedup();
    assert_eq!(moves.len(), 4, "{what}: a move has two lines: {lines:#?}");
}

#[test]
fn a_single_line_is_that_of_the_played_move() {
    for name in motley::personalities::NAMES {
        let mut engine = player(name);
        for position in ["startpos", "startpos moves e2e4 e7e5", "startpos moves a2a4 h7h5 h2h4 a7a5 a1a3 h8h6"] {
            engine.say(&format!("position {position}"));
            engine.say("go movetime 100");
            let lines = engine.until("bestmove");
            let infos = infos(&lines);
            let info = infos.last().expect("an info line");
            assert!(info.contains(" multipv 1 ") && first_move(info) == bestmove(&lines), "{name}: {lines:#?}");
        }
    }
}

#[test]
fn a_limit_that_means_nothing_to_a_player_is_reported_once_a_game() {
    for (name, why, meaningless) in [
        ("Mockfish", "Mockfish searches nothing: ", &["depth 4", "nodes 100", "mate 3"][..]),
        ("Random", "Random searches nothing: ", &["depth 4", "nodes 100", "mate 3"]),
        ("Cooperative", "Cooperative plans the way to its constraint", &["depth 4", "nodes 100", "mate 3"]),
        ("Explorer", "Explorer samples lines and searches nothing: ", &["depth 4", "mate 3"]),
        ("Pattern", "Pattern looks at most 3 half moves ahead (PatternDepth): ", &["depth 4", "mate 3"]),
        ("Textbook", "", &[]),
        ("Classical", "", &[]),
    ] {
        let mut engine = player(name);
        for _game in 0..2 {
            engine.say("ucinewgame");
            engine.say("position startpos");
            for (limit, again) in [("depth 4", "depth 5"), ("nodes 100", "nodes 50"), ("mate 3", "mate 4")] {
                for (go, is_first) in [(limit, true), (again, false)] {
                    engine.say(&format!("go {go} movetime 500"));
                    let lines = engine.until("bestmove");
                    let reported = lines.iter().filter(|line| line.ends_with(" changes nothing")).collect::<Vec<_>>();
                    if is_first && meaningless.contains(&limit) {
                        let is_right = |line: &str| line.contains(why) && line.contains(&format!(": {go} changes"));
                        assert!(reported.len() == 1 && is_right(reported[0]), "{name}, {go}: {lines:#?}");
                    } else {
                        assert!(reported.is_empty(), "{name}, {go}: {lines:#?}");
                    }
                }
            }
        }
    }
}

#[test]
fn limits_that_a_player_can_obey_are_obeyed() {
    let nodes =
        |line: &str| -> u64 { line.split(" nodes ").nth(1).unwrap().split(' ').next().unwrap().parse().unwrap() };
    for name in ["Pattern", "Explorer"] {
        let mut engine = player(name);
        engine.say("position startpos moves e2e4 e7e5");
        engine.say("go nodes 25");
        let lines = engine.until("bestmove");
        assert!(nodes(infos(&lines).last().unwrap()) <= 25, "{name}: {lines:#?}");
    }
    // Fool's mate stands on the board: nothing deeper is looked at.
    let mut engine = player("Pattern");
    engine.say("position startpos moves f2f3 e7e5 g2g4");
    engine.say("go mate 1");
    let lines = engine.until("bestmove");
    assert!(infos(&lines).len() == 1 && infos(&lines)[0].contains(" score mate 1 "), "{lines:#?}");
}

#[test]
fn castling_in_fischer_random_chess_is_king_takes_rook_for_every_player() {
    for name in motley::personalities::NAMES {
        let mut engine = player(name);
        engine.say("setoption name UCI_Chess960 value true");
        // The king goes from f1 to g1, over its rook.
        engine.say("position fen bqnrnk1r/pppppppp/8/8/8/8/PPPPPPPP/BQNRNKRB w GDhd - 0 1");
        engine.say("go movetime 100 searchmoves f1g1");
        let lines = engine.until("bestmove");
        assert_eq!(bestmove(&lines), "f1g1", "{name}: {lines:#?}");
        assert!(infos(&lines).iter().all(|line| first_move(line) == "f1g1"), "{name}: {lines:#?}");
        // And on, with the castling among the game's moves.
        let game = "position fen bqnrnk1r/pppppppp/8/8/8/8/PPPPPPPP/BQNRNKRB w GDhd - 0 1 moves f1g1 f8h8";
        engine.say(game);
        engine.say("go movetime 100");
        let lines = engine.until("bestmove");
        assert!(!lines.iter().any(|line| line.contains("error")), "{name}: {lines:#?}");
    }
}
