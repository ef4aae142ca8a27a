//! Positions that no game reaches, with the reason.
//!
//! A refusal here is certain. A position that is not refused may still be out of reach: to decide that takes a proof
//! game, or retrograde analysis.

use shakmaty::{
    Bitboard, CastlingMode, Chess, Color, FromSetup as _, PositionErrorKinds, Rank, Role, Setup, Square, attacks,
};
use thiserror::Error;

use super::impossible::{AT_THE_START, name};
use super::locked::locked_out;
use crate::chess::pawns::{PawnPlan, pawn_rank};

/// Pieces of a side at the start.
const MEN: usize = 16;
/// Pawns of a side at the start.
const PAWNS: usize = 8;

/// Why no game reaches a position.
#[derive(Clone, Debug, Error, PartialEq, Eq)]
pub enum Unreachable {
    #[error("{side} has {count} kings: there is always exactly one")]
    Kings { side: &'static str, count: usize },
    #[error("{count} pawns of {side}: there are never more than eight")]
    Pawns { side: &'static str, count: usize },
    #[error("{count} pieces of {side}: there are never more than sixteen")]
    Men { side: &'static str, count: usize },
    #[error("a pawn on {0}: pawns never stand on the first or the last rank")]
    PawnOnEdge(Square),
    #[error("{promoted} pieces of {side} must have been pawns, of which {gone} are gone")]
    Promotions { side: &'static str, promoted: usize, gone: usize },
    #[error("{side}'s bishop cannot have left {home}: the pawns beside it have not moved")]
    BishopLockedIn { side: &'static str, home: Square },
    #[error("{side}'s pawns cannot have come to their squares")]
    PawnsAside { side: &'static str },
    #[error("{side}'s pawns made {captures} captures at least, and {gone} pieces of the other side are gone")]
    Captures { side: &'static str, captures: u32, gone: usize },
    #[error("{side}'s {what} cannot have come to {square}: what never moved is in its way")]
    LockedOut { side: &'static str, what: String, square: Square },
    #[error("the kings stand side by side: kings may not touch")]
    KingsTouch,
    #[error("both kings are in check")]
    BothInCheck,
    #[error("{side} is in check and not to move")]
    CheckAfterMove { side: &'static str },
    #[error("no move gives check in this way")]
    Check,
    #[error("a right to castle needs the king and the rook on their first squares")]
    Castling,
    #[error("no pawn can have passed {0} with the last move")]
    EnPassant(Square),
}

/// The position of a FEN, checked by its piece counts, pawns, bishops, rights and checks.
///
/// # Errors
/// The first reason for which no game reaches it.
pub fn reachable_position(setup: &Setup) -> Result<Chess, Unreachable> {
    // What follows counts the pieces that are gone, so none may be too many.
    Color::ALL.into_iter().try_for_each(|side| check_counts(setup, side))?;
    for side in Color::ALL {
        check_promotions(setup, side)?;
        check_pawns(setup, side)?;
    }
    check_kings(setup)?;
    for side in Color::ALL {
        if let Some((role, square)) = locked_out(setup, side) {
            let what = format!("{role:?}").to_lowercase();
            return Err(Unreachable::LockedOut { side: name(side), what, square });
        }
    }
    Chess::from_setup(setup.clone(), CastlingMode::Standard).map_err(|error| {
        let has = |kind: PositionErrorKinds| error.kinds().contains(kind);
        match setup.ep_square {
            _ if has(PositionErrorKinds::OPPOSITE_CHECK) => Unreachable::CheckAfterMove { side: name(!setup.turn) },
            _ if has(PositionErrorKinds::INVALID_CASTLING_RIGHTS) => Unreachable::Castling,
            Some(square) if has(PositionErrorKinds::INVALID_EP_SQUARE) => Unreachable::EnPassant(square),
            _ => Unreachable::Check,
        }
    })
}

fn check_counts(setup: &Setup, side: Color) -> Result<(), Unreachable> {
    let count = |men: Bitboard| men.count();
    let (kings, pawns) = (setup.board.by_piece(side.king()), setup.board.by_piece(side.pawn()));
    let men = setup.board.by_color(side);
    if count(kings) != 1 {
        return Err(Unreachable::Kings { side: name(side), count: count(kings) });
    }
    if count(pawns) > PAWNS {
        return Err(Unreachable::Pawns { side: name(side), count: count(pawns) });
    }
    if count(men) > MEN {
        return Err(Unreachable::Men { side: name(side), count: count(men) });
    }
    let on_edge = pawns & (Bitboard::from(Rank::First) | Bitboard::from(Rank::Eighth));
    on_edge.first().map_or(Ok(()), |square| Err(Unreachable::PawnOnEdge(square)))
}

/// Kings never stand side by side, and are never in check together.
fn check_kings(setup: &Setup) -> Result<(), Unreachable> {
    let board = &setup.board;
    let [Some(white), Some(black)] = [Color::White, Color::Black].map(|side| board.king_of(side)) else {
        return Ok(());
    };
    if attacks::king_attacks(white).contains(black) {
        return Err(Unreachable::KingsTouch);
    }
    let is_in_check = |king: Square, by: Color| board.attacks_to(king, by, board.occupied()).any();
    if is_in_check(white, Color::Black) && is_in_check(black, Color::White) {
        return Err(Unreachable::BothInCheck);
    }
    Ok(())
}

/// Pieces beyond the start's come from pawns, as does a bishop whose like is locked in or was captured at home.
fn check_promotions(setup: &Setup, side: Color) -> Result<(), Unreachable> {
    let men = |role: Role| setup.board.by_piece(role.of(side));
    let gone = PAWNS - men(Role::Pawn).count();
    let beyond = |role: Role| men(role).count().saturating_sub(AT_THE_START[role as usize - 1] as usize);
    let mut promoted: usize = [Role::Knight, Role::Rook, Role::Queen].into_iter().map(beyond).sum();
    let mut locked = None;
    for home in home_squares(side) {
        let colour = if home.is_light() { Bitboard::LIGHT_SQUARES } else { Bitboard::DARK_SQUARES };
        let elsewhere = (men(Role::Bishop) & colour).without(home).count();
        if is_locked_in(setup, side, home) {
            promoted += elsewhere;
            locked = locked.or((elsewhere > 0).then_some(home));
        } else {
            promoted += (men(Role::Bishop) & colour).count().saturating_sub(1);
        }
    }
    match locked {
        _ if promoted <= gone => Ok(()),
        Some(home) => Err(Unreachable::BishopLockedIn { side: name(side), home }),
        None => Err(Unreachable::Promotions { side: name(side), promoted, gone }),
    }
}

/// The initial squares of a side's bishops.
fn home_squares(side: Color) -> [Square; 2] {
    side.fold_wb([Square::C1, Square::F1], [Square::C8, Square::F8])
}

/// Returns true if both pawns before a bishop's first square have not moved.
fn is_locked_in(setup: &Setup, side: Color, home: Square) -> bool {
    let before = attacks::pawn_attacks(side, home);
    before.is_subset(setup.board.by_piece(side.pawn()))
}

/// Pawns change their file by captures only, once a rank.
fn check_pawns(setup: &Setup, side: Color) -> Result<(), Unreachable> {
    let pawns = setup.board.by_piece(side.pawn());
    let plan = PawnPlan::new(side, Bitboard::from(pawn_rank(side)), pawns, |_| true)
        .ok_or(Unreachable::PawnsAside { side: name(side) })?;
    let (captures, gone) = (plan.captures(), MEN - setup.board.by_color(!side).count());
    if captures as usize > gone { Err(Unreachable::Captures { side: name(side), captures, gone }) } else { Ok(()) }
}

#[cfg(test)]
mod tests {
    use shakmaty::fen::Fen;

    use super::*;

    fn check(fen: &str) -> Result<(), String> {
        let setup = fen.parse::<Fen>().expect(fen).into_setup();
        reachable_position(&setup).map(|_| ()).map_err(|reason| reason.to_string())
    }

    fn assert_refused(fen: &str, reason: &str) {
        let refused = check(fen).expect_err(fen);
        assert!(refused.contains(reason), "{fen}: {refused}");
    }

    #[test]
    fn each_side_has_one_king() {
        assert_refused("rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBKKBNR w kq - 0 1", "white has 2 kings");
        assert_refused("rnbq1bnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQ - 0 1", "black has 0 kings");
    }

    #[test]
    fn there_are_never_nine_pawns_or_seventeen_men() {
        assert_refused("rnbqkbnr/pppppppp/p7/8/8/8/PPPPPPPP/RNBQKBN1 w Qkq - 0 1", "9 pawns of black");
        assert_refused("rnbqkbnr/pppppppp/8/8/8/N7/PPPPPPPP/RNBQKBNR w KQkq - 0 1", "17 pieces of white");
    }

    #[test]
    fn pawns_never_stand_on_the_edge() {
        assert_refused("rnbqkbnP/pppppppp/8/8/8/8/PPPPPPP1/RNBQKBNR w KQq - 0 1", "a pawn on h8");
        assert_refused("rnbqkbnr/ppppppp1/8/8/8/8/PPPPPPPP/pNBQKBNR w Kkq - 0 1", "a pawn on a1");
    }

    #[test]
    fn promoted_men_need_as_many_pawns_that_are_gone() {
        assert_refused(
            "rnbqkbnr/pppppppp/8/8/8/7Q/PPPPPPPQ/RNBQKBN1 w Qkq - 0 1",
            "2 pieces of white must have been pawns",
        );
        assert_refused("rnbqkb2/pppppppp/2q5/8/8/8/PPPPPPPP/RNBQKBNR w KQq - 0 1", "1 pieces of black");
        assert_eq!(check("rnbqkbn1/ppppppp1/8/8/8/8/PPPPPPP1/RNBQKBNQ b Qq - 0 1"), Ok(()));
    }

    #[test]
    fn a_bishop_does_not_pass_its_own_unmoved_pawns() {
        assert_refused(
            "rnbqkbnr/pppp1ppp/8/4p3/2B5/8/PPPPPPPP/RNBQK1NR b KQkq - 0 1",
            "white's bishop cannot have left f1",
        );
        assert_refused(
            "rn1qkbnr/pppppppp/8/5b2/8/P7/1PPPPPPP/RNBQKBNR w KQkq - 0 1",
            "black's bishop cannot have left c8",
        );
        // Captured at home, and another came from a pawn.
        assert_eq!(check("rnbqkbnr/p1pppp1p/8/8/2B5/8/1PPPPPPP/RNBQK1NR b KQkq - 0 1"), Ok(()));
        assert_eq!(check("rnbqkbnr/pppppp1p/8/8/8/8/PPPPPPPP/RNBQK1NR b KQkq - 0 1"), Ok(()));
    }

    #[test]
    fn pawns_that_change_their_file_have_captured() {
        assert_refused(
            "rnbqkbnr/pppppppp/8/8/8/2P5/P1PPPPPP/RNBQKBNR b KQkq - 0 1",
            "1 captures at least, and 0 pieces",
        );
        assert_refused(
            "rnbqkb1r/pppppppp/8/8/2P5/2P5/2PPPPPP/RNBQKBNR b KQkq - 0 1",
            "3 captures at least, and 1 pieces",
        );
        assert_eq!(check("rnbqkb1r/pppppppp/8/8/8/2P5/P1PPPPPP/RNBQKBNR b KQkq - 0 1"), Ok(()));
    }

    #[test]
    fn pawns_go_forward_one_file_a_rank() {
        assert_refused("4k3/8/8/8/8/P1P5/PP6/4K3 w - - 0 1", "white's pawns cannot have come");
        assert_refused("4k3/5ppp/6pp/7p/8/8/8/4K3 w - - 0 1", "black's pawns cannot have come");
    }

    #[test]
    fn only_the_side_to_move_is_in_check_and_by_a_move() {
        assert_refused("4k3/8/8/8/4Q3/8/8/4K3 w - - 0 1", "black is in check and not to move");
        assert_refused("4k3/8/5N2/3N4/8/8/8/4K3 w - - 0 1", "black is in check");
        assert_refused("4k3/8/3N1N2/8/8/8/8/4K3 b - - 0 1", "no move gives check");
    }

    #[test]
    fn kings_neither_touch_nor_stand_in_check_together() {
        assert_refused("8/8/8/3k4/4K3/8/8/8 w - - 0 1", "kings may not touch");
        assert_refused("4k3/8/8/8/4Q3/8/8/q3K3 w - - 0 1", "both kings are in check");
        assert_eq!(check("8/8/8/3k4/8/4K3/8/8 w - - 0 1"), Ok(()));
    }

    #[test]
    fn what_never_moved_is_in_the_way() {
        assert_refused(
            "rnbqkbnr/pppppppp/8/7R/8/8/PPPPPPPP/RNBQKBN1 w Qkq - 0 1",
            "white's rook cannot have come to h5: what never moved is in its way",
        );
    }

    #[test]
    fn rights_to_castle_need_king_and_rook_at_home() {
        assert_refused("rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBN1 w KQkq - 0 1", "a right to castle");
        assert_refused("rnbq1bnr/ppppkppp/8/4p3/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1", "a right to castle");
    }

    #[test]
    fn an_en_passant_square_has_its_pawn() {
        assert_refused("rnbqkbnr/pppppppp/8/8/8/4P3/PPPP1PPP/RNBQKBNR b KQkq e3 0 1", "passed e3");
        assert_eq!(check("rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq e3 0 1"), Ok(()));
    }
}
