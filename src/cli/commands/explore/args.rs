//! The flags that say what to sample from, and how.

use clap::value_parser;

use crate::cli::args::features::{five_flags, five_weights};
use crate::cli::args::lines::{LinesArgs, SelectionArgs};
use crate::cli::args::position::PositionArgs;
use crate::cli::shell::Failure;
use crate::openings::{FEATURES, Identity};
use crate::personalities::explorer::{FeatureWeights, LineSampler, SamplerKind};
use crate::studies::explore::{SampleSetting, TheoryPosition};

/// Where to sample from.
#[derive(clap::Args, Clone, Debug)]
pub struct TheoryArgs {
    #[command(flatten)]
    position: PositionArgs,
    #[command(flatten)]
    lines: LinesArgs,
    #[command(flatten)]
    selection: SelectionArgs,
    /// When two positions count as the same
    #[arg(long, value_enum, default_value_t = Identity::Position)]
    identity: Identity,
    /// Follow only the moves of the lines themselves, and no transpositions into other lines
    #[arg(long)]
    no_transpositions: bool,
}

/// How to sample.
#[derive(clap::Args, Clone, Debug)]
pub struct SettingArgs {
    /// How lines are sampled
    #[arg(long, value_enum, default_value_t = SamplerKind::Metropolis)]
    sampler: SamplerKind,
    /// How many lines to sample; several numbers, separated by commas, are compared
    #[arg(
        long,
        value_name = "N",
        value_delimiter = ',',
        default_value = "2000",
        value_parser = value_parser!(u64).range(1..=1_000_000_000)
    )]
    iterations: Vec<u64>,
    /// Which features count (1) or not (0), in the order gambit, uncommon, c4, d4, e4; give the flag several times to
    /// compare settings
    #[arg(long, value_name = "P,P,P,P,P", default_value = "0,0,0,0,0", value_parser = five_flags)]
    params: Vec<[bool; FEATURES]>,
    /// The weight of each feature, in the same order; give the flag several times to compare settings
    #[arg(long, value_name = "W,W,W,W,W", default_value = ".2,.2,.05,.05,.05", value_parser = five_weights)]
    weights: Vec<[f64; FEATURES]>,
    /// With the sampler metropolis, how many chains share the iterations
    #[arg(long, value_name = "N", default_value_t = 4, value_parser = value_parser!(u16).range(1..=1024))]
    chains: u16,
    /// Random seed
    #[arg(long, value_name = "N", default_value_t = 1)]
    seed: u64,
}

impl TheoryArgs {
    /// # Errors
    /// Fails if there are no such lines, or they do not have the position or nothing follows it.
    pub fn position(&self) -> Result<TheoryPosition, Failure> {
        let game = self.position.game()?;
        let lines = self.selection.selection().of(self.lines.read()?).map_err(Failure::call)?;
        TheoryPosition::new(lines, self.identity, !self.no_transpositions, &game).map_err(Failure::call)
    }
}

impl SettingArgs {
    /// The settings to compare: what is given once holds for all.
    ///
    /// # Errors
    /// Fails if flags are given in different numbers, or a weight is out of range.
    pub fn settings(&self) -> Result<Vec<SampleSetting>, Failure> {
        let given =
            [("iterations", self.iterations.len()), ("params", self.params.len()), ("weights", self.weights.len())];
        let settings = given.iter().map(|(_, given)| *given).max().unwrap_or(1);
        if let Some(&(flag, given)) = given.iter().find(|(_, given)| *given != 1 && *given != settings) {
            return Err(Failure::call(format!(
                "--{flag} was given {given} times and another flag {settings} times: give each once, or all equally \
                 often"
            )));
        }
        (0..settings).map(|index| self.setting(index)).collect()
    }

    fn setting(&self, index: usize) -> Result<SampleSetting, Failure> {
        let parameters = nth_or_only(&self.params, index);
        let weights = nth_or_only(&self.weights, index);
        let sampler = LineSampler {
            kind: self.sampler,
            weights: FeatureWeights::new(parameters, weights).map_err(Failure::call)?,
            iterations: nth_or_only(&self.iterations, index),
            chains: usize::from(self.chains),
            seed: self.seed,
        };
        Ok(SampleSetting { parameters, weights, sampler })
    }
}

fn nth_or_only<T: Copy>(values: &[T], index: usize) -> T {
    if values.len() == 1 { values[0] } else { values[index] }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::cli::testing::parsed;

    #[test]
    fn a_flag_that_is_given_once_holds_for_all_settings() {
        let args: SettingArgs = parsed(&[]);
        assert_eq!(args.settings().expect("defaults").len(), 1);
        let three: SettingArgs = parsed(&["--iterations", "10,20,30", "--params", "1,0,0,0,0"]);
        let settings = three.settings().expect("three settings");
        assert_eq!(settings.iter().map(|setting| setting.sampler.iterations).collect::<Vec<_>>(), [10, 20, 30]);
        let uneven: SettingArgs =
            parsed(&["--iterations", "10,20,30", "--params", "1,0,0,0,0", "--params", "0,1,0,0,0"]);
        let Err(Failure::Call(reason)) = uneven.settings() else { panic!("uneven numbers") };
        assert!(reason.starts_with("--params was given 2 times and another flag 3 times"), "{reason}");
    }
}
