//! Numbers of the search that games can tune: constants in the usual build, set by UCI options in a build with the
//! feature `tune`.

use std::fmt::Write as _;

use crate::engine::options::{OptionKind, OptionSpec, Part};

#[cfg(not(feature = "tune"))]
pub use constant::Tunable;
#[cfg(feature = "tune")]
pub use variable::Tunable;

/// The name, default and range of a tunable number.
#[derive(Clone, Copy, Debug)]
pub struct TunableSpec {
    pub name: &'static str,
    pub default: i32,
    pub min: i32,
    pub max: i32,
}

impl TunableSpec {
    /// The option that sets it in a build with the feature `tune`.
    pub const fn option(&self) -> OptionSpec {
        let (default, min, max) = (self.default as i64, self.min as i64, self.max as i64);
        let kind = OptionKind::Spin { default, min, max };
        OptionSpec { name: self.name, kind, part: Part::Own, about: "A number of the search." }
    }
}

/// `parameters! { NAME: i32 = 75, 20..=200; OTHER: f64 = 1.5; … }` declares the numbers of a search. One with a range
/// is a [`Tunable`], read by `NAME.get()`; one without is a plain constant. `ALL` lists the tunable ones, and with the
/// feature `tune` the function `set` gives one of them another value.
macro_rules! parameters {
    ($($(#[$about:meta])* $name:ident: $type:ty = $value:expr $(, $min:literal..=$max:literal)?;)*) => {
        $(parameters!(@declare $(#[$about])* $name: $type = $value $(, $min, $max)?);)*

        /// The tunable ones, in the order in which they are declared.
        pub const ALL: &[TunableSpec] = &[$($(
            TunableSpec { name: stringify!($name), default: $value, min: $min, max: $max },
        )?)*];

        /// Sets the number `name` for all searches of this process; whether it is tunable and the value in its range.
        #[cfg(feature = "tune")]
        pub fn set(name: &str, value: &$crate::engine::options::OptionValue) -> bool {
            match (name, value) {
                $($((stringify!($name), $crate::engine::options::OptionValue::Spin(value @ $min..=$max)) => {
                    $name.set(*value as i32);
                })?)*
                _ => return false,
            }
            true
        }
    };
    (@declare $(#[$about:meta])* $name:ident: $type:ty = $value:expr) => {
        $(#[$about])*
        pub const $name: $type = $value;
    };
    (@declare $(#[$about:meta])* $name:ident: $type:ty = $value:expr, $min:literal, $max:literal) => {
        $(#[$about])*
        #[cfg(not(feature = "tune"))]
        pub const $name: Tunable = Tunable::new($value);
        $(#[$about])*
        #[cfg(feature = "tune")]
        pub static $name: Tunable = Tunable::new($value);

        const _: $type = $value;
        const _: () = assert!($min <= $value && $value <= $max, "the default is outside the range");
    };
}
pub(super) use parameters;

#[cfg(not(feature = "tune"))]
mod constant {
    /// A number of the search that never changes.
    #[derive(Clone, Copy, Debug)]
    pub struct Tunable(i32);

    impl Tunable {
        pub const fn new(value: i32) -> Tunable {
            Tunable(value)
        }

        #[inline(always)]
        pub const fn get(self) -> i32 {
            self.0
        }
    }
}

#[cfg(feature = "tune")]
mod variable {
    use std::sync::atomic::{AtomicI32, Ordering};

    /// A number of the search that an option sets.
    #[derive(Debug)]
    pub struct Tunable(AtomicI32);

    impl Tunable {
        pub const fn new(value: i32) -> Tunable {
            Tunable(AtomicI32::new(value))
        }

        #[inline(always)]
        pub fn get(&self) -> i32 {
            self.0.load(Ordering::Relaxed)
        }

        pub fn set(&self, value: i32) {
            self.0.store(value, Ordering::Relaxed);
        }
    }
}

/// The last step of SPSA to either side is the range over this, as OpenBench's form proposes.
const RANGE_PER_LAST_STEP: f64 = 20.0;
/// A step below half a unit would leave most whole numbers as they are.
const SMALLEST_LAST_STEP: f64 = 0.5;
/// The learning rate at the end, in the units of OpenBench's form.
const LAST_RATE: f64 = 0.002;

/// Tunable numbers as OpenBench's form of an SPSA session takes them: name, type, default, smallest and largest value,
/// `c_end` and `r_end`, a line each.
pub fn spsa_inputs(specs: &[TunableSpec]) -> String {
    let mut lines = String::new();
    for TunableSpec { name, default, min, max } in specs {
        let last_step = (f64::from(max - min) / RANGE_PER_LAST_STEP).max(SMALLEST_LAST_STEP);
        writeln!(lines, "{name}, int, {default}, {min}, {max}, {last_step}, {LAST_RATE}")
            .expect("strings take everything");
    }
    lines
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_last_step_is_a_twentieth_of_the_range_and_half_a_unit_at_least() {
        let spec = |name, default, min, max| TunableSpec { name, default, min, max };
        let lines = spsa_inputs(&[spec("MARGIN", 75, 20, 200), spec("DEPTH", 3, 1, 6)]);
        assert_eq!(lines, "MARGIN, int, 75, 20, 200, 9, 0.002\nDEPTH, int, 3, 1, 6, 0.5, 0.002\n");
    }
}
