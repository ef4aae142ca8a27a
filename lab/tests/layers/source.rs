//! Rust sources cut into words: just enough to find imports and functions.

use std::fs;
use std::path::Path;

/// An identifier, `::`, or one character of punctuation, with its line from 1. Comments and literals are left out.
#[derive(Clone, Debug, PartialEq)]
pub struct Token {
    pub text: String,
    pub line: usize,
}

/// A source file.
pub struct Source {
    /// Below the folder that was read, with `/` on every system.
    pub path: String,
    /// The folder of the repository that was read: `src/`.
    pub below: String,
    pub text: String,
    pub tokens: Vec<Token>,
}

impl Source {
    /// A file under a folder of the repository.
    pub fn under(folder: &str, path: &str, text: &str) -> Source {
        Source { path: path.to_owned(), below: format!("{folder}/"), text: text.to_owned(), tokens: tokens(text) }
    }

    /// A file under `src/`.
    pub fn new(path: &str, text: &str) -> Source {
        Source::under("src", path, text)
    }

    /// Its path in the repository.
    pub fn place(&self) -> String {
        format!("{}{}", self.below, self.path)
    }

    /// The root of its crate: the modules of the laboratory are written `lab::…` here.
    pub fn root(&self) -> Vec<String> {
        if self.below == "lab/src/" { vec!["lab".to_owned()] } else { Vec::new() }
    }

    /// The names of the modules that lead to this file: `a/b.rs` and `a/b/mod.rs` are both `a`, `b`.
    pub fn module(&self) -> Vec<String> {
        let path = self.path.trim_end_matches(".rs");
        let path = path.strip_suffix("mod").map_or(path, |folder| folder.trim_end_matches('/'));
        let names = path.split('/').filter(|name| !["", "lib", "main"].contains(name)).map(str::to_owned);
        self.root().into_iter().chain(names).collect()
    }

    /// The folder of this file, as the names of modules that lead to it.
    pub fn folder(&self) -> Vec<String> {
        let (folder, _) = self.path.rsplit_once('/').unwrap_or_default();
        let names = folder.split('/').filter(|name| !name.is_empty()).map(str::to_owned);
        self.root().into_iter().chain(names).collect()
    }
}

/// Every Rust file below a folder of the repository.
pub fn read_folder(name: &str) -> Vec<Source> {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("..").join(name);
    let (mut open, mut found) = (vec![root.clone()], Vec::new());
    while let Some(folder) = open.pop() {
        for entry in fs::read_dir(&folder).expect("a folder of the repository") {
            let path = entry.expect("an entry").path();
            if path.is_dir() {
                open.push(path);
            } else if path.extension().is_some_and(|ending| ending == "rs") {
                let below = path.strip_prefix(&root).expect("a file below the folder");
                let text = fs::read_to_string(&path).expect("a source is text");
                found.push(Source::under(name, &below.display().to_string().replace('\\', "/"), &text));
            }
        }
    }
    found.sort_by(|a, b| a.path.cmp(&b.path));
    found
}

fn tokens(text: &str) -> Vec<Token> {
    let mut tokens = Vec::new();
    let mut line = 1;
    let mut rest = text;
    while let Some(first) = rest.chars().next() {
        let length = match literal_or_comment(rest) {
            0 => {
                let is_word = |c: char| c.is_alphanumeric() || c == '_';
                let length = match rest {
                    _ if is_word(first) => rest.find(|c| !is_word(c)).unwrap_or(rest.len()),
                    _ if rest.starts_with("::") => 2,
                    _ => first.len_utf8(),
                };
                if !first.is_whitespace() {
                    tokens.push(Token { text: rest[..length].to_owned(), line });
                }
                length
            }
            skipped => skipped,
        };
        line += rest[..length].matches('\n').count();
        rest = &rest[length..];
    }
    tokens
}

/// The length of the comment or literal at the start of a text; 0 where there is none.
fn literal_or_comment(text: &str) -> usize {
    let until = |end: &str, from: usize| text[from..].find(end).map_or(text.len(), |at| from + at + end.len());
    if text.starts_with("//") {
        return text.find('\n').unwrap_or(text.len());
    }
    if text.starts_with("/*") {
        return until("*/", 2);
    }
    if let Some(raw) = text.strip_prefix("br").or(text.strip_prefix('r')) {
        let hashes = raw.len() - raw.trim_start_matches('#').len();
        if raw[hashes..].starts_with('"') {
            let start = text.len() - raw.len() + hashes + 1;
            return until(&format!("\"{}", "#".repeat(hashes)), start);
        }
    }
    let quoted = text.strip_prefix('b').filter(|rest| rest.starts_with(['"', '\''])).unwrap_or(text);
    let before = text.len() - quoted.len();
    match quoted.chars().next() {
        Some('"') => before + closing(quoted, '"'),
        // A lifetime has no second quote after one character.
        Some('\'') if quoted[1..].starts_with('\\') || quoted.chars().nth(2) == Some('\'') => {
            before + closing(quoted, '\'')
        }
        _ => 0,
    }
}

/// The length of a literal up to and with the quote that ends it.
fn closing(literal: &str, quote: char) -> usize {
    let mut is_escaped = false;
    for (at, c) in literal.char_indices().skip(1) {
        match c {
            _ if is_escaped => is_escaped = false,
            '\\' => is_escaped = true,
            _ if c == quote => return at + c.len_utf8(),
            _ => {}
        }
    }
    literal.len()
}

#[test]
fn comments_and_literals_are_left_out() {
    let text = "let a = \"crate::x \\\" {\"; // crate::y\nf::<'a>('}', b'\\'', r#\"{\"#) /* \n */ end";
    let words: Vec<String> = tokens(text).into_iter().map(|token| format!("{}:{}", token.text, token.line)).collect();
    assert_eq!(words.join(" "), "let:1 a:1 =:1 ;:1 f:2 :::2 <:2 ':2 a:2 >:2 (:2 ,:2 ,:2 ):2 end:3");
}

#[test]
fn a_file_is_the_module_of_its_path() {
    for (path, module, folder) in
        [("a/b.rs", "a/b", "a"), ("a/b/mod.rs", "a/b", "a/b"), ("lib.rs", "", ""), ("a/model.rs", "a/model", "a")]
    {
        let source = Source::new(path, "");
        assert_eq!((source.module().join("/"), source.folder().join("/")), (module.to_owned(), folder.to_owned()));
    }
}
