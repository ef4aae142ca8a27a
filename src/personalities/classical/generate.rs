//! Captures and queen promotions apart from the quiet moves: quiescence, where most nodes of a search are, searches
//! nothing else, and many of the other nodes are cut off before a quiet move is tried.

use shakmaty::attacks::{
    attacks, between, bishop_attacks, king_attacks, knight_attacks, pawn_attacks, queen_attacks, ray, rook_attacks,
};
use shakmaty::{Bitboard, Board, CastlingSide, Chess, Color, Move, MoveList, Position as _, Rank, Role, Square};

/// Returns true if quiescence searches the move.
#[inline]
pub fn is_noisy(mv: Move) -> bool {
    mv.is_capture() || mv.promotion() == Some(Role::Queen)
}

/// Adds the legal moves that [`is_noisy`] holds for. The side to move must not be in check.
pub fn noisy_moves(position: &Chess, moves: &mut MoveList) {
    if position.pseudo_legal_ep_square().is_some() {
        moves.extend(position.en_passant_moves());
    }
    let Some(pins) = Pins::of(position) else { return };
    pawn_captures(position, &pins, moves);
    piece_captures(position, &pins, moves);
}

/// The receiver of quiet moves. What depends on the piece and its square alone is found once for all its moves.
pub trait QuietMoves {
    /// The moves of a king or a piece to each of some squares.
    fn add_piece(&mut self, role: Role, from: Square, to: Bitboard);
    /// A pawn's move, or castling.
    fn add(&mut self, mv: Move);
}

/// Finds the other legal moves. The side to move must not be in check; `attacked` are the squares that its opponent
/// attacks.
#[inline]
pub fn quiet_moves(position: &Chess, attacked: Bitboard, moves: &mut impl QuietMoves) {
    let Some(pins) = Pins::of(position) else { return };
    pawn_steps(position, &pins, moves);
    let occupied = position.board().occupied();
    for_each_piece(position, &pins, |role, from, to| moves.add_piece(role, from, to & !occupied));
    moves.add_piece(Role::King, pins.king, king_attacks(pins.king) & !occupied & !attacked);
    if position.castles().any() {
        for side in CastlingSide::ALL {
            if position.castles().has(position.turn(), side) {
                position.castling_moves(side).into_iter().for_each(|mv| moves.add(mv));
            }
        }
    }
}

/// Returns true if a move as [`PackedMove::as_if_legal`] returns it is legal. Nearly every position of a search asks
/// this about the table's move, so the common moves are judged by themselves and not by generating others like them.
///
/// [`PackedMove::as_if_legal`]: crate::chess::packed::PackedMove::as_if_legal
pub fn is_legal(position: &Chess, in_check: bool, mv: Move) -> bool {
    let Move::Normal { role, from, to, .. } = mv else { return position.is_legal(mv) };
    let (board, side) = (position.board(), position.turn());
    if in_check || role == Role::Pawn {
        return position.is_legal(mv);
    }
    if position.us().contains(to) || !attacks(from, role.of(side), board.occupied()).contains(to) {
        return false;
    }
    if role == Role::King {
        return board.attacks_to(to, !side, board.occupied()).is_empty();
    }
    Pins::of(position).is_some_and(|pins| pins.allowed(from).contains(to))
}

/// Captures by the king and the pieces.
fn piece_captures(position: &Chess, pins: &Pins, moves: &mut MoveList) {
    let (board, side, victims) = (position.board(), position.turn(), position.them());
    for_each_piece(position, pins, |role, from, to| {
        for to in to & victims {
            moves.push(Move::Normal { role, from, capture: board.role_at(to), to, promotion: None });
        }
    });
    let from = pins.king;
    for to in king_attacks(from) & victims {
        if board.attacks_to(to, !side, board.occupied()).is_empty() {
            moves.push(Move::Normal { role: Role::King, from, capture: board.role_at(to), to, promotion: None });
        }
    }
}

/// Calls `found` with each of our pieces but the king, and the squares that it attacks and may go to.
// A loop for each kind, so that none of them asks which piece it has.
#[inline(always)]
fn for_each_piece(position: &Chess, pins: &Pins, mut found: impl FnMut(Role, Square, Bitboard)) {
    let occupied = position.board().occupied();
    for from in position.our(Role::Knight) {
        found(Role::Knight, from, knight_attacks(from) & pins.allowed(from));
    }
    for from in position.our(Role::Bishop) {
        found(Role::Bishop, from, bishop_attacks(from, occupied) & pins.allowed(from));
    }
    for from in position.our(Role::Rook) {
        found(Role::Rook, from, rook_attacks(from, occupied) & pins.allowed(from));
    }
    for from in position.our(Role::Queen) {
        found(Role::Queen, from, queen_attacks(from, occupied) & pins.allowed(from));
    }
}

/// The squares that our pieces may go to without leaving the king to a slider.
struct Pins {
    king: Square,
    pinned: Bitboard,
}

impl Pins {
    /// `None` without a king.
    fn of(position: &Chess) -> Option<Pins> {
        let king = position.board().king_of(position.turn())?;
        Some(Pins { king, pinned: pinned(position.board(), position.us(), position.them(), king) })
    }

    #[inline]
    fn allowed(&self, from: Square) -> Bitboard {
        if self.pinned.contains(from) { ray(self.king, from) } else { Bitboard::FULL }
    }
}

/// Our pawns and pieces that alone stand between our king and an enemy slider.
fn pinned(board: &Board, us: Bitboard, them: Bitboard, king: Square) -> Bitboard {
    let snipers = (rook_attacks(king, them) & them & board.rooks_and_queens())
        | (bishop_attacks(king, them) & them & board.bishops_and_queens());
    let mut pinned = Bitboard::EMPTY;
    for sniper in snipers {
        let blockers = between(king, sniper) & us;
        if !blockers.more_than_one() {
            pinned |= blockers;
        }
    }
    pinned
}

/// Captures by pawns, and steps to the last rank that make a queen.
fn pawn_captures(position: &Chess, pins: &Pins, moves: &mut MoveList) {
    let (board, side) = (position.board(), position.turn());
    let pawns = position.our(Role::Pawn);
    let last_rank = side.relative_rank(Rank::Eighth);
    // Only pawns that attack something are worth a look one by one.
    let victims = position.them();
    for from in pawns & attacked_by_pawns(!side, victims) {
        for to in pawn_attacks(side, from) & victims & pins.allowed(from) {
            let capture = board.role_at(to);
            if to.rank() == last_rank {
                for promotion in [Role::Queen, Role::Knight, Role::Rook, Role::Bishop] {
                    moves.push(Move::Normal { role: Role::Pawn, from, capture, to, promotion: Some(promotion) });
                }
            } else {
                moves.push(Move::Normal { role: Role::Pawn, from, capture, to, promotion: None });
            }
        }
    }
    let seventh = Bitboard::from_rank(side.relative_rank(Rank::Seventh));
    for (from, to) in steps(position, pins, pawns & seventh) {
        moves.push(Move::Normal { role: Role::Pawn, from, capture: None, to, promotion: Some(Role::Queen) });
    }
}

/// Steps of pawns that make no queen.
#[inline]
fn pawn_steps(position: &Chess, pins: &Pins, moves: &mut impl QuietMoves) {
    let side = position.turn();
    let (third, last_rank) = (side.relative_rank(Rank::Third), side.relative_rank(Rank::Eighth));
    let step = |from, to, promotion| Move::Normal { role: Role::Pawn, from, capture: None, to, promotion };
    for (from, to) in steps(position, pins, position.our(Role::Pawn)) {
        if to.rank() == last_rank {
            for role in [Role::Knight, Role::Rook, Role::Bishop] {
                moves.add(step(from, to, Some(role)));
            }
            continue;
        }
        moves.add(step(from, to, None));
        // A pawn that may step once may step twice: a pin along the file allows both.
        let beyond = ahead(to, side);
        if to.rank() == third && !position.board().occupied().contains(beyond) {
            moves.add(step(from, beyond, None));
        }
    }
}

/// The steps of one square ahead of these pawns of ours.
fn steps(position: &Chess, pins: &Pins, pawns: Bitboard) -> impl Iterator<Item = (Square, Square)> {
    let (side, free) = (position.turn(), !position.board().occupied());
    let behind = if side.is_white() { free.shift(-8) } else { free.shift(8) };
    (pawns & behind)
        .into_iter()
        .map(move |from| (from, ahead(from, side)))
        .filter(|(from, to)| pins.allowed(*from).contains(*to))
}

/// The square before a pawn, which never stands on its last rank.
#[inline]
fn ahead(square: Square, side: Color) -> Square {
    let offset = if side.is_white() { 8 } else { -8 };
    square.offset(offset).expect("no pawn stands on its last rank")
}

/// All squares that pawns of `side` on `squares` would attack.
pub fn attacked_by_pawns(side: Color, squares: Bitboard) -> Bitboard {
    let (west, east) =
        (squares & !Bitboard::from_file(shakmaty::File::A), squares & !Bitboard::from_file(shakmaty::File::H));
    match side {
        Color::White => west.shift(7) | east.shift(9),
        Color::Black => west.shift(-9) | east.shift(-7),
    }
}

#[cfg(test)]
mod tests {
    use rand::rngs::StdRng;
    use rand::seq::IndexedRandom;
    use rand::{RngExt as _, SeedableRng};

    use super::*;
    use crate::chess::packed::PackedMove;
    use crate::personalities::classical::attacked::Attacked;

    impl QuietMoves for MoveList {
        fn add_piece(&mut self, role: Role, from: Square, to: Bitboard) {
            self.extend(to.into_iter().map(|to| Move::Normal { role, from, capture: None, to, promotion: None }));
        }

        fn add(&mut self, mv: Move) {
            self.push(mv);
        }
    }

    #[test]
    fn noisy_and_quiet_moves_together_are_the_legal_moves() {
        let [compared, promotions, en_passant, castling] = compare_with_rules(150);
        assert!(compared > 10_000 && promotions > 200, "{compared} {promotions}");
        assert!(en_passant > 20 && castling > 100, "{en_passant} {castling}");
    }

    /// `cargo test --release --lib -- --ignored noisy_and_quiet_moves_of_a_million`
    #[test]
    #[ignore = "takes a minute"]
    fn noisy_and_quiet_moves_of_a_million_positions_are_the_legal_moves() {
        let [compared, ..] = compare_with_rules(7000);
        assert!(compared > 1_000_000, "{compared}");
    }

    /// Compares both lists with the legal moves in all positions of random games where the mover is not in check.
    /// Returns the number of positions, and of promotions, captures en passant and castlings found.
    fn compare_with_rules(games: u64) -> [usize; 4] {
        let [mut compared, mut promotions, mut en_passant, mut castling] = [0; 4];
        for seed in 0..games {
            let mut rng = StdRng::seed_from_u64(seed);
            let mut position = Chess::default();
            for _ in 0..200 {
                let legal = position.legal_moves();
                if !position.is_check() {
                    let (mut noisy, mut quiet) = (MoveList::new(), MoveList::new());
                    noisy_moves(&position, &mut noisy);
                    let attacked = Attacked::by(!position.turn(), position.board()).by_any();
                    quiet_moves(&position, attacked, &mut quiet);
                    for (found, is_looked_for) in [(&mut noisy, true), (&mut quiet, false)] {
                        let mut expected: MoveList =
                            legal.iter().copied().filter(|&mv| is_noisy(mv) == is_looked_for).collect();
                        expected.sort_by_key(|mv| format!("{mv:?}"));
                        found.sort_by_key(|mv| format!("{mv:?}"));
                        assert_eq!(*found, expected, "{position:?}");
                    }
                    compared += 1;
                    promotions += noisy.iter().chain(&quiet).filter(|mv| mv.is_promotion()).count();
                    en_passant += noisy.iter().filter(|mv| mv.is_en_passant()).count();
                    castling += quiet.iter().filter(|mv| mv.is_castle()).count();
                }
                let Some(&mv) = legal.choose(&mut rng) else { break };
                position.play_unchecked(mv);
            }
        }
        [compared, promotions, en_passant, castling]
    }

    #[test]
    fn a_stored_move_is_legal_where_the_rules_say_so() {
        let (mut legal, mut illegal) = (0, 0);
        for seed in 0..30 {
            let mut rng = StdRng::seed_from_u64(seed);
            let mut position = Chess::default();
            for _ in 0..120 {
                let moves = position.legal_moves();
                for packed in moves.iter().map(|&mv| PackedMove::new(mv)).chain(random_moves(&mut rng)) {
                    let Some(mv) = packed.as_if_legal(&position) else { continue };
                    let expected = position.is_legal(mv);
                    assert_eq!(is_legal(&position, position.is_check(), mv), expected, "{mv:?} in {position:?}");
                    *(if expected { &mut legal } else { &mut illegal }) += 1;
                }
                let Some(&mv) = moves.choose(&mut rng) else { break };
                position.play_unchecked(mv);
            }
        }
        assert!(legal > 50_000 && illegal > 20_000, "{legal} {illegal}");
    }

    fn random_moves(rng: &mut StdRng) -> Vec<PackedMove> {
        (0..500).map(|_| PackedMove::from_bits(rng.random())).collect()
    }
}
