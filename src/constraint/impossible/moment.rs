//! Check, mate, whose turn it is, and when.

use shakmaty::{Color, Role};

use super::{ALL_AT_THE_START, AT_THE_START, Goal, Impossible, name};
use crate::constraint::condition::Atom;
use crate::constraint::range::Range;

/// Plies after which a side gives check, and mate, at the earliest: White, Black. The counts of perft have no check
/// before the third ply, and no mate before the fourth, which is Black's.
const FIRST_CHECK: [u32; 2] = [3, 4];
const FIRST_MATE: [u32; 2] = [5, 4];

impl Goal {
    /// Check, mate, and whose turn it is.
    pub(super) fn check_moment(&self) -> Result<(), Impossible> {
        let requires = |atom: &Atom| self.required(atom) == Some(true);
        let turn = |side| requires(&Atom::Turn(side));
        if turn(Color::White) && turn(Color::Black) {
            return Err(Impossible::Exclusive("white to move", "black to move"));
        }
        if Color::ALL.iter().all(|&side| requires(&Atom::Check(side))) {
            return Err(Impossible::BothInCheck);
        }
        if Color::ALL.iter().any(|&side| requires(&Atom::Check(side)) && turn(!side)) {
            return Err(Impossible::CheckAfterMove);
        }
        if requires(&Atom::Checkmate) && requires(&Atom::Stalemate) {
            return Err(Impossible::Exclusive("checkmate", "stalemate"));
        }
        if requires(&Atom::Stalemate) && Color::ALL.iter().any(|&side| requires(&Atom::Check(side))) {
            return Err(Impossible::Exclusive("stalemate", "check"));
        }
        if requires(&Atom::OneWinningMove) && requires(&Atom::Checkmate) {
            return Err(Impossible::Exclusive("one winning move", "checkmate"));
        }
        if requires(&Atom::OneWinningMove) && requires(&Atom::Stalemate) {
            return Err(Impossible::Exclusive("one winning move", "stalemate"));
        }
        let never_in_check = Color::ALL.iter().all(|&side| self.required(&Atom::Check(side)) == Some(false));
        if requires(&Atom::Checkmate) && never_in_check {
            return Err(Impossible::Exclusive("checkmate", "not in check"));
        }
        let contradicted = self.others.iter().any(|literal| {
            self.others.iter().any(|other| other.atom == literal.atom && other.required != literal.required)
        });
        if contradicted { Err(Impossible::Exclusive("a condition", "its contrary")) } else { Ok(()) }
    }

    /// Checks that there is time for the captures, and a ply of the right side.
    pub(super) fn check_plies(&self, promotions: u32, last: u32) -> Result<(), Impossible> {
        let Range { min, max } = Range { max: self.plies.max.min(last), ..self.plies };
        if min > max {
            return Err(Impossible::NoPly);
        }
        for side in Color::ALL {
            // Pieces that must go, promotions aside: a pawn that has promoted is no pawn any more.
            let officers = Role::ALL.into_iter().filter(|role| *role != Role::Pawn);
            let officers: u32 =
                officers.map(|role| AT_THE_START[role as usize - 1].saturating_sub(self.men(side, role).max)).sum();
            // A promotion changes no number of pieces.
            let captures = officers.max(ALL_AT_THE_START.saturating_sub(self.most(side, promotions)));
            // The first capture is at the second move of a side at the earliest.
            let needed = if captures == 0 { 0 } else { 2 * (captures + 1) - u32::from(side.is_black()) };
            if needed > max {
                return Err(Impossible::TooSoon { captures, by: name(!side), needed, last: max });
            }
        }
        if min == max {
            let odd = min % 2 == 1;
            if self.required(&Atom::Turn(Color::White)) == Some(true) && odd {
                return Err(Impossible::Parity("white"));
            }
            if self.required(&Atom::Turn(Color::Black)) == Some(true) && !odd {
                return Err(Impossible::Exclusive("black to move", "an even number of half moves"));
            }
        }
        Ok(())
    }

    /// Checks that somebody is there to give the check or the mate that is asked for, and in time.
    pub(super) fn check_attackers(&self, last: u32) -> Result<(), Impossible> {
        let last = self.plies.max.min(last);
        let required = |atom: &Atom| self.required(atom);
        for side in Color::ALL {
            if required(&Atom::Check(!side)) != Some(true) {
                continue;
            }
            if self.has_only_a_king(side) {
                return Err(Impossible::NoChecker(name(side)));
            }
            let needed = side.fold_wb(FIRST_CHECK[0], FIRST_CHECK[1]);
            if needed > last {
                return Err(Impossible::TooSoonFor { side: name(side), what: "gives check", needed, last });
            }
        }
        if required(&Atom::Checkmate) != Some(true) {
            return Ok(());
        }
        // Black first, who can give mate sooner.
        let mates =
            |side: &Color| required(&Atom::Turn(*side)) != Some(true) && required(&Atom::Check(!*side)) != Some(false);
        let mut reason = Ok(());
        for side in [Color::Black, Color::White].into_iter().filter(mates) {
            match self.check_mate_by(side, last) {
                Ok(()) => return Ok(()),
                Err(why) => reason = reason.and(Err(why)),
            }
        }
        reason
    }

    fn check_mate_by(&self, side: Color, last: u32) -> Result<(), Impossible> {
        let needed = side.fold_wb(FIRST_MATE[0], FIRST_MATE[1]);
        if needed > last {
            return Err(Impossible::TooSoonFor { side: name(side), what: "gives mate", needed, last });
        }
        let can_have = |side: Color, role: Role| self.men(side, role).max > 0;
        let helps = |roles: &[Role]| !self.has_only_a_king(!side) && roles.iter().any(|role| can_have(!side, *role));
        let is_only = |role: Role| {
            let others = Role::ALL.into_iter().filter(|other| !matches!(other, Role::King) && *other != role);
            self.men(side, role).max == 1 && others.into_iter().all(|other| !can_have(side, other))
        };
        let reason = if self.has_only_a_king(side) {
            "a king alone never does"
        } else if is_only(Role::Knight) && !helps(&[Role::Pawn, Role::Knight, Role::Bishop, Role::Rook]) {
            "a knight alone needs a pawn, a knight, a bishop or a rook of the other side in its king's way"
        } else if is_only(Role::Bishop) && !helps(&[Role::Pawn, Role::Knight, Role::Bishop]) {
            "a bishop alone needs a pawn, a knight or a bishop of the other side in its king's way"
        } else {
            return Ok(());
        };
        Err(Impossible::NoMate { side: name(side), reason })
    }

    /// Returns true if a side can have nothing but its king.
    fn has_only_a_king(&self, side: Color) -> bool {
        let is_gone = |role: Role| role == Role::King || self.men(side, role).max == 0;
        Role::ALL.into_iter().all(is_gone) || self.totals(side).any(|range| range.max == 1)
    }

    /// Advice where no position was found although none of this is impossible.
    pub fn advice(&self) -> Option<&'static str> {
        let knights = |side: Color| {
            let others = [Role::Pawn, Role::Bishop, Role::Rook, Role::Queen];
            self.men(side, Role::Knight).max == 2 && others.into_iter().all(|role| self.men(side, role).max == 0)
        };
        let two_knights = Color::ALL.into_iter().any(|side| knights(side) && self.has_only_a_king(!side));
        (self.required(&Atom::Checkmate) == Some(true) && two_knights).then_some(
            "two knights alone cannot force mate but can give it: add a helper, such as a pawn of the other side",
        )
    }
}
