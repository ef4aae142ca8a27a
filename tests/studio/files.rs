//! Options that name files: pages do not set them, unless the program was started for that.

use std::fs;

use serde_json::{Value, json};

use crate::client::{Page, Studio};

const NAMES: [(&str, &str); 7] = [
    ("Classical", "EvalFile"),
    ("Classical", "BookFile"),
    ("Classical", "SyzygyPath"),
    ("Mockfish", "MockfishFile"),
    ("Mockfish", "OpponentFile"),
    ("Pattern", "PatternFile"),
    ("Explorer", "ExplorerFile"),
];

fn go(player: &str, option: &str, value: &str) -> Value {
    json!({"ask": "go", "player": player, "options": {option: value}, "moves": ["e4"], "limits": {"nodes": 1}})
}

/// An option of a player as a page is told of it.
fn told(page: &mut Page, player: &str, option: &str) -> Value {
    let hello = page.done(json!({"ask": "hello"}));
    let find = |list: &Value, name: &str| {
        list.as_array().expect("a list").iter().find(|entry| entry["name"] == name).expect("an entry").clone()
    };
    find(&find(&hello["players"], player)["options"], option)
}

#[test]
fn a_page_sets_no_option_that_names_a_file() {
    let studio = Studio::start();
    let mut page = studio.page();
    for (player, option) in NAMES {
        let refused = page.refused(go(player, option, "/etc/hosts"));
        assert_eq!(refused["at"]["field"], json!(format!("options.{option}")));
        assert!(refused["message"].as_str().is_some_and(|text| text.contains("--allow-files")), "{refused}");
        assert!(told(&mut page, player, option)["locked"].is_string(), "{option}");
    }
    page.refused(go("Mockfish", "OnnxLibrary", "/tmp/x.so"));
    assert_eq!(told(&mut page, "Mockfish", "MockfishTemperature")["locked"], Value::Null);
}

#[test]
fn files_named_at_the_start_are_used() {
    let folder = std::env::temp_dir().join(format!("motley-studio-lines-{}", std::process::id()));
    fs::create_dir_all(&folder).expect("a folder for the test");
    let missing = folder.join("none.tsv").display().to_string();
    let option = format!("ExplorerFile={missing}");
    let studio = Studio::start_with(&["--port", "0", "--option", &option, "--option", "Seed=7"]);
    let mut page = studio.page();
    assert_eq!(told(&mut page, "Explorer", "ExplorerFile")["default"], json!(missing));
    assert_eq!(told(&mut page, "Explorer", "Seed")["default"], json!(7));
    // It is read: the player says that it is not there.
    let id = page.send(json!({"ask": "go", "player": "Explorer", "moves": ["e4"], "limits": {"nodes": 1}}));
    let said = page.finish(id).0.iter().any(|info| info["text"].as_str().is_some_and(|text| text.contains("none.tsv")));
    assert!(said, "the file that was named at the start is not looked for");
    fs::remove_dir_all(&folder).expect("the test's own folder");
}

#[test]
fn a_start_with_allow_files_lets_pages_name_them() {
    let studio = Studio::start_with(&["--port", "0", "--allow-files"]);
    let mut page = studio.page();
    for (player, option) in NAMES {
        page.done(go(player, option, ""));
        assert_eq!(told(&mut page, player, option)["locked"], Value::Null, "{option}");
    }
    page.refused(go("Mockfish", "OnnxLibrary", "/tmp/x.so"));
}
