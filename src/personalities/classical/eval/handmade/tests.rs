//! Each family of terms on pairs of positions that differ in what the term counts.

use shakmaty::fen::Fen;
use shakmaty::{CastlingMode, Chess, Color};

use super::Terms;
use super::scale::share;
use super::terms::*;

fn terms(fen: &str) -> Terms {
    let position: Chess = fen.parse::<Fen>().unwrap().into_position(CastlingMode::Standard).unwrap();
    Terms::of(&position).expect("no known endgame")
}

fn sum(counted: &[(Term, i32)], term: Term) -> i32 {
    counted.iter().filter(|(other, _)| *other == term).map(|&(_, count)| count).sum()
}

/// Asserts how often White's evaluation counts a term in each position. Fields are filled up: ` w - - 0 1`.
fn white(cases: &[(Term, &str, i32)]) {
    for &(term, board, expected) in cases {
        let fen = if board.contains(' ') { board.to_owned() } else { format!("{board} w - - 0 1") };
        assert_eq!(sum(&terms(&fen).sides.white.linear, term), expected, "{} in {fen}", name(term));
    }
}

/// The same for what endangers Black's king.
fn black_king(cases: &[(Term, &str, i32)]) {
    for &(term, board, expected) in cases {
        let fen = if board.contains(' ') { board.to_owned() } else { format!("{board} w - - 0 1") };
        assert_eq!(sum(&terms(&fen).sides.black.danger, term), expected, "{} in {fen}", name(term));
    }
}

fn name(term: Term) -> &'static str {
    GROUPS.iter().find(|group| (group.start..group.start + group.len).contains(&term.index())).unwrap().name
}

#[test]
fn material_counts_men_pairs_and_what_stands_together() {
    white(&[
        (MATERIAL.at(0), "4k3/p7/8/8/8/8/PPP5/4K3", 3),
        (MATERIAL.at(4), "4k3/p7/8/8/8/8/P7/Q3K3", 1),
        (BISHOP_PAIR.only(), "4k3/p7/8/8/8/8/P7/2B1KB2", 1),
        (BISHOP_PAIR.only(), "4k3/p7/8/8/8/8/P7/2B1K3", 0),
        (KNIGHT_PAIR.only(), "4k3/p7/8/8/8/8/P7/1N2K1N1", 1),
        (KNIGHT_PAIR.only(), "4k3/p7/8/8/8/8/P7/1N2K1B1", 0),
        (ROOK_PAIR.only(), "4k3/p7/8/8/8/8/P7/R3K2R", 1),
        (ROOK_PAIR.only(), "4k3/p7/8/8/8/8/P7/R3K3", 0),
        // Two knights and three pawns: six pairs of them; against one enemy pawn: two.
        (TOGETHER.at(1), "4k3/p7/8/8/8/8/PPP5/1N2K1N1", 6),
        (AGAINST.at(0), "4k3/p7/8/8/8/8/PPP5/1N2K1N1", 2),
    ]);
}

#[test]
fn pawns_count_by_their_neighbours_and_opponents() {
    white(&[
        (DOUBLED.at(0), "4k3/p7/8/8/8/P7/P7/4K3", 1),
        (DOUBLED.at(0), "4k3/p7/8/8/8/P7/1P6/4K3", 0),
        (DOUBLED.at(1), "4k3/p7/8/8/8/P7/PP6/4K3", 1),
        (ISOLATED.at(0), "4k3/p7/8/8/8/8/P7/4K3", 1),
        (ISOLATED.at(1), "4k3/7p/8/8/8/8/P7/4K3", 1),
        (ISOLATED.at(1), "4k3/7p/8/8/8/8/PP6/4K3", 0),
        (BACKWARD.at(1), "4k3/8/8/5p2/3P4/4P3/8/4K3", 1),
        (BACKWARD.at(1), "4k3/8/8/7p/3P4/4P3/8/4K3", 0),
        (BACKWARD.at(0), "4k3/4p3/8/5p2/3P4/4P3/8/4K3", 1),
        (PHALANX.at(3), "4k3/p7/8/8/3PP3/8/8/4K3", 2),
        (PHALANX.at(3), "4k3/p7/8/8/3P4/4P3/8/4K3", 0),
        (SUPPORTED.at(3), "4k3/p7/8/8/3P4/4P3/8/4K3", 1),
        (SUPPORTED.at(3), "4k3/p7/8/8/3P4/2P1P3/8/4K3", 2),
        (UNSUPPORTED_LEVER.only(), "4k3/8/8/3p1p2/4P3/8/8/4K3", 1),
        (UNSUPPORTED_LEVER.only(), "4k3/8/8/3p4/4P3/8/8/4K3", 0),
        (CANDIDATE.at(3), "4k3/8/3p4/8/4P3/3P4/8/4K3", 1),
        (CANDIDATE.at(3), "4k3/8/3p4/8/4P3/7P/8/4K3", 0),
        (ISLAND.only(), "4k3/p7/8/8/8/8/P1P5/4K3", 2),
        (ISLAND.only(), "4k3/p7/8/8/8/8/PP6/4K3", 1),
    ]);
}

#[test]
fn passed_pawns_count_by_rank_path_and_helpers() {
    white(&[
        (PASSED.at(4), "4k3/p7/8/4P3/8/8/8/4K3", 1),
        (PASSED.at(4), "4k3/3p4/8/4P3/8/8/8/4K3", 0),
        (PASSED.at(4), "4k3/4p3/8/4P3/8/8/8/4K3", 0),
        (PASSED_FILE.at(3), "4k3/p7/8/4P3/8/8/8/4K3", 1),
        (PASSED_CONNECTED.at(4), "4k3/p7/8/3PP3/8/8/8/4K3", 2),
        (PASSED_CONNECTED.at(4), "4k3/p7/8/3P2P1/8/8/8/4K3", 0),
        (PASSED_BLOCKED.at(4), "4k3/p7/4n3/4P3/8/8/8/4K3", 1),
        (PASSED_BLOCKED.at(4), "4k3/p7/8/n3P3/8/8/8/4K3", 0),
        (PASSED_FREE.at(4), "7k/p7/8/4P3/8/8/8/4K3", 1),
        (PASSED_FREE.at(4), "8/p4k2/8/4P3/8/8/8/4K3", 0),
        (PASSED_PATH.at(4), "7k/p7/8/4P3/8/8/8/4K3", 1),
        (PASSED_PATH.at(4), "5k2/p7/8/4P3/8/8/8/4K3", 0),
        (PASSED_GUARDED.at(4), "7k/p7/8/4PK2/8/8/8/8", 1),
        (PASSED_GUARDED.at(4), "7k/p7/8/4P3/8/8/8/4K3", 0),
        (PASSED_OUR_KING.cell(8, 2, 1), "7k/p7/8/4PK2/8/8/8/8", 1),
        (PASSED_THEIR_KING.cell(8, 2, 3), "7k/p7/8/4PK2/8/8/8/8", 1),
        (PASSED_ROOK_BEHIND.at(0), "7k/p7/8/4P3/8/8/8/4R1K1", 1),
        (PASSED_ROOK_BEHIND.at(0), "7k/p7/8/4P3/8/8/8/3R2K1", 0),
        (PASSED_ROOK_BEHIND.at(1), "7k/p7/8/4P3/8/8/7K/4r3", 1),
        (PASSED_UNSTOPPABLE.only(), "k7/p7/8/7P/8/8/8/4K3", 1),
        (PASSED_UNSTOPPABLE.only(), "6k1/p7/8/7P/8/8/8/4K3", 0),
        (PASSED_UNSTOPPABLE.only(), "k7/p7/8/7P/8/8/8/4K1n1", 0),
    ]);
}

#[test]
fn mobility_counts_the_squares_a_piece_can_safely_go_to() {
    white(&[
        (KNIGHT_MOBILITY.at(8), "4k3/p7/8/8/4N3/8/P7/4K3", 1),
        // Enemy pawns hold c5, d6 and f6.
        (KNIGHT_MOBILITY.at(5), "4k3/pp2p3/3p4/8/4N3/8/P7/4K3", 1),
        (KNIGHT_MOBILITY.at(2), "4k3/p7/8/8/8/P7/8/N3K3", 1),
        (BISHOP_MOBILITY.at(7), "4k3/7p/8/8/8/8/7P/B3K3", 1),
        (ROOK_MOBILITY.at(14), "7k/p7/8/8/3R4/8/7P/7K", 1),
    ]);
}

#[test]
fn pieces_count_by_outposts_diagonals_and_files() {
    white(&[
        (KNIGHT_OUTPOST.at(1), "4k3/p7/8/3N4/4P3/8/8/4K3", 1),
        (KNIGHT_OUTPOST.at(1), "4k3/2p5/8/3N4/4P3/8/8/4K3", 0),
        (KNIGHT_OUTPOST.at(0), "4k3/p7/8/3N4/7P/8/8/4K3", 1),
        (BISHOP_OUTPOST.at(1), "4k3/p7/8/3B4/4P3/8/8/4K3", 1),
        (OUTPOST_IN_REACH.only(), "4k3/p7/8/8/4P3/2N5/8/4K3", 1),
        (OUTPOST_IN_REACH.only(), "4k3/p7/8/8/8/2N5/4P3/4K3", 0),
        (BISHOP_PAWNS.at(2), "4k3/p7/8/8/8/P7/1P6/2B1K3", 1),
        (BISHOP_PAWNS.at(1), "4k3/p7/8/8/8/8/PP6/2B1K3", 1),
        (LONG_DIAGONAL.only(), "4k3/p7/8/8/8/7P/1B6/4K3", 1),
        (LONG_DIAGONAL.only(), "4k3/p7/8/8/3P4/8/1B6/4K3", 0),
        (ROOK_OPEN_FILE.only(), "4k3/p7/8/8/8/8/P7/3R2K1", 1),
        (ROOK_OPEN_FILE.only(), "4k3/3p4/8/8/8/8/P7/3R2K1", 0),
        (ROOK_HALF_OPEN_FILE.only(), "4k3/3p4/8/8/8/8/P7/3R2K1", 1),
        (ROOK_BLOCKED_FILE.only(), "4k3/8/8/3p4/3P4/8/8/3R2K1", 1),
        (ROOK_BLOCKED_FILE.only(), "4k3/8/3p4/8/3P4/8/8/3R2K1", 0),
        (ROOK_SEVENTH.only(), "8/pR6/4k3/8/8/8/P7/6K1", 1),
        (ROOK_SEVENTH.only(), "8/1R6/p3k3/8/8/8/P7/6K1", 0),
        (ROOK_SHUT_IN.at(1), "4k3/p7/8/8/8/8/5PPP/5K1R", 1),
        (ROOK_SHUT_IN.at(1), "4k3/p7/8/8/8/8/5PPP/3R1K2", 0),
        (QUEEN_EXPOSED.only(), "3rk3/p7/8/8/3N4/8/P7/3Q2K1", 1),
        (QUEEN_EXPOSED.only(), "2r1k3/p7/8/8/3N4/8/P7/3Q2K1", 0),
    ]);
}

#[test]
fn the_shelter_counts_the_pawns_around_the_king() {
    white(&[
        (SHELTER.cell(8, 1, 1), "4k3/p7/8/8/8/8/6P1/6K1", 1),
        (SHELTER.cell(8, 1, 0), "4k3/p7/8/8/8/8/P7/6K1", 1),
        (STORM_BLOCKED.at(3), "4k3/8/8/8/6p1/6P1/8/6K1", 1),
        (STORM_BLOCKED.at(3), "4k3/8/8/6p1/8/6P1/8/6K1", 0),
        (KING_FILE_OPEN.at(2), "4k3/p7/8/8/8/8/P7/6K1", 1),
        (KING_FILE_OPEN.at(0), "4k3/6p1/8/8/8/8/P7/6K1", 1),
        (KING_FILE_OPEN.at(1), "4k3/p7/8/8/8/8/6P1/6K1", 1),
        (PAWNLESS_FLANK.only(), "4k3/p7/8/8/8/8/P7/6K1", 1),
        (PAWNLESS_FLANK.only(), "4k3/7p/8/8/8/8/P7/6K1", 0),
        (KING_PAWN_DISTANCE.at(1), "4k3/p7/8/8/8/8/6P1/6K1", 1),
        (CAN_CASTLE.only(), "4k3/p7/8/8/8/8/P7/4K2R w K - 0 1", 1),
        (CAN_CASTLE.only(), "4k3/p7/8/8/8/8/P7/4K2R w - - 0 1", 0),
    ]);
}

#[test]
fn danger_counts_attackers_of_the_king() {
    black_king(&[
        (DANGER_ATTACKER.at(0), "6k1/p7/8/5N2/8/8/P7/4K3", 1),
        (DANGER_ATTACKER.at(0), "6k1/p7/8/8/8/8/P7/N3K3", 0),
        (DANGER_NO_QUEEN.only(), "6k1/p7/8/8/8/8/P7/R3K3", 1),
        (DANGER_NO_QUEEN.only(), "6k1/p7/8/8/8/8/P7/Q3K3", 0),
        (DANGER_PINNED.only(), "4k3/p3n3/8/8/8/8/P7/4R1K1", 1),
        (DANGER_PINNED.only(), "4k3/p3n3/8/8/8/8/P7/3R2K1", 0),
        (DANGER_THEIR_MOVE.only(), "6k1/p7/8/8/8/8/P7/R3K3 w - - 0 1", 1),
        (DANGER_THEIR_MOVE.only(), "6k1/p7/8/8/8/8/P7/R3K3 b - - 0 1", 0),
        (DANGER_SAFE_CHECK.at(4), "6k1/5ppp/8/8/8/8/7P/R5K1", 1),
        (DANGER_SAFE_CHECK.at(4), "6k1/5ppp/8/3b4/8/8/7P/R5K1", 0),
    ]);
    let danger = |fen: &str| {
        let position: Chess = fen.parse::<Fen>().unwrap().into_position(CastlingMode::Standard).unwrap();
        let black = Terms::of(&position).unwrap().sides.black.danger;
        black.iter().fold(super::Tapered::ZERO, |sum, &(term, count)| sum + WEIGHTS[term.index()] * count).middlegame()
    };
    let (one, three) = ("6k1/5ppp/8/8/8/3B4/8/6K1 w - - 0 1", "6k1/5ppp/8/6NQ/8/3B4/8/6K1 w - - 0 1");
    assert!(danger(three) > danger(one) + 300, "three attackers: {} {}", danger(three), danger(one));
}

#[test]
fn threats_count_what_is_attacked_and_badly_guarded() {
    white(&[
        (THREAT_BY_PAWN.at(1), "4k3/p7/8/3n4/4P3/8/8/4K3", 1),
        (THREAT_BY_PAWN.at(1), "4k3/p7/3n4/8/4P3/8/8/4K3", 0),
        (THREAT_BY_PUSH.only(), "4k3/p7/8/3n4/8/4P3/8/5K2", 1),
        (THREAT_BY_PUSH.only(), "4k3/p7/8/3b4/8/4P3/5K2/8", 0),
        (THREAT_BY_ROOK.at(1), "4k3/p7/8/3n4/8/8/P7/3R2K1", 1),
        (THREAT_BY_ROOK.at(1), "4k3/8/2p5/3n4/8/8/P7/3R2K1", 0),
        (HANGING.only(), "4k3/p7/8/3n4/8/8/P7/3R2K1", 1),
        (HANGING.only(), "4k3/8/2p5/3n4/8/8/P7/3R2K1", 0),
        (THREAT_BY_MINOR.at(3), "4k3/p7/8/3r4/8/2N5/P7/4K3", 1),
        (THREAT_BY_KING.only(), "4k3/p7/8/3n4/4K3/8/P7/8", 1),
        (MOVER_THREAT.at(0), "4k3/p7/8/3n4/4P3/8/8/4K3 w - - 0 1", 1),
        (MOVER_THREAT.at(0), "4k3/p7/8/3n4/4P3/8/8/4K3 b - - 0 1", 0),
        (GUARDED_BY_QUEEN.only(), "3qk3/p7/8/3n4/8/8/P7/3R2K1", 1),
        (LOOSE.at(0), "4k3/p7/8/8/8/8/P7/4K3", 1),
        (LOOSE.at(0), "4k3/p7/8/8/8/8/3P4/4K3", 0),
    ]);
}

#[test]
fn space_counts_only_while_there_are_pieces_to_use_it() {
    let space = |fen: &str| sum(&terms(fen).sides.white.linear, SPACE.only());
    assert!(space("rnbqkbnr/pppppppp/8/8/3PP3/8/PPP2PPP/RNBQKBNR w - - 0 1") > 0);
    assert_eq!(space("4k3/pppppppp/8/8/3PP3/8/PPP2PPP/RNB1K3 w - - 0 1"), 0);
}

#[test]
fn the_move_counts_for_the_side_that_has_it() {
    white(&[
        (TEMPO.only(), "4k3/p7/8/8/8/8/P7/4K3 w - - 0 1", 1),
        (TEMPO.only(), "4k3/p7/8/8/8/8/P7/4K3 b - - 0 1", 0),
    ]);
}

#[test]
fn an_advantage_with_opposite_bishops_counts_less() {
    let share = |fen: &str| {
        let terms = terms(fen);
        share(terms.classes[Color::White], terms.shifts)
    };
    let opposite = share("4k3/p2b4/8/8/8/8/PP6/2B1K3 w - - 0 1");
    let same = share("4k3/p1b5/8/8/8/8/PP6/2B1K3 w - - 0 1");
    assert!(opposite < same, "{opposite} {same}");
}
