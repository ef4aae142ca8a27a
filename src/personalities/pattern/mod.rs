//! Pattern: predicts the winner from the moves of a game with an LSTM, and plays the move with the best prediction
//! (Kumar, *Pattern Based Chess Engine: Part 1*, 2019).
//!
//! The default net also keeps the board, as a sum to which each move adds; Kumar's net reads the moves alone. The rules
//! give the legal moves and the end of the game. `docs/pattern.md` explains the score.

mod forcing;
mod lookahead;
mod options;
mod order;
mod states;
mod value;

use std::path::Path;

use rand::seq::SliceRandom as _;
use shakmaty::{Chess, Move, Position as _};

pub use options::PatternOptions;
pub use value::{Value, ValuedLine};

use crate::engine::options::{OptionError, OptionValue, SharedOptions};
use crate::engine::{
    Choice, Clock, CountedLimit, Depth, Game, Info, Limits, Personality, Reporter, SeededRng, Stop, UnusedLimits,
    board_score, report_ranked,
};
use crate::nets::pattern::{PatternNet, Reader, ReaderError};
use crate::nets::{NEVER, NetError, RuntimeChoice};
use lookahead::{Interrupted, Lookahead, Width};
use order::promising_first;
use states::GameStates;

/// The source that a net was loaded from.
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
    /// Nets that could not be loaded: reported once and not tried again.
    missing: Vec<Source>,
    states: GameStates,
    /// The message about unknown moves before a position was sent in this game.
    reported_set_up: bool,
    unused_limits: UnusedLimits,
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
            unused_limits: UnusedLimits::default(),
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
            match open(&source, &self.shared.runtime()) {
                Ok(mut reader) => {
                    self.states = GameStates::default();
                    // The first step is the slowest. Should it fail, so does the first move, which reports it.
                    let _ = self.states.update(&mut reader, &Game::default(), 1, NEVER);
                    self.reader = Some((source, reader));
                    return;
                }
                Err(error) => {
                    let instead = if matches!(source, Source::File(_)) {
                        "the built-in net is used"
                    } else {
                        "moves are chosen at random"
                    };
                    report.message(&format!("error: {error}; {instead}"));
                    self.missing.push(source);
                }
            }
        }
        self.reader = None;
    }

    /// The allowed moves, best first, looked at as deep as options and limits allow, each depth reported: at the first
    /// depth as many moves as there is time for. `None` without a net, or where there was not even time to read the
    /// game.
    fn rank(&mut self, go: &Go, report: &mut dyn Reporter) -> Result<Option<Vec<ValuedLine>>, NetError> {
        let deepest = self.deepest(go.limits);
        let width = Width { beam: self.options.beam, lines: self.shared.multi_pv };
        let Some((_, reader)) = &mut self.reader else { return Ok(None) };
        let mut lookahead = Lookahead::new(reader, go.limits, go.clock, go.stop, width);
        let mut ranked: Option<Vec<ValuedLine>> = None;
        // All moves judged at once, then from depth 1 on with what is forced behind them: depth 1 is reported once.
        let mut is_reported = true;
        for step in 0..=deepest {
            let depth = step.max(1);
            let stopped = || go.clock.is_out_of_time(go.stop);
            let Some(state) = self.states.update(lookahead.reader, go.game, depth, &stopped)? else { break };
            if step == 1 && !lookahead.follows_what_is_forced() {
                continue;
            }
            let lines = match step {
                0 => lookahead.judge_each(go.game, &state, &promising_first(go.game.position(), go.allowed)),
                _ => lookahead.rank(go.game, &state, go.allowed, depth),
            };
            let lines = match lines {
                Err(Interrupted::Stopped) => break,
                Err(Interrupted::Failed(error)) => return Err(error),
                Ok(lines) => lines,
            };
            is_reported = step > 0 || !lookahead.follows_what_is_forced();
            if is_reported {
                go.report_lines(&lines, depth, lookahead.nodes, width.lines, report);
            }
            let is_mate_found = go.finds_mate(&lines);
            let is_complete = lines.len() == go.allowed.len();
            ranked = Some(lines);
            // The next depth costs about a beam's width more: it is begun only if the time left may suffice.
            let is_late = go.clock.has_spent(1.0 / (width.beam as f64 + 1.0), go.stop);
            if is_late || is_mate_found || !is_complete {
                break;
            }
        }
        if let Some(lines) = ranked.as_ref().filter(|_| !is_reported) {
            go.report_lines(lines, 1, lookahead.nodes, width.lines, report);
        }
        Ok(ranked)
    }

    /// Plies to look ahead.
    fn deepest(&self, limits: &Limits) -> usize {
        let asked = limits.asked_depth().map_or(usize::MAX, |depth| depth.max(1).unsigned_abs() as usize);
        self.options.depth.min(asked)
    }

    /// Says once a game that the net does not know how the game came to the position that was set up.
    fn report_set_up(&mut self, game: &Game, report: &mut dyn Reporter) {
        let is_told = self.reader.as_ref().is_some_and(|(_, reader)| reader.reads_positions());
        if *game.start() != Chess::default() && !is_told && !std::mem::replace(&mut self.reported_set_up, true) {
            report.message("the moves before the position that was set up are unknown: the net reads only those since");
        }
    }

    /// Reports limits beyond what the option allows.
    fn report_unused(&mut self, limits: &Limits, report: &mut dyn Reporter) {
        let deepest = self.options.depth as u64;
        let mut unused = Vec::new();
        if limits.depth.is_some_and(|depth| u64::from(depth.unsigned_abs()) > deepest) {
            unused.push(CountedLimit::Depth);
        }
        if limits.mate.is_some_and(|moves| 2 * u64::from(moves) > deepest + 1) {
            unused.push(CountedLimit::Mate);
        }
        let why = format!("Pattern looks at most {deepest} half moves ahead (PatternDepth)");
        self.unused_limits.report(limits, &unused, &why, report);
    }

    /// Moves that the net has not judged, the one to play first: in random order without a net, else the promising ones
    /// first. Reported with the score of the board.
    fn unjudged(&mut self, go: &Go, report: &mut dyn Reporter) -> Vec<Move> {
        let mut moves = promising_first(go.game.position(), go.allowed);
        if self.reader.is_none() {
            moves.shuffle(&mut *self.rng);
        }
        let line = |&mv: &Move| Info {
            depth: Depth(1),
            seldepth: 1,
            score: board_score(go.game, &[mv]),
            time: go.clock.elapsed(),
            pv: vec![mv],
            ..Info::default()
        };
        let lines = moves.iter().take(self.shared.multi_pv).map(line).collect();
        report_ranked(lines, go.game.position(), moves[0], None, report);
        moves.truncate(1);
        moves
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
    /// Returns true if a mate is found that is as near as the limit asks.
    fn finds_mate(&self, lines: &[ValuedLine]) -> bool {
        let side = self.game.position().turn();
        lines.first().is_some_and(|best| self.limits.is_asked_mate(best.value.score(side)))
    }

    /// Reports the first `multi_pv` lines.
    fn report_lines(&self, lines: &[ValuedLine], depth: usize, nodes: u64, multi_pv: usize, report: &mut dyn Reporter) {
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

fn open(source: &Source, choice: &RuntimeChoice) -> Result<Reader, ReaderError> {
    match source {
        Source::BuiltIn(net) => Reader::embedded(*net, choice),
        Source::File(path) => Reader::open(Path::new(path), choice),
    }
}

impl Default for Pattern {
    fn default() -> Pattern {
        Pattern::new()
    }
}

impl Personality for Pattern {
    fn configure(&mut self, shared: &SharedOptions, report: &mut dyn Reporter) {
        if shared.limit_strength && !self.shared.limit_strength {
            report.message("Pattern has no levels: UCI_LimitStrength changes nothing");
        }
        if shared.runtime() != self.shared.runtime() {
            self.reader = None;
            self.missing.clear();
        }
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
        self.unused_limits.new_game();
    }

    fn choose(&mut self, game: &Game, limits: &Limits, stop: &Stop, report: &mut dyn Reporter) -> Choice {
        let clock = Clock::start(limits, game.position().turn(), self.shared.overhead());
        self.load(report);
        self.report_set_up(game, report);
        self.report_unused(limits, report);
        let allowed = limits.allowed(game);
        let go = Go { game, allowed: &allowed, limits, stop, clock: &clock };
        let ranked = self.rank(&go, report).unwrap_or_else(|error| {
            report.message(&format!("error: {error}"));
            None
        });
        let best = match ranked {
            Some(mut lines) => lines.swap_remove(0).pv,
            None => self.unjudged(&go, report),
        };
        stop.wait_for_release(limits);
        Choice { best: best.first().copied(), ponder: best.get(1).copied(), ..Choice::default() }
    }
}
