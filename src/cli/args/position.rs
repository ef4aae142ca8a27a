//! The flags that name a position: alike wherever a command shows something about one.

use shakmaty::CastlingMode;

use super::named_position::{PositionError, is_game_file, play_moves, read_game};
use crate::cli::shell::Failure;
use crate::engine::Game;
use crate::games::pgn::Tags;

#[derive(clap::Args, Clone, Debug, Default)]
pub struct PositionArgs {
    /// The position: moves (SAN or UCI), a FEN, a PGN file or the name of an opening [default: the start position]
    #[arg(value_name = "POSITION", conflicts_with = "at")]
    position: Option<String>,
    /// The position, given as a flag
    #[arg(long, value_name = "POSITION", visible_aliases = ["fen", "pgn"])]
    at: Option<String>,
    /// Which game of the PGN file to take; 1 is the first
    #[arg(long = "game", value_name = "N", value_parser = game_number)]
    number: Option<usize>,
    /// Moves to play from the position, in SAN or UCI
    #[arg(long, value_name = "MOVES", default_value = "", hide_default_value = true)]
    moves: String,
    /// Read the FEN and write castling moves as in Chess960
    #[arg(long)]
    chess960: bool,
}

impl PositionArgs {
    /// Makes `word` the position, and returns whether it could: not where a position is given already.
    pub fn takes_word(&mut self, word: &str) -> bool {
        let is_free = self.position.is_none() && self.at.is_none();
        if is_free {
            self.position = Some(word.to_owned());
        }
        is_free
    }

    /// The position, with the moves that led to it.
    ///
    /// # Errors
    /// As [`PositionArgs::game_with_tags`].
    pub fn game(&self) -> Result<Game, Failure> {
        self.game_with_tags().map(|(game, _)| game)
    }

    /// The game, with its tags where it is from a PGN file.
    ///
    /// # Errors
    /// [`Failure::Job`] when a file cannot be read or holds no such game, [`Failure::Call`] when the text names no
    /// position.
    pub fn game_with_tags(&self) -> Result<(Game, Tags), Failure> {
        let text = self.position.as_deref().or(self.at.as_deref()).unwrap_or_default();
        let (mut game, tags) = read_game(text, self.number.unwrap_or(1), self.mode()).map_err(refuse)?;
        play_moves(&mut game, &self.moves).map_err(refuse)?;
        Ok((game, tags))
    }

    /// The game in words: "the game", or "game 3 of games.pgn".
    pub fn name(&self) -> String {
        let text = self.position.as_deref().or(self.at.as_deref()).unwrap_or_default();
        if is_game_file(text.trim()) {
            format!("game {} of {}", self.number.unwrap_or(1), text.trim())
        } else {
            "the game".to_owned()
        }
    }

    /// The notation of castling.
    pub fn mode(&self) -> CastlingMode {
        CastlingMode::from_chess960(self.chess960)
    }
}

fn refuse(error: PositionError) -> Failure {
    match error {
        PositionError::Games { .. } | PositionError::NoGame { .. } | PositionError::Unreadable { .. } => {
            Failure::job(error)
        }
        _ => Failure::call(error),
    }
}

fn game_number(text: &str) -> Result<usize, String> {
    text.parse().ok().filter(|&number| number > 0).ok_or_else(|| "expected a number from 1".to_owned())
}
