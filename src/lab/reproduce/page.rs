//! Findings as text: the table of one item, and the page of all.

use std::fmt::Write as _;

use super::{Estimate, ITEMS, Item, Printed, Record, Size, Verdict, item, printed_rows};

const INTRODUCTION: &str = "\
# Evidence

Every table, figure and experiment of the five documents that Motley's players follow: what is printed, what Motley
finds by the document's method, and what it finds as it plays by default. This page is written by one command, and by
nothing else:

```
motley reproduce --all --data DIR --out docs
```

`motley reproduce` lists the items, `motley reproduce KEY --data DIR` repeats one. In brackets are 95 % intervals:
Wilson's for shares, the normal one for means; a value without one is calculated and not sampled. *Beaten* is a value
whose whole interval is better than the printed one; *met* one that is as good, or that agrees as far as digits are
printed (a quarter off where the document says \"about\"); *not comparable* stands where nothing is printed that a
number could be held against, or other data must give another number. Where more or less is better, each of our two
values has its verdict behind it, and the better one counts for the item; where the same is expected, the value by the
document's method is judged.
";

/// The page of all records; those that are missing are named.
pub fn evidence_page(records: &[Record]) -> String {
    let mut text = String::from(INTRODUCTION);
    text.push_str(&summary(records));
    for source in sources() {
        let _ = writeln!(text, "\n## {}", source.1);
        for item in ITEMS.iter().filter(|item| item.key.starts_with(source.0)) {
            let record = records.iter().find(|record| record.key == item.key);
            text.push_str(&record.map_or_else(|| format!("\n### {}\n\nNot measured yet.\n", heading(item)), section));
        }
    }
    text
}

/// The prefix of the keys, and the document.
fn sources() -> [(&'static str, &'static str); 5] {
    [
        (
            "saarmann",
            "Saarmann, *Exploration vs Exploitation of Chess Openings Learner with Metropolis-Hastings Algorithm*",
        ),
        ("petrzelka", "Petrželka, *Generating valid chess positions using AI methods*"),
        ("kumar", "Kumar, *Pattern Based Chess Engine: Part 1*"),
        ("textbook", "The report on nine techniques"),
        ("griffiths", "Griffiths, *Mockfish: A Pattern Recognition Chess Engine*"),
    ]
}

fn summary(records: &[Record]) -> String {
    let items = |wanted: &[Verdict]| records.iter().filter(|record| wanted.contains(&record.verdict())).count();
    let rows = |wanted: &[Verdict]| {
        let of = |record: &Record| {
            let printed = printed_rows(&record.key);
            record.findings.rows.iter().filter(|row| wanted.contains(&row.verdict(&printed))).count()
        };
        records.iter().map(of).sum::<usize>()
    };
    let mut text = String::from("\n| | met or beaten | not met | not comparable |\n|---|---|---|---|\n");
    let columns = [[Verdict::Met, Verdict::Beaten].as_slice(), &[Verdict::NotMet], &[Verdict::NotComparable]];
    let [good, bad, other] = columns.map(items);
    let _ = writeln!(text, "| items ({} of {} measured) | {good} | {bad} | {other} |", records.len(), ITEMS.len());
    let [good, bad, other] = columns.map(rows);
    let _ = writeln!(text, "| values ({}) | {good} | {bad} | {other} |", good + bad + other);
    for (column, name) in ["by the document's method", "by default"].into_iter().enumerate() {
        let judged = |wanted: &[Verdict]| {
            let of = |record: &Record| {
                let printed = printed_rows(&record.key);
                let verdicts = record.findings.rows.iter().filter_map(|row| row.verdicts(&printed)[column]);
                verdicts.filter(|verdict| wanted.contains(verdict)).count()
            };
            records.iter().map(of).sum::<usize>()
        };
        let [good, bad, other] = columns.map(judged);
        let _ = writeln!(text, "| values {name} ({}) | {good} | {bad} | {other} |", good + bad + other);
    }
    if records.iter().any(|record| record.size == Size::Quick) {
        text.push_str("\nSome items were measured with small samples (`--quick`); each says so.\n");
    }
    text
}

fn heading(item: &Item) -> String {
    format!("{} (`{}`)", item.title, item.key)
}

fn section(record: &Record) -> String {
    let Ok(item) = item(&record.key) else { return String::new() };
    let mut text = format!("\n### {}\n\n", heading(item));
    for picture in &record.findings.pictures {
        let _ = writeln!(text, "![{}](evidence/{}-{}.svg)\n", picture.title, record.key, picture.name);
    }
    text.push_str(&item_table(record));
    text
}

/// The table of an item, its note and how long it took, as Markdown.
pub fn item_table(record: &Record) -> String {
    let printed = printed_rows(&record.key);
    let mut text = String::from(
        "| | printed | ours, by its method | | ours, by default | | samples |\n|---|---|---|---|---|---|---|\n",
    );
    for row in &record.findings.rows {
        let of = row.printed(&printed);
        let shown = |estimate: Option<Estimate>| estimate.map(|ours| with_interval(&ours, of)).unwrap_or_default();
        let place = of.map(|printed| format!("{}{} ({})", printed.text, unit(of), printed.place)).unwrap_or_default();
        let samples = row.by_method.and_then(|ours| ours.samples).or(row.by_default.and_then(|ours| ours.samples));
        let [by_method, by_default] = row.verdicts(&printed).map(|verdict| verdict.map_or("", Verdict::text));
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
    let small = if record.size == Size::Quick { ", small samples" } else { "" };
    let _ = writeln!(text, "\n`motley reproduce {}`: {}{small}.", record.key, duration(record.seconds));
    text
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
fn with_interval(ours: &Estimate, printed: Option<&Printed>) -> String {
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
    use super::super::{Findings, Row};
    use super::*;

    #[test]
    fn an_item_shows_what_is_printed_beside_ours() {
        let item = ITEMS.iter().find(|item| item.key == "saarmann-fig15").expect("an item");
        let row = printed_rows(item.key)[0];
        let record = Record {
            key: item.key.to_owned(),
            version: String::new(),
            size: Size::Quick,
            seconds: 3.2,
            findings: Findings::new(vec![Row::by_method(row.row, Estimate::share(2, 1000))]).with_note("Why."),
        };
        let table = item_table(&record);
        assert!(table.contains(row.text) && table.contains(row.place), "{table}");
        assert!(table.contains("0.0020 (0.0005–0.0073)") || table.contains("0.002 (0.001–0.007)"), "{table}");
        assert!(table.contains("Why.") && table.contains("3 s, small samples"), "{table}");
        let page = evidence_page(&[record]);
        assert!(page.contains(item.title) && page.contains("Not measured yet."), "{page}");
        assert!(page.contains(&format!("1 of {} measured", ITEMS.len())), "{page}");
    }

    #[test]
    fn numbers_keep_three_digits() {
        assert_eq!(with_interval(&Estimate::exact(3807.0), None), "3807");
        assert_eq!(with_interval(&Estimate::exact(0.01234), None), "0.0123");
        assert_eq!(with_interval(&Estimate::exact(57.761), None), "57.8");
    }

    #[test]
    fn every_item_belongs_to_a_document() {
        for item in ITEMS.iter() {
            assert!(sources().iter().any(|(prefix, _)| item.key.starts_with(prefix)), "{}", item.key);
        }
    }
}
