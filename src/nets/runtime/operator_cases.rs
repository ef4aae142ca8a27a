//! Every operator on small graphs, with the outputs of ONNX Runtime; `scripts/operator_cases.py` makes the cases.

use std::collections::BTreeSet;

use serde::Deserialize;

use super::lowering::OPERATORS;
use super::{Graph, LoadError};
use crate::nets::graph::{Graph as _, NEVER};

/// Relative to numbers above 1, absolute below.
const TOLERANCE: f32 = 1e-5;

#[derive(Deserialize)]
struct Case {
    /// Begins with the operator.
    name: String,
    /// A file of ONNX in hexadecimal digits.
    model: String,
    inputs: Vec<Vec<f32>>,
    #[serde(default)]
    outputs: Vec<Vec<f32>>,
    /// Sound, but not covered.
    #[serde(default)]
    refused: bool,
}

impl Case {
    fn operator(&self) -> &str {
        self.name.split(':').next().unwrap_or_default()
    }

    fn graph(&self) -> Result<Graph, LoadError> {
        let digits = self.model.as_bytes().chunks(2).map(|pair| std::str::from_utf8(pair).unwrap());
        let bytes: Vec<u8> = digits.map(|digits| u8::from_str_radix(digits, 16).unwrap()).collect();
        Graph::load(&bytes)
    }

    /// The fault of a run of the case, if any.
    fn fault(&self) -> Option<String> {
        let mut graph = match self.graph() {
            Err(LoadError::Operator { operator, .. }) if self.refused && operator == self.operator() => return None,
            Err(error) => return Some(format!("{}: refused: {error}", self.name)),
            Ok(_) if self.refused => return Some(format!("{}: not refused", self.name)),
            Ok(graph) => graph,
        };
        if let Err(error) = graph.run(&self.inputs.iter().map(Vec::as_slice).collect::<Vec<_>>(), NEVER) {
            return Some(format!("{}: {error}", self.name));
        }
        for (port, expected) in graph.outputs().iter().zip(&self.outputs) {
            let found = graph.output(&port.name).unwrap();
            let is_near = |(a, b): (&f32, &f32)| (a - b).abs() <= TOLERANCE * b.abs().max(1.0);
            if found.len() != expected.len() || !found.iter().zip(expected).all(is_near) {
                return Some(format!("{}: {found:?}, not {expected:?}", self.name));
            }
        }
        (graph.outputs().len() != self.outputs.len()).then(|| format!("{}: outputs are missing", self.name))
    }
}

fn cases() -> Vec<Case> {
    serde_json::from_str(include_str!("operator_cases.json")).expect("cases")
}

#[test]
fn every_case_gives_what_onnx_runtime_gives() {
    let faults: Vec<String> = cases().iter().filter_map(Case::fault).collect();
    assert!(faults.is_empty(), "{}", faults.join("\n"));
}

#[test]
fn every_operator_has_a_case_that_runs() {
    let cases = cases();
    let tested: BTreeSet<&str> = cases.iter().filter(|case| !case.refused).map(Case::operator).collect();
    let known: BTreeSet<&str> = OPERATORS.iter().map(|(name, _)| *name).collect();
    assert_eq!(tested, known);
    assert!(OPERATORS.is_sorted_by_key(|(name, _)| name), "in alphabetical order");
}
