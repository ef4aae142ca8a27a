//! What was heard of the game so far.

use shakmaty::{Chess, Move};

use crate::engine::Game;
use crate::nets::NetError;
use crate::nets::pattern::{Heard, Reader, Sentence};

/// Keeps what a net heard after each move of a game, so that the next move of the same game costs one step.
#[derive(Default)]
pub struct Memory {
    start: Option<Chess>,
    moves: Vec<Move>,
    /// After no move, after the first, and so on.
    heard: Vec<Heard>,
}

impl Memory {
    /// What the net has heard when all moves of the game are played; with `ahead` more to come (see
    /// [`Reader::listen`]).
    ///
    /// # Errors
    /// [`NetError::Run`].
    pub fn follow(&mut self, reader: &mut Reader, game: &Game, ahead: usize) -> Result<Heard, NetError> {
        if reader.vocabulary().window().is_some() {
            let sentence = reader.sentence(game.start(), game.moves());
            return reader.listen(&sentence, ahead);
        }
        if self.start.as_ref() != Some(game.start()) {
            *self = Memory { start: Some(game.start().clone()), ..Memory::default() };
        }
        let common = self.moves.iter().zip(game.moves()).take_while(|(heard, played)| heard == played).count();
        self.moves.truncate(common);
        self.heard.truncate(common + 1);
        if self.heard.is_empty() {
            self.heard.push(reader.listen(&Sentence::default(), ahead)?);
        }
        let mut position = game.start().clone();
        for (ply, &mv) in game.moves().iter().enumerate() {
            if ply >= self.moves.len() {
                let heard = reader.read_move(&self.heard[ply], &position, mv)?;
                self.moves.push(mv);
                self.heard.push(heard);
            }
            shakmaty::Position::play_unchecked(&mut position, mv);
        }
        Ok(self.heard.last().expect("silence was heard").clone())
    }
}
