//! XBoard takes some texts of the system, anywhere in a line, for an engine that did not start: no line has them.

use motley::engine::options::OptionKind;
use motley::{personalities, uci};

use crate::engine::Engine;
use crate::folder::Folder;

const FORBIDDEN: [&str; 4] = ["no such file", "not found", "permission denied", "os error"];

#[test]
fn no_path_that_cannot_be_used_is_answered_in_the_words_of_the_system() {
    let folder = Folder::new("system-texts");
    let file = folder.with("file", b"no book, no net, no line");
    let paths = [
        folder.0.join("missing").join("below").display().to_string(),
        folder.0.display().to_string(),
        file.clone(),
        format!("{file}/below-a-file"),
        folder.0.join("n".repeat(5000)).display().to_string(),
    ];
    let is_text = |option: &&str| {
        uci::specs().iter().any(|spec| spec.name == *option && matches!(spec.kind, OptionKind::Text { .. }))
    };
    for player in personalities::PERSONALITIES {
        let shared = ["SyzygyPath", "BookFile", "Debug Log File", "OnnxLibrary"];
        let own = uci::specs().iter().map(|spec| spec.name).filter(|name| player.takes(name));
        let mut engine = Engine::ready();
        engine.say(&format!("setoption name Personality value {}", player.name));
        engine.say("setoption name Debug Log File value");
        engine.say("setoption name NetRuntime value Onnx");
        for option in own.chain(shared).filter(is_text) {
            for path in paths.iter().filter(|path| option != "Debug Log File" || **path != file) {
                engine.say(&format!("setoption name {option} value {path}"));
                engine.say("isready");
                engine.say("go depth 1");
                let lines = engine.until("bestmove");
                for line in &lines {
                    let small = line.to_lowercase();
                    let found = FORBIDDEN.iter().find(|words| small.contains(**words));
                    assert_eq!(found, None, "{}: {option} = {path}: {line}", player.name);
                    assert!(line.len() < 1000, "{}: {option}: a line of {} bytes", player.name, line.len());
                }
                if shared[..3].contains(&option) && player.name == "Classical" {
                    assert!(lines.iter().any(|line| line.starts_with("info string error: ")), "{option}: {lines:#?}");
                }
            }
            engine.say(&format!("setoption name {option} value <empty>"));
        }
    }
}
