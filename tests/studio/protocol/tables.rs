//! The tables of docs/studio-protocol.md. They stand between `<!-- protocol NAMES -->` and `<!-- /protocol -->`: an ask
//! with the types that its messages hold, a type, or `bounds` for those of texts.

use std::collections::BTreeMap;

use motley::studio::description::{AskDescription, Field, Object, Presence, Type};

use super::{Protocol, collect, name_of};

const BEGIN: &str = "<!-- protocol ";
const END: &str = "<!-- /protocol -->";

/// The page with its tables written anew.
///
/// # Panics
/// Where the page has no place for an ask or a type, or two.
pub fn with_tables(page: &str, protocol: &Protocol) -> String {
    let blocks: Vec<&str> = page.split(BEGIN).skip(1).filter_map(|rest| rest.split_once(" -->")).map(|b| b.0).collect();
    let mut placed: Vec<&str> = blocks.iter().flat_map(|names| names.split(' ')).collect();
    for ask in &protocol.asks {
        let places = placed.iter().filter(|name| **name == ask.name).count();
        assert_eq!(places, 1, "docs/studio-protocol.md has {places} places for `{}`", ask.name);
    }
    let mut parts = page.split(BEGIN);
    let mut text = parts.next().unwrap_or_default().to_owned();
    for part in parts {
        let (names, rest) = part.split_once(" -->").expect("a marker ends");
        let (_, after) = rest.split_once(END).expect("a block of tables ends");
        let tables: Vec<String> = names.split(' ').flat_map(|name| tables(name, protocol, &mut placed)).collect();
        text += &format!("{BEGIN}{names} -->\n\n{}\n{END}{after}", tables.join("\n"));
    }
    for name in protocol.groups.iter().chain(&protocol.answers).filter_map(name_of) {
        assert!(placed.contains(&name), "docs/studio-protocol.md has no place for `{name}`");
    }
    text
}

/// What stands under a name. The types that an ask holds are added to those that have their place.
fn tables<'a>(name: &str, protocol: &'a Protocol, placed: &mut Vec<&'a str>) -> Vec<String> {
    if name == "bounds" {
        return vec![bounds(protocol)];
    }
    let Some(ask) = protocol.asks.iter().find(|ask| ask.name == name) else {
        let kind = protocol.named(name).unwrap_or_else(|| panic!("nothing is called `{name}`"));
        return vec![type_table(kind, protocol.groups.contains(kind))];
    };
    let mut tables = vec![request(ask)];
    let (mut groups, mut answers) = (Vec::new(), Vec::new());
    ask.request.fields.iter().for_each(|field| collect(&field.kind, &mut groups));
    let kinds = [ask.info.as_ref(), ask.progress.as_ref(), Some(&ask.done)];
    kinds.into_iter().flatten().for_each(|kind| collect(kind, &mut answers));
    for (kind, is_request) in groups.iter().map(|kind| (kind, true)).chain(answers.iter().map(|kind| (kind, false))) {
        let name = name_of(kind).expect("only types with names are collected");
        if !placed.contains(&name) {
            placed.push(name);
            tables.push(type_table(kind, is_request));
        }
    }
    tables
}

/// The request of an ask, and what it is answered with.
fn request(ask: &AskDescription) -> String {
    let answers = [("info", ask.info.as_ref()), ("progress", ask.progress.as_ref()), ("done", Some(&ask.done))];
    let answers = answers.into_iter().filter_map(|(kind, body)| Some(format!("`{kind}` holds `{}`", name_of(body?)?)));
    let answers = answers.collect::<Vec<_>>().join(", ");
    let table = if ask.request.fields.is_empty() { String::new() } else { request_table(&ask.request) };
    format!("`{}`: {} {answers}.\n{table}", ask.name, ask.request.about)
}

fn request_table(object: &Object) -> String {
    let row = |field: &Field| {
        let kind = words(&field.kind, false);
        match (field.presence, &field.default) {
            (Presence::Flat, _) => format!("| … | {kind} | | its fields |\n"),
            (Presence::Always, _) => format!("| `{}` | {kind} | needed | {} |\n", field.name, field.meaning),
            (Presence::Maybe, default) => {
                let default = default.as_deref().map_or_else(|| absent(&field.kind), str::to_owned);
                format!("| `{}` | {kind} | {default} | {} |\n", field.name, field.meaning)
            }
        }
    };
    let rows: String = object.fields.iter().map(row).collect();
    format!("\n| field | type | default | what it is |\n|---|---|---|---|\n{rows}")
}

/// What a field that was left out is.
fn absent(kind: &Type) -> String {
    match kind {
        Type::Object(_) => "no fields",
        _ => "none",
    }
    .to_owned()
}

fn type_table(kind: &Type, is_request: bool) -> String {
    match kind {
        Type::Object(object) if object.fields.is_empty() => format!("`{}`: {}\n", object.name, object.about),
        Type::Object(object) if is_request => format!("`{}`: {}\n{}", object.name, object.about, request_table(object)),
        Type::Object(object) => {
            let rows: String = object.fields.iter().map(answer_row).collect();
            let heading = "| field | type | what it is |\n|---|---|---|\n";
            format!("`{}`: {}\n\n{heading}{rows}", object.name, object.about)
        }
        Type::Words(all) => format!("`{}`: {} {}.\n", all.name, all.about, quoted(&all.words)),
        Type::Variants(variants) => {
            let row = |(word, about, fields): &(&str, String, Vec<Field>)| {
                let field = |field: &Field| format!("`{}`: {}", field.name, words(&field.kind, false));
                let fields: Vec<String> = fields.iter().map(field).collect();
                format!("| `\"{word}\"` | {} | {about} |\n", fields.join("; "))
            };
            let rows: String = variants.variants.iter().map(row).collect();
            let heading = format!("| `{}` | further fields | what it is |\n|---|---|---|\n", variants.tag);
            format!("`{}`: {}\n\n{heading}{rows}", variants.name, variants.about)
        }
        _ => String::new(),
    }
}

fn answer_row(field: &Field) -> String {
    let kind = words(&field.kind, false);
    match (field.presence, &field.kind) {
        (Presence::Flat, Type::OrNull(kind)) => format!("| … | {} | its fields, or none |\n", words(kind, false)),
        (Presence::Flat, _) => format!("| … | {kind} | its fields |\n"),
        (Presence::Always, _) => format!("| `{}` | {kind} | {} |\n", field.name, field.meaning),
        (Presence::Maybe, _) => format!("| `{}` (optional) | {kind} | {} |\n", field.name, field.meaning),
    }
}

/// A type as a reader would call it.
fn words(kind: &Type, are_many: bool) -> String {
    let many = |one: &str| if are_many { format!("{one}s") } else { one.to_owned() };
    match kind {
        Type::Boolean => many("boolean"),
        Type::Whole(None | Some([0, u64::MAX])) => many("whole number"),
        Type::Whole(Some([first, u64::MAX])) => format!("{} from {first}", many("whole number")),
        Type::Whole(Some([first, last])) => format!("{} to {}", grouped(*first), grouped(*last)),
        Type::Number(None) => many("number"),
        Type::Number(Some([first, last])) => format!("{}, {} to {}", many("number"), rounded(*first), rounded(*last)),
        Type::Text(_) => many("text"),
        Type::Choice(choices) => quoted(choices),
        Type::Words(all) => format!("`{}`", all.name),
        Type::List { of, length: Some(length) } => format!("{length} {}", words(of, true)),
        Type::List { of, length: None } => format!("{} of {}", many("list"), words(of, true)),
        Type::Map { values, .. } => format!("{} of {}", many("object"), words(values, true)),
        Type::OrNull(kind) => format!("{} or null", words(kind, are_many)),
        Type::Object(object) => format!("`{}`", object.name),
        Type::Variants(variants) => format!("`{}`", variants.name),
        Type::Any(kinds) => kinds.iter().map(|kind| words(kind, are_many)).collect::<Vec<_>>().join(" or "),
        Type::Never => String::new(),
    }
}

fn quoted(words: &[&str]) -> String {
    words.iter().map(|word| format!("`\"{word}\"`")).collect::<Vec<_>>().join(", ")
}

/// A number with commas between thousands.
fn grouped(number: u64) -> String {
    let digits = number.to_string();
    let groups: Vec<&str> = digits.as_bytes().rchunks(3).rev().filter_map(|group| str::from_utf8(group).ok()).collect();
    groups.join(",")
}

/// A whole number with its sign.
fn rounded(number: f64) -> String {
    let sign = if number < 0.0 { "-" } else { "" };
    format!("{sign}{}", grouped(number.abs() as u64))
}

/// How long the texts of requests may be.
fn bounds(protocol: &Protocol) -> String {
    let mut found: BTreeMap<usize, Vec<(String, &str)>> = BTreeMap::new();
    let groups = protocol.groups.iter().filter_map(|kind| match kind {
        Type::Object(object) => Some((object.name, object)),
        _ => None,
    });
    for (of, object) in protocol.asks.iter().map(|ask| (ask.name, &ask.request)).chain(groups) {
        for field in &object.fields {
            let mut add = |what: String, kind: &Type| {
                if let Type::Text(Some(most)) = kind {
                    found.entry(*most).or_default().push((what, of));
                }
            };
            let name = field.name;
            match &field.kind {
                Type::List { of, .. } => add(format!("an entry of `{name}`"), of),
                Type::Map { keys, values } => {
                    add(format!("a name in `{name}`"), keys);
                    match &**values {
                        Type::Any(kinds) => kinds.iter().for_each(|kind| add(format!("a value in `{name}`"), kind)),
                        kind => add(format!("a value in `{name}`"), kind),
                    }
                }
                kind => add(format!("`{name}`"), kind),
            }
        }
    }
    let row = |(most, texts): (&usize, &Vec<(String, &str)>)| {
        let text = |(what, of): &(String, &str)| format!("{what} of `{of}`");
        format!("| {} | {} |\n", texts.iter().map(text).collect::<Vec<_>>().join(", "), grouped(*most as u64))
    };
    let rows: String = found.iter().map(row).collect();
    format!("| text | at most |\n|---|---|\n{rows}")
}
