//! Every number that the search was tuned by, with its unit. Depths are plies, margins centipawns, reductions 1/1024
//! ply.
//!
//! The values are common knowledge of open engines, not yet tuned by self-play; `docs/search.md` says what was
//! measured.

// Aspiration windows.
pub const ASPIRATION_DEPTH: i32 = 4;
pub const ASPIRATION_WIDTH: i32 = 14;

// Pruning before the moves.
pub const REVERSE_FUTILITY_DEPTH: i32 = 8;
pub const REVERSE_FUTILITY_MARGIN: i32 = 75;
pub const RAZORING_DEPTH: i32 = 3;
pub const RAZORING_BASE: i32 = 150;
pub const RAZORING_MARGIN: i32 = 250;
pub const NULL_MOVE_DEPTH: i32 = 3;
pub const NULL_MOVE_REDUCTION: i32 = 4;
pub const NULL_MOVE_DEPTH_DIVISOR: i32 = 4;
pub const NULL_MOVE_EVAL_DIVISOR: i32 = 200;
/// Least static evaluation: `beta + BASE − SLOPE × depth`.
pub const NULL_MOVE_BASE: i32 = 120;
pub const NULL_MOVE_DEPTH_SLOPE: i32 = 15;
/// Passing is not tried below this score.
pub const NULL_MOVE_LEAST_BETA: i32 = -600;
pub const NULL_MOVE_VERIFY_DEPTH: i32 = 14;
pub const PROBCUT_DEPTH: i32 = 5;
pub const PROBCUT_MARGIN: i32 = 180;
pub const INTERNAL_REDUCTION_DEPTH: i32 = 4;

// Pruning of moves.
pub const LATE_MOVE_BASE: i32 = 3;
pub const FUTILITY_DEPTH: i32 = 8;
pub const FUTILITY_BASE: i32 = 90;
pub const FUTILITY_MARGIN: i32 = 80;
pub const HISTORY_PRUNING_DEPTH: i32 = 4;
pub const HISTORY_PRUNING_MARGIN: i32 = 3500;
pub const EXCHANGE_QUIET_MARGIN: i32 = 22;
pub const EXCHANGE_NOISY_MARGIN: i32 = 90;
pub const EXCHANGE_DEPTH: i32 = 9;

// Singular extensions.
pub const SINGULAR_DEPTH: i32 = 7;
pub const SINGULAR_MARGIN: i32 = 2;
pub const DOUBLE_EXTENSION_MARGIN: i32 = 20;
pub const DOUBLE_EXTENSION_LIMIT: u8 = 6;

// Late move reductions: `base + ln(depth) × ln(number) / divisor`, all in 1/1024, then adjusted.
pub const REDUCTION_BASE: i32 = 768;
pub const REDUCTION_DIVISOR: i32 = 2304;
pub const REDUCTION_NOISY_BASE: i32 = 200;
pub const REDUCTION_NOISY_DIVISOR: i32 = 3430;
pub const REDUCTION_PV: i32 = 1024;
pub const REDUCTION_CUT_NODE: i32 = 1400;
pub const REDUCTION_NOT_IMPROVING: i32 = 700;
pub const REDUCTION_CHECK: i32 = 1536;
pub const REDUCTION_NOISY_TABLE_MOVE: i32 = 700;
/// Children that cut more often than this make a node hopeless.
pub const REDUCTION_CUTOFFS: u32 = 3;
pub const REDUCTION_MANY_CUTOFFS: i32 = 800;
/// History points that make one ply.
pub const REDUCTION_HISTORY: i32 = 9000;
pub const REDUCTION_NOISY_HISTORY: i32 = 9000;

// Quiescence.
pub const DELTA_MARGIN: i32 = 150;

// Histories: bonus = min(factor × depth − offset, limit).
pub const BONUS_FACTOR: i32 = 180;
pub const BONUS_OFFSET: i32 = 80;
pub const BONUS_LIMIT: i32 = 1800;
pub const MALUS_FACTOR: i32 = 180;
pub const MALUS_LIMIT: i32 = 1500;

// Correction history: the most centipawns that each table can add.
pub const CORRECTION_PAWN: i32 = 40;
pub const CORRECTION_PIECES: i32 = 40;
pub const CORRECTION_CONTINUATION: i32 = 30;
