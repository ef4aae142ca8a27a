//! Macros that declare what the programs say. Each list of fields is written once: the struct, how it is written as
//! JSON, and its description all come from it.

/// Declares objects as structs that serde writes. A field is always there, unless one of three attributes stands before
/// it: `skip_serializing_if = "Option::is_none"`, `flatten` for the fields of another object, or `skip`. Traits beside
/// `Clone`, `Debug`, `PartialEq` and `Serialize` are derived where they are named.
macro_rules! message {
    ($($(#[doc = $about:literal])+ $(#[derive($($also:ident),+)])? pub struct $name:ident {
        $($(#[doc = $meaning:literal])* $(#[serde($how:ident $(= $test:literal)?)])? pub $field:ident: $type:ty,)*
    })+) => {$(
        $(#[doc = $about])+
        #[derive(Clone, Debug, PartialEq, serde::Serialize)]
        $(#[derive($($also),+)])?
        pub struct $name {
            $($(#[doc = $meaning])* $(#[serde($how $(= $test)?)])? pub $field: $type,)*
        }

        impl $crate::message::description::Described for $name {
            fn kind() -> $crate::message::description::Type {
                use $crate::message::description::{Field, Object, Type};
                let fields: Vec<Option<Field>> =
                    vec![$($crate::message::message!(@field $field, [$($meaning),*], $type $(, $how)?)),*];
                Type::Object(Object::new(stringify!($name), &[$($about),+], fields.into_iter().flatten().collect()))
            }
        }
    )+};
    (@field $field:ident, $meaning:tt, $type:ty, skip) => { None };
    (@field $field:ident, $meaning:tt, $type:ty $(, $how:ident)?) => {
        Some($crate::message::description::Field::of_answer(
            stringify!($field),
            &$meaning,
            <$type as $crate::message::description::Described>::kind(),
            stringify!($($how)?),
        ))
    };
}

/// Declares enumerations that are written as words: `Variant = "word"`.
macro_rules! words {
    ($($(#[doc = $about:literal])+ pub enum $name:ident {
        $($(#[doc = $meaning:literal])* $variant:ident = $word:literal),+ $(,)?
    })+) => {$(
        $(#[doc = $about])+
        #[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, serde::Serialize)]
        pub enum $name {
            $($(#[doc = $meaning])* #[serde(rename = $word)] $variant),+
        }

        impl $name {
            #[allow(dead_code, reason = "some words are only written")]
            pub const ALL: [$name; [$($name::$variant),+].len()] = [$($name::$variant),+];

            #[allow(dead_code, reason = "some words are only written")]
            pub const fn word(self) -> &'static str {
                match self {
                    $($name::$variant => $word),+
                }
            }
        }

        impl $crate::message::description::Described for $name {
            fn kind() -> $crate::message::description::Type {
                use $crate::message::description::{Type, Words, joined};
                Type::Words(Words { name: stringify!($name), about: joined(&[$($about),+]), words: vec![$($word),+] })
            }
        }
    )+};
}

/// Declares an object of answers that has other fields for each word of the field `tag`.
macro_rules! variants {
    ($(#[doc = $about:literal])+ pub enum $name:ident by $tag:literal {
        $($(#[doc = $meaning:literal])+ $variant:ident = $word:literal {
            $($(#[doc = $of_field:literal])+ $field:ident: $type:ty),+ $(,)?
        })+
    }) => {
        $(#[doc = $about])+
        #[derive(Clone, Debug, PartialEq, serde::Serialize)]
        #[serde(tag = $tag)]
        pub enum $name {
            $($(#[doc = $meaning])+ #[serde(rename = $word)] $variant { $($(#[doc = $of_field])+ $field: $type),+ }),+
        }

        impl $crate::message::description::Described for $name {
            fn kind() -> $crate::message::description::Type {
                use $crate::message::description::{Described, Field, Type, Variants, joined};
                let variants = vec![$((
                    $word,
                    joined(&[$($meaning),+]),
                    vec![$(Field::of_answer(
                        stringify!($field),
                        &[$($of_field),+],
                        <$type as Described>::kind(),
                        "",
                    )),+],
                )),+];
                let about = joined(&[$($about),+]);
                Type::Variants(Variants { name: stringify!($name), about, tag: $tag, variants })
            }
        }
    };
}

pub(crate) use {message, variants, words};
