//! The network's evaluation of one position, as the board that `eval` prints.

use std::fmt;

use shakmaty::{Board, Chess, File, Position, Rank, Role, Square};

use super::Nnue;
use super::output::output_for;
use crate::personalities::classical::eval::handmade::pawns;

/// The network's evaluation of a position, in centipawns from White's view. `Display` is a board with the value of each
/// piece, in pawns.
#[derive(Clone, Debug)]
pub struct NnueExplanation {
    board: Board,
    /// By square: how much higher the score is with the piece than without it; `None` for kings and empty squares.
    pub values: [Option<i32>; 64],
    pub score: i32,
}

impl NnueExplanation {
    /// Evaluates a position as it is, and without each of its pieces.
    pub fn of(nnue: &Nnue, position: &Chess) -> NnueExplanation {
        let (board, turn) = (position.board().clone(), position.turn());
        let sign = if turn.is_white() { 1 } else { -1 };
        let evaluate = |board: &Board| sign * nnue.evaluate_board(board, turn);
        let score = evaluate(&board);
        let mut values = [None; 64];
        for (square, _) in board.iter().filter(|(_, piece)| piece.role != Role::King) {
            let mut without = board.clone();
            without.discard_piece_at(square);
            values[square.to_usize()] = Some(score - evaluate(&without));
        }
        NnueExplanation { board, values, score }
    }
}

impl fmt::Display for NnueExplanation {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let rule = format!("  +{}", "----------+".repeat(8));
        writeln!(f, "Network: the score with each piece less the score without it\n{rule}")?;
        for rank in Rank::ALL.into_iter().rev() {
            write!(f, "{} |", rank.char())?;
            for file in File::ALL {
                let square = Square::from_coords(file, rank);
                let piece = self.board.piece_at(square).map_or(' ', |piece| piece.char());
                let value = self.values[square.to_usize()].map(pawns).unwrap_or_default();
                write!(f, " {piece} {value:>6} |")?;
            }
            writeln!(f, "\n{rule}")?;
        }
        writeln!(f, "  {}", File::ALL.map(|file| format!("{:^11}", file.char())).concat().trim_end())?;
        let men = self.board.occupied().count();
        writeln!(f, "Output {} of 8, for {men} pieces", output_for(men) + 1)?;
        write!(f, "Network {} for White", pawns(self.score))
    }
}
