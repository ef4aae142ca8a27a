//! The player's own options.

use super::params;
use crate::engine::options::{OptionKind, OptionSpec, Part};
use crate::{option_choice, option_table};

/// The evaluation of quiet positions.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Evaluation {
    /// An efficiently updatable neural network.
    #[default]
    Nnue,
    /// Terms that were chosen by hand, with weights that were tuned.
    Handmade,
}

option_choice!(Evaluation: Nnue, Handmade);

option_table! {
    /// The options of Classical.
    pub struct ClassicalOptions {
        evaluation: combo Evaluation "Evaluation" = Nnue,
            "Classical: evaluates positions with its neural network (Nnue) or with terms written by hand (Handmade).";
        eval_file: file "EvalFile" = "", "Classical: a network file to use instead of the built-in network.";
    }
}

/// The player's options as a GUI sees them: with the feature `tune` the numbers of its search too.
pub const OPTIONS: &[OptionSpec] = if cfg!(feature = "tune") { &WITH_PARAMS } else { ClassicalOptions::SPECS };

/// Sets the rate of a clock that runs by nodes (`node_clock.rs`).
pub const NODES_TIME: OptionSpec = OptionSpec {
    name: "NodesTime",
    kind: OptionKind::Spin { default: 0, min: 0, max: 10_000 },
    part: Part::Own,
    about: "Nodes that count as a millisecond of the clock. 0: the clock runs by time.",
};

const WITH_PARAMS: [OptionSpec; ClassicalOptions::SPECS.len() + params::ALL.len() + 1] = {
    let own = ClassicalOptions::SPECS;
    // The last one stays.
    let mut specs = [NODES_TIME; ClassicalOptions::SPECS.len() + params::ALL.len() + 1];
    let mut i = 0;
    while i + 1 < specs.len() {
        specs[i] = if i < own.len() { own[i] } else { params::ALL[i - own.len()].option() };
        i += 1;
    }
    specs
};
