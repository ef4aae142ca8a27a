//! The player that stands in for another where that one has nothing to say, hired when first needed.

use shakmaty::Move;

use crate::engine::options::{OptionError, OptionValue, SharedOptions};
use crate::engine::{Choice, Game, Limits, Personality, Recorder, Reporter, Score, Silent, Stop};

/// A player, and what it was told before it came. `Who` names those that the register can hire out.
pub struct FallbackPlayer<Who> {
    hire: fn(Who) -> Box<dyn Personality>,
    hired: Option<(Who, Box<dyn Personality>)>,
    shared: SharedOptions,
    options: Vec<(String, OptionValue)>,
}

impl<Who: Copy + PartialEq> FallbackPlayer<Who> {
    pub fn new(hire: fn(Who) -> Box<dyn Personality>) -> FallbackPlayer<Who> {
        FallbackPlayer { hire, hired: None, shared: SharedOptions::default(), options: Vec::new() }
    }

    pub fn configure(&mut self, shared: &SharedOptions, report: &mut dyn Reporter) {
        self.shared = shared.clone();
        if let Some((_, player)) = &mut self.hired {
            player.configure(shared, report);
        }
    }

    /// Keeps an option for whoever is hired; it may be that of another fallback.
    pub fn set_option(&mut self, name: &str, value: &OptionValue) -> Result<(), OptionError> {
        if *value != OptionValue::Button {
            self.options.retain(|(known, _)| known != name);
            self.options.push((name.to_owned(), value.clone()));
        }
        match &mut self.hired {
            Some((_, player)) => player.set_option(name, value).or(Ok(())),
            None => Ok(()),
        }
    }

    pub fn new_game(&mut self) {
        if let Some((_, player)) = &mut self.hired {
            player.new_game();
        }
    }

    /// Hires whom the options ask for, and lets him load what he needs.
    pub fn prepare(&mut self, who: Who, shared: &SharedOptions, report: &mut dyn Reporter) {
        self.player(who, shared, report).prepare(report);
    }

    pub fn choose(&mut self, who: Who, game: &Game, limits: &Limits, stop: &Stop, report: &mut dyn Reporter) -> Choice {
        let shared = self.shared.clone();
        self.player(who, &shared, report).choose(game, limits, stop, report)
    }

    pub fn explain(&mut self, who: Who, shared: &SharedOptions, game: &Game) -> Option<String> {
        self.player(who, shared, &mut Silent).explain(game)
    }

    /// How many centipawns a move is worse than what the fallback would play, at a look at so many positions.
    pub fn loss(&mut self, who: Who, game: &Game, mv: Move, nodes: u64, stop: &Stop) -> Option<i32> {
        let shared = self.shared.clone();
        let player = self.player(who, &shared, &mut Silent);
        let mut look = |search_moves: Vec<Move>| {
            let limits = Limits { nodes: Some(nodes), search_moves, ..Limits::default() };
            let mut recorder = Recorder::default();
            player.choose(game, &limits, stop, &mut recorder);
            recorder.infos.iter().rfind(|info| info.multipv == 1).map(|info| info.score)
        };
        let (Score(best), Score(asked)) = (look(Vec::new())?, look(vec![mv])?);
        Some(best - asked)
    }

    fn player(&mut self, who: Who, shared: &SharedOptions, report: &mut dyn Reporter) -> &mut Box<dyn Personality> {
        if self.hired.as_ref().is_none_or(|(hired, _)| *hired != who) {
            let mut player = (self.hire)(who);
            player.configure(shared, report);
            for (name, value) in &self.options {
                // Options of the other fallback are unknown to this one, which is no fault.
                let _ = player.set_option(name, value);
            }
            self.hired = Some((who, player));
        }
        &mut self.hired.as_mut().expect("just hired").1
    }
}
