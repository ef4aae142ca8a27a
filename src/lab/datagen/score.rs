//! Scores games that exist: an engine searches some of their quiet positions, shortly.
//!
//! A score costs a fraction of what a game of self-play costs for each of its positions, and games of people of all
//! ratings reach positions that engines do not.

use std::fmt;
use std::path::{Path, PathBuf};
use std::time::Instant;

use clap::value_parser;
use rand::rngs::StdRng;
use rand::{RngExt as _, SeedableRng as _};
use serde_json::{Value, json};
use shakmaty::{Chess, Move, Outcome, Position as _};
use thiserror::Error;

use super::game::from_white;
use crate::chess::replay::positions;
use crate::engine::Stop;
use crate::engine::options::read_assignment;
use crate::games::file::{GameFile, GamesError, ScoredGame};
use crate::games::selfplay::run_file::{RunFile, RunFileError, Written};
use crate::games::selfplay::{MOST_PLIES, RecordedGame, RecordedPly, RecordedScore};
use crate::lab::uci_engine::{EngineAnswer, EngineError, UciEngine};

/// Why a run ended early; what it has written is whole.
#[derive(Debug, Error)]
pub enum ScoreError {
    #[error(transparent)]
    Games(#[from] GamesError),
    #[error(transparent)]
    File(#[from] RunFileError),
    #[error(transparent)]
    Engine(#[from] EngineError),
}

/// The flags of a run.
#[derive(clap::Args, Clone, Debug)]
pub struct ScoreRun {
    /// Games (PGN or scored games, plain or .zst), finished and from the start position
    #[arg(required = true)]
    files: Vec<PathBuf>,
    /// The file to append games to (.bin.zst); a file that the same settings began is continued
    #[arg(long, value_name = "FILE")]
    out: PathBuf,
    /// An engine that speaks UCI
    #[arg(long, value_name = "PATH")]
    engine: PathBuf,
    /// Set an option of the engine. May be repeated
    #[arg(long = "option", value_name = "NAME=VALUE", value_parser = read_assignment)]
    options: Vec<(String, String)>,
    /// Depth of a search
    #[arg(long, value_name = "N", default_value_t = 4, value_parser = value_parser!(u8).range(1..))]
    depth: u8,
    /// Share of the positions to score, drawn at random
    #[arg(long, value_name = "SHARE", default_value_t = 1.0, value_parser = share)]
    share: f64,
    /// The first ply to score: the same positions come again and again before
    #[arg(long, value_name = "PLY", default_value_t = 16)]
    from_ply: u16,
    /// Random seed; another one draws other positions
    #[arg(long, value_name = "N", default_value_t = 1)]
    seed: u64,
}

fn share(text: &str) -> Result<f64, String> {
    let share = text.parse().ok().filter(|share| *share > 0.0 && *share <= 1.0);
    share.ok_or_else(|| "expected a share above 0, up to 1".to_owned())
}

/// What a run has done.
#[derive(Clone, Copy, Debug)]
pub struct ScoreProgress {
    /// In the file, those of earlier runs included.
    pub games: u64,
    pub positions: u64,
    /// In this run, a second.
    pub rate: f64,
}

impl fmt::Display for ScoreProgress {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let ScoreProgress { games, positions, rate } = self;
        write!(f, "{games} games, {positions} positions, {rate:.0} positions a second")
    }
}

impl ScoreRun {
    pub fn files(&self) -> &[PathBuf] {
        &self.files
    }

    /// Scores the games of all files, in their order, until `stop` is set. `open` opens a file, `report` is called
    /// after every game.
    ///
    /// # Errors
    /// When a file of games, the engine or the file to write cannot be used.
    pub fn run(
        &self,
        mut open: impl FnMut(&Path) -> Result<GameFile, GamesError>,
        stop: &Stop,
        mut report: impl FnMut(&ScoreProgress),
    ) -> Result<ScoreProgress, ScoreError> {
        let mut engine = UciEngine::start(&self.engine)?;
        self.options.iter().try_for_each(|(name, value)| engine.set_option(name, value))?;
        let (mut file, written) = RunFile::open(&self.out, &self.description(engine.name()))?;
        let Written { numbers, positions, .. } = written;
        let (begun, before) = (Instant::now(), positions);
        let mut progress = ScoreProgress { games: numbers.len() as u64, positions, rate: 0.0 };
        let mut number = 0;
        for path in &self.files {
            for game in open(path)? {
                let game = game?;
                number += 1;
                if stop.is_stopped() {
                    return Ok(progress);
                }
                if numbers.contains(&number) {
                    continue;
                }
                let Some(scored) = self.score(&mut engine, &game, number)? else { continue };
                file.append(number, &scored)?;
                progress.games += 1;
                progress.positions += scored.scored() as u64;
                progress.rate = (progress.positions - before) as f64 / begun.elapsed().as_secs_f64().max(1e-3);
                report(&progress);
            }
        }
        Ok(progress)
    }

    fn description(&self, player: &str) -> Value {
        let names = self.files.iter().map(|path| path.file_name().unwrap_or_default().to_string_lossy());
        json!({
            "scored": names.collect::<Vec<_>>(),
            "player": player,
            "options": self.options.iter().map(|(name, value)| format!("{name}={value}")).collect::<Vec<_>>(),
            "depth": self.depth,
            "share": self.share,
            "from_ply": self.from_ply,
            "seed": self.seed,
        })
    }

    /// A game with the scores of the positions that were drawn; `None` where nothing can be learnt from it, or none was.
    fn score(
        &self,
        engine: &mut UciEngine,
        scored: &ScoredGame,
        number: u64,
    ) -> Result<Option<RecordedGame>, EngineError> {
        let game = &scored.game;
        let Outcome::Known(outcome) = game.outcome else { return Ok(None) };
        if game.start != Chess::default() || game.moves.len() > MOST_PLIES {
            return Ok(None);
        }
        let mut rng = StdRng::seed_from_u64(self.seed ^ number.rotate_left(32));
        let drawn: Vec<(usize, Chess)> = positions(&game.start, &game.moves)
            .filter(|&(ply, ..)| ply >= usize::from(self.from_ply) && rng.random_bool(self.share))
            .filter(|(_, position, mv)| !position.is_check() && is_quiet(*mv))
            .map(|(ply, position, _)| (ply, position.clone()))
            .collect();
        if drawn.is_empty() {
            return Ok(None);
        }
        let all: Vec<&Chess> = drawn.iter().map(|(_, position)| position).collect();
        let answers = engine.search_each(&all, &format!("depth {}", self.depth))?;
        let mut plies: Vec<RecordedPly> =
            game.moves.iter().map(|&mv| RecordedPly::new(mv, RecordedScore::None)).collect();
        for ((ply, position), answer) in drawn.iter().zip(answers) {
            plies[*ply].score = quiet_score(position, answer);
        }
        let white_half_points = outcome.winner().map_or(1, |winner| winner.fold_wb(2, 0));
        Ok(Some(RecordedGame { white_half_points, opening_plies: 0, plies }))
    }
}

/// The score of a position in which nothing is to be captured first: a static evaluation can learn no other.
fn quiet_score(position: &Chess, answer: EngineAnswer) -> RecordedScore {
    match answer.score {
        Some(score) if is_quiet(answer.mv) => from_white(score, position.turn()),
        _ => RecordedScore::None,
    }
}

fn is_quiet(mv: Move) -> bool {
    !mv.is_capture() && !mv.is_promotion()
}
