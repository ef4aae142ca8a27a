//! The searcher that chooses and scores the moves: Motley's Classical in this process, or another engine.

use std::time::Duration;

use shakmaty::Move;
use thiserror::Error;

use super::settings::Settings;
use crate::engines::uci_engine::{EngineError, UciEngine};
use motley::engine::options::OptionError;
use motley::engine::{Bound, Game, Info, Limits, PlayerFailed, Reporter, Score, ScoreKind, Silent, Stop};
use motley::personalities::PERSONALITIES;
use motley::sparring::SeatedPlayer;

/// Why a searcher gave no move with a score.
#[derive(Debug, Error)]
pub enum SelfPlayerError {
    #[error(transparent)]
    Engine(#[from] EngineError),
    #[error(transparent)]
    Player(#[from] PlayerFailed),
    #[error(transparent)]
    Option(#[from] OptionError),
    #[error("{name} gave no score")]
    NoScore { name: String },
}

/// A move and the score of the position before it, from the mover's view.
#[derive(Clone, Copy, Debug)]
pub struct Searched {
    pub mv: Move,
    pub score: ScoreKind,
}

/// Plays both sides.
pub enum SelfPlayer {
    Motley { player: SeatedPlayer, soft: u64, hard: Limits },
    Engine { engine: UciEngine, go: String },
}

impl SelfPlayer {
    /// Starts the engine that the settings name. `patience` is the longest time of one of its answers.
    ///
    /// # Errors
    /// Fails if it cannot be started or has not the options.
    pub fn start(settings: &Settings, patience: Duration) -> Result<SelfPlayer, SelfPlayerError> {
        let (soft, hard) = settings.node_limits();
        let Some(path) = &settings.engine else {
            let player = SeatedPlayer::new(&PERSONALITIES[0], &settings.options, &mut Silent)?;
            return Ok(SelfPlayer::Motley { player, soft, hard: Limits { nodes: Some(hard), ..Limits::default() } });
        };
        let engine = UciEngine::start_with(path, &settings.options, patience)?;
        Ok(SelfPlayer::Engine { engine, go: format!("nodes {hard}") })
    }

    /// As it calls itself.
    pub fn name(&self) -> String {
        match self {
            SelfPlayer::Motley { .. } => format!("Motley {}", env!("CARGO_PKG_VERSION")),
            SelfPlayer::Engine { engine, .. } => engine.name().to_owned(),
        }
    }

    /// A new game begins.
    ///
    /// # Errors
    /// Fails if the engine does not answer.
    pub fn new_game(&mut self) -> Result<(), SelfPlayerError> {
        match self {
            SelfPlayer::Motley { player, .. } => player.new_game(),
            SelfPlayer::Engine { engine, .. } => engine.new_game()?,
        }
        Ok(())
    }

    /// Searches a position that has a legal move.
    ///
    /// # Errors
    /// Fails if the engine fails, plays an illegal move or gives no score.
    pub fn search(&mut self, game: &Game) -> Result<Searched, SelfPlayerError> {
        let (mv, score) = match self {
            SelfPlayer::Motley { player, soft, hard } => {
                let stop = Stop::new();
                let mut report = SoftLimit { stop: &stop, nodes: *soft, score: None };
                let (choice, failure) = player.ask(game, hard, &stop, &mut report);
                failure.map_or(Ok(()), Err)?;
                (choice.best, report.score.map(Score::kind))
            }
            SelfPlayer::Engine { engine, go } => {
                let answer = engine.search(game, go, Duration::ZERO)?;
                (Some(answer.mv), answer.score)
            }
        };
        mv.zip(score)
            .map(|(mv, score)| Searched { mv, score })
            .ok_or_else(|| SelfPlayerError::NoScore { name: self.name() })
    }
}

/// Stops a search with the iteration in which it passes a number of nodes, and keeps its score.
struct SoftLimit<'a> {
    stop: &'a Stop,
    nodes: u64,
    score: Option<Score>,
}

impl Reporter for SoftLimit<'_> {
    fn info(&mut self, info: &Info) {
        // Bounds are reported within an iteration, and only after some seconds.
        if info.multipv > 1 || info.bound != Bound::Exact {
            return;
        }
        self.score = Some(info.score);
        if info.nodes >= self.nodes {
            self.stop.stop();
        }
    }

    fn message(&mut self, _: &str) {}
}
