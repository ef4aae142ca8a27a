//! Pattern: predicts the winner from the sequence of moves with an LSTM, and plays the move with the best prediction
//! (Kumar, *Pattern Based Chess Engine: Part 1*, 2019).
//!
//! The board gives the legal moves and the end of the game; the net is given the moves only. `docs/pattern.md` explains
//! the score.

mod lookahead;
mod options;
mod states;

use std::path::Path;

use rand::seq::SliceRandom as _;
use shakmaty::{Chess, Move, Position as _};

pub use lookahead::{Line, Value};
pub use options::PatternOptions;

use crate::engine::options::{OptionError, OptionValue, SharedOptions};
use crate::engine::{Choice, Clock, Depth, Game, Info, Limits, Personality, Reporter, SeededRng, Stop};
use crate::nets::NetError;
use crate::nets::pattern::{PatternNet, Reader, ReaderError};
use lookahead::{Interrupted, Lookahead};
use states::GameStates;

/// Where a net was loaded from.
#[derive(Clone, Debug, PartialEq)]
enum Source {
    BuiltIn(PatternNet),
    File(String),
}

/// The player with its options, its net, and the net's states in the game.
pub struct Pattern {
    shared: SharedOptions,
    options: PatternOptions,
    reader: Option<(Source, Reader)>,
    /// What could not be loaded: reported once and not tried again.
    missing: Vec<Source>,
    states: GameStates,
    /// The message about unknown moves before a position was sent in this game.
    reported_set_up: bool,
    rng: SeededRng,
}

impl Pattern {
    pub fn new() -> Pattern {
        Pattern {
            shared: SharedOptions::default(),
            options: PatternOptions::default(),
            reader: None,
            missing: Vec::new(),
            states: GameStates::default(),
            reported_set_up: false,
            rng: SeededRng::default(),
        }
    }

    /// Loads the net that the options select, or the built-in one where that fails.
    fn load(&mut self, report: &mut dyn Reporter) {
        let file = (!self.options.file.is_empty()).then(|| Source::File(self.options.file.clone()));
        for source in file.into_iter().chain([Source::BuiltIn(self.options.net)]) {
            if self.reader.as_ref().is_some_and(|(loaded, _)| *loaded == source) {
                return;
            }
            if self.missing.contains(&source) {
                continue;
            }
            match open(&source) {
                Ok(reader) => {
                    (self.reader, self.states) = (Some((source, reader)), GameStates::default());
                    return;
                }
                Err(error) => {
                    let instead = if matches!(source, Source::File(_)) {
                        "the built-in net is used"
                    } else {
                        "moves are drawn at random"
                    };
                    report.message(&format!("error: {error}; {instead}"));
                    self.missing.push(source);
                }
            }
        }
        self.reader = None;
    }

    /// All allowed moves, best first, looked at as deep as options and limits allow, each depth reported; `None`
    /// without a net, or where not even the first depth was completed.
    fn rank(&mut self, go: &Go, report: &mut dyn Reporter) -> Result<Option<Vec<Line>>, NetError> {
        let asked = go.limits.depth.map_or(usize::MAX, |depth| depth.max(1).unsigned_abs() as usize);
        let (deepest, beam) = (self.options.depth.min(asked), self.options.beam);
        let Some((_, reader)) = &mut self.reader else { return Ok(None) };
        let mut lookahead = Lookahead::new(reader, go.limits, go.clock, go.stop, beam);
        let mut ranked = None;
        for depth in 1..=deepest {
            let state = self.states.update(lookahead.reader, go.game, depth)?;
            match lookahead.rank(go.game, &state, go.allowed, depth) {
                Ok(lines) => {
                    go.report_lines(&lines, depth, lookahead.nodes, self.shared.multi_pv, report);
                    ranked = Some(lines);
                }
                Err(Interrupted::Stopped) => break,
                Err(Interrupted::Failed(error)) => return Err(error),
            }
            // The next depth costs about a beam's width more: it is begun only if the time left may suffice.
            if go.clock.is_over_soft_bound(1.0 / (beam as f64 + 1.0)) {
                break;
            }
        }
        Ok(ranked)
    }

    /// The allowed moves in random order: without a net all are equal.
    fn shuffled(&mut self, allowed: &[Move]) -> Vec<Line> {
        let mut lines: Vec<Line> =
            allowed.iter().map(|&mv| Line { value: Value::Predicted(0.0), pv: vec![mv] }).collect();
        lines.shuffle(&mut *self.rng);
        lines
    }
}

/// One `go`.
struct Go<'a> {
    game: &'a Game,
    allowed: &'a [Move],
    limits: &'a Limits,
    stop: &'a Stop,
    clock: &'a Clock,
}

impl Go<'_> {
    /// Reports the first `multi_pv` lines.
    fn report_lines(&self, lines: &[Line], depth: usize, nodes: u64, multi_pv: usize, report: &mut dyn Reporter) {
        let side = self.game.position().turn();
        for (index, line) in lines.iter().take(multi_pv).enumerate() {
            report.info(&Info {
                depth: Depth(depth as i32),
                seldepth: line.pv.len(),
                multipv: index + 1,
                score: line.value.score(side),
                wdl: Some(line.value.probabilities(side).wdl()),
                nodes,
                time: self.clock.elapsed(),
                pv: line.pv.clone(),
                ..Info::default()
            });
        }
    }
}

fn open(source: &Source) -> Result<Reader, ReaderError> {
    match source {
        Source::BuiltIn(net) => Reader::embedded(*net),
        Source::File(path) => Reader::open(Path::new(path)),
    }
}

impl Default for Pattern {
    fn default() -> Pattern {
        Pattern::new()
    }
}

impl Personality for Pattern {
    fn configure(&mut self, shared: &SharedOptions, _: &mut dyn Reporter) {
        self.rng.configure(shared.seed);
        self.shared = shared.clone();
    }

    fn set_option(&mut self, name: &str, value: &OptionValue) -> Result<(), OptionError> {
        self.options.set(name, value)
    }

    fn prepare(&mut self, report: &mut dyn Reporter) {
        self.load(report);
    }

    fn new_game(&mut self) {
        self.rng.new_game();
        self.states = GameStates::default();
        self.reported_set_up = false;
    }

    fn choose(&mut self, game: &Game, limits: &Limits, stop: &Stop, report: &mut dyn Reporter) -> Choice {
        let clock = Clock::start(limits, game.position().turn(), self.shared.overhead());
        self.prepare(report);
        if *game.start() != Chess::default() && !std::mem::replace(&mut self.reported_set_up, true) {
            report.message("the moves before the position that was set up are unknown: the net reads only those since");
        }
        let allowed = limits.allowed(game);
        let go = Go { game, allowed: &allowed, limits, stop, clock: &clock };
        let ranked = match self.rank(&go, report) {
            Ok(Some(ranked)) => ranked,
            outcome => {
                if let Err(error) = outcome {
                    report.message(&format!("error: {error}"));
                }
                let lines = self.shuffled(&allowed);
                go.report_lines(&lines, 1, 0, 1, report);
                lines
            }
        };
        stop.wait_for_release(limits);
        let best = ranked.first().map(|line| &line.pv);
        Choice { best: best.and_then(|pv| pv.first().copied()), ponder: best.and_then(|pv| pv.get(1).copied()) }
    }
}
