//! The layers of one output, from the order of the file to that of the kernels.

use std::array;

use super::super::lanes::{CacheLine, LINE};
use super::super::layers::{BETWEEN, Block, FIRST, GROUP, LARGEST_BYTE, LAYER_ONE, Layers, SECOND, SUMS, are_small};
use super::{integers, lines};

/// Bytes of the layers of one output with so many hidden neurons.
pub fn length(hidden: usize) -> usize {
    FIRST * 2 * hidden + 4 * FIRST + 2 * BETWEEN * SECOND + 4 * SECOND + 2 * SECOND
}

/// Reads as many bytes as [`length`] says.
pub fn read(mut bytes: &[u8], hidden: usize) -> Layers {
    let mut part = |length: usize| bytes.split_off(..length).unwrap_or_default();
    let (first, _) = part(FIRST * 2 * hidden).as_chunks::<{ FIRST * LINE }>();
    let first_biases = integers(part(4 * FIRST));
    let second = lines(part(2 * BETWEEN * SECOND));
    let (second_biases, _) = part(4 * SECOND).as_chunks::<{ 4 * SUMS }>();
    let third = lines(part(2 * SECOND));
    let second_weights = |pair: usize, half: usize, lane: usize| second[2 * pair + lane % 2].0[SUMS * half + lane / 2];
    let first: Vec<_> = first.iter().map(|weights| array::from_fn(|group| block(weights, group))).collect();
    Layers {
        first_are_small: are_small(&first),
        first,
        first_biases,
        second: array::from_fn(|pair| {
            array::from_fn(|half| CacheLine(array::from_fn(|lane| second_weights(pair, half, lane))))
        }),
        second_biases: array::from_fn(|half| integers(&second_biases[half])),
        third: third[0],
    }
}

/// Of the weights of the inputs of a line, those of one group of inputs.
fn block(weights: &[u8; FIRST * LINE], group: usize) -> Block {
    Block(array::from_fn(|at| {
        let (input, neuron) = (group * GROUP + at % GROUP, at / GROUP);
        weights[FIRST * input + neuron] as i8
    }))
}

/// Returns true if no sum exceeds 32 bits, whatever the hidden neurons are, and no sum of two products with bytes 16.
pub fn are_sound(layers: &Layers) -> bool {
    let blocks = layers.first.as_flattened();
    let first = layers.first_biases.iter().enumerate().all(|(neuron, &bias)| {
        let weights = blocks.iter().flat_map(|block| &block.0[GROUP * neuron..][..GROUP]);
        fits(bias, LARGEST_BYTE, weights.map(|&weight| i32::from(weight)))
    });
    let second = layers.second_biases.as_flattened().iter().enumerate().all(|(neuron, &bias)| {
        let (half, lane) = (neuron / SUMS, 2 * (neuron % SUMS));
        let weights = layers.second.iter().flat_map(|pair| &pair[half].0[lane..lane + 2]);
        fits(bias, LAYER_ONE, weights.map(|&weight| i32::from(weight)))
    });
    let third = fits(0, LAYER_ONE, layers.third.0.into_iter().map(i32::from));
    first && second && third && !blocks.iter().any(|block| block.0.contains(&i8::MIN))
}

/// Returns true if a sum with these weights fits into 32 bits, where no input exceeds `largest`.
fn fits(bias: i32, largest: i32, weights: impl Iterator<Item = i32>) -> bool {
    let sum: i64 = weights.map(|weight| i64::from(weight.abs())).sum();
    i64::from(bias).abs() + i64::from(largest) * sum <= i64::from(i32::MAX)
}
