//! Descriptions of messages, as data: the types of the page are written from them.

use std::collections::BTreeMap;

/// An object with its fields: a message, or a part of one.
#[derive(Clone, Debug, PartialEq)]
pub struct Object {
    pub name: &'static str,
    /// A description in sentences.
    pub about: String,
    pub fields: Vec<Field>,
}

#[derive(Clone, Debug, PartialEq)]
pub struct Field {
    pub name: &'static str,
    pub kind: Type,
    pub presence: Presence,
    pub meaning: String,
    /// The value where a field of a request is left out, as a table shows it.
    pub default: Option<String>,
}

/// The presence of a field.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Presence {
    Always,
    /// It may be left out.
    Maybe,
    /// The fields of its object stand in its place. Where that object may be null, they may be left out together.
    Flat,
}

/// The type of a field.
#[derive(Clone, Debug, PartialEq)]
pub enum Type {
    Boolean,
    /// A whole number, within a range where a request holds it.
    Whole(Option<[u64; 2]>),
    Number(Option<[f64; 2]>),
    /// A text, of so many bytes at most where a request holds it.
    Text(Option<usize>),
    /// One of several words.
    Choice(Vec<&'static str>),
    /// One of several words that have a name together.
    Words(Words),
    List {
        of: Box<Type>,
        length: Option<usize>,
    },
    /// An object whose fields have names of any kind.
    Map {
        keys: Box<Type>,
        values: Box<Type>,
    },
    OrNull(Box<Type>),
    Object(Object),
    Variants(Variants),
    /// A value of any of these types.
    Any(Vec<Type>),
    /// There is no such message.
    Never,
}

/// Words that have a name together.
#[derive(Clone, Debug, PartialEq)]
pub struct Words {
    pub name: &'static str,
    pub about: String,
    pub words: Vec<&'static str>,
}

/// An object that has other fields for each word of one of them.
#[derive(Clone, Debug, PartialEq)]
pub struct Variants {
    pub name: &'static str,
    pub about: String,
    /// The field that holds the word.
    pub tag: &'static str,
    /// The word of each variant, what it is, and its further fields.
    pub variants: Vec<(&'static str, String, Vec<Field>)>,
}

/// A Rust type that messages hold.
pub trait Described {
    fn kind() -> Type;
}

impl Object {
    /// The lines of doc comments as one text.
    pub fn new(name: &'static str, about: &[&str], fields: Vec<Field>) -> Object {
        Object { name, about: joined(about), fields }
    }
}

impl Field {
    /// A field of an answer; `attribute` is the one with which serde writes it.
    pub fn of_answer(name: &'static str, meaning: &[&str], kind: Type, attribute: &str) -> Field {
        let (presence, kind) = match (attribute, kind) {
            ("flatten", kind) => (Presence::Flat, kind),
            ("skip_serializing_if", Type::OrNull(kind)) => (Presence::Maybe, *kind),
            (_, kind) => (Presence::Always, kind),
        };
        Field { name: plain(name), kind, presence, meaning: joined(meaning), default: None }
    }
}

/// The lines of doc comments as one text.
pub fn joined(lines: &[&str]) -> String {
    lines.iter().map(|line| line.trim()).collect::<Vec<_>>().join(" ")
}

/// A name without the mark of Rust's keywords.
pub fn plain(name: &'static str) -> &'static str {
    name.strip_prefix("r#").unwrap_or(name)
}

macro_rules! describe {
    ($($kind:expr => $($type:ty),+;)+) => {
        $($(impl Described for $type {
            fn kind() -> Type {
                $kind
            }
        })+)+
    };
}

describe! {
    Type::Boolean => bool;
    Type::Whole(None) => i32, i64, u8, u16, u32, u64, usize;
    Type::Number(None) => f32, f64;
    Type::Text(None) => String, &'static str;
}

impl<T: Described> Described for Option<T> {
    fn kind() -> Type {
        Type::OrNull(Box::new(T::kind()))
    }
}

impl<T: Described> Described for Box<T> {
    fn kind() -> Type {
        T::kind()
    }
}

impl<T: Described> Described for Vec<T> {
    fn kind() -> Type {
        Type::List { of: Box::new(T::kind()), length: None }
    }
}

impl<T: Described> Described for &'static [T] {
    fn kind() -> Type {
        Type::List { of: Box::new(T::kind()), length: None }
    }
}

impl<T: Described, const N: usize> Described for [T; N] {
    fn kind() -> Type {
        Type::List { of: Box::new(T::kind()), length: Some(N) }
    }
}

impl<K: Described, V: Described> Described for BTreeMap<K, V> {
    fn kind() -> Type {
        Type::Map { keys: Box::new(K::kind()), values: Box::new(V::kind()) }
    }
}
