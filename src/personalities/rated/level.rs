//! A player at a rating.

use rand::RngExt as _;
use rand::distr::{Distribution, weighted::WeightedIndex};
use shakmaty::{Move, Position as _};

use super::character::Character;
use super::features::{expectation, is_quiet};
use super::opponent::Opponent;
use super::predictor::{Person, PersonMove, Predictor};
use super::strength::Strength;
use super::technique::prefer;
use super::weights::softmax;
use crate::engine::options::SharedOptions;
use crate::engine::{
    Choice, Clock, CountedLimit, Depth, Game, Info, Limits, Personality, Reporter, SeededRng, SeenClocks, Stop,
    UnusedLimits, is_basic_ending, report_move_stats, report_ranked, report_shares,
};
use crate::games::time_control::{TimeClass, TimeControl};
use crate::nets::rated::{Clocks, MoverContext};

/// A move that was sampled among others.
#[derive(Clone, Debug)]
pub struct Decision {
    /// The most probable first.
    pub candidates: Vec<PersonMove>,
    /// The place of the chosen move.
    pub sampled: usize,
    /// It was chosen by the first impression: see `StyleHaste`.
    pub is_at_once: bool,
}

/// Plays at a rating.
pub struct LevelPlayer {
    predictor: Predictor,
    /// The one person that is imitated, instead of all of a rating.
    opponent: Option<Opponent>,
    character: Character,
    /// The clocks of this game, as the `go`s showed them.
    seen: SeenClocks,
    /// The clocks now; `None` without a clock.
    clocks: Option<Clocks>,
    shared: SharedOptions,
    rng: SeededRng,
    unused_limits: UnusedLimits,
}

impl LevelPlayer {
    /// `player` is the one that searches: see [`MoveScorer::new`](super::MoveScorer::new).
    pub fn new(player: Box<dyn Personality>) -> LevelPlayer {
        LevelPlayer {
            predictor: Predictor::new(player),
            opponent: None,
            character: Character::default(),
            seen: SeenClocks::default(),
            clocks: None,
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

    /// Differs from the people of the rating in this way from now on.
    pub fn set_character(&mut self, character: Character) {
        self.character = character;
    }

    pub fn prepare(&mut self, report: &mut dyn Reporter) {
        self.predictor.prepare(report);
    }

    pub fn new_game(&mut self) {
        self.predictor.new_game();
        self.rng.new_game();
        self.unused_limits.new_game();
        self.seen = SeenClocks::default();
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
        let Some(Decision { candidates, sampled, is_at_once }) = self.decide(strength, game, limits, &clock, stop)
        else {
            return Choice::default();
        };
        self.report_lines(game, &candidates, sampled, &clock, report);
        stop.wait_for_release(limits);
        let chosen = &candidates[sampled].scored;
        Choice { best: Some(chosen.mv), ponder: chosen.pv.get(1).copied(), is_at_once }
    }

    /// Samples a move as a player of this strength does; `None` where there is none.
    pub fn decide(
        &mut self,
        strength: Strength,
        game: &Game,
        limits: &Limits,
        clock: &Clock,
        stop: &Stop,
    ) -> Option<Decision> {
        let moves = limits.allowed(game);
        if moves.is_empty() {
            return None;
        }
        self.look_at_clocks(game, limits);
        let mut candidates = self.candidates(strength, game, &moves, clock, stop);
        let is_at_once = self.is_hasty(game);
        if is_at_once {
            by_first_impression(&mut candidates);
        }
        if limits.allows_repertoire(game, &self.shared) && self.shared.own_book {
            self.add_repertoire(game, &mut candidates);
        }
        let weights = candidates.iter().map(|candidate| candidate.probability);
        let chances = WeightedIndex::new(weights).ok().filter(|_| strength.temperature > 0.0);
        let sampled = chances.map_or(0, |chances| chances.sample(&mut *self.rng));
        Some(Decision { candidates, sampled, is_at_once })
    }

    /// Takes the clocks of a `go`: a person who is short of time errs more often.
    fn look_at_clocks(&mut self, game: &Game, limits: &Limits) {
        self.seen.show(game, limits);
        let turn = game.position().turn();
        self.clocks = limits.clock(turn).map(|own| {
            let seconds = own.remaining.as_secs_f32();
            let opponent = limits.clock(!turn).map_or(seconds, |clock| clock.remaining.as_secs_f32());
            let base = self.seen.most(turn).unwrap_or(0.0).max(seconds);
            Clocks { mover: seconds, opponent, base, increment: own.increment.as_secs_f32() }.within_range()
        });
    }

    /// Returns true if this is one of the quiet positions in which the character moves at once.
    fn is_hasty(&mut self, game: &Game) -> bool {
        let share = f64::from(self.character.haste) / 100.0;
        share > 0.0 && is_quiet(game.position(), game.moves().last()) && self.rng.random_bool(share)
    }

    /// The person who is imitated at this strength, with the clock in view.
    fn who(&self, strength: Strength) -> MoverContext {
        let of_opponent = |opponent: &Opponent| opponent.profile.who(strength.person);
        let who = self.opponent.as_ref().map_or_else(|| MoverContext::rapid(strength.person), of_opponent);
        self.clocks.map_or(who, |clocks| MoverContext { time_class: time_class(clocks), clocks: Some(clocks), ..who })
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
        self.predictor.set_deeper_nodes(strength.nodes);
        let time = Limits { move_time: clock.time_left(stop), ..Limits::default() };
        let preferences = self.opponent.as_ref().and_then(|opponent| opponent.preferences.as_ref());
        let person = Person { who: self.who(strength), preferences, character: Some(&self.character) };
        let mut candidates = self.predictor.predict(game, moves, person, &time, stop);
        apply_strength(strength, &mut candidates);
        if strength.technique > 0.0 && is_basic_ending(game.position()) {
            let left = Limits { move_time: clock.time_left(stop), search_moves: moves.to_vec(), ..Limits::default() };
            if let Some(best) = self.predictor.best_move(game, &left, stop) {
                prefer(best, strength.technique, &mut candidates);
            }
        }
        candidates.sort_by(|a, b| b.probability.total_cmp(&a.probability));
        candidates
    }

    /// The moves that a level chooses among in a position without a clock, the most probable first; none where the game
    /// is over.
    pub fn candidates_at(&mut self, elo: u16, game: &Game) -> Vec<PersonMove> {
        let moves = game.legal_moves();
        if moves.is_empty() {
            return Vec::new();
        }
        let clock = Clock::start(&Limits::default(), game.position().turn(), self.shared.overhead());
        self.clocks = None;
        self.candidates(Strength::of(elo), game, &moves, &clock, &Stop::new())
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

    /// Reports the shares of the first moves, and as many lines as `MultiPV` asks for: those of the most probable
    /// moves, or with one line that of the chosen move.
    fn report_lines(
        &self,
        game: &Game,
        candidates: &[PersonMove],
        sampled: usize,
        clock: &Clock,
        report: &mut dyn Reporter,
    ) {
        let count = self.shared.multi_pv.min(candidates.len());
        let shown = if count == 1 { &candidates[sampled..=sampled] } else { &candidates[..count] };
        let line = |candidate: &PersonMove| Info {
            depth: Depth(1),
            seldepth: candidate.scored.pv.len(),
            score: candidate.scored.score(),
            nodes: candidates.len() as u64,
            time: clock.elapsed(),
            pv: candidate.scored.pv.clone(),
            ..Info::default()
        };
        let chosen = &candidates[sampled];
        let probabilities: Vec<(Move, f32)> =
            candidates.iter().map(|candidate| (candidate.scored.mv, candidate.probability)).collect();
        report_shares(game.position(), &probabilities, count, sampled, report);
        if self.shared.verbose_move_stats {
            report_move_stats(&probabilities, game.castling_mode(), report);
        }
        let share = Some(f64::from(chosen.probability));
        report_ranked(shown.iter().map(line).collect(), game.position(), chosen.scored.mv, share, report);
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

/// Changes the probabilities to those of the net alone.
fn by_first_impression(candidates: &mut [PersonMove]) {
    for candidate in candidates.iter_mut() {
        candidate.probability = candidate.impression;
    }
    candidates.sort_by(|a, b| b.probability.total_cmp(&a.probability));
}

/// The class of the time control to which these clocks belong.
fn time_class(Clocks { base, increment, .. }: Clocks) -> TimeClass {
    TimeClass::of_control(TimeControl { base: base as u32, increment: increment as u32 })
}

#[cfg(test)]
mod tests {
    use std::time::Duration;

    use shakmaty::{CastlingMode, Square};

    use super::*;
    use crate::engine::{Ending, Recorder, SideClock, Silent};
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

    /// The probability of the move that people of 1500 play most, by what the clocks show.
    fn surest(seconds: u64) -> f32 {
        let game = Game::from_fen("4k3/8/8/3q4/2P1P3/8/8/4K3 w - - 0 1", CastlingMode::Standard).unwrap();
        let side = Some(SideClock { remaining: Duration::from_secs(seconds), increment: Duration::ZERO });
        let limits = Limits { white: side, black: side, ..Limits::default() };
        let clock = Clock::start(&Limits::default(), game.position().turn(), Duration::ZERO);
        let strength = Strength::as_person(1500);
        let decision = player(1).decide(strength, &game, &limits, &clock, &Stop::new()).expect("White has moves");
        assert!(decision.candidates.iter().all(|candidate| candidate.probability.is_finite()));
        decision.candidates[0].probability
    }

    #[test]
    fn the_clock_changes_the_choice_whatever_it_shows() {
        let shown = [0, 3, 600, 86_400].map(surest);
        assert!(shown.iter().all(|share| (0.05..=1.0).contains(share)), "{shown:?}");
        assert!(shown[1] != shown[2], "{shown:?}");
    }

    #[test]
    fn haste_moves_at_once_in_quiet_positions_only() {
        let at_once = |haste, fen: &str| {
            let game = Game::from_fen(fen, CastlingMode::Standard).unwrap();
            let mut player = player(1);
            player.set_character(Character { haste, ..Character::default() });
            player.choose(Strength::of(1500), &game, &Limits::default(), &Stop::new(), &mut Silent).is_at_once
        };
        let (quiet, hanging) = ("4k3/8/8/8/8/8/4P3/4K3 w - - 0 1", "4k3/8/8/3q4/2P1P3/8/8/4K3 w - - 0 1");
        assert!(at_once(100, quiet) && !at_once(100, hanging) && !at_once(0, quiet));
    }

    #[test]
    fn a_basic_ending_is_played_within_the_moves_that_are_allowed() {
        let game = Game::from_fen("7k/R7/6K1/8/8/8/8/8 w - - 0 1", CastlingMode::Standard).unwrap();
        let others: Vec<Move> = game.legal_moves().into_iter().filter(|mv| mv.to() != Square::A8).collect();
        let limits = Limits { search_moves: others.clone(), ..Limits::default() };
        let clock = Clock::start(&limits, game.position().turn(), Duration::ZERO);
        let decision = player(1).decide(Strength::of(2400), &game, &limits, &clock, &Stop::new()).expect("moves");
        let sum: f32 = decision.candidates.iter().map(|candidate| candidate.probability).sum();
        assert!((sum - 1.0).abs() < 1e-3, "{sum}");
        assert!(others.contains(&decision.candidates[decision.sampled].scored.mv));
    }

    #[test]
    fn a_strong_player_mates_with_a_rook() {
        for men in ["8/8/8/4k3/8/8/8/R3K3", "8/8/3k4/8/8/8/8/4K2R", "8/8/8/3k4/8/8/1R6/K7", "8/8/4k3/8/8/5R2/8/6K1"] {
            let mut game = Game::from_fen(&format!("{men} w - - 0 1"), CastlingMode::Standard).unwrap();
            let mut player = player(1);
            while Ending::of(&game).is_none() {
                let choice = player.choose(Strength::of(2400), &game, &Limits::default(), &Stop::new(), &mut Silent);
                game.play(choice.best.expect("White has moves"));
                let flight = game.legal_moves().into_iter().min_by_key(|mv| distance_to_centre(mv.to()));
                flight.into_iter().for_each(|mv| game.play(mv));
            }
            assert!(game.position().is_checkmate() && game.moves().len() < 80, "{men}: {}", game.moves().len());
        }
    }

    fn distance_to_centre(square: Square) -> u32 {
        [Square::D4, Square::D5, Square::E4, Square::E5]
            .map(|centre| square.distance(centre))
            .into_iter()
            .min()
            .unwrap()
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
