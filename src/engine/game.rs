//! A game: its start position, the moves since, and the key of every position.

use shakmaty::fen::Fen;
use shakmaty::uci::UciMove;
use shakmaty::{CastlingMode, Chess, EnPassantMode, Move, MoveList, Position, PositionError};
use thiserror::Error;

use crate::chess::key::position_key;

/// Why a position or a move was refused; the game is unchanged.
#[derive(Debug, Error, PartialEq, Eq)]
pub enum GameError {
    #[error("cannot read the FEN `{fen}`: {reason}")]
    Fen { fen: String, reason: String },
    #[error("`{0}` is not a move: expected something like e2e4 or e7e8q")]
    Malformed(String),
    #[error("the move `{0}` is not legal here")]
    Illegal(String),
}

/// A position with the history that led to it.
///
/// Keys are Zobrist keys in Polyglot's form, en passant counted only where the capture is legal, so equal keys mean
/// equal positions by the rules of repetition.
#[derive(Clone, Debug)]
pub struct Game {
    start: Chess,
    position: Chess,
    moves: Vec<Move>,
    keys: Vec<u64>,
}

impl Default for Game {
    fn default() -> Game {
        Game::from_position(Chess::default())
    }
}

impl Game {
    pub fn from_position(position: Chess) -> Game {
        let keys = vec![position_key(&position)];
        Game { start: position.clone(), position, moves: Vec::new(), keys }
    }

    /// Reads a FEN of four to six fields; X-FEN and Shredder castling letters too.
    ///
    /// # Errors
    /// [`GameError::Fen`] when the text is no FEN or the position cannot be: kings, pawns on the last rank, the side
    /// not to move in check. Castling rights or en passant squares that the board contradicts are dropped, as GUIs send
    /// them often.
    pub fn from_fen(fen: &str, mode: CastlingMode) -> Result<Game, GameError> {
        let refuse = |reason: String| GameError::Fen { fen: fen.to_owned(), reason };
        let parsed: Fen = fen.parse().map_err(|e| refuse(format!("{e}")))?;
        let position = parsed
            .into_position::<Chess>(mode)
            .or_else(PositionError::ignore_invalid_castling_rights)
            .or_else(PositionError::ignore_invalid_ep_square)
            .or_else(PositionError::ignore_too_much_material)
            .or_else(PositionError::ignore_impossible_check)
            .map_err(|e| refuse(format!("{e}")))?;
        Ok(Game::from_position(position))
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
    /// Those of [`Game::read_uci`]; the game is unchanged then.
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
