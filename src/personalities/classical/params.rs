//! Every number of the search that could be set otherwise, with its unit.
//!
//! Depths are plies, margins and bounds centipawns, reductions 1/1024 ply, history scores points of the counters in
//! `history.rs` (± [`HISTORY_LIMIT`]). How a number was found stands at the head of its section or beside it. Where
//! nothing else is said, it is a customary value of open engines (Stockfish, Ethereal, Carp) that was kept because the
//! engine with it passed its matches; none was tuned by self-play yet. `docs/search.md` says what was measured.
//!
//! Not here: numbers of the rules (fifty moves, the longest list of legal moves), the layout of packed words, and the
//! weights of the evaluation, which `motley tune` writes.

use std::time::Duration;

// Iterative deepening and aspiration windows.

/// The first depth with a window; shallower scores jump too much.
pub const ASPIRATION_DEPTH: i32 = 4;
/// Half the width of the first window.
pub const ASPIRATION_WIDTH: i32 = 14;
/// The square of the expected score over this is added to the width: large scores move in larger steps.
pub const ASPIRATION_SCORE_DIVISOR: i32 = 16_384;
/// After a miss the width grows by itself over this.
pub const ASPIRATION_GROWTH_DIVISOR: i32 = 2;
/// A window wider than this is opened entirely.
pub const ASPIRATION_WIDEST: i32 = 600;
/// After scores above the window the depth falls by one each time, by no more than this in all.
pub const ASPIRATION_FAIL_HIGH_REDUCTION: i32 = 3;

// Time: factors on the clock's soft bound after each iteration, without unit. The bounds themselves are in
// `engine/clock.rs`.

/// By how many iterations the same move has been best: 0, 1, 2, 3, more.
pub const TIME_BY_UNCHANGED_MOVE: [f64; 5] = [2.0, 1.3, 1.05, 0.9, 0.8];
/// `BASE − SLOPE × share`, by the share of all nodes that the best move took.
pub const TIME_BY_NODES_BASE: f64 = 1.7;
pub const TIME_BY_NODES_SLOPE: f64 = 1.2;
/// Growth for each centipawn that the score has dropped.
pub const TIME_BY_DROP_SLOPE: f64 = 0.008;
/// The drop counts from a rise of this …
pub const TIME_LARGEST_RISE: i32 = 20;
/// … to a fall of this.
pub const TIME_LARGEST_DROP: i32 = 60;
/// A mate in n plies ends the search once an iteration of `FACTOR × n + MARGIN` plies is complete: no shorter one is
/// likely to be found.
pub const MATE_DEPTH_FACTOR: i32 = 2;
pub const MATE_DEPTH_MARGIN: i32 = 4;
/// `go mate`: depths of the searches for nothing but the mate, beyond its own plies. At the last of them every mate of
/// the suites with mates in 1, 2 and 3 is found.
pub const MATE_SEARCH_MARGINS: [i32; 3] = [8, 14, 20];
/// Nodes between two looks at the clock: less than a millisecond's work, on a loaded machine too. A look costs no more
/// than a node's tenth.
pub const CHECK_INTERVAL: u64 = 256;
/// Nodes searched to evaluate a move of a book that does not keep its results: some milliseconds.
pub const BOOK_MOVE_NODES: u64 = 2000;
/// Bounds and the root move being searched are reported only after this time: before it they would scroll past unread.
pub const DETAILS_AFTER: Duration = Duration::from_secs(3);
/// Bytes of stack of a search thread: the deepest line needs about two MiB (measured).
pub const THREAD_STACK: usize = 16 << 20;

// Static evaluation inside the search.

/// An evaluation is multiplied by `1 − half moves since a capture or pawn move / this`: it approaches a draw as the
/// fifty-move rule does.
pub const FIFTY_MOVE_FADE: i32 = 220;

// The transposition table.

/// From this many half moves since a capture or pawn move a stored score is not trusted: the fifty-move rule, which the
/// key leaves out, may be near.
pub const TABLE_CUT_HALFMOVES: u32 = 90;
/// Plies of depth that an entry loses in worth with each search since it was stored.
pub const TABLE_AGE_WEIGHT: i32 = 8;
/// A bound does not replace an entry of this search for the same position that is deeper by more than this …
pub const TABLE_KEEP_DEPTH: i32 = 3;
/// … and by this more where the bound is from the principal variation.
pub const TABLE_KEEP_DEPTH_PV: i32 = 2;
/// Depth under which quiescence stores an evaluation without a search: below every searched entry.
pub const TABLE_UNSEARCHED_DEPTH: i32 = -2;
/// Plies added to the depth of a result from the tablebases: it holds at any depth and deserves to stay.
pub const TABLEBASE_EXTRA_DEPTH: i32 = 6;

// Pruning before the moves.

/// The greatest depth for reverse futility.
pub const REVERSE_FUTILITY_DEPTH: i32 = 8;
/// For each ply.
pub const REVERSE_FUTILITY_MARGIN: i32 = 75;
/// The greatest depth for razoring.
pub const RAZORING_DEPTH: i32 = 3;
/// `BASE + MARGIN × depth` below alpha.
pub const RAZORING_BASE: i32 = 150;
pub const RAZORING_MARGIN: i32 = 250;
/// The least depth for the null move.
pub const NULL_MOVE_DEPTH: i32 = 3;
/// Plies less than the node: `REDUCTION + depth / DEPTH_DIVISOR + surplus over beta / EVAL_DIVISOR`.
pub const NULL_MOVE_REDUCTION: i32 = 4;
pub const NULL_MOVE_DEPTH_DIVISOR: i32 = 4;
pub const NULL_MOVE_EVAL_DIVISOR: i32 = 200;
/// The most plies that the surplus over beta takes off.
pub const NULL_MOVE_EVAL_REDUCTION: i32 = 3;
/// Least static evaluation: `beta + BASE − SLOPE × depth`.
pub const NULL_MOVE_BASE: i32 = 120;
pub const NULL_MOVE_DEPTH_SLOPE: i32 = 15;
/// Passing is not tried where beta is below this.
pub const NULL_MOVE_LEAST_BETA: i32 = -600;
/// The least depth at which a cutoff by passing is verified.
pub const NULL_MOVE_VERIFY_DEPTH: i32 = 14;
/// Share of the verifying search's plies in which passing is forbidden: numerator and denominator.
pub const NULL_MOVE_VERIFY_SHARE: (usize, usize) = (3, 4);
/// The least depth for probcut.
pub const PROBCUT_DEPTH: i32 = 5;
/// Above beta.
pub const PROBCUT_MARGIN: i32 = 180;
/// Plies less than the node for the search that confirms a capture.
pub const PROBCUT_REDUCTION: i32 = 4;
/// A table entry at most this many plies shallower than the node may veto probcut.
pub const PROBCUT_TABLE_DEPTH: i32 = 3;
/// The least depth for internal iterative reduction, which takes off one ply.
pub const INTERNAL_REDUCTION_DEPTH: i32 = 4;

// Pruning of moves.

/// Quiet moves beyond `BASE + depth²` are skipped; half as many where the evaluation is not improving.
pub const LATE_MOVE_BASE: i32 = 3;
pub const LATE_MOVE_NOT_IMPROVING_DIVISOR: i32 = 2;
/// The greatest depth after reduction for futility.
pub const FUTILITY_DEPTH: i32 = 8;
/// `BASE + MARGIN × depth after reduction` below alpha.
pub const FUTILITY_BASE: i32 = 90;
pub const FUTILITY_MARGIN: i32 = 80;
/// The greatest depth after reduction for history pruning.
pub const HISTORY_PRUNING_DEPTH: i32 = 4;
/// History points below zero for each ply of depth.
pub const HISTORY_PRUNING_MARGIN: i32 = 3500;
/// Centipawns that a quiet move may lose in exchange, for the square of the depth after reduction.
pub const EXCHANGE_QUIET_MARGIN: i32 = 22;
/// Centipawns that a capture may lose in exchange, for each ply of depth.
pub const EXCHANGE_NOISY_MARGIN: i32 = 90;
/// The greatest depth for pruning by exchange: of the node for captures, after reduction for quiet moves.
pub const EXCHANGE_DEPTH: i32 = 9;

// Singular extensions.

/// The least depth.
pub const SINGULAR_DEPTH: i32 = 7;
/// The table's entry may be this many plies shallower than the node.
pub const SINGULAR_TABLE_DEPTH: i32 = 3;
/// The bound lies below the table's score by this for each ply of depth.
pub const SINGULAR_MARGIN: i32 = 2;
/// The other moves are searched to `(depth − 1) / this`.
pub const SINGULAR_DEPTH_DIVISOR: i32 = 2;
/// No extension from this many times the depth of the iteration on: lines must end.
pub const SINGULAR_PLY_FACTOR: i32 = 2;
/// Two plies, where the other moves fail by more than this.
pub const DOUBLE_EXTENSION_MARGIN: i32 = 20;
/// Extensions by two plies in one line.
pub const DOUBLE_EXTENSION_LIMIT: u8 = 6;
/// Plies less for a move that is not singular and whose table score reaches beta.
pub const NOT_SINGULAR_REDUCTION: i32 = 2;
/// Plies less for a move that is not singular where a cutoff is expected.
pub const NOT_SINGULAR_CUT_NODE_REDUCTION: i32 = 1;

// Late move reductions: `BASE + ln(depth) × ln(number) / DIVISOR`, the logarithms and the result in 1/1024, then
// adjusted.

/// The least depth.
pub const REDUCTION_DEPTH: i32 = 2;
/// So many moves are searched unreduced, at the root one more.
pub const REDUCTION_FULL_MOVES: usize = 1;
pub const REDUCTION_BASE: i32 = 768;
pub const REDUCTION_DIVISOR: i32 = 2304;
pub const REDUCTION_NOISY_BASE: i32 = 200;
pub const REDUCTION_NOISY_DIVISOR: i32 = 3430;
/// Less on what once was the principal variation.
pub const REDUCTION_PV: i32 = 1024;
/// More where a cutoff is expected.
pub const REDUCTION_CUT_NODE: i32 = 1400;
/// More where the evaluation is not improving.
pub const REDUCTION_NOT_IMPROVING: i32 = 700;
/// Less for moves that give check: measured in place of check extensions (`docs/search.md`).
pub const REDUCTION_CHECK: i32 = 1536;
/// More where the table's move is a capture: a quiet move will hardly be better.
pub const REDUCTION_NOISY_TABLE_MOVE: i32 = 700;
/// Beta cutoffs of children beyond which a node is expected to fail low.
pub const REDUCTION_CUTOFFS: u32 = 3;
/// More in such a node.
pub const REDUCTION_MANY_CUTOFFS: i32 = 800;
/// History points that make one ply.
pub const REDUCTION_HISTORY: i32 = 9000;
pub const REDUCTION_NOISY_HISTORY: i32 = 9000;

// Quiescence.

/// What a capture may win beyond its victim.
pub const DELTA_MARGIN: i32 = 150;

// Move ordering.

/// History points for a centipawn of the captured piece.
pub const VICTIM_WEIGHT: i32 = 16;
/// Centipawns of a pawn, knight, bishop, rook, queen and king in exchanges; round, because exchanges compare whole
/// pieces.
pub const EXCHANGE_VALUES: [i32; 6] = [100, 325, 325, 500, 1000, 0];

// Histories: bonus = FACTOR × depth − OFFSET, from 0 to LIMIT.

/// Bound of every move history counter, in points.
pub const HISTORY_LIMIT: i32 = 16_384;
pub const BONUS_FACTOR: i32 = 180;
pub const BONUS_OFFSET: i32 = 80;
pub const BONUS_LIMIT: i32 = 1800;
pub const MALUS_FACTOR: i32 = 180;
pub const MALUS_LIMIT: i32 = 1500;
/// A quiet move that cuts as the first one tried is rewarded from this depth on.
pub const BONUS_FIRST_MOVE_DEPTH: i32 = 3;
/// How many plies back the continuation histories look.
pub const CONTINUATIONS: [usize; 3] = [1, 2, 4];
/// The last of the continuation histories counts by one over this.
pub const CONTINUATION_FAR_DIVISOR: i32 = 2;

// Correction history.

/// Entries of one table for each side to move.
pub const CORRECTION_SIZE: usize = 16_384;
/// An entry stays within ± this; there it counts with its full weight.
pub const CORRECTION_LIMIT: i32 = 1024;
/// The most centipawns that each table can add.
pub const CORRECTION_PAWN: i32 = 40;
pub const CORRECTION_PIECES: i32 = 40;
pub const CORRECTION_CONTINUATION: i32 = 30;
/// An entry is pulled by the error in centipawns × depth / this …
pub const CORRECTION_ERROR_DIVISOR: i32 = 8;
/// … and at once by no more than the limit over this.
pub const CORRECTION_STEP_DIVISOR: i32 = 4;

// Chances of winning by score: fitted together by `scripts/fit_wdl.py` to 155,302 games of Stockfish 15.1 against
// itself at 700 nodes a move; games at long time controls end in draws more often.

/// Centipawns at which half of the games are won.
pub const WDL_HALF_WON: f64 = 101.0;
/// Centipawns over which the chances turn.
pub const WDL_SPREAD: f64 = 156.0;
