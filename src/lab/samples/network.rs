//! Quiet positions with an engine's score and the game's result: what the network evaluation is trained on.

use shakmaty::{Chess, Move, Position as _};

use super::split::{self, Part, Split};
use crate::chess::key::position_key;
use crate::chess::replay::positions;
use crate::games::file::ScoredGame;

/// Half moves of every game that are left out: the same positions come again and again there.
pub const MIN_PLY: usize = 16;
/// Positions with a score farther from 0 are left out, in centipawns: who wins is no question there, and the scores of
/// mates lie far beyond.
pub const MAX_SCORE: i16 = 2500;

/// One position, 32 bytes. The field names are those of the array.
#[derive(Clone, Copy, Debug, PartialEq, Eq, npyz::Serialize, npyz::Deserialize, npyz::AutoSerialize)]
pub struct NetworkSample {
    /// A bit for each square with a man, a1 the lowest.
    pub occupied: u64,
    /// The men in the order of their squares, four bits each, the first in the low half of the first byte: the role,
    /// pawn 0 to king 5, and 6 more for Black's. Zero behind the last.
    pub men: [u8; 16],
    /// Half moves played before.
    pub ply: u32,
    /// The engine's score in centipawns, White's view.
    pub score: i16,
    /// Points of White for the game, doubled: 0, 1 or 2.
    pub result: u8,
    /// The side to move, 0 White, 1 Black.
    pub turn: u8,
}

/// The samples of a game, in its order, each with its position's key and its part of the split: positions from
/// [`MIN_PLY`] on with a score up to [`MAX_SCORE`], the mover not in check, and the move played neither a capture nor a
/// promotion, because the score after one says little of the men before it. None of an unfinished game.
pub fn samples(scored: &ScoredGame, split: Split) -> impl Iterator<Item = (u64, Part, NetworkSample)> {
    let ScoredGame { game, scores, .. } = scored;
    let result = match game.outcome.winner() {
        Some(winner) => Some(if winner.is_white() { 2 } else { 0 }),
        None => game.outcome.is_known().then_some(1),
    };
    let parts = split.parts(split::of_moves(game));
    let scored = positions(&game.start, &game.moves).zip(scores).zip(parts);
    scored.filter_map(move |(((ply, position, mv), &score), part)| {
        let is_taken = ply >= MIN_PLY && score.unsigned_abs() <= MAX_SCORE as u16 && is_quiet(&position, mv);
        let result = result.filter(|_| is_taken)?;
        Some((position_key(&position), part, sample(&position, ply, score, result)))
    })
}

fn is_quiet(position: &Chess, mv: Move) -> bool {
    !mv.is_capture() && !mv.is_promotion() && !position.is_check()
}

fn sample(position: &Chess, ply: usize, score: i16, result: u8) -> NetworkSample {
    let (board, mut men) = (position.board(), [0; 16]);
    for (index, (_, piece)) in board.iter().enumerate() {
        let code = piece.role as u8 - 1 + if piece.color.is_white() { 0 } else { 6 };
        men[index / 2] |= code << (4 * (index % 2));
    }
    let turn = u8::from(position.turn().is_black());
    NetworkSample { occupied: board.occupied().0, men, ply: ply as u32, score, result, turn }
}
