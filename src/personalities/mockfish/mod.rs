//! Mockfish: imitates strong human players; nets choose the move (Griffiths, *Mockfish: A Pattern Recognition Chess
//! Engine*, 2022). Basic endings alone are left to a player that searches.
//!
//! `docs/mockfish.md` explains the score.

mod endings;
mod nets;
mod options;
mod sampling;

use rand::seq::SliceRandom;
use shakmaty::{Move, Position as _};

use crate::engine::options::{OptionError, OptionValue, SharedOptions};
use crate::engine::{
    Choice, Clock, CountedLimit, Depth, Ending, Game, Info, Limits, Personality, Ply, Reporter, ResultProbabilities,
    Score, SeededRng, Stop, UnusedLimits, board_score, is_basic_ending, report_move_stats, report_ranked,
    report_shares,
};
use crate::nets::mockfish::{RankedMove, rank_moves};
use crate::nets::rated::{MoveInput, MoverContext};

use endings::EndingMethod;
pub use nets::{MockfishNets, Prediction};
pub use options::{Combination, MockfishOptions, NetChoice, Sampling};
use options::{Endings, Repetition};
pub use sampling::{PROPORTIONAL, sample_share, sampling_probabilities};

/// A move that repeats a position is avoided only where another has at least this share of its probability: a blunder
/// is worse than a draw.
const WORTH_A_DETOUR: f32 = 0.1;
/// Expected score from which a draw by repetition is avoided.
const BETTER: f32 = 0.55;

/// The player with its options and the nets that it has loaded.
pub struct Mockfish {
    shared: SharedOptions,
    options: MockfishOptions,
    nets: MockfishNets,
    /// Plays basic endings; without it the nets do.
    method: Option<EndingMethod>,
    unused_limits: UnusedLimits,
    rng: SeededRng,
}

impl Mockfish {
    pub fn new() -> Mockfish {
        Mockfish {
            shared: SharedOptions::default(),
            options: MockfishOptions::default(),
            nets: MockfishNets::default(),
            method: None,
            unused_limits: UnusedLimits::default(),
            rng: SeededRng::default(),
        }
    }

    /// Leaves basic endings to the player that this builds.
    #[must_use]
    pub fn with_searcher(self, searcher: fn() -> Box<dyn Personality>) -> Mockfish {
        Mockfish { method: Some(EndingMethod::new(searcher)), ..self }
    }

    /// The player who moves, for a net that takes ratings.
    fn who(&self) -> MoverContext {
        self.shared.level().map_or(MoverContext::STRONG, MoverContext::rapid)
    }

    /// The allowed moves, most probable first, and the prediction that ranked them; in random order without a net.
    fn rank(
        &mut self,
        game: &Game,
        allowed: &[Move],
        stopped: &dyn Fn() -> bool,
    ) -> (Vec<RankedMove>, Option<Prediction>) {
        let input = MoveInput::of(game.start(), game.moves(), self.who());
        if let Some(prediction) = self.nets.predict_or_replace(self.options.nets, &input, stopped) {
            let ranked = rank_moves(game.position(), allowed, &prediction.output, prediction.rule);
            return (ranked, Some(prediction));
        }
        let share = 1.0 / allowed.len() as f32;
        let mut ranked: Vec<RankedMove> =
            allowed.iter().map(|&mv| RankedMove { mv, score: share, probability: share }).collect();
        ranked.shuffle(&mut self.rng);
        (ranked, None)
    }

    /// Puts moves that repeat a position last while the player stands better.
    fn avoid_repetition(&self, game: &Game, expected: Option<ResultProbabilities>, ranked: &mut Vec<RankedMove>) {
        let is_better = expected.is_some_and(|result| result.expected() >= BETTER);
        if self.options.repetition == Repetition::Allow || !is_better {
            return;
        }
        let (mut kept, repeating): (Vec<RankedMove>, Vec<RankedMove>) =
            ranked.iter().copied().partition(|candidate| !repeats(game, candidate.mv));
        let threshold = ranked[0].probability * WORTH_A_DETOUR;
        if kept.first().is_none_or(|first| first.probability < threshold) {
            return;
        }
        // They are not sampled any more, but still reported.
        kept.extend(repeating.iter().map(|&RankedMove { mv, .. }| RankedMove { mv, score: 0.0, probability: 0.0 }));
        *ranked = kept;
    }

    /// Lets the method of a basic ending choose, or puts moves that stalemate last while the player stands better.
    fn know_endings(&mut self, go: &Go, expected: Option<ResultProbabilities>, ranked: &mut [RankedMove]) {
        if self.options.endings == Endings::Net {
            return;
        }
        if is_basic_ending(go.game.position())
            && let Some(method) = &mut self.method
        {
            let allowed = ranked.iter().map(|candidate| candidate.mv).collect();
            let limits = Limits { move_time: go.clock.time_left(go.stop), ..Limits::default() };
            if let Some(best) = method.best_move(go.game, allowed, limits, go.stop) {
                endings::choose(best, ranked);
            }
        } else if expected.is_some_and(|result| result.expected() >= BETTER) {
            endings::put_stalemates_last(go.game.position(), ranked);
        }
    }

    /// The line of a move: the move with the most probable reply, the predicted result, and the score: that of the
    /// result, or of the board where no result is predicted.
    fn line(
        &mut self,
        game: &Game,
        mv: Move,
        stopped: &dyn Fn() -> bool,
    ) -> (Vec<Move>, Option<ResultProbabilities>, Score) {
        let mut game_after = game.clone();
        game_after.play(mv);
        match Ending::of(&game_after) {
            Some(Ending::Checkmate { .. }) => return (vec![mv], None, Score::mate_in(Ply(1))),
            Some(_) => return (vec![mv], Some(ResultProbabilities([0.0, 1.0, 0.0])), Score::DRAW),
            None => {}
        }
        let (ranked, prediction) = self.rank(&game_after, &game_after.legal_moves(), stopped);
        let result = result_of(prediction.as_ref()).map(ResultProbabilities::reversed);
        let pv = vec![mv, ranked[0].mv];
        let score = result.map_or_else(|| board_score(game, &pv), ResultProbabilities::score);
        (pv, result, score)
    }

    /// Reports the shares of the first moves and as many lines as `MultiPV` asks for while there is time, those of the
    /// most probable moves, or with one line that of the chosen move. Returns the expected reply to the chosen move.
    fn report_lines(
        &mut self,
        go: &Go,
        ranked: &[RankedMove],
        sampled: usize,
        report: &mut dyn Reporter,
    ) -> Option<Move> {
        let count = self.shared.multi_pv.min(ranked.len());
        // The chosen move comes first while there is time for it: its reply is what the player ponders on.
        let shown = std::iter::once(sampled).chain((0..count).filter(|&index| index != sampled && count > 1));
        let mut ponder = None;
        let mut lines: Vec<Info> = Vec::new();
        for index in shown {
            if !lines.is_empty() && go.is_over() {
                break;
            }
            let (pv, result, score) = self.line(go.game, ranked[index].mv, &|| go.is_over());
            if index == sampled {
                ponder = pv.get(1).copied();
            }
            lines.push(Info {
                depth: Depth(1),
                seldepth: 1,
                score,
                wdl: result.map(ResultProbabilities::wdl),
                // The position itself, and each that a line leads to.
                nodes: lines.len() as u64 + 2,
                time: go.clock.elapsed(),
                pv,
                ..Info::default()
            });
        }
        // Where the chosen move is not among the most probable ones, its line was needed for the reply only.
        if lines.len() > count {
            lines.remove(0);
        }
        let (position, chosen) = (go.game.position(), ranked[sampled]);
        let probabilities: Vec<(Move, f32)> = ranked.iter().map(|ranked| (ranked.mv, ranked.probability)).collect();
        self.nets.report_fault(report);
        report_shares(position, &probabilities, count, sampled, report);
        if self.shared.verbose_move_stats {
            report_move_stats(&probabilities, go.game.castling_mode(), report);
        }
        report_ranked(lines, position, chosen.mv, Some(f64::from(chosen.probability)), report);
        ponder
    }
}

/// One `go`.
struct Go<'a> {
    game: &'a Game,
    stop: &'a Stop,
    clock: &'a Clock,
}

impl Go<'_> {
    /// Returns true if a file's net that has not answered yet is to be given up.
    fn is_over(&self) -> bool {
        self.clock.is_out_of_time(self.stop)
    }
}

impl Default for Mockfish {
    fn default() -> Mockfish {
        Mockfish::new()
    }
}

impl Personality for Mockfish {
    fn configure(&mut self, shared: &SharedOptions, _: &mut dyn Reporter) {
        self.rng.configure(shared.seed);
        self.shared = shared.clone();
    }

    fn set_option(&mut self, name: &str, value: &OptionValue) -> Result<(), OptionError> {
        self.options.set(name, value)
    }

    fn prepare(&mut self, report: &mut dyn Reporter) {
        self.nets.load(&self.options, &self.shared.runtime(), report);
    }

    fn new_game(&mut self) {
        self.rng.new_game();
        self.unused_limits.new_game();
    }

    fn choose(&mut self, game: &Game, limits: &Limits, stop: &Stop, report: &mut dyn Reporter) -> Choice {
        let clock = Clock::start(limits, game.position().turn(), self.shared.overhead());
        self.prepare(report);
        self.unused_limits.report(limits, &CountedLimit::ALL, "Mockfish searches nothing", report);
        let allowed = limits.allowed(game);
        if allowed.is_empty() {
            return Choice::default();
        }
        let go = Go { game, stop, clock: &clock };
        let (mut ranked, prediction) = self.rank(game, &allowed, &|| go.is_over());
        let expected = result_of(prediction.as_ref());
        self.avoid_repetition(game, expected, &mut ranked);
        self.know_endings(&go, expected, &mut ranked);
        let sampled = sampling::sample(&ranked, self.options.temperature, self.options.sampling, &mut *self.rng);

        if let Some(tactic) = prediction.and_then(|prediction| prediction.tactic) {
            report.message(&format!("tactic {:.0} %", 100.0 * tactic));
        }
        let ponder = self.report_lines(&go, &ranked, sampled, report);
        stop.wait_for_release(limits);
        Choice { best: Some(ranked[sampled].mv), ponder, ..Choice::default() }
    }
}

/// The predicted result of the game for the mover, if the net predicts one.
fn result_of(prediction: Option<&Prediction>) -> Option<ResultProbabilities> {
    prediction?.output.value.map(ResultProbabilities)
}

/// Returns true if a move leads to a position that was on the board before.
fn repeats(game: &Game, mv: Move) -> bool {
    let mut after = game.clone();
    after.play(mv);
    let (&reached, before) = after.keys().split_last().expect("the game has a position");
    before.contains(&reached)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::nets::NEVER;

    /// The knights have gone out and back once: Ng1-f3 leads to a position that was on the board before.
    fn shuffled() -> Game {
        let mut game = Game::default();
        "g1f3 g8f6 f3g1 f6g8".split(' ').for_each(|uci| game.play_uci(uci).unwrap());
        game
    }

    /// Ng1-f3 and d2-d4 with these probabilities, as they are ranked when the expected result has this many wins.
    fn ranked(repeating: f32, other: f32, wins: Option<f32>, repetition: Repetition) -> Vec<(String, f32)> {
        let game = shuffled();
        let mut player = Mockfish::new();
        player.options.repetition = repetition;
        let candidate = |uci: &str, probability| {
            let mv = game.read_uci(uci).unwrap();
            RankedMove { mv, score: probability, probability }
        };
        let mut ranked = vec![candidate("g1f3", repeating), candidate("d2d4", other)];
        ranked.sort_by(|a, b| b.probability.total_cmp(&a.probability));
        let expected = wins.map(|wins| ResultProbabilities([1.0 - wins, 0.0, wins]));
        player.avoid_repetition(&game, expected, &mut ranked);
        let name = |mv: Move| mv.to_uci(shakmaty::CastlingMode::Standard).to_string();
        ranked.into_iter().map(|candidate| (name(candidate.mv), candidate.probability)).collect()
    }

    #[test]
    fn a_repetition_is_not_chosen_while_the_player_stands_better() {
        let avoided = [("d2d4".to_owned(), 0.3), ("g1f3".to_owned(), 0.0)];
        let free = [("g1f3".to_owned(), 0.6), ("d2d4".to_owned(), 0.3)];
        assert_eq!(ranked(0.6, 0.3, Some(0.56), Repetition::Avoid), avoided);
        assert_eq!(ranked(0.6, 0.3, Some(0.54), Repetition::Avoid), free, "the player does not stand better");
        assert_eq!(ranked(0.6, 0.3, None, Repetition::Avoid), free, "the net predicts no result");
        assert_eq!(ranked(0.6, 0.3, Some(0.56), Repetition::Allow), free);
    }

    #[test]
    fn a_repetition_is_played_where_all_other_moves_are_much_less_probable() {
        let probability = |other| ranked(0.6, other, Some(0.9), Repetition::Avoid)[0].clone();
        assert_eq!(probability(0.05), ("g1f3".to_owned(), 0.6));
        assert_eq!(probability(0.07), ("d2d4".to_owned(), 0.07));
    }

    #[test]
    fn the_combination_of_seven_networks_is_chosen_by_its_option() {
        let probability = |nets, combination| {
            let mut player = Mockfish::new();
            player.options = MockfishOptions { nets, combination, ..MockfishOptions::default() };
            player.prepare(&mut crate::engine::Silent);
            let game = Game::default();
            player.rank(&game, &game.legal_moves(), NEVER).0[0].probability
        };
        let all = [Combination::Product, Combination::Composition, Combination::Linear];
        let of_standard = all.map(|combination| probability(NetChoice::Standard, combination));
        assert!(of_standard[0] != of_standard[1] && of_standard[0] < 1.0, "{of_standard:?}");
        assert_eq!(of_standard[2], 1.0);
        let [of_best, linear] =
            [Combination::Product, Combination::Linear].map(|combination| probability(NetChoice::Best, combination));
        assert_eq!(of_best, linear, "whole moves");
    }

    #[test]
    fn the_score_of_a_line_is_that_of_the_mover() {
        let mut player = Mockfish::new();
        player.prepare(&mut crate::engine::Silent);
        let queen_up = "rnb1kbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1";
        let game = Game::from_fen(queen_up, shakmaty::CastlingMode::Standard).unwrap();
        let (pv, _, score) = player.line(&game, game.read_uci("e2e4").unwrap(), NEVER);
        assert!(pv.len() == 2 && score > Score::DRAW, "{score:?}");
    }

    #[test]
    fn lines_end_with_mates_and_draws_by_the_rules() {
        let line = |fen: &str, uci: &str| {
            let game = Game::from_fen(fen, shakmaty::CastlingMode::Standard).unwrap();
            let (pv, result, score) = Mockfish::new().line(&game, game.read_uci(uci).unwrap(), NEVER);
            (pv.len(), result, score)
        };
        assert_eq!(line("7k/8/6K1/8/8/8/8/R7 w - - 0 1", "a1a8"), (1, None, Score::mate_in(Ply(1))));
        let draw = (1, Some(ResultProbabilities([0.0, 1.0, 0.0])), Score::DRAW);
        assert_eq!(line("7k/8/6K1/8/8/8/8/5Q2 w - - 0 1", "f1f7"), draw, "stalemate");
        assert_eq!(line("7k/8/8/8/8/8/1n6/K7 w - - 0 1", "a1b2"), draw, "two kings");
        let mut game = Game::default();
        for uci in ["g1f3", "g8f6", "f3g1", "f6g8", "g1f3", "g8f6", "f3g1"] {
            game.play_uci(uci).expect("legal");
        }
        let (pv, _, score) = Mockfish::new().line(&game, game.read_uci("f6g8").unwrap(), NEVER);
        assert_eq!((pv.len(), score), (1, Score::DRAW), "the position for the third time");
    }
}
