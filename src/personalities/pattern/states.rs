//! The net's states in the game so far.

use shakmaty::{Chess, Move, Position as _};

use crate::engine::Game;
use crate::nets::NetError;
use crate::nets::pattern::{Reader, ReaderState};

/// Keeps a net's state after each move of a game, so that the next move of the same game costs one step.
#[derive(Default)]
pub struct GameStates {
    start: Option<Chess>,
    moves: Vec<Move>,
    /// After no move, after the first, and so on.
    states: Vec<ReaderState>,
}

impl GameStates {
    /// The state after all moves of the game; a net with a window leaves room for `ahead` more (see [`Reader::read`]).
    /// `None` as soon as `stopped` is true, asked before each move that is read; what was read until then is kept.
    ///
    /// # Errors
    /// [`NetError::Run`].
    pub fn update(
        &mut self,
        reader: &mut Reader,
        game: &Game,
        ahead: usize,
        stopped: &dyn Fn() -> bool,
    ) -> Result<Option<ReaderState>, NetError> {
        // Another move shifts the window: no state before it can be used again.
        if reader.vocabulary().window().is_some() {
            let sequence = reader.encode(game.start(), game.moves());
            return reader.read_until(&sequence, ahead, stopped);
        }
        if self.start.as_ref() != Some(game.start()) {
            *self = GameStates { start: Some(game.start().clone()), ..GameStates::default() };
        }
        let common = self.moves.iter().zip(game.moves()).take_while(|(known, played)| known == played).count();
        self.moves.truncate(common);
        self.states.truncate(common + 1);
        if self.states.is_empty() {
            let beginning = reader.encode(game.start(), &[]);
            let Some(first) = reader.read_until(&beginning, ahead, stopped)? else { return Ok(None) };
            self.states.push(first);
        }
        let mut position = game.start().clone();
        for (ply, &mv) in game.moves().iter().enumerate() {
            if ply >= self.moves.len() {
                if stopped() {
                    return Ok(None);
                }
                match reader.read_move(&self.states[ply], &position, mv, stopped) {
                    Err(NetError::Stopped) => return Ok(None),
                    state => self.states.push(state?),
                }
                self.moves.push(mv);
            }
            position.play_unchecked(mv);
        }
        Ok(self.states.last().cloned())
    }
}

#[cfg(test)]
mod tests {
    use std::cell::Cell;

    use shakmaty::CastlingMode;

    use super::*;
    use crate::nets::NEVER;
    use crate::nets::pattern::{Form, PatternNet};

    fn game(moves: &str) -> Game {
        let mut game = Game::default();
        moves.split_whitespace().for_each(|uci| game.play_uci(uci).unwrap());
        game
    }

    /// A game that goes on, a move taken back and another played, another start: always as read from the beginning.
    #[test]
    fn kept_states_are_those_of_reading_the_game_from_its_beginning() {
        let mut reader = Reader::embedded(PatternNet::WholeGame, &crate::nets::RuntimeChoice::default()).unwrap();
        let mut states = GameStates::default();
        let from_fen = Game::from_fen("4k3/8/8/8/8/8/4P3/4K3 w - - 0 1", CastlingMode::Standard).unwrap();
        let games = ["e2e4", "e2e4 e7e5 g1f3", "e2e4 e7e5 f1c4", "e2e4", ""].map(game);
        for game in games.iter().chain([&from_fen]) {
            let sequence = reader.encode(game.start(), game.moves());
            let expected = reader.read(&sequence, 0).unwrap();
            let found = states.update(&mut reader, game, 1, NEVER).unwrap();
            assert_eq!(found, Some(expected), "{:?}", game.moves());
        }
    }

    #[test]
    fn an_interrupted_reading_goes_on_where_it_ended() {
        let mut reader = Reader::embedded(PatternNet::WholeGame, &crate::nets::RuntimeChoice::default()).unwrap();
        let game = game("e2e4 e7e5 g1f3 b8c6 f1b5");
        let (mut states, moves_read) = (GameStates::default(), Cell::new(0));
        // It is asked before each row but the first of those that set the pieces up and say who is to move.
        let beginning = Form::Board.beginning(game.start()).len() - 1;
        let two_moves = || moves_read.replace(moves_read.get() + 1) == beginning + 2;
        assert_eq!(states.update(&mut reader, &game, 1, &two_moves).unwrap(), None);
        assert_eq!(states.moves, game.moves()[..2]);
        let sequence = reader.encode(game.start(), game.moves());
        let expected = reader.read(&sequence, 0).unwrap();
        assert_eq!(states.update(&mut reader, &game, 1, NEVER).unwrap(), Some(expected));
    }
}
