//! Scored games of an engine against itself, in a compact binary form compressed with zstd.
//!
//! Little endian, game after game: `u16` plies n; `u8` result (0 Black won, 1 draw, 2 White won); `u8` opening plies,
//! played without search; then n times `u16` move and `i16` score. A move is `from | to << 6 | promotion << 12` with
//! a1 = 0 … h8 = 63 and promotion 0 none, 2 knight, 3 bishop, 4 rook, 5 queen; castling is the king's step of two. A
//! score is White's view before the move: centipawns, −32768 for none, ±(32000 − n) for mate in n moves. Every game
//! starts from the start position.

use std::fs::File;
use std::io::{self, BufReader, Read};
use std::path::Path;

use shakmaty::uci::UciMove;
use shakmaty::{Chess, Color, KnownOutcome, Move, Outcome, Position as _};
use thiserror::Error;

use super::pgn::{PgnGame, Tags};
use crate::chess::packed::unpacked;
use crate::io_error::reason;

/// Scores from here on are mates.
const MATE_BOUND: i16 = 31_000;
const NO_SCORE: i16 = i16::MIN;

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

/// The engine's score of a position, from White's view.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum RecordedScore {
    /// The move belongs to the opening and was not searched.
    None,
    Centipawns(i16),
    /// A mate: White mates if positive.
    Mate(i16),
}

/// One move of a game, still packed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct RecordedPly {
    packed: u16,
    pub score: RecordedScore,
}

impl RecordedPly {
    /// The move, where it is legal in `position`.
    pub fn to_move(self, position: &Chess) -> Option<Move> {
        let (from, to, promotion) = unpacked(self.packed)?;
        UciMove::Normal { from, to, promotion }.to_move(position).ok()
    }
}

/// One game.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct RecordedGame {
    /// Points for White, doubled: 0, 1 or 2.
    pub white_half_points: u8,
    /// How many plies at the start were played without search.
    pub opening_plies: usize,
    pub plies: Vec<RecordedPly>,
}

impl RecordedGame {
    /// The game as other formats have it; `None` where a move is not legal.
    pub fn to_pgn_game(&self) -> Option<PgnGame> {
        let start = Chess::default();
        let mut position = start.clone();
        let mut moves = Vec::with_capacity(self.plies.len());
        for ply in &self.plies {
            let mv = ply.to_move(&position)?;
            position.play_unchecked(mv);
            moves.push(mv);
        }
        let outcome = Outcome::Known(match self.white_half_points {
            0 => KnownOutcome::Decisive { winner: Color::Black },
            1 => KnownOutcome::Draw,
            _ => KnownOutcome::Decisive { winner: Color::White },
        });
        Some(PgnGame { tags: Tags::default(), start, moves, clocks: Vec::new(), outcome, cut: false, illegal: None })
    }
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
        let open = || Ok(SelfPlayReader::new(BufReader::new(zstd::Decoder::new(File::open(path)?)?)));
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
            score: match i16::from_le_bytes([ply[2], ply[3]]) {
                NO_SCORE => RecordedScore::None,
                mate if mate.unsigned_abs() >= MATE_BOUND.unsigned_abs() => RecordedScore::Mate(mate),
                score => RecordedScore::Centipawns(score),
            },
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
    use shakmaty::{Role, Square};

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
    fn castling_is_two_steps_of_the_king_and_promotions_name_their_piece() {
        let position = |fen: &str| {
            fen.parse::<shakmaty::fen::Fen>().unwrap().into_position::<Chess>(shakmaty::CastlingMode::Standard).unwrap()
        };
        let castles = RecordedPly {
            packed: u16::from_le_bytes(ply(Square::E1, Square::G1, 0, 0)[..2].try_into().unwrap()),
            score: RecordedScore::None,
        };
        assert!(castles.to_move(&position("4k3/8/8/8/8/8/8/4K2R w K - 0 1")).is_some_and(|mv| mv.is_castle()));
        let promotes = RecordedPly {
            packed: u16::from_le_bytes(ply(Square::A7, Square::A8, 2, 0)[..2].try_into().unwrap()),
            score: RecordedScore::None,
        };
        assert_eq!(
            promotes.to_move(&position("8/P6k/8/8/8/8/8/K7 w - - 0 1")).and_then(|mv| mv.promotion()),
            Some(Role::Knight)
        );
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
