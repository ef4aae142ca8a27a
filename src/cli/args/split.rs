//! The flags that say which games belong to which part: alike wherever samples are made or judged.

use crate::lab::samples::split::{Split, Unit};

#[derive(clap::Args, Clone, Debug)]
pub struct SplitArgs {
    /// What stays together when the parts are drawn
    #[arg(long, value_enum, default_value_t = Unit::Game)]
    split: Unit,
    /// Share for validation
    #[arg(long, value_name = "SHARE", default_value_t = 0.02, value_parser = share)]
    validation: f64,
    /// Share for the test
    #[arg(long, value_name = "SHARE", default_value_t = 0.02, value_parser = share)]
    test: f64,
    /// Seed of the split
    #[arg(long, value_name = "N", default_value_t = 1)]
    pub seed: u64,
}

impl SplitArgs {
    pub fn split(&self) -> Split {
        Split { unit: self.split, validation: self.validation, test: self.test, seed: self.seed }
    }

    /// The unit in one word.
    pub fn unit(&self) -> String {
        format!("{:?}", self.split).to_lowercase()
    }
}

fn share(text: &str) -> Result<f64, String> {
    match text.parse() {
        Ok(share) if (0.0..=0.5).contains(&share) => Ok(share),
        _ => Err("expected a number from 0 to 0.5".to_owned()),
    }
}
