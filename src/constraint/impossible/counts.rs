//! Numbers of pieces, on the whole board and in several places together.

use shakmaty::{Color, Role};

use super::{ALL_AT_THE_START, AT_THE_START, Goal, Impossible, name, plural};
use crate::constraint::condition::Atom;
use crate::constraint::goal::Placement;
use crate::constraint::range::{Range, SignedRange};

/// Kinds that a pawn can become.
const OFFICERS: [Role; 4] = [Role::Knight, Role::Bishop, Role::Rook, Role::Queen];
/// Values of the kinds in pawns, as in `chess::material`, in the order of [`Role::ALL`].
const VALUES: [i32; 6] = [1, 3, 3, 5, 9, 0];

impl Goal {
    pub(super) fn check_counts(&self, side: Color, promotions: u32) -> Result<(), Impossible> {
        let name = name(side);
        for role in Role::ALL {
            let Range { min, max } = self.men(side, role);
            if role == Role::Pawn && min > 8 {
                return Err(Impossible::Pawns { side: name, count: min });
            }
            if role == Role::King && !(min <= 1 && max >= 1) {
                return Err(Impossible::King { side: name });
            }
            if min > max {
                return Err(Impossible::Contradiction { side: name, what: plural(Some(role)), min, max });
            }
        }
        let beyond = |role: Role| self.men(side, role).min.saturating_sub(AT_THE_START[role as usize - 1]);
        let needed = self.needed_promotions(side);
        if needed > promotions {
            let many: Vec<String> = OFFICERS
                .into_iter()
                .filter(|role| beyond(*role) > 0)
                .map(|role| format!("{} {}", self.men(side, role).min, plural(Some(role))))
                .collect();
            return Err(Impossible::Promotions {
                what: format!("{name}'s {}", many.join(" and ")),
                needed,
                allowed: promotions,
            });
        }
        let kept = self.men(side, Role::Pawn).min;
        if needed + kept > 8 {
            return Err(Impossible::PawnsForPromotions { side: name, needed, kept });
        }
        let men: u32 = Role::ALL.into_iter().map(|role| self.men(side, role).min).sum();
        let placed = self.placements.iter().filter(|place| place.side == side && place.role.is_none());
        let count = placed.map(|place| place.range.min).fold(men, u32::max);
        if count > ALL_AT_THE_START { Err(Impossible::Pieces { side: name, count }) } else { Ok(()) }
    }

    /// Promotions of one side that its numbers of pieces need.
    fn needed_promotions(&self, side: Color) -> u32 {
        let beyond = |role: Role| self.men(side, role).min.saturating_sub(AT_THE_START[role as usize - 1]);
        OFFICERS.into_iter().map(beyond).sum()
    }

    /// Promotions are allowed to both sides together.
    pub(super) fn check_all_promotions(&self, promotions: u32) -> Result<(), Impossible> {
        let needed: u32 = Color::ALL.into_iter().map(|side| self.needed_promotions(side)).sum();
        if needed > promotions {
            return Err(Impossible::Promotions { what: "both sides' pieces".to_owned(), needed, allowed: promotions });
        }
        Ok(())
    }

    /// All pieces of a side together, and those of several places that have no square in common.
    pub(super) fn check_sums(&self, side: Color, promotions: u32) -> Result<(), Impossible> {
        let (fewest, kinds) = (self.fewest(side), Role::ALL.map(|role| self.most_of(side, role, promotions)));
        let most = self.most(side, promotions);
        if self.totals(side).any(|range| range.max == 0) {
            return Err(Impossible::King { side: name(side) });
        }
        if fewest > most.min(kinds.iter().sum()) {
            return Err(Impossible::Contradiction { side: name(side), what: plural(None), min: fewest, max: most });
        }
        for role in Role::ALL.into_iter().map(Some).chain([None]) {
            let limit = role.map_or(most, |role| self.most_of(side, role, promotions));
            let needed = self.fewest_in_places(side, role);
            if needed > limit {
                let what = plural(role);
                return Err(Impossible::TooManyPlaces { side: name(side), what, needed, most: limit });
            }
        }
        Ok(())
    }

    /// The pieces that places without a common square need together.
    fn fewest_in_places(&self, side: Color, role: Option<Role>) -> u32 {
        let counts =
            |place: &&Placement| place.side == side && place.range.min > 0 && (role.is_none() || place.role == role);
        let mut chosen: Vec<&Placement> = Vec::new();
        for place in self.placements.iter().filter(counts) {
            if chosen.iter().all(|other| (other.region.squares & place.region.squares).is_empty()) {
                chosen.push(place);
            }
        }
        chosen.iter().map(|place| place.range.min).sum()
    }

    /// Ranges of numbers: of formations, material, and what a search tells.
    pub(super) fn check_ranges(&self, promotions: u32) -> Result<(), Impossible> {
        let required = || self.others.iter().filter(|literal| literal.required).map(|literal| &literal.atom);
        let evaluations =
            required().filter_map(|atom| if let Atom::Evaluation(range) = atom { Some(*range) } else { None });
        if common(evaluations).is_none() {
            return Err(Impossible::NoNumber("evaluation"));
        }
        let ratings = required().filter_map(|atom| if let Atom::Rating(range) = atom { Some(*range) } else { None });
        let (least, most) =
            ratings.fold((0, u32::MAX), |(least, most), Range { min, max }| (min.max(least), max.min(most)));
        if least > most {
            return Err(Impossible::NoNumber("rating"));
        }
        let balances = required().filter_map(|atom| if let Atom::Material(range) = atom { Some(*range) } else { None });
        let Some(SignedRange { min, max }) = common(balances) else {
            return Err(Impossible::NoNumber("material"));
        };
        let most_for = |side: Color| self.most_material(side, promotions) - self.least_material(!side);
        let (white, black) = (most_for(Color::White), most_for(Color::Black));
        if min > white {
            return Err(Impossible::TooFarAhead { most: white, least: min });
        }
        if max < -black {
            return Err(Impossible::TooFarBehind { most: black, least: -max });
        }
        Ok(())
    }

    /// The most material that a side can have, in pawns: as if every promotion went to each kind.
    fn most_material(&self, side: Color, promotions: u32) -> i32 {
        Role::ALL.into_iter().map(|role| VALUES[role as usize - 1] * self.most_of(side, role, promotions) as i32).sum()
    }

    fn least_material(&self, side: Color) -> i32 {
        let fewest = |role: Role| self.men(side, role).min.min(ALL_AT_THE_START) as i32;
        Role::ALL.into_iter().map(|role| VALUES[role as usize - 1] * fewest(role)).sum()
    }
}

/// The numbers in all ranges; `None` where there are none.
fn common(ranges: impl Iterator<Item = SignedRange>) -> Option<SignedRange> {
    let all = SignedRange { min: i32::MIN, max: i32::MAX };
    let both = ranges.fold(all, |a, b| SignedRange { min: a.min.max(b.min), max: a.max.min(b.max) });
    (both.min <= both.max).then_some(both)
}
