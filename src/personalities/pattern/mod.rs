//! Pattern: hears the game as a sentence and goes on as games go on that are won (seed 002).
//!
//! The board is used to know the legal moves, and when the game is over; all judgement comes from the sequence.
//! `docs/pattern.md` says what its score means.

mod lookahead;
mod memory;
mod options;

use std::path::Path;

use rand::seq::SliceRandom as _;
use shakmaty::{Chess, Move, Position as _};

pub use lookahead::{Line, Value};
pub use options::PatternOptions;

use crate::engine::options::{OptionError, OptionValue, SharedOptions};
use crate::engine::{Choice, Clock, Depth, Game, Info, Limits, Personality, Reporter, SeededRng, Stop};
use crate::nets::NetError;
use crate::nets::pattern::{Embedded, Reader, ReaderError};
use lookahead::{Interrupted, Lookahead};
use memory::Memory;

/// Which net a reader was made of.
#[derive(Clone, Debug, PartialEq)]
enum Source {
    BuiltIn(Embedded),
    File(String),
}

/// The listener.
pub struct Pattern {
    shared: SharedOptions,
    options: PatternOptions,
    reader: Option<(Source, Reader)>,
    /// What could not be loaded; it is said once and not tried again.
    missing: Vec<Source>,
    memory: Memory,
    /// That the past of this position is unknown has been said.
    is_told: bool,
    rng: SeededRng,
}

impl Pattern {
    pub fn new() -> Pattern {
        Pattern {
            shared: SharedOptions::default(),
            options: PatternOptions::default(),
            reader: None,
            missing: Vec::new(),
            memory: Memory::default(),
            is_told: false,
            rng: SeededRng::default(),
        }
    }

    /// Loads what the options ask for, or the built-in net where that cannot be had.
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
                    (self.reader, self.memory) = (Some((source, reader)), Memory::default());
                    return;
                }
                Err(error) => {
                    let instead = if matches!(source, Source::File(_)) {
                        "the built-in net plays on"
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

    /// All allowed moves, the best first, after looking as far as options and limits let it; told after each half move
    /// more.
    fn think(
        &mut self,
        game: &Game,
        allowed: &[Move],
        limits: &Limits,
        stop: &Stop,
        clock: &Clock,
        report: &mut dyn Reporter,
    ) -> Result<Option<Vec<Line>>, NetError> {
        let deepest = limits.depth.map_or(self.options.depth, |depth| self.options.depth.min(i64::from(depth.max(1))));
        let beam = self.options.beam.unsigned_abs() as usize;
        let multi_pv = self.shared.multi_pv.unsigned_abs() as usize;
        let Some((_, reader)) = &mut self.reader else { return Ok(None) };
        let mut look = Lookahead::new(reader, limits, clock, stop, beam);
        let mut ranked = None;
        for depth in 1..=deepest.unsigned_abs() as usize {
            let heard = self.memory.follow(look.reader, game, depth)?;
            match look.rank(game, &heard, allowed, depth) {
                Ok(lines) => {
                    tell(game, &lines, depth, look.nodes, multi_pv, clock, report);
                    ranked = Some(lines);
                }
                Err(Interrupted::Stopped) => break,
                Err(Interrupted::Broken(error)) => return Err(error),
            }
            // The next half move costs about a beam's width more; what is left of the time must do for it.
            if clock.is_over_soft_bound(1.0 / (beam as f64 + 1.0)) {
                break;
            }
        }
        Ok(ranked)
    }

    /// Without a net, or without time for one, every move is as good as another.
    fn guess(&mut self, allowed: &[Move]) -> Vec<Line> {
        let mut drawn: Vec<Line> = allowed.iter().map(|&mv| Line { value: Value::Heard(0.0), pv: vec![mv] }).collect();
        drawn.shuffle(&mut self.rng);
        drawn
    }
}

fn open(source: &Source) -> Result<Reader, ReaderError> {
    match source {
        Source::BuiltIn(net) => Reader::embedded(*net),
        Source::File(path) => Reader::open(Path::new(path)),
    }
}

fn tell(
    game: &Game,
    lines: &[Line],
    depth: usize,
    nodes: u64,
    multi_pv: usize,
    clock: &Clock,
    report: &mut dyn Reporter,
) {
    let side = game.position().turn();
    for (index, line) in lines.iter().take(multi_pv.max(1)).enumerate() {
        report.info(&Info {
            depth: Depth(depth as i32),
            seldepth: line.pv.len(),
            multipv: index + 1,
            score: line.value.score(side),
            wdl: Some(line.value.verdict(side).wdl()),
            nodes,
            time: clock.elapsed(),
            pv: line.pv.clone(),
            ..Info::default()
        });
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
        self.memory = Memory::default();
        self.is_told = false;
    }

    fn choose(&mut self, game: &Game, limits: &Limits, stop: &Stop, report: &mut dyn Reporter) -> Choice {
        let clock = Clock::start(limits, game.position().turn(), self.shared.overhead());
        self.prepare(report);
        if *game.start() != Chess::default() && !std::mem::replace(&mut self.is_told, true) {
            report.message("the moves before the position that was set up are unknown: only those since are heard");
        }
        let legal = game.legal_moves();
        let allowed = if limits.search_moves.is_empty() { legal.as_slice() } else { &limits.search_moves };
        let ranked = match self.think(game, allowed, limits, stop, &clock, report) {
            Ok(Some(ranked)) => ranked,
            outcome => {
                if let Err(error) = outcome {
                    report.message(&format!("error: {error}"));
                }
                let drawn = self.guess(allowed);
                tell(game, &drawn, 1, 0, 1, &clock, report);
                drawn
            }
        };
        stop.wait_for_release(limits);
        let best = ranked.first().map(|line| &line.pv);
        Choice { best: best.and_then(|pv| pv.first().copied()), ponder: best.and_then(|pv| pv.get(1).copied()) }
    }
}
