//! Games between two sides inside the laboratory: players of ours, or other engines.

use std::time::Duration;

use shakmaty::{Color, Move, Position as _};

use crate::engines::uci_engine::{EngineError, UciEngine};
use motley::engine::{Ending, Game, Limits, Personality, PlayerOptions, Silent, Stop};
use motley::personalities;

/// A side: a player of ours, or another engine.
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
}

impl PlayedGame {
    /// The points of a side: 1, 1/2 or 0.
    pub fn points(&self, side: Color) -> f64 {
        self.winner.map_or(0.5, |winner| f64::from(u8::from(winner == side)))
    }
}

impl Side {
    /// A player by its name in the registry, ready to move.
    ///
    /// # Panics
    /// Panics if no player has this name, or it has no such options.
    pub fn player(name: &str, options: &PlayerOptions, limits: Limits) -> Side {
        let mut player = (personalities::find(name).expect("a player of the registry").build)();
        let refused = options.give(&mut *player, None, &mut Silent);
        assert_eq!(refused, [], "{name}");
        player.prepare(&mut Silent);
        Side::Player { player, limits }
    }

    /// # Errors
    /// Fails if an engine does not answer.
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

/// Plays a game from the start position to its end by the rules, or to a draw after `longest` moves of both sides.
///
/// # Errors
/// Fails if an engine fails.
pub fn play(white: &mut Side, black: &mut Side, longest: usize) -> Result<PlayedGame, EngineError> {
    white.new_game()?;
    black.new_game()?;
    let mut choose = |game: &Game| game.position().turn().fold_wb(&mut *white, &mut *black).choose(game);
    play_out(Game::default(), 2 * longest, &mut choose)
}

/// Plays a game on to its end by the rules, or to a draw when it has `longest` plies. `choose` is called for both
/// sides, only where there is a move.
///
/// # Errors
/// The first one of `choose`.
pub fn play_out<E>(
    mut game: Game,
    longest: usize,
    mut choose: impl FnMut(&Game) -> Result<Move, E>,
) -> Result<PlayedGame, E> {
    let mut ending = Ending::of(&game);
    while ending.is_none() && game.moves().len() < longest {
        let mv = choose(&game)?;
        game.play(mv);
        ending = Ending::of(&game);
    }
    Ok(PlayedGame { moves: game.moves().to_vec(), winner: ending.and_then(Ending::winner) })
}

#[cfg(test)]
mod tests {
    use std::convert::Infallible;

    use super::*;

    fn random() -> Side {
        Side::player("Random", &PlayerOptions::default(), Limits { depth: Some(1), ..Limits::default() })
    }

    fn winner(moves: &str) -> Option<Color> {
        let mut moves = moves.split_whitespace();
        let next = |game: &Game| Ok::<_, Infallible>(game.read_uci(moves.next().expect("the game has ended")).unwrap());
        let Ok(played) = play_out(Game::default(), usize::MAX, next);
        played.winner
    }

    #[test]
    fn two_random_players_come_to_an_end() {
        let game = play(&mut random(), &mut random(), 300).expect("no engine that could fail");
        assert!((4..=600).contains(&game.moves.len()));
        let short = play(&mut random(), &mut random(), 2).expect("no engine that could fail");
        assert_eq!((short.moves.len(), short.winner), (4, None));
    }

    #[test]
    fn games_end_with_mate_and_with_the_third_repetition() {
        assert_eq!(winner("f2f3 e7e5 g2g4 d8h4"), Some(Color::Black));
        assert_eq!(winner("g1f3 g8f6 f3g1 f6g8 g1f3 g8f6 f3g1 f6g8"), None);
    }
}
