//! Pages agree with the program, the files that ship and the manifest. `UPDATE_DOCS=1 cargo test --release --test docs`
//! writes the tables of options anew.

use std::env;
use std::fmt::Write as _;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

use motley::engine::options::{OptionKind, OptionSpec};
use motley::personalities::PERSONALITIES;
use motley::uci;
use sha2::{Digest as _, Sha256};

fn root(name: &str) -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join(name)
}

fn read(name: &str) -> String {
    fs::read_to_string(root(name)).unwrap_or_else(|error| panic!("{name}: {error}"))
}

#[test]
fn the_options_page_is_that_of_the_engine() {
    let (name, begin, end) = ("docs/options.md", "<!-- options -->\n", "<!-- /options -->");
    let written = read(name);
    let (before, rest) = written.split_once(begin).expect("the page marks where the options begin");
    let (_, after) = rest.split_once(end).expect("the page marks where the options end");
    let expected = format!("{before}{begin}{}\n{end}{after}", options());
    if env::var_os("UPDATE_DOCS").is_some() && written != expected {
        fs::write(root(name), &expected).expect("the page can be written");
        return;
    }
    assert!(written == expected, "{name} is out of date: run `UPDATE_DOCS=1 cargo test --release --test docs`");
}

#[test]
fn every_player_has_its_row_in_the_readme() {
    let readme = read("README.md");
    for player in PERSONALITIES {
        let row = format!("| `{}` | {} |", player.name, player.about);
        assert!(readme.contains(&row), "README.md lacks the row `{row}`");
    }
}

#[test]
fn every_subcommand_has_its_row_in_the_readme() {
    let help = Command::new(env!("CARGO_BIN_EXE_motley")).arg("--help").output().expect("the engine runs");
    let help = String::from_utf8(help.stdout).expect("help is text");
    let (_, commands) = help.split_once("Commands:\n").expect("help lists the subcommands");
    let names = commands.lines().take_while(|line| !line.is_empty()).filter_map(|line| line.split_whitespace().next());
    let readme = read("README.md");
    for name in names.filter(|&name| name != "help") {
        assert!(readme.contains(&format!("| `motley {name}` |")), "README.md has no row for `motley {name}`");
    }
}

/// The pages of a folder, by their paths in the repository.
fn pages_in(folder: &str) -> Vec<String> {
    let entries = fs::read_dir(root(folder)).expect("a folder of pages").flatten();
    let pages = entries.map(|entry| format!("{folder}/{}", name_of(&entry)));
    pages.filter(|page| page.ends_with(".md")).collect()
}

/// Links to files that do not exist, and pictures that nobody drew.
#[test]
fn links_between_pages_lead_somewhere() {
    for page in pages() {
        let folder = root(&page).parent().expect("a page lies in a folder").to_path_buf();
        for target in links(&read(&page)) {
            assert!(folder.join(&target).exists(), "{page} links to {target}, which does not exist");
        }
    }
}

#[test]
fn links_to_a_heading_lead_to_it() {
    for page in pages() {
        let text = read(&page);
        let folder = root(&page).parent().expect("a page lies in a folder").to_path_buf();
        for (file, anchor) in anchors(&text) {
            let target = if file.is_empty() { root(&page) } else { folder.join(&file) };
            if target.extension().is_none_or(|ending| ending != "md") {
                continue;
            }
            let headings = fs::read_to_string(&target).expect("a page");
            let mut headings = headings.lines().filter(|line| line.starts_with('#')).map(slug);
            assert!(headings.any(|slug| slug == anchor), "{page} links to {file}#{anchor}: there is no such heading");
        }
    }
}

/// All pages for readers.
fn pages() -> Vec<String> {
    let others = ["README.md", "CONTRIBUTING.md", "CHANGELOG.md", "nets/README.md", "books/README.md"];
    ["docs", "docs/notebook"].into_iter().flat_map(pages_in).chain(others.map(str::to_owned)).collect()
}

/// The files and headings of links with a part behind `#`.
fn anchors(text: &str) -> Vec<(String, String)> {
    let targets = text.split("](").skip(1).filter_map(|rest| rest.split(')').next());
    let inside = targets.filter(|target| !target.contains("://"));
    inside.filter_map(|target| target.split_once('#')).map(|(file, at)| (file.to_owned(), at.to_owned())).collect()
}

/// The name of a heading in a link: small letters, digits and hyphens.
fn slug(heading: &str) -> String {
    let text = heading.trim_start_matches('#').trim().to_lowercase();
    let kept =
        text.chars().filter(|&letter| letter.is_alphanumeric() || letter == ' ' || letter == '-' || letter == '_');
    kept.map(|letter| if letter == ' ' { '-' } else { letter }).collect()
}

/// The table of techniques names functions behind each file: they are there.
#[test]
fn techniques_are_where_the_architecture_page_says() {
    let page = read("docs/architecture.md");
    let table = page.split("## Where a technique is").nth(1).and_then(|rest| rest.split("\n## ").next());
    let rows = table.expect("a table of techniques").lines().filter(|line| line.starts_with("| "));
    let mut checked = 0;
    for link in rows.flat_map(|row| row.split("](").skip(1)) {
        let (file, behind) = link.split_once(')').expect("a link ends");
        let text = fs::read_to_string(root("docs").join(file)).unwrap_or_default();
        let in_brackets = behind.strip_prefix(" (").and_then(|rest| rest.split(')').next()).unwrap_or_default();
        for name in in_brackets.split('`').skip(1).step_by(2) {
            assert!(text.contains(&format!("fn {name}")), "{file} has no function {name}");
            checked += 1;
        }
    }
    assert!(checked >= 10, "{checked} functions are named");
}

/// The table names an option and the value that brings a document's method back: both exist.
#[test]
fn methods_of_the_documents_are_values_of_options() {
    let page = read("docs/architecture.md");
    let table = page.split("### Where the default differs").nth(1).and_then(|rest| rest.split("\n### ").next());
    let rows = table.expect("a table of documents").lines().filter(|line| line.starts_with("| "));
    let mut checked = 0;
    for cell in rows.filter_map(|row| row.rsplit('|').nth(1)) {
        let parts: Vec<&str> = cell.split("` = `").collect();
        for pair in parts.windows(2) {
            let name = pair[0].rsplit('`').next().unwrap_or_default();
            let value = pair[1].split('`').next().unwrap_or_default();
            let spec = uci::specs().iter().find(|spec| spec.name == name);
            let kind = spec.unwrap_or_else(|| panic!("there is no option {name}")).kind;
            assert!(takes(&kind, value), "{name} does not take {value}");
            checked += 1;
        }
    }
    assert!(checked >= 10, "{checked} options are named");
}

fn takes(kind: &OptionKind, value: &str) -> bool {
    match kind {
        OptionKind::Check { .. } => value.parse::<bool>().is_ok(),
        OptionKind::Spin { min, max, .. } => value.parse::<i64>().is_ok_and(|number| (*min..=*max).contains(&number)),
        OptionKind::Combo { choices, .. } => choices.contains(&value),
        OptionKind::Text { .. } => true,
        OptionKind::Button => false,
    }
}

#[test]
fn the_nodes_of_bench_are_those_that_are_stated() {
    let output = Command::new(env!("CARGO_BIN_EXE_motley")).arg("bench").output().expect("the engine runs");
    let output = String::from_utf8(output.stdout).expect("its output is text");
    let last = output.lines().next_back().expect("it prints lines");
    let (nodes, _) = last.split_once(" nodes ").expect("the last line counts nodes");
    let stated = [
        ("docs/results.md", format!("{} nodes both times", grouped(nodes))),
        ("browser/test/harness.js", format!("BENCH = {nodes};")),
    ];
    for (file, stated) in stated {
        assert!(read(file).contains(&stated), "{file} does not state `{stated}`");
    }
}

/// A number with a comma before each three digits.
fn grouped(digits: &str) -> String {
    let mut text = String::new();
    for (index, digit) in digits.chars().enumerate() {
        if index > 0 && (digits.len() - index).is_multiple_of(3) {
            text.push(',');
        }
        text.push(digit);
    }
    text
}

#[test]
fn digits_are_grouped_by_three() {
    assert_eq!(["12", "123", "1234", "486616"].map(grouped), ["12", "123", "1,234", "486,616"]);
}

/// The cards of nets and books state the bytes and the sum of every file that ships.
#[test]
fn cards_are_of_the_files_that_ship() {
    let cards = read("nets/README.md") + &read("books/README.md");
    let folders = ["nets", "nets/classical", "nets/cooperative", "nets/mockfish", "nets/pattern", "books"];
    let files = folders.iter().flat_map(|folder| fs::read_dir(root(folder)).expect("a folder").flatten());
    let is_listed = |path: &PathBuf| path.extension().is_some_and(|ending| ending == "onnx" || ending == "bin");
    let mut checked = 0;
    for path in files.map(|entry| entry.path()).filter(is_listed) {
        let content = fs::read(&path).expect("a file that ships");
        let sum = Sha256::digest(&content).iter().fold(String::new(), |text, byte| format!("{text}{byte:02x}"));
        let bytes = grouped(&content.len().to_string());
        assert!(cards.contains(&sum), "no card has the SHA-256 of {}: {sum}", path.display());
        assert!(cards.contains(&bytes), "no card has the bytes of {}: {bytes}", path.display());
        checked += 1;
    }
    assert!(checked >= 13, "{checked} files");
}

/// Within a twentieth: other compilers make other programs.
#[cfg(all(target_os = "linux", target_arch = "x86_64", not(debug_assertions)))]
#[test]
fn the_size_of_the_program_is_the_one_that_is_stated() {
    let page = read("docs/mockfish.md");
    let (before, _) = page.split_once(" MB (`ls -l target/release/motley`)").expect("the page states the size");
    let stated: f64 = before.rsplit(' ').next().and_then(|word| word.parse().ok()).expect("a number of MB");
    let size = fs::metadata(env!("CARGO_BIN_EXE_motley")).expect("the program").len() as f64 / 1e6;
    assert!((size / stated - 1.0).abs() < 0.05, "docs/mockfish.md says {stated} MB, but the program has {size:.1} MB");
}

/// Commands on the page on installing have the address of the manifest, or a word in its place while there is none.
#[test]
fn the_address_of_the_project_is_that_of_the_manifest() {
    let repository = env!("CARGO_PKG_REPOSITORY");
    let named = if repository.is_empty() { "REPOSITORY" } else { repository };
    let command = format!("cargo install --locked --git {named} motley\n");
    assert!(read("docs/install.md").contains(&command), "docs/install.md does not say `{}`", command.trim());
}

fn name_of(entry: &fs::DirEntry) -> String {
    entry.file_name().to_string_lossy().into_owned()
}

/// The targets of Markdown links that are files, without the part behind `#`.
fn links(text: &str) -> Vec<String> {
    let targets = text.split("](").skip(1).filter_map(|rest| rest.split(')').next());
    let files = targets.filter(|target| !target.contains("://") && !target.starts_with('#'));
    files.map(|target| target.split('#').next().unwrap_or_default().to_owned()).collect()
}

#[test]
fn links_are_found_in_text() {
    assert_eq!(links("[a](b.md) ![c](d.svg#e) [f](https://g.h) [i](#j)"), ["b.md", "d.svg"]);
}

/// A heading and a table for all players together, then for each that has options of its own.
fn options() -> String {
    let owned = |spec: &&OptionSpec| PERSONALITIES.iter().any(|player| player.options.iter().any(|own| own == *spec));
    let specs = uci::specs();
    let shared: Vec<&OptionSpec> = specs.iter().filter(|spec| !owned(spec)).collect();
    let mut text = table("All players", &shared);
    for player in PERSONALITIES.iter().filter(|player| !player.options.is_empty()) {
        text += &table(player.name, &player.options.iter().collect::<Vec<_>>());
    }
    text
}

fn table(heading: &str, specs: &[&OptionSpec]) -> String {
    let mut text = format!("\n## {heading}\n\n| option | type | default | what it does |\n|---|---|---|---|\n");
    for OptionSpec { name, kind, about, .. } in specs {
        let (kind, default) = describe(kind);
        writeln!(text, "| `{name}` | {kind} | {default} | {about} |").expect("strings take everything");
    }
    text
}

fn describe(kind: &OptionKind) -> (String, String) {
    match kind {
        OptionKind::Check { default } => ("check".to_owned(), default.to_string()),
        OptionKind::Spin { default, min, max } => (format!("spin {min}–{max}"), default.to_string()),
        OptionKind::Combo { default, choices } => (format!("combo {}", choices.join(", ")), (*default).to_owned()),
        OptionKind::Text { default: "", .. } => ("string".to_owned(), String::new()),
        OptionKind::Text { default, .. } => ("string".to_owned(), format!("`{default}`")),
        OptionKind::Button => ("button".to_owned(), String::new()),
    }
}
