use std::array;

use rand::rngs::StdRng;
use rand::seq::IndexedRandom as _;
use rand::{RngExt as _, SeedableRng as _};
use shakmaty::Position as _;

use super::super::Nnue;
use super::super::fixtures::{nnue, random_positions};
use super::super::lanes::LINE;
use super::super::layers::{BETWEEN, Block, FIRST, GROUP, SUMS, are_small};
use super::super::threats::THREAT_LINES;
use super::*;

fn random_lines(rng: &mut StdRng, count: usize, limit: i16) -> Vec<CacheLine> {
    (0..count).map(|_| CacheLine(std::array::from_fn(|_| rng.random_range(-limit..=limit)))).collect()
}

/// Layers whose weights and biases are as large as is sound, or smaller, so that not all neurons are at a limit.
fn random_layers(rng: &mut StdRng, width: usize) -> Layers {
    let [first, first_bias, second, second_bias] =
        *[[127, 2_000_000_000, 8_000, 60_000_000], [127, 100_000, 100, 1_000_000], [5, 5_000, 200, 1_000_000]]
            .choose(rng)
            .expect("one of three");
    let mut byte = || rng.random_range(-first..=first) as i8;
    let blocks: Vec<_> = (0..2 * width).map(|_| array::from_fn(|_| Block(array::from_fn(|_| byte())))).collect();
    let first_biases = array::from_fn(|_| rng.random_range(-first_bias..=first_bias));
    let second_biases = array::from_fn(|_| array::from_fn(|_| rng.random_range(-second_bias..=second_bias)));
    let lines = random_lines(rng, BETWEEN, second as i16);
    let third = random_lines(rng, 1, 8_000)[0];
    Layers {
        first_are_small: are_small(&blocks),
        first: blocks,
        first_biases,
        second: array::from_fn(|pair| [lines[2 * pair], lines[2 * pair + 1]]),
        second_biases,
        third,
    }
}

#[test]
fn all_kernels_equal_the_scalar_one_for_every_width_and_any_numbers() {
    let mut rng = StdRng::seed_from_u64(1);
    // Miri is some thousand times slower.
    let (widths, tries) = if cfg!(miri) { (1..=2, 1) } else { (1..=9, 20) };
    for width in widths.chain([16, 32]) {
        for _ in 0..tries {
            let rows = random_lines(&mut rng, 20 * width, i16::MAX);
            // Of neurons up to 400 many are between 0 and 1.
            let largest = if rng.random() { i16::MAX } else { 400 };
            let from = random_lines(&mut rng, width, largest);
            let layers = random_layers(&mut rng, width);
            // So few weights are not zero that no sum exceeds 32 bits.
            let mut weights = random_lines(&mut rng, 2 * width, 127);
            weights.iter_mut().for_each(|line| line.0[LINE / 4..].fill(0));
            let inputs = |rng: &mut StdRng| -> Vec<usize> {
                (0..rng.random_range(0..5)).map(|_| rng.random_range(0..20)).collect()
            };
            let (added, removed) = (inputs(&mut rng), inputs(&mut rng));
            let threat_rows = random_lines(&mut rng, 20 * width.min(THREAT_LINES), i16::MAX);
            let threats = [inputs(&mut rng), inputs(&mut rng)];
            let compute = |kernel: Kernel| {
                let mut to = vec![CacheLine::ZERO; width];
                kernel.update(&from, &mut to, &rows, &added, &removed);
                let hidden = |accumulator, side: usize| Hidden { accumulator, threats: &threats[side] };
                let sides = [hidden(&to, 0), hidden(&from, 1)];
                let output = kernel.output(sides, &threat_rows, &weights, Some(&layers));
                assert_eq!(kernel.output(sides, &threat_rows, &weights, None), Sums { third: 0, ..output });
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
    let line = |value: i16| CacheLine([value; LINE]);
    let rows = [line(10), line(300), line(-7)];
    let mut to = [CacheLine::ZERO];
    Kernel::SCALAR.update(&[line(1)], &mut to, &rows, &[0, 1], &[2]);
    assert_eq!(to, [line(318)]);
    let output = |neuron, weight| {
        let (mover, other) = ([line(neuron)], [line(-1)]);
        let sides = [hidden(&mover), Hidden { accumulator: &other, threats: &[0] }];
        Kernel::SCALAR.output(sides, &[line(1)], &[line(weight), line(99)], None).direct
    };
    assert_eq!([output(-5, 3), output(9, -2), output(318, 1)], [0, -2 * 81 * 32, 255 * 255 * 32]);
}

/// Neurons that no threats change.
fn hidden(accumulator: &[CacheLine]) -> Hidden<'_> {
    Hidden { accumulator, threats: &[] }
}

/// Layers of zeros for a hidden layer of one line.
fn no_layers() -> Layers {
    Layers {
        first_are_small: true,
        first: vec![[Block([0; GROUP * FIRST]); LINE / GROUP]; 2],
        first_biases: [0; FIRST],
        second: [[CacheLine::ZERO; 2]; BETWEEN / 2],
        second_biases: [[0; SUMS]; 2],
        third: CacheLine::ZERO,
    }
}

#[test]
fn the_scalar_kernel_computes_the_layers_as_by_hand() {
    let mut layers = no_layers();
    let mut first = |input: usize, neuron: usize, weight: i8| {
        layers.first[input / LINE][input % LINE / GROUP].0[GROUP * neuron + input % GROUP] = weight;
    };
    first(1, 0, 64);
    first(LINE + 6, 1, -64);
    first(LINE + 6, 2, 127);
    layers.first_biases[..2].copy_from_slice(&[100, 28]);
    let mut second = |input: usize, neuron: usize, weight: i16| {
        layers.second[input / 2][neuron / SUMS].0[2 * (neuron % SUMS) + input % 2] = weight;
    };
    second(0, 0, 256);
    second(FIRST + 1, 0, -64);
    second(2, 16, 300);
    second(FIRST + 2, 17, 256);
    layers.second_biases[0][0] = 1000;
    layers.second_biases[1][15] = 512;
    for (neuron, weight) in [(0, 255), (16, -2), (17, 1), (31, -3)] {
        layers.third.0[neuron] = weight;
    }
    let (mut mover, mut other) = (CacheLine([-3; LINE]), CacheLine([15; LINE]));
    (mover.0[1], other.0[6]) = (160, 300);
    let (mover, other) = ([mover], [other]);
    let sides = [hidden(&mover), hidden(&other)];
    let third = Kernel::SCALAR.output(sides, &[], &[CacheLine::ZERO; 2], Some(&layers)).third;

    // The bytes are 50 and 127; the first layer's sums 100 + 50 · 64, 28 − 127 · 64 and 127 · 127.
    let inputs = [(3300, 3300 * 3300 / 8192), (0, 8100 * 8100 / 8192), (8128, 8128 * 8128 / 8192)];
    assert_eq!(inputs, [(3300, 1329), (0, 8009), (8128, 8064)]);
    // The second layer's; the third of them is too large.
    let sums = [1000 + 3300 * 256 - 8009 * 64, 512, 8128 * 300, 8064 * 256];
    assert_eq!(sums.map(|sum| sum.min(8128 * 256) / 256), [1301, 2, 8128, 8064]);
    assert_eq!(third, 1301 * 255 - 2 * 3 - 8128 * 2 + 8064);
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
