//! Games between two sides inside the laboratory: players of ours, or other engines.

use std::time::{Duration, Instant};

use shakmaty::{Color, KnownOutcome, Move, Outcome, Position as _};

use super::uci_engine::{EngineError, UciEngine};
use crate::engine::{Game, Limits, Personality, Silent, Stop};

/// Who moves.
pub enum Side {
    Player { player: Box<dyn Personality>, limits: Limits },
    Engine { engine: UciEngine, go: String, time: Duration },
}

/// A game that has ended.
#[derive(Clone, Debug)]
pub struct PlayedGame {
    pub moves: Vec<Move>,
    /// `None` for a draw.
    pub winner: Option<Color>,
    /// The longest time of a move of White and of Black.
    pub longest: [Duration; 2],
}

impl Side {
    /// # Errors
    /// When an engine does not answer.
    pub fn new_game(&mut self) -> Result<(), EngineError> {
        match self {
            Side::Player { player, .. } => {
                player.new_game();
                Ok(())
            }
            Side::Engine { engine, .. } => engine.new_game(),
        }
    }

    fn choose(&mut self, game: &Game) -> Result<Move, EngineError> {
        match self {
            Side::Player { player, limits } => {
                let choice = player.choose(game, limits, &Stop::new(), &mut Silent);
                Ok(choice.best.expect("there is a legal move"))
            }
            Side::Engine { engine, go, time } => engine.choose(game, go, *time),
        }
    }
}

/// Plays a game to its end by the rules, or to a draw after `longest` moves of both sides; the third occurrence of a
/// position and fifty moves without progress are draws.
///
/// # Errors
/// When an engine fails.
pub fn play(white: &mut Side, black: &mut Side, longest: usize) -> Result<PlayedGame, EngineError> {
    white.new_game()?;
    black.new_game()?;
    let mut game = Game::default();
    let mut slowest = [Duration::ZERO; 2];
    while !is_over(&game) && game.moves().len() < 2 * longest {
        let turn = game.position().turn();
        let start = Instant::now();
        let mv = turn.fold_wb(&mut *white, &mut *black).choose(&game)?;
        let spent = &mut slowest[usize::from(turn == Color::Black)];
        *spent = (*spent).max(start.elapsed());
        game.play(mv);
    }
    let winner = match game.position().outcome() {
        Outcome::Known(KnownOutcome::Decisive { winner }) => Some(winner),
        _ => None,
    };
    Ok(PlayedGame { moves: game.moves().to_vec(), winner, longest: slowest })
}

fn is_over(game: &Game) -> bool {
    let repeated = game.keys().iter().filter(|&&key| key == game.key()).count() >= 3;
    repeated || game.position().halfmoves() >= 100 || game.position().outcome() != Outcome::Unknown
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::personalities::PERSONALITIES;

    fn random() -> Side {
        let info = PERSONALITIES.iter().find(|info| info.name == "Random").expect("a player");
        Side::Player { player: (info.build)(), limits: Limits { depth: Some(1), ..Limits::default() } }
    }

    #[test]
    fn two_random_players_come_to_an_end() {
        let game = play(&mut random(), &mut random(), 300).expect("no engine that could fail");
        assert!((4..=600).contains(&game.moves.len()));
        let short = play(&mut random(), &mut random(), 2).expect("no engine that could fail");
        assert_eq!((short.moves.len(), short.winner), (4, None));
    }
}
