//! The findings of an item, and their comparison with what is printed.

use serde::{Deserialize, Serialize};

use super::{Aim, Estimate, Printed};

/// The rows and pictures of an item.
#[derive(Clone, Debug, Default, Serialize, Deserialize)]
pub struct Findings {
    pub rows: Vec<Row>,
    /// The differences and their reasons; empty where there is nothing to say.
    #[serde(default)]
    pub note: String,
    #[serde(default)]
    pub pictures: Vec<Picture>,
}

/// A measured value, or two.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct Row {
    /// As in `published.tsv`; a name that is not there has no printed value.
    pub name: String,
    /// By the document's method.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub by_method: Option<Estimate>,
    /// As Motley does it unless told otherwise.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub by_default: Option<Estimate>,
}

/// An SVG file beside the page.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct Picture {
    /// A word for the file's name.
    pub name: String,
    /// A description of the picture, for those who cannot see it.
    pub title: String,
    /// The file beside the page; not kept with the figures.
    #[serde(skip)]
    pub svg: String,
}

/// The two columns of ours.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Column {
    /// By the document's method.
    ByMethod,
    /// As Motley does it unless told otherwise.
    ByDefault,
}

impl Column {
    pub const BOTH: [Column; 2] = [Column::ByMethod, Column::ByDefault];
}

/// The comparison of a value with what is printed. The order is from the worst to the best, for [`Iterator::min`].
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Verdict {
    NotMet,
    /// There is no value of ours yet.
    Unmeasured,
    Met,
    /// Better than the printed value, the interval included.
    Beaten,
    /// Both are shown; ours was taken from other games or positions than the printed one.
    OtherData,
    NotComparable,
}

impl Verdict {
    pub const ALL: [Verdict; 6] = [
        Verdict::NotMet,
        Verdict::Unmeasured,
        Verdict::Met,
        Verdict::Beaten,
        Verdict::OtherData,
        Verdict::NotComparable,
    ];

    pub fn text(self) -> &'static str {
        match self {
            Verdict::NotMet => "not met",
            Verdict::Unmeasured => "not measured yet",
            Verdict::Met => "met",
            Verdict::Beaten => "beaten",
            Verdict::OtherData => "other data",
            Verdict::NotComparable => "not comparable",
        }
    }

    /// Returns true if ours is as good as what is printed.
    pub fn is_good(self) -> bool {
        matches!(self, Verdict::Met | Verdict::Beaten)
    }
}

impl Findings {
    pub fn new(rows: Vec<Row>) -> Findings {
        Findings { rows, ..Findings::default() }
    }

    pub fn with_note(self, note: impl Into<String>) -> Findings {
        Findings { note: note.into(), ..self }
    }

    pub fn with_picture(mut self, name: &str, title: impl Into<String>, svg: String) -> Findings {
        self.pictures.push(Picture { name: name.to_owned(), title: title.into(), svg });
        self
    }
}

impl Row {
    /// A value by the document's method alone.
    pub fn by_method(name: impl Into<String>, estimate: Estimate) -> Row {
        Row { name: name.into(), by_method: Some(estimate), by_default: None }
    }

    /// A value by Motley's own method alone.
    pub fn by_default(name: impl Into<String>, estimate: Estimate) -> Row {
        Row { name: name.into(), by_method: None, by_default: Some(estimate) }
    }

    /// Both.
    pub fn both(name: impl Into<String>, by_method: Estimate, by_default: Estimate) -> Row {
        Row { name: name.into(), by_method: Some(by_method), by_default: Some(by_default) }
    }

    /// The printed value of this row.
    pub fn printed<'a>(&self, printed: &[&'a Printed]) -> Option<&'a Printed> {
        printed.iter().find(|printed| printed.row == self.name).copied()
    }

    /// The value of a column.
    pub fn value(&self, column: Column) -> Option<Estimate> {
        match column {
            Column::ByMethod => self.by_method,
            Column::ByDefault => self.by_default,
        }
    }

    /// The verdict on the value of a column; none where there is no value, or nothing is printed.
    pub fn verdict(&self, column: Column, printed: &[&Printed]) -> Option<Verdict> {
        Some(compared(&self.value(column)?, self.printed(printed)?))
    }
}

/// Compares a value with what is printed.
fn compared(ours: &Estimate, printed: &Printed) -> Verdict {
    match printed.aim {
        Aim::More => against(ours, printed.value),
        Aim::Less => against(&ours.scaled(-1.0), -printed.value),
        Aim::Same => agreement(ours, printed, printed.precision()),
        Aim::About => agreement(ours, printed, 0.25 * printed.value.abs()),
        Aim::OtherData => Verdict::OtherData,
        Aim::Shown => Verdict::NotComparable,
    }
}

fn agreement(ours: &Estimate, printed: &Printed, slack: f64) -> Verdict {
    let near = (ours.value - printed.value).abs() <= slack * (1.0 + 1e-9);
    if near || ours.covers(printed.value) { Verdict::Met } else { Verdict::NotMet }
}

/// Compares a value with one that it should reach.
fn against(ours: &Estimate, printed: f64) -> Verdict {
    let low = ours.interval.map_or(ours.value, |[low, _]| low);
    if low > printed {
        Verdict::Beaten
    } else if ours.value >= printed || ours.covers(printed) {
        Verdict::Met
    } else {
        Verdict::NotMet
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn printed(text: &'static str, value: f64, aim: Aim) -> Printed {
        Printed { item: "item", row: "row", text, value, unit: "", aim, place: "p. 1" }
    }

    fn verdict(text: &'static str, value: f64, aim: Aim, row: &Row) -> Option<Verdict> {
        row.verdict(Column::ByMethod, &[&printed(text, value, aim)])
    }

    #[test]
    fn each_column_has_a_verdict_of_its_own() {
        let row = Row::both("row", Estimate::exact(40.0), Estimate::percentage(600, 1000));
        let columns = |text, value, aim| Column::BOTH.map(|column| row.verdict(column, &[&printed(text, value, aim)]));
        assert_eq!(columns("50", 50.0, Aim::More), [Some(Verdict::NotMet), Some(Verdict::Beaten)]);
        assert_eq!(columns("59", 59.0, Aim::More), [Some(Verdict::NotMet), Some(Verdict::Met)]);
        assert_eq!(columns("40", 40.0, Aim::Same), [Some(Verdict::Met), Some(Verdict::NotMet)]);
        assert_eq!(columns("40", 40.0, Aim::OtherData), [Some(Verdict::OtherData); 2]);
    }

    #[test]
    fn what_should_be_less_is_turned_round() {
        let row = Row::by_method("row", Estimate::mean(&[4.0, 5.0, 6.0, 5.0]));
        assert_eq!(verdict("9", 9.0, Aim::Less, &row), Some(Verdict::Beaten));
        assert_eq!(verdict("5.5", 5.5, Aim::Less, &row), Some(Verdict::Met));
        assert_eq!(verdict("4", 4.0, Aim::Less, &row), Some(Verdict::NotMet));
    }

    #[test]
    fn what_should_be_the_same_agrees_as_far_as_digits_are_printed() {
        let row = Row::by_method("row", Estimate::exact(0.0023));
        assert_eq!(verdict("0.002", 0.002, Aim::Same, &row), Some(Verdict::Met));
        assert_eq!(verdict("0.0026", 0.0026, Aim::Same, &row), Some(Verdict::NotMet));
        assert_eq!(verdict("0.0026", 0.0026, Aim::About, &row), Some(Verdict::Met));
    }

    #[test]
    fn a_row_without_a_printed_value_or_without_ours_has_no_verdict() {
        assert_eq!(Row::by_method("other", Estimate::exact(1.0)).verdict(Column::ByMethod, &[]), None);
        let row = Row::by_method("row", Estimate::exact(1.0));
        assert_eq!(verdict("1", 1.0, Aim::Shown, &row), Some(Verdict::NotComparable));
        assert_eq!(row.verdict(Column::ByDefault, &[&printed("1", 1.0, Aim::Same)]), None);
    }
}
