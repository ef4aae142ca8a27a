//! A game between people and players, one move after another, with moves taken back, resignations and draws.

pub mod manners;
mod settled;

use std::time::Duration;

use shakmaty::{ByColor, Color, Move, Position as _};

use crate::engine::options::OptionError;
use crate::engine::{
    Choice, Ending, Game, Limits, Personality, PlayerFailed, PlayerOptions, Recorder, Reporter, ResultProbabilities,
    Silent, Stop, Turn,
};
use crate::personalities::{self, PersonalityInfo};
use crate::sparring::manners::{Decision, Manners, MannersContext};

pub use settled::{OfferAnswer, Reply, Settled};

/// The time of the search for a hint.
const HINT: Duration = Duration::from_millis(500);

/// The player of a side.
pub enum Seat {
    Person,
    Player(SeatedPlayer),
}

/// A player with its options, ready to move.
pub struct SeatedPlayer {
    name: &'static str,
    player: Box<dyn Personality>,
    /// The rating at which it plays; `None` at full strength.
    rating: Option<u16>,
}

impl SeatedPlayer {
    /// A player of the registry. Of the options those are set that it takes; what it has to say about them is reported.
    ///
    /// # Errors
    /// Fails if no player has an option of this name, or a value is none of the option's.
    pub fn new(
        info: &'static PersonalityInfo,
        options: &[(String, String)],
        report: &mut dyn Reporter,
    ) -> Result<SeatedPlayer, OptionError> {
        let mut set = PlayerOptions::default();
        for (name, text) in options {
            let spec = personalities::find_option(name).ok_or_else(|| OptionError::Unknown(name.clone()))?;
            set.set(spec.name, spec.parse(text)?);
        }
        let mut player = info.player();
        if let Some(error) = info.taken(&set).give(&mut *player, None, report).into_iter().next() {
            return Err(error);
        }
        player.prepare(report);
        player.new_game();
        Ok(SeatedPlayer { name: info.name, player, rating: set.shared.level() })
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
    /// The scores that the players expected at their turns, from 0 to 1, with the ply of each turn.
    expected: ByColor<Vec<(usize, f32)>>,
    /// The ply at which a draw was last offered.
    offered_at: Option<usize>,
    /// The player that offers a draw now.
    offer: Option<Color>,
    settled: Option<Settled>,
}

impl Sparring {
    /// `limits` are those of every move of a player.
    pub fn new(start: Game, white: Seat, black: Seat, limits: Limits) -> Sparring {
        let expected = ByColor { white: Vec::new(), black: Vec::new() };
        let (game, adviser, offered_at, offer, settled) = (start.clone(), None, None, None, None);
        Sparring { start, game, white, black, limits, adviser, expected, offered_at, offer, settled }
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

    /// The end of the game by a decision of the sides.
    pub fn settled(&self) -> Option<Settled> {
        self.settled
    }

    /// Plays a legal move. A draw that was offered is declined by it.
    pub fn play(&mut self, mv: Move) {
        self.offer = None;
        self.game.play(mv);
    }

    /// The player that is to move makes its move, or resigns. It has the manners of its rating where a person plays the
    /// other side.
    ///
    /// # Panics
    /// Panics if a person is to move or the game has no legal move.
    pub fn reply(&mut self) -> Reply {
        let side = self.game.position().turn();
        let Seat::Player(seated) = side.fold_wb(&mut self.white, &mut self.black) else {
            panic!("a person is to move");
        };
        let mut recorder = Recorder::default();
        let (choice, failure) = seated.ask(&self.game, &self.limits, &Stop::new(), &mut recorder);
        let mv = choice.best.expect("there is a legal move");
        if let Some(info) = recorder.infos.iter().rfind(|info| info.multipv <= 1) {
            let expected = ResultProbabilities::of_score(info.score).expected();
            self.expected[side].push((self.game.moves().len(), expected));
        }
        let messages = recorder.messages;
        match self.decide(side, false) {
            Decision::Resigns => {
                self.settled = Some(Settled::Resigned { loser: side });
                Reply { mv: None, failure, messages, offers_draw: false }
            }
            decision => {
                self.play(mv);
                let offers_draw = decision == Decision::Offers;
                if offers_draw {
                    self.offer = Some(side);
                    self.offered_at = Some(self.game.moves().len());
                }
                Reply { mv: Some(mv), failure, messages, offers_draw }
            }
        }
    }

    /// The decision of a player besides its move.
    fn decide(&self, side: Color, is_offered: bool) -> Decision {
        let Seat::Player(seated) = side.fold_wb(&self.white, &self.black) else { return Decision::PlaysOn };
        if self.name(!side).is_some() {
            return Decision::PlaysOn;
        }
        let expected: Vec<f32> = self.expected[side].iter().map(|&(_, expected)| expected).collect();
        Manners { rating: seated.rating }.decide(&MannersContext {
            position: self.game.position(),
            expected: &expected,
            since_offer: self.offered_at.map(|ply| self.game.moves().len() - ply),
            is_offered,
            may_claim: false,
        })
    }

    /// The person who is to move resigns.
    pub fn resign(&mut self) {
        self.settled = Some(Settled::Resigned { loser: self.game.position().turn() });
    }

    /// The person who is to move accepts the draw that is offered, or offers one. Two people agree at once: they sit at
    /// one terminal.
    pub fn offer_draw(&mut self) -> OfferAnswer {
        let other = !self.game.position().turn();
        let is_agreed =
            self.offer == Some(other) || self.name(other).is_none() || self.decide(other, true) == Decision::Accepts;
        self.offer = None;
        if is_agreed {
            self.settled = Some(Settled::Agreed);
            return OfferAnswer::Agreed;
        }
        // A refused offer begins the pause anew, as in any game.
        self.offered_at = Some(self.game.moves().len());
        OfferAnswer::Declined
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
        let ply = self.game.moves().len();
        self.expected.as_mut().for_each(|turns| turns.retain(|&(at, _)| at < ply));
        self.offered_at = self.offered_at.filter(|&at| at <= ply);
        (self.offer, self.settled) = (None, None);
        true
    }

    /// The move that Classical would play here.
    ///
    /// # Panics
    /// Panics if the game has no legal move.
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
        game.reply();
        assert_eq!((game.game().moves().len(), game.mover()), (2, None));
        assert!(game.take_back());
        assert_eq!(game.game().moves().len(), 0);

        let mut alone =
            sparring(player("Random", &[]).expect("no options"), player("Random", &[]).expect("no options"));
        alone.reply();
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
    fn a_person_resigns_and_two_people_agree_to_a_draw() {
        let mut game = sparring(Seat::Person, Seat::Person);
        game.resign();
        let settled = game.settled().expect("White has resigned");
        assert_eq!((settled.result(), settled.to_string().as_str()), ("0-1", "resignation"));
        let mut game = sparring(Seat::Person, Seat::Person);
        assert_eq!(game.offer_draw(), OfferAnswer::Agreed);
        assert_eq!(game.settled().map(Settled::result), Some("1/2-1/2"));
    }

    #[test]
    fn an_offer_in_the_opening_is_declined_and_moves_taken_back_undo_what_was_settled() {
        let mut game = sparring(Seat::Person, player("Classical", &[]).expect("no options"));
        assert_eq!(game.offer_draw(), OfferAnswer::Declined, "it has not moved yet");
        game.play(game.game().read_uci("e2e4").expect("a legal move"));
        game.reply();
        assert_eq!(game.offer_draw(), OfferAnswer::Declined);
        game.resign();
        assert!(game.take_back() && game.settled().is_none());
    }

    #[test]
    fn a_player_at_a_rating_resigns_a_lost_game_in_the_end() {
        let level = [("UCI_LimitStrength", "true"), ("UCI_Elo", "2400"), ("Seed", "1")];
        let start = "3qkbnr/3ppppp/8/8/8/8/8/4K3 b - - 0 1";
        let start = Game::from_fen(start, shakmaty::CastlingMode::Standard).expect("a position");
        let mut game = Sparring::new(
            start,
            player("Classical", &level).expect("options"),
            Seat::Person,
            Limits { move_time: Some(Duration::from_millis(50)), ..Limits::default() },
        );
        for _ in 0..60 {
            let black = game.game().legal_moves().into_iter().find(|mv| mv.role() == shakmaty::Role::Pawn);
            let Some(mv) = black.or_else(|| game.game().legal_moves().first().copied()) else { return };
            game.play(mv);
            if game.ending().is_some() {
                return;
            }
            if game.reply().mv.is_none() {
                assert_eq!(game.settled(), Some(Settled::Resigned { loser: Color::White }));
                return;
            }
        }
        panic!("it played on for sixty moves: {}", game.game().fen());
    }

    #[test]
    fn a_hint_is_a_legal_move() {
        let mut game = sparring(Seat::Person, Seat::Person);
        let hint = game.hint();
        assert!(game.game().legal_moves().contains(&hint));
    }
}
