//! Remarks on items, beside their figures. They are not part of the record: they can be reworded without measuring
//! again.

use super::table::with_interval;
use super::{Record, printed_rows};

/// Items and remarks; a row's name in braces stands for its value by the document's method.
const REMARKS: &[(&str, &str)] = &[
    ("griffiths-table4.1", STILL_LEARNING),
    ("griffiths-fig4.1", STILL_LEARNING),
    ("griffiths-combining", STILL_LEARNING),
    ("griffiths-fig4.2-4.4", STILL_LEARNING),
    (
        "griffiths-levels",
        "**The networks that played by his method learned from 448 games**, where he had 45,000, until their loss no \
         longer improved (`griffiths-fig3.3`). Their choice of a move is nearly random; `griffiths-skill11` says why.",
    ),
    ("griffiths-skill11", NEARLY_RANDOM),
    ("griffiths-puzzle-engine", NEARLY_RANDOM),
    (
        "petrzelka-table6.3",
        "**Petrželka's main conclusion comes out for both constraints without a queen.** The thesis finds that \
         searching two half moves deep instead of one satisfies them more often, by 20 and 29 points; here it is \
         {0,2,2,2,8: more than in the first experiment} and {0,2,2,2,7: more than in the first experiment}. With our \
         earlier second net the search satisfied them less often than the first experiment did. The method is the \
         same; `docs/cooperative.md` says what was changed and what turned it.",
    ),
];
/// Of what is measured with seven networks of Griffiths' architecture.
const STILL_LEARNING: &str = "**The networks of games were still learning.** When this was measured by the document's \
    method, each had read 0.36 to 0.39 of its first epoch (`griffiths-fig3.3`).";

/// The same where they play by his softmax.
const NEARLY_RANDOM: &str = "**Read as he words it, his choice of a move is nearly random.** He samples from a softmax \
    of the products, none of which exceeds 1, so that all moves are nearly as likely; with it networks that had read \
    0.36 to 0.39 of an epoch lost every game. A choice in proportion to the products lost all of 40 games at level 1 \
    as well (`scripts/levels.py`).";

/// The remark on an item, with the figures of its record.
pub fn remark(record: &Record) -> Option<String> {
    let (_, text) = REMARKS.iter().find(|(key, _)| *key == record.key)?;
    let mut parts = text.split('{');
    let mut remark = parts.next().unwrap_or_default().to_owned();
    for part in parts {
        let (name, rest) = part.split_once('}').expect("braces are closed");
        remark.push_str(&value(record, name));
        remark.push_str(rest);
    }
    Some(remark)
}

fn value(record: &Record, name: &str) -> String {
    let row = record.findings.rows.iter().find(|row| row.name == name);
    let shown = row.and_then(|row| Some(with_interval(&row.by_method?, row.printed(&printed_rows(&record.key)))));
    shown.unwrap_or_else(|| "(not measured yet)".to_owned())
}

#[cfg(test)]
mod tests {
    use super::super::{Estimate, Findings, ITEMS, Row, Size};
    use super::*;

    #[test]
    fn a_remark_shows_the_records_own_figures() {
        let name = "0,2,2,2,8: more than in the first experiment";
        let record = |rows| Record {
            key: "petrzelka-table6.3".to_owned(),
            fingerprint: String::new(),
            commit: None,
            size: Size::Full,
            seconds: 1.0,
            findings: Findings::new(rows),
        };
        let shown = remark(&record(vec![Row::by_method(name, Estimate::exact(-12.25))])).expect("a remark");
        assert!(shown.contains("it is -12.2 points and (not measured yet). With"), "{shown}");
        assert!(!shown.contains(['{', '}']), "{shown}");
    }

    #[test]
    fn remarks_belong_to_items_and_name_rows_that_are_printed() {
        for (key, text) in REMARKS {
            assert!(ITEMS.iter().any(|item| item.key == *key), "{key}");
            for part in text.split('{').skip(1) {
                let name = part.split('}').next().unwrap_or_default();
                assert!(printed_rows(key).iter().any(|printed| printed.row == name), "{key}: {name}");
            }
        }
    }
}
