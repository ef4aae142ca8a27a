//! The beginnings of games: plies of given openings, then random ones.

use std::path::{Path, PathBuf};

use rand::Rng;
use rand::seq::{IndexedRandom as _, IteratorRandom as _};
use shakmaty::{Chess, Move};
use thiserror::Error;

use super::settings::{Settings, Span};
use motley::book::{Book, BookError, BookSelection};
use motley::engine::{Ending, Game};
use motley::games::file::{GameFile, GamesError};

/// Why openings cannot be used.
#[derive(Debug, Error)]
pub enum OpeningsError {
    #[error(transparent)]
    Book(#[from] BookError),
    #[error(transparent)]
    Games(#[from] GamesError),
    #[error("{} has no game from the start position", .0.display())]
    Empty(PathBuf),
}

/// The source of openings.
pub struct Openings {
    source: Source,
    plies: Span,
    random: Span,
}

enum Source {
    StartPosition,
    Book(Book),
    /// The first moves of games.
    Games(Vec<Box<[Move]>>),
}

impl Openings {
    /// # Errors
    /// Fails if the file cannot be read or has no opening.
    pub fn open(settings: &Settings) -> Result<Openings, OpeningsError> {
        let (plies, random) = (settings.opening_plies, settings.random());
        let source = match settings.openings.as_deref() {
            None => Source::StartPosition,
            Some(path) if path.extension().is_some_and(|extension| extension == "bin") => {
                Source::Book(Book::open(path)?)
            }
            Some(path) => Source::Games(read_games(path, plies.max())?),
        };
        Ok(Openings { source, plies, random })
    }

    /// An opening; `None` where it ends the game by the rules.
    pub fn sample(&self, rng: &mut (impl Rng + ?Sized)) -> Option<Game> {
        let mut game = Game::default();
        match &self.source {
            Source::StartPosition => {}
            Source::Book(book) => {
                for _ in 0..self.plies.sample(rng) {
                    let Some(chosen) = book.choose(game.position(), BookSelection::Weighted, rng) else { break };
                    game.play(chosen.mv);
                }
            }
            Source::Games(games) => {
                let moves = games.choose(rng).expect("there is a game");
                moves.iter().take(self.plies.sample(rng)).for_each(|&mv| game.play(mv));
            }
        }
        for _ in 0..self.random.sample(rng) {
            let mv = game.legal_moves().into_iter().choose(rng)?;
            game.play(mv);
        }
        Ending::of(&game).is_none().then_some(game)
    }
}

fn read_games(path: &Path, plies: usize) -> Result<Vec<Box<[Move]>>, OpeningsError> {
    let (mut games, start) = (Vec::new(), Chess::default());
    for game in GameFile::open(path)?.with_max_plies(plies) {
        let game = game?.game;
        if game.start == start && !game.moves.is_empty() {
            games.push(game.moves.into_iter().take(plies).collect());
        }
    }
    if games.is_empty() { Err(OpeningsError::Empty(path.to_owned())) } else { Ok(games) }
}
