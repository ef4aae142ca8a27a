//! Nets as `lc0 leela2onnx` writes them: those of Leela Chess Zero and of Maia (McIlroy-Young, Sen, Kleinberg and
//! Anderson, 2020).

mod moves;
mod planes;

use shakmaty::{Move, Position as _};

use self::moves::{MOVES, MoveNumbers};
use self::planes::{PLANES, planes};
use super::mockfish::{NETWORKS, NetOutput};
use super::net::{Net, NetError};
use super::rated::MoveInput;
use crate::chess::view::seen_move;

const SQUARES: usize = 64;
const POLICY: &str = "/output/policy";
const RESULT: &str = "/output/wdl";
const VALUE: &str = "/output/value";

/// A net with lc0's inputs and outputs.
pub struct Lc0Net {
    net: Net,
    /// True if it predicts win, draw and loss, and not the expected value alone.
    has_draws: bool,
    numbers: MoveNumbers,
}

impl Lc0Net {
    /// Returns true if a net has the inputs of this kind.
    pub fn takes(net: &Net) -> bool {
        net.input() == [1, PLANES, 8, 8]
    }

    /// Checks the inputs and outputs of a net.
    ///
    /// # Errors
    /// [`NetError::Shape`].
    pub fn of(net: Net) -> Result<Lc0Net, NetError> {
        if !Lc0Net::takes(&net) {
            let found = format!("{:?}", net.inputs());
            return Err(net.misshapen(format!("one input of {:?}", [1, PLANES, 8, 8]), found));
        }
        let has_draws = net.outputs().any(|(name, _)| name == RESULT);
        let result: (&str, &[usize]) = if has_draws { (RESULT, &[1, 3]) } else { (VALUE, &[1, 1]) };
        net.expect_outputs(&[(POLICY, &[1, MOVES]), result])?;
        Ok(Lc0Net { net, has_draws, numbers: MoveNumbers::new() })
    }

    /// Runs the net on a position with legal moves. Moves that are not legal have no probability; that of promotions
    /// between the same squares is added up. The seven networks' outputs are worked out from those of the moves.
    ///
    /// # Errors
    /// [`NetError::Run`], [`NetError::Stopped`].
    pub fn predict(&mut self, input: &MoveInput, stopped: &dyn Fn() -> bool) -> Result<NetOutput, NetError> {
        let (position, has_draws) = (input.position(), self.has_draws);
        let (policy, value) = self.net.run(planes(input), stopped, |take| {
            let value = if has_draws { result(&take(RESULT)?) } else { result_of_value(take(VALUE)?[0]) };
            Ok((take(POLICY)?, value))
        })?;
        let mover = position.turn();
        let legal = position.legal_moves();
        let logits: Vec<f32> = legal.iter().map(|&mv| policy[self.numbers.of(mover, mv)]).collect();
        let greatest = logits.iter().copied().fold(f32::NEG_INFINITY, f32::max);
        let weights: Vec<f32> = logits.iter().map(|logit| (logit - greatest).exp()).collect();
        let sum: f32 = weights.iter().sum();
        let shares = legal.iter().copied().zip(weights.iter().map(|weight| weight / sum));

        let (moves, seven) = distributions(shares, |mv| seen_move(mover, mover, mv));
        Ok(NetOutput { seven, moves: Some(moves), value: Some(value) })
    }
}

/// From the probabilities of the legal moves the logarithms of those of all squares: 64 × 64 from × to, and 7 × 64 for
/// the seven networks.
fn distributions(
    shares: impl Iterator<Item = (Move, f32)>,
    seen: impl Fn(Move) -> (shakmaty::Square, shakmaty::Square),
) -> (Vec<f32>, Vec<f32>) {
    let (mut moves, mut seven) = (vec![0.0; SQUARES * SQUARES], vec![0.0; NETWORKS.len() * SQUARES]);
    for (mv, share) in shares {
        let (from, to) = seen(mv);
        moves[from.to_usize() * SQUARES + to.to_usize()] += share;
        seven[from.to_usize()] += share;
        seven[mv.role() as usize * SQUARES + to.to_usize()] += share;
    }
    // A piece's network says where the piece goes if it moves.
    for network in seven.chunks_exact_mut(SQUARES) {
        let sum: f32 = network.iter().sum();
        network.iter_mut().filter(|_| sum > 0.0).for_each(|share| *share /= sum);
    }
    let logarithms = |shares: Vec<f32>| shares.into_iter().map(f32::ln).collect();
    (logarithms(moves), logarithms(seven))
}

/// Loss, draw and win of win, draw and loss, which some nets give as logits.
fn result(wdl: &[f32]) -> [f32; 3] {
    let is_distribution = wdl.iter().all(|share| *share >= 0.0) && (wdl.iter().sum::<f32>() - 1.0).abs() < 1e-2;
    let greatest = wdl.iter().copied().fold(f32::NEG_INFINITY, f32::max);
    let weight = |number: f32| if is_distribution { number } else { (number - greatest).exp() };
    let sum: f32 = wdl.iter().copied().map(weight).sum();
    [wdl[2], wdl[1], wdl[0]].map(|number| weight(number) / sum)
}

/// Loss, draw and win of a value from −1 to 1, which says nothing of draws.
fn result_of_value(value: f32) -> [f32; 3] {
    [(1.0 - value) / 2.0, 0.0, (1.0 + value) / 2.0]
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn results_are_the_movers_loss_draw_and_win() {
        assert_eq!(result(&[0.5, 0.25, 0.25]), [0.25, 0.25, 0.5]);
        let [loss, draw, win] = result(&[2.0, 0.0, -1.0]);
        assert!(win > draw && draw > loss && (loss + draw + win - 1.0).abs() < 1e-6);
        assert_eq!(result_of_value(0.5), [0.25, 0.0, 0.75]);
    }
}
