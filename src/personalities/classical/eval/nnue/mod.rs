//! The network evaluation: an efficiently updatable network (NNUE), which says what a quiet position is worth.
//!
//! Its 768 inputs say which piece stands where, from the view of one side: own pieces and the other's, six kinds, 64
//! squares; their weights depend on the region of the board where the own king stands. One hidden layer of some hundred
//! neurons is computed twice, once for each side as the board looks to it; these *accumulators* change by a few rows of
//! weights with each move (`accumulator.rs`). Threats, which are further inputs, say which pieces are attacked
//! (`threats.rs`); their weights are added to some of the neurons, anew for each position. The neurons between 0 and 1,
//! squared, are the inputs of one of eight outputs, selected by the number of pieces: the sum of a direct output and,
//! where a network has them, of what two small layers make of the same (`layers.rs`). `scripts/train/nnue.py` trains
//! it; `docs/evaluation.md` describes it.

#![deny(unsafe_code)]

mod accumulator;
mod explain;
mod features;
mod file;
#[cfg(test)]
pub mod fixtures;
#[expect(unsafe_code, reason = "instructions that not every processor has")]
mod kernels;
mod lanes;
mod layers;
mod output;
mod source;
mod threats;

pub use accumulator::Accumulators;
pub use explain::NnueExplanation;
pub use features::Changes;
pub use file::{NnueError, NnueFault};
pub use source::NnueSource;

use kernels::Kernel;
use lanes::CacheLine;
use layers::Layers;
use output::OUTPUTS;
use threats::THREAT_LINES;

use crate::personalities::classical::prefetch::prefetch;

/// The weights of a network, as whole numbers, and the kernel that computes with them.
#[derive(Clone, Debug)]
pub struct Nnue {
    /// Hidden weights of the pieces: a row for each input.
    rows: Vec<CacheLine>,
    /// Hidden weights of threats: a row for each, of [`Nnue::threat_width`] lines.
    threat_rows: Vec<CacheLine>,
    /// Hidden biases.
    biases: Vec<CacheLine>,
    /// Direct output weights: for each output a row for the mover's neurons and one for the other's.
    outputs: Vec<CacheLine>,
    output_biases: [i32; OUTPUTS],
    /// For each output, where they add anything to it.
    layers: Vec<Option<Layers>>,
    kernel: Kernel,
}

impl Nnue {
    /// Lines of an accumulator.
    #[inline]
    fn width(&self) -> usize {
        self.biases.len()
    }

    /// The accumulator of an empty board.
    fn biases(&self) -> &[CacheLine] {
        &self.biases
    }

    /// `to` = `from` with some inputs added and some removed; the loop is `update` of `lanes.rs`.
    #[inline]
    fn update(&self, from: &[CacheLine], to: &mut [CacheLine], added: &[usize], removed: &[usize]) {
        self.kernel.update(from, to, &self.rows, added, removed);
    }

    /// Asks for the rows of these inputs early.
    #[inline]
    fn prefetch(&self, inputs: &[usize]) {
        for input in inputs {
            self.rows[input * self.width()..][..self.width()].iter().for_each(prefetch);
        }
    }

    /// Lines of an accumulator to which threats lead.
    #[inline]
    fn threat_width(&self) -> usize {
        self.width().min(THREAT_LINES)
    }
}
