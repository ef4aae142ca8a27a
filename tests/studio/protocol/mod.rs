//! The page's types are those of the program's messages, and docs/studio-protocol.md names every ask.
//! `UPDATE_DOCS=1 cargo test --release --test studio protocol` writes them anew.

mod types;

use std::env;
use std::fs;
use std::path::{Path, PathBuf};

use motley::message::description::{Field, Object, Type};
use motley::studio::{AskDescription, describe_asks, describe_fault};

/// Everything that messages hold and that has a name, what others use before them.
pub struct Protocol {
    pub asks: Vec<AskDescription>,
    /// The parts of requests that have a name.
    pub groups: Vec<Type>,
    /// The answers and their parts that have a name.
    pub answers: Vec<Type>,
}

impl Protocol {
    fn of_the_program() -> Protocol {
        let (asks, mut groups, mut answers) = (describe_asks(), Vec::new(), Vec::new());
        for ask in &asks {
            ask.request.fields.iter().for_each(|field| collect(&field.kind, &mut groups));
            let kinds = ask.info.iter().chain(&ask.progress).chain([&ask.done]);
            kinds.for_each(|kind| collect(kind, &mut answers));
        }
        collect(&describe_fault(), &mut answers);
        Protocol { asks, groups, answers }
    }
}

/// Adds a type and those that it holds, as far as they have names.
fn collect(kind: &Type, types: &mut Vec<Type>) {
    let of_fields = |fields: &[Field], types: &mut Vec<Type>| {
        fields.iter().for_each(|field| collect(&field.kind, types));
    };
    match kind {
        Type::List { of, .. } | Type::OrNull(of) => collect(of, types),
        Type::Map { keys, values } => [keys, values].into_iter().for_each(|kind| collect(kind, types)),
        Type::Any(kinds) => kinds.iter().for_each(|kind| collect(kind, types)),
        Type::Object(Object { fields, .. }) => of_fields(fields, types),
        Type::Variants(variants) => variants.variants.iter().for_each(|(_, _, fields)| of_fields(fields, types)),
        _ => {}
    }
    if let Some(name) = name_of(kind) {
        let known = types.iter().find(|known| name_of(known) == Some(name));
        assert!(known.is_none_or(|known| known == kind), "two types are called {name}");
        if known.is_none() {
            types.push(kind.clone());
        }
    }
}

pub fn name_of(kind: &Type) -> Option<&'static str> {
    match kind {
        Type::Words(words) => Some(words.name),
        Type::Object(object) => Some(object.name),
        Type::Variants(variants) => Some(variants.name),
        _ => None,
    }
}

fn root(name: &str) -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join(name)
}

/// Compares a file with what it should be, or writes it where that is asked for.
fn compare(name: &str, expected: &str) {
    let written = fs::read_to_string(root(name)).unwrap_or_default();
    if env::var_os("UPDATE_DOCS").is_some() && written != expected {
        fs::write(root(name), expected).expect("the file can be written");
        return;
    }
    let command = "UPDATE_DOCS=1 cargo test --release --test studio protocol";
    assert!(written == expected, "{name} is out of date: run `{command}`");
}

#[test]
fn the_types_of_the_page_are_those_of_the_messages() {
    let protocol = Protocol::of_the_program();
    compare("web/js/link/types.js", &types::answers(&protocol));
    compare("web/js/link/requests.js", &types::requests(&protocol));
}

#[test]
fn the_page_on_the_protocol_shows_every_ask() {
    let page = fs::read_to_string(root("docs/studio-protocol.md")).expect("the page can be read");
    for ask in describe_asks() {
        assert!(page.contains(&format!("`{}`", ask.name)), "`{}` is missing", ask.name);
    }
}

#[test]
fn every_message_and_field_says_what_it_is() {
    let protocol = Protocol::of_the_program();
    let requests = protocol.asks.iter().map(|ask| Type::Object(ask.request.clone()));
    for kind in protocol.groups.iter().chain(&protocol.answers).cloned().chain(requests) {
        let Type::Object(object) = kind else { continue };
        assert!(object.about.ends_with('.'), "{}: `{}`", object.name, object.about);
        for field in object.fields {
            let has_fields = name_of(&field.kind).is_some() || matches!(field.kind, Type::OrNull(_));
            assert!(!field.meaning.is_empty() || has_fields, "{}.{}", object.name, field.name);
        }
    }
}
