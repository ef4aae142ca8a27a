//! The rules of the protocol.

use crate::engine::Engine;

#[test]
fn uci_is_answered_with_the_name_the_author_and_the_options() {
    let mut engine = Engine::start();
    engine.say("uci");
    let lines = engine.until("uciok");
    assert!(lines[0].starts_with("id name Motley "));
    assert_eq!(lines[1], "id author the Motley developers");
    assert!(lines[2..lines.len() - 1].iter().all(|line| line.starts_with("option name ")));
    assert!(lines.iter().any(|line| line.starts_with("option name Personality type combo default ")));
}

#[test]
fn the_options_are_the_same_whatever_was_set() {
    let mut engine = Engine::ready();
    engine.say("uci");
    let before = engine.until("uciok");
    engine.say("setoption name Personality value Random");
    engine.say("setoption name Hash value 2");
    engine.say("uci");
    let after = engine.until("uciok");
    assert_eq!(after[1..], before[1..]);
    assert_eq!(before[0], concat!("id name Motley ", env!("CARGO_PKG_VERSION")));
    assert_eq!(
        after[0],
        concat!("id name Motley-Random ", env!("CARGO_PKG_VERSION")),
        "the player that was chosen before `uci`"
    );
}

/// Memory that the system still has to give while a search runs costs time on the player's clock.
#[cfg(target_os = "linux")]
#[test]
fn a_large_table_is_in_memory_before_readyok() {
    for player in ["Classical", "Explorer", "Cooperative"] {
        let mut engine = Engine::ready();
        engine.say(&format!("setoption name Personality value {player}"));
        for (line, mebibytes) in [
            ("setoption name Hash value 200", 200),
            ("setoption name Hash value 1", 1),
            ("setoption name Hash value 300", 300),
            ("ucinewgame", 300),
            ("setoption name Clear Hash", 300),
        ] {
            engine.say(line);
            assert_eq!(engine.answers(), Vec::<String>::new());
            let resident = engine.resident_mebibytes();
            // The program itself takes well below 100 MiB.
            assert!((mebibytes..mebibytes + 150).contains(&resident), "{player}, `{line}`: {resident} MiB");
        }
    }
}

#[test]
fn isready_is_answered_during_a_search_which_stop_ends() {
    let mut engine = Engine::ready();
    engine.say("go infinite");
    engine.searches_on();
    engine.say("stop");
    let lines = engine.until("bestmove");
    assert!(lines.iter().all(|line| line.starts_with("info ") || line.starts_with("bestmove ")), "{lines:#?}");
}

#[test]
fn every_player_reports_and_moves_only_after_stop_or_ponderhit() {
    for player in motley::personalities::NAMES {
        let mut engine = Engine::ready();
        engine.say(&format!("setoption name Personality value {player}"));
        engine.say("go depth 1");
        let lines = engine.until("bestmove");
        let info =
            lines.iter().find(|line| line.contains(" pv ")).unwrap_or_else(|| panic!("{player} prints {lines:#?}"));
        for word in ["info depth ", " score ", " nodes ", " nps ", " time ", " multipv ", " hashfull ", " tbhits "] {
            assert!(info.contains(word), "{player}: `{word}` is missing in {info}");
        }

        // The clock would be over at once, were it not the opponent's.
        for end in ["ponderhit", "stop"] {
            engine.say("go ponder wtime 1 btime 1");
            engine.searches_on();
            engine.say(end);
            let lines = engine.until("bestmove");
            let has_line = lines.iter().any(|line| line.contains(" score ") && line.contains(" pv "));
            assert!(has_line || end == "stop", "{player} prints after {end}: {lines:#?}");
        }

        engine.say("go infinite searchmoves a2a3");
        engine.searches_on();
        engine.say("stop");
        assert!(engine.line("bestmove").starts_with("bestmove a2a3"));

        for limits in [
            "movetime 50",
            "nodes 500",
            "depth 2",
            "wtime 50",
            "btime 50",
            "wtime -5 btime -5",
            "wtime 100 btime 100 movestogo 0",
        ] {
            engine.say(&format!("go {limits}"));
            engine.until("bestmove");
        }
        engine.say("position fen 6k1/5ppp/8/8/8/8/8/R3K3 w - - 0 1");
        engine.say("go mate 1");
        engine.until("bestmove");
    }
}

#[test]
fn with_show_wdl_every_score_of_every_player_has_its_chances() {
    for player in motley::personalities::NAMES {
        let mut engine = Engine::ready();
        engine.say(&format!("setoption name Personality value {player}"));
        engine.say("setoption name UCI_ShowWDL value true");
        engine.say("setoption name MultiPV value 3");
        for position in ["startpos", "fen 4k3/8/8/8/8/8/4P3/4K3 w - - 0 1", "fen 7k/5Q2/6K1/8/8/8/8/8 w - - 0 1"] {
            engine.say(&format!("position {position}"));
            for limits in ["movetime 20", "depth 2", "wtime 1000 btime 1000"] {
                engine.say(&format!("go {limits}"));
                let lines = engine.until("bestmove");
                let scores: Vec<&String> = lines.iter().filter(|line| line.contains(" score ")).collect();
                assert!(!scores.is_empty(), "{player}: {lines:#?}");
                for line in scores {
                    let (_, wdl) = line.split_once(" wdl ").unwrap_or_else(|| panic!("{player}: {line}"));
                    let sum: u32 = wdl.split(' ').take(3).map(|share| share.parse::<u32>().unwrap()).sum();
                    assert_eq!(sum, 1000, "{player}: {line}");
                }
            }
        }
    }
}

#[test]
fn commands_sent_right_after_stop_or_bestmove_are_taken() {
    let mut engine = Engine::ready();
    for _ in 0..50 {
        engine.say("go infinite");
        engine.say("stop");
        engine.say("position startpos moves e2e4");
        engine.say("go depth 1");
        engine.until("bestmove");
        let lines = engine.until("bestmove");
        assert!(!lines.iter().any(|line| line.contains("error")), "{lines:#?}");
        engine.say("position startpos");
        engine.say("go movetime 0");
        engine.until("bestmove");
    }
}

#[test]
fn where_the_game_is_over_there_is_no_move() {
    let mut engine = Engine::ready();
    engine.say("position fen 7k/5Q2/6K1/8/8/8/8/8 b - - 0 1");
    engine.say("go depth 3");
    assert_eq!(engine.until("bestmove"), ["info depth 0 score cp 0", "bestmove (none)"]);
    engine.say("position fen 7k/6Q1/6K1/8/8/8/8/8 b - - 0 1");
    engine.say("go movetime 10");
    assert_eq!(engine.until("bestmove"), ["info depth 0 score mate 0", "bestmove (none)"]);
    engine.say("setoption name UCI_ShowWDL value true");
    engine.say("go infinite");
    engine.say("stop");
    assert_eq!(engine.until("bestmove"), ["info depth 0 score mate 0 wdl 0 0 1000", "bestmove (none)"]);
}

#[test]
fn castling_is_written_as_the_option_says() {
    let mut engine = Engine::ready();
    engine.say("position fen 4k3/8/8/8/8/8/8/4K2R w K - 0 1");
    engine.say("go depth 1 searchmoves e1g1");
    assert!(engine.line("bestmove").starts_with("bestmove e1g1"));
    engine.say("setoption name UCI_Chess960 value true");
    engine.say("position fen 4k3/8/8/8/8/8/8/4K2R w H - 0 1");
    engine.say("go depth 1 searchmoves e1h1");
    assert!(engine.line("bestmove").starts_with("bestmove e1h1"));
    engine.say("position fen 1k6/8/8/8/8/8/8/RK5R w HA - 0 1 moves b1a1 b8b7");
    engine.say("go depth 1");
    engine.until("bestmove");
}

#[test]
fn perft_divides_and_can_be_stopped() {
    let mut engine = Engine::ready();
    engine.say("go perft 3");
    let lines = engine.until("Nodes searched");
    assert_eq!(lines.len(), 22);
    assert_eq!(engine.line(""), "", "an empty line behind the sum");
    assert!(lines.contains(&"b1a3: 400".to_owned()));
    assert_eq!(lines[21], "Nodes searched: 8902");

    engine.say("go perft 30");
    engine.say("isready");
    engine.until("readyok");
    engine.say("stop");
    engine.until("info string perft stopped");
}

#[test]
fn quit_and_a_closed_input_end_a_search() {
    let mut engine = Engine::ready();
    engine.say("go infinite");
    engine.say("quit");
    let (lines, status) = engine.end();
    assert!(lines.iter().any(|line| line.starts_with("bestmove ")));
    assert!(status.success());

    let mut engine = Engine::ready();
    engine.say("go infinite");
    engine.hang_up();
    let (lines, status) = engine.end();
    assert_eq!(lines.iter().filter(|line| line.starts_with("bestmove ")).count(), 1);
    assert!(status.success());
}

#[test]
fn every_kind_of_line_end_is_read() {
    let mut engine = Engine::start();
    engine.bytes(b"\xef\xbb\xbfuci\r\n");
    engine.until("uciok");
    engine.bytes(b"\r\n\t isready\t \r\n");
    assert_eq!(engine.until("readyok"), ["readyok"]);
    engine.bytes(b"position\tstartpos  moves\te2e4\t \r\nd\r\n");
    assert!(engine.line("Fen:").ends_with("4P3/8/PPPP1PPP/RNBQKBNR b KQkq - 0 1"));
    engine.until("Checkers:");
    engine.bytes(b"setoption name Personality value Random \t \r\n");
    assert_eq!(engine.answers(), [""; 0]);
    engine.bytes(b"go depth 1 \t\r\n");
    engine.until("bestmove");
    engine.bytes(b"quit");
    engine.hang_up();
    assert!(engine.end().1.success());
}

#[test]
fn the_log_holds_input_and_output() {
    let path = std::env::temp_dir().join(format!("motley-log-{}.txt", std::process::id()));
    let mut engine = Engine::ready();
    engine.say(&format!("setoption name Debug Log File value {}", path.display()));
    engine.say("isready");
    engine.until("readyok");
    engine.say("setoption name Debug Log File value");
    engine.say("nonsense");
    engine.until("info string error");

    let log = std::fs::read_to_string(&path).unwrap();
    std::fs::remove_file(&path).unwrap();
    let lines: Vec<&str> = log.lines().map(|line| &line["2000-01-01 00:00:00.000 ".len()..]).collect();
    assert_eq!(lines, ["> isready", "< readyok", "> setoption name Debug Log File value"]);
}

#[test]
fn commands_without_an_answer_and_commands_of_our_own() {
    let mut engine = Engine::ready();
    for quiet in [
        "",
        "   ",
        "stop",
        "register later",
        "debug off",
        "ucinewgame",
        "setoption name Clear Hash",
        "setoption name clear hash value",
    ] {
        engine.say(quiet);
        assert_eq!(engine.answers(), [""; 0], "`{quiet}`");
    }
    engine.say("d");
    assert!(engine.answers().contains(&"Key: 463b96181691fc9c".to_owned()));
    engine.say("help");
    let help = engine.answers();
    assert!(
        help.iter().any(|line| line.contains("go perft")) && help.iter().any(|line| line.contains("Move Overhead"))
    );
    engine.say("debug on");
    engine.say("stop");
    assert_eq!(engine.answers(), ["info string understood Stop", "info string understood IsReady"]);
}

/// Returns true if the answer to a `go` came from the book.
fn is_from_book(engine: &mut Engine, go: &str) -> bool {
    engine.say(go);
    if go.contains("infinite") || go.contains("ponder") {
        engine.until("info depth");
        engine.say("stop");
    }
    engine.until("bestmove").contains(&"info string book move".to_owned())
}

#[test]
fn the_book_answers_in_games_on_a_clock_and_elsewhere_only_if_asked() {
    for player in ["Classical", "Textbook"] {
        let mut engine = Engine::ready();
        engine.say(&format!("setoption name Personality value {player}"));
        engine.say("position startpos moves e2e4");
        for go in ["go wtime 60000 btime 60000", "go btime 60000 depth 2"] {
            assert!(is_from_book(&mut engine, go), "{player}: {go}");
        }
        let without_clock = ["go movetime 50", "go depth 2", "go nodes 100", "go mate 1"];
        for go in without_clock {
            assert!(!is_from_book(&mut engine, go), "{player}: {go}");
        }
        let never = ["go infinite", "go ponder wtime 60000 btime 60000", "go movetime 50 searchmoves e7e5"];
        for (value, expected) in [("true", true), ("false", false)] {
            engine.say(&format!("setoption name BookWithoutClock value {value}"));
            for go in without_clock {
                assert_eq!(is_from_book(&mut engine, go), expected, "{player}: {go}");
            }
            for go in never {
                assert!(!is_from_book(&mut engine, go), "{player}: {go}");
            }
        }
        engine.say("setoption name BookWithoutClock value true");
        for option in ["MultiPV value 2", "UCI_AnalyseMode value true"] {
            engine.say(&format!("setoption name {option}"));
            assert!(!is_from_book(&mut engine, "go btime 60000 movetime 50"), "{player}: {option}");
            engine.say("setoption name MultiPV value 1");
        }
    }
}

#[test]
fn a_search_for_a_mate_ends_where_there_is_none() {
    let mut engine = Engine::ready();
    for player in ["Classical", "Explorer", "Cooperative"] {
        engine.say(&format!("setoption name Personality value {player}"));
        engine.say("position fen r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1");
        for mate in ["mate 1", "mate 2", "mate 3 nodes 20000", "mate 3 depth 3", "mate 200 movetime 50"] {
            engine.say(&format!("go {mate}"));
            let lines = engine.until("bestmove");
            assert!(lines.iter().any(|line| line.contains(" pv ")), "{player}, {mate}: {lines:#?}");
        }
    }
}
