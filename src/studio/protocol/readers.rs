//! Readers of the fields of requests, each with its bounds.

use std::fmt::Display;
use std::marker::PhantomData;
use std::ops::RangeInclusive;

use serde_json::Value;

use super::faults::Fault;
use crate::engine::options::OptionChoice;
use crate::engine::quote;
use crate::message::description::{Field, Object, Presence, Type, joined, plain};
use crate::personalities::{self, PersonalityInfo};
use crate::studio::message::{Fields, MOST_WORD};

/// Reads the value of a field. `None` where it is absent.
pub trait Reader {
    type Value;

    /// # Errors
    /// With the field, and what is expected of it.
    fn read(&self, fields: &Fields, name: &str) -> Result<Option<Self::Value>, Fault>;

    fn kind(&self) -> Type;

    /// A default as a table shows it.
    fn show(&self, value: &Self::Value) -> String;
}

/// Reads the value of a field that has one where it is absent, too: a list or an object without entries.
pub trait Complete {
    type Value;

    /// # Errors
    /// With the field, and what is expected of it.
    fn read(&self, fields: &Fields, name: &str) -> Result<Self::Value, Fault>;

    fn kind(&self) -> Type;
}

/// The fields of a request or of an object in it.
pub trait Group: Sized {
    /// # Errors
    /// With the first field that does not fit.
    fn read(fields: &Fields) -> Result<Self, Fault>;

    fn object() -> Object;
}

/// A text of so many bytes at most.
pub struct Text(pub usize);

impl Reader for Text {
    type Value = String;

    fn read(&self, fields: &Fields, name: &str) -> Result<Option<String>, Fault> {
        Ok(fields.text(name, self.0)?.map(str::to_owned))
    }

    fn kind(&self) -> Type {
        Type::Text(Some(self.0))
    }

    fn show(&self, value: &String) -> String {
        format!("`\"{value}\"`")
    }
}

pub struct Boolean;

impl Reader for Boolean {
    type Value = bool;

    fn read(&self, fields: &Fields, name: &str) -> Result<Option<bool>, Fault> {
        fields.boolean(name)
    }

    fn kind(&self) -> Type {
        Type::Boolean
    }

    fn show(&self, value: &bool) -> String {
        value.to_string()
    }
}

/// A whole number of a type that may be narrower than JSON's.
pub trait Count: Copy + Display {
    fn to_count(self) -> u64;

    /// A number within a range of this type.
    fn of_count(count: u64) -> Self;
}

macro_rules! counts {
    ($($type:ty),+) => {
        $(impl Count for $type {
            fn to_count(self) -> u64 {
                self as u64
            }

            fn of_count(count: u64) -> $type {
                count as $type
            }
        })+
    };
}

counts!(u8, u16, u32, u64, usize);

/// A whole number of a range.
pub struct Whole<T>(pub RangeInclusive<T>);

impl<T: Count> Whole<T> {
    fn bounds(&self) -> [u64; 2] {
        [self.0.start().to_count(), self.0.end().to_count()]
    }
}

impl<T: Count> Reader for Whole<T> {
    type Value = T;

    fn read(&self, fields: &Fields, name: &str) -> Result<Option<T>, Fault> {
        let [first, last] = self.bounds();
        Ok(fields.whole(name, first..=last)?.map(T::of_count))
    }

    fn kind(&self) -> Type {
        Type::Whole(Some(self.bounds()))
    }

    fn show(&self, value: &T) -> String {
        value.to_string()
    }
}

/// A number of a range.
pub struct Number(pub RangeInclusive<f64>);

impl Reader for Number {
    type Value = f64;

    fn read(&self, fields: &Fields, name: &str) -> Result<Option<f64>, Fault> {
        fields.number(name, self.0.clone())
    }

    fn kind(&self) -> Type {
        Type::Number(Some([*self.0.start(), *self.0.end()]))
    }

    fn show(&self, value: &f64) -> String {
        value.to_string()
    }
}

/// One of some words, each with what it means.
pub struct Choice<T: 'static>(pub &'static [(&'static str, T)]);

impl<T: Copy + PartialEq> Reader for Choice<T> {
    type Value = T;

    fn read(&self, fields: &Fields, name: &str) -> Result<Option<T>, Fault> {
        fields.choice(name, self.0)
    }

    fn kind(&self) -> Type {
        Type::Choice(self.0.iter().map(|(word, _)| *word).collect())
    }

    fn show(&self, value: &T) -> String {
        let word = self.0.iter().find(|(_, known)| known == value).map(|(word, _)| *word);
        word.map_or_else(String::new, |word| format!("`\"{word}\"`"))
    }
}

/// One of the choices of a combo option.
pub struct OptionName<T>(pub PhantomData<T>);

impl<T: OptionChoice> OptionName<T> {
    fn choices() -> impl Iterator<Item = (&'static str, T)> {
        T::NAMES.iter().copied().zip(T::ALL.iter().copied())
    }
}

impl<T: OptionChoice> Reader for OptionName<T> {
    type Value = T;

    fn read(&self, fields: &Fields, name: &str) -> Result<Option<T>, Fault> {
        fields.choice(name, &OptionName::choices().collect::<Vec<_>>())
    }

    fn kind(&self) -> Type {
        Type::Choice(T::NAMES.to_vec())
    }

    fn show(&self, value: &T) -> String {
        let word = OptionName::<T>::choices().find(|(_, known)| known == value).map(|(word, _)| word);
        word.map_or_else(String::new, |word| format!("`\"{word}\"`"))
    }
}

/// A list of words: moves, as a rule.
pub struct WordList;

impl Complete for WordList {
    type Value = Vec<String>;

    fn read(&self, fields: &Fields, name: &str) -> Result<Vec<String>, Fault> {
        Ok(fields.words(name)?.into_iter().map(str::to_owned).collect())
    }

    fn kind(&self) -> Type {
        Type::List { of: Box::new(Type::Text(Some(MOST_WORD))), length: None }
    }
}

/// Five values of one kind: what they are called, how one is read, and its type.
pub struct Five<T> {
    name: &'static str,
    read: fn(&Value) -> Option<T>,
    kind: Type,
}

pub const FIVE_BOOLEANS: Five<bool> = Five { name: "booleans", read: Value::as_bool, kind: Type::Boolean };
pub const FIVE_NUMBERS: Five<f64> = Five { name: "numbers", read: Value::as_f64, kind: Type::Number(None) };
/// Pieces of a kind that a side may have, promoted ones with them.
pub const FIVE_COUNTS: Five<u8> = Five {
    name: "numbers from 0 to 10",
    read: |value| value.as_u64().filter(|count| *count <= 10).map(|count| count as u8),
    kind: Type::Whole(Some([0, 10])),
};

impl<T: Copy + Display> Reader for Five<T> {
    type Value = [T; 5];

    fn read(&self, fields: &Fields, name: &str) -> Result<Option<[T; 5]>, Fault> {
        fields.five(name, self.name, self.read)
    }

    fn kind(&self) -> Type {
        Type::List { of: Box::new(self.kind.clone()), length: Some(5) }
    }

    fn show(&self, value: &[T; 5]) -> String {
        value.each_ref().map(ToString::to_string).join(", ")
    }
}

/// The fields of an object in the request; all of them are left out where it is absent.
pub struct Nested<T>(pub PhantomData<T>);

impl<T: Group> Complete for Nested<T> {
    type Value = T;

    fn read(&self, fields: &Fields, name: &str) -> Result<T, Fault> {
        T::read(&fields.object(name)?)
    }

    fn kind(&self) -> Type {
        Type::Object(T::object())
    }
}

/// The same, where a fault is not told before the fields of the request have been looked at together.
pub struct Deferred<T>(pub PhantomData<T>);

impl<T: Group> Complete for Deferred<T> {
    type Value = Result<T, Fault>;

    fn read(&self, fields: &Fields, name: &str) -> Result<Result<T, Fault>, Fault> {
        Ok(fields.object(name).and_then(|object| T::read(&object)))
    }

    fn kind(&self) -> Type {
        Type::Object(T::object())
    }
}

/// A list of objects.
pub struct NestedList<T>(pub PhantomData<T>);

impl<T: Group> Complete for NestedList<T> {
    type Value = Vec<T>;

    fn read(&self, fields: &Fields, name: &str) -> Result<Vec<T>, Fault> {
        fields.objects(name)?.iter().map(T::read).collect()
    }

    fn kind(&self) -> Type {
        Type::List { of: Box::new(Type::Object(T::object())), length: None }
    }
}

/// An object whose fields may have any names; what answers the request checks names and values.
pub struct Entries {
    /// The type of the names.
    pub keys: Type,
    pub values: Type,
}

impl Complete for Entries {
    type Value = Fields;

    fn read(&self, fields: &Fields, name: &str) -> Result<Fields, Fault> {
        fields.object(name)
    }

    fn kind(&self) -> Type {
        Type::Map { keys: Box::new(self.keys.clone()), values: Box::new(self.values.clone()) }
    }
}

/// The name of a player.
pub struct PlayerName;

impl Reader for PlayerName {
    type Value = &'static PersonalityInfo;

    fn read(&self, fields: &Fields, name: &str) -> Result<Option<&'static PersonalityInfo>, Fault> {
        let Some(given) = fields.text(name, MOST_WORD)? else { return Ok(None) };
        let info = personalities::find(given);
        let unknown = || Fault::of_field(&fields.path(name), format!("no player is called `{}`", quote(given)));
        info.map(Some).ok_or_else(unknown)
    }

    fn kind(&self) -> Type {
        Type::Text(Some(MOST_WORD))
    }

    fn show(&self, value: &&'static PersonalityInfo) -> String {
        format!("`\"{}\"`", value.name)
    }
}

/// The `T` of an `Option<T>`.
pub trait OptionOf {
    type Inner;
}

impl<T> OptionOf for Option<T> {
    type Inner = T;
}

/// The description of a field that may be left out.
pub fn optional<T: OptionOf, R: Reader<Value = T::Inner>>(
    name: &'static str,
    meaning: &[&str],
    reader: &R,
    usual: Option<&str>,
) -> Field {
    let default = usual.map(str::to_owned);
    Field { name: plain(name), kind: reader.kind(), presence: Presence::Maybe, meaning: joined(meaning), default }
}

/// The description of a field that has a default.
pub fn with_default<T, R: Reader<Value = T>>(name: &'static str, meaning: &[&str], reader: &R, default: &T) -> Field {
    let default = Some(reader.show(default)).filter(|shown| !shown.is_empty());
    Field { name: plain(name), kind: reader.kind(), presence: Presence::Maybe, meaning: joined(meaning), default }
}

/// The description of a field that is as good as empty where it is left out.
pub fn complete<T, R: Complete<Value = T>>(name: &'static str, meaning: &[&str], reader: &R) -> Field {
    let presence = Presence::Maybe;
    Field { name: plain(name), kind: reader.kind(), presence, meaning: joined(meaning), default: None }
}

/// The description of a field that has to be there.
pub fn needed<T, R: Reader<Value = T>>(name: &'static str, meaning: &[&str], reader: &R) -> Field {
    let presence = Presence::Always;
    Field { name: plain(name), kind: reader.kind(), presence, meaning: joined(meaning), default: None }
}

/// The description of the fields of a group.
pub fn of_group<T: Group>(name: &'static str) -> Field {
    let (kind, presence) = (Type::Object(T::object()), Presence::Flat);
    Field { name: plain(name), kind, presence, meaning: String::new(), default: None }
}
