//! The order of the folders under `src/` and `lab/src/`, which crates they use, and how long files and lines may be.

mod imports;
mod scopes;
mod source;

use std::collections::BTreeSet;
use std::fs;
use std::path::Path;
use std::sync::LazyLock;

use motley_lab::evidence::Scope;

use imports::{Import, find_cycle, imports};
use scopes::{uncovered, uncovered_items};
use source::{Source, read_folder};

/// Written by `motley-lab tune`: as long as there are terms.
const WEIGHTS: &str = "handmade/weights.rs";
const MAX_FILE: usize = 400;
const MAX_COLUMNS: usize = 120;

/// The folders of each layer, the uppermost first, as the table in `docs/architecture.md` lists them. A folder imports
/// only from rows below its own.
static LAYERS: LazyLock<Vec<Vec<String>>> = LazyLock::new(|| {
    let page = read("docs/architecture.md");
    let (_, rest) = page.split_once("<!-- layers -->\n").expect("the beginning of the table is marked");
    let (table, _) = rest.split_once("<!-- /layers -->").expect("the end of the table is marked");
    let cells = table.lines().skip(2).map(|row| row.split('|').nth(2).expect("a row has a cell of folders"));
    cells.map(|cell| cell.split(',').map(|folder| folder.trim().trim_matches('`').to_owned()).collect()).collect()
});

/// A text file of the repository.
fn read(path: &str) -> String {
    fs::read_to_string(Path::new(env!("CARGO_MANIFEST_DIR")).join("..").join(path)).expect("a text of the repository")
}

/// The number of a folder's row in [`LAYERS`].
fn layer(folder: &[String]) -> Option<usize> {
    let folder = top(folder)?;
    LAYERS.iter().position(|row| row.contains(&folder))
}

/// The part of a folder that stands in the table: its first name, in the laboratory its first two.
fn top(folder: &[String]) -> Option<String> {
    let length = if folder.first()? == "lab" { 2 } else { 1 };
    (folder.len() >= length).then(|| folder[..length].join("/"))
}

/// The sources of both programs.
fn sources() -> Vec<Source> {
    ["src", "lab/src"].into_iter().flat_map(read_folder).collect()
}

/// The imports in a wrong direction, a line each.
fn wrong_directions(imports: &[Import]) -> Vec<String> {
    let is_wrong = |import: &&Import| {
        let (Some(from), Some(to)) = (top(&import.from), top(&import.to)) else { return false };
        from != to && (layer(&import.from).is_none() || layer(&import.from) >= layer(&import.to))
    };
    imports.iter().filter(is_wrong).map(|import| format!("{}: {}", import.at, import.path.join("::"))).collect()
}

/// Imports of one player, or of what belongs to it, by another: only what lies beside the players is for all.
fn imports_between_players(imports: &[Import]) -> Vec<String> {
    const SHARED: [&str; 4] = ["fallback", "rated", "opening_book", "searcher"];
    let is_wrong = |import: &&Import| match (import.from.as_slice(), import.path.as_slice()) {
        ([layer, player, ..], [to, name, ..]) if layer == "personalities" && to == layer => {
            name != player && !SHARED.contains(&name.as_str())
        }
        _ => false,
    };
    imports.iter().filter(is_wrong).map(|import| format!("{}: {}", import.at, import.path.join("::"))).collect()
}

/// The places where a source outside the command lines uses the crate that reads arguments.
fn uses_of_clap(source: &Source) -> Vec<String> {
    let is_cli = top(&source.folder()).is_some_and(|folder| ["cli", "lab/cli"].contains(&folder.as_str()));
    let words = source.tokens.iter().filter(|token| !is_cli && token.text == "clap");
    words.map(|token| format!("{}:{}", source.place(), token.line)).collect()
}

#[test]
fn imports_point_down() {
    let offences = wrong_directions(&imports(&sources()));
    assert!(offences.is_empty(), "these imports do not point down:\n{}", offences.join("\n"));
}

#[test]
fn every_folder_has_its_layer_and_the_table_names_no_other() {
    let folders: BTreeSet<String> = sources().iter().filter_map(|source| top(&source.folder())).collect();
    let listed: Vec<&String> = LAYERS.iter().flatten().collect();
    assert_eq!(listed.len(), listed.iter().collect::<BTreeSet<_>>().len(), "a folder stands in the table twice");
    assert_eq!(folders, listed.into_iter().cloned().collect());
}

#[test]
fn folders_form_no_cycle() {
    let cycle = find_cycle(&imports(&sources()));
    assert!(cycle.is_none(), "{cycle:?} import each other");
}

#[test]
fn players_do_not_import_each_other() {
    let offences = imports_between_players(&imports(&read_folder("src")));
    assert!(offences.is_empty(), "players import each other:\n{}", offences.join("\n"));
}

#[test]
fn the_drawing_shows_the_layers_in_their_order() {
    let drawing = read("docs/layers.svg");
    let cells = LAYERS.iter().map(|folders| format!(">{}</text>", folders.join(", ")));
    let places: Vec<Option<usize>> = cells.map(|cell| drawing.find(&cell)).collect();
    assert!(places.iter().all(Option::is_some) && places.is_sorted(), "scripts/diagrams.py draws it anew: {places:?}");
}

#[test]
fn the_command_line_starts_a_session_and_the_page_in_one_place_each() {
    for (folder, file) in [("uci", "src/cli/mod.rs:"), ("studio", "src/cli/commands/studio/mod.rs:")] {
        let users: Vec<String> = imports(&read_folder("src"))
            .into_iter()
            .filter(|import| import.from.first().is_some_and(|from| from == "cli"))
            .filter(|import| import.to.first().is_some_and(|to| to == folder))
            .map(|import| import.at)
            .filter(|at| !at.starts_with(file))
            .collect();
        assert!(users.is_empty(), "{users:?} import {folder}");
    }
}

#[test]
fn figures_depend_on_what_their_scope_holds() {
    // Tests compute no figures.
    let without_tests = |source: Source| {
        let end = source.text.find("\n#[cfg(test)]\nmod tests {").unwrap_or(source.text.len());
        Source::under(source.below.trim_end_matches('/'), &source.path, &source.text[..end])
    };
    let sources: Vec<Source> = sources().into_iter().map(without_tests).collect();
    let uncovered = uncovered_items(&imports(&sources));
    assert!(uncovered.is_empty(), "{uncovered:#?}");
}

#[test]
fn files_are_one_idea_each() {
    let long: Vec<String> = ["src", "lab/src", "tests", "lab/tests", "benches", "fuzz/fuzz_targets"]
        .into_iter()
        .flat_map(read_folder)
        // A table of numbers.
        .filter(|source| !source.path.ends_with(WEIGHTS))
        .map(|source| (source.text.lines().count(), source.path))
        .filter(|(lines, _)| *lines > MAX_FILE)
        .map(|(lines, path)| format!("{path} has {lines} lines"))
        .collect();
    assert!(long.is_empty(), "{long:#?}");
}

#[test]
fn arguments_are_read_in_the_command_lines_alone() {
    let uses: Vec<String> = sources().iter().flat_map(uses_of_clap).collect();
    assert!(uses.is_empty(), "{uses:#?}");
}

#[test]
fn lines_fit_the_screen() {
    let wide: Vec<String> = ["src", "lab/src", "tests", "lab/tests", "benches", "fuzz/fuzz_targets"]
        .into_iter()
        .flat_map(read_folder)
        .filter(|source| !source.path.ends_with(WEIGHTS))
        .flat_map(|source| {
            let wide = source.text.lines().enumerate().filter(|(_, line)| line.chars().count() > MAX_COLUMNS);
            wide.map(|(index, _)| format!("{}:{}", source.path, index + 1)).collect::<Vec<_>>()
        })
        .collect();
    assert!(wide.is_empty(), "{wide:#?}");
}

/// The checks report what they are made for.
mod checks {
    use super::*;

    fn made_up(files: &[(&str, &str)]) -> Vec<Import> {
        imports(&files.iter().map(|(path, text)| Source::new(path, text)).collect::<Vec<_>>())
    }

    #[test]
    fn an_import_that_points_up_is_reported_with_its_place() {
        let files = [
            ("book/reader.rs", "use std::io;\n\nuse crate::engine::{Game, options::SharedOptions};\n"),
            ("engine/mod.rs", "use crate::book::Book;\nfn f() { crate::uci::start(); }\n"),
            ("uci/mod.rs", ""),
        ];
        let expected = [
            "src/book/reader.rs:3: engine::Game",
            "src/book/reader.rs:3: engine::options::SharedOptions",
            "src/engine/mod.rs:2: uci::start",
        ];
        assert_eq!(wrong_directions(&made_up(&files)), expected);
    }

    #[test]
    fn folders_of_one_row_and_unknown_folders_are_reported() {
        let files = [
            ("openings/mod.rs", "use crate::nets::Net;"),
            ("nets/mod.rs", "use crate::chess::PieceCount; // crate::uci is above"),
            ("sundries/mod.rs", "use crate::chess::PieceCount;"),
            ("chess/mod.rs", ""),
        ];
        let expected = ["src/openings/mod.rs:1: nets::Net", "src/sundries/mod.rs:1: chess::PieceCount"];
        assert_eq!(wrong_directions(&made_up(&files)), expected);
    }

    #[test]
    fn cycles_are_found_at_any_depth_and_through_super() {
        let names = |cycle: Option<Vec<imports::Folder>>| {
            cycle.map(|folders| folders.iter().map(|folder| folder.join("/")).collect::<Vec<_>>())
        };
        let cycle = [
            ("engine/tune/model.rs", "use super::super::samples::Row;"),
            ("engine/samples/deep/mod.rs", "use crate::engine::metrics::{mean as average};"),
            ("engine/metrics/mod.rs", "use crate::engine::tune::Model;"),
        ];
        assert_eq!(names(find_cycle(&made_up(&cycle))).unwrap(), ["engine/metrics", "engine/tune", "engine/samples"]);
        let parent_and_child =
            [("engine/mod.rs", "use self::tune::Model;"), ("engine/tune/mod.rs", "use crate::engine::X;")];
        assert_eq!(names(find_cycle(&made_up(&parent_and_child))), None);
        let inside_tests = [
            ("engine/tune/mod.rs", "mod tests { use super::samples::X; }"),
            ("engine/tune/samples/mod.rs", ""),
            ("engine/samples/mod.rs", "use crate::engine::tune::X;"),
        ];
        assert_eq!(names(find_cycle(&made_up(&inside_tests))), None);
    }

    #[test]
    fn a_player_that_uses_another_is_reported_even_by_its_short_name() {
        let files = [
            (
                "personalities/pattern/mod.rs",
                "use crate::personalities::Random;\nuse crate::personalities::pattern::X;",
            ),
            ("personalities/explorer/mod.rs", "use crate::personalities::fallback::FallbackPlayer;"),
        ];
        assert_eq!(
            imports_between_players(&made_up(&files)),
            ["src/personalities/pattern/mod.rs:1: personalities::Random"]
        );
    }

    #[test]
    fn an_import_outside_a_scope_is_reported() {
        let scope = Scope { holds: &["src/engine/a.rs", "src/chess"], apart: &[("picture", "pictures")] };
        let files = [
            ("engine/a.rs", "use crate::chess::view::X;\nuse crate::picture::Y;\nuse super::b::Z;\nuse crate::chess;"),
            ("engine/b.rs", "use crate::nets::Net;"),
            ("chess/view.rs", "use crate::games::Game;"),
        ];
        let expected = ["src/engine/a.rs:3: engine::b::Z", "src/chess/view.rs:1: games::Game"];
        assert_eq!(uncovered(&scope, &made_up(&files)), expected);
    }

    #[test]
    fn clap_is_found_outside_the_command_lines() {
        let text = "// clap::Args\n#[derive(clap::Args)]\nstruct A;";
        assert_eq!(uses_of_clap(&Source::new("engine/a.rs", text)), ["src/engine/a.rs:2"]);
        assert!(uses_of_clap(&Source::new("cli/a.rs", text)).is_empty());
    }
}
