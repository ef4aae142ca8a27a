//! The flags that name a position: alike wherever a command shows something about one.

use shakmaty::CastlingMode;

use crate::cli::shell::Failure;
use crate::engine::Game;
use crate::lab::position::{PositionError, play_moves, read_position};

#[derive(clap::Args, Clone, Debug, Default)]
pub struct PositionArgs {
    /// The position: moves (SAN or UCI), a FEN, a PGN file or the name of an opening; the start position when left out
    #[arg(value_name = "POSITION", conflicts_with = "at")]
    position: Option<String>,
    /// The same as a flag
    #[arg(long, value_name = "POSITION", visible_alias = "fen")]
    at: Option<String>,
    /// Moves from there, SAN or UCI
    #[arg(long, value_name = "MOVES", default_value = "", hide_default_value = true)]
    moves: String,
    /// Read the FEN and write castling as in Chess960
    #[arg(long)]
    chess960: bool,
}

impl PositionArgs {
    /// The position, with the moves that led to it.
    ///
    /// # Errors
    /// [`Failure::Call`] when the text names no position, [`Failure::Job`] when its file of games cannot be read.
    pub fn game(&self) -> Result<Game, Failure> {
        let text = self.position.as_deref().or(self.at.as_deref()).unwrap_or_default();
        let mut game = read_position(text, self.mode()).map_err(|error| match error {
            PositionError::Games { .. } | PositionError::NoGame { .. } => Failure::job(error),
            _ => Failure::call(error),
        })?;
        play_moves(&mut game, &self.moves).map_err(Failure::call)?;
        Ok(game)
    }

    /// How castling is written.
    pub fn mode(&self) -> CastlingMode {
        CastlingMode::from_chess960(self.chess960)
    }
}
