//! The nets that the options ask for, loaded when they are needed and kept.

use std::path::Path;

use crate::engine::Reporter;
use crate::nets::NetError;
use crate::nets::input::NetInput;
use crate::nets::mockfish::{Embedded, MoveNet, Opinion, Rule, TacticNet};

use super::options::{MockfishOptions, NetChoice};

/// The detector's probability from which the puzzle nets are asked: a false alarm costs more than a missed tactic,
/// which `Best` may see too.
const TACTIC_THRESHOLD: f32 = 0.8;

/// All nets that have been needed so far.
#[derive(Default)]
pub struct Brain {
    standard: Option<MoveNet>,
    puzzle: Option<MoveNet>,
    engine: Option<MoveNet>,
    tactics: Option<TacticNet>,
    /// The user's own, with the path that it came from.
    own: Option<(String, MoveNet)>,
    /// What could not be loaded; it is said once and not tried again.
    missing: Option<String>,
    /// The same of the built-in nets, which only a missing runtime can cause.
    without: bool,
}

/// An opinion, and how it was come by.
pub struct Advice {
    pub opinion: Opinion,
    pub rule: Rule,
    /// That there is a tactic, where the detector was asked.
    pub tactic: Option<f32>,
}

impl Brain {
    /// Loads what the options ask for. What cannot be loaded is said once, and the built-in net plays.
    pub fn load(&mut self, options: &MockfishOptions, report: &mut dyn Reporter) {
        self.load_own(&options.file, report);
        if self.without {
            return;
        }
        if let Err(error) = self.load_embedded(options.nets) {
            self.without = true;
            report.message(&format!("error: {error}; moves are drawn at random"));
        }
    }

    fn load_own(&mut self, file: &str, report: &mut dyn Reporter) {
        self.own.take_if(|(path, _)| path != file);
        self.missing.take_if(|path| path != file);
        if file.is_empty() || self.own.is_some() || self.missing.is_some() {
            return;
        }
        match MoveNet::open(Path::new(file)) {
            Ok(net) => self.own = Some((file.to_owned(), net)),
            Err(error) => {
                self.missing = Some(file.to_owned());
                report.message(&format!("error: {error}; the built-in net plays on"));
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

    /// What the chosen nets say; `None` where there is none that works.
    pub fn ask(&mut self, nets: NetChoice, seen: &NetInput) -> Result<Option<Advice>, NetError> {
        let tactic = match (nets, &mut self.tactics) {
            (NetChoice::Auto, Some(detector)) => Some(detector.ask(seen)?),
            _ => None,
        };
        let sees_tactic = tactic.is_some_and(|probability| probability >= TACTIC_THRESHOLD);
        let (built_in, rule) = match nets {
            NetChoice::Best => (&mut self.standard, Rule::Moves),
            NetChoice::Standard => (&mut self.standard, Rule::Product),
            NetChoice::Puzzle => (&mut self.puzzle, Rule::Product),
            NetChoice::Auto if sees_tactic => (&mut self.puzzle, Rule::Product),
            NetChoice::Auto => (&mut self.standard, Rule::Moves),
            NetChoice::Engine => (&mut self.engine, Rule::Moves),
        };
        let Some(net) = self.own.as_mut().map(|(_, net)| net).or(built_in.as_mut()) else { return Ok(None) };
        Ok(Some(Advice { opinion: net.ask(seen)?, rule, tactic }))
    }
}
