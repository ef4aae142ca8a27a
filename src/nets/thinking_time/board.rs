//! Features of the board and of the last moves on which a person's thinking time depends.

use shakmaty::{Bitboard, Board, Chess, Color, Move, MoveList, Position as _, Role, Square};

use crate::chess::material;

/// The number of values that [`board_features`] returns.
pub const BOARD_FEATURES: usize = 27;

/// In pawns; a king takes no piece that is defended, as if it were worth a queen.
fn value(role: Role) -> f32 {
    let role = if role == Role::King { Role::Queen } else { role };
    material::value(role) as f32 / 100.0
}

fn truth(is_so: bool) -> f32 {
    f32::from(u8::from(is_so))
}

/// The numbers, in this order; `moves` led to the position.
///
/// | numbers | what |
/// |---|---|
/// | 0–2 | the logarithm of how many legal moves there are, whether there is one, whether there are at most three |
/// | 3 | whether the mover is in check |
/// | 4–6 | what the last move took, in ninths of a queen; whether that can be taken back; what the own last one took |
/// | 7–12 | which piece the opponent moved, pawn to king |
/// | 13, 14 | how far it went, in sevenths of the board; whether the opponent moved it the move before as well |
/// | 15, 16 | the logarithm of how many captures there are; the most that one of them wins at first sight |
/// | 17, 18 | the same for the opponent's threats: attacked pieces of the mover, what the worst of these loses |
/// | 19–22 | all material but pawns, pawns, balance, queens |
/// | 23–25 | whether the mover may castle; quiet plies in fifties; whether a pawn can queen |
/// | 26 | whether there is a last move |
pub fn board_features(position: &Chess, moves: &[Move]) -> [f32; BOARD_FEATURES] {
    let (turn, board, legal) = (position.turn(), position.board(), position.legal_moves());
    let mut numbers = Vec::with_capacity(BOARD_FEATURES);
    numbers.extend([(legal.len() as f32).ln_1p(), truth(legal.len() == 1), truth(legal.len() <= 3)]);
    numbers.push(truth(position.is_check()));
    numbers.extend(last_moves(moves, &legal));
    let captures = legal.iter().filter(|mv| mv.is_capture()).count();
    numbers.extend([(captures as f32).ln_1p(), best_capture(board, &legal) / value(Role::Queen)]);
    numbers.extend(threats(board, turn));
    numbers.extend(men(board, turn));
    numbers.extend([
        truth(position.castles().has_color(turn)),
        position.halfmoves() as f32 / 50.0,
        truth(legal.iter().any(|mv| mv.is_promotion())),
        truth(!moves.is_empty()),
    ]);
    numbers.try_into().expect("BOARD_FEATURES numbers")
}

fn taken(mv: Option<&Move>) -> f32 {
    mv.and_then(|mv| mv.capture()).map_or(0.0, value) / value(Role::Queen)
}

/// Numbers 4 to 14.
fn last_moves(moves: &[Move], legal: &MoveList) -> [f32; 11] {
    let before = |back: usize| moves.len().checked_sub(back).map(|index| &moves[index]);
    let mut numbers = [0.0; 11];
    let Some(last) = before(1) else { return numbers };
    let recaptures = last.is_capture() && legal.iter().any(|mv| mv.is_capture() && mv.to() == last.to());
    numbers[..3].copy_from_slice(&[taken(Some(last)), truth(recaptures), taken(before(2))]);
    numbers[2 + last.role() as usize] = 1.0;
    if let Some(from) = last.from() {
        numbers[9] = from.distance(last.to()) as f32 / 7.0;
        numbers[10] = truth(before(3).is_some_and(|mv| mv.to() == from));
    }
    numbers
}

/// The gain of the best capture in pawns, a defended piece being taken back.
fn best_capture(board: &Board, legal: &MoveList) -> f32 {
    let gain = |mv: &Move| {
        let victim = value(mv.capture()?);
        let is_defended = is_attacked(board, mv.to(), board.color_at(mv.to())?, board.occupied());
        Some(victim - if is_defended { value(mv.role()) } else { 0.0 })
    };
    legal.iter().filter_map(gain).fold(0.0, f32::max)
}

fn is_attacked(board: &Board, square: Square, by: Color, occupied: Bitboard) -> bool {
    board.attacks_to(square, by, occupied).any()
}

/// The logarithm of how many pieces of `side` are attacked, and what the worst of these attacks wins, in ninths of the
/// queen.
fn threats(board: &Board, side: Color) -> [f32; 2] {
    let (mut attacked, mut worst) = (0_u8, 0.0_f32);
    for square in board.by_color(side) & !board.kings() {
        let attackers = board.attacks_to(square, !side, board.occupied());
        let (Some(role), true) = (board.role_at(square), attackers.any()) else { continue };
        let least = attackers.into_iter().filter_map(|from| board.role_at(from)).map(value).fold(f32::MAX, f32::min);
        let is_defended = is_attacked(board, square, side, board.occupied());
        attacked += 1;
        worst = worst.max(value(role) - if is_defended { least } else { 0.0 });
    }
    [f32::from(attacked).ln_1p(), worst / value(Role::Queen)]
}

/// Numbers 19 to 22.
fn men(board: &Board, side: Color) -> [f32; 4] {
    let count = |set: Bitboard| set.count() as f32;
    let material: f32 = material::pieces(board).into_iter().filter_map(|square| board.role_at(square)).map(value).sum();
    let balance = material::balance(board, side) as f32;
    [material / 62.0, count(board.pawns()) / 16.0, (balance / 10.0).clamp(-2.0, 2.0), count(board.queens()) / 2.0]
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::chess::notation::parse_moves;
    use crate::chess::replay::position_after;

    fn features(line: &str) -> [f32; BOARD_FEATURES] {
        let moves = parse_moves(line).unwrap();
        board_features(&position_after(&Chess::default(), &moves), &moves)
    }

    #[test]
    fn before_the_first_move_nothing_is_known_of_a_last_one() {
        let numbers = features("");
        assert_eq!((numbers[0], numbers[26]), (20_f32.ln_1p(), 0.0));
        assert!(numbers[3..19].iter().all(|&number| number == 0.0));
        assert_eq!(numbers[20..24], [1.0, 0.0, 1.0, 1.0], "pawns, balance, queens, castling");
    }

    #[test]
    fn a_recapture_shows_what_was_taken_and_that_it_can_be_taken_back() {
        let numbers = features("e4 d5 Nc3 Nf6 e5 d4 exf6");
        assert_eq!(numbers[4..7], [3.0 / 9.0, 1.0, 0.0]);
        assert_eq!(numbers[7], 1.0, "a pawn moved");
        assert_eq!(numbers[13..15], [1.0 / 7.0, 1.0], "by one square, as the move before");
        assert_eq!(numbers[16], 2.0 / 9.0, "d4xc3 takes a knight that a pawn defends");
    }

    #[test]
    fn checks_few_answers_and_attacked_men_are_seen() {
        let numbers = features("e4 f5 Qh5");
        assert_eq!(numbers[1..4], [1.0, 1.0, 1.0], "g7-g6 alone");
        let attacked = features("e4 d5");
        assert_eq!(attacked[17..19], [1_f32.ln_1p(), 1.0 / 9.0], "the pawn on e4, which nothing defends");
    }
}
