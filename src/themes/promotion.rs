//! Promotion: a pawn is let through.
//!
//! Proof: in the line a pawn of the winner promotes, what it becomes is not taken, and nothing else in the line brings
//! more.

use shakmaty::Position as _;

use super::balance::Win;
use super::tale::{Proof, Tale};
use super::theme::Theme;
use super::words::role_name;

pub fn promotion(win: &Win, tale: Tale) -> Option<Proof> {
    let (line, prize) = (&win.line, win.prize);
    let mv = line.mv(prize);
    let (role, from) = (mv.promotion()?, mv.from()?);
    let stood = line.trace(prize, from)[0];
    if line.end().board().role_at(mv.to()) != Some(role) && line.len() > prize + 1 {
        // It moved on, or was taken: only the first is a promotion that counts.
        let is_taken =
            line.moves()[prize + 1..].iter().step_by(2).any(|reply| reply.is_capture() && reply.to() == mv.to());
        if is_taken {
            return None;
        }
    }
    let becomes = role_name(role);
    let goes = if prize == 0 { "promotes" } else { "gets through" };
    let clause = match tale {
        Tale::Allowed => match line.lead() {
            Some((before, lead)) => format!(
                "{} lets the pawn on {stood} through: {} makes a {becomes}",
                super::line::numbered(before, lead),
                line.text_between(0, prize)
            ),
            None => return None,
        },
        _ => format!("the pawn on {stood} {goes} and becomes a {becomes}"),
    };
    let text = tale.tell_whole(line, prize, &clause);
    Some(Proof { theme: Theme::Promotion, text, squares: vec![stood, mv.to()] })
}
