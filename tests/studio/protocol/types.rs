//! JSDoc types of messages.

use motley::message::description::{Field, Object, Presence, Type};

use super::Protocol;

const COLUMNS: usize = 120;

const ORIGIN: &str = "Written by `UPDATE_DOCS=1 cargo test --release --test studio protocol`.";

/// `web/js/link/types.js`.
pub fn answers(protocol: &Protocol) -> String {
    let mut text = format!("/**\n * The answers of docs/studio-protocol.md.\n * {ORIGIN}\n *\n");
    protocol.answers.iter().for_each(|kind| text += &typedef(kind));
    let last = protocol.asks.iter().map(|ask| format!("'{}': {}", ask.name, js(&ask.done)));
    text += &aliases("Answers", "The last answer to each ask.", last);
    let reports = protocol.asks.iter().filter(|ask| ask.info.is_some() || ask.progress.is_some());
    let reports = reports.map(|ask| {
        let kind = |kind: &Option<Type>| kind.as_ref().map_or("never".to_owned(), js);
        format!("'{}': {{ info: {}, progress: {} }}", ask.name, kind(&ask.info), kind(&ask.progress))
    });
    text += &aliases("Reports", "What comes before the last answer.", reports);
    text + " */\n\nexport {};\n"
}

/// `web/js/link/requests.js`.
pub fn requests(protocol: &Protocol) -> String {
    let mut text = format!("/**\n * The requests of docs/studio-protocol.md.\n * {ORIGIN}\n *\n");
    protocol.groups.iter().for_each(|kind| text += &request_typedef(kind));
    for ask in &protocol.asks {
        text += &request_typedef(&Type::Object(ask.request.clone()));
    }
    let all = protocol.asks.iter().map(|ask| format!("'{}': {}", ask.name, ask.request.name));
    text += &aliases("Requests", "The fields of each ask.", all);
    text + " */\n\nexport {};\n"
}

/// A type whose fields are named by asks.
fn aliases(name: &str, about: &str, entries: impl Iterator<Item = String>) -> String {
    let entries: Vec<String> = entries.collect();
    wrapped(&format!("@typedef {{{{ {} }}}} {name} {about}", entries.join(", ")))
}

/// The definition of a named type.
fn typedef(kind: &Type) -> String {
    match kind {
        Type::Words(words) => wrapped(&format!("@typedef {{{}}} {} {}", one_of(&words.words), words.name, words.about)),
        Type::Variants(variants) => {
            let variant = |(word, _, fields): &(&str, String, Vec<Field>)| {
                let fields: Vec<String> = fields.iter().map(|field| member(field, &js(&field.kind))).collect();
                format!("{{ {}: '{word}', {} }}", variants.tag, fields.join(", "))
            };
            let all: Vec<String> = variants.variants.iter().map(variant).collect();
            wrapped(&format!("@typedef {{{}}} {} {}", all.join(" | "), variants.name, variants.about))
        }
        Type::Object(object) => object_typedef(object, |field| js(&field.kind)),
        _ => String::new(),
    }
}

/// The definition of a type of requests: what may be left out may be null.
fn request_typedef(kind: &Type) -> String {
    let Type::Object(object) = kind else { return typedef(kind) };
    object_typedef(object, |field| match field.presence {
        Presence::Maybe => format!("{} | null", js(&field.kind)),
        _ => js(&field.kind),
    })
}

fn object_typedef(object: &Object, kind: impl Fn(&Field) -> String) -> String {
    let Object { name, about, fields } = object;
    if fields.is_empty() {
        return wrapped(&format!("@typedef {{{{}}}} {name} {about}"));
    }
    let (flat, own): (Vec<&Field>, Vec<&Field>) = fields.iter().partition(|field| field.presence == Presence::Flat);
    if flat.is_empty() {
        let property = |field: &&Field| {
            let name = if field.presence == Presence::Maybe { format!("[{}]", field.name) } else { field.name.into() };
            wrapped(&format!("@property {{{}}} {name} {}", kind(field), explained(field)))
        };
        return wrapped(&format!("@typedef {{object}} {name} {about}")) + &own.iter().map(property).collect::<String>();
    }
    let mut parts: Vec<String> = flat.iter().map(|field| part(&field.kind)).collect();
    if !own.is_empty() {
        let members: Vec<String> = own.iter().map(|field| member(field, &kind(field))).collect();
        parts.push(format!("{{ {} }}", members.join(", ")));
    }
    wrapped(&format!("@typedef {{{}}} {name} {about}", parts.join(" & ")))
}

/// An object whose fields stand among those of another.
fn part(kind: &Type) -> String {
    match kind {
        Type::OrNull(kind) => format!("Partial<{}>", js(kind)),
        kind => js(kind),
    }
}

fn member(field: &Field, kind: &str) -> String {
    let mark = if field.presence == Presence::Maybe { "?" } else { "" };
    format!("{}{mark}: {kind}", field.name)
}

fn js(kind: &Type) -> String {
    match kind {
        Type::Boolean => "boolean".to_owned(),
        Type::Whole(_) | Type::Number(_) => "number".to_owned(),
        Type::Text(_) => "string".to_owned(),
        Type::Choice(words) => one_of(words),
        Type::Words(words) => words.name.to_owned(),
        Type::List { of, .. } => match js(of) {
            of if of.contains(' ') => format!("({of})[]"),
            of => format!("{of}[]"),
        },
        Type::Map { keys, values } => format!("Record<{}, {}>", js(keys), js(values)),
        Type::OrNull(kind) => format!("{} | null", js(kind)),
        Type::Object(object) => object.name.to_owned(),
        Type::Variants(variants) => variants.name.to_owned(),
        Type::Any(kinds) => kinds.iter().map(js).collect::<Vec<_>>().join(" | "),
        Type::Never => "never".to_owned(),
    }
}

fn one_of(words: &[&str]) -> String {
    words.iter().map(|word| format!("'{word}'")).collect::<Vec<_>>().join(" | ")
}

/// The meaning of a field as a sentence, and for a field of a request its bounds and default.
fn explained(field: &Field) -> String {
    let mut letters = field.meaning.trim_end_matches('.').chars();
    let meaning =
        letters.next().map_or_else(String::new, |first| format!("{}{}.", first.to_uppercase(), letters.as_str()));
    let default = field.default.as_ref().map(|default| format!("if left out: {default}"));
    let notes: Vec<String> = bounds(&field.kind).into_iter().chain(default).collect();
    if notes.is_empty() { meaning } else { format!("{meaning} ({})", notes.join("; ")) }
}

fn bounds(kind: &Type) -> Option<String> {
    match kind {
        Type::Whole(Some([0, u64::MAX])) => None,
        Type::Whole(Some([first, u64::MAX])) => Some(format!("from {first}")),
        Type::Whole(Some([first, last])) => Some(format!("{first} to {last}")),
        Type::Number(Some([first, last])) => Some(format!("{first} to {last}")),
        Type::Text(Some(most)) => Some(format!("at most {most} bytes")),
        Type::List { of, .. } => Some(format!("each {}", bounds(of)?)),
        Type::Map { values, .. } => Some(format!("each {}", bounds(values)?)),
        Type::Any(kinds) => kinds.iter().find_map(bounds),
        _ => None,
    }
}

/// Lines of a comment, broken at spaces.
fn wrapped(text: &str) -> String {
    let (mut lines, mut line) = (String::new(), " *".to_owned());
    for word in text.split(' ').filter(|word| !word.is_empty()) {
        if line.chars().count() + 1 + word.chars().count() > COLUMNS {
            lines += &format!("{line}\n");
            line = " *  ".to_owned();
        }
        line += &format!(" {word}");
    }
    format!("{lines}{line}\n")
}
