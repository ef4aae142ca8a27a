//! Pieces that cannot have come to where they stand, since pieces that never moved are in their way.

use shakmaty::{Bitboard, CastlingSide, Color, File, Rank, Role, Setup, Square, attacks};

use crate::chess::pawns::pawn_rank;

/// The first piece, by its square, that no way leads to: from no first square of its kind, and from no square of
/// promotion where enough pawns are gone. `None` where there is none; the board has one king for each side and no more
/// than eight pawns.
pub fn locked_out(setup: &Setup, side: Color) -> Option<(Role, Square)> {
    let board = &setup.board;
    let unmoved = unmoved(setup);
    let mut pawns_gone = 8_usize.saturating_sub(board.by_piece(side.pawn()).count());
    for role in [Role::King, Role::Queen, Role::Rook, Role::Bishop, Role::Knight] {
        let men = board.by_piece(role.of(side));
        let homes = homes(side, role);
        // What has never moved stands where it began.
        let reached = reached(side, role, homes, unmoved) | (men & unmoved);
        for square in men & !reached {
            match pawns_gone.checked_sub(1) {
                Some(left) if role != Role::King => pawns_gone = left,
                _ => return Some((role, square)),
            }
        }
    }
    None
}

/// Pieces that have certainly never moved: pawns on their first rank, kings and rooks with a right to castle, and
/// bishops behind two such pawns.
fn unmoved(setup: &Setup) -> Bitboard {
    let board = &setup.board;
    let of_side = |side: Color| {
        let pawns = board.by_piece(side.pawn()) & Bitboard::from(pawn_rank(side));
        let rank = Bitboard::from(first_rank(side));
        let rooks = setup.castling_rights & rank & board.by_piece(side.rook());
        let king = if rooks.any() { board.by_piece(side.king()) & homes(side, Role::King) } else { Bitboard::EMPTY };
        let bishops = homes(side, Role::Bishop) & board.by_piece(side.bishop());
        let locked = bishops.into_iter().filter(|&home| attacks::pawn_attacks(side, home).is_subset(pawns));
        pawns | rooks | king | locked.collect::<Bitboard>()
    };
    of_side(Color::White) | of_side(Color::Black)
}

fn first_rank(side: Color) -> Rank {
    side.fold_wb(Rank::First, Rank::Eighth)
}

/// The initial squares of the pieces of a kind.
fn homes(side: Color, role: Role) -> Bitboard {
    let files: &[File] = match role {
        Role::King => &[File::E],
        Role::Queen => &[File::D],
        Role::Rook => &[File::A, File::H],
        Role::Bishop => &[File::C, File::F],
        Role::Knight => &[File::B, File::G],
        Role::Pawn => &[],
    };
    files.iter().map(|&file| Square::from_coords(file, first_rank(side))).collect()
}

/// The squares to which a kind comes around what never moved, castling included.
fn reached(side: Color, role: Role, homes: Bitboard, unmoved: Bitboard) -> Bitboard {
    let mut reached = homes;
    if matches!(role, Role::King | Role::Rook) {
        // Whether castling was possible is not asked: more squares than there are prove less, and nothing false.
        let castled =
            CastlingSide::ALL.map(|wing| if role == Role::King { wing.king_to(side) } else { wing.rook_to(side) });
        reached |= castled.into_iter().collect::<Bitboard>() & !unmoved;
    }
    loop {
        let step = |from: Square| attacks::attacks(from, role.of(side), unmoved) & !unmoved;
        // A piece that never moved goes nowhere, whether it is of this kind or of another.
        let next = (reached & !unmoved).into_iter().map(step).fold(reached, |all, squares| all | squares);
        if next == reached {
            return reached;
        }
        reached = next;
    }
}

#[cfg(test)]
mod tests {
    use shakmaty::fen::Fen;

    use super::*;

    fn locked(fen: &str) -> Option<(Role, Square)> {
        let setup = fen.parse::<Fen>().expect(fen).into_setup();
        Color::ALL.into_iter().find_map(|side| locked_out(&setup, side))
    }

    #[test]
    fn pieces_do_not_pass_what_never_moved() {
        for (fen, expected) in [
            ("rnbqkbnr/pppppppp/8/7R/8/8/PPPPPPPP/RNBQKBN1 w Qkq - 0 1", Some((Role::Rook, Square::H5))),
            ("rnbqkbnr/pppppppp/8/8/4K3/8/PPPPPPPP/RNBQ1BNR w kq - 0 1", Some((Role::King, Square::E4))),
            ("rnb1kbnr/pppppppp/8/3q4/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1", Some((Role::Queen, Square::D5))),
            ("rnbqkbnr/pppppppp/8/8/8/5N2/PPPPPPPP/RNBQKB1R b KQkq - 0 1", None),
            ("rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/1NBQKBNR w Kkq - 0 1", None),
            // It came from a pawn, or by castling.
            ("rnbqkbnr/pppppp2/8/7R/8/8/PPPPPPP1/RNBQKBN1 w Qkq - 0 1", None),
            ("rnbq1rk1/ppppppbp/5np1/8/8/8/PPPPPPPP/RNBQKBNR w KQ - 0 1", None),
            ("rnbqkbnr/pppp1ppp/8/4p3/4P3/8/PPPPKPPP/RNBQ1BNR b kq - 1 2", None),
        ] {
            assert_eq!(locked(fen), expected, "{fen}");
        }
    }
}
