//! Petrželka's program: a game tree searched for both sides together, a net at its leaves, and a random move among the
//! best (sections 4.3 and 4.4).

use rand::Rng;
use rand::seq::IndexedRandom as _;
use rustc_hash::FxHashMap;
use shakmaty::{Chess, Color, Move, Position as _};

use crate::chess::PieceCount;
use crate::chess::view::PackedBoard;
use crate::nets::NetError;
use crate::nets::cooperative::Network;

/// The distance below the best score at which a move may still be played (Petrželka, section 4.4.1).
pub const TOLERANCE: f32 = 0.1;

/// Plies after which a generation gives up (Petrželka, section 4.4).
pub const MAX_PLIES: usize = 101;

/// Answers of the net that are kept: about 20 MB.
const CACHED: usize = 1 << 18;

/// Cooperative negamax: no minus sign, for what is good for one side is good for the other (Petrželka, algorithm 3).
///
/// Petrželka's `evaluate` is the net and nothing else, and so it is here: a leaf that meets the constraint gets what
/// the net gives it, not 1.0, and a node without moves above the leaves (mate, stalemate) has the score −∞, the maximum
/// of nothing.
pub struct CoopNegamax {
    /// Plies from a position to the leaves under it, at least 1. Petrželka's first experiment has 1, its second 2.
    pub depth: u8,
    /// In shares, from 0 to 1: see [`TOLERANCE`].
    pub tolerance: f32,
    /// See [`MAX_PLIES`].
    pub max_plies: usize,
    /// A leaf that meets the constraint counts 1 and one that never can, because a piece is missing, counts 0, whatever
    /// the score of the net. Petrželka leaves this to the net.
    pub exact_leaves: bool,
    network: Network,
    /// Scores of boards by the net, all for one constraint: moves transpose, and generations begin alike.
    answers: FxHashMap<PackedBoard, f32>,
    answers_for: Option<PieceCount>,
}

impl CoopNegamax {
    /// With Petrželka's tolerance and limit.
    pub fn new(network: Network, depth: u8) -> CoopNegamax {
        CoopNegamax {
            depth,
            tolerance: TOLERANCE,
            max_plies: MAX_PLIES,
            exact_leaves: false,
            network,
            answers: FxHashMap::default(),
            answers_for: None,
        }
    }

    /// The legal moves, each with the best score among the leaves behind it.
    ///
    /// # Errors
    /// [`NetError::Run`].
    pub fn scores(&mut self, position: &Chess, constraint: PieceCount) -> Result<Vec<(Move, f32)>, NetError> {
        self.scores_until(position, constraint, &|| false)
    }

    /// The same for the first legal moves only, as far as it comes before `stopped` is true.
    fn scores_until(
        &mut self,
        position: &Chess,
        constraint: PieceCount,
        stopped: &dyn Fn() -> bool,
    ) -> Result<Vec<(Move, f32)>, NetError> {
        if self.answers_for != Some(constraint) {
            self.answers.clear();
            self.answers_for = Some(constraint);
        }
        let depth = self.depth.saturating_sub(1);
        let mut scores = Vec::new();
        for mv in position.legal_moves() {
            let Some(score) = self.search(&after(position, mv), constraint, depth, stopped)? else { break };
            scores.push((mv, score));
        }
        Ok(scores)
    }

    /// Any move that scores within the tolerance of the best, all of them equally likely; `None` when there is no legal
    /// move.
    ///
    /// # Errors
    /// [`NetError::Run`].
    pub fn choose(
        &mut self,
        position: &Chess,
        constraint: PieceCount,
        rng: &mut impl Rng,
    ) -> Result<Option<Move>, NetError> {
        self.choose_until(position, constraint, rng, &|| false)
    }

    fn choose_until(
        &mut self,
        position: &Chess,
        constraint: PieceCount,
        rng: &mut impl Rng,
        stopped: &dyn Fn() -> bool,
    ) -> Result<Option<Move>, NetError> {
        let scores = self.scores_until(position, constraint, stopped)?;
        let best = scores.iter().map(|(_, score)| *score).fold(f32::NEG_INFINITY, f32::max);
        let good: Vec<Move> =
            scores.iter().filter(|(_, score)| *score >= best - self.tolerance).map(|(mv, _)| *mv).collect();
        Ok(good.choose(rng).copied())
    }

    /// A game from the start position until White has met the constraint, until there is no legal move, or until
    /// [`Self::max_plies`] plies are over. The caller has to see on the last board if the constraint is met.
    ///
    /// # Errors
    /// [`NetError::Run`].
    pub fn generate(&mut self, constraint: PieceCount, rng: &mut impl Rng) -> Result<Vec<Move>, NetError> {
        self.play(&Chess::default(), constraint, self.max_plies, rng, &|| false)
    }

    /// Play from any position, of at most so many plies; it ends as in [`Self::generate`], or when `stopped` is true:
    /// then the last move is the best of those that were looked at.
    ///
    /// # Errors
    /// [`NetError::Run`].
    pub fn play(
        &mut self,
        start: &Chess,
        constraint: PieceCount,
        most: usize,
        rng: &mut impl Rng,
        stopped: &dyn Fn() -> bool,
    ) -> Result<Vec<Move>, NetError> {
        let mut position = start.clone();
        let mut moves = Vec::new();
        while PieceCount::of(position.board(), Color::White) != constraint && moves.len() < most {
            let Some(mv) = self.choose_until(&position, constraint, rng, stopped)? else { break };
            position.play_unchecked(mv);
            moves.push(mv);
        }
        Ok(moves)
    }

    /// The best score that both sides together reach in `depth` plies; `None` once `stopped` is true.
    fn search(
        &mut self,
        position: &Chess,
        constraint: PieceCount,
        depth: u8,
        stopped: &dyn Fn() -> bool,
    ) -> Result<Option<f32>, NetError> {
        if stopped() {
            return Ok(None);
        }
        if depth == 0 {
            return self.evaluate(position, constraint).map(Some);
        }
        let mut best = f32::NEG_INFINITY;
        for mv in position.legal_moves() {
            let Some(score) = self.search(&after(position, mv), constraint, depth - 1, stopped)? else {
                return Ok(None);
            };
            best = best.max(score);
        }
        Ok(Some(best))
    }

    fn evaluate(&mut self, position: &Chess, constraint: PieceCount) -> Result<f32, NetError> {
        if self.exact_leaves {
            let difference = constraint.difference(PieceCount::of(position.board(), Color::White));
            if difference == [0; 5] {
                return Ok(1.0);
            }
            // Pieces come back by promotion only, which Petrželka leaves out of account.
            if difference.iter().any(|kind| *kind < 0) {
                return Ok(0.0);
            }
        }
        let board = PackedBoard::seen_by(Color::White, position.board());
        if let Some(&score) = self.answers.get(&board) {
            return Ok(score);
        }
        let score = self.network.score(position.board(), constraint)?;
        // Old answers are about boards that have long been left.
        if self.answers.len() >= CACHED {
            self.answers.clear();
        }
        self.answers.insert(board, score);
        Ok(score)
    }
}

fn after(position: &Chess, mv: Move) -> Chess {
    let mut next = position.clone();
    next.play_unchecked(mv);
    next
}

#[cfg(test)]
mod tests {
    use rand::SeedableRng as _;
    use rand::rngs::StdRng;
    use shakmaty::{CastlingMode, fen::Fen};

    use super::*;
    use crate::nets::cooperative::Experiment;

    const PAWN: PieceCount = PieceCount([1, 2, 2, 2, 7]);
    const KNIGHT: PieceCount = PieceCount([1, 2, 2, 1, 8]);

    fn negamax(depth: u8) -> CoopNegamax {
        CoopNegamax::new(Network::embedded(Experiment::Second, &crate::nets::RuntimeChoice::default()).unwrap(), depth)
    }

    fn position(fen: &str) -> Chess {
        fen.parse::<Fen>().unwrap().into_position(CastlingMode::Standard).unwrap()
    }

    #[test]
    fn both_sides_maximise_the_same_score() {
        let start = Chess::default();
        let mut one = negamax(1);
        for (mv, score) in negamax(2).scores(&start, PAWN).unwrap() {
            let replies = one.scores(&after(&start, mv), PAWN).unwrap();
            assert_eq!(
                score,
                replies.iter().map(|(_, reply)| *reply).fold(f32::NEG_INFINITY, f32::max),
                "the maximum for White and Black"
            );
        }
    }

    #[test]
    fn exact_leaves_score_1_where_met_and_0_where_lost() {
        let mut exact = negamax(1);
        exact.exact_leaves = true;
        // Black can take the pawn, or the bishop.
        let offered = position("rnbqkbnr/ppp1pppp/8/3p4/2B1P3/8/PPPP1PPP/RNBQK1NR b KQkq - 0 2");
        for (mv, score) in exact.scores(&offered, PAWN).unwrap() {
            match mv.capture() {
                Some(shakmaty::Role::Pawn) => assert_eq!(score, 1.0),
                Some(_) => assert_eq!(score, 0.0),
                None => assert!((0.0..1.0).contains(&score)),
            }
        }
    }

    #[test]
    fn a_mate_above_the_leaves_is_the_maximum_of_nothing() {
        let scholar = position("r1bqkbnr/pppp1ppp/2n5/4p2Q/2B1P3/8/PPPP1PPP/RNB1K1NR w KQkq - 0 1");
        for (mv, score) in negamax(2).scores(&scholar, PAWN).unwrap() {
            assert_eq!(score == f32::NEG_INFINITY, after(&scholar, mv).is_checkmate(), "{mv:?}");
        }
        assert!(negamax(1).scores(&scholar, PAWN).unwrap().iter().all(|(_, score)| score.is_finite()));
        let mated = position("7k/6Q1/6K1/8/8/8/8/8 b - - 0 1");
        assert_eq!(negamax(1).choose(&mated, PAWN, &mut StdRng::seed_from_u64(1)).unwrap(), None);
    }

    #[test]
    fn moves_are_sampled_from_all_within_the_tolerance_and_from_no_others() {
        let start = Chess::default();
        let mut negamax = negamax(1);
        let scores = negamax.scores(&start, PAWN).unwrap();
        let best = scores.iter().map(|(_, score)| *score).fold(f32::NEG_INFINITY, f32::max);
        let worst = scores.iter().map(|(_, score)| *score).fold(f32::INFINITY, f32::min);
        for tolerance in [0.0, (best - worst) / 2.0] {
            negamax.tolerance = tolerance;
            let mut rng = StdRng::seed_from_u64(7);
            let sampled: Vec<Move> = (0..500).filter_map(|_| negamax.choose(&start, PAWN, &mut rng).unwrap()).collect();
            for &(mv, score) in &scores {
                assert_eq!(sampled.contains(&mv), score >= best - tolerance, "{mv:?} with {score}, the best {best}");
            }
        }
    }

    #[test]
    fn a_stop_ends_the_search_with_the_moves_that_were_looked_at() {
        let (start, mut negamax) = (Chess::default(), negamax(2));
        let whole = negamax.scores(&start, PAWN).unwrap();
        let asked = std::cell::Cell::new(0);
        // Each move of the start position has twenty replies.
        let stopped = || asked.replace(asked.get() + 1) >= 3 * 21 + 5;
        assert_eq!(negamax.scores_until(&start, PAWN, &stopped).unwrap(), whole[..3]);
        let moves = negamax.play(&start, PAWN, 5, &mut StdRng::seed_from_u64(1), &|| true).unwrap();
        assert!(moves.is_empty());
    }

    #[test]
    fn answers_for_one_constraint_are_not_given_for_another() {
        let start = Chess::default();
        let mut negamax = negamax(1);
        let first = negamax.scores(&start, PAWN).unwrap();
        assert_ne!(negamax.scores(&start, KNIGHT).unwrap(), first);
        assert_eq!(negamax.scores(&start, PAWN).unwrap(), first);
    }

    #[test]
    fn a_generation_ends_when_the_constraint_is_met_or_the_limit_is() {
        let mut negamax = negamax(1);
        let mut position = Chess::default();
        let moves = negamax.generate(PAWN, &mut StdRng::seed_from_u64(3)).unwrap();
        for &mv in &moves {
            assert_ne!(PieceCount::of(position.board(), Color::White), PAWN, "it would have ended here");
            position.play_unchecked(mv);
        }
        assert_eq!(PieceCount::of(position.board(), Color::White), PAWN);

        negamax.max_plies = 1;
        assert_eq!(negamax.generate(PAWN, &mut StdRng::seed_from_u64(3)).unwrap().len(), 1);
    }

    #[test]
    fn the_same_random_seed_generates_the_same_game() {
        let game = |seed| negamax(1).generate(PAWN, &mut StdRng::seed_from_u64(seed)).unwrap();
        assert_eq!(game(5), game(5));
        assert_ne!(game(5), game(6));
    }
}
