//! The flags that name a position: alike wherever a command shows something about one.

use shakmaty::CastlingMode;

use crate::engine::{Game, GameError};

#[derive(clap::Args, Clone, Debug, Default)]
pub struct PositionArgs {
    /// The position; the start position when left out
    #[arg(long)]
    fen: Option<String>,
    /// Moves from there in UCI form, separated by spaces
    #[arg(long, value_name = "MOVES", default_value = "", hide_default_value = true)]
    moves: String,
    /// Read the FEN and write castling as in Chess960
    #[arg(long)]
    chess960: bool,
}

impl PositionArgs {
    /// # Errors
    /// When the FEN or a move cannot be.
    pub fn game(&self) -> Result<Game, GameError> {
        let mut game = match &self.fen {
            Some(fen) => Game::from_fen(fen, CastlingMode::from_chess960(self.chess960))?,
            None => Game::default(),
        };
        for uci in self.moves.split_whitespace() {
            game.play_uci(uci)?;
        }
        Ok(game)
    }
}
