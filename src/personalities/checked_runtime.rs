//! The options `NetRuntime` and `OnnxLibrary`: says once what became of them, whichever player's nets are concerned.

use crate::engine::options::SharedOptions;
use crate::engine::{Choice, Game, Limits, Personality, Reporter, Stop};
use crate::nets::RuntimeChoice;

/// A player whose runtime is looked at before it loads nets.
pub struct CheckedRuntime {
    player: Box<dyn Personality>,
    /// True if the player itself uses nets; every one does at a level and with `HumanClock`.
    uses_nets: bool,
    shared: SharedOptions,
    /// The choice that was last reported on.
    checked: RuntimeChoice,
}

impl CheckedRuntime {
    pub fn around(player: Box<dyn Personality>, uses_nets: bool) -> CheckedRuntime {
        let (shared, checked) = (SharedOptions::default(), RuntimeChoice::default());
        CheckedRuntime { player, uses_nets, shared, checked }
    }

    /// Reports a choice that cannot be followed, once.
    fn check(&mut self, report: &mut dyn Reporter) {
        let SharedOptions { human_clock, limit_strength, .. } = self.shared;
        let choice = self.shared.runtime();
        if !(self.uses_nets || human_clock || limit_strength) || choice == self.checked {
            return;
        }
        if let Some(line) = choice.check() {
            report.message(&line);
        }
        self.checked = choice;
    }
}

impl Personality for CheckedRuntime {
    fn inside(&mut self) -> Option<&mut dyn Personality> {
        Some(&mut *self.player)
    }

    fn configure(&mut self, shared: &SharedOptions, report: &mut dyn Reporter) {
        self.shared = shared.clone();
        self.player.configure(shared, report);
    }

    fn prepare(&mut self, report: &mut dyn Reporter) {
        self.check(report);
        self.player.prepare(report);
    }

    fn new_game(&mut self) {
        self.player.new_game();
    }

    fn choose(&mut self, game: &Game, limits: &Limits, stop: &Stop, report: &mut dyn Reporter) -> Choice {
        self.check(report);
        self.player.choose(game, limits, stop, report)
    }
}
