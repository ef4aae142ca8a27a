//! The hand-made evaluation: what a quiet position is worth, in centipawns.
//!
//! Material, piece squares, mobility, pawn structure, passed pawns, king safety, threats and space, each with a weight
//! for the middlegame and one for the endgame (`tapered`), mixed by the material left (`material`). The weights are
//! tuned (`motley-lab tune`), not typed in. The terms follow the project report on an alpha-beta engine, section
//! "Chess-based heuristics", and other hand-made evaluations (Stockfish up to 11, Ethereal).

mod bits;
mod endgames;
mod explain;
#[cfg(test)]
mod fixtures;
pub mod king;
mod kpk;
mod material;
mod passed;
mod pawns;
mod pieces;
pub mod scale;
mod tapered;
pub mod term_sum;
pub mod terms;
#[cfg(test)]
mod tests;
mod threats;
mod view;
#[rustfmt::skip]
pub mod weights;

use shakmaty::{Board, ByColor, Chess, Color, Position};

use crate::engine::Score;
use material::{Counts, Material, MaterialCache};
use pawns::{PawnCache, PawnStructure};
use pieces::Attacks;
use scale::{ScaleClass, ScaleShifts};
use tapered::Tapered;
use term_sum::{Coefficients, NoTrace, TermSum, Trace};
use view::View;

pub use explain::{ExplainedTerm, Explanation, explain, pawns};
pub use material::FULL_PHASE;
pub use scale::FULL_SCALE;

/// Evaluates positions for one search thread.
#[derive(Clone, Debug)]
pub struct Evaluator {
    pawns: PawnCache,
    material: MaterialCache,
}

impl Default for Evaluator {
    fn default() -> Evaluator {
        Evaluator::new()
    }
}

impl Evaluator {
    pub fn new() -> Evaluator {
        Evaluator { pawns: PawnCache::new(), material: MaterialCache::new() }
    }

    /// Static evaluation in centipawns from the mover's view, inside ±[`Score::EVAL_LIMIT`].
    ///
    /// `pawn_key` is a Zobrist key of the pawns alone, of both colours: 0 without pawns, and different for different
    /// pawns.
    pub fn evaluate(&mut self, position: &Chess, pawn_key: u64) -> Score {
        let white = View::of_white(position.board());
        let black = white.mirrored();
        let turn = position.turn();
        if let Some(score) = endgames::known(&white, &black, turn) {
            return score;
        }
        let material = self.material.probe(&white);
        let structure = self.pawns.probe(pawn_key, &white, &black);
        let (structure_score, passed) = (structure.score, structure.passed_count());
        let (mut for_white, mut for_black) = (TermSum::<NoTrace>::default(), TermSum::<NoTrace>::default());
        let score = material.score
            + structure_score
            + count(position, &white, &black, structure, &mut for_white, &mut for_black);
        let limit = Score::EVAL_LIMIT.0;
        let centipawns = mix(score, &white, material.phase, passed).clamp(-limit, limit);
        Score(if turn.is_white() { centipawns } else { -centipawns })
    }
}

/// The score from the mover's view of an endgame with a rule of its own, which no other evaluation knows as well.
#[inline]
pub fn known_endgame(position: &Chess) -> Option<Score> {
    let board = position.board();
    if board.white().more_than_one() && board.black().more_than_one() {
        return None;
    }
    let white = View::of_white(board);
    endgames::known(&white, &white.mirrored(), position.turn())
}

/// The share of an advantage of `ahead` that counts, out of [`FULL_SCALE`], where the material makes a win unlikely
/// whatever else stands on the board; `None` elsewhere.
#[inline]
pub fn drawish_share(board: &Board, ahead: Color) -> Option<i32> {
    // Nearly all positions are out of question at a glance: the rest is seldom asked.
    let has_pawns = (board.pawns() & board.by_color(ahead)).any();
    if has_pawns && (board.knights() | board.rooks_and_queens()).any() {
        return None;
    }
    let white = View::of_white(board);
    let (strong, weak) = if ahead.is_white() { (&white.ours, &white.theirs) } else { (&white.theirs, &white.ours) };
    let class = ScaleClass::of(strong, weak);
    class.is_drawish().then(|| scale::share(class, scale::shifts(&white, 0)).min(FULL_SCALE))
}

/// Counts all terms but those of material and pawn structure: White's score less Black's.
#[inline(always)]
fn count<T: Trace>(
    position: &Chess,
    white: &View,
    black: &View,
    structure: &mut PawnStructure,
    for_white: &mut TermSum<T>,
    for_black: &mut TermSum<T>,
) -> Tapered {
    let (turn, castles) = (position.turn(), position.castles());
    let of_white = pieces::pieces(white, castles.has_color(Color::White), for_white);
    let of_black = pieces::pieces(black, castles.has_color(Color::Black), for_black);
    king::shelter(white, &mut structure.shelters.white, for_white);
    king::shelter(black, &mut structure.shelters.black, for_black);
    interplay(white, structure.passed.white, turn.is_white(), &of_white, &of_black.mirrored(), for_white);
    interplay(black, structure.passed.black, turn.is_black(), &of_black, &of_white.mirrored(), for_black);
    for_white.score - king::penalty(for_white.danger) - for_black.score + king::penalty(for_black.danger)
}

/// Counts the terms that need the attacks of both sides.
fn interplay<T: Trace>(
    view: &View,
    passed: shakmaty::Bitboard,
    mover: bool,
    ours: &Attacks,
    theirs: &Attacks,
    sum: &mut TermSum<T>,
) {
    king::danger(view, mover, ours, theirs, sum);
    threats::threats(view, mover, ours, theirs, sum);
    threats::space(view, theirs, sum);
    passed::passed(view, passed, mover, ours, theirs, sum);
    sum.add_if(mover, terms::TEMPO.only());
}

/// Mixes the two halves of White's score by the phase of the game, the endgame's by its winning chances.
#[inline(always)]
fn mix(score: Tapered, white: &View, phase: i32, passed: usize) -> i32 {
    let (middlegame, endgame) = (score.middlegame(), score.endgame());
    let class = if endgame >= 0 {
        ScaleClass::of(&white.ours, &white.theirs)
    } else {
        ScaleClass::of(&white.theirs, &white.ours)
    };
    let endgame = endgame * scale::share(class, scale::shifts(white, passed)) / FULL_SCALE;
    (middlegame * phase + endgame * (FULL_PHASE - phase)) / FULL_PHASE
}

/// The terms of one position, for the tuner and the table of `eval`.
#[derive(Debug)]
pub struct Terms {
    pub sides: ByColor<Coefficients>,
    pub phase: i32,
    /// The class if White is ahead in the endgame, and if Black is.
    pub classes: ByColor<ScaleClass>,
    pub shifts: ScaleShifts,
}

impl Terms {
    /// `None` where the endgame is known, and nothing is counted.
    pub fn of(position: &Chess) -> Option<Terms> {
        let white = View::of_white(position.board());
        let black = white.mirrored();
        if endgames::known(&white, &black, position.turn()).is_some() {
            return None;
        }
        let (mut for_white, mut for_black) = (TermSum::<Coefficients>::default(), TermSum::<Coefficients>::default());
        let material = Material::of(Counts::of(&white), &mut for_white, &mut for_black);
        let mut structure = PawnStructure::of(0, &white, &black, &mut for_white, &mut for_black);
        count(position, &white, &black, &mut structure, &mut for_white, &mut for_black);
        Some(Terms {
            sides: ByColor { white: for_white.trace, black: for_black.trace },
            phase: material.phase,
            shifts: scale::shifts(&white, structure.passed_count()),
            classes: ByColor {
                white: ScaleClass::of(&white.ours, &white.theirs),
                black: ScaleClass::of(&white.theirs, &white.ours),
            },
        })
    }
}

#[cfg(test)]
mod whole {
    use shakmaty::{CastlingMode, EnPassantMode};

    use super::fixtures::{pawn_key, random_positions};
    use super::*;

    #[test]
    fn both_colours_are_judged_alike() {
        let mut evaluator = Evaluator::new();
        for position in random_positions() {
            let mirrored = position
                .to_setup(EnPassantMode::Legal)
                .into_mirrored()
                .position::<Chess>(CastlingMode::Standard)
                .unwrap();
            let (score, mirrored_score) = (
                evaluator.evaluate(&position, pawn_key(&position)),
                evaluator.evaluate(&mirrored, pawn_key(&mirrored)),
            );
            assert_eq!(score, mirrored_score, "{position:?}");
            assert!(score <= Score::EVAL_LIMIT && score >= -Score::EVAL_LIMIT);
        }
    }

    /// Such boards are beyond the range of the sums; what comes out is no value, but it must be the same by every way.
    #[test]
    fn boards_full_of_queens_have_one_score_for_both_colours_and_in_the_table() {
        for (fen, mirrored) in [
            (
                "QQQQQQQQ/QQQQQQQQ/QQQQQQQQ/QQQQQQQQ/QQQQQQQQ/8/7K/k1r5 b - - 0 1",
                "K1R5/7k/8/qqqqqqqq/qqqqqqqq/qqqqqqqq/qqqqqqqq/qqqqqqqq w - - 0 1",
            ),
            (
                "nnnnnnnn/nnnnnnnn/nnnnnnnn/8/8/7p/PPPPPPPP/k6K w - - 0 1",
                "K6k/pppppppp/7P/8/8/NNNNNNNN/NNNNNNNN/NNNNNNNN b - - 0 1",
            ),
        ] {
            let [game, mirrored] =
                [fen, mirrored].map(|fen| crate::engine::Game::from_fen(fen, CastlingMode::Standard).unwrap());
            let score = |position: &Chess| Evaluator::new().evaluate(position, pawn_key(position)).0;
            assert_eq!(score(game.position()), score(mirrored.position()));
            let white = if game.position().turn().is_white() { 1 } else { -1 } * score(game.position());
            let last = format!("Final evaluation {:+.2} for White", f64::from(white) / 100.0);
            assert!(explain(game.position()).to_string().ends_with(&last), "{last}");
        }
    }

    #[test]
    fn a_warm_cache_changes_nothing() {
        let mut evaluator = Evaluator::new();
        for position in random_positions() {
            let fresh = Evaluator::new().evaluate(&position, pawn_key(&position));
            assert_eq!(evaluator.evaluate(&position, pawn_key(&position)), fresh);
            assert_eq!(evaluator.evaluate(&position, pawn_key(&position)), fresh);
        }
    }

    /// `cargo test --release --lib -- --ignored --nocapture nanoseconds` prints what an evaluation costs, pawns and
    /// shelter in the cache.
    #[test]
    #[ignore = "a measurement"]
    fn nanoseconds() {
        const POSITIONS: [&str; 6] = [
            "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1",
            "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1",
            "r2q1rk1/1ppnbppp/p2p1nb1/3Pp3/2P1P1P1/2N2N1P/PPB1QP2/R1B2RK1 b - - 0 1",
            "r1bq1r1k/b1p1npp1/p2p3p/1p6/3PP3/1B2NN2/PP3PPP/R2Q1RK1 w - - 1 16",
            "3q2k1/pb3p1p/4pbp1/2r5/PpN2N2/1P2P2P/5PP1/Q2R2K1 b - - 4 26",
            "6k1/4pp1p/3p2p1/P1pPb3/R7/1r2P1PP/3B1P2/6K1 w - - 0 1",
        ];
        let mut evaluator = Evaluator::new();
        for fen in POSITIONS {
            let position: Chess =
                fen.parse::<shakmaty::fen::Fen>().unwrap().into_position(CastlingMode::Standard).unwrap();
            let key = pawn_key(&position);
            let rounds = 1_000_000;
            let start = std::time::Instant::now();
            let sum: i64 =
                (0..rounds).map(|_| i64::from(evaluator.evaluate(std::hint::black_box(&position), key).0)).sum();
            let evaluation = start.elapsed().as_nanos() as f64 / f64::from(rounds);
            let start = std::time::Instant::now();
            let moves: usize = (0..rounds).map(|_| std::hint::black_box(&position).legal_moves().len()).sum();
            let generation = start.elapsed().as_nanos() as f64 / f64::from(rounds);
            println!(
                "{evaluation:4.0} ns (all {} moves: {generation:4.0} ns), score {:5}, {fen}",
                moves / rounds as usize,
                sum / i64::from(rounds)
            );
        }
    }
}
