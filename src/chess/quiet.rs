//! Positions that a static evaluation can be learnt from.

use shakmaty::{Chess, Move, Position as _};

/// Returns true if the mover is not in check and the move that was played neither takes nor promotes: the score after
/// such a move says little of the pieces before it.
pub fn is_quiet(position: &Chess, mv: Move) -> bool {
    !mv.is_capture() && !mv.is_promotion() && !position.is_check()
}
