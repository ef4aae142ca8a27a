//! Macros that make the types of requests, and the table of asks. Each list of fields is written once: the struct, its
//! reading and its description all come from it.

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

            fn object() -> $crate::message::description::Object {
                let fields = vec![$(
                    request!(@describe $field $type, [$($meaning),*] $(= $reader $(, $how $(($value))?)?)?),
                )*];
                $crate::message::description::Object::new(stringify!($name), &[$($about),+], fields)
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
            $crate::message::description::plain(stringify!($field)),
        )?
    };
    (@read $fields:ident $field:ident $type:ty = $reader:expr, or($default:expr)) => {
        request!(@read $fields $field $type = $reader).unwrap_or($default)
    };
    (@read $fields:ident $field:ident $type:ty = $reader:expr, complete) => {
        $crate::studio::protocol::readers::Complete::read(
            &$reader,
            $fields,
            $crate::message::description::plain(stringify!($field)),
        )?
    };
    (@read $fields:ident $field:ident $type:ty = $reader:expr, needed) => {
        request!(@read $fields $field $type = $reader)
            .ok_or_else(|| $fields.missing($crate::message::description::plain(stringify!($field))))?
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

/// Makes the table of asks: `"name": answered Request => LastAnswer`, or `searched`, and `info` and `progress` where
/// answers come before the last.
macro_rules! asks {
    ($($name:literal: $how:ident $request:ty => $done:ty $(, info $info:ty)? $(, progress $progress:ty)?;)+) => {
        $(impl $crate::studio::protocol::Ask for $request {
            const NAME: &'static str = $name;
            type Info = asks!(@type $($info)?);
            type Progress = asks!(@type $($progress)?);
            type Done = $done;
        })+

        /// Every ask.
        pub const ASKS: &[Entry] = &[$($how::<$request>()),+];
    };
    (@type) => { $crate::studio::protocol::Never };
    (@type $type:ty) => { $type };
}

pub(in crate::studio) use {asks, request};
