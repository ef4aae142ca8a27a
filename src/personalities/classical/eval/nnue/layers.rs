//! The two layers between the hidden layer and the output of the network, and the loop through them over [`Lanes`].
//!
//! The direct output goes past the layers: it is the hidden neurons, squared, times weights of 16 bits. For the first
//! layer the same squares are bytes, of which 127 stands for 1: twice as many are multiplied at once.

use std::array;

use super::lanes::{self, CacheLine, Hidden, LINE, Lanes};
use super::threats::THREAT_LINES;

/// Neurons of the first layer.
pub const FIRST: usize = 8;
/// Numbers of the first layer that come into the second: each neuron, and its square.
pub const BETWEEN: usize = 2 * FIRST;
/// Neurons of the second layer.
pub const SECOND: usize = 32;
/// Inputs of the first layer that are multiplied together.
pub const GROUP: usize = 8;
/// Sums of 32 bits, each of four products of bytes or two of 16 bits, that a [`CacheLine`] holds.
pub const SUMS: usize = LINE / 2;

/// The square of a hidden neuron of 1.
pub const LARGEST_BYTE: i32 = 127;
/// A neuron of 1 in the sums of the first layer, and as an input of the second: the byte times 64, its weight of 1.
pub const LAYER_ONE: i32 = LARGEST_BYTE * 64;
/// The shift of a square: as near to a division by [`LAYER_ONE`] as a shift comes.
const SQUARE_SHIFT: u32 = 13;
/// A weight of 1 in the second layer is 256.
const SECOND_SHIFT: u32 = 8;

/// Weights of the first layer for [`GROUP`] inputs: of each neuron in turn, one for each of the inputs.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[repr(C, align(64))]
pub struct Block(pub [i8; GROUP * FIRST]);

/// Weights of the first layer for a [`CacheLine`] of neurons.
pub type Blocks = [Block; LINE / GROUP];

/// The weights of the layers of one output.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Layers {
    /// By lines of the mover's neurons and the other's.
    pub first: Vec<Blocks>,
    /// See [`are_small`].
    pub first_are_small: bool,
    pub first_biases: [i32; FIRST],
    /// For each two inputs the weights of the lower neurons and of the upper ones: of each neuron in turn, one for each
    /// of the inputs.
    pub second: [[CacheLine; 2]; BETWEEN / 2],
    pub second_biases: [[i32; SUMS]; 2],
    pub third: CacheLine,
}

/// Returns true if the products of two inputs of each block of a line fit into 16 bits together.
pub fn are_small(blocks: &[Blocks]) -> bool {
    let fit = |blocks: &Blocks, at: usize| {
        let weights = blocks.iter().flat_map(|block| &block.0[at..at + 2]);
        LARGEST_BYTE * weights.map(|&weight| i32::from(weight).abs()).sum::<i32>() <= i32::from(i16::MAX)
    };
    blocks.iter().all(|blocks| (0..GROUP * FIRST).step_by(2).all(|at| fit(blocks, at)))
}

impl Layers {
    /// Returns true if any neuron of the second layer counts.
    pub fn add_anything(&self) -> bool {
        self.third != CacheLine::ZERO
    }
}

/// Both numbers in one of 32 bits, the first of them in the lower half.
#[inline(always)]
pub fn packed([low, high]: [i16; 2]) -> i32 {
    i32::from(low) & 0xffff | i32::from(high) << 16
}

/// The sums of the hidden layer.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Sums {
    /// `weight · v²` over all neurons, `v` being a neuron between 0 and 255.
    pub direct: i32,
    /// The third layer's weights times the second layer's neurons.
    pub third: i32,
}

/// The sums of the hidden layer, from the mover's neurons and the other's; `threat_rows` are as wide as the neurons,
/// but no wider than [`THREAT_LINES`]; `weights` are those of the direct output. No part of a sum may exceed 32 bits.
#[inline(always)]
pub fn output<L: Lanes>(
    sides: [Hidden; 2],
    threat_rows: &[CacheLine],
    weights: &[CacheLine],
    layers: Option<&Layers>,
) -> Sums {
    let blocks = layers.map_or(&[][..], |layers| &layers.first);
    let are_small = layers.is_some_and(|layers| layers.first_are_small);
    let mut partial = Partial::<L> { direct: L::no_sums(), first: L::sixteen(&[0; SUMS]), are_small };
    let mut place = 0;
    for Hidden { accumulator, threats } in sides {
        let (near, far) = accumulator.split_at(accumulator.len().min(THREAT_LINES));
        if let Ok(near) = near.try_into() {
            for neurons in lanes::sums::<L, THREAT_LINES>(near, threat_rows, THREAT_LINES, threats, &[]) {
                partial.add(neurons, &weights[place], blocks.get(place));
                place += 1;
            }
        } else {
            for (line, neurons) in near.iter().enumerate() {
                let neurons = array::from_ref(neurons);
                let [neurons] = lanes::sums::<L, 1>(neurons, &threat_rows[line..], near.len(), threats, &[]);
                partial.add(neurons, &weights[place], blocks.get(place));
                place += 1;
            }
        }
        let far_weights = &weights[place..][..far.len()];
        if let Some(far_blocks) = blocks.get(place..place + far.len()) {
            for ((neurons, weights), blocks) in far.iter().zip(far_weights).zip(far_blocks) {
                partial.add(L::load(neurons), weights, Some(blocks));
            }
        } else {
            for (neurons, weights) in far.iter().zip(far_weights) {
                partial.add(L::load(neurons), weights, None);
            }
        }
        place += far.len();
    }
    let third = match layers {
        Some(layers) => after_first::<L>(L::array(partial.first), layers),
        None => 0,
    };
    Sums { direct: L::total(partial.direct), third }
}

/// The sums of the hidden layer while they are added up.
struct Partial<L: Lanes> {
    direct: L::Sums,
    first: L::Sixteen,
    are_small: bool,
}

impl<L: Lanes> Partial<L> {
    /// Adds the neurons of a line. There are no blocks where there are no layers.
    #[inline(always)]
    fn add(&mut self, neurons: L, weights: &CacheLine, blocks: Option<&Blocks>) {
        let neurons = neurons.clamped();
        self.direct = neurons.activate(L::load(weights), self.direct);
        if let Some(blocks) = blocks {
            self.first = L::add_line(self.first, neurons.squares(), blocks, self.are_small);
        }
    }
}

/// From the sums of the hidden neurons, two for each neuron of the first layer, to that of the third layer.
#[inline(always)]
fn after_first<L: Lanes>(sums: [i32; SUMS], layers: &Layers) -> i32 {
    let mut first = layers.first_biases;
    for (neuron, [a, b]) in first.iter_mut().zip(sums.as_chunks().0) {
        *neuron += a + b;
    }
    let clamped = first.map(|sum| sum.clamp(-LAYER_ONE, LAYER_ONE));
    let inputs = [clamped.map(|sum| sum.max(0) as i16), clamped.map(|sum| ((sum * sum) >> SQUARE_SHIFT) as i16)];
    // Not `map`: the function in which it calls another would be compiled without the instructions of the kernel.
    let [lower, upper] = &layers.second_biases;
    let mut second = [L::sixteen(lower), L::sixteen(upper)];
    for (&pair, lines) in inputs.as_flattened().as_chunks().0.iter().zip(&layers.second) {
        for (sums, line) in second.iter_mut().zip(lines) {
            *sums = L::load(line).add_pair(pair, *sums);
        }
    }
    let second = [L::array(second[0]), L::array(second[1])];
    let neurons = second.as_flattened().iter().map(|sum| sum.clamp(&0, &(LAYER_ONE << SECOND_SHIFT)) >> SECOND_SHIFT);
    neurons.zip(layers.third.0).map(|(neuron, weight)| i32::from(neuron as i16) * i32::from(weight)).sum()
}
