//! Resignations, and offers, acceptances and claims of draws, as people of a player's rating make them.
//!
//! A player judges by what it expected at its own turns, so that it may play on in a lost position that it has not
//! understood. What people do by chance is decided by the key of the position: the same game always gets the same
//! decision, whether it is asked for once or again after a reload.

pub mod params;
#[cfg(test)]
mod tests;

use shakmaty::{Chess, Position as _, Role};

use crate::chess::key::position_key;
use params::{
    ACCEPT, ENDGAME_PIECES, EVEN, EVEN_TURNS, HOPELESS, OFFER, OFFER_PAUSE, OPENING_PIECES, RESIGNATIONS, RESIGNED,
    Resignations,
};

/// The phase of a game, by the pieces that are left.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum MaterialPhase {
    Opening,
    Middlegame,
    Endgame,
}

impl MaterialPhase {
    pub fn of(position: &Chess) -> MaterialPhase {
        let board = position.board();
        let small = board.by_role(Role::Pawn) | board.by_role(Role::King);
        match (board.occupied() & !small).count() {
            ..=ENDGAME_PIECES => MaterialPhase::Endgame,
            OPENING_PIECES.. => MaterialPhase::Opening,
            _ => MaterialPhase::Middlegame,
        }
    }
}

/// The knowledge of a player when it decides.
#[derive(Clone, Copy, Debug)]
pub struct MannersContext<'a> {
    /// The position on the board.
    pub position: &'a Chess,
    /// The scores that the player expected at its own turns, from 0 to 1, the last turn last.
    pub expected: &'a [f32],
    /// Plies since a player last offered a draw; `None` where nobody has.
    pub since_offer: Option<usize>,
    /// The other side offers a draw now.
    pub is_offered: bool,
    /// A draw may be claimed.
    pub may_claim: bool,
}

/// The decision of a player besides its move; at most one of these holds.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Decision {
    /// It plays on, and declines an offer.
    #[default]
    PlaysOn,
    Resigns,
    /// It plays its move and offers a draw with it.
    Offers,
    Accepts,
    Claims,
}

/// The manners of a player.
#[derive(Clone, Copy, Debug)]
pub struct Manners {
    /// `None` at full strength: such a player never resigns or offers, and only answers and claims.
    pub rating: Option<u16>,
}

impl Manners {
    pub fn decide(self, situation: &MannersContext<'_>) -> Decision {
        let Some(&now) = situation.expected.last() else { return Decision::PlaysOn };
        let accepts = now <= ACCEPT[MaterialPhase::of(situation.position) as usize];
        if situation.may_claim && accepts {
            return Decision::Claims;
        }
        let is_too_soon = situation.since_offer.is_some_and(|plies| plies < OFFER_PAUSE);
        if situation.is_offered && accepts && !is_too_soon {
            return Decision::Accepts;
        }
        let Some(rating) = self.rating else { return Decision::PlaysOn };
        let percent = chance(situation.position);
        if percent < resignation(rating, situation.expected) {
            return Decision::Resigns;
        }
        if !is_too_soon && !situation.is_offered && is_dead_equal(situation) && percent < OFFER {
            return Decision::Offers;
        }
        Decision::PlaysOn
    }
}

fn is_dead_equal(situation: &MannersContext<'_>) -> bool {
    let last = situation.expected.len().checked_sub(EVEN_TURNS).map(|from| &situation.expected[from..]);
    MaterialPhase::of(situation.position) == MaterialPhase::Endgame
        && last.is_some_and(|last| last.iter().all(|expected| EVEN.contains(expected)))
}

/// Percent of people of a rating who resign at a turn, by what they expected at their turns.
fn resignation(rating: u16, expected: &[f32]) -> f32 {
    let (Some(&now), before) = (expected.last(), expected.iter().rev().nth(1)) else { return 0.0 };
    let Some(class) = RESIGNED.iter().position(|&most| now <= most) else { return 0.0 };
    let is_fresh = before.is_none_or(|&before| before > HOPELESS);
    let percent = |row: &Resignations| if is_fresh { row.fresh[class] } else { row.later[class] };
    let above = RESIGNATIONS.iter().position(|row| rating <= row.rating).unwrap_or(RESIGNATIONS.len() - 1);
    let (low, high) = (&RESIGNATIONS[above.saturating_sub(1)], &RESIGNATIONS[above]);
    if rating >= high.rating || rating <= low.rating {
        return percent(if rating >= high.rating { high } else { low });
    }
    let part = f32::from(rating - low.rating) / f32::from(high.rating - low.rating);
    percent(low) + part * (percent(high) - percent(low))
}

/// A number from 0 to 100 that a position has once and for all.
fn chance(position: &Chess) -> f32 {
    /// Spreads the bits of a key: 2^64 divided by the golden ratio.
    const SPREAD: u64 = 0x9e37_79b9_7f4a_7c15;
    let mixed = (position_key(position) ^ SPREAD).wrapping_mul(SPREAD);
    (mixed >> 40) as f32 / (1 << 24) as f32 * 100.0
}
