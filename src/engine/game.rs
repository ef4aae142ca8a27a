//! A game: its start position, the moves since, and the key of every position.

use shakmaty::fen::Fen;
use shakmaty::uci::UciMove;
use shakmaty::{CastlingMode, Chess, EnPassantMode, Move, MoveList, Position, Setup};
use thiserror::Error;

use crate::chess::fen::{FenError, read_fen};
use crate::chess::key::position_key;
use crate::engine::quote;

/// Why a position or a move was refused; the game is unchanged.
#[derive(Debug, Error, PartialEq, Eq)]
pub enum GameError {
    #[error("cannot read the FEN `{}`: {reason}", quote(fen))]
    Fen { fen: String, reason: String },
    #[error("`{}` is not a move: expected something like e2e4 or e7e8q", quote(.0))]
    Malformed(String),
    #[error("the move `{}` is not legal here", quote(.0))]
    Illegal(String),
}

/// A position with the history that led to it.
///
/// Keys are Zobrist keys in Polyglot's form, en passant counted only where the capture is legal, so equal keys mean
/// equal positions by the rules of repetition.
#[derive(Clone, Debug)]
pub struct Game {
    is_set_up: bool,
    start: Chess,
    position: Chess,
    moves: Vec<Move>,
    keys: Vec<u64>,
}

impl Default for Game {
    fn default() -> Game {
        Game::from_start_position(CastlingMode::Standard)
    }
}

impl Game {
    /// A game from the usual start position.
    pub fn from_start_position(mode: CastlingMode) -> Game {
        let start = Setup::initial().position(mode).expect("the start position is legal in both modes");
        Game { is_set_up: false, ..Game::from_position(start) }
    }

    pub fn from_position(position: Chess) -> Game {
        let keys = vec![position_key(&position)];
        Game { is_set_up: true, start: position.clone(), position, moves: Vec::new(), keys }
    }

    /// Reads a FEN as [`read_fen`] does.
    ///
    /// # Errors
    /// [`GameError::Fen`] when the text is no FEN or the position cannot be played.
    pub fn from_fen(fen: &str, mode: CastlingMode) -> Result<Game, GameError> {
        let refuse = |error: FenError| GameError::Fen { fen: fen.to_owned(), reason: error.to_string() };
        read_fen(fen, mode).map(|read| Game::from_position(read.position)).map_err(refuse)
    }

    /// Reads a move written as in UCI; castling as the king's move or as king takes rook.
    ///
    /// # Errors
    /// [`GameError::Malformed`] and [`GameError::Illegal`].
    pub fn read_uci(&self, text: &str) -> Result<Move, GameError> {
        let uci: UciMove = text.parse().map_err(|_| GameError::Malformed(text.to_owned()))?;
        uci.to_move(&self.position).map_err(|_| GameError::Illegal(text.to_owned()))
    }

    /// Plays a move written as in UCI.
    ///
    /// # Errors
    /// As [`Game::read_uci`]; the game is unchanged then.
    pub fn play_uci(&mut self, text: &str) -> Result<(), GameError> {
        let mv = self.read_uci(text)?;
        self.play(mv);
        Ok(())
    }

    /// Plays a legal move.
    pub fn play(&mut self, mv: Move) {
        self.position.play_unchecked(mv);
        self.moves.push(mv);
        self.keys.push(position_key(&self.position));
    }

    /// Returns true if the game began with a position that was given (`position fen`), be it that of the start, and not
    /// with the start position by name (`position startpos`).
    pub fn is_set_up(&self) -> bool {
        self.is_set_up
    }

    pub fn position(&self) -> &Chess {
        &self.position
    }

    /// The position in which this game began.
    pub fn start(&self) -> &Chess {
        &self.start
    }

    pub fn castling_mode(&self) -> CastlingMode {
        self.position.castles().mode()
    }

    pub fn legal_moves(&self) -> MoveList {
        self.position.legal_moves()
    }

    /// The moves since the start position of this game.
    pub fn moves(&self) -> &[Move] {
        &self.moves
    }

    /// The keys of all positions of this game, the current one last.
    pub fn keys(&self) -> &[u64] {
        &self.keys
    }

    pub fn key(&self) -> u64 {
        position_key(&self.position)
    }

    pub fn fen(&self) -> String {
        Fen::from_position(&self.position, EnPassantMode::Legal).to_string()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_game_from_the_start_position_is_that_of_its_fen_but_not_set_up() {
        for mode in [CastlingMode::Standard, CastlingMode::Chess960] {
            let mut by_name = Game::from_start_position(mode);
            let by_fen = Game::from_fen(&by_name.fen(), mode).unwrap();
            assert_eq!(by_fen.position(), by_name.position());
            assert_eq!((by_fen.castling_mode(), by_name.castling_mode()), (mode, mode));
            by_name.play_uci("e2e4").unwrap();
            assert_eq!((by_fen.is_set_up(), by_name.is_set_up()), (true, false));
        }
    }
}
