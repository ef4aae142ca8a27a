//! Knights, bishops, rooks and queens, one pass each: square, mobility, place among the pawns, and what they attack.

use shakmaty::attacks::{between, bishop_attacks, king_attacks, knight_attacks, ray, rook_attacks};
use shakmaty::{Bitboard, Rank, Square};

use super::bits::*;
use super::term_sum::{TermSum, Trace};
use super::terms::*;
use super::view::View;

/// The attacks of one side, as it sees the board itself.
#[derive(Clone, Copy, Debug, Default)]
pub struct Attacks {
    pub by_pawns: Bitboard,
    pub by_knights: Bitboard,
    pub by_bishops: Bitboard,
    pub by_rooks: Bitboard,
    pub by_queens: Bitboard,
    pub by_king: Bitboard,
    pub all: Bitboard,
    /// Attacked by two pawns or pieces or more.
    pub twice: Bitboard,
    /// Pawns and pieces that may not leave the line between an enemy slider and their king.
    pub pinned: Bitboard,
    /// The number of knights, bishops, rooks and queens that attack the zone of the enemy king.
    pub attackers: [u8; 4],
    /// The number of their attacks on the squares beside him.
    pub hits: usize,
}

impl Attacks {
    /// The same attacks as the other side sees them.
    #[inline(always)]
    pub fn mirrored(&self) -> Attacks {
        Attacks {
            by_pawns: self.by_pawns.flip_vertical(),
            by_knights: self.by_knights.flip_vertical(),
            by_bishops: self.by_bishops.flip_vertical(),
            by_rooks: self.by_rooks.flip_vertical(),
            by_queens: self.by_queens.flip_vertical(),
            by_king: self.by_king.flip_vertical(),
            all: self.all.flip_vertical(),
            twice: self.twice.flip_vertical(),
            pinned: self.pinned.flip_vertical(),
            attackers: self.attackers,
            hits: self.hits,
        }
    }

    #[inline(always)]
    fn add(&mut self, attacked: Bitboard) {
        self.twice |= self.all & attacked;
        self.all |= attacked;
    }
}

/// The squares around a piece's work that do not change from piece to piece.
struct Ground {
    /// Squares that count as mobility: not those of our king, queens and stuck pawns, nor those that enemy pawns
    /// attack.
    mobility: Bitboard,
    zone: Bitboard,
    beside_king: Bitboard,
    /// Squares in the enemy's half that no enemy pawn attacks now or can ever attack.
    unassailable: Bitboard,
}

/// Counts the terms of one side's pieces and collects what it attacks.
pub fn pieces<T: Trace>(view: &View, can_castle: bool, sum: &mut TermSum<T>) -> Attacks {
    let pawns = view.ours.pawns;
    let mut attacks = Attacks {
        by_pawns: pawn_attacks_up(pawns),
        by_king: king_attacks(view.king),
        pinned: pinned(view),
        ..Attacks::default()
    };
    attacks.all = attacks.by_pawns | attacks.by_king;
    attacks.twice = (attacks.by_pawns & attacks.by_king) | double_pawn_attacks_up(pawns);

    let enemy_pawn_attacks = pawn_attacks_down(view.theirs.pawns);
    let stuck = pawns & (down(view.occupied) | Bitboard::from_rank(Rank::Second) | Bitboard::from_rank(Rank::Third));
    let ground = Ground {
        mobility: !(stuck | view.ours.king | view.ours.queens | enemy_pawn_attacks),
        zone: KING_ZONE[view.their_king.to_usize()],
        beside_king: king_attacks(view.their_king),
        unassailable: Bitboard(0x0000_ffff_ff00_0000) & !fill_down(enemy_pawn_attacks),
    };

    sum.add_if(can_castle, CAN_CASTLE.only());
    sum.add(KING_SQUARE.at(view.table_index(view.king)));
    knights(view, &ground, &mut attacks, sum);
    bishops(view, &ground, &mut attacks, sum);
    rooks(view, &ground, can_castle, &mut attacks, sum);
    queens(view, &ground, &mut attacks, sum);
    attacks
}

/// Our pawns and pieces that stand alone between our king and an enemy slider.
#[inline(always)]
fn pinned(view: &View) -> Bitboard {
    let their_queens = view.theirs.queens;
    let snipers = (rook_attacks(view.king, view.theirs.all) & (view.theirs.rooks | their_queens))
        | (bishop_attacks(view.king, view.theirs.all) & (view.theirs.bishops | their_queens));
    let mut pinned = Bitboard::EMPTY;
    for sniper in snipers {
        let blockers = between(view.king, sniper) & view.occupied;
        if !blockers.more_than_one() {
            pinned |= blockers;
        }
    }
    pinned
}

/// An index of `square` as seen from a king: files away, and ranks ahead of the king or behind him.
#[inline(always)]
fn from_king(king: Square, square: Square) -> usize {
    king.file().distance(square.file()) as usize + 8 * (7 + square.rank() as usize - king.rank() as usize)
}

/// Books one piece's attacks: a pinned piece attacks along the pin only. Returns the squares attacked.
#[inline(always)]
fn book(
    view: &View,
    ground: &Ground,
    attacks: &mut Attacks,
    kind: usize,
    square: Square,
    attacked: Bitboard,
) -> Bitboard {
    let attacked = if attacks.pinned.contains(square) { attacked & ray(view.king, square) } else { attacked };
    attacks.add(attacked);
    if (attacked & ground.zone).any() {
        attacks.attackers[kind] += 1;
        attacks.hits += (attacked & ground.beside_king).count();
    }
    attacked
}

#[inline(always)]
fn knights<T: Trace>(view: &View, ground: &Ground, attacks: &mut Attacks, sum: &mut TermSum<T>) {
    let guarded_outposts = ground.unassailable & attacks.by_pawns;
    for square in view.ours.knights {
        let attacked = book(view, ground, attacks, 0, square, knight_attacks(square));
        attacks.by_knights |= attacked;

        sum.add(KNIGHT_TO_KING.at(from_king(view.their_king, square)));
        sum.add(KNIGHT_SQUARE.at(view.table_index(square)));
        sum.add(KNIGHT_MOBILITY.at((attacked & ground.mobility).count()));
        if ground.unassailable.contains(square) {
            sum.add(KNIGHT_OUTPOST.at(usize::from(guarded_outposts.contains(square))));
        } else {
            sum.add_if((attacked & guarded_outposts & !view.ours.all).any(), OUTPOST_IN_REACH.only());
        }
    }
}

#[inline(always)]
fn bishops<T: Trace>(view: &View, ground: &Ground, attacks: &mut Attacks, sum: &mut TermSum<T>) {
    if view.ours.bishops.is_empty() {
        return;
    }
    let through_queens = view.occupied ^ view.ours.queens ^ view.theirs.queens;
    let blocked_centre = (view.ours.pawns & CENTRE_FILES & down(view.occupied)).count();
    for square in view.ours.bishops {
        let attacked = book(view, ground, attacks, 1, square, bishop_attacks(square, through_queens));
        attacks.by_bishops |= attacked;

        sum.add(BISHOP_TO_KING.at(from_king(view.their_king, square)));
        sum.add(BISHOP_SQUARE.at(view.table_index(square)));
        sum.add(BISHOP_MOBILITY.at((attacked & ground.mobility).count()));
        sum.add(BISHOP_PAWNS.at((view.ours.pawns & same_colour(square)).count().min(8)));
        sum.add_times(BISHOP_BLOCKED_CENTRE.only(), blocked_centre);
        sum.add_times(BISHOP_XRAY.only(), (bishop_attacks(square, Bitboard::EMPTY) & view.theirs.pawns).count());
        if ground.unassailable.contains(square) {
            sum.add(BISHOP_OUTPOST.at(usize::from(attacks.by_pawns.contains(square))));
        }
        sum.add_if(
            (bishop_attacks(square, view.ours.pawns | view.theirs.pawns) & CENTRE).more_than_one(),
            LONG_DIAGONAL.only(),
        );
    }
}

#[inline(always)]
fn rooks<T: Trace>(view: &View, ground: &Ground, can_castle: bool, attacks: &mut Attacks, sum: &mut TermSum<T>) {
    if view.ours.rooks.is_empty() {
        return;
    }
    let queens = view.ours.queens | view.theirs.queens;
    let through = view.occupied ^ queens ^ view.ours.rooks;
    let invasion =
        (view.theirs.pawns & Bitboard::from_rank(Rank::Seventh)).any() || view.their_king.rank() == Rank::Eighth;
    for square in view.ours.rooks {
        let attacked = book(view, ground, attacks, 2, square, rook_attacks(square, through));
        attacks.by_rooks |= attacked;
        let mobility = (attacked & ground.mobility).count();
        let file = file_of(square);

        sum.add(ROOK_TO_KING.at(from_king(view.their_king, square)));
        sum.add(ROOK_SQUARE.at(view.table_index(square)));
        sum.add(ROOK_MOBILITY.at(mobility));
        if (view.ours.pawns & file).is_empty() {
            let open = (view.theirs.pawns & file).is_empty();
            sum.add(if open { ROOK_OPEN_FILE.only() } else { ROOK_HALF_OPEN_FILE.only() });
        } else {
            sum.add_if((view.ours.pawns & file & down(view.occupied)).any(), ROOK_BLOCKED_FILE.only());
            let (king, rook) = (view.king.file() as i32, square.file() as i32);
            if mobility <= 3 && (king < 4) == (rook < king) && view.king.rank() == Rank::First {
                sum.add(ROOK_SHUT_IN.at(usize::from(!can_castle)));
            }
        }
        sum.add_if(invasion && square.rank() == Rank::Seventh, ROOK_SEVENTH.only());
    }
}

#[inline(always)]
fn queens<T: Trace>(view: &View, ground: &Ground, attacks: &mut Attacks, sum: &mut TermSum<T>) {
    for square in view.ours.queens {
        let straight = rook_attacks(square, view.occupied);
        let diagonal = bishop_attacks(square, view.occupied);
        let attacked = book(view, ground, attacks, 3, square, straight | diagonal);
        attacks.by_queens |= attacked;

        sum.add(QUEEN_TO_KING.at(from_king(view.their_king, square)));
        sum.add(QUEEN_SQUARE.at(view.table_index(square)));
        sum.add(QUEEN_MOBILITY.at((attacked & ground.mobility).count()));
        let hidden_attackers = (rook_attacks(square, view.occupied ^ (straight & view.occupied))
            & view.theirs.rooks
            & !straight)
            | (bishop_attacks(square, view.occupied ^ (diagonal & view.occupied)) & view.theirs.bishops & !diagonal);
        sum.add_if(hidden_attackers.any(), QUEEN_EXPOSED.only());
    }
}
