//! Explorer: an opening partner that knows every named line, moves between them where positions meet, and leans where
//! the learner asks (seed 000).
//!
//! `docs/explorer.md` says how lines are drawn and what its score means.

mod alive;
mod borrow;
mod draw;
mod fit;
mod leaning;
mod metropolis;
mod options;
mod sample;
mod theory;
mod thesis;
mod wheel;

use rand::RngExt;
use rand::rngs::StdRng;
use shakmaty::{Move, Position};

pub use alive::Alive;
pub use draw::Drawing;
pub use fit::{Fit, FitError, Wish, fit};
pub use leaning::{Leaning, MAX_WEIGHT, WeightError};
pub use metropolis::{BURN_IN, Metropolis};
pub use options::{ExplorerOptions, Fallback, Sampler};
pub use sample::{Convergence, Sample, Share, Way};
pub use thesis::Thesis;

use crate::engine::options::{OptionError, OptionValue, SharedOptions};
use crate::engine::{
    Choice, Clock, Depth, Game, Info, Limits, Personality, Reporter, ResultProbabilities, Score, SeededRng, Stop,
};
use crate::openings::{Edge, NodeId, Results};
use crate::personalities::fallback::FallbackPlayer;
use borrow::{Likeness, likenesses, san};
use draw::seed_from;
use theory::Theory;

/// Chains of the sampler `Metropolis`; they share the iterations.
const CHAINS: usize = 4;
/// Names that are told for each move.
const NAMES_TOLD: usize = 3;
/// Moves that are told in words at least, whatever `MultiPV` asks for.
const MOVES_TOLD: usize = 3;
/// Likenesses that are tried before the fallback plays.
const LIKENESSES_TRIED: usize = 4;
/// Positions that the fallback looks at to judge a move that theory lends: some ten milliseconds.
const QUICK_LOOK: u64 = 5_000;
/// How much worse than the fallback's own choice a lent move may be, in centipawns.
const TOLERATED: i32 = 80;
/// Imagined games beside the real ones, one loss, two draws, one win: a single real win is no certainty.
const IMAGINED: [f64; 3] = [1.0, 2.0, 1.0];

/// The partner.
pub struct Explorer {
    shared: SharedOptions,
    options: ExplorerOptions,
    theory: Option<Theory>,
    fallback: FallbackPlayer<Fallback>,
    rng: SeededRng,
}

impl Explorer {
    /// `hire` gives the player that stands in where theory is silent.
    pub fn new(hire: fn(Fallback) -> Box<dyn Personality>) -> Explorer {
        Explorer {
            shared: SharedOptions::default(),
            options: ExplorerOptions::default(),
            theory: None,
            fallback: FallbackPlayer::new(hire),
            rng: SeededRng::default(),
        }
    }

    fn theory(&mut self, report: &mut dyn Reporter) -> &mut Theory {
        self.theory.get_or_insert_with(|| Theory::load(&self.options, report))
    }

    fn drawing(&mut self) -> Drawing {
        Drawing {
            sampler: self.options.sampler,
            leaning: self.options.leaning(),
            iterations: self.options.iterations,
            chains: CHAINS,
            seed: seed_from(&mut self.rng),
        }
    }

    /// Plays a line that is alive in a known position; `None` where none of them begins with an allowed move.
    fn play_theory(&mut self, at: NodeId, scene: &Scene, report: &mut dyn Reporter) -> Option<Choice> {
        let drawing = self.drawing();
        let theory = self.theory.as_ref()?;
        let mut sample = drawing.draw(&theory.graph, at, || scene.out_of_time());
        sample.restrict(|mv| scene.limits.allows(mv));
        let way = sample.draw(&mut self.rng)?.clone();

        sample.put_first(way.moves[0]);
        let name = theory
            .name_of(scene.game)
            .map_or_else(|| "the start".to_owned(), |line| format!("{} {}", line.eco, line.name()));
        report.message(&format!("{name}: {} lines alive", theory.graph.node(at).lines));
        let shown = self.shared.multi_pv.min(sample.moves.len());
        for (index, share) in sample.moves.iter().take(shown.max(MOVES_TOLD)).enumerate() {
            if index < shown {
                let pv = if index == 0 { way.moves.clone() } else { sample.likeliest(share.mv).to_vec() };
                report.info(&self.info(theory, at, &sample, pv, index, scene));
            }
            report.message(&self.tell(theory, &sample, share, scene.game));
        }
        Some(Choice { best: Some(way.moves[0]), ponder: way.moves.get(1).copied() })
    }

    fn info(&self, theory: &Theory, at: NodeId, sample: &Sample, pv: Vec<Move>, index: usize, scene: &Scene) -> Info {
        let edge = theory.graph.edges(at).iter().find(|edge| edge.mv == pv[0]);
        let verdict = edge.and_then(|edge| verdict(theory, edge, scene.game.position().turn()));
        Info {
            depth: Depth(pv.len() as i32),
            seldepth: pv.len(),
            multipv: index + 1,
            score: verdict.map_or(Score::DRAW, ResultProbabilities::score),
            wdl: verdict.map(ResultProbabilities::wdl),
            nodes: sample.iterations,
            time: scene.clock.elapsed(),
            pv,
            ..Info::default()
        }
    }

    /// "Nc3 8.1 %: Vienna Game: Falkbeer Variation 5.2 %, Vienna Game 2.9 %".
    fn tell(&self, theory: &Theory, sample: &Sample, share: &Share, game: &Game) -> String {
        let mut names: Vec<(String, u64)> = Vec::new();
        for way in sample.ways.iter().filter(|way| way.moves[0] == share.mv) {
            let name = theory.graph.line(way.line).name();
            match names.iter_mut().find(|(known, _)| *known == name) {
                Some((_, drawn)) => *drawn += way.drawn,
                None => names.push((name, way.drawn)),
            }
        }
        names.sort_by_key(|(_, drawn)| std::cmp::Reverse(*drawn));
        let percent = |drawn: u64| 100.0 * drawn as f64 / sample.iterations as f64;
        let lines: Vec<String> =
            names.iter().take(NAMES_TOLD).map(|(name, drawn)| format!("{name} {:.1} %", percent(*drawn))).collect();
        format!("{} {:.1} %: {}", san(game, share.mv), 100.0 * share.share, lines.join(", "))
    }

    /// Says what theory had, right after the other side has left it.
    fn tell_of_leaving(&self, game: &Game, report: &mut dyn Reporter) {
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
        let told = |edge: &Edge| {
            let share = 100.0 * f64::from(edge.lines) / f64::from(lines.max(1));
            format!("{} ({:.0} % of the lines)", shakmaty::san::San::from_move(&position, edge.mv), share)
        };
        let had: Vec<String> = edges.iter().filter(|edge| edge.lines > 0).take(NAMES_TOLD).map(told).collect();
        let left = shakmaty::san::San::from_move(&position, game.moves()[ply]);
        let name = theory.name_of(game).map_or_else(String::new, |line| format!(" in the {}", line.name()));
        report.message(&format!("{left} leaves theory{name}: it had {}", had.join(", ")));
    }

    /// A move that theory lends to a position it does not know, if the fallback has nothing against it.
    fn play_likeness(&mut self, scene: &Scene, report: &mut dyn Reporter) -> Option<Choice> {
        let (with_reversed, with_displaced) = (self.options.reversed, self.options.displaced);
        if !with_reversed && !with_displaced {
            return None;
        }
        let found = likenesses(self.theory.as_mut()?, scene.game, with_reversed, with_displaced);
        for likeness in found.into_iter().take(LIKENESSES_TRIED) {
            if scene.out_of_time() {
                break;
            }
            let Some(way) = self.lent_way(&likeness, scene) else { continue };
            let loss = self.fallback.loss(self.options.fallback, scene.game, way[0], QUICK_LOOK, scene.stop);
            if loss.is_none_or(|loss| loss > TOLERATED) {
                continue;
            }
            let name = self.theory.as_ref().and_then(|theory| deepest_name(theory, likeness.at)).unwrap_or_default();
            report.info(&Info {
                depth: Depth(way.len() as i32),
                seldepth: way.len(),
                multipv: 1,
                score: Score::DRAW,
                nodes: self.options.iterations,
                time: scene.clock.elapsed(),
                pv: way.clone(),
                ..Info::default()
            });
            report.message(&format!("{}: as in theory {}{name}", san(scene.game, way[0]), likeness.how));
            return Some(Choice { best: Some(way[0]), ponder: None });
        }
        None
    }

    /// A way that is drawn in the known position, as far as it is legal on the board.
    fn lent_way(&mut self, likeness: &Likeness, scene: &Scene) -> Option<Vec<Move>> {
        let drawing = self.drawing();
        let mut sample = drawing.draw(&self.theory.as_ref()?.graph, likeness.at, || scene.out_of_time());
        sample.restrict(|mv| likeness.translate(scene.game, mv).is_some_and(|mv| scene.limits.allows(mv)));
        let way = sample.draw(&mut self.rng)?;
        let mut game = scene.game.clone();
        let mut legal = Vec::new();
        for &mv in &way.moves {
            let Some(mv) = likeness.translate(&game, mv) else { break };
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
            // Not ours: the fallback's.
            Err(_) => self.fallback.set_option(name, value),
        }
    }

    fn prepare(&mut self, report: &mut dyn Reporter) {
        self.theory(report).near();
        self.fallback.prepare(self.options.fallback, &self.shared, report);
    }

    fn new_game(&mut self) {
        self.rng.new_game();
        self.fallback.new_game();
    }

    fn choose(&mut self, game: &Game, limits: &Limits, stop: &Stop, report: &mut dyn Reporter) -> Choice {
        let clock = Clock::start(limits, game.position().turn(), self.shared.overhead());
        let scene = Scene { game, limits, stop, clock: &clock };
        let known = self.theory(report).at(game);
        if let Some(choice) = known.and_then(|at| self.play_theory(at, &scene, report)) {
            stop.wait_for_release(limits);
            return choice;
        }

        self.tell_of_leaving(game, report);
        self.fallback.prepare(self.options.fallback, &self.shared, report);
        if let Some(choice) = self.play_likeness(&scene, report) {
            stop.wait_for_release(limits);
            return choice;
        }
        self.fallback.choose(self.options.fallback, game, limits, stop, report)
    }

    fn explain(&mut self, game: &Game) -> Option<String> {
        self.fallback.explain(self.options.fallback, &self.shared, game)
    }
}

/// One `go`.
struct Scene<'a> {
    game: &'a Game,
    limits: &'a Limits,
    stop: &'a Stop,
    clock: &'a Clock,
}

impl Scene<'_> {
    fn out_of_time(&self) -> bool {
        self.clock.is_out_of_time(self.stop)
    }
}

/// How the games went in which a move was played, or, where it is a transposition, the games from where it lands.
fn verdict(theory: &Theory, edge: &Edge, side: shakmaty::Color) -> Option<ResultProbabilities> {
    let mut results = edge.results;
    if results.games() == 0 {
        for next in theory.graph.edges(edge.to) {
            let Results { white, draws, black } = next.results;
            results =
                Results { white: results.white + white, draws: results.draws + draws, black: results.black + black };
        }
    }
    let games = f64::from(results.games());
    let imagined: f64 = IMAGINED.iter().sum();
    results.shares(side).map(|shares| {
        ResultProbabilities(std::array::from_fn(|index| {
            ((shares[index] * games + IMAGINED[index]) / (games + imagined)) as f32
        }))
    })
}

/// " (C25 Vienna Game)": a line through a position that says most of where it belongs.
fn deepest_name(theory: &Theory, at: NodeId) -> Option<String> {
    let passage = theory.graph.passages(at).first()?;
    let line = theory.graph.name(at).unwrap_or_else(|| theory.graph.line(passage.line));
    Some(format!(" ({} {})", line.eco, line.name()))
}

impl Sample {
    /// Leaves out the ways that begin with other moves; shares are of what remains.
    fn restrict(&mut self, allowed: impl Fn(Move) -> bool) {
        self.ways.retain(|way| allowed(way.moves[0]));
        self.moves.retain(|share| allowed(share.mv));
        self.iterations = self.moves.iter().map(|share| share.drawn).sum();
        let iterations = self.iterations as f64;
        self.moves.iter_mut().for_each(|share| share.share = share.drawn as f64 / iterations);
    }

    /// One of the draws.
    fn draw(&self, rng: &mut StdRng) -> Option<&Way> {
        let remembered: u64 = self.ways.iter().map(|way| way.drawn).sum();
        if remembered == 0 {
            return None;
        }
        let mut draw = rng.random_range(0..remembered);
        self.ways.iter().find(|way| {
            let hit = draw < way.drawn;
            draw = draw.saturating_sub(way.drawn);
            hit
        })
    }

    /// The move that is played is told first, whatever was drawn more often.
    fn put_first(&mut self, mv: Move) {
        self.moves.sort_by_key(|share| share.mv != mv);
    }

    /// The most drawn way that begins with a move.
    fn likeliest(&self, mv: Move) -> &[Move] {
        self.ways.iter().find(|way| way.moves[0] == mv).map_or(&[], |way| way.moves.as_slice())
    }
}
