//! `NetRuntime` and `OnnxLibrary`: which runtime runs the nets, and libraries that are missing, damaged or others.
//!
//! Tests that need ONNX Runtime itself use the library that `ORT_DYLIB_PATH` names, and say if they were skipped.

use std::fs;
use std::process::Command;
use std::time::{Duration, Instant};

use crate::engine::Engine;
use crate::folder::Folder;
use crate::onnx::{Lc0, endless};

const VARIABLE: &str = "ORT_DYLIB_PATH";
/// An operator that Motley's own runtime lacks.
const LACKING: &str = "HardSwish";
const E2_E4: usize = 322;

/// Mockfish without chance, in an environment whose variable for the library has this value.
fn mockfish(variable: Option<&str>) -> Engine {
    let mut command = Command::new(env!("CARGO_BIN_EXE_motley"));
    command.env_remove(VARIABLE);
    command.envs(variable.map(|value| (VARIABLE, value)));
    let mut engine = Engine::run(&mut command);
    engine.say("uci");
    engine.until("uciok");
    engine.say("setoption name Personality value Mockfish");
    engine.say("setoption name MockfishTemperature value 0");
    engine.say("position startpos moves e2e4 c7c5");
    engine
}

/// The shares of the first moves in the position, and the move that is played.
fn thoughts(engine: &mut Engine) -> Vec<String> {
    engine.say("go depth 1");
    let lines = engine.until("bestmove");
    assert!(without_errors(&lines), "{lines:#?}");
    lines.into_iter().filter(|line| line.contains(" %, ") || line.starts_with("bestmove")).collect()
}

/// The library that the tests are given.
fn real_library() -> Option<String> {
    let library = std::env::var(VARIABLE).ok().filter(|path| !path.is_empty());
    if library.is_none() {
        eprintln!("skipped: {VARIABLE} names no library of ONNX Runtime");
    }
    library
}

/// A library that the C compiler makes of this source; `None`, aloud, where there is no compiler.
fn compiled(folder: &Folder, name: &str, source: &str) -> Option<String> {
    let (source, library) = (folder.with(&format!("{name}.c"), source.as_bytes()), folder.0.join(format!("{name}.so")));
    let done = Command::new("cc").args(["-shared", "-fPIC", "-o"]).arg(&library).arg(source).status();
    if !done.is_ok_and(|status| status.success()) {
        eprintln!("skipped: there is no C compiler that makes {name}.so");
        return None;
    }
    Some(library.display().to_string())
}

/// A library that says of itself that it is ONNX Runtime of a version, and has no interface.
fn claims_to_be(version: &str) -> String {
    format!(
        "static const char *version(void) {{ return \"{version}\"; }}
         static const void *api(unsigned number) {{ return 0; }}
         struct base {{ const void *(*api)(unsigned); const char *(*version)(void); }};
         static const struct base BASE = {{ api, version }};
         const struct base *OrtGetApiBase(void) {{ return &BASE; }}"
    )
}

fn without_errors(lines: &[String]) -> bool {
    !lines.iter().any(|line| line.contains("error"))
}

#[test]
fn a_library_that_cannot_be_used_is_one_line_and_the_own_runtime_goes_on() {
    let folder = Folder::new("bad-libraries");
    let mut engine = mockfish(None);
    engine.say("go depth 1");
    let usual = engine.line("bestmove");
    engine.say("setoption name NetRuntime value Onnx");

    let mut libraries = vec![
        (folder.0.join("missing.so").display().to_string(), "it does not exist"),
        (folder.0.display().to_string(), "it is no file"),
        (folder.with("empty.so", b""), "is not the library of ONNX Runtime"),
        (folder.with("text.so", b"OrtGetApiBase, but no library"), "is not the library of ONNX Runtime"),
        (format!("{}/missing.so", "n".repeat(5000)), "cannot be read"),
    ];
    let sources = [
        ("other", "int answer(void) { return 42; }".to_owned(), "is not the library of ONNX Runtime"),
        (
            "mentions",
            "const char *text = \"OrtGetApiBase\"; int answer(void) { return 42; }".to_owned(),
            "is not the library of ONNX Runtime",
        ),
        ("hollow", "const void *OrtGetApiBase(void) { return 0; }".to_owned(), "is not the library of ONNX Runtime"),
        ("old", claims_to_be("1.17.3"), "is ONNX Runtime 1.17.3, which is too old"),
        ("reduced", claims_to_be("1.99.0"), "lacks the interface"),
    ];
    for (name, source, expected) in &sources {
        let Some(library) = compiled(&folder, name, source) else { continue };
        if cfg!(target_os = "linux") {
            let bytes = fs::read(&library).expect("it was just made");
            for part in [2, 10] {
                let cut = folder.with(&format!("{name}-cut-{part}.so"), &bytes[..bytes.len() - bytes.len() / part]);
                libraries.push((cut, "is cut short"));
            }
        }
        libraries.push((library, expected));
    }
    if let (Some(library), true) = (real_library(), cfg!(target_os = "linux")) {
        let bytes = fs::read(library).expect("the library can be read");
        libraries.push((folder.with("real-cut.so", &bytes[..bytes.len() / 3]), "is cut short"));
        libraries.push((folder.with("real-short.so", &bytes[..bytes.len() - 1]), "is cut short"));
    }
    for (library, expected) in libraries {
        engine.reports_a_bad_file_once("OnnxLibrary", &library, expected, &usual);
    }
}

#[test]
fn the_option_comes_before_the_variable_and_own_asks_for_neither() {
    let mut engine = mockfish(Some("/nowhere/variable.so"));
    assert!(thoughts(&mut engine).len() == 2 && engine.answers().is_empty(), "the default is Own");
    for (runtime, option, expected) in [
        ("Onnx", "<empty>", "/nowhere/variable.so"),
        ("Auto", "<empty>", "/nowhere/variable.so"),
        ("Onnx", "/nowhere/option.so", "/nowhere/option.so"),
    ] {
        engine.say(&format!("setoption name OnnxLibrary value {option}"));
        engine.say(&format!("setoption name NetRuntime value {runtime}"));
        let answers = engine.answers();
        assert!(answers.len() == 1 && answers[0].contains(expected), "{runtime}: {answers:#?}");
    }
    engine.say("setoption name NetRuntime value Own");
    assert_eq!(engine.answers(), Vec::<String>::new());
}

/// Without a library that is named or that the loader knows, `Onnx` says so and `Auto` does not.
#[test]
fn without_any_library_only_onnx_is_reported() {
    let mut engine = mockfish(None);
    let usual = thoughts(&mut engine);
    engine.say("setoption name NetRuntime value Onnx");
    let answers = engine.answers();
    if answers.is_empty() {
        return eprintln!("skipped: this system's loader knows a library of ONNX Runtime");
    }
    assert!(answers.len() == 1 && answers[0].contains("OnnxLibrary"), "{answers:#?}");
    assert_eq!(thoughts(&mut engine), usual);
    engine.say("setoption name NetRuntime value Auto");
    assert_eq!(engine.answers(), Vec::<String>::new());
    assert_eq!(thoughts(&mut engine), usual);
}

#[test]
fn every_player_goes_on_by_itself_without_the_library() {
    for name in motley::personalities::NAMES {
        let mut engine = mockfish(None);
        engine.say(&format!("setoption name Personality value {name}"));
        engine.say("setoption name Seed value 5");
        engine.say("setoption name OwnBook value false");
        engine.say("setoption name CoopMode value Human");
        engine.say("go nodes 2000");
        let usual = engine.line("bestmove");
        engine.say("ucinewgame");
        engine.say("setoption name OnnxLibrary value /nowhere/library.so");
        engine.say("setoption name NetRuntime value Onnx");
        let mut lines = engine.answers();
        engine.say("go nodes 2000");
        lines.extend(engine.until("bestmove"));
        assert_eq!(lines.last(), Some(&usual), "{name}");
        let said = lines.iter().filter(|line| line.contains("/nowhere/library.so")).count();
        let uses_nets = !["Classical", "Textbook", "Random"].contains(name);
        assert_eq!(said, usize::from(uses_nets), "{name}: {lines:#?}");
        assert_eq!(lines.iter().filter(|line| line.contains("error")).count(), said, "{name}: {lines:#?}");
    }
}

#[test]
fn nothing_is_loaded_before_the_first_isready() {
    let arguments = ["--option", "NetRuntime=Onnx", "--option", "OnnxLibrary=/nowhere/library.so"];
    let mut engine = Engine::start_as(env!("CARGO_BIN_EXE_motley"), &arguments);
    engine.say("uci");
    let lines = engine.until("uciok");
    assert!(!lines.iter().any(|line| line.starts_with("info")), "{lines:#?}");
}

/// A net with an operator that the own runtime lacks, and one whose operator nobody knows.
fn made_nets(folder: &Folder) -> [String; 2] {
    let net = |activation| Lc0 { preferred: vec![(E2_E4, 30.0)], activation, ..Lc0::SOUND }.graph();
    [folder.with("lacking.onnx", &net(LACKING)), folder.with("unknown.onnx", &net("Sigmund"))]
}

#[test]
fn without_the_library_an_operator_that_is_lacking_is_named_with_the_remedy() {
    let folder = Folder::new("lacking-operator");
    let mut engine = mockfish(Some("/nowhere/library.so"));
    engine.say("go depth 1");
    let usual = engine.line("bestmove");
    let [lacking, _] = made_nets(&folder);
    for runtime in ["Own", "Auto", "Onnx"] {
        engine.say(&format!("setoption name NetRuntime value {runtime}"));
        engine.say("setoption name MockfishFile value <empty>");
        engine.answers();
        engine.reports_a_bad_file_once("MockfishFile", &lacking, LACKING, &usual);
        engine.say("setoption name MockfishFile value <empty>");
        engine.answers();
        engine.reports_a_bad_file_once("MockfishFile", &lacking, "ONNX Runtime may run it", &usual);
    }
}

#[test]
fn with_the_library_every_choice_runs_a_net_that_the_own_runtime_cannot() {
    let Some(library) = real_library() else { return };
    let folder = Folder::new("handed-over");
    let [lacking, unknown] = made_nets(&folder);
    for runtime in ["Own", "Auto", "Onnx"] {
        let mut engine = mockfish(None);
        engine.say("position startpos");
        engine.say("go depth 1");
        let usual = engine.line("bestmove");
        engine.say(&format!("setoption name OnnxLibrary value {library}"));
        engine.say(&format!("setoption name NetRuntime value {runtime}"));
        engine.say(&format!("setoption name MockfishFile value {lacking}"));
        assert_eq!(engine.answers(), Vec::<String>::new(), "{runtime}");
        engine.say("position startpos");
        engine.say("go depth 1");
        let lines = engine.until("bestmove");
        assert!(lines.last().unwrap().starts_with("bestmove e2e4") && without_errors(&lines), "{runtime}: {lines:#?}");
        engine.reports_a_bad_file_once("MockfishFile", &unknown, "ONNX Runtime refuses it", &usual);
    }
}

#[test]
fn both_runtimes_play_the_same() {
    let Some(library) = real_library() else { return };
    for name in ["Mockfish", "Pattern", "Cooperative", "Explorer"] {
        let play = |runtime: &str| {
            let mut engine = mockfish(Some(&library));
            engine.say(&format!("setoption name Personality value {name}"));
            engine.say("setoption name CoopMode value Network");
            engine.say("setoption name UCI_LimitStrength value true");
            engine.say("setoption name Seed value 5");
            engine.say(&format!("setoption name NetRuntime value {runtime}"));
            let mut lines = engine.answers();
            engine.say("go depth 1");
            lines.extend(engine.until("bestmove"));
            assert!(without_errors(&lines), "{name}, {runtime}: {lines:#?}");
            lines.last().unwrap().clone()
        };
        let own = play("Own");
        assert_eq!(play("Onnx"), own, "{name}");
        assert_eq!(play("Auto"), own, "{name}");
    }
}

#[test]
fn a_library_that_is_loaded_stays_until_the_end() {
    let Some(library) = real_library() else { return };
    let folder = Folder::new("second-library");
    let copy = folder.0.join("copy.so").display().to_string();
    fs::copy(&library, &copy).expect("a copy");
    let mut engine = mockfish(Some(&library));
    let usual = thoughts(&mut engine);
    engine.say("setoption name NetRuntime value Onnx");
    assert_eq!(engine.answers(), Vec::<String>::new());
    for other in [copy.as_str(), "/nowhere/library.so"] {
        engine.say(&format!("setoption name OnnxLibrary value {other}"));
        let answers = engine.answers();
        assert!(answers.len() == 1 && answers[0].contains(other) && answers[0].contains(&library), "{answers:#?}");
        assert_eq!(thoughts(&mut engine), usual, "{other}");
    }
    engine.say(&format!("setoption name OnnxLibrary value {library}"));
    assert_eq!(engine.answers(), Vec::<String>::new());
}

/// A graph of some hundred kilobytes that takes minutes: the library is told to stop between two of its operations.
#[test]
fn a_long_run_of_the_library_ends_with_stop() {
    let Some(library) = real_library() else { return };
    let folder = Folder::new("endless-library");
    let net = folder.with("endless.onnx", &endless(5000));
    let mut engine = mockfish(Some(&library));
    engine.say("setoption name NetRuntime value Onnx");
    engine.say(&format!("setoption name MockfishFile value {net}"));
    assert_eq!(engine.answers(), Vec::<String>::new());
    for go in ["go infinite", "go movetime 100"] {
        let begun = Instant::now();
        engine.say(go);
        engine.say("stop");
        let lines = engine.until("bestmove");
        assert!(begun.elapsed() < Duration::from_secs(20), "{go}: {:?}", begun.elapsed());
        assert!(without_errors(&lines), "{lines:#?}");
    }
}
