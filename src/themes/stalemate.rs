//! Stalemate: the side that is ahead leaves the other without a move, or the side that is behind misses it.
//!
//! Proof: the line ends in stalemate, the other line does not, and the side that it hurts is ahead by three pawns or
//! more at the end.

use shakmaty::{Chess, Color, Position as _};

use super::balance::material;
use super::line::{TacticLine, numbered};
use super::tale::{Proof, Tale};
use super::theme::Theme;
use super::words::color_name;

/// In pawns.
const AHEAD: i32 = 3;

/// The stalemate in which a line ends; `mover` made the mistake.
pub fn stalemate(line: &TacticLine, mover: Color, tale: Tale) -> Option<Proof> {
    let end = line.end();
    let hurt = if tale == Tale::Allowed { mover } else { !mover };
    if !end.is_stalemate() || material(end.board(), hurt) < AHEAD {
        return None;
    }
    let shown = || line.text_between(0, line.len() - 1);
    let text = match (tale, line.lead()) {
        (Tale::Allowed, Some((before, lead))) if line.len() == 0 => {
            format!("{} is stalemate: {} has no legal move.", numbered(before, lead), color_name(!mover))
        }
        (Tale::Allowed, Some((before, lead))) => {
            format!("{} allows a draw by stalemate: {}.", numbered(before, lead), shown())
        }
        (Tale::Idea, _) if line.len() > 0 => format!("{} is a draw by stalemate.", shown()),
        _ if line.len() > 0 => format!("There was a draw by stalemate: {}.", shown()),
        _ => return None,
    };
    Some(Proof { theme: Theme::Stalemate, text, squares: king(end) })
}

fn king(end: &Chess) -> Vec<shakmaty::Square> {
    end.board().king_of(end.turn()).into_iter().collect()
}
