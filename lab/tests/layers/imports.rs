//! The imports of files: every path that begins with `crate`, `super`, `self` or the name of the library.

use std::collections::{BTreeMap, BTreeSet};

use crate::source::{Source, Token};

/// A folder, as the names of modules that lead to it: empty for `src/` itself, `lab` for `lab/src/`.
pub type Folder = Vec<String>;

/// One path from one file, and the folder that it leads to.
#[derive(Clone, Debug)]
pub struct Import {
    /// `src/a/b.rs:7`.
    pub at: String,
    pub from: Folder,
    pub to: Folder,
    /// The whole path from the root of the crate.
    pub path: Vec<String>,
}

impl Import {
    /// The folders at which the two part: the first that only the importing file is in, and the first that only the
    /// imported one is in, each with all names. `None` where one folder holds the other.
    pub fn parting(&self) -> Option<(Folder, Folder)> {
        let common = self.from.iter().zip(&self.to).take_while(|(a, b)| a == b).count();
        if common == self.from.len() || common == self.to.len() {
            return None;
        }
        Some((self.from[..=common].to_vec(), self.to[..=common].to_vec()))
    }
}

/// All imports of all sources.
pub fn imports(sources: &[Source]) -> Vec<Import> {
    let mut folders = BTreeSet::new();
    for folder in sources.iter().map(Source::folder) {
        folders.extend((0..=folder.len()).map(|length| folder[..length].to_vec()));
    }
    let mut found = Vec::new();
    for source in sources {
        for (path, line) in paths(source) {
            let deepest = (0..=path.len()).rev().find(|&length| folders.contains(&path[..length]));
            let to = path[..deepest.unwrap_or(0)].to_vec();
            found.push(Import { at: format!("{}:{line}", source.place()), from: source.folder(), to, path });
        }
    }
    found
}

/// A folder cycle below any folder, as the folders along it.
pub fn find_cycle(imports: &[Import]) -> Option<Vec<Folder>> {
    let mut graph: BTreeMap<Folder, BTreeSet<Folder>> = BTreeMap::new();
    for (from, to) in imports.iter().filter_map(Import::parting) {
        graph.entry(from).or_default().insert(to);
    }
    let mut finished = BTreeSet::new();
    graph.keys().find_map(|start| walk(start, &graph, &mut Vec::new(), &mut finished))
}

fn walk(
    at: &Folder,
    graph: &BTreeMap<Folder, BTreeSet<Folder>>,
    way: &mut Vec<Folder>,
    finished: &mut BTreeSet<Folder>,
) -> Option<Vec<Folder>> {
    if let Some(first) = way.iter().position(|folder| folder == at) {
        return Some(way[first..].to_vec());
    }
    if finished.contains(at) {
        return None;
    }
    way.push(at.clone());
    for next in graph.get(at).into_iter().flatten() {
        if let Some(cycle) = walk(next, graph, way, finished) {
            return Some(cycle);
        }
    }
    way.pop();
    finished.insert(at.clone());
    None
}

/// The paths of a file from the root of the crate, each with its line.
fn paths(source: &Source) -> Vec<(Vec<String>, usize)> {
    let module = source.module();
    let tokens = &source.tokens;
    let mut found = Vec::new();
    // Modules that are written out inside this file and open here: `None` for any other brace.
    let mut braces: Vec<Option<String>> = Vec::new();
    for (at, token) in tokens.iter().enumerate() {
        match token.text.as_str() {
            "{" => braces.push(inline_module(tokens, at)),
            "}" => {
                braces.pop();
            }
            "crate" | "motley" | "motley_lab" | "super" | "self" if is_start(tokens, at) => {
                let here: Vec<String> = module.iter().cloned().chain(braces.iter().flatten().cloned()).collect();
                for path in tree(tokens, &mut (at + 2), std::slice::from_ref(&token.text)) {
                    found.push((absolute(&start(source, &here, &token.text), &path), token.line));
                }
            }
            _ => {}
        }
    }
    found
}

/// Returns true if a path begins at this word.
fn is_start(tokens: &[Token], at: usize) -> bool {
    let text = |at: usize| tokens.get(at).map_or("", |token| token.text.as_str());
    text(at + 1) == "::" && (at == 0 || text(at - 1) != "::")
}

/// The name of the module that this brace opens.
fn inline_module(tokens: &[Token], brace: usize) -> Option<String> {
    let [keyword, name] = tokens.get(brace.checked_sub(2)?..brace)? else { return None };
    (keyword.text == "mod").then(|| name.text.clone())
}

/// The module from which a path that begins with this word is read.
fn start(source: &Source, here: &[String], first: &str) -> Vec<String> {
    match first {
        "crate" => source.root(),
        "motley" => Vec::new(),
        "motley_lab" => vec!["lab".to_owned()],
        _ => here.to_vec(),
    }
}

/// Every path of a tree like `a::{b::C, d}`, `at` being the word after the last `::`.
fn tree(tokens: &[Token], at: &mut usize, before: &[String]) -> Vec<Vec<String>> {
    let text = |at: usize| tokens.get(at).map_or("", |token| token.text.as_str());
    if text(*at) != "{" {
        let mut path = before.to_vec();
        path.push(text(*at).to_owned());
        *at += 1;
        if text(*at) != "::" {
            return vec![path];
        }
        *at += 1;
        return tree(tokens, at, &path);
    }
    let mut found = Vec::new();
    *at += 1;
    while !["}", ""].contains(&text(*at)) {
        found.extend(tree(tokens, at, before));
        // `as Name` and the comma.
        while !["}", ",", ""].contains(&text(*at)) {
            *at += 1;
        }
        *at += usize::from(text(*at) == ",");
    }
    *at += 1;
    found
}

/// A path from the root, its `crate`, `super` and `self` resolved.
fn absolute(here: &[String], path: &[String]) -> Vec<String> {
    let mut whole = here.to_vec();
    for name in path {
        match name.as_str() {
            "crate" | "motley" | "motley_lab" | "self" => {}
            "super" => {
                whole.pop();
            }
            _ => whole.push(name.clone()),
        }
    }
    whole
}
