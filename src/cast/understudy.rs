//! The player that stands in for another where that one has nothing to say, hired when first needed.

use shakmaty::Move;

use crate::engine::options::{HouseOptions, OptionError, OptionValue};
use crate::engine::{Choice, Game, Limits, Personality, Recorder, Reporter, Score, Silent, Stop};

/// A player, and what it was told before it came. `Who` names those that the register can hire out.
pub struct Understudy<Who> {
    hire: fn(Who) -> Box<dyn Personality>,
    hired: Option<(Who, Box<dyn Personality>)>,
    house: HouseOptions,
    options: Vec<(String, OptionValue)>,
}

impl<Who: Copy + PartialEq> Understudy<Who> {
    pub fn new(hire: fn(Who) -> Box<dyn Personality>) -> Understudy<Who> {
        Understudy { hire, hired: None, house: HouseOptions::default(), options: Vec::new() }
    }

    pub fn configure(&mut self, house: &HouseOptions, report: &mut dyn Reporter) {
        self.house = house.clone();
        if let Some((_, player)) = &mut self.hired {
            player.configure(house, report);
        }
    }

    /// Keeps an option for whoever is hired; it may be that of another understudy.
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
    pub fn prepare(&mut self, who: Who, house: &HouseOptions, report: &mut dyn Reporter) {
        self.player(who, house, report).prepare(report);
    }

    pub fn choose(&mut self, who: Who, game: &Game, limits: &Limits, stop: &Stop, report: &mut dyn Reporter) -> Choice {
        let house = self.house.clone();
        self.player(who, &house, report).choose(game, limits, stop, report)
    }

    pub fn explain(&mut self, who: Who, house: &HouseOptions, game: &Game) -> Option<String> {
        self.player(who, house, &mut Silent).explain(game)
    }

    /// How many centipawns a move is worse than what the understudy would play, at a look at so many positions.
    pub fn loss(&mut self, who: Who, game: &Game, mv: Move, nodes: u64, stop: &Stop) -> Option<i32> {
        let house = self.house.clone();
        let player = self.player(who, &house, &mut Silent);
        let mut look = |search_moves: Vec<Move>| {
            let limits = Limits { nodes: Some(nodes), search_moves, ..Limits::default() };
            let mut recorder = Recorder::default();
            player.choose(game, &limits, stop, &mut recorder);
            recorder.infos.iter().rfind(|info| info.multipv == 1).map(|info| info.score)
        };
        let (Score(best), Score(asked)) = (look(Vec::new())?, look(vec![mv])?);
        Some(best - asked)
    }

    fn player(&mut self, who: Who, house: &HouseOptions, report: &mut dyn Reporter) -> &mut Box<dyn Personality> {
        if self.hired.as_ref().is_none_or(|(hired, _)| *hired != who) {
            let mut player = (self.hire)(who);
            player.configure(house, report);
            for (name, value) in &self.options {
                // Options of the other understudy are unknown to this one, which is no fault.
                let _ = player.set_option(name, value);
            }
            self.hired = Some((who, player));
        }
        &mut self.hired.as_mut().expect("just hired").1
    }
}
