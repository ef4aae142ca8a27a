//! Explorer: an opening partner that plays every named line, changes between lines where their positions meet, and
//! prefers what the learner asks for (Saarmann, *Exploration vs Exploitation of Chess Openings Learner with
//! Metropolis-Hastings Algorithm*).
//!
//! `docs/explorer.md` describes how lines are sampled and what the score means.

mod cumulative;
mod fit;
mod metropolis;
mod near_theory;
mod opening_theory;
mod options;
mod reachable;
mod report;
mod saarmann;
mod sample;
mod sampler;
mod steering;
mod weights;

use std::time::Duration;

use shakmaty::{Color, Move, Position};

pub use fit::{Fit, FitError, TargetShare, fit};
pub use metropolis::{BURN_IN, Metropolis};
pub use options::{ExplorerOptions, Fallback, LearnerFocus, SamplerKind};
pub use reachable::ReachableLines;
pub use saarmann::Saarmann;
pub use sample::{Convergence, LineSample, MoveShare, SampledLine};
pub use sampler::LineSampler;
pub use steering::Steering;
pub use weights::{FeatureWeights, MAX_WEIGHT, WeightError};

use crate::chess::notation::san;
use crate::engine::options::{OptionError, OptionValue, SharedOptions};
use crate::engine::{
    Choice, Clock, CountedLimit, Depth, Game, Info, Limits, Personality, Reporter, ResultProbabilities, SeededRng,
    Stop, UnusedLimits, board_score, report_ranked,
};
use crate::openings::NodeId;
use crate::personalities::fallback::FallbackPlayer;
use crate::record::{Counts, Record};
use near_theory::{SimilarPosition, similar_positions};
use opening_theory::OpeningTheory;
use sampler::seed_from;

/// Chains of the sampler `Metropolis`; they share the iterations.
const CHAINS: usize = 4;
/// Moves that are reported in words at least, whatever `MultiPV` asks for.
const MOVES_REPORTED: usize = 3;
/// Similar positions that are tried before the fallback plays.
const SIMILAR_TRIED: usize = 4;
/// Nodes for which the fallback searches to judge a move of a similar position: some ten milliseconds.
const JUDGING_NODES: u64 = 5_000;
/// With less time than this no move of a similar position is judged, which may take a fifth of it: the fallback plays.
const JUDGING_TIME: Duration = Duration::from_millis(100);
/// The most that a move of a similar position may be worse than the fallback's own choice, in centipawns.
const TOLERATED: i32 = 80;

/// The opening partner.
pub struct Explorer {
    shared: SharedOptions,
    options: ExplorerOptions,
    theory: Option<OpeningTheory>,
    /// The learner's record at the begin of the game; `None` before it was asked for.
    learner: Option<Counts>,
    fallback: FallbackPlayer<Fallback>,
    /// True if it is reported already that the fallback plays; theory that is found again resets it.
    fallback_reported: bool,
    unused_limits: UnusedLimits,
    rng: SeededRng,
}

impl Explorer {
    /// `build` makes the player for positions out of theory.
    pub fn new(build: fn(Fallback) -> Box<dyn Personality>) -> Explorer {
        Explorer {
            shared: SharedOptions::default(),
            options: ExplorerOptions::default(),
            theory: None,
            learner: None,
            fallback: FallbackPlayer::new(build),
            fallback_reported: false,
            unused_limits: UnusedLimits::default(),
            rng: SeededRng::default(),
        }
    }

    fn theory(&mut self, report: &mut dyn Reporter) -> &mut OpeningTheory {
        self.theory.take_if(|theory| theory.was_stopped);
        self.theory.get_or_insert_with(|| OpeningTheory::load(&self.options, report))
    }

    /// A node is a line that is sampled.
    fn sampler(&mut self, limits: &Limits) -> LineSampler {
        LineSampler {
            kind: self.options.sampler,
            weights: self.options.weights(),
            iterations: limits.nodes.map_or(self.options.iterations, |nodes| nodes.min(self.options.iterations)),
            chains: CHAINS,
            seed: seed_from(&mut self.rng),
        }
    }

    /// The steering by the learner's record, if there is to be any; what cannot be read of it is reported, once a game.
    fn steering(&mut self, side: Color, report: &mut dyn Reporter) -> Option<Steering> {
        let focus = self.options.learner;
        if focus == LearnerFocus::Off {
            return None;
        }
        let learner = self.learner.get_or_insert_with(|| {
            let counts = Record::usual_path().and_then(|path| Record::peek(&path));
            counts
                .unwrap_or_else(|error| {
                    report.message(&format!("error: {error}; nothing is known of the learner"));
                    None
                })
                .unwrap_or_default()
        });
        let weight = self.options.steering_weight();
        Some(Steering::new(&self.theory.as_ref()?.graph, learner, focus, side, weight))
    }

    /// Plays a line from a known position on; `None` where none of them begins with an allowed move.
    fn play_theory(&mut self, at: NodeId, request: &Request, report: &mut dyn Reporter) -> Option<Choice> {
        let sampler = self.sampler(request.limits);
        let learner_side = !request.game.position().turn();
        let steering = self.steering(learner_side, report);
        let theory = self.theory.as_ref()?;
        let mut prepared = sampler.prepare(&theory.graph, at);
        if let Some(steering) = &steering {
            prepared.steer(steering);
        }
        let mut sample = prepared.sample(|| request.is_late());
        sample.restrict(|mv| request.limits.allows(mv));
        let line = sample.pick(&mut self.rng)?.clone();
        let played = line.moves[0];

        let name = theory
            .name_of(request.game)
            .map_or_else(|| "the start".to_owned(), |line| format!("{} {}", line.eco, line.name()));
        report.message(&format!("{name}: {} lines go through this position", theory.graph.node(at).lines));
        let shown = shown_lines(&sample, &line.moves, self.shared.multi_pv);
        let info = |pv: Vec<Move>| {
            let edge = theory.graph.edges(at).iter().find(|edge| edge.mv == pv[0]);
            request.info(edge.and_then(|edge| report::results(theory, at, edge)), sample.iterations, pv)
        };
        let infos = request.completed(shown.into_iter().map(info).collect(), self.shared.multi_pv);
        let share = sample.moves.iter().find(|share| share.mv == played).map(|share| share.share);
        sample.put_first(played);
        for share in sample.moves.iter().take(self.shared.multi_pv.max(MOVES_REPORTED)) {
            report.message(&report::describe(theory, &sample, share, request.game));
        }
        self.unused_limits.report(request.limits, &UNUSED_LIMITS, SEARCHES_NOTHING, report);
        report_ranked(infos, request.game.position(), played, share, report);
        Some(Choice { best: Some(played), ponder: line.moves.get(1).copied(), ..Choice::default() })
    }

    /// A move of a similar position of theory, unless the fallback judges it too bad.
    fn play_similar(&mut self, request: &Request, report: &mut dyn Reporter) -> Option<Choice> {
        let (with_reversed, with_displaced) = (self.options.reversed, self.options.displaced);
        if !with_reversed && !with_displaced {
            return None;
        }
        let found = similar_positions(self.theory.as_mut()?, request.game, with_reversed, with_displaced);
        for similar in found.into_iter().take(SIMILAR_TRIED) {
            let judging = request.judging(self.shared.overhead())?;
            let Some((sample, line)) = self.sample_similar(&similar, request) else { continue };
            let pv = similar.translate_line(request.game, &line);
            let loss = self.fallback.loss(self.options.fallback, request.game, pv[0], &judging, request.stop);
            if loss.is_none_or(|loss| loss > TOLERATED) {
                continue;
            }
            let theory = self.theory.as_ref()?;
            let shown = shown_lines(&sample, &line, self.shared.multi_pv);
            let info = |known: Vec<Move>| {
                let edge = theory.graph.edges(similar.at).iter().find(|edge| edge.mv == known[0]);
                let results = edge.and_then(|edge| report::results(theory, similar.at, edge));
                request.info(results, sample.iterations, similar.translate_line(request.game, &known))
            };
            let infos = request.completed(shown.into_iter().map(info).collect(), self.shared.multi_pv);
            let name = report::deepest_name(theory, similar.at).unwrap_or_default();
            report.message(&format!("{}: as in theory {}{name}", san(request.game.position(), pv[0]), similar.how));
            self.unused_limits.report(request.limits, &UNUSED_LIMITS, SEARCHES_NOTHING, report);
            report_ranked(infos, request.game.position(), pv[0], None, report);
            return Some(Choice { best: Some(pv[0]), ponder: None, ..Choice::default() });
        }
        None
    }

    /// The sample in a similar position, moves that are not allowed on the board left out, and the line to play, in the
    /// moves of that position.
    fn sample_similar(&mut self, similar: &SimilarPosition, request: &Request) -> Option<(LineSample, Vec<Move>)> {
        let sampler = self.sampler(request.limits);
        let mut sample = sampler.sample(&self.theory.as_ref()?.graph, similar.at, || request.is_late());
        sample.restrict(|mv| similar.translate(request.game, mv).is_some_and(|mv| request.limits.allows(mv)));
        let line = sample.pick(&mut self.rng)?.moves.clone();
        Some((sample, line))
    }
}

/// The lines to report: with one, that which is played; with several, those of the moves that were sampled most often,
/// each with the likeliest line behind it.
fn shown_lines(sample: &LineSample, played: &[Move], count: usize) -> Vec<Vec<Move>> {
    if count == 1 {
        return vec![played.to_vec()];
    }
    let line = |share: &MoveShare| match sample.likeliest(share.mv) {
        _ if share.mv == played[0] => played.to_vec(),
        // Not all lines are kept, but all their first moves.
        [] => vec![share.mv],
        likeliest => likeliest.to_vec(),
    };
    sample.moves.iter().take(count).map(line).collect()
}

/// The limits that mean nothing while lines are sampled.
const UNUSED_LIMITS: [CountedLimit; 2] = [CountedLimit::Depth, CountedLimit::Mate];
const SEARCHES_NOTHING: &str = "Explorer samples lines and searches nothing";

impl Personality for Explorer {
    fn configure(&mut self, shared: &SharedOptions, report: &mut dyn Reporter) {
        self.rng.configure(shared.seed);
        self.shared = shared.clone();
        self.fallback.configure(shared, report);
    }

    fn set_option(&mut self, name: &str, value: &OptionValue) -> Result<(), OptionError> {
        let before = self.options.clone();
        match self.options.set(name, value) {
            Ok(()) => {
                if !self.options.same_theory(&before) {
                    self.theory = None;
                }
                Ok(())
            }
            // An option of the fallback.
            Err(_) => self.fallback.set_option(name, value),
        }
    }

    fn prepare(&mut self, report: &mut dyn Reporter) {
        self.theory(report).near();
        self.fallback.prepare(self.options.fallback, report);
    }

    fn new_game(&mut self) {
        self.rng.new_game();
        self.learner = None;
        self.fallback.new_game();
        self.fallback_reported = false;
        self.unused_limits.new_game();
    }

    fn choose(&mut self, game: &Game, limits: &Limits, stop: &Stop, report: &mut dyn Reporter) -> Choice {
        let clock = Clock::start(limits, game.position().turn(), self.shared.overhead());
        let request = Request { game, limits, stop, clock: &clock };
        let known = self.theory(report).at(game);
        if let Some(choice) = known.and_then(|at| self.play_theory(at, &request, report)) {
            self.fallback_reported = false;
            stop.wait_for_release(limits);
            return choice;
        }

        if let Some(theory) = &self.theory {
            report.message(&report::leaving(theory, game));
        }
        self.fallback.prepare(self.options.fallback, report);
        if let Some(choice) = self.play_similar(&request, report) {
            stop.wait_for_release(limits);
            return choice;
        }
        if !self.fallback_reported {
            report.message(&format!("{:?} plays from here, out of theory", self.options.fallback));
            self.fallback_reported = true;
        }
        let left = limits.after(clock.elapsed(), game.position().turn());
        self.fallback.choose(self.options.fallback, game, &left, stop, report)
    }

    fn explain(&mut self, game: &Game) -> Option<String> {
        self.fallback.explain(self.options.fallback, game)
    }
}

/// The request of one `go`.
struct Request<'a> {
    game: &'a Game,
    limits: &'a Limits,
    stop: &'a Stop,
    clock: &'a Clock,
}

impl Request<'_> {
    /// Returns true if the time for theory is over: with a clock half of what the move may take, for the fallback may
    /// have to find it.
    fn is_late(&self) -> bool {
        self.clock.has_spent(0.5, self.stop)
    }

    /// The limits of each of the two searches that judge a move; `None` where `go` leaves no room for them.
    fn judging(&self, overhead: Duration) -> Option<Limits> {
        let left = self.clock.time_left(self.stop);
        if self.is_late()
            || left.is_some_and(|left| left < JUDGING_TIME)
            || self.limits.nodes.is_some_and(|nodes| nodes < 2 * JUDGING_NODES)
        {
            return None;
        }
        let move_time = left.map(|left| left / 2 + overhead);
        Some(Limits { nodes: Some(JUDGING_NODES), move_time, ..Limits::default() })
    }

    /// A set of lines of theory with as many as are asked for: other moves fill it, none of them better than the worst
    /// of theory, whose results no look at the board outweighs. Some programs show no set that is not complete.
    fn completed(&self, mut lines: Vec<Info>, count: usize) -> Vec<Info> {
        let worst = lines.iter().map(|line| line.score).min().unwrap_or_default();
        let mut others = self.limits.allowed(self.game);
        others.retain(|mv| !lines.iter().any(|line| line.pv.first() == Some(mv)));
        let sampled = lines.first().map_or(0, |line| line.nodes);
        let missing = count.saturating_sub(lines.len());
        lines.extend(others.into_iter().take(missing).map(|mv| {
            let line = self.info(None, sampled, vec![mv]);
            Info { score: line.score.min(worst), ..line }
        }));
        lines
    }

    /// A line with the results of its first move, after so many lines were sampled.
    fn info(&self, results: Option<ResultProbabilities>, sampled: u64, pv: Vec<Move>) -> Info {
        let mate = Some(board_score(self.game, &pv[..1])).filter(|score| score.is_mate());
        let score = mate.or(results.map(ResultProbabilities::score)).unwrap_or_else(|| board_score(self.game, &pv));
        Info {
            depth: Depth(pv.len() as i32),
            seldepth: pv.len(),
            score,
            wdl: results.filter(|_| mate.is_none()).map(ResultProbabilities::wdl),
            nodes: sampled,
            time: self.clock.elapsed(),
            pv,
            ..Info::default()
        }
    }
}
