//! From the hidden layer to centipawns.

use shakmaty::{Board, Color};

use super::Nnue;
use super::features::Perspective;
use super::lanes::{CacheLine, Hidden};
use super::layers::Sums;
use super::threats::{Threats, find_threats};
use crate::engine::Score;
use crate::personalities::classical::attacked::attacked_by_both;
use crate::personalities::classical::position::side_index;

/// Outputs, of which the number of pieces selects one.
pub const OUTPUTS: usize = 8;
/// A hidden weight, bias or neuron of 1 in the file's numbers.
const HIDDEN_UNIT: i32 = 255;
/// A weight of 1 of the direct output.
const OUTPUT_UNIT: i32 = 64;
/// The divisor of the third layer's sum: a neuron of 127 · 64 times a weight of 255 is then 255 · 64, as in the direct
/// output.
const THIRD_UNIT: i32 = 127;
/// Centipawns of an output of 1.
const SCALE: i32 = 400;

/// The output for positions with so many pieces.
#[inline]
pub fn output_for(men: usize) -> usize {
    (men.saturating_sub(2) / 4).min(OUTPUTS - 1)
}

impl Nnue {
    /// The score in centipawns from the mover's view, inside ±[`Score::EVAL_LIMIT`], from White's accumulator and
    /// Black's, and the threats that they see.
    #[inline]
    pub fn evaluate(&self, accumulators: [&[CacheLine]; 2], threats: &Threats, turn: Color, men: usize) -> i32 {
        let hidden = |side: Color| {
            let side = side_index(side);
            Hidden { accumulator: accumulators[side], threats: threats.inputs()[side] }
        };
        let output = output_for(men);
        let weights = &self.outputs[2 * self.width() * output..][..2 * self.width()];
        let (sides, layers) = ([hidden(turn), hidden(!turn)], self.layers[output].as_ref());
        let Sums { direct, third } = self.kernel.output(sides, &self.threat_rows, weights, layers);
        let direct = i64::from(direct / HIDDEN_UNIT) + i64::from(self.output_biases[output]);
        let value = direct + i64::from(third / THIRD_UNIT);
        let centipawns = value * i64::from(SCALE) / i64::from(HIDDEN_UNIT * OUTPUT_UNIT);
        let limit = i64::from(Score::EVAL_LIMIT.0);
        centipawns.clamp(-limit, limit) as i32
    }

    /// The same from the board alone: slow.
    pub fn evaluate_board(&self, board: &Board, turn: Color) -> i32 {
        let mut threats = Threats::new();
        let perspectives = Perspective::of_both(board);
        find_threats(board, perspectives, attacked_by_both(board).each_ref(), &mut threats);
        let accumulators = Color::ALL.map(|side| self.accumulator(board, side));
        self.evaluate(accumulators.each_ref().map(Vec::as_slice), &threats, turn, board.occupied().count())
    }

    /// The accumulator of one side, from the board alone.
    pub fn accumulator(&self, board: &Board, side: Color) -> Vec<CacheLine> {
        let mut lines = vec![CacheLine::ZERO; self.width()];
        self.update(self.biases(), &mut lines, &Perspective::of(board, side).inputs(board), &[]);
        lines
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_number_of_men_selects_the_output() {
        assert_eq!([2, 5, 6, 9, 10, 29, 30, 32].map(output_for), [0, 0, 1, 1, 2, 6, 7, 7]);
        assert_eq!([0, 1, 33, 64].map(output_for), [0, 0, 7, 7], "boards that no game has");
    }
}
