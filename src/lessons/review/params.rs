//! Every number of the review, with its unit and its reason.

/// Nodes of Classical's searches, of which each has its share; docs/review.md has the measurement.
pub const DEFAULT_NODES: u64 = 300_000;
/// Every position gets this part of the nodes at first; a move that may be a mistake gets this part of them for each
/// search at it: the positions before it, after it, and after the better moves.
pub const FIRST_SHARE: u64 = 10;
pub const CLOSER_SHARE: u64 = 5;
/// These nodes at least, or all where they are fewer.
pub const FIRST_LEAST: u64 = 5_000;
pub const CLOSER_LEAST: u64 = 20_000;
/// The loss by the first look from which a move is looked at closer: less than that of an inaccuracy.
pub const WORTH_A_LOOK: f64 = 0.05;
/// Searches of a position and of the one after its best move agree up to this difference in chance of winning.
pub const AGREEMENT: f64 = 0.04;
/// Attempts to make them agree.
pub const ROUNDS: usize = 3;
/// The transposition table of each worker, MiB: it has as many entries as such a search has nodes, and is as large as
/// that of the searches for people's moves, which use the same one in turn.
pub const HASH: usize = 4;

/// Losses in chance of winning (a draw counts half) from which a move is marked, on a scale from 0 to 1. In an equal
/// position they are what half a pawn, a pawn and two pawns cost by the model of `UCI_ShowWDL`.
pub const INACCURACY: f64 = 0.07;
pub const MISTAKE: f64 = 0.14;
pub const BLUNDER: f64 = 0.25;

/// From this share of people who lose as much by their moves, the mark is one step milder: at least every second one
/// errs there. From the second share on it is two steps milder: nearly everybody does.
pub const SHARED_BY_MOST: f64 = 0.5;
pub const SHARED_BY_NEARLY_ALL: f64 = 0.8;
/// A move loses as much as another one where it loses at least this part of it: the losses of moves that were not
/// played are by a short search.
pub const AS_MUCH: f64 = 0.8;

/// A move is good (`!`) where it is the best one, at most this share of people plays it,
pub const FOUND_BY_FEW: f64 = 0.25;
/// and people lose at least this much there on average, about as much as an inaccuracy: it matters.
pub const MATTERS: f64 = 0.08;

/// A move is one for people of a rating where at least this share of them plays it,
pub const PLAYED_BY_SOME: f64 = 0.1;
/// and it is told where it loses at most this much, and that much less than the played move.
pub const WELL_PLAYED: f64 = 0.05;

/// The bounds of the absolute marks: losses of expected score on the scale of lichess, where the score of a position is
/// 1 / (1 + exp(−STEEPNESS · centipawns)) and centipawns are at most ±1000.
/// <https://github.com/lichess-org/lila>, `modules/tree/src/main/Advice.scala`, with their numbers halved: theirs go
/// from −1 to 1.
pub const ABSOLUTE: [f64; 3] = [0.05, 0.10, 0.15];
pub const LICHESS_STEEPNESS: f64 = 0.003_682_08;
pub const LICHESS_MOST: i32 = 1000;
/// A mate that is let go is a blunder, a mistake where more than the first of these centipawns are left, and an
/// inaccuracy beyond the second; the same for one that is allowed, by how lost the position was.
pub const LICHESS_KEPT: [i32; 2] = [700, 999];

/// Findings of which a move is told: the most important ones say enough.
pub const SHOWN_FINDINGS: usize = 2;
/// Plies that a sentence shows of a line: more are hard to follow without a board.
pub const SHOWN_PLIES: usize = 6;
/// A line that is shorter is lengthened by up to three searches of so many nodes: a twentieth of the usual search.
pub const LENGTHENINGS: usize = 3;
pub const LENGTHENING_NODES: u64 = 15_000;
/// Plies of a line that are kept for the board.
pub const KEPT_PLIES: usize = 12;

/// Nodes of a short search for a reason, such as one after a pass; half of that of a first look.
pub const GLANCE_NODES: u64 = 15_000;
/// A threat is told where it costs this much of the chance of winning to let the opponent carry it out.
pub const THREAT: f64 = 0.15;
/// Zugzwang is told where a pass would be worth this much more than the best move, with at most so many pieces beside
/// kings and pawns and no queens: elsewhere a pass is hardly ever the best.
pub const ZUGZWANG: f64 = 0.2;
pub const ZUGZWANG_PIECES: usize = 4;
/// A chance of winning up to this far from a loss or a win, or half as far from a draw, is that result.
pub const DECIDED: f64 = 0.15;
/// An exchange belongs to a move where it is made within so many plies.
pub const EXCHANGED_WITHIN: usize = 5;
/// A rule of pawn endings is told where the move loses this much: a half point or nearly so.
pub const RESULT_LOST: f64 = 0.3;
/// An attack on the king is looked at after so many plies of the line at most, the move included, and needs so many
/// pieces that bear on it, one less with the queen.
pub const ATTACK_PLIES: usize = 6;
pub const ATTACKERS: usize = 3;
/// Haste: a move within so many seconds with so many left, which are half of the time at the beginning or more.
pub const HASTE_SPENT: f64 = 2.0;
pub const HASTE_LEFT: f64 = 120.0;
/// Time trouble: at most so many seconds before the move, or a sixth of the time at the beginning.
pub const TROUBLE_LEFT: f64 = 20.0;

/// A game is won or lost beyond doubt from this chance of winning on, and level where the chance is so near to a half.
pub const WINNING: f64 = 0.9;
pub const LEVEL: f64 = 0.12;

/// Terms of the evaluation are compared between the ends of two lines of at least so many plies; at most two are told,
/// each worth at least so many pawns.
pub const TERM_PLIES: usize = 4;
pub const TERMS_TOLD: usize = 2;
pub const LARGE_TERM: f64 = 0.25;

/// The accuracy of a move is 100 · exp(−STEEPNESS · loss): 76 for the loss from which a move is an inaccuracy, 57 for a
/// mistake and 37 for a blunder.
pub const STEEPNESS: f64 = 4.0;

/// Moments to learn from, of each side.
pub const MOMENTS: usize = 3;
/// The least loss of a moment, and how much of it must be more than people of the rating lose there on average.
pub const MOMENT_LOSS: f64 = 0.05;

/// Moves that a side must have played before its rating is estimated.
pub const LEAST_MOVES: usize = 8;
/// The rating of a player of whom nothing is known: the default of `UCI_Elo`.
pub const UNKNOWN_ELO: u16 = 1500;
/// No move counts as less probable than this: a slip of the hand says little about a rating.
pub const RAREST_MOVE: f64 = 0.001;
/// The share of the intervals of ratings that should hold the rating.
pub const INTERVAL: f64 = 0.8;
/// The prior of ratings, the mean and the standard deviation in Elo: chosen by hand, a wide one around the middle of
/// the scale.
pub const PRIOR_MEAN: f64 = 1600.0;
pub const PRIOR_SPREAD: f64 = 450.0;
/// The interval reaches farther away from the prior's mean by this share of the distance from it; see docs/review.md.
pub const STRETCH: f64 = 0.9;
/// The logarithm of the likelihood counts by this factor: the moves of one game are not independent of each other, and
/// the model is not perfect. Chosen with `motley-lab evaluate review --part validation` on 98 games of Lichess rapid,
/// up to 10 of each band: from 0.4 to 0.8 the interval holds 78 % (standard error 3.5 %), with 1 only 74 %, and the
/// estimates are the nearer the larger it is.
pub const EVIDENCE: f64 = 0.7;
