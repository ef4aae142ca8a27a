//! Ranges of numbers, as conditions name them.

use std::fmt;

/// Whole numbers from the first to the last, both included.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Range {
    pub min: u32,
    pub max: u32,
}

impl Range {
    pub const fn exactly(number: u32) -> Range {
        Range { min: number, max: number }
    }

    pub const fn at_least(number: u32) -> Range {
        Range { min: number, max: u32::MAX }
    }

    pub fn contains(self, number: u32) -> bool {
        (self.min..=self.max).contains(&number)
    }

    /// The numbers outside: nothing, one range, or two.
    pub fn outside(self) -> Vec<Range> {
        let below = self.min.checked_sub(1).map(|max| Range { min: 0, max });
        let above = self.max.checked_add(1).map(Range::at_least);
        below.into_iter().chain(above).collect()
    }
}

impl fmt::Display for Range {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match (self.min, self.max) {
            (min, max) if min == max => write!(f, "= {min}"),
            (min, u32::MAX) => write!(f, ">= {min}"),
            (0, max) => write!(f, "<= {max}"),
            (min, max) => write!(f, "{min}..{max}"),
        }
    }
}

/// Whole numbers below zero too, from the first to the last, both included; an end that is the least or the greatest
/// number stands for none.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct SignedRange {
    pub min: i32,
    pub max: i32,
}

impl SignedRange {
    pub fn contains(self, number: i32) -> bool {
        (self.min..=self.max).contains(&number)
    }

    /// The numbers outside: nothing, one range, or two.
    pub fn outside(self) -> Vec<SignedRange> {
        let below = self.min.checked_sub(1).map(|max| SignedRange { min: i32::MIN, max });
        let above = self.max.checked_add(1).map(|min| SignedRange { min, max: i32::MAX });
        below.into_iter().chain(above).collect()
    }

    /// The same from the other side's view.
    #[must_use]
    pub fn mirrored(self) -> SignedRange {
        SignedRange { min: self.max.checked_neg().unwrap_or(i32::MAX), max: self.min.checked_neg().unwrap_or(i32::MAX) }
            .with_open_ends(self)
    }

    /// An end that was open stays open.
    fn with_open_ends(self, other: SignedRange) -> SignedRange {
        let min = if other.max == i32::MAX { i32::MIN } else { self.min };
        let max = if other.min == i32::MIN { i32::MAX } else { self.max };
        SignedRange { min, max }
    }

    /// Centipawns, written in pawns.
    pub fn in_pawns(self) -> impl fmt::Display {
        Written { range: self, number: |f, centipawns| write!(f, "{}", Pawns(centipawns)) }
    }
}

impl fmt::Display for SignedRange {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        Written { range: *self, number: |f, number| write!(f, "{number}") }.fmt(f)
    }
}

/// A range whose numbers are written in some way.
struct Written {
    range: SignedRange,
    number: fn(&mut fmt::Formatter<'_>, i32) -> fmt::Result,
}

impl fmt::Display for Written {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Written { range: SignedRange { min, max }, number } = *self;
        match (min, max) {
            (min, max) if min == max => {
                f.write_str("= ")?;
                number(f, min)
            }
            (min, i32::MAX) => {
                f.write_str(">= ")?;
                number(f, min)
            }
            (i32::MIN, max) => {
                f.write_str("<= ")?;
                number(f, max)
            }
            (min, max) => {
                number(f, min)?;
                f.write_str("..")?;
                number(f, max)
            }
        }
    }
}

/// Centipawns as pawns with as many decimals as are needed.
struct Pawns(i32);

impl fmt::Display for Pawns {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (whole, hundredths) = (self.0.unsigned_abs() / 100, self.0.unsigned_abs() % 100);
        let sign = if self.0 < 0 { "-" } else { "" };
        match hundredths {
            0 => write!(f, "{sign}{whole}"),
            _ => write!(f, "{sign}{whole}.{}", format!("{hundredths:02}").trim_end_matches('0')),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_signed_range_is_written_as_it_is_read() {
        let range = |min, max| SignedRange { min, max };
        assert_eq!(range(-3, -1).to_string(), "-3..-1");
        assert_eq!((range(2, 2).to_string(), range(2, i32::MAX).to_string()), ("= 2".to_owned(), ">= 2".to_owned()));
        assert_eq!(range(-50, 150).in_pawns().to_string(), "-0.5..1.5");
        assert_eq!(range(i32::MIN, -25).in_pawns().to_string(), "<= -0.25");
        assert_eq!(range(100, 100).in_pawns().to_string(), "= 1");
    }

    #[test]
    fn a_range_and_what_is_outside_are_everything() {
        let range = SignedRange { min: -1, max: 4 };
        let outside = range.outside();
        for number in [i32::MIN, -2, -1, 0, 4, 5, i32::MAX] {
            assert_eq!(range.contains(number), !outside.iter().any(|range| range.contains(number)), "{number}");
        }
        assert!(SignedRange { min: i32::MIN, max: i32::MAX }.outside().is_empty());
    }

    #[test]
    fn the_other_side_sees_the_same_numbers_with_the_other_sign() {
        assert_eq!(SignedRange { min: -1, max: 4 }.mirrored(), SignedRange { min: -4, max: 1 });
        let open = SignedRange { min: 2, max: i32::MAX };
        assert_eq!(open.mirrored(), SignedRange { min: i32::MIN, max: -2 });
        assert_eq!(open.mirrored().mirrored(), open);
    }
}
