//! The nets that the options select: loaded when first needed, and kept.

use std::path::Path;

use crate::engine::Reporter;
use crate::nets::file_net::FileNet;
use crate::nets::mockfish::{Embedded, MoveNet, NetOutput, Rule, TacticNet};
use crate::nets::rated::MoveInput;
use crate::nets::rated::RatedNet;
use crate::nets::{NEVER, NetError, RuntimeChoice};

use super::options::{MockfishOptions, NetChoice};

/// The detector's probability from which the puzzle nets choose: a false alarm costs more than a missed tactic, which
/// `Best` may find too.
const TACTIC_THRESHOLD: f32 = 0.8;

/// All nets that have been needed so far.
#[derive(Default)]
pub struct MockfishNets {
    /// The runtime of the nets; those that another runtime has loaded are dropped.
    choice: RuntimeChoice,
    /// The rule that combines the outputs of seven networks.
    of_seven: Rule,
    standard: Option<MoveNet>,
    puzzle: Option<MoveNet>,
    engine: Option<MoveNet>,
    rated: Option<RatedNet>,
    tactics: Option<TacticNet>,
    /// That of `MockfishFile`, with the path that it was loaded from.
    file: Option<(String, FileNet)>,
    /// A path that could not be used: reported once and not tried again.
    failed_file: Option<String>,
    /// A fault that has not been reported yet.
    fault: Option<String>,
    /// The built-in nets cannot be loaded.
    no_nets: bool,
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
    pub fn load(&mut self, options: &MockfishOptions, choice: &RuntimeChoice, report: &mut dyn Reporter) {
        if self.choice != *choice {
            *self = MockfishNets { choice: choice.clone(), ..MockfishNets::default() };
        }
        self.of_seven = options.combination.rule();
        self.load_file(&options.file, report);
        if self.no_nets {
            return;
        }
        if let Err(error) = self.load_embedded(options.nets) {
            self.no_nets = true;
            report.message(&format!("error: {error}; moves are chosen at random"));
        }
    }

    fn load_file(&mut self, file: &str, report: &mut dyn Reporter) {
        self.file.take_if(|(path, _)| path != file);
        self.failed_file.take_if(|path| path != file);
        if file.is_empty() || self.file.is_some() || self.failed_file.is_some() {
            return;
        }
        match FileNet::open(Path::new(file), &self.choice) {
            Ok(net) => self.file = Some((file.to_owned(), net)),
            Err(error) => {
                self.failed_file = Some(file.to_owned());
                report.message(&format!("error: {error}; the built-in net is used"));
            }
        }
    }

    fn load_embedded(&mut self, nets: NetChoice) -> Result<(), NetError> {
        let choice = &self.choice;
        let load = |slot: &mut Option<MoveNet>, net| -> Result<(), NetError> {
            if slot.is_none() {
                *slot = Some(MoveNet::embedded(net, choice)?);
            }
            Ok(())
        };
        match nets {
            NetChoice::Best | NetChoice::Standard => load(&mut self.standard, Embedded::Standard)?,
            NetChoice::Puzzle => load(&mut self.puzzle, Embedded::Puzzle)?,
            NetChoice::Engine => load(&mut self.engine, Embedded::Engine)?,
            NetChoice::Rated if self.rated.is_none() => self.rated = Some(RatedNet::embedded(choice)?),
            NetChoice::Rated => {}
            NetChoice::Auto => {
                load(&mut self.standard, Embedded::Standard)?;
                load(&mut self.puzzle, Embedded::Puzzle)?;
            }
        }
        if nets == NetChoice::Auto && self.tactics.is_none() {
            self.tactics = Some(TacticNet::embedded(choice)?);
        }
        Ok(())
    }

    /// Returns true if the net that `nets` selects, or that of the file, takes ratings.
    pub fn knows_ratings(&self, nets: NetChoice) -> bool {
        match &self.file {
            Some((_, net)) => matches!(net, FileNet::Rated(_)),
            None => nets == NetChoice::Rated,
        }
    }

    /// Runs the net that `nets` selects, or that of the file; `None` where none could be loaded.
    ///
    /// # Errors
    /// [`NetError::Run`]; [`NetError::Stopped`] from the net of a file.
    pub fn predict(
        &mut self,
        nets: NetChoice,
        input: &MoveInput,
        stopped: &dyn Fn() -> bool,
    ) -> Result<Option<Prediction>, NetError> {
        let file = match &mut self.file {
            Some((_, net)) => Some(net.predict(input, stopped)?),
            None => None,
        };
        self.complete(nets, input, file)
    }

    /// The prediction with the output of the file's net, or that of the net that `nets` selects.
    fn complete(
        &mut self,
        nets: NetChoice,
        input: &MoveInput,
        file: Option<NetOutput>,
    ) -> Result<Option<Prediction>, NetError> {
        let tactic = match (nets, &mut self.tactics) {
            (NetChoice::Auto, Some(detector)) => Some(detector.predict(&input.plain())?),
            _ => None,
        };
        let has_tactic = tactic.is_some_and(|probability| probability >= TACTIC_THRESHOLD);
        let (built_in, rule) = match nets {
            NetChoice::Best => (&mut self.standard, Rule::Moves),
            NetChoice::Standard => (&mut self.standard, self.of_seven),
            NetChoice::Puzzle => (&mut self.puzzle, self.of_seven),
            NetChoice::Auto if has_tactic => (&mut self.puzzle, self.of_seven),
            NetChoice::Auto => (&mut self.standard, Rule::Moves),
            NetChoice::Engine => (&mut self.engine, Rule::Moves),
            NetChoice::Rated => (&mut None, Rule::Moves),
        };
        let output = match (file, built_in, &mut self.rated) {
            (Some(output), ..) => output,
            (None, Some(net), _) => net.predict(&input.plain(), NEVER)?,
            (None, None, Some(net)) if nets == NetChoice::Rated => net.predict(&input.rated(), NEVER)?.into(),
            _ => return Ok(None),
        };
        // Seven separate networks have no output for whole moves.
        let rule = if output.moves.is_none() { self.of_seven } else { rule };
        Ok(Some(Prediction { output, rule, tactic }))
    }

    /// The same in play. A file whose net fails is given up, and the built-in net answers; it answers for one that is
    /// stopped too.
    pub fn predict_or_replace(
        &mut self,
        nets: NetChoice,
        input: &MoveInput,
        stopped: &dyn Fn() -> bool,
    ) -> Option<Prediction> {
        match self.predict(nets, input, stopped) {
            Ok(prediction) => return prediction,
            Err(NetError::Stopped) => {}
            Err(error) => {
                let (path, _) = self.file.take()?;
                self.fault = Some(format!("error: `{path}`: {error}; the built-in net is used"));
                self.failed_file = Some(path);
            }
        }
        self.complete(nets, input, None).ok()?
    }

    /// Reports what happened since the last report.
    pub fn report_fault(&mut self, report: &mut dyn Reporter) {
        if let Some(fault) = self.fault.take() {
            report.message(&fault);
        }
    }
}
