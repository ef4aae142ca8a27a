//! Two scores in one integer: middlegame and endgame, added and multiplied together.

use std::ops::{Add, AddAssign, Mul, Neg, Sub, SubAssign};

/// A middlegame score in the low half and an endgame score in the high half of one integer, both in centipawns within
/// ±32,767. Beyond that they wrap: dozens of queens get some score, not a panic.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Tapered(i32);

impl Tapered {
    pub const ZERO: Tapered = Tapered(0);

    #[inline(always)]
    pub const fn new(middlegame: i32, endgame: i32) -> Tapered {
        Tapered((endgame << 16) + middlegame)
    }

    #[inline(always)]
    pub const fn middlegame(self) -> i32 {
        self.0 as i16 as i32
    }

    /// A negative middlegame half borrows from the endgame half: half a unit added before the shift gives it back.
    #[inline(always)]
    pub const fn endgame(self) -> i32 {
        (self.0.wrapping_add(0x8000) >> 16) as i16 as i32
    }
}

/// `S(mg, eg)`: the customary short form in tables of weights.
#[allow(non_snake_case)]
pub const fn S(middlegame: i32, endgame: i32) -> Tapered {
    Tapered::new(middlegame, endgame)
}

impl Add for Tapered {
    type Output = Tapered;
    #[inline(always)]
    fn add(self, other: Tapered) -> Tapered {
        Tapered(self.0.wrapping_add(other.0))
    }
}

impl AddAssign for Tapered {
    #[inline(always)]
    fn add_assign(&mut self, other: Tapered) {
        *self = *self + other;
    }
}

impl Sub for Tapered {
    type Output = Tapered;
    #[inline(always)]
    fn sub(self, other: Tapered) -> Tapered {
        Tapered(self.0.wrapping_sub(other.0))
    }
}

impl SubAssign for Tapered {
    #[inline(always)]
    fn sub_assign(&mut self, other: Tapered) {
        *self = *self - other;
    }
}

impl Mul<i32> for Tapered {
    type Output = Tapered;
    #[inline(always)]
    fn mul(self, factor: i32) -> Tapered {
        Tapered(self.0.wrapping_mul(factor))
    }
}

impl Neg for Tapered {
    type Output = Tapered;
    #[inline(always)]
    fn neg(self) -> Tapered {
        Tapered(self.0.wrapping_neg())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn halves_do_not_leak_into_each_other() {
        for (mg, eg) in [(0, 0), (1, -1), (-1, 1), (-120, 300), (300, -120), (-4000, -4000), (9000, -9000)] {
            let both = S(mg, eg);
            assert_eq!((both.middlegame(), both.endgame()), (mg, eg));
            assert_eq!(((-both).middlegame(), (-both).endgame()), (-mg, -eg));
            assert_eq!(((both * -3).middlegame(), (both * -3).endgame()), (-3 * mg, -3 * eg));
            assert_eq!(((both + S(-7, 11)).middlegame(), (both + S(-7, 11)).endgame()), (mg - 7, eg + 11));
        }
    }
}
