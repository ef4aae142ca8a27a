//! From what the nets say to legal moves with probabilities.

use shakmaty::{Chess, Move, Position as _, Square};

use super::{Opinion, SQUARES, promotion};
use crate::chess::view::seen_move;

/// How the answers become a score for each move.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Rule {
    /// The selector's score of the square times the score of its piece's network for the target (seed 004, equation
    /// 4.3).
    Product,
    /// The net's own judgement of whole moves; nets that have none fall back to the product.
    Moves,
}

/// A legal move and how probable the nets hold it.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Candidate {
    pub mv: Move,
    /// The combined score: of the product, or of the move. Illegal moves have a share too, so the sum over the legal
    /// ones is below 1.
    pub score: f32,
    /// The score's share among the allowed moves, from 0 to 1.
    pub probability: f32,
}

/// The allowed moves, most probable first. Of several promotions between two squares the better one takes all the
/// probability; the others have none, and stand at the end.
pub fn candidates(position: &Chess, allowed: &[Move], opinion: &Opinion, rule: Rule) -> Vec<Candidate> {
    let turn = position.turn();
    let score = |from: Square, to: Square, mv: Move| match (rule, &opinion.moves) {
        (Rule::Moves, Some(moves)) => moves[from.to_usize() * SQUARES + to.to_usize()],
        _ => opinion.selector(from) + opinion.target(mv.role(), to),
    };
    let scores: Vec<f32> = allowed
        .iter()
        .map(|&mv| {
            let (from, to) = seen_move(turn, turn, mv);
            if is_passed_over(position, allowed, mv) { f32::NEG_INFINITY } else { score(from, to, mv) }
        })
        .collect();

    // Shares of exponentials, taken from the greatest: tiny scores do not vanish altogether.
    let greatest = scores.iter().copied().fold(f32::NEG_INFINITY, f32::max);
    let weights: Vec<f32> = scores.iter().map(|score| (score - greatest).exp()).collect();
    let sum: f32 = weights.iter().sum();
    let mut candidates: Vec<Candidate> = allowed
        .iter()
        .zip(scores)
        .zip(weights)
        .map(|((&mv, score), weight)| Candidate { mv, score: score.exp(), probability: weight / sum })
        .collect();
    candidates.sort_by(|a, b| b.probability.total_cmp(&a.probability));
    candidates
}

/// Whether another promotion between the same squares is the better one.
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
    use shakmaty::{CastlingMode, Role, fen::Fen};

    use super::*;
    use crate::nets::mockfish::NETWORKS;

    fn position(fen: &str) -> Chess {
        fen.parse::<Fen>().unwrap().into_position(CastlingMode::Standard).unwrap()
    }

    /// Everything equally probable but what is told.
    fn opinion(told: &[(usize, Square, f32)]) -> Opinion {
        let mut seven = vec![(1.0_f32 / 64.0).ln(); NETWORKS.len() * SQUARES];
        for &(network, square, probability) in told {
            seven[network * SQUARES + square.to_usize()] = probability.ln();
        }
        Opinion { seven, moves: None, value: None }
    }

    #[test]
    fn the_product_of_selector_and_piece_decides() {
        let start = Chess::default();
        let opinion =
            opinion(&[(0, Square::G1, 0.5), (2, Square::F3, 0.5), (0, Square::E2, 0.6), (1, Square::E4, 0.3)]);
        let ranked = candidates(&start, &start.legal_moves(), &opinion, Rule::Product);
        assert_eq!((ranked[0].mv.role(), ranked[0].mv.to()), (Role::Knight, Square::F3));
        assert_eq!(ranked[1].mv.to(), Square::E4);
        assert!((ranked[0].score - 0.25).abs() < 1e-6 && (ranked[1].score - 0.18).abs() < 1e-6);
        assert!((ranked.iter().map(|c| c.probability).sum::<f32>() - 1.0).abs() < 1e-5);
        assert_eq!(ranked.len(), 20);
    }

    #[test]
    fn black_is_asked_in_its_own_view() {
        let black = position("rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR b KQkq - 0 1");
        let ranked = candidates(
            &black,
            &black.legal_moves(),
            &opinion(&[(0, Square::E2, 0.9), (1, Square::E4, 0.9)]),
            Rule::Product,
        );
        assert_eq!(ranked[0].mv.to(), Square::E5);
    }

    #[test]
    fn whole_moves_are_taken_where_the_net_judges_them() {
        let start = Chess::default();
        let mut moves = vec![-20.0; SQUARES * SQUARES];
        moves[Square::D2.to_usize() * SQUARES + Square::D4.to_usize()] = -0.1;
        let opinion = Opinion { moves: Some(moves), ..opinion(&[]) };
        assert_eq!(candidates(&start, &start.legal_moves(), &opinion, Rule::Moves)[0].mv.to(), Square::D4);
    }

    #[test]
    fn one_promotion_takes_it_all() {
        let pawn = position("8/P6k/8/8/8/8/8/K7 w - - 0 1");
        let ranked = candidates(&pawn, &pawn.legal_moves(), &opinion(&[(0, Square::A7, 0.9)]), Rule::Product);
        assert_eq!(ranked[0].mv.promotion(), Some(Role::Queen));
        assert!(ranked[ranked.len() - 3..].iter().all(|c| c.mv.is_promotion() && c.probability == 0.0));
        let minor: Vec<Move> =
            pawn.legal_moves().into_iter().filter(|mv| mv.promotion() == Some(Role::Knight)).collect();
        assert_eq!(candidates(&pawn, &minor, &opinion(&[]), Rule::Product)[0].probability, 1.0);
    }
}
