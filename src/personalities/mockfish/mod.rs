//! Mockfish: moves by pattern recognition alone, a behavioural clone of strong humans (seed 004).
//!
//! It looks at the position once and searches nothing. `docs/mockfish.md` says what its score means.

mod brain;
mod options;
mod sampling;

use rand::seq::SliceRandom;
use shakmaty::san::SanPlus;
use shakmaty::{Chess, Move, Position as _};

use crate::engine::options::{OptionError, OptionValue, SharedOptions};
use crate::engine::{
    Choice, Clock, Depth, Game, Info, Limits, Personality, Ply, Reporter, ResultProbabilities, Score, SeededRng, Stop,
};
use crate::nets::input::{NetInput, RECENT};
use crate::nets::mockfish::{Candidate, candidates};

pub use brain::{Advice, Brain};
use options::Repetition;
pub use options::{MockfishOptions, NetChoice};

/// A candidate that repeats is passed over only for one that is at least this probable beside it: a blunder is worse
/// than a draw.
const WORTH_A_DETOUR: f32 = 0.1;
/// Expected score from which a draw by repetition is unwelcome.
const BETTER: f32 = 0.55;

/// The mimic.
pub struct Mockfish {
    shared: SharedOptions,
    options: MockfishOptions,
    brain: Brain,
    rng: SeededRng,
}

impl Mockfish {
    pub fn new() -> Mockfish {
        Mockfish {
            shared: SharedOptions::default(),
            options: MockfishOptions::default(),
            brain: Brain::default(),
            rng: SeededRng::default(),
        }
    }

    /// The candidates as the nets rank them, and how they think the game will end for the mover.
    fn rank(&mut self, position: &Chess, played: &[Move], allowed: &[Move]) -> (Vec<Candidate>, Option<Advice>) {
        match self.brain.ask(self.options.nets, &NetInput::of(position, played)) {
            Ok(Some(advice)) => (candidates(position, allowed, &advice.opinion, advice.rule), Some(advice)),
            // Without any net there is no opinion: every move is as good as another, in any order.
            _ => {
                let share = 1.0 / allowed.len() as f32;
                let mut drawn: Vec<Candidate> =
                    allowed.iter().map(|&mv| Candidate { mv, score: share, probability: share }).collect();
                drawn.shuffle(&mut self.rng);
                (drawn, None)
            }
        }
    }

    /// A candidate that the player should not play because it repeats a position while it stands better goes behind the
    /// others.
    fn avoid_repetition(&self, game: &Game, verdict: Option<ResultProbabilities>, candidates: &mut Vec<Candidate>) {
        if self.options.repetition == Repetition::Allow || verdict.is_none_or(|verdict| verdict.expected() < BETTER) {
            return;
        }
        let threshold = candidates[0].probability * WORTH_A_DETOUR;
        let (kept, repeating): (Vec<_>, Vec<_>) =
            candidates.drain(..).partition(|candidate| !repeats(game, candidate.mv));
        if kept.first().is_some_and(|first| first.probability >= threshold) {
            // Out of the draw, but still shown.
            candidates.extend(kept);
            candidates.extend(repeating.into_iter().map(|candidate| Candidate {
                score: 0.0,
                probability: 0.0,
                ..candidate
            }));
        } else {
            candidates.extend(kept.into_iter().chain(repeating));
            candidates.sort_by(|a, b| b.probability.total_cmp(&a.probability));
        }
    }

    /// The line of a candidate: the move, the reply that the nets expect, and the score after the move.
    fn line(&mut self, game: &Game, mv: Move) -> (Vec<Move>, Option<ResultProbabilities>, Option<Score>) {
        let mut after = game.position().clone();
        after.play_unchecked(mv);
        if after.is_checkmate() {
            return (vec![mv], None, Some(Score::mate_in(Ply(1))));
        }
        let replies = after.legal_moves();
        if replies.is_empty() || after.is_insufficient_material() {
            return (vec![mv], Some(ResultProbabilities([0.0, 1.0, 0.0])), Some(Score::DRAW));
        }
        let mut played = game.moves()[game.moves().len().saturating_sub(RECENT)..].to_vec();
        played.push(mv);
        let (ranked, advice) = self.rank(&after, &played, &replies);
        let verdict = advice.and_then(|advice| advice.opinion.value).map(|value| ResultProbabilities(value).reversed());
        (vec![mv, ranked[0].mv], verdict, verdict.map(ResultProbabilities::score))
    }

    fn tell(
        &mut self,
        game: &Game,
        ranked: &[Candidate],
        report: &mut dyn Reporter,
        clock: &Clock,
        stop: &Stop,
    ) -> Option<Move> {
        let mut ponder = None;
        let lines = (self.shared.multi_pv.unsigned_abs() as usize).min(ranked.len());
        for (index, candidate) in ranked[..lines].iter().enumerate() {
            if index > 0 && (stop.is_stopped() || clock.is_over_hard_bound(stop)) {
                break;
            }
            let (pv, verdict, score) = self.line(game, candidate.mv);
            if index == 0 {
                ponder = pv.get(1).copied();
            }
            report.info(&Info {
                depth: Depth(1),
                seldepth: 1,
                multipv: index + 1,
                score: score.unwrap_or(Score::DRAW),
                wdl: verdict.map(ResultProbabilities::wdl),
                nodes: index as u64 + 2,
                time: clock.elapsed(),
                pv,
                ..Info::default()
            });
        }
        report.message(&shares(game.position(), &ranked[..lines.max(3).min(ranked.len())]));
        ponder
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
        self.brain.load(&self.options, report);
    }

    fn new_game(&mut self) {
        self.rng.new_game();
    }

    fn choose(&mut self, game: &Game, limits: &Limits, stop: &Stop, report: &mut dyn Reporter) -> Choice {
        let clock = Clock::start(limits, game.position().turn(), self.shared.overhead());
        self.prepare(report);
        let legal = game.legal_moves();
        let allowed = if limits.search_moves.is_empty() { legal.as_slice() } else { &limits.search_moves };
        let (mut ranked, advice) = self.rank(game.position(), game.moves(), allowed);
        if ranked.is_empty() {
            return Choice::default();
        }
        let verdict = advice.as_ref().and_then(|advice| advice.opinion.value).map(ResultProbabilities);
        self.avoid_repetition(game, verdict, &mut ranked);
        let drawn = sampling::draw(&ranked, self.options.temperature, self.options.sampling, &mut self.rng);
        // What is played is told first, whatever the nets would have preferred.
        let chosen = ranked.remove(drawn);
        ranked.insert(0, chosen);

        if let Some(tactic) = advice.and_then(|advice| advice.tactic) {
            report.message(&format!("tactic {:.0} %", 100.0 * tactic));
        }
        let ponder = self.tell(game, &ranked, report, &clock, stop);
        stop.wait_for_release(limits);
        Choice { best: Some(chosen.mv), ponder }
    }
}

/// Whether a move leads to a position that was on the board before.
fn repeats(game: &Game, mv: Move) -> bool {
    let mut after = game.clone();
    after.play(mv);
    let (&reached, before) = after.keys().split_last().expect("the game has a position");
    before.contains(&reached)
}

/// "e4 43.1 %, d4 30.0 %".
fn shares(position: &Chess, ranked: &[Candidate]) -> String {
    let share = |candidate: &Candidate| {
        format!("{} {:.1} %", SanPlus::from_move(position.clone(), candidate.mv), 100.0 * candidate.probability)
    };
    ranked.iter().map(share).collect::<Vec<_>>().join(", ")
}
