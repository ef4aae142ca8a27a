//! The prediction of people's moves: two nets, and the search that corrects them.

use shakmaty::Move;

use super::character::Character;
use super::features::{FEATURES, NetProbability, features, number_at, replace_net_numbers};
use super::opponent::Preferences;
use super::scores::{MoveScorer, ScoredMove};
use super::weights::{Weights, softmax};
use crate::engine::options::SharedOptions;
use crate::engine::{Game, Limits, Personality, Reporter, Silent, Stop};
use crate::nets::input::NetInput;
use crate::nets::mockfish::{Embedded, MoveNet, RankedMove, Rule, rank_moves};
use crate::nets::rated::{ChoiceNet, MOVER_FEATURES, MoverContext, RatedInput, RatedMoveNet};
use crate::nets::{NEVER, NetError, RuntimeChoice};

/// The place of the net's own probability among the numbers of a move.
const IMPRESSION: usize = number_at("the net's probability");

/// A move, and how probable it is that it is played.
#[derive(Clone, Debug, PartialEq)]
pub struct PersonMove {
    pub scored: ScoredMove,
    pub probability: f32,
    /// By the net that knows who moves alone, without the search: the first impression.
    pub impression: f32,
}

/// Whose moves are predicted.
#[derive(Clone, Copy, Debug)]
pub struct Person<'a> {
    pub who: MoverContext,
    /// The differences between one person and others of the rating, as his games show.
    pub preferences: Option<&'a Preferences>,
    /// The differences that the user wishes.
    pub character: Option<&'a Character>,
}

impl Person<'_> {
    /// The people of a rating, and nobody in particular.
    pub fn anybody(who: MoverContext) -> Person<'static> {
        Person { who, preferences: None, character: None }
    }
}

/// Predicts what people play: two nets, and the search that corrects them.
pub struct Predictor {
    nets: Option<Nets>,
    /// The runtime of the nets.
    choice: RuntimeChoice,
    searcher: MoveScorer,
}

/// The net that knows who moves, the one that knows strong players only, and the one that corrects the weights.
struct Nets {
    rated: RatedMoveNet,
    strong: MoveNet,
    choice: ChoiceNet<FEATURES>,
}

impl Nets {
    fn embedded(choice: &RuntimeChoice) -> Result<Nets, NetError> {
        Ok(Nets {
            rated: RatedMoveNet::embedded(choice)?,
            strong: MoveNet::embedded(Embedded::Standard, choice)?,
            choice: ChoiceNet::embedded(choice)?,
        })
    }

    /// The probabilities of the moves, in their order.
    fn predict(&mut self, game: &Game, moves: &[Move], who: &MoverContext) -> Result<Vec<NetProbability>, NetError> {
        let position = game.position();
        let rated = self.rated(game, moves, who)?;
        let strong = self.strong.predict(&NetInput::of(position, game.moves()), NEVER)?;
        let strong = in_order(moves, &rank_moves(position, moves, &strong, Rule::Moves));
        Ok(rated.into_iter().zip(strong).map(|(rated, strong)| NetProbability { rated, strong }).collect())
    }

    /// The probabilities by the net that knows who moves alone.
    fn rated(&mut self, game: &Game, moves: &[Move], who: &MoverContext) -> Result<Vec<f32>, NetError> {
        let position = game.position();
        let input = RatedInput::of(position, game.moves(), game.keys(), *who);
        Ok(in_order(moves, &self.rated.rank(&input, position, moves)?))
    }
}

/// The probabilities of ranked moves in the order of `moves`.
fn in_order(moves: &[Move], ranked: &[RankedMove]) -> Vec<f32> {
    let of = |mv: &Move| ranked.iter().find(|ranked| ranked.mv == *mv).map_or(0.0, |ranked| ranked.probability);
    moves.iter().map(of).collect()
}

/// The facts about a position's moves whoever makes them: one search serves people of all ratings.
#[derive(Clone, Debug)]
pub struct Seen {
    /// The moves with their scores.
    pub scored: Vec<ScoredMove>,
    described: Vec<[f32; FEATURES]>,
    probabilities: Vec<NetProbability>,
}

impl Predictor {
    /// `player` is the one that searches: see [`MoveScorer::new`].
    pub fn new(player: Box<dyn Personality>) -> Predictor {
        Predictor { nets: None, choice: RuntimeChoice::default(), searcher: MoveScorer::new(player) }
    }

    /// Loads the nets; reports where that is not possible, and does without.
    pub fn prepare(&mut self, report: &mut dyn Reporter) {
        if self.nets.is_none() {
            match Nets::embedded(&self.choice) {
                Ok(nets) => self.nets = Some(nets),
                Err(error) => report.message(&format!("error: {error}; only the search predicts moves")),
            }
        }
    }

    /// Takes over the tablebases of `shared`, and the runtime for nets.
    pub fn configure(&mut self, shared: &SharedOptions) {
        if self.choice != shared.runtime() {
            (self.nets, self.choice) = (None, shared.runtime());
        }
        self.searcher.configure(shared);
    }

    pub fn new_game(&mut self) {
        self.searcher.new_game();
    }

    /// The probability of each allowed move for a person, in the order of `moves`.
    pub fn predict(
        &mut self,
        game: &Game,
        moves: &[Move],
        person: Person<'_>,
        limits: &Limits,
        stop: &Stop,
    ) -> Vec<PersonMove> {
        let Person { who, preferences, character } = person;
        let (scored, described) = self.describe(game, moves, &who, limits, stop);
        let mut logits = Weights::embedded().logits(&described, &who.numbers());
        match preferences {
            // They were fitted on top of the weights alone.
            Some(preferences) => preferences.adjust(game.position(), game.moves(), moves, &described, &mut logits),
            None => self.correct(&described, &who.numbers(), &mut logits),
        }
        if let Some(character) = character {
            character.adjust(&described, &mut logits);
        }
        let impressions = described.iter().map(|numbers| numbers[IMPRESSION]);
        let of = |((scored, probability), impression)| PersonMove { scored, probability, impression };
        scored.into_iter().zip(softmax(&logits)).zip(impressions).map(of).collect()
    }

    /// Adds what the net knows of how the numbers of a move go together.
    fn correct(&mut self, described: &[[f32; FEATURES]], who: &[f32; MOVER_FEATURES], logits: &mut [f32]) {
        let Some(nets) = &mut self.nets else { return };
        let impressions = described.iter().map(|numbers| numbers[IMPRESSION]);
        let added = nets.choice.predict(described, who, impressions).unwrap_or_default();
        logits.iter_mut().zip(added).for_each(|(logit, added)| *logit += added);
    }

    /// The best move by a search of the deeper search's nodes.
    pub fn best_move(&mut self, game: &Game, limits: &Limits, stop: &Stop) -> Option<Move> {
        self.searcher.best_move(game, limits, stop)
    }

    /// Nodes of the deeper search from now on.
    pub fn set_deeper_nodes(&mut self, nodes: u64) {
        self.searcher.deeper_nodes = nodes;
    }

    /// The moves with their scores, and the numbers that say how people like `who` see them ([`features`]).
    pub fn describe(
        &mut self,
        game: &Game,
        moves: &[Move],
        who: &MoverContext,
        limits: &Limits,
        stop: &Stop,
    ) -> (Vec<ScoredMove>, Vec<[f32; FEATURES]>) {
        let Seen { scored, described, .. } = self.see(game, moves, who, limits, stop);
        (scored, described)
    }

    /// Searches a position once for [`Predictor::probabilities`] of people of several ratings. `who` decides, as in
    /// [`Predictor::predict`], which moves are searched longer.
    pub fn see(&mut self, game: &Game, moves: &[Move], who: &MoverContext, limits: &Limits, stop: &Stop) -> Seen {
        self.prepare(&mut Silent);
        let probabilities = self.net_probabilities(game, moves, who);
        let scored = self.searcher.score(game, moves, &probabilities, limits, stop);
        let described = features(game, &scored, &probabilities);
        Seen { scored, described, probabilities }
    }

    /// The probability of each move by people like `who`, in the order of `moves`; `seen` is what [`Predictor::see`]
    /// saw of these moves.
    pub fn probabilities(&mut self, game: &Game, moves: &[Move], seen: &Seen, who: &MoverContext) -> Vec<f32> {
        let mut described = seen.described.clone();
        if let Some(rated) = self.nets.as_mut().and_then(|nets| nets.rated(game, moves, who).ok()) {
            let replace = |(rated, known): (f32, &NetProbability)| NetProbability { rated, ..*known };
            let probabilities: Vec<NetProbability> = rated.into_iter().zip(&seen.probabilities).map(replace).collect();
            replace_net_numbers(game.position(), &mut described, &probabilities);
        }
        let mut logits = Weights::embedded().logits(&described, &who.numbers());
        self.correct(&described, &who.numbers(), &mut logits);
        softmax(&logits)
    }

    /// The nets' probabilities of the moves of a position, without a search.
    pub fn net_probabilities_of(&mut self, game: &Game, who: &MoverContext) -> Vec<NetProbability> {
        self.prepare(&mut Silent);
        self.net_probabilities(game, &game.legal_moves(), who)
    }

    /// Describes the moves before some plies of a game from the usual start position: see [`visit_plies`].
    pub fn describe_plies(
        &mut self,
        played: impl Iterator<Item = Move>,
        plies: impl Iterator<Item = usize>,
        who: impl Fn(usize) -> MoverContext,
        mut take: impl FnMut(usize, &[Move], usize, Vec<[f32; FEATURES]>),
    ) -> bool {
        visit_plies(played, plies, |ply, game, mv| {
            let moves = game.legal_moves();
            let index = moves.iter().position(|&other| other == mv).expect("the move is legal");
            let described = self.describe(game, &moves, &who(ply), &Limits::default(), &Stop::new()).1;
            take(ply, &moves, index, described);
        })
    }

    /// The nets' probabilities of the moves; all alike without nets.
    fn net_probabilities(&mut self, game: &Game, moves: &[Move], who: &MoverContext) -> Vec<NetProbability> {
        let predicted = self.nets.as_mut().and_then(|nets| nets.predict(game, moves, who).ok());
        let alike = 1.0 / moves.len() as f32;
        predicted.unwrap_or_else(|| vec![NetProbability { rated: alike, strong: alike }; moves.len()])
    }
}

/// Calls `take` with some plies of a game from the usual start position, the game before each and the move that was
/// played; `plies` rise. Returns whether the game has all of these plies.
pub fn visit_plies(
    played: impl Iterator<Item = Move>,
    plies: impl Iterator<Item = usize>,
    mut take: impl FnMut(usize, &Game, Move),
) -> bool {
    let (mut game, mut plies) = (Game::default(), plies.peekable());
    for (ply, mv) in played.enumerate() {
        if plies.peek().is_none() {
            break;
        }
        if plies.next_if_eq(&ply).is_some() {
            take(ply, &game, mv);
        }
        game.play(mv);
    }
    plies.peek().is_none()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::personalities::searcher;

    #[test]
    fn one_search_serves_all_ratings() {
        let (mut game, who) = (Game::default(), MoverContext::rapid(1700));
        ["e2e4", "e7e5", "g1f3"].iter().for_each(|uci| game.play_uci(uci).expect("legal"));
        let moves = game.legal_moves();
        let mut predictor = Predictor::new(searcher());
        let (limits, stop) = (Limits::default(), Stop::new());
        let whole = predictor.predict(&game, &moves, Person::anybody(who), &limits, &stop);
        // What the table holds of the first search would change the second.
        predictor.new_game();
        let seen = predictor.see(&game, &moves, &who, &limits, &stop);
        let shared = predictor.probabilities(&game, &moves, &seen, &who);
        assert_eq!(whole.iter().map(|mv| mv.probability).collect::<Vec<_>>(), shared);
        let weaker = predictor.probabilities(&game, &moves, &seen, &MoverContext::rapid(800));
        assert_ne!(weaker, shared);
        assert!((weaker.iter().sum::<f32>() - 1.0).abs() < 1e-4);
    }
}
