//! The flags that divide games into parts: alike wherever samples are made or nets are evaluated.

use super::number::number_in;
use crate::games::inputs::PartFilter;
use crate::games::split::{Part, Split, Unit};

#[derive(clap::Args, Clone, Debug)]
pub struct SplitArgs {
    /// What is assigned to a part as a whole
    #[arg(long, value_enum, default_value_t = Unit::Game)]
    split: Unit,
    /// Share of the samples for validation, from 0 to 0.5
    #[arg(long, value_name = "SHARE", default_value_t = 0.02, value_parser = number_in(0.0..=0.5))]
    validation: f64,
    /// Share of the samples for the test, from 0 to 0.5
    #[arg(long, value_name = "SHARE", default_value_t = 0.02, value_parser = number_in(0.0..=0.5))]
    test: f64,
    /// Random seed of the split
    #[arg(long, value_name = "N", default_value_t = 1)]
    pub seed: u64,
}

impl SplitArgs {
    pub fn split(&self) -> Split {
        Split { unit: self.split, validation: self.validation, test: self.test, seed: self.seed }
    }
}

#[derive(clap::Args, Clone, Debug)]
pub struct PartArgs {
    /// Use only the games that `motley-lab dataset` puts into this part when it is given the same flags
    #[arg(long, value_enum)]
    part: Option<Part>,
    #[command(flatten)]
    pub split: SplitArgs,
}

impl PartArgs {
    pub fn filter(&self) -> PartFilter {
        PartFilter(self.part.map(|part| (self.split.split(), part)))
    }
}
