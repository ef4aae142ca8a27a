//! Explorer: an opening partner that plays every named line, changes between lines where their positions meet, and
//! prefers what the learner asks for (Saarmann, *Exploration vs Exploitation of Chess Openings Learner with
//! Metropolis-Hastings Algorithm*).
//!
//! `docs/explorer.md` describes how lines are drawn and what the score means.

mod cumulative;
mod fit;
mod metropolis;
mod near_theory;
mod opening_theory;
mod options;
mod reachable;
mod saarmann;
mod sample;
mod sampler;
mod weights;

use shakmaty::{Move, Position};

pub use fit::{Fit, FitError, TargetShare, fit};
pub use metropolis::{BURN_IN, Metropolis};
pub use options::{ExplorerOptions, Fallback, SamplerKind};
pub use reachable::ReachableLines;
pub use saarmann::Saarmann;
pub use sample::{Convergence, LineSample, MoveShare, SampledLine};
pub use sampler::LineSampler;
pub use weights::{FeatureWeights, MAX_WEIGHT, WeightError};

use crate::chess::notation::san;
use crate::engine::options::{OptionError, OptionValue, SharedOptions};
use crate::engine::{
    Choice, Clock, Depth, Game, Info, Limits, Personality, Reporter, ResultProbabilities, Score, SeededRng, Stop,
};
use crate::openings::{Edge, NodeId, Results};
use crate::personalities::fallback::FallbackPlayer;
use near_theory::{SimilarPosition, similar_positions};
use opening_theory::OpeningTheory;
use sampler::seed_from;

/// Chains of the sampler `Metropolis`; they share the iterations.
const CHAINS: usize = 4;
/// Names that are reported for each move.
const NAMES_REPORTED: usize = 3;
/// Moves that are reported in words at least, whatever `MultiPV` asks for.
const MOVES_REPORTED: usize = 3;
/// Similar positions that are tried before the fallback plays.
const SIMILAR_TRIED: usize = 4;
/// Nodes for which the fallback searches to judge a move of a similar position: some ten milliseconds.
const JUDGING_NODES: u64 = 5_000;
/// How much worse than the fallback's own choice a move of a similar position may be, in centipawns.
const TOLERATED: i32 = 80;
/// Pseudocounts beside the real games, losses, draws, wins: a single real win is no certainty.
const PSEUDOCOUNTS: [f64; 3] = [1.0, 2.0, 1.0];

/// The opening partner.
pub struct Explorer {
    shared: SharedOptions,
    options: ExplorerOptions,
    theory: Option<OpeningTheory>,
    fallback: FallbackPlayer<Fallback>,
    /// Whether it is reported already that the fallback plays; theory that is found again resets it.
    fallback_reported: bool,
    rng: SeededRng,
}

impl Explorer {
    /// `build` makes the player for positions out of theory.
    pub fn new(build: fn(Fallback) -> Box<dyn Personality>) -> Explorer {
        Explorer {
            shared: SharedOptions::default(),
            options: ExplorerOptions::default(),
            theory: None,
            fallback: FallbackPlayer::new(build),
            fallback_reported: false,
            rng: SeededRng::default(),
        }
    }

    fn theory(&mut self, report: &mut dyn Reporter) -> &mut OpeningTheory {
        self.theory.get_or_insert_with(|| OpeningTheory::load(&self.options, report))
    }

    fn sampler(&mut self) -> LineSampler {
        LineSampler {
            kind: self.options.sampler,
            weights: self.options.weights(),
            iterations: self.options.iterations,
            chains: CHAINS,
            seed: seed_from(&mut self.rng),
        }
    }

    /// Plays a line from a known position on; `None` where none of them begins with an allowed move.
    fn play_theory(&mut self, at: NodeId, request: &Request, report: &mut dyn Reporter) -> Option<Choice> {
        let sampler = self.sampler();
        let theory = self.theory.as_ref()?;
        let mut sample = sampler.draw(&theory.graph, at, || request.out_of_time());
        sample.restrict(|mv| request.limits.allows(mv));
        let line = sample.draw(&mut self.rng)?.clone();

        sample.put_first(line.moves[0]);
        let name = theory
            .name_of(request.game)
            .map_or_else(|| "the start".to_owned(), |line| format!("{} {}", line.eco, line.name()));
        report.message(&format!("{name}: {} lines go through this position", theory.graph.node(at).lines));
        let shown = self.shared.multi_pv.min(sample.moves.len());
        for (index, share) in sample.moves.iter().take(shown.max(MOVES_REPORTED)).enumerate() {
            if index < shown {
                let pv = if index == 0 { line.moves.clone() } else { sample.likeliest(share.mv).to_vec() };
                report.info(&self.info(theory, at, &sample, pv, index, request));
            }
            report.message(&self.describe(theory, &sample, share, request.game));
        }
        Some(Choice { best: Some(line.moves[0]), ponder: line.moves.get(1).copied() })
    }

    fn info(
        &self,
        theory: &OpeningTheory,
        at: NodeId,
        sample: &LineSample,
        pv: Vec<Move>,
        index: usize,
        request: &Request,
    ) -> Info {
        let edge = theory.graph.edges(at).iter().find(|edge| edge.mv == pv[0]);
        let probabilities = edge.and_then(|edge| probabilities(theory, edge, request.game.position().turn()));
        Info {
            depth: Depth(pv.len() as i32),
            seldepth: pv.len(),
            multipv: index + 1,
            score: probabilities.map_or(Score::DRAW, ResultProbabilities::score),
            wdl: probabilities.map(ResultProbabilities::wdl),
            nodes: sample.iterations,
            time: request.clock.elapsed(),
            pv,
            ..Info::default()
        }
    }

    /// "Nc3 8.1 %: Vienna Game: Falkbeer Variation 5.2 %, Vienna Game 2.9 %".
    fn describe(&self, theory: &OpeningTheory, sample: &LineSample, share: &MoveShare, game: &Game) -> String {
        let mut names: Vec<(String, u64)> = Vec::new();
        for line in sample.lines.iter().filter(|line| line.moves[0] == share.mv) {
            let name = theory.graph.line(line.line).name();
            match names.iter_mut().find(|(known, _)| *known == name) {
                Some((_, drawn)) => *drawn += line.drawn,
                None => names.push((name, line.drawn)),
            }
        }
        names.sort_by_key(|(_, drawn)| std::cmp::Reverse(*drawn));
        let percent = |drawn: u64| 100.0 * drawn as f64 / sample.iterations as f64;
        let lines: Vec<String> =
            names.iter().take(NAMES_REPORTED).map(|(name, drawn)| format!("{name} {:.1} %", percent(*drawn))).collect();
        format!("{} {:.1} %: {}", san(game.position(), share.mv), 100.0 * share.share, lines.join(", "))
    }

    /// Reports the continuations of theory, right after the other side has left it.
    fn report_leaving(&self, game: &Game, report: &mut dyn Reporter) {
        let Some(theory) = &self.theory else { return };
        let Some((ply, at)) = theory.last_known(game) else {
            return report.message("this game never was in theory");
        };
        let known = game.moves().len() - ply;
        if known == 0 {
            return report.message(&match theory.name_of(game) {
                Some(line) => format!("theory ends here: {} {}", line.eco, line.name()),
                None => "theory ends here".to_owned(),
            });
        }
        let edges = theory.graph.edges(at);
        // Our own move cannot leave theory unless theory had ended, or the fallback played.
        if known > 1 || edges.is_empty() {
            return report.message(&format!("out of theory since half move {}", ply + 1));
        }
        let position = theory.graph.position(at);
        let lines: u32 = edges.iter().map(|edge| edge.lines).sum();
        let described = |edge: &Edge| {
            let share = 100.0 * f64::from(edge.lines) / f64::from(lines.max(1));
            format!("{} ({:.0} % of the lines)", san(&position, edge.mv), share)
        };
        let had: Vec<String> = edges.iter().filter(|edge| edge.lines > 0).take(NAMES_REPORTED).map(described).collect();
        let left = san(&position, game.moves()[ply]);
        let name = theory.name_of(game).map_or_else(String::new, |line| format!(" in the {}", line.name()));
        report.message(&format!("{left} leaves theory{name}: it had {}", had.join(", ")));
    }

    /// A move of a similar position of theory, unless the fallback judges it too bad.
    fn play_similar(&mut self, request: &Request, report: &mut dyn Reporter) -> Option<Choice> {
        let (with_reversed, with_displaced) = (self.options.reversed, self.options.displaced);
        if !with_reversed && !with_displaced {
            return None;
        }
        let found = similar_positions(self.theory.as_mut()?, request.game, with_reversed, with_displaced);
        for similar in found.into_iter().take(SIMILAR_TRIED) {
            if request.out_of_time() {
                break;
            }
            let Some(line) = self.line_of_similar(&similar, request) else { continue };
            let loss = self.fallback.loss(self.options.fallback, request.game, line[0], JUDGING_NODES, request.stop);
            if loss.is_none_or(|loss| loss > TOLERATED) {
                continue;
            }
            let name = self.theory.as_ref().and_then(|theory| deepest_name(theory, similar.at)).unwrap_or_default();
            report.info(&Info {
                depth: Depth(line.len() as i32),
                seldepth: line.len(),
                multipv: 1,
                score: Score::DRAW,
                nodes: self.options.iterations,
                time: request.clock.elapsed(),
                pv: line.clone(),
                ..Info::default()
            });
            report.message(&format!("{}: as in theory {}{name}", san(request.game.position(), line[0]), similar.how));
            return Some(Choice { best: Some(line[0]), ponder: None });
        }
        None
    }

    /// A line that is drawn in the similar position, as far as it is legal on the board.
    fn line_of_similar(&mut self, similar: &SimilarPosition, request: &Request) -> Option<Vec<Move>> {
        let sampler = self.sampler();
        let mut sample = sampler.draw(&self.theory.as_ref()?.graph, similar.at, || request.out_of_time());
        sample.restrict(|mv| similar.translate(request.game, mv).is_some_and(|mv| request.limits.allows(mv)));
        let line = sample.draw(&mut self.rng)?;
        let mut game = request.game.clone();
        let mut legal = Vec::new();
        for &mv in &line.moves {
            let Some(mv) = similar.translate(&game, mv) else { break };
            game.play(mv);
            legal.push(mv);
        }
        Some(legal)
    }
}

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
        self.fallback.new_game();
        self.fallback_reported = false;
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

        self.report_leaving(game, report);
        self.fallback.prepare(self.options.fallback, report);
        if let Some(choice) = self.play_similar(&request, report) {
            stop.wait_for_release(limits);
            return choice;
        }
        if !self.fallback_reported {
            report.message(&format!("{:?} plays from here, out of theory", self.options.fallback));
            self.fallback_reported = true;
        }
        self.fallback.choose(self.options.fallback, game, limits, stop, report)
    }

    fn explain(&mut self, game: &Game) -> Option<String> {
        self.fallback.explain(self.options.fallback, game)
    }
}

/// What one `go` asks for.
struct Request<'a> {
    game: &'a Game,
    limits: &'a Limits,
    stop: &'a Stop,
    clock: &'a Clock,
}

impl Request<'_> {
    fn out_of_time(&self) -> bool {
        self.clock.is_out_of_time(self.stop)
    }
}

/// The results of the games in which a move was played, or, for a transposition, of the games from where it lands.
fn probabilities(theory: &OpeningTheory, edge: &Edge, side: shakmaty::Color) -> Option<ResultProbabilities> {
    let mut results = edge.results;
    if results.games() == 0 {
        for next in theory.graph.edges(edge.to) {
            let Results { white, draws, black } = next.results;
            results =
                Results { white: results.white + white, draws: results.draws + draws, black: results.black + black };
        }
    }
    let games = f64::from(results.games());
    let added: f64 = PSEUDOCOUNTS.iter().sum();
    results.shares(side).map(|shares| {
        ResultProbabilities(std::array::from_fn(|index| {
            ((shares[index] * games + PSEUDOCOUNTS[index]) / (games + added)) as f32
        }))
    })
}

/// " (C25 Vienna Game)": the line that names a position, or else the first that passes.
fn deepest_name(theory: &OpeningTheory, at: NodeId) -> Option<String> {
    let passage = theory.graph.passages(at).first()?;
    let line = theory.graph.name(at).unwrap_or_else(|| theory.graph.line(passage.line));
    Some(format!(" ({} {})", line.eco, line.name()))
}
