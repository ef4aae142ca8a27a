//! The commands that other programs send, and the answers that they wait for. `docs/clients.md` names them.

use motley::personalities::NAMES;

use crate::engine::Engine;

fn player(name: &str) -> Engine {
    let mut engine = Engine::ready();
    engine.say(&format!("setoption name Personality value {name}"));
    engine
}

/// The number behind a word of an `info` line.
fn number(line: &str, word: &str) -> Option<i32> {
    line.split_once(&format!(" {word} "))?.1.split(' ').next()?.parse().ok()
}

#[test]
fn fractions_of_a_millisecond_get_a_move() {
    let mut engine = Engine::ready();
    for go in ["go movetime 33.333333333333336", "go wtime 1000.5 btime 1000", "go wtime 1000.5 btime 1000.75 winc 0.5"]
    {
        engine.say(go);
        let lines = engine.until("bestmove");
        assert!(!lines.iter().any(|line| line.contains("error")), "{go}: {lines:#?}");
    }
}

#[test]
fn a_go_of_which_nothing_remains_ends_by_itself_in_every_player() {
    for name in NAMES {
        let mut engine = player(name);
        engine.say("go depth");
        let lines = engine.until("bestmove");
        let named = "info string error: go: `depth` needs a number after it; left out, and the search takes a second";
        assert_eq!(lines.iter().filter(|line| *line == named).count(), 1, "{name}: {lines:#?}");
    }
}

#[test]
fn after_an_illegal_move_the_board_before_it_is_shown_and_the_error() {
    let mut engine = Engine::ready();
    engine.say("position startpos moves e2e4 e7e4");
    engine.until("info string error: position: move 2");
    engine.say("d");
    let lines = engine.until("Checkers:");
    assert!(lines[0].starts_with("info string error: there is no position"), "{lines:#?}");
    assert!(
        lines.contains(&"Fen: rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq - 0 1".to_owned()),
        "{lines:#?}"
    );
    assert_eq!(engine.answers(), [""; 0], "`Checkers:` is the last line");
    engine.say("go movetime 10");
    assert_eq!(engine.line("bestmove"), "bestmove 0000");
}

#[test]
fn an_evaluation_and_a_count_end_with_an_empty_line() {
    let mut engine = Engine::ready();
    engine.say("eval");
    engine.until("Final evaluation ");
    assert_eq!(engine.line(""), "");
    engine.say("go perft 1");
    engine.until("Nodes searched: 20");
    assert_eq!(engine.line(""), "");
    engine.say("setoption name Personality value Mockfish");
    engine.say("eval");
    assert_eq!(engine.until("Final evaluation").len(), 2, "a line of the error, and that which is waited for");
}

#[test]
fn a_bench_with_stockfishs_arguments_tells_nodes_a_second() {
    let mut engine = Engine::ready();
    engine.say("bench 16 1 1 default depth mixed");
    let lines = engine.until("Nodes/second    : ");
    assert!(lines.iter().any(|line| line.starts_with("Nodes searched  : ")), "{lines:#?}");
    assert!(engine.line("").ends_with(" nps"));
    engine.say("position startpos moves e2e4");
    engine.say("bench 1 1 2 current perft");
    assert!(engine.until("Nodes searched  : ").contains(&"Nodes searched  : 600".to_owned()));
    engine.say("bench 1 1 2 /no/such/file.fen");
    engine.until("info string error: bench: cannot read `/no/such/file.fen`: it does not exist");
}

#[test]
fn flip_exchanges_the_colours() {
    let mut engine = Engine::ready();
    engine.say("position startpos moves e2e4");
    engine.say("flip");
    engine.say("d");
    let lines = engine.until("Checkers:");
    assert!(
        lines.contains(&"Fen: rnbqkbnr/pppp1ppp/8/4p3/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1".to_owned()),
        "{lines:#?}"
    );
    engine.say("go depth 1");
    assert_ne!(engine.line("bestmove"), "bestmove 0000");
}

#[test]
fn castling_rights_of_chess960_are_files() {
    let mut engine = Engine::ready();
    engine.say("setoption name UCI_Chess960 value true");
    engine.say("position startpos");
    engine.say("d");
    assert!(engine.line("Fen: ").ends_with(" w HAha - 0 1"));
}

/// Programs drop a set whose lines are not all of one depth, or not as many as were asked for.
#[test]
fn all_lines_of_a_set_have_one_depth_in_every_player() {
    for name in NAMES {
        let mut engine = player(name);
        engine.say("setoption name MultiPV value 3");
        for position in ["startpos moves e2e4 e7e5", "startpos moves d2d4 d7d5 c2c4 d5c4 e2e4 b7b5 a2a4 c7c6"] {
            engine.say(&format!("position {position}"));
            engine.say("go movetime 200");
            let lines = engine.until("bestmove");
            let ranks: Vec<i32> = lines.iter().filter_map(|line| number(line, "multipv")).collect();
            let depths: Vec<i32> = lines.iter().filter_map(|line| number(line, "depth")).collect();
            assert!(ranks.len() >= 3 && ranks.len() == depths.len(), "{name}, {position}: {lines:#?}");
            for (ranks, depths) in ranks.chunks(3).zip(depths.chunks(3)) {
                assert_eq!(ranks, &[1, 2, 3][..ranks.len()], "{name}, {position}: {lines:#?}");
                assert!(depths.iter().all(|depth| *depth == depths[0]), "{name}, {position}: {lines:#?}");
            }
        }
    }
}

/// A program looks for the score in the last `info` line.
#[test]
fn the_last_info_before_the_move_has_the_score_in_every_player() {
    for name in NAMES {
        let mut engine = player(name);
        for option in ["MultiPV value 1", "MultiPV value 3", "UCI_LimitStrength value true"] {
            engine.say(&format!("setoption name {option}"));
            for position in ["startpos", "startpos moves a2a4 h7h5 h2h4 a7a5 a1a3 h8h6"] {
                for go in ["depth 3", "movetime 50", "wtime 1000 btime 1000"] {
                    engine.say(&format!("position {position}"));
                    engine.say(&format!("go {go}"));
                    let lines = engine.until("bestmove");
                    let last = &lines[lines.len() - 2];
                    assert!(last.contains(" score ") && last.contains(" pv "), "{name}, {option}, {go}: {lines:#?}");
                }
            }
        }
    }
}

/// Nibbler reads the move behind `string`, and the numbers behind `N:` and `(P:`.
#[test]
fn verbose_move_stats_list_every_move_of_mockfish_and_of_a_level() {
    let mut engine = player("Mockfish");
    let stats = |engine: &mut Engine| -> Vec<(String, u32, f32)> {
        engine.say("go movetime 100");
        let lines = engine.until("bestmove");
        let of_moves = lines.iter().filter_map(|line| line.strip_prefix("info string ")?.split_once(" N: "));
        let read = of_moves.map(|(name, rest)| {
            let word = |text: &str| text.split_whitespace().next().unwrap_or_default().to_owned();
            let share = rest.split_once("(P:").expect("a share").1.trim_start().split('%').next().expect("a number");
            (word(name), word(rest).parse().expect("a number"), share.parse().expect("a share"))
        });
        read.collect()
    };
    assert_eq!(stats(&mut engine), [], "it is off by default");
    engine.say("setoption name VerboseMoveStats value true");
    for level in ["false", "true"] {
        engine.say(&format!("setoption name UCI_LimitStrength value {level}"));
        let (node, moves) =
            stats(&mut engine).split_last().map(|(last, moves)| (last.clone(), moves.to_vec())).unwrap();
        assert_eq!((node.0.as_str(), node.1, moves.len()), ("node", 10_000, 20));
        assert!(moves.is_sorted_by(|a, b| a.2 <= b.2) && moves[19].2 > moves[0].2, "{moves:?}");
        let sum: f32 = moves.iter().map(|(_, _, share)| share).sum();
        assert!((99.5..100.5).contains(&sum), "{sum}");
        assert!(moves.iter().all(|(_, games, share)| (*games as f32 / 100.0 - share).abs() < 0.02), "{moves:?}");
    }
}
