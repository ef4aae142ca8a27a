//! Play at the level of a person: the move is drawn as people of that rating choose it, errors included.
//!
//! The rated net says what people of a rating play. It sees patterns and counts nothing, so a short search of every
//! move corrects it: how much a person minds losing a pawn, or finds a mate, was fitted on the games of people by
//! rating ([`weights`]). Temperature and sharpness make the steps between the ratings those of the scale (`strength`).

mod features;
mod limited;
pub mod opponent;
mod scores;
mod strength;
pub mod weights;

use rand::distr::{Distribution, weighted::WeightedIndex};
use shakmaty::{Move, Position as _};

use crate::engine::options::SharedOptions;
use crate::engine::{
    Choice, Clock, CountedLimit, Depth, Game, Info, Limits, Personality, Reporter, SeededRng, Silent, Stop,
    UnusedLimits, report_ranked, report_shares,
};
use crate::nets::input::NetInput;
use crate::nets::mockfish::{Embedded, MoveNet, RankedMove, Rule, rank_moves};
use crate::nets::rated::{RatedInput, RatedNet, Who};
use crate::nets::{NEVER, NetError, RuntimeChoice};

pub use features::{FEATURES, NAMES, NetProbability, expectation, features, lateness};
pub use limited::Limited;
use opponent::{Opponent, Preferences};
pub use scores::{ScoredMove, Searcher};
pub use strength::Strength;
use weights::{Weights, softmax};

/// A move, and how probable it is that it is played.
#[derive(Clone, Debug, PartialEq)]
pub struct PersonMove {
    pub scored: ScoredMove,
    pub probability: f32,
}

/// Predicts what people play: two nets, and the search that corrects them.
pub struct Predictor {
    nets: Option<Nets>,
    /// What the nets are run by.
    choice: RuntimeChoice,
    searcher: Searcher,
}

/// The net that knows who moves, and the one that knows strong players only.
struct Nets {
    rated: RatedNet,
    strong: MoveNet,
}

impl Nets {
    fn embedded(choice: &RuntimeChoice) -> Result<Nets, NetError> {
        Ok(Nets { rated: RatedNet::embedded(choice)?, strong: MoveNet::embedded(Embedded::Standard, choice)? })
    }

    /// The probabilities of the moves, in their order.
    fn predict(&mut self, game: &Game, moves: &[Move], who: &Who) -> Result<Vec<NetProbability>, NetError> {
        let position = game.position();
        let rated = self.rated.predict(&RatedInput::of(position, game.moves(), game.keys(), *who), NEVER)?;
        let rated = rated.rank(position, moves);
        let strong = self.strong.predict(&NetInput::of(position, game.moves()), NEVER)?;
        let strong = rank_moves(position, moves, &strong, Rule::Moves);
        let of = |ranked: &[RankedMove], mv: &Move| {
            ranked.iter().find(|ranked| ranked.mv == *mv).map_or(0.0, |ranked| ranked.probability)
        };
        Ok(moves.iter().map(|mv| NetProbability { rated: of(&rated, mv), strong: of(&strong, mv) }).collect())
    }
}

impl Predictor {
    /// `player` is the one that searches: see [`Searcher::new`].
    pub fn new(player: Box<dyn Personality>) -> Predictor {
        Predictor { nets: None, choice: RuntimeChoice::default(), searcher: Searcher::new(player) }
    }

    /// Loads the nets; reports where that is not possible, and does without.
    fn prepare(&mut self, report: &mut dyn Reporter) {
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

    /// What people like `who` play, or this one of them, each allowed move in the order of `moves`.
    pub fn predict(
        &mut self,
        game: &Game,
        moves: &[Move],
        (who, preferences): (&Who, Option<&Preferences>),
        limits: &Limits,
        stop: &Stop,
    ) -> Vec<PersonMove> {
        let (scored, described) = self.describe(game, moves, who, limits, stop);
        let mut logits = Weights::embedded().logits(&described, &who.numbers());
        if let Some(preferences) = preferences {
            preferences.adjust(game.position(), game.moves(), moves, &described, &mut logits);
        }
        let probabilities = softmax(&logits);
        scored.into_iter().zip(probabilities).map(|(scored, probability)| PersonMove { scored, probability }).collect()
    }

    /// The moves with their scores, and the numbers that say how people like `who` see them ([`features`]).
    pub fn describe(
        &mut self,
        game: &Game,
        moves: &[Move],
        who: &Who,
        limits: &Limits,
        stop: &Stop,
    ) -> (Vec<ScoredMove>, Vec<[f32; FEATURES]>) {
        self.prepare(&mut Silent);
        let probabilities = self.net_probabilities(game, moves, who);
        let scored = self.searcher.score(game, moves, &probabilities, limits, stop);
        let described = features(game, &scored, &probabilities);
        (scored, described)
    }

    /// Describes the moves before some half moves of a game from the usual start position; `plies` rise. `take` is
    /// given the half move, its position's legal moves, which of them was played, and their numbers. Returns whether
    /// the game has all of these half moves.
    pub fn describe_plies(
        &mut self,
        played: impl Iterator<Item = Move>,
        plies: impl Iterator<Item = usize>,
        who: impl Fn(usize) -> Who,
        mut take: impl FnMut(usize, &[Move], usize, Vec<[f32; FEATURES]>),
    ) -> bool {
        let (mut game, mut plies) = (Game::default(), plies.peekable());
        for (ply, mv) in played.enumerate() {
            if plies.peek().is_none() {
                break;
            }
            if plies.next_if_eq(&ply).is_some() {
                let moves = game.legal_moves();
                let index = moves.iter().position(|&other| other == mv).expect("the move is legal");
                let described = self.describe(&game, &moves, &who(ply), &Limits::default(), &Stop::new()).1;
                take(ply, &moves, index, described);
            }
            game.play(mv);
        }
        plies.peek().is_none()
    }

    /// The nets' probabilities of the moves; all alike without nets.
    fn net_probabilities(&mut self, game: &Game, moves: &[Move], who: &Who) -> Vec<NetProbability> {
        let predicted = self.nets.as_mut().and_then(|nets| nets.predict(game, moves, who).ok());
        let alike = 1.0 / moves.len() as f32;
        predicted.unwrap_or_else(|| vec![NetProbability { rated: alike, strong: alike }; moves.len()])
    }
}

/// Plays at a rating.
pub struct LevelPlayer {
    predictor: Predictor,
    /// The one person that is imitated, instead of all of a rating.
    opponent: Option<Opponent>,
    shared: SharedOptions,
    rng: SeededRng,
    unused_limits: UnusedLimits,
}

impl LevelPlayer {
    /// `player` is the one that searches: see [`Searcher::new`].
    pub fn new(player: Box<dyn Personality>) -> LevelPlayer {
        LevelPlayer {
            predictor: Predictor::new(player),
            opponent: None,
            shared: SharedOptions::default(),
            rng: SeededRng::default(),
            unused_limits: UnusedLimits::default(),
        }
    }

    pub fn configure(&mut self, shared: &SharedOptions) {
        self.rng.configure(shared.seed);
        self.predictor.configure(shared);
        self.shared = shared.clone();
    }

    /// Imitates this person from now on, or nobody in particular.
    pub fn set_opponent(&mut self, opponent: Option<Opponent>) {
        self.opponent = opponent;
    }

    pub fn opponent(&self) -> Option<&Opponent> {
        self.opponent.as_ref()
    }

    pub fn prepare(&mut self, report: &mut dyn Reporter) {
        self.predictor.prepare(report);
    }

    pub fn new_game(&mut self) {
        self.predictor.new_game();
        self.rng.new_game();
        self.unused_limits.new_game();
    }

    /// Chooses a move as a player of this strength does.
    pub fn choose(
        &mut self,
        strength: Strength,
        game: &Game,
        limits: &Limits,
        stop: &Stop,
        report: &mut dyn Reporter,
    ) -> Choice {
        let clock = Clock::start(limits, game.position().turn(), self.shared.overhead());
        self.prepare(report);
        self.unused_limits.report(limits, &CountedLimit::ALL, "The level decides how far is searched", report);
        let moves = limits.allowed(game);
        if moves.is_empty() {
            return Choice::default();
        }
        let mut candidates = self.candidates(strength, game, &moves, &clock, stop);
        if limits.is_game(game, &self.shared) && self.shared.own_book {
            self.add_repertoire(game, &mut candidates);
        }
        let weights = candidates.iter().map(|candidate| candidate.probability);
        let chances = WeightedIndex::new(weights).ok().filter(|_| strength.temperature > 0.0);
        let drawn = chances.map_or(0, |chances| chances.sample(&mut *self.rng));
        self.report_lines(game, &candidates, drawn, &clock, report);
        stop.wait_for_release(limits);
        let chosen = &candidates[drawn].scored;
        Choice { best: Some(chosen.mv), ponder: chosen.pv.get(1).copied() }
    }

    /// The moves that a player of this strength chooses among, the most probable first.
    pub fn candidates(
        &mut self,
        strength: Strength,
        game: &Game,
        moves: &[Move],
        clock: &Clock,
        stop: &Stop,
    ) -> Vec<PersonMove> {
        self.predictor.searcher.deeper_nodes = strength.nodes;
        let time = Limits { move_time: clock.time_left(stop), ..Limits::default() };
        let opponent = self.opponent.as_ref();
        let who =
            opponent.map_or_else(|| Who::rapid(strength.person), |opponent| opponent.profile.who(strength.person));
        let preferences = opponent.and_then(|opponent| opponent.preferences.as_ref());
        let mut candidates = self.predictor.predict(game, moves, (&who, preferences), &time, stop);
        apply_strength(strength, &mut candidates);
        candidates.sort_by(|a, b| b.probability.total_cmp(&a.probability));
        candidates
    }

    /// Changes the probabilities to those with which the opponent has played the moves, as far as he has.
    fn add_repertoire(&self, game: &Game, candidates: &mut [PersonMove]) {
        let Some(opponent) = &self.opponent else { return };
        let moves: Vec<Move> = candidates.iter().map(|candidate| candidate.scored.mv).collect();
        let mut probabilities: Vec<f32> = candidates.iter().map(|candidate| candidate.probability).collect();
        opponent.repertoire.blend(game.position(), &moves, &mut probabilities);
        for (candidate, probability) in candidates.iter_mut().zip(probabilities) {
            candidate.probability = probability;
        }
        candidates.sort_by(|a, b| b.probability.total_cmp(&a.probability));
    }

    /// Reports as many lines as `MultiPV` asks for, those of the most probable moves, or with one line that of the
    /// chosen move, and the shares of the first moves.
    fn report_lines(
        &self,
        game: &Game,
        candidates: &[PersonMove],
        drawn: usize,
        clock: &Clock,
        report: &mut dyn Reporter,
    ) {
        let count = self.shared.multi_pv.min(candidates.len());
        let shown = if count == 1 { &candidates[drawn..=drawn] } else { &candidates[..count] };
        let line = |candidate: &PersonMove| Info {
            depth: Depth(1),
            seldepth: candidate.scored.pv.len(),
            score: candidate.scored.score(),
            nodes: candidates.len() as u64,
            time: clock.elapsed(),
            pv: candidate.scored.pv.clone(),
            ..Info::default()
        };
        let chosen = &candidates[drawn];
        let share = Some(f64::from(chosen.probability));
        report_ranked(shown.iter().map(line).collect(), game.position(), chosen.scored.mv, share, report);
        let probabilities: Vec<(Move, f32)> =
            candidates.iter().map(|candidate| (candidate.scored.mv, candidate.probability)).collect();
        report_shares(game.position(), &probabilities, count, drawn, report);
    }
}

/// Changes the probabilities of people to those of a player of this strength, where it samples its moves: ln p becomes
/// ln p / temperature − sharpness × expected score lost.
fn apply_strength(strength: Strength, candidates: &mut [PersonMove]) {
    if strength.temperature <= 0.0 {
        return;
    }
    let expected: Vec<f32> = candidates.iter().map(|candidate| expectation(candidate.scored.score())).collect();
    let best = expected.iter().copied().fold(0.0, f32::max);
    let logit = |(candidate, expected): (&PersonMove, f32)| {
        candidate.probability.ln() / strength.temperature - strength.sharpness * (best - expected)
    };
    let logits: Vec<f32> = candidates.iter().zip(expected).map(logit).collect();
    for (candidate, probability) in candidates.iter_mut().zip(softmax(&logits)) {
        candidate.probability = probability;
    }
}

#[cfg(test)]
mod tests {
    use shakmaty::CastlingMode;

    use super::*;
    use crate::engine::Recorder;
    use crate::personalities::searcher;

    fn player(seed: u64) -> LevelPlayer {
        let mut player = LevelPlayer::new(searcher());
        player.configure(&SharedOptions { seed, ..SharedOptions::default() });
        player.prepare(&mut Silent);
        player
    }

    fn moves(seed: u64, elo: u16, game: &Game, count: usize) -> Vec<Move> {
        let mut player = player(seed);
        let mut choose =
            || player.choose(Strength::of(elo), game, &Limits::default(), &Stop::new(), &mut Silent).best.unwrap();
        (0..count).map(|_| choose()).collect()
    }

    #[test]
    fn a_seed_repeats_itself() {
        let game = Game::default();
        assert_eq!(moves(5, 1500, &game, 8), moves(5, 1500, &game, 8));
        assert_ne!(moves(5, 1500, &game, 8), moves(6, 1500, &game, 8));
    }

    #[test]
    fn without_temperature_the_most_probable_move_is_played() {
        let (game, strength) = (Game::default(), Strength { temperature: 0.0, ..Strength::as_person(1500) });
        let choose = |seed| player(seed).choose(strength, &game, &Limits::default(), &Stop::new(), &mut Silent).best;
        assert!((2..8).all(|seed| choose(seed) == choose(1)));
    }

    #[test]
    fn a_strong_player_takes_a_queen_that_hangs() {
        let game = Game::from_fen("4k3/8/8/3q4/2P1P3/8/8/4K3 w - - 0 1", CastlingMode::Standard).unwrap();
        let takes = |elo| moves(1, elo, &game, 40).iter().filter(|mv| mv.is_capture()).count();
        assert!(takes(2600) >= 38, "{}", takes(2600));
    }

    #[test]
    fn every_go_reports_a_line_and_the_shares() {
        let (game, mut recorder) = (Game::default(), Recorder::default());
        let choice = player(1).choose(Strength::of(1200), &game, &Limits::default(), &Stop::new(), &mut recorder);
        assert_eq!(recorder.infos.len(), 1);
        assert_eq!(recorder.infos[0].pv[0], choice.best.unwrap());
        assert!(recorder.messages.iter().any(|text| text.contains(" %, ")), "{:?}", recorder.messages);
    }
}
