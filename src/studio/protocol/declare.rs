//! Macros that make the types of messages. Each list of fields is written once: the struct, how it is read or written,
//! and its description all come from it.

/// Declares objects of answers as structs that serde writes. A field is always there, unless one of two attributes
/// stands before it: `skip_serializing_if = "Option::is_none"`, or `flatten` for the fields of another object. A doc
/// comment says in the tables what a field is.
macro_rules! message {
    ($($(#[doc = $about:literal])+ pub struct $name:ident {
        $($(#[doc = $meaning:literal])* $(#[serde($how:ident $(= $test:literal)?)])? pub $field:ident: $type:ty,)*
    })+) => {$(
        $(#[doc = $about])+
        #[derive(Clone, Debug, PartialEq, serde::Serialize)]
        pub struct $name {
            $($(#[doc = $meaning])* $(#[serde($how $(= $test)?)])? pub $field: $type,)*
        }

        impl $crate::studio::protocol::description::Described for $name {
            fn kind() -> $crate::studio::protocol::description::Type {
                use $crate::studio::protocol::description::{Object, Type};
                let fields = vec![$($crate::studio::protocol::description::Field::of_answer(
                    stringify!($field),
                    &[$($meaning),*],
                    <$type as $crate::studio::protocol::description::Described>::kind(),
                    stringify!($($how)?),
                )),*];
                Type::Object(Object::new(stringify!($name), &[$($about),+], fields))
            }
        }
    )+};
}

/// Declares enumerations that messages hold as words: `Variant = "word"`.
macro_rules! words {
    ($($(#[doc = $about:literal])+ pub enum $name:ident { $($variant:ident = $word:literal),+ $(,)? })+) => {$(
        $(#[doc = $about])+
        #[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, serde::Serialize)]
        pub enum $name {
            $(#[serde(rename = $word)] $variant),+
        }

        impl $crate::studio::protocol::description::Described for $name {
            fn kind() -> $crate::studio::protocol::description::Type {
                use $crate::studio::protocol::description::{Type, Words, joined};
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

        impl $crate::studio::protocol::description::Described for $name {
            fn kind() -> $crate::studio::protocol::description::Type {
                use $crate::studio::protocol::description::{Described, Field, Type, Variants, joined};
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

/// Declares requests, and groups of fields that requests share. A field has a reader, which knows its bounds:
///
/// - `field: Option<T> = reader;` may be left out;
/// - `field: Option<T> = reader, usual("what counts then");` says so in the table;
/// - `field: T = reader, or(value);` has a default;
/// - `field: T = reader, complete;` is read by a [`Complete`](super::readers::Complete) reader;
/// - `field: T = reader, needed;` has to be there;
/// - `field: T;` stands for the fields of the group `T`.
macro_rules! request {
    ($($(#[doc = $about:literal])+ pub struct $name:ident {
        $($(#[doc = $meaning:literal])* pub $field:ident: $type:ty
            $(= $reader:expr $(, $how:ident $(($value:expr))?)?)?;)*
    })+) => {$(
        $(#[doc = $about])+
        #[derive(Clone, Debug)]
        pub struct $name {
            $($(#[doc = $meaning])* pub $field: $type,)*
        }

        impl $crate::studio::protocol::readers::Group for $name {
            #[allow(unused_variables, reason = "some requests have no fields")]
            fn read(
                fields: &$crate::studio::message::Fields,
            ) -> Result<$name, $crate::studio::protocol::faults::Fault> {
                Ok($name {
                    $($field: request!(@read fields $field $type $(= $reader $(, $how $(($value))?)?)?),)*
                })
            }

            fn object() -> $crate::studio::protocol::description::Object {
                let fields = vec![$(
                    request!(@describe $field $type, [$($meaning),*] $(= $reader $(, $how $(($value))?)?)?),
                )*];
                $crate::studio::protocol::description::Object::new(stringify!($name), &[$($about),+], fields)
            }
        }
    )+};
    (@read $fields:ident $field:ident $type:ty) => {
        <$type as $crate::studio::protocol::readers::Group>::read($fields)?
    };
    (@read $fields:ident $field:ident $type:ty = $reader:expr $(, usual($usual:expr))?) => {
        $crate::studio::protocol::readers::Reader::read(
            &$reader,
            $fields,
            $crate::studio::protocol::description::plain(stringify!($field)),
        )?
    };
    (@read $fields:ident $field:ident $type:ty = $reader:expr, or($default:expr)) => {
        request!(@read $fields $field $type = $reader).unwrap_or($default)
    };
    (@read $fields:ident $field:ident $type:ty = $reader:expr, complete) => {
        $crate::studio::protocol::readers::Complete::read(
            &$reader,
            $fields,
            $crate::studio::protocol::description::plain(stringify!($field)),
        )?
    };
    (@read $fields:ident $field:ident $type:ty = $reader:expr, needed) => {
        request!(@read $fields $field $type = $reader)
            .ok_or_else(|| $fields.missing($crate::studio::protocol::description::plain(stringify!($field))))?
    };
    (@describe $field:ident $type:ty, [$($meaning:literal),*]) => {
        $crate::studio::protocol::readers::of_group::<$type>(stringify!($field))
    };
    (@describe $field:ident $type:ty, $meaning:tt = $reader:expr) => {
        $crate::studio::protocol::readers::optional::<$type, _>(stringify!($field), &$meaning, &$reader, None)
    };
    (@describe $field:ident $type:ty, $meaning:tt = $reader:expr, usual($usual:expr)) => {
        $crate::studio::protocol::readers::optional::<$type, _>(stringify!($field), &$meaning, &$reader, Some($usual))
    };
    (@describe $field:ident $type:ty, $meaning:tt = $reader:expr, or($default:expr)) => {
        $crate::studio::protocol::readers::with_default::<$type, _>(stringify!($field), &$meaning, &$reader, &$default)
    };
    (@describe $field:ident $type:ty, $meaning:tt = $reader:expr, complete) => {
        $crate::studio::protocol::readers::complete::<$type, _>(stringify!($field), &$meaning, &$reader)
    };
    (@describe $field:ident $type:ty, $meaning:tt = $reader:expr, needed) => {
        $crate::studio::protocol::readers::needed::<$type, _>(stringify!($field), &$meaning, &$reader)
    };
}

/// Gives every request its name and its answers: `"name": Request => LastAnswer`, and `info` and `progress` where
/// answers come before the last.
macro_rules! asks {
    ($($name:literal: $request:ident => $done:ty $(, info $info:ty)? $(, progress $progress:ty)?;)+) => {
        $(impl $crate::studio::protocol::Ask for $request {
            const NAME: &'static str = $name;
            type Info = asks!(@type $($info)?);
            type Progress = asks!(@type $($progress)?);
            type Done = $done;
        })+
    };
    (@type) => { $crate::studio::protocol::Never };
    (@type $type:ty) => { $type };
}

pub(super) use {asks, message, request, variants, words};
