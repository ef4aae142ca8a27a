//! The player that moves for another one where that one finds no move of its own, built when first needed.

use shakmaty::Move;

use crate::engine::options::{OptionError, OptionValue, SharedOptions};
use crate::engine::{Choice, Game, Limits, Personality, PlayerOptions, Recorder, Reporter, Score, Silent, Stop};

/// A player and the options that it gets when it is built. `Name` is the value of the option that chooses it.
pub struct FallbackPlayer<Name> {
    build: fn(Name) -> Box<dyn Personality>,
    player: Option<(Name, Box<dyn Personality>)>,
    options: PlayerOptions,
}

impl<Name: Copy + PartialEq> FallbackPlayer<Name> {
    pub fn new(build: fn(Name) -> Box<dyn Personality>) -> FallbackPlayer<Name> {
        FallbackPlayer { build, player: None, options: PlayerOptions::default() }
    }

    pub fn configure(&mut self, shared: &SharedOptions, report: &mut dyn Reporter) {
        self.options.shared = shared.clone();
        if let Some((_, player)) = &mut self.player {
            player.configure(shared, report);
        }
    }

    /// Keeps an option for the player that will be built; it may be that of another fallback.
    pub fn set_option(&mut self, name: &str, value: &OptionValue) -> Result<(), OptionError> {
        if *value != OptionValue::Button {
            self.options.set(name, value.clone());
        }
        match &mut self.player {
            Some((_, player)) => player.set_option(name, value).or(Ok(())),
            None => Ok(()),
        }
    }

    pub fn new_game(&mut self) {
        if let Some((_, player)) = &mut self.player {
            player.new_game();
        }
    }

    pub fn prepare(&mut self, name: Name, report: &mut dyn Reporter) {
        self.player(name, report).prepare(report);
    }

    pub fn choose(
        &mut self,
        name: Name,
        game: &Game,
        limits: &Limits,
        stop: &Stop,
        report: &mut dyn Reporter,
    ) -> Choice {
        self.player(name, report).choose(game, limits, stop, report)
    }

    pub fn explain(&mut self, name: Name, game: &Game) -> Option<String> {
        self.player(name, &mut Silent).explain(game)
    }

    /// The centipawns by which a move is worse than the fallback's own choice, by two searches under `limits`; `None`
    /// where one of them reports nothing.
    pub fn loss(&mut self, name: Name, game: &Game, mv: Move, limits: &Limits, stop: &Stop) -> Option<i32> {
        let player = self.player(name, &mut Silent);
        let mut search = |search_moves: Vec<Move>| {
            let limits = Limits { search_moves, ..limits.clone() };
            let mut recorder = Recorder::default();
            player.choose(game, &limits, stop, &mut recorder);
            recorder.infos.iter().rfind(|info| info.multipv == 1).map(|info| info.score)
        };
        let (Score(best), Score(asked)) = (search(Vec::new())?, search(vec![mv])?);
        Some(best - asked)
    }

    fn player(&mut self, name: Name, report: &mut dyn Reporter) -> &mut Box<dyn Personality> {
        if self.player.as_ref().is_none_or(|(built, _)| *built != name) {
            let mut player = (self.build)(name);
            // Options of the other fallback are unknown to this one, which is no fault.
            self.options.give(&mut *player, None, report);
            self.player = Some((name, player));
        }
        &mut self.player.as_mut().expect("it was just built").1
    }
}
