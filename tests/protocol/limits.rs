//! A process that is given little memory: every `go` is answered by a legal move all the same.

use std::process::Command;

use crate::engine::Engine;

/// The engine with so many KiB of address space.
fn within(kibibytes: u32) -> Engine {
    let mut command = Command::new("sh");
    let call = format!("ulimit -v {kibibytes}; exec \"$0\"");
    command.args(["-c", &call, env!("CARGO_BIN_EXE_motley")]);
    Engine::run(&mut command)
}

#[test]
fn without_memory_for_threads_and_tables_a_legal_move_is_played() {
    // From hardly more than the program itself to room for some of what is asked for.
    for kibibytes in [60_000, 120_000, 160_000, 200_000, 260_000, 400_000, 700_000] {
        let mut engine = within(kibibytes);
        for options in [&["Hash value 4096", "Threads value 64"][..], &["Hash value 1", "Threads value 1"]] {
            for option in options {
                engine.say(&format!("setoption name {option}"));
            }
            engine.say("position startpos moves e2e4 e7e5 d1h5 b8c6 f1c4 g8f6");
            engine.say("isready");
            engine.until("readyok");
            engine.say("go depth 2 searchmoves h5f7");
            assert!(engine.line("bestmove").starts_with("bestmove h5f7"), "{kibibytes}");
        }
        engine.say("quit");
        assert!(engine.end().1.success(), "{kibibytes}");
    }
}

#[test]
fn without_a_thread_an_infinite_search_and_pondering_answer_when_they_are_due() {
    // No stack of a search fits beside the program, nor the 64 MiB that glibc tries to keep for a thread: where they
    // just fit, a thread that asks for memory at the same time gets none.
    let mut engine = within(64_000);
    for (go, due) in [("go infinite", "stop"), ("go ponder wtime 1000 btime 1000", "ponderhit")] {
        engine.say(go);
        assert!(engine.answers().iter().all(|line| !line.starts_with("bestmove")), "{go}");
        engine.say(due);
        assert_ne!(engine.line("bestmove"), "bestmove 0000", "{go}");
    }
}
