//! The telling of a finding: what the move allows, what it misses, or what a line does.

use shakmaty::Square;

use super::balance::Win;
use super::line::TacticLine;
use super::theme::Theme;
use super::words::{color_name, sentence, spoils};
use super::{Cause, Finding};

/// A theme that a line proves.
#[derive(Clone, Debug)]
pub struct Proof {
    pub theme: Theme,
    pub text: String,
    pub squares: Vec<Square>,
}

/// The relation of the line to the move.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Tale {
    /// The line follows the mistake, which is its lead.
    Allowed,
    /// The line was better than the mistake.
    Missed,
    /// The line is the best one.
    Idea,
}

impl Tale {
    /// "After 23. Kg1 Nf3+ the knight on f3 attacks …; 24...Nxd2 wins the queen."
    pub fn tell(self, win: &Win, key: usize, clause: &str) -> String {
        let Win { line, prize, .. } = win;
        let (joint, result) = if key < *prize {
            (", and ", format!("{} {}", line.numbered(*prize), spoils(win)))
        } else {
            (", and ", format!("{} {}", color_name(line.winner()), spoils(win)))
        };
        match self {
            Tale::Allowed => format!("After {} {clause}; {result}.", line.text_to(key)),
            Tale::Missed => format!("Better was {}: {clause}{joint}{result}.", line.text_to(key)),
            Tale::Idea => format!("{}: {clause}{joint}{result}.", line.text_to(key)),
        }
    }

    /// The same where the words already say what is won.
    pub fn tell_whole(self, line: &TacticLine, key: usize, clause: &str) -> String {
        match self {
            Tale::Allowed => format!("{}.", sentence(clause)),
            Tale::Missed => format!("Better was {}: {clause}.", line.text_to(key)),
            Tale::Idea => format!("{}: {clause}.", line.text_to(key)),
        }
    }

    pub fn finding(self, proof: Proof, line: &TacticLine) -> Finding {
        let cause = if self == Tale::Allowed { Cause::Allowed } else { Cause::Missed };
        let Proof { theme, text, squares } = proof;
        Finding { theme, cause, text, line: line.moves().to_vec(), squares }
    }
}
