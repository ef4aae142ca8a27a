//! The scorers of the positions of samples.

use std::path::PathBuf;

use shakmaty::{Chess, Position as _};

use crate::engines::stockfish_net::StockfishNet;
use crate::engines::uci_engine::{EngineAnswer, PATIENCE, UciEngine};
use crate::training::DatasetError;
use motley::chess::quiet::is_quiet;
use motley::engine::ScoreKind;

/// The scorer of positions, with its settings.
#[derive(Clone, Debug)]
pub enum Teacher {
    /// The static evaluation of the network in this file, which `export_net` of Stockfish 15.1 or 17.1 writes.
    Net(PathBuf),
    /// Searches of a UCI engine.
    Engine {
        program: PathBuf,
        /// Names and values of its options.
        options: Vec<(String, String)>,
        /// Nodes of each search.
        nodes: u64,
        /// Its scores are multiplied by this: engines do not agree on what a centipawn is.
        factor: f64,
    },
}

/// A teacher at work.
pub enum Scorer {
    Net(StockfishNet),
    Engine { engine: UciEngine, go: String, factor: f64 },
}

impl Scorer {
    /// # Errors
    /// Fails if the file cannot be used, or the engine cannot be started or lacks an option.
    pub fn start(teacher: &Teacher) -> Result<Scorer, DatasetError> {
        Ok(match teacher {
            Teacher::Net(path) => Scorer::Net(StockfishNet::read(path)?),
            Teacher::Engine { program, options, nodes, factor } => Scorer::Engine {
                engine: UciEngine::start_with(program, options, PATIENCE)?,
                go: format!("nodes {nodes}"),
                factor: *factor,
            },
        })
    }

    /// The score of a position in centipawns from the mover's view. None in check, because a search does not evaluate
    /// such positions. An engine gives none either where there is no legal move, where its best move is a capture or a
    /// promotion ([`is_quiet`]), because a static evaluation cannot foresee it, and where it sees a mate.
    ///
    /// # Errors
    /// Fails if the engine ends, is silent or answers with no legal move.
    pub fn score(&mut self, position: &Chess) -> Result<Option<i32>, DatasetError> {
        if position.is_check() {
            return Ok(None);
        }
        match self {
            Scorer::Net(net) => Ok(Some(net.evaluate(position.board(), position.turn()))),
            Scorer::Engine { .. } if position.legal_moves().is_empty() => Ok(None),
            Scorer::Engine { engine, go, factor } => {
                Ok(quiet_score(position, &engine.search_afresh(position, go)?, *factor))
            }
        }
    }
}

/// The score of a search, times the factor; none of a mate, and none where the best move is a capture or a promotion.
fn quiet_score(position: &Chess, answer: &EngineAnswer, factor: f64) -> Option<i32> {
    match answer.score {
        Some(ScoreKind::Centipawns(score)) if is_quiet(position, answer.mv) => {
            Some((f64::from(score) * factor).round() as i32)
        }
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use std::path::Path;

    use super::*;
    use motley::engine::Game;

    #[test]
    fn searches_score_what_is_quiet_and_no_mates() {
        let mut game = Game::default();
        for mv in ["e2e4", "d7d5"] {
            game.play_uci(mv).expect("legal");
        }
        let score = |mv: &str, score| {
            let answer = EngineAnswer { mv: game.read_uci(mv).expect("legal"), score };
            quiet_score(game.position(), &answer, 1.1)
        };
        assert_eq!(score("g1f3", Some(ScoreKind::Centipawns(30))), Some(33));
        assert_eq!(score("g1f3", Some(ScoreKind::Centipawns(-34))), Some(-37));
        assert_eq!(score("e4d5", Some(ScoreKind::Centipawns(30))), None);
        assert_eq!(score("g1f3", Some(ScoreKind::Mate(3))), None);
        assert_eq!(score("g1f3", None), None);
    }

    #[test]
    fn an_engine_that_is_not_there_is_named() {
        let program = Path::new("/nowhere/engine").to_owned();
        let teacher = Teacher::Engine { program, options: Vec::new(), nodes: 1, factor: 1.0 };
        let fault = Scorer::start(&teacher).err().expect("no such program").to_string();
        assert!(fault.starts_with("cannot start /nowhere/engine"), "{fault}");
    }
}
