//! Scored games of an engine against itself, in a compact binary form compressed with zstd.
//!
//! Little endian, game after game: `u16` plies n; `u8` result (0 Black won, 1 draw, 2 White won); `u8` opening plies,
//! played without search; then n times `u16` move and `i16` score. A move is `from | to << 6 | promotion << 12` with
//! a1 = 0 … h8 = 63 and promotion 0 none, 2 knight, 3 bishop, 4 rook, 5 queen; castling is the king's step of two. A
//! score is White's view before the move: centipawns, −32768 for none, ±(32000 − n) for mate in n moves. Every game
//! starts from the start position.
//!
//! A file may consist of any number of zstd frames, so files that are joined end to end are one file. The files that a
//! run of `motley-lab datagen` appends to have a frame for each game, and frames between them that readers pass over:
//! [`run_file`] describes them.

mod joined;
mod reader;
pub mod run_file;

use shakmaty::uci::UciMove;
use shakmaty::{CastlingMode, Chess, Color, KnownOutcome, Move, Outcome, Position as _};

use super::pgn::PgnGame;
use crate::chess::packed::unpacked;
pub use joined::JoinedFile;
pub use reader::{SelfPlayError, SelfPlayReader};

/// Scores from here on are mates.
const MATE_BOUND: i16 = 31_000;
/// A mate in n moves is so much less n.
const MATE: i16 = 32_000;
const NO_SCORE: i16 = i16::MIN;
/// Plies of the longest game that can be written.
pub const MOST_PLIES: usize = u16::MAX as usize;

/// The engine's score of a position, from White's view.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum RecordedScore {
    /// The move belongs to the opening and was not searched.
    None,
    Centipawns(i16),
    /// A mate: White mates if positive.
    Mate(i16),
}

impl RecordedScore {
    /// Centipawns from White's view; what lies beyond the scale is its end.
    pub fn centipawns(score: i32) -> RecordedScore {
        let most = i32::from(MATE_BOUND - 1);
        RecordedScore::Centipawns(score.clamp(-most, most) as i16)
    }

    /// White mates in so many moves, or is mated in so many where the number is negative.
    pub fn mate_in(moves: i32) -> RecordedScore {
        let score = MATE - moves.unsigned_abs().min((MATE - MATE_BOUND).unsigned_abs().into()) as i16;
        RecordedScore::Mate(if moves > 0 { score } else { -score })
    }

    /// The score as it is written; mates count as large numbers of centipawns.
    pub fn value(self) -> Option<i16> {
        match self {
            RecordedScore::None => None,
            RecordedScore::Centipawns(score) | RecordedScore::Mate(score) => Some(score),
        }
    }

    fn of_value(value: i16) -> RecordedScore {
        match value {
            NO_SCORE => RecordedScore::None,
            mate if mate.unsigned_abs() >= MATE_BOUND.unsigned_abs() => RecordedScore::Mate(mate),
            score => RecordedScore::Centipawns(score),
        }
    }
}

/// One move of a game, still packed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct RecordedPly {
    packed: u16,
    pub score: RecordedScore,
}

impl RecordedPly {
    /// A move of standard chess, with the score of the position before it.
    pub fn new(mv: Move, score: RecordedScore) -> RecordedPly {
        let UciMove::Normal { from, to, promotion } = mv.to_uci(CastlingMode::Standard) else {
            unreachable!("a move of chess has two squares");
        };
        let promotion = promotion.map_or(0, |role| role as u16);
        RecordedPly { packed: from as u16 | (to as u16) << 6 | promotion << 12, score }
    }

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
    /// The number of plies at the start that were played without search.
    pub opening_plies: usize,
    pub plies: Vec<RecordedPly>,
}

impl RecordedGame {
    /// The game as it is written.
    ///
    /// # Panics
    /// Panics if the game has more than [`MOST_PLIES`] plies or an opening of more than 255.
    pub fn to_bytes(&self) -> Vec<u8> {
        let plies = u16::try_from(self.plies.len()).expect("a game of at most MOST_PLIES plies");
        let opening_plies = u8::try_from(self.opening_plies).expect("an opening of at most 255 plies");
        let [low, high] = plies.to_le_bytes();
        let mut bytes = vec![low, high, self.white_half_points, opening_plies];
        for ply in &self.plies {
            bytes.extend(ply.packed.to_le_bytes());
            bytes.extend(ply.score.value().unwrap_or(NO_SCORE).to_le_bytes());
        }
        bytes
    }

    /// The number of positions with a score.
    pub fn scored(&self) -> usize {
        self.plies.iter().filter(|ply| ply.score != RecordedScore::None).count()
    }

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
        Some(PgnGame::of_moves(start, moves, outcome))
    }
}

#[cfg(test)]
mod tests {
    use shakmaty::fen::Fen;
    use shakmaty::{Role, Square};

    use super::*;

    fn position(fen: &str) -> Chess {
        fen.parse::<Fen>().unwrap().into_position(CastlingMode::Standard).unwrap()
    }

    #[test]
    fn castling_is_two_steps_of_the_king_and_promotions_name_their_piece() {
        let packed = |from: Square, to: Square, promotion: u16| RecordedPly {
            packed: from as u16 | (to as u16) << 6 | promotion << 12,
            score: RecordedScore::None,
        };
        let castles = packed(Square::E1, Square::G1, 0);
        assert!(castles.to_move(&position("4k3/8/8/8/8/8/8/4K2R w K - 0 1")).is_some_and(|mv| mv.is_castle()));
        let promotes = packed(Square::A7, Square::A8, 2).to_move(&position("8/P6k/8/8/8/8/8/K7 w - - 0 1"));
        assert_eq!(promotes.and_then(|mv| mv.promotion()), Some(Role::Knight));
    }

    #[test]
    fn every_kind_of_move_is_the_same_after_packing() {
        for fen in [
            "r3k2r/Pppp1ppp/1b3nbN/nP6/BBP1P3/q4N2/Pp1P2PP/R2Q1RK1 w kq - 0 1",
            "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R b KQkq - 0 1",
            "8/8/8/1k1pP3/8/8/8/4K2R w K d6 0 2",
        ] {
            let position = position(fen);
            for mv in position.legal_moves() {
                assert_eq!(RecordedPly::new(mv, RecordedScore::None).to_move(&position), Some(mv), "{fen}");
            }
        }
    }

    #[test]
    fn scores_are_the_same_after_writing_and_none_is_taken_for_another_kind() {
        for score in [
            RecordedScore::None,
            RecordedScore::Centipawns(-35),
            RecordedScore::centipawns(1_000_000),
            RecordedScore::centipawns(-31_700),
            RecordedScore::mate_in(3),
            RecordedScore::mate_in(-900),
            RecordedScore::mate_in(5_000),
        ] {
            assert_eq!(RecordedScore::of_value(score.value().unwrap_or(NO_SCORE)), score);
        }
        assert_eq!(RecordedScore::centipawns(-40_000), RecordedScore::Centipawns(-30_999));
        assert_eq!(RecordedScore::mate_in(-3), RecordedScore::Mate(-31_997));
    }
}
