//! How far the net of the second experiment was trained.

use super::super::super::{Estimate, Findings, ItemError, Row, Setting};
use super::super::logs::{Log, LogFile};

const CURVE: LogFile = LogFile {
    path: "nets/cooperative/curves.tsv",
    text: include_str!("../../../../../nets/cooperative/curves.tsv"),
    command: "scripts/train/cooperative.py second DATA OUT --whole",
};

pub fn second_net(_: &Setting) -> Result<Findings, ItemError> {
    CURVE.findings(findings_of)
}

fn findings_of(log: &Log) -> Result<Findings, ItemError> {
    let (losses, within_reach, positions) =
        (log.numbers("loss")?, log.numbers("loss_within_reach")?, log.numbers("positions")?);
    let best = log.best()?.unwrap_or_default();
    let value = |value: f64| Estimate::exact(value);
    let rows = vec![
        Row::by_method("second net: error", value(losses[best])),
        Row::by_method("second net: error before the run", value(losses[0])),
        Row::by_method("second net: error within reach", value(within_reach[best])),
        Row::by_method("second net: error within reach before the run", value(within_reach[0])),
        Row::by_method("positions read, millions", value(positions[log.len() - 1] / 1e6)),
        Row::by_method("positions read at the least error, millions", value(positions[best] / 1e6)),
    ];
    Ok(Findings::new(rows).with_note(
        "Binary cross entropy on positions of games that the net was not trained on; the thesis prints the average \
         error in training. A sample is within reach if White still has every piece that the constraint asks for. \
         The run began with a net that had seen eight times 200,000 positions.",
    ))
}
