//! The table in which a player declares its options.

/// Declares a struct of typed options, one line each:
///
/// ```
/// # use motley::{option_choice, option_table};
/// #[derive(Clone, Copy, Debug, PartialEq)]
/// pub enum Style { Calm, Wild }
///
/// option_choice!(Style: Wild, Calm);
///
/// option_table! {
///     /// The options of some player.
///     pub struct SomeOptions {
///         style: combo Style "SomeStyle" = Wild, "How it plays.";
///         depth: spin u8 "SomeDepth" = 3, in 1..=20, "How far it looks, in plies.";
///         file: file "SomeFile" = "", "What it reads.";
///         quick: check "SomeQuick" = false, "Whether it hurries.";
///     }
/// }
///
/// assert_eq!(SomeOptions::default().style, Style::Wild);
/// assert_eq!(SomeOptions::default().depth, 3_u8);
/// ```
///
/// A `check` is a `bool`; a `text` a `String`; a `file`, `library` or `log` one that names such a file
/// ([`Names`](crate::engine::options::Names)); a `spin` the whole number that is named (its range must fit); a `combo`
/// an [`OptionChoice`](crate::engine::options::OptionChoice), with a variant as its default. `for` names the
/// [`Part`](crate::engine::options::Part) of players that an option concerns; without it the option is a player's own.
#[macro_export]
macro_rules! option_table {
    ($(#[$meta:meta])* pub struct $table:ident {
        $($field:ident: $kind:ident $($type:ident)? $name:literal = $default:tt
            $(, in $min:literal..=$max:literal)? $(, for $part:ident)?, $about:literal;)*
    }) => {
        $(#[$meta])*
        #[derive(Clone, Debug, PartialEq)]
        pub struct $table {
            $(#[doc = $about] pub $field: $crate::option_table!(@type $kind $($type)?),)*
        }

        impl $table {
            /// These options as a GUI sees them.
            pub const SPECS: &'static [$crate::engine::options::OptionSpec] = &[$($crate::engine::options::OptionSpec {
                name: $name,
                kind: $crate::option_table!(@kind $kind $($type)? = $default $(, $min, $max)?),
                part: $crate::option_table!(@part $($part)?),
                about: $about,
            }),*];

            /// Sets the option `name`.
            ///
            /// # Errors
            /// `Unknown` when the option is not in this table, or the value is not of its kind or range.
            pub fn set(
                &mut self,
                name: &str,
                value: &$crate::engine::options::OptionValue,
            ) -> Result<(), $crate::engine::options::OptionError> {
                match (name, value) {
                    $(($name, $crate::option_table!(@pattern $kind value $(, $min, $max)?)) => {
                        self.$field = $crate::option_table!(@value $kind $($type)?, value $(, $min, $max)?);
                    })*
                    _ => return Err($crate::engine::options::OptionError::Unknown(name.to_owned())),
                }
                Ok(())
            }
        }

        impl Default for $table {
            fn default() -> Self {
                Self { $($field: $crate::option_table!(@default $kind $($type)? = $default)),* }
            }
        }
    };
    (@type check) => { bool };
    (@type spin $number:ident) => { $number };
    (@type combo $choice:ident) => { $choice };
    (@type $text:ident) => { String };
    (@kind check = $default:tt) => { $crate::engine::options::OptionKind::Check { default: $default } };
    (@kind spin $number:ident = $default:tt, $min:literal, $max:literal) => {
        $crate::engine::options::OptionKind::Spin { default: $default, min: $min, max: $max }
    };
    (@kind combo $choice:ident = $default:tt) => {
        $crate::engine::options::OptionKind::Combo {
            default: stringify!($default),
            choices: <$choice as $crate::engine::options::OptionChoice>::NAMES,
        }
    };
    (@kind $text:ident = $default:tt) => {
        $crate::engine::options::OptionKind::Text { default: $default, names: $crate::option_table!(@names $text) }
    };
    (@part) => { $crate::engine::options::Part::Own };
    (@part $part:ident) => { $crate::engine::options::Part::$part };
    (@names text) => { $crate::engine::options::Names::Nothing };
    (@names file) => { $crate::engine::options::Names::File };
    (@names library) => { $crate::engine::options::Names::Library };
    (@names log) => { $crate::engine::options::Names::Log };
    (@pattern check $value:ident) => { $crate::engine::options::OptionValue::Check($value) };
    (@pattern spin $value:ident, $min:literal, $max:literal) => {
        $crate::engine::options::OptionValue::Spin($value @ $min..=$max)
    };
    (@pattern combo $value:ident) => { $crate::engine::options::OptionValue::Combo($value) };
    (@pattern $text:ident $value:ident) => { $crate::engine::options::OptionValue::Text($value) };
    (@value check, $value:ident) => { *$value };
    (@value spin $number:ident, $value:ident, $min:literal, $max:literal) => {{
        // Does not compile where the type is too narrow for the range, so the conversion below loses nothing.
        const _: std::ops::RangeInclusive<$number> = $min..=$max;
        *$value as $number
    }};
    (@value combo $choice:ident, $value:ident) => {
        <$choice as $crate::engine::options::OptionChoice>::ALL[*$value]
    };
    (@value $text:ident, $value:ident) => { $value.clone() };
    (@default check = $default:tt) => { $default };
    (@default spin $number:ident = $default:tt) => { $default };
    (@default combo $choice:ident = $default:tt) => { $choice::$default };
    (@default $text:ident = $default:tt) => { String::from($default) };
}
