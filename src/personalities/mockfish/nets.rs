//! The nets that the options select: loaded when first needed, and kept.

use std::path::Path;

use crate::engine::Reporter;
use crate::nets::NetError;
use crate::nets::input::NetInput;
use crate::nets::mockfish::{Embedded, MoveNet, NetOutput, Rule, TacticNet};

use super::options::{MockfishOptions, NetChoice};

/// The detector's probability from which the puzzle nets choose: a false alarm costs more than a missed tactic, which
/// `Best` may find too.
const TACTIC_THRESHOLD: f32 = 0.8;

/// All nets that have been needed so far.
#[derive(Default)]
pub struct MockfishNets {
    standard: Option<MoveNet>,
    puzzle: Option<MoveNet>,
    engine: Option<MoveNet>,
    tactics: Option<TacticNet>,
    /// That of `MockfishFile`, with the path that it was loaded from.
    file: Option<(String, MoveNet)>,
    /// A path that could not be loaded: reported once and not tried again.
    failed_file: Option<String>,
    /// The built-in nets cannot be loaded, which only a missing runtime can cause.
    no_runtime: bool,
}

/// A net's output for a position, and how it was selected.
pub struct Prediction {
    pub output: NetOutput,
    pub rule: Rule,
    /// The probability of a tactic, where the detector was run.
    pub tactic: Option<f32>,
}

impl MockfishNets {
    /// Loads the nets that the options select. Each that cannot be loaded is reported once; the built-in net replaces
    /// that of a file.
    pub fn load(&mut self, options: &MockfishOptions, report: &mut dyn Reporter) {
        self.load_file(&options.file, report);
        if self.no_runtime {
            return;
        }
        if let Err(error) = self.load_embedded(options.nets) {
            self.no_runtime = true;
            report.message(&format!("error: {error}; moves are drawn at random"));
        }
    }

    fn load_file(&mut self, file: &str, report: &mut dyn Reporter) {
        self.file.take_if(|(path, _)| path != file);
        self.failed_file.take_if(|path| path != file);
        if file.is_empty() || self.file.is_some() || self.failed_file.is_some() {
            return;
        }
        match MoveNet::open(Path::new(file)) {
            Ok(net) => self.file = Some((file.to_owned(), net)),
            Err(error) => {
                self.failed_file = Some(file.to_owned());
                report.message(&format!("error: {error}; the built-in net is used"));
            }
        }
    }

    fn load_embedded(&mut self, nets: NetChoice) -> Result<(), NetError> {
        let load = |slot: &mut Option<MoveNet>, net| -> Result<(), NetError> {
            if slot.is_none() {
                *slot = Some(MoveNet::embedded(net)?);
            }
            Ok(())
        };
        match nets {
            NetChoice::Best | NetChoice::Standard => load(&mut self.standard, Embedded::Standard)?,
            NetChoice::Puzzle => load(&mut self.puzzle, Embedded::Puzzle)?,
            NetChoice::Engine => load(&mut self.engine, Embedded::Engine)?,
            NetChoice::Auto => {
                load(&mut self.standard, Embedded::Standard)?;
                load(&mut self.puzzle, Embedded::Puzzle)?;
            }
        }
        if nets == NetChoice::Auto && self.tactics.is_none() {
            self.tactics = Some(TacticNet::embedded()?);
        }
        Ok(())
    }

    /// Runs the net that `nets` selects, or that of the file; `None` where none could be loaded.
    ///
    /// # Errors
    /// [`NetError::Run`].
    pub fn predict(&mut self, nets: NetChoice, input: &NetInput) -> Result<Option<Prediction>, NetError> {
        let tactic = match (nets, &mut self.tactics) {
            (NetChoice::Auto, Some(detector)) => Some(detector.predict(input)?),
            _ => None,
        };
        let has_tactic = tactic.is_some_and(|probability| probability >= TACTIC_THRESHOLD);
        let (built_in, rule) = match nets {
            NetChoice::Best => (&mut self.standard, Rule::Moves),
            NetChoice::Standard => (&mut self.standard, Rule::Product),
            NetChoice::Puzzle => (&mut self.puzzle, Rule::Product),
            NetChoice::Auto if has_tactic => (&mut self.puzzle, Rule::Product),
            NetChoice::Auto => (&mut self.standard, Rule::Moves),
            NetChoice::Engine => (&mut self.engine, Rule::Moves),
        };
        let file = self.file.as_mut().map(|(_, net)| net);
        let Some(net) = file.or(built_in.as_mut()) else { return Ok(None) };
        Ok(Some(Prediction { output: net.predict(input)?, rule, tactic }))
    }
}
