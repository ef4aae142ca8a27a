//! Threads that the system does not give: a sentence, and no panic.

use std::time::{Duration, Instant};

use crate::PROGRAM;
use crate::workplace::Workplace;

/// A position that takes long to prove.
const FEN: &str = "r2q1rk1/pp2bppp/2n1bn2/3p4/3N4/2N1B3/PPP1BPPP/R2Q1RK1 w - - 0 11";

#[test]
fn as_many_threads_as_may_be_asked_for_keep_the_clock() {
    let workplace = Workplace::new(PROGRAM, "limits-clock");
    for call in [
        &["prove", "--seconds", "0.5", "--threads", "256", FEN][..],
        &["generate", "--constraint", "1,2,2,1,7", "--threads", "256"],
        &["review", "{games}", "--nodes", "200", "--elo", "1500", "--threads", "256"],
    ] {
        let begun = Instant::now();
        let output = workplace.run(call);
        assert!(matches!(output.status.code(), Some(0 | 1)), "{call:?}: {output:?}");
        // What is waited for is half a second, or four positions.
        assert!(begun.elapsed() < Duration::from_secs(60), "{call:?}: {:?}", begun.elapsed());
    }
}

#[test]
#[cfg(target_os = "linux")]
fn where_the_system_gives_no_thread_a_sentence_says_so() {
    use std::fs;

    use crate::records::other_account;

    let workplace = Workplace::new(PROGRAM, "limits-threads");
    let (program, suite) = (workplace.folder.join("motley"), workplace.folder.join("suite.epd"));
    fs::copy(PROGRAM, &program).expect("a copy that the other account may run");
    fs::write(&suite, "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - bm e4;\n").expect("a file for the test");
    let games = workplace.folder.join("games.pgn").display().to_string();
    let suite = suite.display().to_string();
    for limit in 1..=6 {
        for call in [
            &["prove", "--seconds", "0.2", FEN][..],
            &["review", &games, "--nodes", "200", "--elo", "1500"],
            &["drill", "--rounds", "0", "--record", "/nowhere/r.sqlite"],
            &["solve", &suite, "--jobs", "40", "--nodes", "1000"],
            &["generate", "--constraint", "1,2,2,1,7"],
            &["openings", "show", "e4"],
            &["explore", "e4", "--iterations", "50000"],
        ] {
            let Some(mut other) = other_account() else { return };
            other.arg("prlimit").arg(format!("--nproc={limit}")).arg(&program).args(call);
            let output = other.output().expect("the program runs");
            let errors = String::from_utf8_lossy(&output.stderr).into_owned();
            let is_said = errors.contains("no thread could be started: the system's limit is reached");
            let is_done = match output.status.code() {
                Some(0) => true,
                // Nothing was proved in that time.
                Some(1) => is_said || errors.contains("not found: "),
                _ => false,
            };
            assert!(is_done && !errors.contains("panicked"), "{limit} processes, {call:?}: {output:?}");
            // What was searched was searched in fact.
            let text = String::from_utf8_lossy(&output.stdout).into_owned();
            assert!(!text.contains(" 0 nodes"), "{limit} processes, {call:?}: {text}");
        }
    }
}
