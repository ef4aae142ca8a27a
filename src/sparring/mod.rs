//! A game between people and players, one move after another, with moves taken back.

use std::time::Duration;

use shakmaty::{Color, Move, Position as _};

use crate::engine::options::{OptionError, SharedOptions};
use crate::engine::{
    Choice, Ending, Game, Limits, Personality, PlayerFailed, Reporter, Silent, Stop, Turn, configure_player,
};
use crate::personalities::{self, PersonalityInfo};

/// How long a hint is looked for.
const HINT: Duration = Duration::from_millis(500);

/// Who has a side.
pub enum Seat {
    Person,
    Player(SeatedPlayer),
}

/// A player with its options, ready to move.
pub struct SeatedPlayer {
    name: &'static str,
    player: Box<dyn Personality>,
}

impl SeatedPlayer {
    /// A player of the registry. Of the options those are set that it takes; what it has to say about them is reported.
    ///
    /// # Errors
    /// When no player has an option of this name, or a value is none of the option's.
    pub fn new(
        info: &'static PersonalityInfo,
        options: &[(String, String)],
        report: &mut dyn Reporter,
    ) -> Result<SeatedPlayer, OptionError> {
        let (mut shared, mut own) = (SharedOptions::default(), Vec::new());
        for (name, text) in options {
            let spec = personalities::find_option(name).ok_or_else(|| OptionError::Unknown(name.clone()))?;
            let value = spec.parse(text)?;
            if shared.set(spec.name, &value).is_err() && info.takes(spec.name) {
                own.push((spec.name, value));
            }
        }
        let mut player = info.player();
        let refused = configure_player(&mut *player, &shared, own.iter().map(|(name, value)| (*name, value)), report);
        if let Some(error) = refused.into_iter().next() {
            return Err(error);
        }
        player.prepare(report);
        player.new_game();
        Ok(SeatedPlayer { name: info.name, player })
    }

    /// A new game begins.
    pub fn new_game(&mut self) {
        self.player.new_game();
    }

    /// Asks for a move, as [`Turn::ask`].
    pub fn ask(
        &mut self,
        game: &Game,
        limits: &Limits,
        stop: &Stop,
        report: &mut dyn Reporter,
    ) -> (Choice, Option<PlayerFailed>) {
        Turn { name: self.name, game, limits, stop }.ask(&mut *self.player, report)
    }
}

/// A game under way.
pub struct Sparring {
    /// The game before the first move here.
    start: Game,
    game: Game,
    white: Seat,
    black: Seat,
    limits: Limits,
    /// Gives hints; built when the first is asked for.
    adviser: Option<SeatedPlayer>,
}

impl Sparring {
    /// `limits` are those of every move of a player.
    pub fn new(start: Game, white: Seat, black: Seat, limits: Limits) -> Sparring {
        Sparring { game: start.clone(), start, white, black, limits, adviser: None }
    }

    pub fn game(&self) -> &Game {
        &self.game
    }

    /// The name of the player that is to move; `None` for a person.
    pub fn mover(&self) -> Option<&'static str> {
        self.name(self.game.position().turn())
    }

    /// The name of the player that has a side; `None` for a person.
    pub fn name(&self, side: Color) -> Option<&'static str> {
        match side.fold_wb(&self.white, &self.black) {
            Seat::Person => None,
            Seat::Player(seated) => Some(seated.name),
        }
    }

    /// The side that a board is shown to: that of the only person, else White.
    pub fn viewer(&self) -> Color {
        Color::from_white(!(self.name(Color::White).is_some() && self.name(Color::Black).is_none()))
    }

    pub fn ending(&self) -> Option<Ending> {
        Ending::of(&self.game)
    }

    /// Plays a legal move.
    pub fn play(&mut self, mv: Move) {
        self.game.play(mv);
    }

    /// The player that is to move makes its move, which is returned.
    ///
    /// # Errors
    /// When it panics; it has moved nevertheless.
    ///
    /// # Panics
    /// When a person is to move or the game has no legal move.
    pub fn reply(&mut self, report: &mut dyn Reporter) -> (Move, Option<PlayerFailed>) {
        let Seat::Player(seated) = self.game.position().turn().fold_wb(&mut self.white, &mut self.black) else {
            panic!("a person is to move");
        };
        let (choice, failure) = seated.ask(&self.game, &self.limits, &Stop::new(), report);
        let mv = choice.best.expect("there is a legal move");
        self.game.play(mv);
        (mv, failure)
    }

    /// Takes back the last move, and those before it down to one of a person; whether there was one.
    pub fn take_back(&mut self) -> bool {
        let made = self.game.moves()[self.start.moves().len()..].to_vec();
        let first_mover = self.start.position().turn();
        let mover = |index: usize| if index.is_multiple_of(2) { first_mover } else { !first_mover };
        let Some(kept) = (0..made.len()).rev().find(|&index| self.name(mover(index)).is_none()) else {
            return false;
        };
        self.game = self.start.clone();
        made[..kept].iter().for_each(|&mv| self.game.play(mv));
        true
    }

    /// What Classical would play here.
    ///
    /// # Panics
    /// When the game has no legal move.
    pub fn hint(&mut self) -> Move {
        let build = || {
            let info = personalities::find("Classical").expect("it is in the registry");
            SeatedPlayer::new(info, &[], &mut Silent).expect("there are no options to refuse")
        };
        let adviser = self.adviser.get_or_insert_with(build);
        let limits = Limits { move_time: Some(HINT), ..Limits::default() };
        let turn = Turn { name: adviser.name, game: &self.game, limits: &limits, stop: &Stop::new() };
        turn.ask(&mut *adviser.player, &mut Silent).0.best.expect("there is a legal move")
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn player(name: &str, options: &[(&str, &str)]) -> Result<Seat, OptionError> {
        let info = personalities::find(name).expect("a player");
        let options: Vec<_> = options.iter().map(|&(name, value)| (name.to_owned(), value.to_owned())).collect();
        SeatedPlayer::new(info, &options, &mut Silent).map(Seat::Player)
    }

    fn sparring(white: Seat, black: Seat) -> Sparring {
        Sparring::new(Game::default(), white, black, Limits { depth: Some(1), ..Limits::default() })
    }

    #[test]
    fn taking_back_ends_where_a_person_moves() {
        let mut game = sparring(Seat::Person, player("Random", &[]).expect("no options"));
        assert!(!game.take_back(), "nothing was played");
        game.play(game.game().read_uci("e2e4").expect("a legal move"));
        assert_eq!(game.mover(), Some("Random"));
        game.reply(&mut Silent);
        assert_eq!((game.game().moves().len(), game.mover()), (2, None));
        assert!(game.take_back());
        assert_eq!(game.game().moves().len(), 0);

        let mut alone =
            sparring(player("Random", &[]).expect("no options"), player("Random", &[]).expect("no options"));
        alone.reply(&mut Silent);
        assert!(!alone.take_back(), "no person has moved");
    }

    #[test]
    fn the_only_person_sees_the_board_from_his_side() {
        let random = || player("Random", &[]).expect("no options");
        assert_eq!(sparring(random(), Seat::Person).viewer(), Color::Black);
        assert_eq!(sparring(Seat::Person, random()).viewer(), Color::White);
        assert_eq!(sparring(Seat::Person, Seat::Person).viewer(), Color::White);
    }

    #[test]
    fn options_of_other_players_are_passed_over_and_unknown_ones_refused() {
        assert!(player("Random", &[("MockfishTemperature", "50"), ("uci_elo", "1400")]).is_ok());
        assert!(player("Random", &[("MockfishTemperature", "warm")]).is_err());
        assert!(matches!(player("Random", &[("Nosuch", "1")]), Err(OptionError::Unknown(_))));
    }

    #[test]
    fn a_hint_is_a_legal_move() {
        let mut game = sparring(Seat::Person, Seat::Person);
        let hint = game.hint();
        assert!(game.game().legal_moves().contains(&hint));
    }
}
