//! The page of all records.

use std::fmt::Write as _;

use super::table::item_table;
use super::{Column, ITEMS, Item, Record, Size, Verdict, item};

const INTRODUCTION: &str = "\
# Evidence

Every table, figure and experiment of the five documents that Motley's players follow: what is printed, what Motley
finds by the document's method, and what it finds as it plays by default. This page is written by one command, and by
nothing else:

```
motley-lab reproduce --all --data DIR --out docs
```

`motley-lab reproduce` lists the items, `motley-lab reproduce KEY --data DIR` repeats one. In brackets are 95 %
intervals: Wilson's for shares, the normal one for means; a value without one is calculated and not sampled.

Each value of ours has its verdict behind it:

- *beaten*: the whole interval is better than the printed value;
- *met*: as good as the printed value, or equal to it as far as digits are printed (within a quarter of it where the
  document gives a round figure or one run);
- *not met*: neither;
- *other data*: ours was taken from other games or positions than the printed value, so that neither number is better;
- *not comparable*: a definition, a number that is only shown, or a case that a note explains.

An item is met where every value that can be judged is met **by the document's method**, and not met where one is not;
else a printed value without one of ours makes it *not measured yet*. What Motley reaches by default is counted apart,
and makes no item met.

A value is kept from one writing of this page to the next only while the code, crates, nets, books and data that it
depends on are the same, by a fingerprint in each item's record under `docs/evidence`. Where the page shows an older
one, it names the commit at which it was measured.
";

/// The page of all records; those that are missing are named.
pub fn evidence_page(records: &[Record]) -> String {
    let mut text = String::from(INTRODUCTION);
    text.push_str(&summary(records));
    text.push_str(&overview(records));
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

/// The columns of the counts.
const COUNTED: [(&str, &[Verdict]); 5] = [
    ("met or beaten", &[Verdict::Met, Verdict::Beaten]),
    ("not met", &[Verdict::NotMet]),
    ("not measured yet", &[Verdict::Unmeasured]),
    ("other data", &[Verdict::OtherData]),
    ("not comparable", &[Verdict::NotComparable]),
];

/// Both counts, of items and of values.
fn summary(records: &[Record]) -> String {
    let mut text = String::from("\n|");
    COUNTED.iter().for_each(|(name, _)| text.push_str(&format!(" | {name}")));
    text.push_str(" |\n|---|---|---|---|---|---|\n");
    let mut line = |name: String, count: &dyn Fn(&[Verdict]) -> usize| {
        let cells: String = COUNTED.iter().map(|(_, wanted)| format!(" {} |", count(wanted))).collect();
        let _ = writeln!(text, "| {name} |{cells}");
    };
    let unmeasured = ITEMS.len() - records.len();
    for column in Column::BOTH {
        let verdicts: Vec<Verdict> = records.iter().filter_map(|record| record.verdict(column)).collect();
        let count = |wanted: &[Verdict]| {
            let found = verdicts.iter().filter(|verdict| wanted.contains(verdict)).count();
            let counts_missing = column == Column::ByMethod && wanted.contains(&Verdict::Unmeasured);
            found + if counts_missing { unmeasured } else { 0 }
        };
        let name = match column {
            Column::ByMethod => format!("**items, by the document's method** ({})", ITEMS.len()),
            Column::ByDefault => format!("items, what Motley reaches by default ({} have a value)", verdicts.len()),
        };
        line(name, &count);
    }
    for (column, name) in Column::BOTH.into_iter().zip(["by the document's method", "by default"]) {
        let count = |wanted: &[Verdict]| records.iter().map(|record| record.count(column, wanted)).sum();
        line(format!("values, {name} ({})", count(&Verdict::ALL)), &count);
    }
    let older = records.iter().filter(|record| record.commit.is_some()).count();
    if older > 0 {
        let _ = writeln!(text, "\n{older} of the items show figures of an older commit; each names it.");
    }
    if records.iter().any(|record| record.size == Size::Quick) {
        text.push_str("\nSome items were measured with small samples (`--quick`); each says so.\n");
    }
    text
}

/// A line for each item, with both verdicts.
fn overview(records: &[Record]) -> String {
    let mut text =
        String::from("\n| item | by its method | values met | by default | values met |\n|---|---|---|---|---|\n");
    for item in ITEMS.iter() {
        let Some(record) = records.iter().find(|record| record.key == item.key) else {
            let _ = writeln!(text, "| `{}` | {} | | | |", item.key, Verdict::Unmeasured.text());
            continue;
        };
        let cells: String = Column::BOTH.map(|column| column_cells(record, column)).concat();
        let _ = writeln!(text, "| `{}` |{cells}", item.key);
    }
    text
}

/// The verdict, and how many of the values that can be judged are met.
fn column_cells(record: &Record, column: Column) -> String {
    let verdict = record.verdict(column).map_or("", Verdict::text);
    let judged = record.count(column, &[Verdict::NotMet, Verdict::Unmeasured, Verdict::Met, Verdict::Beaten]);
    let met = record.count(column, &[Verdict::Met, Verdict::Beaten]);
    let share = if judged == 0 { String::new() } else { format!("{met} of {judged}") };
    format!(" {verdict} | {share} |")
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

#[cfg(test)]
mod tests {
    use super::super::{Estimate, Findings, Row};
    use super::*;

    #[test]
    fn the_page_counts_by_the_documents_method_and_apart_from_it_by_default() {
        let rows = vec![Row::both("games won of ten", Estimate::exact(9.0), Estimate::exact(11.0))];
        let record = Record {
            key: "textbook-random".to_owned(),
            fingerprint: String::new(),
            commit: Some("1a2b3c4".to_owned()),
            size: Size::Quick,
            seconds: 3.2,
            findings: Findings::new(rows),
        };
        let page = evidence_page(&[record]);
        let others = ITEMS.len() - 1;
        let by_method = format!("| **items, by the document's method** ({}) | 0 | 1 | {others} | 0 | 0 |", ITEMS.len());
        assert!(page.contains(&by_method), "{page}");
        assert!(page.contains("by default (1 have a value) | 1 | 0 | 0 | 0 | 0 |"), "{page}");
        assert!(page.contains("| `textbook-random` | not met | 0 of 1 | beaten | 1 of 1 |"), "{page}");
        assert!(
            page.contains("Not measured yet.") && page.contains("1 of the items show figures of an older"),
            "{page}"
        );
    }

    #[test]
    fn every_item_belongs_to_a_document() {
        for item in ITEMS.iter() {
            assert!(sources().iter().any(|(prefix, _)| item.key.starts_with(prefix)), "{}", item.key);
        }
    }
}
