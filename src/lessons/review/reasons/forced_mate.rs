//! Forced mate: the search has found a mate that its line does not show to the end.

use super::super::words::shown;
use super::{Glance, Slip, finding};
use crate::chess::notation::color_name;
use crate::engine::ScoreKind;
use crate::themes::{Cause, Finding, Theme, mate_in, numbered};

pub fn forced_mate(slip: &Slip<'_>, _: &mut Glance<'_>) -> Vec<Finding> {
    allowed(slip).or_else(|| missed(slip)).into_iter().collect()
}

fn allowed(slip: &Slip<'_>) -> Option<Finding> {
    let ScoreKind::Mate(moves @ 1..) = slip.after.score.kind() else { return None };
    if matches!(slip.best.score.kind(), ScoreKind::Mate(..0)) {
        return None;
    }
    let line = shown(&slip.after_played(), &slip.after.line);
    let text = format!(
        "{} allows {}: {} wins with {line}.",
        numbered(slip.before, slip.played),
        mate_in(moves as usize),
        color_name(!slip.side())
    );
    Some(finding(Theme::Mate, Cause::Allowed, text, &slip.after.line))
}

fn missed(slip: &Slip<'_>) -> Option<Finding> {
    let ScoreKind::Mate(moves @ 1..) = slip.best.score.kind() else { return None };
    // Mates all the same, only later.
    if slip.better().is_empty() || matches!(slip.after.score.kind(), ScoreKind::Mate(..0)) {
        return None;
    }
    let line = shown(slip.before, slip.better());
    let text = format!("There was {}: {line}.", mate_in(moves as usize));
    Some(finding(Theme::Mate, Cause::Missed, text, slip.better()))
}
