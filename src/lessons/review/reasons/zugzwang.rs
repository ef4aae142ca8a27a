//! Zugzwang: in an ending the side to move would do better to pass.
//!
//! Proof: a search of the position and of the one after a pass. The pass is worth at least [`ZUGZWANG`] more than the
//! best move.

use shakmaty::{Chess, Position as _};

use super::super::params::{ZUGZWANG, ZUGZWANG_PIECES};
use super::{Glance, Slip, finding};
use crate::chess::material::pieces;
use crate::chess::notation::{color_name, printed_line};
use crate::themes::{Cause, Finding, Theme, numbered, passed};

pub fn zugzwang(slip: &Slip<'_>, glance: &mut Glance<'_>) -> Vec<Finding> {
    if !is_ending(slip.before) {
        return Vec::new();
    }
    allowed(slip, glance).or_else(|| missed(slip, glance)).into_iter().collect()
}

fn allowed(slip: &Slip<'_>, glance: &mut Glance<'_>) -> Option<Finding> {
    let (position, reply) = slip.after_reply()?;
    let is_forced = is_zugzwang(&position, slip.after.chance_of(slip.side()), glance);
    let line = printed_line(slip.before, &[slip.played, reply]);
    let text = format!("After {line} {} is in zugzwang: every move makes it worse.", color_name(slip.side()));
    is_forced.then(|| finding(Theme::Zugzwang, Cause::Allowed, text, &[reply]))
}

fn missed(slip: &Slip<'_>, glance: &mut Glance<'_>) -> Option<Finding> {
    let (position, better) = slip.after_better()?;
    let is_forced = is_zugzwang(&position, slip.best.chance_of(!slip.side()), glance);
    let text = format!(
        "Better was {}, after which {} is in zugzwang: every move makes it worse.",
        numbered(slip.before, better),
        color_name(!slip.side())
    );
    is_forced.then(|| finding(Theme::Zugzwang, Cause::Missed, text, &[better]))
}

/// Returns true if the side to move, whose chance of winning is `chance`, would do much better to pass.
fn is_zugzwang(position: &Chess, chance: f64, glance: &mut Glance<'_>) -> bool {
    let now = glance(position);
    let passed = passed(position).map(|passed| glance(&passed));
    passed.is_some_and(|passed| {
        let chance_of_pass = passed.chance_of(position.turn());
        chance_of_pass - chance.max(now.chance) >= ZUGZWANG
    })
}

/// Returns true if there are so few pieces that zugzwang is to be thought of.
fn is_ending(position: &Chess) -> bool {
    position.board().queens().is_empty() && pieces(position.board()).count() <= ZUGZWANG_PIECES
}

#[cfg(test)]
mod tests {
    use super::super::testing::said;
    use super::*;

    #[test]
    fn a_king_that_must_give_way_is_in_zugzwang() {
        // Whoever moves loses the pawn that his king guards.
        let early = said(zugzwang, "8/8/8/2p5/1kP5/8/8/3K4 w - - 0 50", "Kd2");
        assert!(early.is_empty(), "the pawn is taken at once: {early:?}");
        let fen = "8/8/8/1p1p1k2/1P1P4/5K2/8/8 b - - 0 50";
        let told = said(zugzwang, fen, "Kf6");
        assert_eq!(told, ["After 50...Kf6 51. Kf4 Black is in zugzwang: every move makes it worse."]);
    }
}
