//! Variants that Griffiths tried and dropped, measured with the piece selector on few games.

use super::super::super::{Estimate, Findings, ItemError, Row, Setting};
use super::super::logs::{Log, LogError, LogFile};

const VARIANTS: LogFile = LogFile {
    path: "nets/griffiths/variants.tsv",
    text: include_str!("../../../../../nets/griffiths/variants.tsv"),
    command: "scripts/train/griffiths_variants.py DATA OUT",
};
const NOTE: &str = "Only the piece selector was trained, on 448 games, a fifth of them for validation, with \
    convolutions an eighth as wide as in the thesis, until its loss had not improved for an epoch. The thesis has a \
    hundred times as many games. All accuracies are of the same positions; a difference counts where it exceeds \
    twice its standard error.";

/// The validation accuracy of a variant, in per cent; `None` where it is not trained yet.
fn accuracy(log: &Log, variant: &str) -> Result<Option<Estimate>, LogError> {
    let rows = log.only("variant", variant)?;
    rows.len().checked_sub(1).map(|last| rows.accuracy(last)).transpose()
}

/// A row with the accuracy of each of these variants that is trained.
fn accuracies(log: &Log, variants: &[(&str, &str)]) -> Result<Vec<Row>, LogError> {
    let mut rows = Vec::new();
    for (variant, name) in variants {
        if let Some(accuracy) = accuracy(log, variant)? {
            rows.push(Row::by_method(format!("{name}: selector's validation accuracy, per cent"), accuracy));
        }
    }
    Ok(rows)
}

/// By how many of its standard errors one accuracy exceeds another.
fn lead(one: Estimate, other: Estimate) -> f64 {
    let variance = |of: Estimate| of.value * (100.0 - of.value) / of.samples.unwrap_or_default() as f64;
    (one.value - other.value) / (variance(one) + variance(other)).sqrt()
}

const BEYOND_CHANCE: f64 = 2.0;

pub fn baseline(_: &Setting) -> Result<Findings, ItemError> {
    VARIANTS.findings(|log| {
        let rows = accuracies(log, &[("plain", "the tuned options"), ("baseline", "the baseline")])?;
        Ok(Findings::new(rows).with_note(format!(
            "{NOTE} The thesis compares all seven networks; the other six are not measured, and so nothing is \
             compared with it. The baseline has two hidden layers of 4096, no dropout, batches of 256 and a learning \
             rate of 0.001."
        )))
    })
}

pub fn regularisation(_: &Setting) -> Result<Findings, ItemError> {
    VARIANTS.findings(|log| {
        let mut rows = Vec::new();
        if let Some(accuracy) = accuracy(log, "l2")? {
            rows.push(Row::by_method("L2 regularisation leaves the piece selector at", accuracy));
        }
        rows.extend(accuracies(log, &[("plain", "without L2 terms")])?);
        Ok(Findings::new(rows).with_note(format!(
            "{NOTE} The thesis does not say how large its terms are; ours are 0.0001 times the sum of the squares of \
             all weights."
        )))
    })
}

pub fn piece_values(_: &Setting) -> Result<Findings, ItemError> {
    VARIANTS.findings(|log| {
        let mut rows = Vec::new();
        let plain = accuracy(log, "plain")?;
        if let (Some(values), Some(plain)) = (accuracy(log, "values")?, plain) {
            let fact = Estimate::fact(lead(values, plain) <= BEYOND_CHANCE);
            rows.push(Row::by_method("piece values in the input do not increase accuracy", fact));
        }
        if let (Some(normalised), Some(plain)) = (accuracy(log, "normalised")?, plain) {
            let fact = Estimate::fact(lead(normalised, plain).abs() <= BEYOND_CHANCE);
            rows.push(Row::by_method("normalised input has no effect on accuracy", fact));
        }
        let names = [("plain", "plain input"), ("values", "piece values"), ("normalised", "normalised input")];
        rows.extend(accuracies(log, &names)?);
        Ok(Findings::new(rows).with_note(format!(
            "{NOTE} The values are 1, 3, 3, 5, 9 and 10 for the king; the thesis does not give its own. Normalised \
             planes have a mean of 0 and a standard deviation of 1 over the samples."
        )))
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_lead_is_counted_in_standard_errors() {
        let log = Log::of("variant\taccuracy\tjudged\nplain\t0.5\t1000\nvalues\t0.55\t1000\n");
        let of = |variant| accuracy(&log, variant).expect("numbers");
        let (plain, values) = (of("plain").expect("it is trained"), of("values").expect("it is trained"));
        assert!((lead(values, plain) - 0.05 / 0.000_497_5_f64.sqrt()).abs() < 1e-9, "{}", lead(values, plain));
        assert_eq!(lead(plain, values), -lead(values, plain));
        assert_eq!(of("normalised"), None);
        assert_eq!(accuracies(&log, &[("plain", "plain"), ("l2", "L2")]).expect("numbers").len(), 1);
    }
}
