//! Pieces in places: on squares, in each other's way, and pawns that must have come there.

use shakmaty::{Bitboard, CastlingSide, Color, Rank, Role, Square, attacks};

use super::{ALL_AT_THE_START, AT_THE_START, Goal, Impossible, PAWNS, name, plural};
use crate::chess::pawns::{PawnPlan, pawn_rank};
use crate::constraint::condition::Atom;
use crate::constraint::goal::Placement;
use crate::constraint::pawns::PawnKind;
use crate::constraint::range::Range;

impl Goal {
    pub(super) fn check_castling(&self, side: Color) -> Result<(), Impossible> {
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

    pub(super) fn check_places(&self, promotions: u32) -> Result<(), Impossible> {
        let edge = Bitboard::from(Rank::First) | Bitboard::from(Rank::Eighth);
        let mut taken: Vec<(Square, Color, Option<Role>)> = Vec::new();
        for place in self.placements.iter().filter(|place| place.range.min > 0) {
            let what = || format!("{}'s {} {}", name(place.side), plural(place.role), place.region.words);
            let Range { min, max } = place.range;
            if min > max {
                return Err(Impossible::Contradiction { side: name(place.side), what: plural(place.role), min, max });
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

    /// More pieces of a kind in a place than the side can have.
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
            return Err(Impossible::Contradiction { side: name(place.side), what: plural(Some(role)), min, max: most });
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

    /// Kings stand on squares that are left to them, and never side by side.
    pub(super) fn check_kings(&self) -> Result<(), Impossible> {
        let squares = |side: Color| {
            let places = self.placements.iter().filter(|place| place.side == side && place.role == Some(Role::King));
            places.fold(Bitboard::FULL, |left, place| match (place.range.min, place.range.max) {
                (_, 0) => left & !place.region.squares,
                (0, _) => left,
                _ => left & place.region.squares,
            })
        };
        let (white, black) = (squares(Color::White), squares(Color::Black));
        for (side, left) in [(Color::White, white), (Color::Black, black)] {
            if left.is_empty() {
                return Err(Impossible::NoSquareForKing { side: name(side) });
            }
        }
        let apart = |square: Square| (black & !attacks::king_attacks(square)).without(square).any();
        if white.into_iter().any(apart) { Ok(()) } else { Err(Impossible::KingsTouch) }
    }

    /// The squares on which a pawn of a side must stand, by places of a single square.
    fn pawn_squares(&self, side: Color) -> Bitboard {
        let is_required =
            |place: &&Placement| place.side == side && place.role == Some(Role::Pawn) && place.range.min > 0;
        self.placements.iter().filter(is_required).filter_map(|place| place.region.square()).collect()
    }

    /// Pieces of the other side that can be gone at most.
    fn can_be_gone(&self, side: Color) -> u32 {
        ALL_AT_THE_START.saturating_sub(self.fewest(!side))
    }

    /// Pawns change their file by captures only, once a rank, and those that have not moved lock in their bishop.
    pub(super) fn check_pawn_places(&self, side: Color, promotions: u32) -> Result<(), Impossible> {
        let pawns = self.pawn_squares(side);
        let plan = PawnPlan::new(side, Bitboard::from(pawn_rank(side)), pawns, |_| true)
            .ok_or(Impossible::PawnsAside { side: name(side) })?;
        let (captures, gone) = (plan.captures(), self.can_be_gone(side));
        if captures > gone {
            return Err(Impossible::PawnCaptures { side: name(side), captures, gone });
        }
        for home in side.fold_wb([Square::C1, Square::F1], [Square::C8, Square::F8]) {
            let colour = if home.is_light() { Bitboard::LIGHT_SQUARES } else { Bitboard::DARK_SQUARES };
            let is_elsewhere = |place: &Placement| {
                let squares = place.region.squares;
                place.side == side
                    && place.role == Some(Role::Bishop)
                    && place.range.min > promotions
                    && squares.is_subset(colour)
                    && !squares.contains(home)
            };
            let locked = attacks::pawn_attacks(side, home).is_subset(pawns);
            if locked && self.placements.iter().any(is_elsewhere) {
                return Err(Impossible::BishopLockedIn { side: name(side), home });
            }
        }
        Ok(())
    }

    /// Isolated, doubled and passed pawns.
    pub(super) fn check_formations(&self, side: Color) -> Result<(), Impossible> {
        for kind in PawnKind::ALL {
            let mut range = Range { min: 0, max: self.men(side, Role::Pawn).max.min(PAWNS) };
            for literal in &self.others {
                if let Atom::Pawns { side: other, kind: found, range: asked } = &literal.atom
                    && (*other, *found) == (side, kind)
                {
                    range = Range { min: range.min.max(asked.min), max: range.max.min(asked.max) };
                }
            }
            let Range { min, max } = range;
            if min > max {
                let what = format!("{} pawns", kind.word());
                return Err(Impossible::Contradiction { side: name(side), what, min, max });
            }
            if kind == PawnKind::Doubled && (min, max) == (1, 1) {
                return Err(Impossible::OneDoubledPawn { side: name(side) });
            }
            // A pawn comes to the file of another by a capture.
            if kind == PawnKind::Doubled && min > 0 && self.can_be_gone(side) == 0 {
                return Err(Impossible::PawnCaptures { side: name(side), captures: 1, gone: 0 });
            }
        }
        Ok(())
    }
}

/// The initial square of a wing's rook.
trait Corner {
    fn rook_to_corner(self, rank: Rank) -> Square;
}

impl Corner for CastlingSide {
    fn rook_to_corner(self, rank: Rank) -> Square {
        let file = if self == CastlingSide::KingSide { shakmaty::File::H } else { shakmaty::File::A };
        Square::from_coords(file, rank)
    }
}
