//! The games of people, packed, with their ratings, time controls and clocks.

use std::io;
use std::path::PathBuf;

use super::words::write_array;
use super::{Collector, DatasetError, DatasetJob, Summary, make, unwritable};
use crate::lab::inputs::{OpenGames, visit_games};
use crate::lab::samples::games::{NO_CLOCKS, can_be_kept, packed_clocks, packed_moves, record};
use crate::lab::samples::split;
use crate::nets::rated::Source;

/// The arrays besides those of the parts.
pub(super) const MOVES: &str = "moves.npy";
pub(super) const CLOCKS: &str = "clocks.npy";

/// Writes the games of each part as [`crate::lab::samples::games::GameRecord`], the moves of all games to `moves.npy`
/// and the clock times of those that have them to `clocks.npy`. `sources` has one for each file of the job. Memory
/// holds all moves and clock times, two bytes each.
///
/// # Errors
/// When a file cannot be opened, no game was taken, or the folder cannot be written.
pub fn human_games(job: &DatasetJob, sources: &[Source], open: &mut OpenGames<'_>) -> Result<Summary, DatasetError> {
    make(job, |Collector { folder, writer, counts }| {
        let (mut moves, mut clocks) = (Vec::<u16>::new(), Vec::<u16>::new());
        let files: Vec<(&PathBuf, Source)> = job.files.iter().zip(sources.iter().copied()).collect();
        for (number, (file, source)) in (0..=u8::MAX).zip(files) {
            visit_games(std::slice::from_ref(file), open, job.max_games, counts, |game, _| {
                let game = game.game;
                if !can_be_kept(&game) {
                    return Ok::<_, DatasetError>(false);
                }
                let record = record(&game, source, number, moves.len() as u64, clocks.len() as u64);
                moves.extend(packed_moves(&game));
                if record.first_clock != NO_CLOCKS {
                    clocks.extend(packed_clocks(&game));
                }
                let part = job.split.parts(split::of_moves(&game)).next().expect("parts without end");
                writer.push(part, &record).map_err(|source| unwritable(job, source))?;
                Ok(true)
            })?;
        }
        let write = || -> io::Result<()> {
            write_array(&folder.path().join(MOVES), moves.iter().copied())?;
            write_array(&folder.path().join(CLOCKS), clocks.iter().copied())
        };
        write().map_err(|source| unwritable(job, source))
    })
}
