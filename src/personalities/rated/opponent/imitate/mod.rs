//! The analysis of one player's games: his repertoire, and how his choices differ from those of others of his rating;
//! see [`super`].

mod described;
mod fit;
mod held_out;
mod minimise;
mod repertoire;

use std::io;
use std::path::PathBuf;

use thiserror::Error;

use crate::files::io_error::reason;
use crate::games::pgn::PgnFaults;
use crate::games::sources::{GameSource, SourceError, read_games_with};
use crate::personalities::rated::opponent::{GameCollector, Habits, NoGames, Opponent, OwnGame, OwnGames, Preferences};

pub use held_out::{Comparison, Measured, PhaseComparison};
pub use repertoire::{RepertoireCheck, SharedPosition};

use described::Described;

/// Parts of the games; the habits that a position is described with come from the games of the other parts.
const FOLDS: usize = 4;

/// The settings of an imitation.
#[derive(Clone, Debug)]
pub struct ImitateSettings {
    /// As in [`super::Repertoire::of`].
    pub half_life: f32,
    /// Positions that the preferences are fitted to, at most.
    pub positions: usize,
    /// The factor on the default pull of the weights towards zero.
    pub pull: f32,
    pub seed: u64,
    /// A folder that keeps described positions.
    pub keep: Option<PathBuf>,
}

/// Why a player cannot be imitated.
#[derive(Debug, Error)]
pub enum ImitateError {
    #[error(transparent)]
    Source(#[from] SourceError),
    #[error(transparent)]
    NoGames(#[from] NoGames),
    #[error("cannot keep described positions in {path}: {}", reason(.source))]
    Keep { path: String, source: io::Error },
    #[error("{0} games are too few to hold {1} of them out")]
    TooFew(usize, usize),
}

/// Reads the player's games; those of others are passed over.
///
/// # Errors
/// Fails if a file cannot be read, or has no game of the player.
pub fn read_own_games(sources: Vec<GameSource>, name: &str) -> Result<(OwnGames, PgnFaults), ImitateError> {
    let mut collector = GameCollector::new(name);
    let wanted = |reader: crate::games::pgn::PgnReader| reader.with_moves_where(GameCollector::filter(name));
    let faults = read_games_with::<ImitateError>(sources, wanted, |game| {
        collector.push(&game);
        Ok(())
    })?;
    Ok((collector.finish()?, faults))
}

/// Makes the player of some of his games. `done` is called with each number of positions that were described.
///
/// # Errors
/// [`ImitateError::Keep`].
pub fn imitate(
    all: &OwnGames,
    games: &[OwnGame],
    settings: &ImitateSettings,
    done: impl Fn(u64) + Sync,
) -> Result<Opponent, ImitateError> {
    let mut opponent = Opponent::of(all, games, settings.half_life);
    let (habits, parts) = Habits::of(all, games, FOLDS);
    let described = Described::sample(all, games, settings, settings.positions, done)?;
    let samples = described.samples(all, games, |game| (&habits, Some(&parts[game % FOLDS])));
    let weights = fit::fit(&samples, settings.pull);
    opponent.preferences = Some(Preferences { weights, habits });
    Ok(opponent)
}

/// Makes the player of all but the last of his games, and compares the predictions of these with what he played.
/// `done` is called as in [`imitate`], for both.
///
/// # Errors
/// As [`imitate`], and when too few games are left.
pub fn hold_out(
    all: &OwnGames,
    share: f64,
    settings: &ImitateSettings,
    done: impl Fn(u64) + Sync,
) -> Result<(Opponent, Comparison, RepertoireCheck), ImitateError> {
    let held_out = (all.games.len() as f64 * share).round() as usize;
    let known = all.games.len() - held_out;
    if held_out == 0 || known == 0 {
        return Err(ImitateError::TooFew(all.games.len(), held_out));
    }
    let (known, held_out) = all.games.split_at(known);
    let opponent = imitate(all, known, settings, &done)?;
    let described = Described::sample(all, held_out, settings, settings.positions / 2, &done)?;
    let comparison = held_out::compare(all, held_out, &opponent, &described);
    let check = repertoire::check(all, held_out, &opponent.repertoire, settings.seed);
    Ok((opponent, comparison, check))
}
