//! The remaining depth and the distance from the root: two numbers that must not be swapped.

use std::fmt;
use std::ops::{Add, AddAssign, Sub, SubAssign};

/// Remaining search depth in plies; zero or less means quiescence.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord)]
pub struct Depth(pub i32);

impl Depth {
    /// The deepest iteration that a search starts.
    pub const MAX: Depth = Depth(240);
    pub const ZERO: Depth = Depth(0);
}

impl Add<i32> for Depth {
    type Output = Depth;
    fn add(self, plies: i32) -> Depth {
        Depth(self.0 + plies)
    }
}

impl Sub<i32> for Depth {
    type Output = Depth;
    fn sub(self, plies: i32) -> Depth {
        Depth(self.0 - plies)
    }
}

impl AddAssign<i32> for Depth {
    fn add_assign(&mut self, plies: i32) {
        self.0 += plies;
    }
}

impl SubAssign<i32> for Depth {
    fn sub_assign(&mut self, plies: i32) {
        self.0 -= plies;
    }
}

impl fmt::Display for Depth {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.fmt(f)
    }
}

/// Distance in plies from the root of the search.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord)]
pub struct Ply(pub usize);

impl Ply {
    pub const ROOT: Ply = Ply(0);
    /// No line is followed beyond this ply.
    pub const MAX: Ply = Ply(246);

    pub const fn next(self) -> Ply {
        Ply(self.0 + 1)
    }
}
