//! The distance from a position to a goal: what must still be captured, by whom, and how soon it can begin.
//!
//! The captures and promotions that are still needed are exact: no play does with fewer. The plies to the next of them
//! are an estimate. Together they order positions; they bound nothing.

use std::sync::LazyLock;

use shakmaty::{Bitboard, Chess, Color, Position, Role, Square, attacks};

use crate::chess::material::balance;
use crate::constraint::{Atom, Goal, JudgedPosition, Placement, SignedRange};

/// The weight of a capture or a promotion beside plies of approach: more than any approach is long.
const CHANGE: f32 = 4.0;
/// A promotion is farther than a capture for every rank that the pawn still has to go.
const RANK: f32 = 1.5;
/// A piece that is not where the goal requires it.
const JOURNEY: f32 = 1.6;
/// A condition of the moment (check, whose turn it is) that does not hold: mostly a move or two.
const MOMENT: f32 = 1.0;
/// A pawn that is not yet isolated, doubled or passed, or no longer should be.
const FORMATION: f32 = 2.0;
/// A pawn's worth of material that a side has too much.
const EXCHANGE: f32 = 0.6;
/// Centipawns of a pawn.
const PAWN: i32 = 100;
/// Each square to which a king that is to be mated can still go.
const ESCAPE: f32 = 0.6;
/// Each move of a side that is to be stalemated.
const FREEDOM: f32 = 0.25;

/// The number of moves that a knight needs from one square to another on an empty board.
static KNIGHT_MOVES: LazyLock<[[u8; 64]; 64]> = LazyLock::new(|| {
    std::array::from_fn(|from| {
        let mut moves = [0; 64];
        let mut reached = Bitboard::from(Square::new(from as u32));
        let mut front = reached;
        for count in 1.. {
            front = front.into_iter().fold(Bitboard::EMPTY, |next, square| next | attacks::knight_attacks(square))
                & !reached;
            if front.is_empty() {
                break;
            }
            front.into_iter().for_each(|square| moves[square.to_usize()] = count);
            reached |= front;
        }
        moves
    })
});

/// The distance between a position and a goal.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Distance {
    /// Captures and promotions that are still needed, at least.
    pub changes: u32,
    /// Plies, roughly; 0 only where the goal is met but for the ply itself.
    pub estimate: f32,
}

/// The distance from a position to a goal, or `None` where the goal can never be met any more: a piece is missing that
/// cannot come back, or a right to castle is gone.
pub fn distance(position: &Chess, goal: &Goal, promotions_left: u32) -> Option<Distance> {
    let mut changes = 0;
    let mut estimate = 0.0;
    for side in Color::ALL {
        let (side_changes, side_estimate) = of_men(position, goal, side, promotions_left)?;
        changes += side_changes;
        estimate += side_estimate;
    }
    for placement in &goal.placements {
        estimate += of_placement(position, placement);
    }
    for literal in &goal.others {
        estimate += of_moment(position, goal, &literal.atom, literal.required)?;
    }
    Some(Distance { changes, estimate: estimate + CHANGE * changes as f32 })
}

/// Pieces of one side: too many must be captured, too few must come from pawns.
fn of_men(position: &Chess, goal: &Goal, side: Color, promotions_left: u32) -> Option<(u32, f32)> {
    let board = position.board();
    let mut captures = 0;
    let mut lacking = 0;
    let mut targets = Bitboard::EMPTY;
    for role in Role::ALL {
        let men = board.by_piece(role.of(side));
        let (has, range) = (men.count() as u32, goal.men(side, role));
        if role == Role::Pawn {
            continue;
        }
        if has > range.max {
            captures += has - range.max;
            targets |= men;
        }
        lacking += range.min.saturating_sub(has);
    }
    // A king is never captured; what lacks comes from pawns, and a pawn that promotes need not be captured.
    let pawns = board.by_piece(side.pawn());
    let (pawn_count, pawn_range) = (pawns.count() as u32, goal.men(side, Role::Pawn));
    let left = pawn_count.checked_sub(lacking).filter(|left| *left >= pawn_range.min)?;
    if lacking > promotions_left {
        return None;
    }
    if left > pawn_range.max {
        captures += left - pawn_range.max;
        targets |= pawns;
    }

    let mut estimate = 0.0;
    if lacking > 0 {
        let left_to_go = |square: Square| f32::from(side.fold_wb(7 - square.rank() as u8, square.rank() as u8));
        estimate += RANK * lacking as f32 * pawns.into_iter().map(left_to_go).fold(7.0, f32::min);
    }
    if captures > 0 {
        estimate += approach(position, side, targets);
    }
    Some((captures + lacking, estimate))
}

/// Plies until the first of `targets` can be captured, roughly: none where a capture is possible, one or two where a
/// piece can step into it, more else.
fn approach(position: &Chess, side: Color, targets: Bitboard) -> f32 {
    let board = position.board();
    let occupied = board.occupied();
    let attackers = board.by_color(!side);
    let reach = |men: Bitboard| {
        men.into_iter().fold(Bitboard::EMPTY, |reach, square| {
            reach | board.piece_at(square).map_or(Bitboard::EMPTY, |piece| attacks::attacks(square, piece, occupied))
        })
    };
    let attacked = reach(attackers);
    let attackers_turn = position.turn() != side;
    if (attacked & targets).any() {
        return if attackers_turn { 0.0 } else { 1.0 };
    }
    // The targets walks into the attackers' reach: pawns by a step, others along their lines.
    let steps = |square: Square| {
        let piece = board.piece_at(square)?;
        Some(match piece.role {
            Role::Pawn => {
                let ahead = square.offset(side.fold_wb(8, -8)).filter(|ahead| !occupied.contains(*ahead));
                let twice =
                    ahead.filter(|_| square.rank() == side.fold_wb(shakmaty::Rank::Second, shakmaty::Rank::Seventh));
                let twice = twice
                    .and_then(|ahead| ahead.offset(side.fold_wb(8, -8)))
                    .filter(|twice| !occupied.contains(*twice));
                ahead.into_iter().chain(twice).collect()
            }
            _ => attacks::attacks(square, piece, occupied) & !occupied,
        })
    };
    let offers = targets.into_iter().filter_map(steps).any(|steps| (steps & attacked).any());
    match (offers, attackers_turn) {
        (true, false) => 1.5,
        (true, true) => 2.0,
        (false, _) => 3.0,
    }
}

/// Pieces that the goal requires in a part of the board, or excludes from it.
fn of_placement(position: &Chess, placement: &Placement) -> f32 {
    let board = position.board();
    let men = placement.role.map_or(board.by_color(placement.side), |role| board.by_piece(role.of(placement.side)));
    let inside = (men & placement.region.squares).count() as u32;
    if inside > placement.range.max {
        return JOURNEY * (inside - placement.range.max) as f32;
    }
    let missing = placement.range.min.saturating_sub(inside) as usize;
    if missing == 0 {
        return 0.0;
    }
    let mut journeys: Vec<f32> = (men & !placement.region.squares)
        .into_iter()
        .map(|square| journey(position, square, placement.region.squares))
        .collect();
    journeys.sort_by(f32::total_cmp);
    // Fewer pieces than are required: promotions will bring the others.
    journeys.iter().take(missing).sum::<f32>() + 10.0 * missing.saturating_sub(journeys.len()) as f32
}

/// Plies of one piece to the nearest of some squares, roughly, the other side's moves between them counted.
fn journey(position: &Chess, from: Square, to: Bitboard) -> f32 {
    let board = position.board();
    let Some(piece) = board.piece_at(from) else { return 0.0 };
    let moves = |to: Square| {
        let (files, ranks) = (from.file().distance(to.file()), from.rank().distance(to.rank()));
        match piece.role {
            Role::Pawn => {
                let ahead =
                    piece.color.fold_wb(to.rank() as i32 - from.rank() as i32, from.rank() as i32 - to.rank() as i32);
                // A pawn changes its file by capturing, once a rank.
                if ahead < files as i32 || ahead <= 0 { 12.0 } else { ahead as f32 + 2.0 * files as f32 }
            }
            Role::Knight => f32::from(KNIGHT_MOVES[from.to_usize()][to.to_usize()]),
            Role::King => files.max(ranks) as f32,
            Role::Bishop if from.is_light() != to.is_light() => 12.0,
            _ if attacks::attacks(from, piece, board.occupied()).contains(to) => 1.0,
            _ => 2.5,
        }
    };
    // A piece of one's own in the way, or nothing to capture: the last step may have to wait.
    JOURNEY * to.into_iter().map(moves).fold(12.0, f32::min)
}

/// Conditions of the moment; `None` for what is lost for ever.
fn of_moment(position: &Chess, goal: &Goal, atom: &Atom, required: bool) -> Option<f32> {
    Some(match atom {
        Atom::Castle { side, wing } => {
            let has = position.castles().has(*side, *wing);
            match (has, required) {
                (false, true) => return None,
                (true, false) => JOURNEY,
                _ => 0.0,
            }
        }
        Atom::Check(side) => {
            let check = position.turn() == *side && position.is_check();
            if check == required { 0.0 } else { MOMENT }
        }
        Atom::Turn(side) => {
            if (position.turn() == *side) == required {
                0.0
            } else {
                MOMENT
            }
        }
        Atom::Checkmate if required => to_mate(position),
        Atom::Stalemate if required => to_stalemate(position, goal),
        Atom::Checkmate | Atom::Stalemate => f32::from(u8::from(position.legal_moves().is_empty())),
        Atom::Pawns { side, kind, range } => {
            let has = kind.of(position.board(), *side).count() as u32;
            FORMATION * has.abs_diff(has.clamp(range.min, range.max)) as f32
        }
        Atom::Material(range) => of_material(position, *range),
        Atom::OppositeBishops if atom.holds(JudgedPosition::new(position, 0)) != Some(required) => MOMENT,
        Atom::OppositeBishops | Atom::Count { .. } | Atom::Ply(_) => 0.0,
        // These are judged of a finished game only.
        Atom::Rating(_) | Atom::Evaluation(_) | Atom::OneWinningMove => 0.0,
    })
}

/// Captures by the side that should have more, roughly.
fn of_material(position: &Chess, range: SignedRange) -> f32 {
    let has = balance(position.board(), Color::White) / PAWN;
    let gap = has.clamp(range.min, range.max) - has;
    if gap == 0 {
        return 0.0;
    }
    let loser = if gap > 0 { Color::Black } else { Color::White };
    let targets = position.board().by_color(loser) ^ position.board().by_piece(loser.king());
    CHANGE + EXCHANGE * gap.abs() as f32 + approach(position, loser, targets)
}

/// The king nearer to a mate: few squares to go to, and a check.
fn to_mate(position: &Chess) -> f32 {
    if position.is_checkmate() {
        return 0.0;
    }
    let board = position.board();
    let escapes = |side: Color| {
        let Some(king) = board.king_of(side) else { return 0 };
        let free = attacks::king_attacks(king) & !board.by_color(side);
        free.into_iter()
            .filter(|square| board.attacks_to(*square, !side, board.occupied() ^ Bitboard::from(king)).is_empty())
            .count()
    };
    let here = if position.is_check() { 0.0 } else { 1.0 };
    let fewest = Color::ALL.into_iter().map(escapes).min().unwrap_or(0);
    2.0 + here + ESCAPE * fewest as f32
}

/// The side nearer to having no move; where the goal says who is to move, that side.
fn to_stalemate(position: &Chess, goal: &Goal) -> f32 {
    if position.is_stalemate() {
        return 0.0;
    }
    let moves = |side: Color| {
        let its_turn = if position.turn() == side { Some(position.clone()) } else { position.clone().swap_turn().ok() };
        // Whoever gives check to a side that is not to move has no turn to give away.
        its_turn.map_or(30, |position| position.legal_moves().len()) as f32
    };
    let required = |side: Color| {
        goal.required(&Atom::Turn(side)) != Some(false) && goal.required(&Atom::Turn(!side)) != Some(true)
    };
    let fewest = Color::ALL.into_iter().filter(|side| required(*side)).map(moves).fold(30.0, f32::min);
    let check = if position.is_check() { 3.0 } else { 0.0 };
    2.0 + check + FREEDOM * fewest
}

#[cfg(test)]
mod tests {
    use shakmaty::CastlingMode;
    use shakmaty::fen::Fen;

    use super::*;
    use crate::constraint::Condition;

    fn of(fen: &str, condition: &str, promotions: u32) -> Option<Distance> {
        let position: Chess = fen.parse::<Fen>().unwrap().into_position(CastlingMode::Standard).unwrap();
        let goals = condition.parse::<Condition>().unwrap().goals().unwrap();
        distance(&position, &goals[0], promotions)
    }

    const START: &str = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1";

    #[test]
    fn captures_that_are_needed_are_counted() {
        assert_eq!(of(START, "1,2,2,2,8", 0).unwrap(), Distance { changes: 0, estimate: 0.0 });
        assert_eq!(of(START, "1,2,1,1,7", 0).unwrap().changes, 3);
        assert_eq!(of(START, "0,0,0,0,0", 0).unwrap().changes, 15);
        assert_eq!(of(START, "both 0,2,2,2,8", 0).unwrap().changes, 2);
    }

    #[test]
    fn what_is_gone_does_not_come_back() {
        let without_a_pawn = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPP1/RNBQKBNR w KQkq - 0 1";
        assert_eq!(of(without_a_pawn, "1,2,2,2,8", 8), None);
        let without_a_queen = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNB1KBNR w KQkq - 0 1";
        assert_eq!(of(without_a_queen, "1,2,2,2,7", 0), None, "no promotion is allowed");
        assert_eq!(
            of(without_a_queen, "1,2,2,2,7", 1).unwrap().changes,
            1,
            "one pawn promotes: it is gone, and the queen is there"
        );
        let no_rights = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w kq - 0 1";
        assert_eq!(of(no_rights, "white can castle short", 0), None);
    }

    #[test]
    fn a_capture_that_is_possible_is_near() {
        let estimate = |fen| of(fen, "1,2,2,2,7", 0).unwrap().estimate;
        let hanging = estimate("rnbqkbnr/ppp1pppp/8/3p4/4P3/8/PPPP1PPP/RNBQKBNR b KQkq - 0 2");
        let not_yet = estimate("rnbqkbnr/ppp1pppp/8/3p4/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 2");
        let far = estimate(START);
        assert!(hanging < not_yet && not_yet < far, "{hanging} {not_yet} {far}");
    }

    #[test]
    fn knight_distances_are_those_of_an_empty_board() {
        let moves = |from: Square, to: Square| KNIGHT_MOVES[from.to_usize()][to.to_usize()];
        assert_eq!(
            (
                moves(Square::G1, Square::G1),
                moves(Square::G1, Square::F3),
                moves(Square::G5, Square::F5),
                moves(Square::A1, Square::B2)
            ),
            (0, 1, 3, 4)
        );
    }

    #[test]
    fn a_mate_is_nearer_with_fewer_escapes() {
        let estimate = |fen| of(fen, "checkmate", 0).unwrap().estimate;
        assert_eq!(estimate("rnb1kbnr/pppp1ppp/8/4p3/6Pq/5P2/PPPPP2P/RNBQKBNR w KQkq - 1 3"), 0.0);
        assert!(estimate("6k1/5ppp/8/8/8/8/8/R3K3 w - - 0 1") < estimate("6k1/8/8/8/8/8/8/R3K3 w - - 0 1"));
    }
}
