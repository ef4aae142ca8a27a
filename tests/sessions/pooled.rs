//! Players for many short sessions: each is kept from one session to the next, has a small table and one thread, and
//! searches little. The fuzz target includes this file too.

use std::collections::BTreeMap;
use std::sync::{Mutex, PoisonError};
use std::thread;

use motley::engine::options::{OptionError, OptionSpec, OptionValue, SharedOptions};
use motley::engine::{Choice, Game, Limits, Personality, Reporter, Silent, Stop};
use motley::personalities::{PERSONALITIES, PersonalityInfo};

/// Nodes of a search at most.
const NODES: u64 = 50;

/// Players that no session has at the moment, by their names.
static KEPT: Mutex<BTreeMap<&str, Vec<Box<dyn Personality>>>> = Mutex::new(BTreeMap::new());

/// A player that goes back when its session ends.
struct Pooled {
    info: &'static PersonalityInfo,
    player: Option<Box<dyn Personality>>,
    /// Options that do not have their defaults.
    changed: Vec<&'static OptionSpec>,
    is_used: bool,
}

/// Takes a player that is kept, or builds one.
pub fn player(info: &PersonalityInfo) -> Box<dyn Personality> {
    let info = PERSONALITIES.iter().find(|known| known.name == info.name).expect("it is one of them");
    let kept = KEPT.lock().unwrap_or_else(PoisonError::into_inner).get_mut(info.name).and_then(Vec::pop);
    let player = Some(kept.unwrap_or_else(|| info.player()));
    Box::new(Pooled { info, player, changed: Vec::new(), is_used: false })
}

impl Pooled {
    fn player(&mut self) -> &mut Box<dyn Personality> {
        self.player.as_mut().expect("it is there until the end")
    }
}

impl Personality for Pooled {
    fn configure(&mut self, shared: &SharedOptions, report: &mut dyn Reporter) {
        let small = SharedOptions { hash: 1, threads: 1, human_clock: false, ..shared.clone() };
        self.player().configure(&small, report);
    }

    fn set_option(&mut self, name: &str, value: &OptionValue) -> Result<(), OptionError> {
        self.player().set_option(name, value)?;
        let all = PERSONALITIES.iter().flat_map(|info| info.options);
        self.changed.extend(all.filter(|spec| spec.name == name));
        Ok(())
    }

    fn prepare(&mut self, report: &mut dyn Reporter) {
        self.player().prepare(report);
    }

    fn new_game(&mut self) {
        // Tables are cleared where there is something in them.
        if std::mem::take(&mut self.is_used) {
            self.player().new_game();
        }
    }

    fn choose(&mut self, game: &Game, limits: &Limits, stop: &Stop, report: &mut dyn Reporter) -> Choice {
        self.is_used = true;
        let nodes = limits.nodes.map_or(NODES, |nodes| nodes.min(NODES));
        let limits = Limits { nodes: Some(nodes), ..limits.clone() };
        self.player().choose(game, &limits, stop, report)
    }

    fn explain(&mut self, game: &Game) -> Option<String> {
        self.player().explain(game)
    }
}

impl Drop for Pooled {
    fn drop(&mut self) {
        let Some(mut player) = self.player.take().filter(|_| !thread::panicking()) else { return };
        for spec in self.changed.drain(..) {
            if let Ok(value) = spec.parse(&spec.kind.default_text()) {
                let _ = player.set_option(spec.name, &value);
            }
        }
        if self.is_used {
            player.configure(&SharedOptions { hash: 1, ..SharedOptions::default() }, &mut Silent);
            player.new_game();
        }
        KEPT.lock().unwrap_or_else(PoisonError::into_inner).entry(self.info.name).or_default().push(player);
    }
}
