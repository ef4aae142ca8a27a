//! From the nets' outputs to legal moves with probabilities.

use shakmaty::{Chess, Move, Position as _, Role, Square};

use super::{NetOutput, SQUARES, promotion};
use crate::chess::view::seen_move;

/// The rule that combines the outputs to a score for each move.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Rule {
    /// The selector's probability of the square times that of its piece's network for the target (Griffiths, equation
    /// 4.3).
    #[default]
    Product,
    /// The selector's probability of the square times the sum of all six networks' for the target (Griffiths, equation
    /// 4.2), of legal moves only.
    Composition,
    /// The most probable square from which there is a legal move, then the most probable target from there (Griffiths,
    /// section 4.2.1, "Linear Combination"). This one move has all the probability.
    Linear,
    /// The net's output for whole moves; the product for nets without that output.
    Moves,
}

/// A legal move and its probability.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct RankedMove {
    pub mv: Move,
    /// The probability by the rule among all moves, illegal ones too: the sum over the legal ones is below 1.
    pub score: f32,
    /// The probability among the allowed moves, from 0 to 1.
    pub probability: f32,
}

/// The allowed moves, most probable first. Of several promotions between two squares one has all the probability; the
/// others have none, and stand at the end.
pub fn rank_moves(position: &Chess, allowed: &[Move], output: &NetOutput, rule: Rule) -> Vec<RankedMove> {
    let product = |from, to, mv: Move| output.selector(from) + output.target(mv.role(), to);
    match (rule, &output.moves) {
        (Rule::Linear, _) => {
            let turn = position.turn();
            let selector = |ranked: &RankedMove| output.selector(seen_move(turn, turn, ranked.mv).0);
            let mut ranked = rank_by(position, allowed, product);
            // The sort is stable: the moves from one square stay in the order of their targets.
            ranked.sort_by(|a, b| selector(b).total_cmp(&selector(a)));
            ranked.sort_by_key(|ranked| ranked.probability == 0.0);
            ranked.iter_mut().enumerate().for_each(|(at, ranked)| ranked.probability = f32::from(u8::from(at == 0)));
            ranked
        }
        (Rule::Composition, _) => {
            let of_all = |to| Role::ALL.into_iter().map(|role| output.target(role, to).exp()).sum::<f32>().ln();
            rank_by(position, allowed, |from, to, _| output.selector(from) + of_all(to))
        }
        (Rule::Moves, Some(moves)) => {
            rank_by(position, allowed, |from, to, _| moves[from.to_usize() * SQUARES + to.to_usize()])
        }
        (Rule::Moves | Rule::Product, _) => rank_by(position, allowed, product),
    }
}

/// The same by a score of one's own: the natural logarithm of the probability of a move from one square to another, in
/// the mover's view.
pub fn rank_by(position: &Chess, allowed: &[Move], score: impl Fn(Square, Square, Move) -> f32) -> Vec<RankedMove> {
    let turn = position.turn();
    let scores: Vec<f32> = allowed
        .iter()
        .map(|&mv| {
            let (from, to) = seen_move(turn, turn, mv);
            if is_passed_over(position, allowed, mv) { f32::NEG_INFINITY } else { score(from, to, mv) }
        })
        .collect();

    // Exponentials of the difference from the greatest: small scores do not become 0.
    let greatest = scores.iter().copied().fold(f32::NEG_INFINITY, f32::max);
    let weights: Vec<f32> = scores.iter().map(|score| (score - greatest).exp()).collect();
    let sum: f32 = weights.iter().sum();
    let mut ranked: Vec<RankedMove> = allowed
        .iter()
        .zip(scores)
        .zip(weights)
        .map(|((&mv, score), weight)| RankedMove { mv, score: score.exp(), probability: weight / sum })
        .collect();
    ranked.sort_by(|a, b| b.probability.total_cmp(&a.probability));
    ranked
}

/// Returns true if another promotion between the same squares is preferred.
fn is_passed_over(position: &Chess, allowed: &[Move], mv: Move) -> bool {
    if !mv.is_promotion() {
        return false;
    }
    let rivals: Vec<Move> =
        allowed.iter().copied().filter(|other| (other.from(), other.to()) == (mv.from(), mv.to())).collect();
    promotion::best(position, &rivals) != Some(mv)
}

#[cfg(test)]
mod tests {
    use shakmaty::{CastlingMode, fen::Fen};

    use super::*;
    use crate::nets::mockfish::NETWORKS;

    fn position(fen: &str) -> Chess {
        fen.parse::<Fen>().unwrap().into_position(CastlingMode::Standard).unwrap()
    }

    /// Every square equally probable but for these: network, square and probability.
    fn output(given: &[(usize, Square, f32)]) -> NetOutput {
        let mut seven = vec![(1.0_f32 / 64.0).ln(); NETWORKS.len() * SQUARES];
        for &(network, square, probability) in given {
            seven[network * SQUARES + square.to_usize()] = probability.ln();
        }
        NetOutput { seven, moves: None, value: None }
    }

    #[test]
    fn the_product_of_selector_and_piece_decides() {
        let start = Chess::default();
        let output = output(&[(0, Square::G1, 0.5), (2, Square::F3, 0.5), (0, Square::E2, 0.6), (1, Square::E4, 0.3)]);
        let ranked = rank_moves(&start, &start.legal_moves(), &output, Rule::Product);
        assert_eq!((ranked[0].mv.role(), ranked[0].mv.to()), (Role::Knight, Square::F3));
        assert_eq!(ranked[1].mv.to(), Square::E4);
        assert!((ranked[0].score - 0.25).abs() < 1e-6 && (ranked[1].score - 0.18).abs() < 1e-6);
        assert!((ranked.iter().map(|c| c.probability).sum::<f32>() - 1.0).abs() < 1e-5);
        assert_eq!(ranked.len(), 20);
    }

    #[test]
    fn black_moves_are_ranked_in_blacks_view() {
        let black = position("rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR b KQkq - 0 1");
        let ranked = rank_moves(
            &black,
            &black.legal_moves(),
            &output(&[(0, Square::E2, 0.9), (1, Square::E4, 0.9)]),
            Rule::Product,
        );
        assert_eq!(ranked[0].mv.to(), Square::E5);
    }

    /// The bishop's and the queen's network want d5, which no piece reaches; e4 and d4 come next to it.
    fn disagreeing() -> NetOutput {
        output(&[
            (0, Square::E2, 0.5),
            (0, Square::D2, 0.4),
            (1, Square::E4, 0.3),
            (1, Square::D4, 0.5),
            (3, Square::D5, 0.9),
            (5, Square::E4, 0.3),
        ])
    }

    fn first(rule: Rule) -> (Square, RankedMove) {
        let start = Chess::default();
        let first = rank_moves(&start, &start.legal_moves(), &disagreeing(), rule)[0];
        (first.mv.to(), first)
    }

    #[test]
    fn composition_counts_networks_of_men_that_do_not_move_there() {
        assert_eq!(first(Rule::Product).0, Square::D4);
        let (to, composed) = first(Rule::Composition);
        // 0.5 times 0.3 of the pawn's, 0.3 of the queen's and 1/64 of the four others'.
        assert_eq!(to, Square::E4);
        assert!((composed.score - 0.5 * (0.6 + 4.0 / 64.0)).abs() < 1e-6, "{composed:?}");
    }

    #[test]
    fn the_linear_combination_takes_the_square_first() {
        let (to, linear) = first(Rule::Linear);
        assert_eq!((to, linear.probability), (Square::E4, 1.0));
        // The most probable square has no legal move.
        let start = Chess::default();
        let stuck = output(&[(0, Square::D1, 0.9), (0, Square::G1, 0.1), (2, Square::H3, 0.2)]);
        assert_eq!(rank_moves(&start, &start.legal_moves(), &stuck, Rule::Linear)[0].mv.to(), Square::H3);
    }

    #[test]
    fn the_linear_combination_promotes_to_the_best() {
        let pawn = position("8/P6k/8/8/8/8/8/K7 w - - 0 1");
        let ranked = rank_moves(&pawn, &pawn.legal_moves(), &output(&[(0, Square::A7, 0.9)]), Rule::Linear);
        assert_eq!(ranked[0].mv.promotion(), Some(Role::Queen));
    }

    #[test]
    fn the_output_for_whole_moves_decides_where_there_is_one() {
        let start = Chess::default();
        let mut moves = vec![-20.0; SQUARES * SQUARES];
        moves[Square::D2.to_usize() * SQUARES + Square::D4.to_usize()] = -0.1;
        let output = NetOutput { moves: Some(moves), ..output(&[]) };
        assert_eq!(rank_moves(&start, &start.legal_moves(), &output, Rule::Moves)[0].mv.to(), Square::D4);
    }

    #[test]
    fn one_promotion_has_all_the_probability() {
        let pawn = position("8/P6k/8/8/8/8/8/K7 w - - 0 1");
        let ranked = rank_moves(&pawn, &pawn.legal_moves(), &output(&[(0, Square::A7, 0.9)]), Rule::Product);
        assert_eq!(ranked[0].mv.promotion(), Some(Role::Queen));
        assert!(ranked[ranked.len() - 3..].iter().all(|c| c.mv.is_promotion() && c.probability == 0.0));
        let minor: Vec<Move> =
            pawn.legal_moves().into_iter().filter(|mv| mv.promotion() == Some(Role::Knight)).collect();
        assert_eq!(rank_moves(&pawn, &minor, &output(&[]), Rule::Product)[0].probability, 1.0);
    }
}
