//! The two layers between the hidden layer and the output of the network, and the loop through them over [`Lanes`].
//!
//! The direct output goes past the layers: it is the hidden neurons, squared, times weights of 16 bits. For the first
//! layer the same squares are bytes, of which 127 stands for 1: twice as many are multiplied at once.

use super::lanes::{CacheLine, LINE, Lanes, Neurons};

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
    pub first_biases: [i32; FIRST],
    /// For each two inputs the weights of the lower neurons and of the upper ones: of each neuron in turn, one for each
    /// of the inputs.
    pub second: [[CacheLine; 2]; BETWEEN / 2],
    pub second_biases: [[i32; SUMS]; 2],
    pub third: CacheLine,
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

/// The sums of the hidden layer, from the mover's neurons and the other's; `weights` are those of the direct output. No
/// part of a sum may exceed 32 bits.
#[inline(always)]
pub fn output<L: Lanes>(mover: Neurons, other: Neurons, mut weights: &[CacheLine], layers: Option<&Layers>) -> Sums {
    let mut blocks = layers.map_or(&[][..], |layers| &layers.first);
    let (mut direct, mut first) = (L::no_sums(), L::sixteen(&[0; SUMS]));
    for neurons in mover.into_iter().chain(other) {
        let (these, rest) = weights.split_at(neurons.len());
        // None where there are no layers.
        let (these_blocks, rest_of_blocks) = blocks.split_at_checked(neurons.len()).unwrap_or_default();
        for (index, (neurons, weights)) in neurons.iter().zip(these).enumerate() {
            let neurons = L::load(neurons).clamped();
            direct = neurons.activate(L::load(weights), direct);
            if let Some(blocks) = these_blocks.get(index) {
                for (bytes, block) in neurons.squares().as_chunks().0.iter().zip(blocks) {
                    first = L::add_bytes(first, *bytes, block);
                }
            }
        }
        (weights, blocks) = (rest, rest_of_blocks);
    }
    let third = match layers {
        Some(layers) => after_first::<L>(L::array(first), layers),
        None => 0,
    };
    Sums { direct: L::total(direct), third }
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
