//! Reads files of scored games.

use std::fs::File;
use std::io::{self, BufReader, Read};
use std::path::Path;

use thiserror::Error;

use super::{RecordedGame, RecordedPly, RecordedScore};
use crate::files;
use crate::files::io_error::reason;

/// Why games could not be read on.
#[derive(Debug, Error)]
pub enum SelfPlayError {
    #[error("cannot open {path}: {}", reason(.source))]
    Open { path: String, source: io::Error },
    #[error("cannot read game {game}: {}", reason(.source))]
    Read { game: usize, source: io::Error },
    #[error("game {game} has the result {result}: expected 0, 1 or 2")]
    Result { game: usize, result: u8 },
}

/// Reads games one at a time.
pub struct SelfPlayReader<R> {
    source: R,
    game: usize,
    bytes: Vec<u8>,
}

impl SelfPlayReader<BufReader<zstd::Decoder<'static, BufReader<File>>>> {
    /// Opens a file compressed with zstd.
    ///
    /// # Errors
    /// [`SelfPlayError::Open`] when there is no such file or it is not compressed with zstd.
    pub fn open(path: &Path) -> Result<Self, SelfPlayError> {
        let open = || Ok(SelfPlayReader::new(BufReader::new(zstd::Decoder::new(files::open(path)?)?)));
        open().map_err(|source| SelfPlayError::Open { path: path.display().to_string(), source })
    }
}

impl<R: Read> SelfPlayReader<R> {
    /// Reads plain bytes.
    pub fn new(source: R) -> SelfPlayReader<R> {
        SelfPlayReader { source, game: 0, bytes: Vec::new() }
    }

    fn read_game(&mut self) -> Result<Option<RecordedGame>, SelfPlayError> {
        let fail = |source| SelfPlayError::Read { game: self.game + 1, source };
        let mut head = [0; 4];
        // The end of the file is an end only between games.
        let first = self.source.read(&mut head[..1]).map_err(fail)?;
        if first == 0 {
            return Ok(None);
        }
        self.source.read_exact(&mut head[1..]).map_err(fail)?;
        self.game += 1;
        let [low, high, result, opening_plies] = head;
        if result > 2 {
            return Err(SelfPlayError::Result { game: self.game, result });
        }
        self.bytes.resize(4 * usize::from(u16::from_le_bytes([low, high])), 0);
        let fail = |source| SelfPlayError::Read { game: self.game, source };
        self.source.read_exact(&mut self.bytes).map_err(fail)?;
        let plies = self.bytes.chunks_exact(4).map(|ply| RecordedPly {
            packed: u16::from_le_bytes([ply[0], ply[1]]),
            score: RecordedScore::of_value(i16::from_le_bytes([ply[2], ply[3]])),
        });
        Ok(Some(RecordedGame {
            white_half_points: result,
            opening_plies: usize::from(opening_plies),
            plies: plies.collect(),
        }))
    }
}

impl<R: Read> Iterator for SelfPlayReader<R> {
    type Item = Result<RecordedGame, SelfPlayError>;

    fn next(&mut self) -> Option<Self::Item> {
        self.read_game().transpose()
    }
}

#[cfg(test)]
mod tests {
    use shakmaty::{Chess, Position as _, Square};

    use super::super::NO_SCORE;
    use super::*;

    fn ply(from: Square, to: Square, promotion: u16, score: i16) -> [u8; 4] {
        let [a, b] = (from.to_u32() as u16 | (to.to_u32() as u16) << 6 | promotion << 12).to_le_bytes();
        let [c, d] = score.to_le_bytes();
        [a, b, c, d]
    }

    fn read(bytes: &[u8]) -> Vec<Result<RecordedGame, SelfPlayError>> {
        SelfPlayReader::new(bytes).collect()
    }

    #[test]
    fn games_come_back_as_they_were_written() {
        let mut bytes = vec![2, 0, 2, 1];
        bytes.extend(ply(Square::E2, Square::E4, 0, NO_SCORE));
        bytes.extend(ply(Square::E7, Square::E5, 0, -35));
        bytes.extend([1, 0, 0, 0]);
        bytes.extend(ply(Square::D2, Square::D4, 0, -31_997));
        let games: Vec<RecordedGame> = read(&bytes).into_iter().map(Result::unwrap).collect();
        assert_eq!(games.iter().flat_map(RecordedGame::to_bytes).collect::<Vec<_>>(), bytes);

        assert_eq!(games.len(), 2);
        assert_eq!((games[0].white_half_points, games[0].opening_plies), (2, 1));
        assert_eq!(
            games[0].plies.iter().map(|ply| ply.score).collect::<Vec<_>>(),
            [RecordedScore::None, RecordedScore::Centipawns(-35)]
        );
        assert_eq!(games[1].plies[0].score, RecordedScore::Mate(-31_997));

        let mut position = Chess::default();
        for ply in &games[0].plies {
            let mv = ply.to_move(&position).expect("the move is legal");
            position.play_unchecked(mv);
        }
        assert_eq!(games[0].plies[0].to_move(&position), None, "the pawn has moved on");
    }

    #[test]
    fn a_cut_file_and_a_wrong_result_are_errors_that_name_the_game() {
        let mut bytes = vec![1, 0, 1, 0];
        bytes.extend(ply(Square::E2, Square::E4, 0, 0));
        bytes.extend([9, 0]);
        assert!(matches!(read(&bytes)[1], Err(SelfPlayError::Read { game: 2, .. })));
        assert!(matches!(read(&[0, 0, 3, 0])[0], Err(SelfPlayError::Result { game: 1, result: 3 })));
    }
}
