//! Requests that no game can meet, with the reason.

use shakmaty::{Bitboard, CastlingSide, Color, Rank, Role, Square};
use thiserror::Error;

use super::condition::{Atom, Condition, Range};
use super::goal::{Goal, Placement, TooManyWays};

/// Men of each kind at the start, in the order of [`Role::ALL`].
pub(super) const AT_THE_START: [u32; 6] = [8, 2, 2, 2, 1, 1];

/// Why a goal cannot be met.
#[derive(Clone, Debug, Error, PartialEq, Eq)]
pub enum Impossible {
    #[error("{side} {role}s: at least {min} and at most {max} contradict each other")]
    Contradiction { side: &'static str, role: String, min: u32, max: u32 },
    #[error("{count} pawns of {side}: there are never more than eight")]
    Pawns { side: &'static str, count: u32 },
    #[error("{side} always has exactly one king")]
    King { side: &'static str },
    #[error("{what} needs {needed} promotions: allowed {allowed}")]
    Promotions { what: String, needed: u32, allowed: u32 },
    #[error("{needed} promotions and {kept} pawns of {side}: together there are never more than eight")]
    PawnsForPromotions { side: &'static str, needed: u32, kept: u32 },
    #[error("{count} men of {side}: there are never more than sixteen")]
    Men { side: &'static str, count: u32 },
    #[error("pawns never stand on the first or the last rank")]
    PawnOnEdge,
    #[error("two men on {0}")]
    Crowded(Square),
    #[error("{what} asks for more men than have room: {min} on {room} squares")]
    NoRoom { what: String, min: u32, room: u32 },
    #[error("only the side to move can be in check")]
    CheckAfterMove,
    #[error("both kings in check at once")]
    BothInCheck,
    #[error("{0} and {1} exclude each other")]
    Exclusive(&'static str, &'static str),
    #[error("{side} can castle {wing} only with the king on its first square and a rook on {rook}")]
    Castling { side: &'static str, wing: &'static str, rook: Square },
    #[error("{captures} captures by {by} take {needed} half moves at least: the last allowed is {last}")]
    TooSoon { captures: u32, by: &'static str, needed: u32, last: u32 },
    #[error("{0} is to move after an even number of half moves only")]
    Parity(&'static str),
    #[error("no half move is within the range")]
    NoPly,
}

/// Why a condition leaves nothing to search for.
#[derive(Clone, Debug, Error, PartialEq, Eq)]
pub enum NoGoal {
    #[error(transparent)]
    TooManyWays(#[from] TooManyWays),
    #[error("impossible: {}", .0.iter().map(ToString::to_string).collect::<Vec<_>>().join("; or: "))]
    Impossible(Vec<Impossible>),
}

impl Condition {
    /// The ways that are not known to be impossible with so many promotions.
    ///
    /// # Errors
    /// [`NoGoal`], with the reason of each way where all are impossible.
    pub fn possible_goals(&self, promotions: u32) -> Result<Vec<Goal>, NoGoal> {
        let mut reasons = Vec::new();
        let mut goals = self.goals()?;
        goals.retain(|goal| goal.check(promotions).map_err(|reason| reasons.push(reason)).is_ok());
        if goals.is_empty() { Err(NoGoal::Impossible(reasons)) } else { Ok(goals) }
    }
}

impl Goal {
    /// Whether any game with at most `promotions` promotions can meet this goal: what is found here is certain, what is
    /// not found may still be impossible.
    ///
    /// # Errors
    /// The first reason.
    pub fn check(&self, promotions: u32) -> Result<(), Impossible> {
        for side in Color::ALL {
            self.check_counts(side, promotions)?;
            self.check_castling(side)?;
        }
        self.check_places(promotions)?;
        self.check_moment()?;
        self.check_plies()
    }

    fn check_counts(&self, side: Color, promotions: u32) -> Result<(), Impossible> {
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
                return Err(Impossible::Contradiction {
                    side: name,
                    role: format!("{role:?}").to_lowercase(),
                    min,
                    max,
                });
            }
        }
        let officers = || Role::ALL.into_iter().filter(|role| *role != Role::Pawn);
        let beyond = |role: Role| self.men(side, role).min.saturating_sub(AT_THE_START[role as usize - 1]);
        let needed: u32 = officers().map(beyond).sum();
        if needed > promotions {
            let many: Vec<String> = officers()
                .filter(|role| beyond(*role) > 0)
                .map(|role| format!("{} {}s", self.men(side, role).min, role_name(role)))
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
        let placed = self
            .placements
            .iter()
            .filter(|place| place.side == side && place.role.is_none())
            .map(|place| place.range.min)
            .max()
            .unwrap_or(0);
        if men.max(placed) > 16 { Err(Impossible::Men { side: name, count: men.max(placed) }) } else { Ok(()) }
    }

    fn check_castling(&self, side: Color) -> Result<(), Impossible> {
        for (wing, word) in [(CastlingSide::KingSide, "short"), (CastlingSide::QueenSide, "long")] {
            if !self.requires_castling(side, wing) {
                continue;
            }
            let rank = side.fold_wb(Rank::First, Rank::Eighth);
            let (king, rook) = (Square::from_coords(shakmaty::File::E, rank), wing.rook_to_corner(rank));
            let elsewhere = |place: &Placement, role: Role, square: Square| {
                place.side == side
                    && place.role == Some(role)
                    && place.range.min >= AT_THE_START[role as usize - 1]
                    && !place.region.squares.contains(square)
            };
            let rooks = self.men(side, Role::Rook).max;
            let both = CastlingSide::ALL.iter().all(|wing| self.requires_castling(side, *wing));
            let no_rook = rooks < if both { 2 } else { 1 };
            if no_rook
                || self
                    .placements
                    .iter()
                    .any(|place| elsewhere(place, Role::King, king) || elsewhere(place, Role::Rook, rook))
            {
                return Err(Impossible::Castling { side: name(side), wing: word, rook });
            }
        }
        Ok(())
    }

    fn check_places(&self, promotions: u32) -> Result<(), Impossible> {
        let edge = Bitboard::from(Rank::First) | Bitboard::from(Rank::Eighth);
        let mut taken: Vec<(Square, Color, Option<Role>)> = Vec::new();
        for place in self.placements.iter().filter(|place| place.range.min > 0) {
            let what = || {
                format!(
                    "{}'s {}s {}",
                    name(place.side),
                    place.role.map_or("man".to_owned(), role_name),
                    place.region.words
                )
            };
            let Range { min, max } = place.range;
            if min > max {
                return Err(Impossible::Contradiction {
                    side: name(place.side),
                    role: place.role.map_or("man".to_owned(), role_name),
                    min,
                    max,
                });
            }
            let pawns = place.role == Some(Role::Pawn);
            let room = if pawns { place.region.squares & !edge } else { place.region.squares };
            if pawns && room.is_empty() {
                return Err(Impossible::PawnOnEdge);
            }
            if min > room.count() as u32 {
                return Err(Impossible::NoRoom { what: what(), min, room: room.count() as u32 });
            }
            if let Some(role) = place.role {
                self.check_kind(place, role, what, promotions)?;
            }
            if let Some(square) = place.region.square() {
                let other = |(known, side, role): &(Square, Color, Option<Role>)| {
                    *known == square
                        && (*side != place.side || matches!((role, place.role), (Some(a), Some(b)) if *a != b))
                };
                if taken.iter().any(other) {
                    return Err(Impossible::Crowded(square));
                }
                taken.push((square, place.side, place.role));
            }
        }
        Ok(())
    }

    /// More men of a kind in a place than the side can have.
    fn check_kind(
        &self,
        place: &Placement,
        role: Role,
        what: impl Fn() -> String,
        promotions: u32,
    ) -> Result<(), Impossible> {
        let min = place.range.min;
        let most = self.men(place.side, role).max;
        if min > most {
            return Err(Impossible::Contradiction { side: name(place.side), role: role_name(role), min, max: most });
        }
        match role {
            Role::Pawn if min > 8 => return Err(Impossible::Pawns { side: name(place.side), count: min }),
            Role::King if min > 1 => return Err(Impossible::King { side: name(place.side) }),
            Role::Pawn | Role::King => return Ok(()),
            _ => {}
        }
        // A bishop never leaves its colour, and each side begins with one of either.
        let one_colour = role == Role::Bishop
            && [Bitboard::LIGHT_SQUARES, Bitboard::DARK_SQUARES]
                .iter()
                .any(|&squares| place.region.squares.is_subset(squares));
        let begun = if one_colour { 1 } else { AT_THE_START[role as usize - 1] };
        let needed = min.saturating_sub(begun);
        if needed > promotions {
            Err(Impossible::Promotions { what: what(), needed, allowed: promotions })
        } else {
            Ok(())
        }
    }

    /// Check, mate, and whose turn it is.
    fn check_moment(&self) -> Result<(), Impossible> {
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
        let never_in_check = Color::ALL.iter().all(|&side| self.required(&Atom::Check(side)) == Some(false));
        if requires(&Atom::Checkmate) && never_in_check {
            return Err(Impossible::Exclusive("checkmate", "not in check"));
        }
        let contradicted = self.others.iter().any(|literal| {
            self.others.iter().any(|other| other.atom == literal.atom && other.required != literal.required)
        });
        if contradicted { Err(Impossible::Exclusive("a condition", "its contrary")) } else { Ok(()) }
    }

    /// Whether there is time for the captures, and a half move of the right side.
    fn check_plies(&self) -> Result<(), Impossible> {
        let Range { min, max } = self.plies;
        if min > max {
            return Err(Impossible::NoPly);
        }
        for side in Color::ALL {
            // Men that must go, promotions aside: a pawn that has promoted is no pawn any more.
            let officers = Role::ALL.into_iter().filter(|role| *role != Role::Pawn);
            let captures: u32 =
                officers.map(|role| AT_THE_START[role as usize - 1].saturating_sub(self.men(side, role).max)).sum();
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
}

/// Where a wing's rook begins.
trait Corner {
    fn rook_to_corner(self, rank: Rank) -> Square;
}

impl Corner for CastlingSide {
    fn rook_to_corner(self, rank: Rank) -> Square {
        let file = if self == CastlingSide::KingSide { shakmaty::File::H } else { shakmaty::File::A };
        Square::from_coords(file, rank)
    }
}

pub(super) fn name(side: Color) -> &'static str {
    side.fold_wb("white", "black")
}

fn role_name(role: Role) -> String {
    format!("{role:?}").to_lowercase()
}

#[cfg(test)]
mod tests {
    use crate::constraint::Condition;

    fn check(text: &str, promotions: u32) -> Result<(), String> {
        let goals = text.parse::<Condition>().expect(text).goals().expect("few ways");
        assert_eq!(goals.len(), 1, "{text}");
        goals[0].check(promotions).map_err(|reason| reason.to_string())
    }

    #[test]
    fn impossible_requests_have_their_reason() {
        for (text, reason) in [
            ("white pawns = 9", "9 pawns of white: there are never more than eight"),
            ("white bishops on light squares = 2", "white's bishops on light squares needs 1 promotions: allowed 0"),
            ("white queens = 2", "white's 2 queens needs 1 promotions: allowed 0"),
            ("white pawns >= 6 and white pawns <= 5", "at least 6 and at most 5 contradict"),
            ("black kings = 0", "black always has exactly one king"),
            ("white kings = 2", "white always has exactly one king"),
            ("white men = 17", "17 men of white"),
            ("white pawn on rank 1", "pawns never stand"),
            ("white pawn on e8", "pawns never stand"),
            ("white knight on f5 and black knight on f5", "two men on f5"),
            ("white knight on f5 and white rook on f5", "two men on f5"),
            ("white knights on f5 = 2", "2 on 1 squares"),
            ("white knights = 1 and white knights on file e = 2", "contradict"),
            ("white in check and black to move", "only the side to move"),
            ("white in check and black in check", "both kings"),
            ("checkmate and stalemate", "exclude each other"),
            ("stalemate and white in check", "exclude each other"),
            ("white to move and black to move", "exclude each other"),
            ("checkmate and not checkmate", "contrary"),
            ("checkmate and not check", "checkmate and not in check exclude each other"),
            ("white can castle short and white rooks = 0", "can castle short only with"),
            ("white can castle both and white rooks = 1", "can castle"),
            ("black can castle long and black king on g8", "can castle long only with"),
            (
                "white queens = 0 and white rooks = 0 and ply <= 7",
                "3 captures by black take 8 half moves at least: the last allowed is 7",
            ),
            ("white to move and ply = 7", "even number"),
            ("ply >= 9 and ply <= 3", "no half move"),
        ] {
            let reason_given = check(text, 0).expect_err(text);
            assert!(reason_given.contains(reason), "{text}: {reason_given}");
        }
    }

    #[test]
    fn promotions_make_some_of_it_possible() {
        assert_eq!(check("white bishops on light squares = 2", 1), Ok(()));
        assert_eq!(check("white queens = 3 and white pawns = 6", 2), Ok(()));
        assert!(check("white queens = 3 and white pawns = 7", 2).unwrap_err().contains("never more than eight"));
    }

    #[test]
    fn possible_requests_pass() {
        for count in crate::chess::PieceCount::all() {
            assert_eq!(check(&count.to_string(), 0), Ok(()), "{count}");
        }
        for text in [
            "checkmate and black king on rank 8",
            "white in check",
            "white can castle both and black queens = 0",
            "white knight on f5 and white men on f5 = 1",
            "ply = 7 and black to move",
        ] {
            assert_eq!(check(text, 0), Ok(()), "{text}");
        }
    }
}
