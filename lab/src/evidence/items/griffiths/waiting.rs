//! Experiments of the thesis that can be measured when seven networks of its architecture have been trained for each
//! of them.

use super::super::super::{Findings, ItemError, Setting};

fn waits_for(nets: &str) -> Result<Findings, ItemError> {
    Ok(Findings::default().with_note(format!("Not measured yet: these nets are still to be trained: {nets}.")))
}

pub fn baseline(_: &Setting) -> Result<Findings, ItemError> {
    waits_for(
        "seven with the baseline's options (two hidden layers of 4096, no dropout, batches of 256, learning rate \
         0.001) beside seven with the tuned ones",
    )
}

pub fn regularisation(_: &Setting) -> Result<Findings, ItemError> {
    waits_for("the piece selector with L2 terms; the thesis does not say how large they are")
}

pub fn piece_values(_: &Setting) -> Result<Findings, ItemError> {
    waits_for("one set with piece values in its input and one with normalised input, beside the plain one")
}
