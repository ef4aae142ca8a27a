//! Puzzles from a player's own games: positions in which the game went wrong and one move is clearly best. They are
//! kept in the learner's record and asked again on dates that grow apart.

mod attempt;
mod export;
mod find;
mod judge;
mod make;
mod player;
mod rating;
mod theme;

pub use attempt::{Attempt, Given, SLOW, Unreadable, prompt, source};
pub use export::{puzzles_as_epd, puzzles_as_pgn, puzzles_as_sheet};
pub use find::{Finder, FoundPuzzle, PuzzleKind, Thresholds};
pub use judge::{Chance, Judge};
pub use make::{MakeError, MakeSettings, OwnGames, make_puzzles};
pub use player::NoPlayer;
