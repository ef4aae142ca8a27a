//! Technique 8: what a position is worth without a search.
//!
//! Each side's pieces are counted and some features of them rewarded or punished; the score is the mover's sum less the
//! opponent's. The piece values and the list of features are the report's. It names no weights for the features: those
//! below are ours, chosen by hand, small beside a pawn.

use shakmaty::{Board, Chess, Color, Position as _, Role, Square};

use super::options::Heuristics;
use crate::engine::Score;

const BISHOP_PAIR: i32 = 50;
/// Two of a kind that do the same work. Less than a piece by far: the pair is still better than one.
const ROOK_PAIR: i32 = -20;
const KNIGHT_PAIR: i32 = -20;
/// At least one pawn: without any an endgame is hard to win.
const PAWNS_ALIVE: i32 = 30;
const QUEEN_ALIVE: i32 = 50;
const PASSED_PAWN: i32 = 30;
const ISOLATED_PAWN: i32 = -15;
/// For each pawn that has another of its side before it on its file.
const DOUBLED_PAWN: i32 = -15;

/// The report's piece values. Both kings are always there and cancel out; theirs serves the order of moves.
pub fn piece_value(role: Role) -> i32 {
    match role {
        Role::Pawn => 100,
        Role::Knight | Role::Bishop => 350,
        Role::Rook => 525,
        Role::Queen => 1000,
        Role::King => 10_000,
    }
}

/// The static evaluation from the mover's view, in centipawns.
pub fn evaluate(position: &Chess, counted: Heuristics) -> Score {
    let (board, us) = (position.board(), position.turn());
    let worth = |side| match counted {
        Heuristics::All => material(board, side) + pieces(board, side) + pawns(board, side),
        Heuristics::Material => material(board, side),
        Heuristics::Nothing => 0,
    };
    Score(worth(us) - worth(!us))
}

fn material(board: &Board, side: Color) -> i32 {
    Role::ALL.into_iter().map(|role| piece_value(role) * count(board, side, role)).sum()
}

/// Pairs, and the queen.
fn pieces(board: &Board, side: Color) -> i32 {
    let has = |role, least| i32::from(count(board, side, role) >= least);
    BISHOP_PAIR * has(Role::Bishop, 2)
        + ROOK_PAIR * has(Role::Rook, 2)
        + KNIGHT_PAIR * has(Role::Knight, 2)
        + QUEEN_ALIVE * has(Role::Queen, 1)
}

/// The score of the pawns: that there are any, and their structure.
fn pawns(board: &Board, side: Color) -> i32 {
    let (ours, theirs) = (board.pawns() & board.by_color(side), board.pawns() & board.by_color(!side));
    let mut worth = PAWNS_ALIVE * i32::from(ours.any());
    for pawn in ours {
        let files_away = |other: Square| other.file().distance(pawn.file());
        let is_ahead = |other: Square| side.fold_wb(other.rank() > pawn.rank(), other.rank() < pawn.rank());
        if !theirs.into_iter().any(|other| files_away(other) <= 1 && is_ahead(other)) {
            worth += PASSED_PAWN;
        }
        if !ours.into_iter().any(|other| files_away(other) == 1) {
            worth += ISOLATED_PAWN;
        }
        if ours.into_iter().any(|other| files_away(other) == 0 && is_ahead(other)) {
            worth += DOUBLED_PAWN;
        }
    }
    worth
}

fn count(board: &Board, side: Color, role: Role) -> i32 {
    board.by_piece(role.of(side)).count() as i32
}

#[cfg(test)]
mod tests {
    use shakmaty::CastlingMode;
    use shakmaty::fen::Fen;

    use super::*;

    fn position(fen: &str) -> Chess {
        fen.parse::<Fen>().unwrap().into_position(CastlingMode::Standard).unwrap()
    }

    /// White's worth less Black's, who has a bare king.
    fn worth(men: &str) -> i32 {
        evaluate(&position(&format!("4k3/{men} w - - 0 1")), Heuristics::All).0
    }

    #[test]
    fn equal_sides_are_worth_nothing_and_the_score_is_the_movers() {
        assert_eq!(evaluate(&Chess::default(), Heuristics::All), Score(0));
        let rook_up = "4k3/8/8/8/8/8/8/R3K3";
        assert_eq!(evaluate(&position(&format!("{rook_up} w - - 0 1")), Heuristics::All), Score(525));
        assert_eq!(evaluate(&position(&format!("{rook_up} b - - 0 1")), Heuristics::All), Score(-525));
    }

    #[test]
    fn pairs_the_queen_and_pawns_have_their_weights() {
        assert_eq!(worth("8/8/8/8/8/8/2B1KB2"), 2 * 350 + BISHOP_PAIR);
        assert_eq!(worth("8/8/8/8/8/8/R3K2R"), 2 * 525 + ROOK_PAIR);
        assert_eq!(worth("8/8/8/8/8/8/1N2K1N1"), 2 * 350 + KNIGHT_PAIR);
        assert_eq!(worth("8/8/8/8/8/8/3QK3"), 1000 + QUEEN_ALIVE);
        assert_eq!(worth("8/8/8/8/8/3PP3/4K3"), 2 * 100 + PAWNS_ALIVE + 2 * PASSED_PAWN);
    }

    #[test]
    fn pawns_are_isolated_doubled_and_passed_by_their_neighbours() {
        assert_eq!(worth("8/8/8/8/8/4P3/4K3"), 100 + PAWNS_ALIVE + PASSED_PAWN + ISOLATED_PAWN);
        let doubled = 2 * (100 + PASSED_PAWN + ISOLATED_PAWN) + DOUBLED_PAWN;
        assert_eq!(worth("8/8/8/8/4P3/4P3/4K3"), PAWNS_ALIVE + doubled);
        let both = PAWNS_ALIVE + ISOLATED_PAWN;
        let of_each = |men: &str| {
            let position = position(&format!("4k3/{men} w - - 0 1"));
            Color::ALL.map(|side| pawns(position.board(), side))
        };
        assert_eq!(of_each("3p4/8/8/8/8/4P3/4K3"), [both; 2], "each stops the other on the file beside");
        assert_eq!(of_each("8/8/4P3/3p4/8/8/4K3"), [both + PASSED_PAWN; 2], "they have passed each other");
        assert_eq!(of_each("8/8/4P3/1p6/8/8/4K3"), [both + PASSED_PAWN; 2], "too far away");
    }

    #[test]
    fn heuristics_are_taken_out_in_two_steps() {
        let pair = position("4k3/8/8/8/8/8/8/2B1KB2 w - - 0 1");
        assert_eq!(evaluate(&pair, Heuristics::Material), Score(700));
        assert_eq!(evaluate(&pair, Heuristics::Nothing), Score(0));
    }
}
