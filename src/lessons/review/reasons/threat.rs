//! Threats, shown by a pass: what the opponent threatened and the move does not stop, what his reply threatens, and
//! what the better move would have threatened.
//!
//! Proof: a search of the position after the pass. A threat that the move ignores is the opponent's best move there and
//! after the move as well. A threat that a move makes wins material or mates in the line that the search finds after
//! the pass. In all cases the pass costs more than [`THREAT`] of the chance of winning.

use shakmaty::Chess;

use super::super::params::THREAT;
use super::{Glance, Slip, finding};
use crate::chess::notation::color_name;
use crate::themes::{self, Cause, Finding, Theme, numbered, passed};

pub fn threats(slip: &Slip<'_>, glance: &mut Glance<'_>) -> Vec<Finding> {
    let allowed = ignored(slip, glance).or_else(|| made_by_reply(slip, glance));
    allowed.into_iter().chain(missed(slip, glance)).collect()
}

/// "Black threatened 23...Nxe4, and 23. a3 does not stop it."
fn ignored(slip: &Slip<'_>, glance: &mut Glance<'_>) -> Option<Finding> {
    let passed = passed(slip.before)?;
    let look = glance(&passed);
    let [best, _] = slip.chances();
    let (&threat, &reply) = (look.line.first()?, slip.after.line.first()?);
    let is_same = (threat.role(), threat.from(), threat.to()) == (reply.role(), reply.from(), reply.to());
    if !is_same || look.chance - (1.0 - best) < THREAT {
        return None;
    }
    let text = format!(
        "{} threatened {}, and {} does not stop it.",
        color_name(!slip.side()),
        numbered(&passed, threat),
        numbered(slip.before, slip.played)
    );
    Some(finding(Theme::Threat, Cause::Allowed, text, &slip.after.line[..1]))
}

/// "23...Nh5 makes a threat: 24...Qxh2# is mate."
fn made_by_reply(slip: &Slip<'_>, glance: &mut Glance<'_>) -> Option<Finding> {
    let (position, reply) = slip.after_reply()?;
    let threat = threat_in(&position, slip.after.chance, glance)?;
    let text = format!("{} makes a threat: {threat}", numbered(&slip.after_played(), reply));
    Some(finding(Theme::Threat, Cause::Allowed, text, &[reply]))
}

/// "Better was 23. Qh5 with a threat: 24. Qxh7# is mate."
fn missed(slip: &Slip<'_>, glance: &mut Glance<'_>) -> Option<Finding> {
    let (position, better) = slip.after_better()?;
    let [best, _] = slip.chances();
    let threat = threat_in(&position, best, glance)?;
    let text = format!("Better was {} with a threat: {threat}", numbered(slip.before, better));
    Some(finding(Theme::Threat, Cause::Missed, text, &[better]))
}

/// The threat of the side that has just moved, whose chance of winning is `chance`.
fn threat_in(position: &Chess, chance: f64, glance: &mut Glance<'_>) -> Option<String> {
    let passed = passed(position)?;
    let look = glance(&passed);
    if look.chance - chance < THREAT {
        return None;
    }
    let idea = themes::idea(&passed, &look.line, None)?;
    let text = idea.text.strip_prefix("There is ").unwrap_or(&idea.text);
    Some(text.to_owned())
}
