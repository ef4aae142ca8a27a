//! The share of players of a rating who find a move.

use shakmaty::Move;

use crate::engine::{Game, Limits, Stop};
use crate::games::tags::Tags;
use crate::games::time_control::TimeClass;
use crate::nets::rated::{MoverContext, Source};
use crate::personalities::rated::{Person, Predictor};
use crate::personalities::searcher;

/// Asks the model of what people of a rating play; it is loaded when it is first asked.
#[derive(Default)]
pub struct FoundShare {
    predictor: Option<Predictor>,
}

impl FoundShare {
    /// The share of players of this rating who play the move in a game like the one with these tags, in thousandths;
    /// `None` where the move is not legal.
    pub fn of(&mut self, game: &Game, mv: Move, elo: u16, tags: &Tags) -> Option<u16> {
        let predictor = self.predictor.get_or_insert_with(|| Predictor::new(searcher()));
        let (source, time_class) = (Source::of(tags), TimeClass::of(tags));
        let who = MoverContext { elo, opponent_elo: Some(elo), source, time_class, clocks: None };
        let moves = game.legal_moves();
        let index = moves.iter().position(|&other| other == mv)?;
        let person = Person::anybody(who);
        let predicted = predictor.predict(game, &moves, person, &Limits::default(), &Stop::new());
        predicted.get(index).map(|found| (1000.0 * found.probability).round() as u16)
    }
}
