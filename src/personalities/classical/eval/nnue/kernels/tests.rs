use rand::rngs::StdRng;
use rand::{RngExt as _, SeedableRng as _};
use shakmaty::Position as _;

use super::super::Nnue;
use super::super::fixtures::{nnue, random_positions};
use super::super::lanes::LINE;
use super::*;

fn random_lines(rng: &mut StdRng, count: usize, limit: i16) -> Vec<Line> {
    (0..count).map(|_| Line(std::array::from_fn(|_| rng.random_range(-limit..=limit)))).collect()
}

#[test]
fn all_kernels_equal_the_scalar_one_for_every_width_and_any_numbers() {
    let mut rng = StdRng::seed_from_u64(1);
    // Miri is some thousand times slower.
    let (widths, tries) = if cfg!(miri) { (1..=2, 1) } else { (1..=9, 20) };
    for width in widths.chain([16, 32]) {
        for _ in 0..tries {
            let rows = random_lines(&mut rng, 20 * width, i16::MAX);
            let from = random_lines(&mut rng, width, i16::MAX);
            // So few weights are not zero that no sum exceeds 32 bits.
            let mut weights = random_lines(&mut rng, 2 * width, 127);
            weights.iter_mut().for_each(|line| line.0[LINE / 4..].fill(0));
            let inputs = |rng: &mut StdRng| -> Vec<usize> {
                (0..rng.random_range(0..5)).map(|_| rng.random_range(0..20)).collect()
            };
            let (added, removed) = (inputs(&mut rng), inputs(&mut rng));
            let compute = |kernel: Kernel| {
                let mut to = vec![Line::ZERO; width];
                kernel.update(&from, &mut to, &rows, &added, &removed);
                let output = kernel.output(&to, &from, &weights);
                (to, output)
            };
            for kernel in Kernel::available() {
                assert_eq!(compute(kernel), compute(Kernel::SCALAR), "{kernel:?}, {width} lines");
            }
        }
    }
}

#[test]
fn the_scalar_kernel_adds_rows_and_squares_neurons_between_0_and_1() {
    let line = |value: i16| Line([value; LINE]);
    let rows = [line(10), line(300), line(-7)];
    let mut to = [Line::ZERO];
    Kernel::SCALAR.update(&[line(1)], &mut to, &rows, &[0, 1], &[2]);
    assert_eq!(to, [line(318)]);
    let output = |neuron, weight| Kernel::SCALAR.output(&[line(neuron)], &[line(0)], &[line(weight), line(99)]);
    assert_eq!([output(-5, 3), output(9, -2), output(318, 1)], [0, -2 * 81 * 32, 255 * 255 * 32]);
}

fn compare_kernels(positions: usize) {
    let scalar = Nnue { kernel: Kernel::SCALAR, ..nnue(256, 7) };
    let others: Vec<Nnue> = Kernel::available().into_iter().map(|kernel| Nnue { kernel, ..scalar.clone() }).collect();
    random_positions(positions, |position| {
        let (board, turn) = (position.board(), position.turn());
        let expected = scalar.evaluate_board(board, turn);
        for other in &others {
            assert_eq!(other.accumulator(board, turn), scalar.accumulator(board, turn), "{:?}", other.kernel);
            assert_eq!(other.evaluate_board(board, turn), expected, "{:?}: {board:?}", other.kernel);
        }
    });
}

#[test]
#[cfg_attr(miri, ignore = "twenty thousand positions")]
fn all_kernels_equal_the_scalar_one_on_the_positions_of_random_games() {
    compare_kernels(20_000);
}

/// `cargo test --release --lib -- --ignored all_kernels_equal_the_scalar_one_on_a_million`
#[test]
#[ignore = "takes a minute"]
fn all_kernels_equal_the_scalar_one_on_a_million_positions() {
    compare_kernels(1_000_000);
}
