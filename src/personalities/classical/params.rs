//! Every number of the search that could be set otherwise, with its unit.
//!
//! Depths are plies, margins and bounds centipawns, reductions 1/1024 ply, history scores points of the counters in
//! `history.rs` (± [`HISTORY_LIMIT`]). How a number was found stands at the head of its section or beside it. Where
//! nothing else is said, it is a customary value of open engines (Stockfish, Ethereal, Carp) that was kept because the
//! engine with it passed its matches, or lies a step from one, in the direction that `scripts/screen.py` found.
//! Two runs of `scripts/spsa.py` then moved 43 of them, which `docs/search.md` lists. That page says what was measured,
//! and how the numbers that have a range here are tuned.
//!
//! Not here: numbers of the rules (fifty moves, the longest list of legal moves), the layout of packed words, and the
//! weights of the evaluation, which `motley-lab tune` writes.

use std::time::Duration;

use crate::engine::Allotment;

use super::tunable::{Tunable, TunableSpec, parameters};

parameters! {
    // Units.

    /// Numbers in hundredths are divided by this.
    HUNDREDTHS: i32 = 100;

    // Iterative deepening and aspiration windows.

    /// The first depth with a window; shallower scores jump too much.
    ASPIRATION_DEPTH: i32 = 4, 2..=8;
    /// Half the width of the first window.
    ASPIRATION_WIDTH: i32 = 12, 2..=50;
    /// The square of the expected score over this is added to the width: large scores move in larger steps.
    ASPIRATION_SCORE_DIVISOR: i32 = 16_384, 2048..=65536;
    /// After a miss the width grows by this share of itself, in hundredths.
    ASPIRATION_GROWTH: i32 = 50, 10..=200;
    /// A window wider than this is opened entirely.
    ASPIRATION_WIDEST: i32 = 600, 100..=2000;
    /// After scores above the window the depth falls by one each time, by no more than this in all.
    ASPIRATION_FAIL_HIGH_REDUCTION: i32 = 3, 0..=6;

    // Time: how the clock is shared out (`engine/clock.rs`; the other players keep `Allotment::USUAL`), and
    // factors on its soft bound after each iteration, in hundredths.

    /// Moves that are still to be played, in tenths.
    TIME_EXPECTED_MOVES: i32 = 225, 100..=500;
    /// The share of the increment that a move may take beside its part of the clock.
    TIME_INCREMENT_SHARE: i32 = 75, 30..=120;
    /// No move takes more than this share of the clock …
    TIME_HARD_SHARE: i32 = 55, 15..=75;
    /// … nor than this multiple of the soft bound.
    TIME_HARD_FACTOR: i32 = 700, 150..=900;
    /// By how many iterations the same move has been best: 0, 1, 2, 3, more.
    TIME_UNCHANGED_0: i32 = 200, 100..=400;
    TIME_UNCHANGED_1: i32 = 130, 60..=250;
    TIME_UNCHANGED_2: i32 = 105, 50..=200;
    TIME_UNCHANGED_3: i32 = 80, 40..=180;
    TIME_UNCHANGED_MORE: i32 = 65, 30..=160;
    /// `BASE − SLOPE × share`, by the share of all nodes that the best move took.
    TIME_BY_NODES_BASE: i32 = 157, 130..=300;
    TIME_BY_NODES_SLOPE: i32 = 120, 0..=125;
    /// Growth for every 100 centipawns that the score has dropped.
    TIME_BY_DROP_SLOPE: i32 = 80, 0..=300;
    /// The drop counts from a rise of this …
    TIME_LARGEST_RISE: i32 = 20, 0..=100;
    /// … to a fall of this.
    TIME_LARGEST_DROP: i32 = 60, 10..=200;
    /// A mate in n plies ends the search once an iteration of `FACTOR × n + MARGIN` plies is complete: no shorter one
    /// is likely to be found.
    MATE_DEPTH_FACTOR: i32 = 2;
    MATE_DEPTH_MARGIN: i32 = 4;
    /// `go mate`: depths of the searches for nothing but the mate, beyond its own plies. At the last of them every mate
    /// of the suites with mates in 1, 2 and 3 is found.
    MATE_SEARCH_MARGINS: [i32; 3] = [8, 14, 20];
    /// Nodes between two looks at the clock: less than a millisecond's work, on a loaded machine too. A look costs no
    /// more than a node's tenth.
    CHECK_INTERVAL: u64 = 256;
    /// Nodes searched to evaluate a move of a book that does not keep its results: some milliseconds.
    BOOK_MOVE_NODES: u64 = 2000;
    /// Bounds and the root move being searched are reported only after this time: before it they would scroll past
    /// unread.
    DETAILS_AFTER: Duration = Duration::from_secs(3);
    /// Bytes of stack of a search thread: the deepest line needs about two MiB (measured).
    THREAD_STACK: usize = 16 << 20;
    /// The same where the system's limit on memory leaves no room for that.
    SMALL_THREAD_STACK: usize = 4 << 20;
    /// Bytes that a search thread takes at most while it searches, beside its stack: frames and lines.
    THREAD_BYTES: usize = 2 << 20;

    // Static evaluation inside the search.

    /// An evaluation is multiplied by `1 − plies since a capture or pawn move / this`: it approaches a draw as the
    /// fifty-move rule does.
    FIFTY_MOVE_FADE: i32 = 200, 120..=500;

    // The transposition table.

    /// From this many plies since a capture or pawn move a stored score is not trusted: the fifty-move rule, which the
    /// key leaves out, may be near.
    TABLE_CUT_HALFMOVES: u32 = 90;
    /// Plies of depth that an entry loses in worth with each search since it was stored.
    TABLE_AGE_WEIGHT: i32 = 8, 0..=32;
    /// A bound does not replace an entry of this search for the same position that is deeper by more than this …
    TABLE_KEEP_DEPTH: i32 = 3, 0..=8;
    /// … and by this more where the bound is from the principal variation.
    TABLE_KEEP_DEPTH_PV: i32 = 2, 0..=8;
    /// Depth under which quiescence stores an evaluation without a search: below every searched entry.
    TABLE_UNSEARCHED_DEPTH: i32 = -2;
    /// Plies added to the depth of a result from the tablebases: it holds at any depth and deserves to stay.
    TABLEBASE_EXTRA_DEPTH: i32 = 6, 0..=12;

    // Pruning before the moves.

    /// The greatest depth for reverse futility.
    REVERSE_FUTILITY_DEPTH: i32 = 9, 4..=14;
    /// For each ply.
    REVERSE_FUTILITY_MARGIN: i32 = 39, 20..=200;
    /// Less where the evaluation is improving.
    REVERSE_FUTILITY_IMPROVING: i32 = 32, -50..=200;
    /// More for each ply where a cutoff is expected and the table has no entry.
    REVERSE_FUTILITY_CUT_NODE: i32 = 3, -30..=30;
    /// The greatest depth for razoring.
    RAZORING_DEPTH: i32 = 3, 1..=8;
    /// `BASE + MARGIN × depth` below alpha.
    RAZORING_BASE: i32 = 145, 0..=500;
    RAZORING_MARGIN: i32 = 310, 50..=500;
    /// The least depth for the null move.
    NULL_MOVE_DEPTH: i32 = 3, 1..=6;
    /// Plies less than the node: `REDUCTION + depth / DEPTH_DIVISOR + surplus over beta / EVAL_DIVISOR`.
    NULL_MOVE_REDUCTION: i32 = 4, 2..=7;
    NULL_MOVE_DEPTH_DIVISOR: i32 = 4, 2..=8;
    NULL_MOVE_EVAL_DIVISOR: i32 = 179, 20..=500;
    /// The most plies that the surplus over beta takes off.
    NULL_MOVE_EVAL_REDUCTION: i32 = 3, 1..=8;
    /// Least static evaluation: `beta + BASE − SLOPE × depth`.
    NULL_MOVE_BASE: i32 = 155, -50..=300;
    NULL_MOVE_DEPTH_SLOPE: i32 = 15, 0..=40;
    /// Passing is not tried where beta is below this.
    NULL_MOVE_LEAST_BETA: i32 = -600, -2000..=0;
    /// The least depth at which a cutoff by passing is verified.
    NULL_MOVE_VERIFY_DEPTH: i32 = 14, 8..=24;
    /// Share of the verifying search's plies in which passing is forbidden: numerator and denominator.
    NULL_MOVE_VERIFY_SHARE: (usize, usize) = (3, 4);
    /// The least depth for probcut.
    PROBCUT_DEPTH: i32 = 5, 3..=9;
    /// Above beta.
    PROBCUT_MARGIN: i32 = 111, 30..=400;
    /// Plies less than the node for the search that confirms a capture.
    PROBCUT_REDUCTION: i32 = 4, 2..=6;
    /// A table entry at most this many plies shallower than the node may veto probcut.
    PROBCUT_TABLE_DEPTH: i32 = 3, 1..=6;
    /// The least depth for internal iterative reduction, which takes off one ply.
    INTERNAL_REDUCTION_DEPTH: i32 = 4, 2..=8;

    // Pruning of moves.

    /// Quiet moves beyond `BASE + FACTOR × depth²` hundredths are skipped; where the evaluation is not improving, those
    /// beyond the share `NOT_IMPROVING` of that number, in hundredths.
    LATE_MOVE_BASE: i32 = 360, 0..=1000;
    LATE_MOVE_FACTOR: i32 = 137, 30..=300;
    LATE_MOVE_NOT_IMPROVING: i32 = 54, 20..=100;
    /// The greatest depth after reduction for futility.
    FUTILITY_DEPTH: i32 = 8, 4..=14;
    /// `BASE + MARGIN × depth after reduction` below alpha.
    FUTILITY_BASE: i32 = 35, 0..=300;
    FUTILITY_MARGIN: i32 = 49, 20..=200;
    /// The greatest depth after reduction for history pruning.
    HISTORY_PRUNING_DEPTH: i32 = 4, 1..=10;
    /// History points below zero for each ply of depth.
    HISTORY_PRUNING_MARGIN: i32 = 3159, 500..=8000;
    /// Centipawns that a quiet move may lose in exchange, for the square of the depth after reduction.
    EXCHANGE_QUIET_MARGIN: i32 = 25, 5..=80;
    /// Centipawns that a capture may lose in exchange, for each ply of depth.
    EXCHANGE_NOISY_MARGIN: i32 = 115, 20..=250;
    /// More for a capture with [`HISTORY_LIMIT`] points of history.
    EXCHANGE_NOISY_BY_HISTORY: i32 = 40, -600..=600;
    /// The greatest depth for pruning by exchange: of the node for captures, after reduction for quiet moves.
    EXCHANGE_DEPTH: i32 = 9, 3..=14;

    // Singular extensions.

    /// The least depth.
    SINGULAR_DEPTH: i32 = 5, 4..=10;
    /// The table's entry may be this many plies shallower than the node.
    SINGULAR_TABLE_DEPTH: i32 = 3, 1..=6;
    /// The bound lies below the table's score by this for each ply of depth, in hundredths of a centipawn.
    SINGULAR_MARGIN: i32 = 176, 20..=600;
    /// The other moves are searched to `(depth − 1) / this`.
    SINGULAR_DEPTH_DIVISOR: i32 = 2;
    /// No extension from this many times the depth of the iteration on: lines must end.
    SINGULAR_PLY_FACTOR: i32 = 2;
    /// Two plies, where the other moves fail by more than this.
    DOUBLE_EXTENSION_MARGIN: i32 = 14, 0..=80;
    /// Three plies for a quiet move, where the others fail by more than this.
    TRIPLE_EXTENSION_MARGIN: i32 = 75, 20..=300;
    /// Extensions by two plies or three in one line.
    DOUBLE_EXTENSION_LIMIT: u8 = 6;
    /// Plies less for a move that is not singular and whose table score reaches beta.
    NOT_SINGULAR_REDUCTION: i32 = 3, 0..=4;
    /// Plies less for a move that is not singular where a cutoff is expected.
    NOT_SINGULAR_CUT_NODE_REDUCTION: i32 = 1, 0..=4;

    // Late move reductions: `BASE + ln(depth) × ln(number) / DIVISOR`, the logarithms and the result in 1/1024, then
    // adjusted.

    /// The least depth.
    REDUCTION_DEPTH: i32 = 2, 1..=5;
    /// So many moves are searched unreduced, at the root one more.
    REDUCTION_FULL_MOVES: usize = 1;
    REDUCTION_BASE: i32 = 848, -512..=2048;
    REDUCTION_DIVISOR: i32 = 2356, 1024..=4608;
    REDUCTION_NOISY_BASE: i32 = 233, -1024..=1536;
    REDUCTION_NOISY_DIVISOR: i32 = 3230, 1536..=6860;
    /// Less on what once was the principal variation.
    REDUCTION_PV: i32 = 979, 0..=3072;
    /// More where a cutoff is expected.
    REDUCTION_CUT_NODE: i32 = 1246, 0..=3072;
    /// More where the evaluation is not improving.
    REDUCTION_NOT_IMPROVING: i32 = 790, 0..=2048;
    /// Less for moves that give check: measured in place of check extensions (`docs/search.md`).
    REDUCTION_CHECK: i32 = 1280, 0..=3072;
    /// Less for each centipawn by which correction history and the fading towards the fifty-move rule have changed the
    /// evaluation: it is less certain there …
    REDUCTION_BY_CORRECTION: i32 = 2, -20..=40;
    /// … up to so many centipawns.
    REDUCTION_BY_CORRECTION_LIMIT: i32 = 128;
    /// More where the table's move is a capture: a quiet move will hardly be better.
    REDUCTION_NOISY_TABLE_MOVE: i32 = 700, 0..=2048;
    /// Beta cutoffs of children beyond which a node is expected to fail low.
    REDUCTION_CUTOFFS: u32 = 3;
    /// More in such a node.
    REDUCTION_MANY_CUTOFFS: i32 = 1150, 0..=2048;
    /// History points that make one ply.
    REDUCTION_HISTORY: i32 = 9989, 3000..=20000;
    REDUCTION_NOISY_HISTORY: i32 = 10_500, 3000..=20000;

    // Quiescence.

    /// The most that a capture may win beyond its victim.
    DELTA_MARGIN: i32 = 110, 20..=400;
    /// The least that a capture must win in exchange.
    QUIESCENCE_EXCHANGE: i32 = 0, -150..=100;

    // Move ordering.

    /// History points for a centipawn of the captured piece.
    VICTIM_WEIGHT: i32 = 20, 2..=48;
    /// Captures that win less than this in exchange come after the quiet moves.
    GOOD_CAPTURE_EXCHANGE: i32 = -25, -150..=100;
    /// Points for a quiet move that gives check and loses no more than this in exchange.
    ORDER_CHECK: i32 = 11_340, 0..=32000;
    ORDER_CHECK_LOSS: i32 = 40, 0..=200;
    /// Points for a piece that leaves the attack of a lesser one; one that enters it loses as many.
    ORDER_THREATENED_MINOR: i32 = 6000, 0..=16000;
    ORDER_THREATENED_ROOK: i32 = 7700, 0..=24000;
    ORDER_THREATENED_QUEEN: i32 = 17_200, 0..=32000;
    /// Centipawns of the pieces in exchanges, the king's being none; round, because exchanges compare whole pieces.
    EXCHANGE_PAWN: i32 = 100, 50..=200;
    EXCHANGE_KNIGHT: i32 = 325, 200..=600;
    EXCHANGE_BISHOP: i32 = 325, 200..=600;
    EXCHANGE_ROOK: i32 = 500, 300..=900;
    EXCHANGE_QUEEN: i32 = 1000, 600..=1800;

    // Histories: bonus = FACTOR × depth − OFFSET, from 0 to LIMIT.

    /// Bound of every move history counter, in points.
    HISTORY_LIMIT: i32 = 16_384;
    BONUS_FACTOR: i32 = 354, 50..=500;
    BONUS_OFFSET: i32 = 80, -200..=400;
    BONUS_LIMIT: i32 = 2300, 500..=4000;
    MALUS_FACTOR: i32 = 276, 50..=500;
    MALUS_LIMIT: i32 = 1900, 500..=4000;
    /// A quiet move that cuts as the first one tried is rewarded from this depth on.
    BONUS_FIRST_MOVE_DEPTH: i32 = 3, 0..=8;
    /// The opponent's quiet move earns this share of the bonus, in hundredths, where no answer to it reached alpha.
    BONUS_UNANSWERED: i32 = 87, 0..=150;
    /// A quiet move earns so many points for a centipawn by which the evaluation has risen for its side, from −LIMIT …
    BONUS_BY_EVALUATION: i32 = 4, 0..=16;
    /// … to LIMIT.
    BONUS_BY_EVALUATION_LIMIT: i32 = 1500, 200..=3000;
    /// The plies that the continuation histories look back.
    CONTINUATIONS: [usize; 3] = [1, 2, 4];
    /// The last of the continuation histories counts by one over this.
    CONTINUATION_FAR_DIVISOR: i32 = 2, 1..=8;

    // Correction history.

    /// Entries of one table for each side to move.
    CORRECTION_SIZE: usize = 16_384;
    /// An entry stays within ± this; there it counts with its full weight.
    CORRECTION_LIMIT: i32 = 1024;
    /// The most centipawns that each table can add.
    CORRECTION_PAWN: i32 = 53, 0..=120;
    CORRECTION_PIECES: i32 = 54, 0..=120;
    CORRECTION_CONTINUATION: i32 = 47, 0..=120;
    CORRECTION_CONTINUATION_FAR: i32 = 9, -60..=120;
    /// An entry is pulled by the error in centipawns × depth / this …
    CORRECTION_ERROR_DIVISOR: i32 = 8, 2..=32;
    /// … and at once by no more than the limit over this.
    CORRECTION_STEP_DIVISOR: i32 = 4, 1..=16;

    // Chances of winning by score: fitted together by `scripts/fit_wdl.py` to 155,302 games of Stockfish 15.1 against
    // itself at 700 nodes a move; games at long time controls end in draws more often.

    /// Centipawns at which half of the games are won.
    WDL_HALF_WON: f64 = 101.0;
    /// Centipawns over which the chances turn.
    WDL_SPREAD: f64 = 156.0;
}

/// The numbers by which Classical shares out its clock.
pub fn allotment() -> Allotment {
    Allotment {
        expected_moves: f64::from(TIME_EXPECTED_MOVES.get()) / 10.0,
        increment_share: hundredths(TIME_INCREMENT_SHARE.get()),
        hard_share: hundredths(TIME_HARD_SHARE.get()),
        hard_factor: hundredths(TIME_HARD_FACTOR.get()),
    }
}

pub fn hundredths(number: i32) -> f64 {
    f64::from(number) / f64::from(HUNDREDTHS)
}
