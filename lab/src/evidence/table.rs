//! Findings as text: the table of one item.

use std::fmt::Write as _;

use super::remarks::remark;
use super::{Column, Estimate, Printed, Record, Row, Size, Verdict, printed_rows};

/// The table of an item, its note and how long it took, as Markdown.
pub fn item_table(record: &Record) -> String {
    let printed = printed_rows(&record.key);
    let mut text = String::from(
        "| | printed | ours, by its method | | ours, by default | | samples |\n|---|---|---|---|---|---|---|\n",
    );
    for row in &with_unmeasured(record, &printed) {
        let of = row.printed(&printed);
        let shown = |estimate: Option<Estimate>| estimate.map(|ours| with_interval(&ours, of)).unwrap_or_default();
        let place = of.map(|printed| format!("{}{} ({})", printed.text, unit(of), printed.place)).unwrap_or_default();
        let samples = row.by_method.and_then(|ours| ours.samples).or(row.by_default.and_then(|ours| ours.samples));
        let [by_method, by_default] =
            Column::BOTH.map(|column| row.verdict(column, &printed).map_or("", Verdict::text));
        let _ = writeln!(
            text,
            "| {} | {place} | {} | {by_method} | {} | {by_default} | {} |",
            row.name,
            shown(row.by_method),
            shown(row.by_default),
            samples.map(|samples| samples.to_string()).unwrap_or_default(),
        );
    }
    if !record.findings.note.is_empty() {
        let _ = writeln!(text, "\n{}", record.findings.note);
    }
    if let Some(remark) = remark(record) {
        let _ = writeln!(text, "\n{remark}");
    }
    let small = if record.size == Size::Quick { ", small samples" } else { "" };
    let older = record.commit.as_ref().map(|commit| format!(" **Measured at commit {commit}.**")).unwrap_or_default();
    let _ = writeln!(text, "\n`motley-lab reproduce {}`: {}{small}.{older}", record.key, duration(record.seconds));
    text
}

/// The rows of a record, and an empty one for each printed value that has none.
fn with_unmeasured(record: &Record, printed: &[&Printed]) -> Vec<Row> {
    let mut rows = record.findings.rows.clone();
    let is_there = |name: &str| record.findings.rows.iter().any(|row| row.name == name);
    let missing = printed.iter().filter(|printed| !is_there(printed.row));
    rows.extend(missing.map(|printed| Row { name: printed.row.to_owned(), by_method: None, by_default: None }));
    rows
}

fn duration(seconds: f64) -> String {
    match seconds {
        ..1.0 => "less than a second".to_owned(),
        ..120.0 => format!("{seconds:.0} s"),
        _ => format!("{:.0} min", seconds / 60.0),
    }
}

fn unit(printed: Option<&Printed>) -> String {
    match printed.map(|printed| printed.unit) {
        None | Some("" | "yes") => String::new(),
        Some(unit) => format!(" {unit}"),
    }
}

/// "57.76 % (57.1–58.4)", with a digit more than is printed.
pub fn with_interval(ours: &Estimate, printed: Option<&Printed>) -> String {
    if printed.is_some_and(|printed| printed.text == "yes" || printed.text == "no") {
        return if ours.value == 1.0 { "yes" } else { "no" }.to_owned();
    }
    let digits = printed.map_or_else(
        || significant(ours.value),
        |printed| {
            printed.text.split_once('.').map_or(0, |(_, fraction)| fraction.len()).max(significant(ours.value).min(2))
        },
    );
    let number = |value: f64| format!("{value:.digits$}");
    let ends = ours.interval.map(|[low, high]| format!(" ({}–{})", number(low), number(high))).unwrap_or_default();
    format!("{}{}{ends}", number(ours.value), unit(printed))
}

/// Digits behind the point that show three significant ones, none for whole numbers.
fn significant(value: f64) -> usize {
    if value.fract() == 0.0 || value.abs() >= 1000.0 {
        return 0;
    }
    (2.0 - value.abs().max(1e-4).log10().floor()).clamp(0.0, 5.0) as usize
}

#[cfg(test)]
mod tests {
    use super::super::{Findings, ITEMS};
    use super::*;

    #[test]
    fn an_item_shows_what_is_printed_beside_ours() {
        let item = ITEMS.iter().find(|item| item.key == "saarmann-fig15").expect("an item");
        let row = printed_rows(item.key)[0];
        let record = Record {
            key: item.key.to_owned(),
            fingerprint: String::new(),
            commit: None,
            size: Size::Quick,
            seconds: 3.2,
            findings: Findings::new(vec![Row::by_method(row.row, Estimate::share(2, 1000))]).with_note("Why."),
        };
        let table = item_table(&record);
        assert!(table.contains(row.text) && table.contains(row.place), "{table}");
        assert!(table.contains("0.0020 (0.0005–0.0073)") || table.contains("0.002 (0.001–0.007)"), "{table}");
        assert!(table.contains("Why.") && table.contains("3 s, small samples") && !table.contains("commit"), "{table}");
        let missing = printed_rows(item.key)[1];
        assert!(table.contains(&format!("| {} | {}", missing.row, missing.text)), "what is not measured is shown");
        let older = item_table(&Record { commit: Some("1a2b3c4".to_owned()), ..record });
        assert!(older.contains("**Measured at commit 1a2b3c4.**"), "{older}");
    }

    #[test]
    fn numbers_keep_three_digits() {
        assert_eq!(with_interval(&Estimate::exact(3807.0), None), "3807");
        assert_eq!(with_interval(&Estimate::exact(0.01234), None), "0.0123");
        assert_eq!(with_interval(&Estimate::exact(57.761), None), "57.8");
    }
}
