//! The hand-made evaluation: what a quiet position is worth, in centipawns.

mod tapered;

use shakmaty::{Board, Chess, Color, Position, Role};

use crate::engine::Score;
use tapered::{S, Tapered};

/// Evaluates positions for one search thread.
#[derive(Clone, Debug, Default)]
pub struct Evaluator {}

impl Evaluator {
    pub fn new() -> Evaluator {
        Evaluator::default()
    }

    /// Static evaluation in centipawns from the mover's view, inside ±[`Score::EVAL_LIMIT`].
    ///
    /// `pawn_key` is a Zobrist key of the pawns alone, of both colours.
    pub fn evaluate(&mut self, position: &Chess, pawn_key: u64) -> Score {
        let _ = pawn_key;
        let board = position.board();
        let score = side(board, Color::White) - side(board, Color::Black);
        let phase = phase(board);
        let white = (score.middlegame() * phase + score.endgame() * (24 - phase)) / 24;
        Score(if position.turn() == Color::White { white } else { -white } + 15)
    }
}

/// The evaluation of one position as a table for people.
pub fn explain(position: &Chess) -> String {
    let score = Evaluator::new().evaluate(position, 0);
    format!("Final evaluation {:+.2} (side to move)", f64::from(score.0) / 100.0)
}

const MATERIAL: [Tapered; 6] = [S(85, 105), S(330, 300), S(350, 320), S(470, 540), S(980, 980), S(0, 0)];
const PHASE: [i32; 6] = [0, 1, 1, 2, 4, 0];
/// Centipawns for each step towards the centre (0 to 6, both axes together).
const CENTRE: [Tapered; 6] = [S(4, 0), S(9, 8), S(6, 4), S(3, 0), S(2, 5), S(-14, 10)];
/// Centipawns for each rank forward.
const ADVANCE: [Tapered; 6] = [S(3, 12), S(4, 2), S(2, 1), S(2, 5), S(1, 4), S(-18, 6)];

fn phase(board: &Board) -> i32 {
    Role::ALL.iter().map(|&role| PHASE[role as usize - 1] * board.by_role(role).count() as i32).sum::<i32>().min(24)
}

fn side(board: &Board, us: Color) -> Tapered {
    let mut score = S(0, 0);
    for role in Role::ALL {
        let index = role as usize - 1;
        for square in board.by_piece(role.of(us)) {
            let (file, rank) = (square.file() as i32, us.relative_rank(square.rank()) as i32);
            let centre = 3.min(file).min(7 - file) + 3.min(rank).min(7 - rank);
            score += MATERIAL[index] + CENTRE[index] * (centre - 3) + ADVANCE[index] * (rank - 3);
        }
    }
    if board.by_piece(us.bishop()).more_than_one() {
        score += S(25, 45);
    }
    score
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_start_is_level_but_for_the_move() {
        assert_eq!(Evaluator::new().evaluate(&Chess::default(), 0), Score(15));
    }
}
