//! The player's own options.

use crate::{option_choice, option_table};

/// What says how much a quiet position is worth.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, clap::ValueEnum)]
#[value(rename_all = "PascalCase")]
pub enum Evaluation {
    /// A network that has learnt it.
    #[default]
    Network,
    /// Terms that were chosen by hand, with weights that were tuned.
    Handmade,
}

option_choice!(Evaluation: Network, Handmade);

option_table! {
    /// The options of Classical.
    pub struct ClassicalOptions {
        evaluation: combo Evaluation "Evaluation" = Network,
            "Classical: positions are evaluated by a network (Network) or by terms chosen by hand (Handmade).";
        eval_file: text "EvalFile" = "", "Classical: a network to use instead of the built-in one.";
    }
}
