//! The printed values of the documents: `published.tsv`, a row for each value, with its place.

use std::sync::LazyLock;

/// The way a value of ours is compared with a printed one.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Aim {
    /// More is better.
    More,
    /// Less is better.
    Less,
    /// The same by the same method: equal as far as digits are printed, or within our interval.
    Same,
    /// As [`Aim::Same`], but the document gives a round figure ("around 40 %"): within a quarter of it.
    About,
    /// Shown beside each other: ours is measured on other games or positions than the printed value.
    OtherData,
    /// Shown beside each other only.
    Shown,
}

/// A printed value.
#[derive(Clone, Debug)]
pub struct Printed {
    /// The item's key.
    pub item: &'static str,
    /// The row of the value in the item.
    pub row: &'static str,
    /// As it is printed; `yes` and `no` are facts, a dash is nothing.
    pub text: &'static str,
    /// 1 for `yes`, 0 for `no` and a dash.
    pub value: f64,
    /// "%", "half moves"; empty for plain numbers.
    pub unit: &'static str,
    pub aim: Aim,
    /// Figure, table, section or page.
    pub place: &'static str,
}

impl Printed {
    /// Half a unit of the last printed digit.
    pub fn precision(&self) -> f64 {
        let digits = self.text.split_once('.').map_or(0, |(_, fraction)| fraction.len());
        0.5 * 10_f64.powi(-(digits as i32))
    }
}

static PRINTED: LazyLock<Vec<Printed>> = LazyLock::new(|| {
    let rows = include_str!("published.tsv").lines().filter(|line| !line.starts_with('#') && !line.is_empty());
    rows.skip(1).map(|line| read(line).unwrap_or_else(|| panic!("published.tsv: `{line}`"))).collect()
});

/// The items that have printed values.
pub fn printed_items() -> impl Iterator<Item = &'static str> {
    PRINTED.iter().map(|printed| printed.item)
}

/// The printed values of an item, in the order of the document.
pub fn printed_rows(item: &str) -> Vec<&'static Printed> {
    PRINTED.iter().filter(|printed| printed.item == item).collect()
}

fn read(line: &'static str) -> Option<Printed> {
    let [item, row, text, unit, aim, place] = line.split('\t').collect::<Vec<_>>().try_into().ok()?;
    let value = match text {
        "yes" => 1.0,
        "no" | "-" => 0.0,
        number => number.replace(',', "").parse().ok()?,
    };
    let aim = match aim {
        "more" => Aim::More,
        "less" => Aim::Less,
        "same" => Aim::Same,
        "about" => Aim::About,
        "other-data" => Aim::OtherData,
        "shown" => Aim::Shown,
        _ => return None,
    };
    Some(Printed { item, row, text, value, unit, aim, place })
}

#[cfg(test)]
mod tests {
    use rustc_hash::FxHashSet;

    use super::*;

    #[test]
    fn every_value_stands_there_once_and_has_its_place() {
        let mut seen = FxHashSet::default();
        for printed in PRINTED.iter() {
            assert!(seen.insert((printed.item, printed.row)), "{} twice: {}", printed.item, printed.row);
            assert!(!printed.place.is_empty(), "{}: no place", printed.row);
        }
    }

    #[test]
    fn the_precision_is_that_of_the_printed_digits() {
        let printed = |text| read(format!("a\tb\t{text}\t%\tsame\tp. 1").leak()).expect("a row");
        assert_eq!(printed("55.60").precision(), 0.005);
        assert_eq!(printed("1,944").precision(), 0.5);
        assert_eq!(printed("1,944").value, 1944.0);
        assert_eq!(printed("yes").value, 1.0);
    }
}
