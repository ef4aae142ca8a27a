//! The training of the nets of the two experiments.

use super::super::super::{Estimate, Findings, ItemError, Row, Setting};
use super::super::logs::{Log, LogFile};

const CURVE: LogFile = LogFile {
    path: "nets/cooperative/curves.tsv",
    text: include_str!("../../../../../nets/cooperative/curves.tsv"),
    command: "scripts/train/cooperative.py second DATA OUT --whole",
};

pub fn both_nets(_: &Setting) -> Result<Findings, ItemError> {
    CURVE.findings(findings_of)
}

fn findings_of(log: &Log) -> Result<Findings, ItemError> {
    let mut rows = Vec::new();
    for experiment in ["first", "second"] {
        rows.extend(rows_of(experiment, &log.only("experiment", experiment)?)?);
    }
    Ok(Findings::new(rows).with_note(
        "The error is the binary cross entropy. The thesis prints the average training error of the best model. For \
         our nets, the table shows the average training error of one epoch: the one after which the net made the \
         smallest error on games that it was not trained on. A sample is within reach if White still has every piece \
         that the constraint asks for. Both nets ship.",
    ))
}

fn rows_of(experiment: &str, log: &Log) -> Result<Vec<Row>, ItemError> {
    let Some(best) = log.best()? else { return Ok(Vec::new()) };
    let row = |what: &str, column: &str, unit: f64| -> Result<Row, ItemError> {
        Ok(Row::by_method(format!("{experiment} net: {what}"), Estimate::exact(log.numbers(column)?[best] / unit)))
    };
    Ok(vec![
        row("error", "training_loss", 1.0)?,
        row("error on other games", "loss", 1.0)?,
        row("error on other games, within reach", "loss_within_reach", 1.0)?,
        row("positions read, millions", "positions", 1e6)?,
        row("hours of one core", "seconds", 3600.0)?,
    ])
}
