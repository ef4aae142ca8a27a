//! The loops in which the time of the network evaluation goes, written once for all processors over [`Lanes`]; the
//! scalar form of that trait, [`Plain`], is the definition of what the others compute. Here is the loop to the hidden
//! layer; `layers.rs` has those from there to the output.

use super::layers::{Block, Blocks, GROUP, SUMS};

/// Neurons in a [`CacheLine`].
pub const LINE: usize = 32;
/// The most hidden neurons of a network.
pub const MOST_HIDDEN: usize = 1024;

/// Neurons, or their weights, as they are loaded: one cache line.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[repr(C, align(64))]
pub struct CacheLine(pub [i16; LINE]);

impl CacheLine {
    pub const ZERO: CacheLine = CacheLine([0; LINE]);
}

/// The largest value of a neuron, which stands for 1.
pub const ONE: i16 = 255;

/// Lines that are added up together: their sums stay in registers while row after row is added.
const TOGETHER: usize = 4;

/// The hidden layer of one perspective.
#[derive(Clone, Copy, Debug)]
pub struct Hidden<'a> {
    /// The sums of its inputs but threats.
    pub accumulator: &'a [CacheLine],
    /// Rows to add to its first neurons.
    pub threats: &'a [usize],
}

/// A line in registers.
pub trait Lanes: Copy {
    /// Sums of 32 bits.
    type Sums: Copy;
    /// Sixteen sums of 32 bits.
    type Sixteen: Copy;

    fn load(line: &CacheLine) -> Self;
    fn store(self, line: &mut CacheLine);
    /// The sum, modulo 2^16.
    fn plus(self, other: Self) -> Self;
    /// The difference, modulo 2^16.
    fn minus(self, other: Self) -> Self;
    /// The neurons between 0 and [`ONE`].
    fn clamped(self) -> Self;
    fn no_sums() -> Self::Sums;
    /// Adds `weight · v²` for each clamped neuron `v` to some of the sums.
    fn activate(self, weights: Self, sums: Self::Sums) -> Self::Sums;
    fn total(sums: Self::Sums) -> i32;
    /// `(v² + 256) / 512` for each clamped neuron `v`: at most 127.
    fn squares(self) -> [u8; LINE];
    fn sixteen(sums: &[i32; SUMS]) -> Self::Sixteen;
    fn array(sums: Self::Sixteen) -> [i32; SUMS];
    /// Adds to the two sums of each neuron its weights times the bytes, which are at most 127: to the first sum four
    /// products, and to the second the others.
    fn add_bytes(sums: Self::Sixteen, bytes: [u8; GROUP], weights: &Block) -> Self::Sixteen;
    /// [`Lanes::add_bytes`] for all bytes of a line. `are_small` says that the weights are so small that the products
    /// of two inputs of each block fit into 16 bits together.
    #[inline(always)]
    fn add_line(mut sums: Self::Sixteen, bytes: [u8; LINE], blocks: &Blocks, _are_small: bool) -> Self::Sixteen {
        for (bytes, block) in bytes.as_chunks().0.iter().zip(blocks) {
            sums = Self::add_bytes(sums, *bytes, block);
        }
        sums
    }
    /// Adds to each neuron's sum its two weights, two neighbours of this line, times the pair.
    fn add_pair(self, pair: [i16; 2], sums: Self::Sixteen) -> Self::Sixteen;
}

/// Lanes that every processor can compute.
#[derive(Clone, Copy)]
pub struct Plain([i16; LINE]);

impl Lanes for Plain {
    type Sums = i32;
    type Sixteen = [i32; SUMS];

    #[inline(always)]
    fn load(line: &CacheLine) -> Plain {
        Plain(line.0)
    }

    #[inline(always)]
    fn store(self, line: &mut CacheLine) {
        line.0 = self.0;
    }

    #[inline(always)]
    fn plus(mut self, other: Plain) -> Plain {
        for (value, other) in self.0.iter_mut().zip(other.0) {
            *value = value.wrapping_add(other);
        }
        self
    }

    #[inline(always)]
    fn minus(mut self, other: Plain) -> Plain {
        for (value, other) in self.0.iter_mut().zip(other.0) {
            *value = value.wrapping_sub(other);
        }
        self
    }

    #[inline(always)]
    fn clamped(self) -> Plain {
        Plain(self.0.map(|neuron| neuron.clamp(0, ONE)))
    }

    #[inline(always)]
    fn no_sums() -> i32 {
        0
    }

    #[inline(always)]
    fn activate(self, weights: Plain, mut sums: i32) -> i32 {
        for (value, weight) in self.0.into_iter().zip(weights.0) {
            sums += i32::from(value * weight) * i32::from(value);
        }
        sums
    }

    #[inline(always)]
    fn total(sums: i32) -> i32 {
        sums
    }

    #[inline(always)]
    fn squares(self) -> [u8; LINE] {
        self.0.map(|neuron| ((i32::from(neuron) * i32::from(neuron) + 256) >> 9) as u8)
    }

    #[inline(always)]
    fn sixteen(sums: &[i32; SUMS]) -> [i32; SUMS] {
        *sums
    }

    #[inline(always)]
    fn array(sums: [i32; SUMS]) -> [i32; SUMS] {
        sums
    }

    #[inline(always)]
    fn add_bytes(mut sums: [i32; SUMS], bytes: [u8; GROUP], weights: &Block) -> [i32; SUMS] {
        for (index, (&weight, byte)) in weights.0.iter().zip(bytes.into_iter().cycle()).enumerate() {
            sums[index / 4] += i32::from(byte) * i32::from(weight);
        }
        sums
    }

    #[inline(always)]
    fn add_pair(self, pair: [i16; 2], mut sums: [i32; SUMS]) -> [i32; SUMS] {
        for (sum, [a, b]) in sums.iter_mut().zip(self.0.as_chunks().0) {
            *sum += i32::from(pair[0]) * i32::from(*a) + i32::from(pair[1]) * i32::from(*b);
        }
        sums
    }
}

/// `to` = `from` + the rows `added` − the rows `removed`, modulo 2^16. `rows` holds rows as wide as `from`.
#[inline(always)]
pub fn update<L: Lanes>(
    from: &[CacheLine],
    to: &mut [CacheLine],
    rows: &[CacheLine],
    added: &[usize],
    removed: &[usize],
) {
    let row = |index: usize| &rows[index * from.len()..][..from.len()];
    // Nearly every move is one of the first two: with the number of its rows known, nothing is counted in the loop.
    match (added, removed) {
        (&[a], &[r]) => update_by::<L, 1, 1>(from, to, [row(a)], [row(r)]),
        (&[a], &[r, s]) => update_by::<L, 1, 2>(from, to, [row(a)], [row(r), row(s)]),
        (&[a, b], &[r, s]) => update_by::<L, 2, 2>(from, to, [row(a), row(b)], [row(r), row(s)]),
        _ => update_by_many::<L>(from, to, rows, added, removed),
    }
}

/// [`update`] by rows whose number is known when this is compiled.
#[inline(always)]
fn update_by<L: Lanes, const A: usize, const R: usize>(
    from: &[CacheLine],
    to: &mut [CacheLine],
    added: [&[CacheLine]; A],
    removed: [&[CacheLine]; R],
) {
    for (index, (from, to)) in from.iter().zip(to).enumerate() {
        let mut sum = L::load(from);
        for row in added {
            sum = sum.plus(L::load(&row[index]));
        }
        for row in removed {
            sum = sum.minus(L::load(&row[index]));
        }
        sum.store(to);
    }
}

/// [`update`] by any number of rows: the sums of some lines stay in registers while row after row is added.
#[inline(always)]
fn update_by_many<L: Lanes>(
    from: &[CacheLine],
    to: &mut [CacheLine],
    rows: &[CacheLine],
    added: &[usize],
    removed: &[usize],
) {
    let width = from.len();
    let (whole, rest) = from.as_chunks::<TOGETHER>();
    let (to_whole, to_rest) = to.as_chunks_mut::<TOGETHER>();
    for (index, (from, to)) in whole.iter().zip(to_whole).enumerate() {
        let sums = sums::<L, TOGETHER>(from, &rows[index * TOGETHER..], width, added, removed);
        for (sum, line) in sums.into_iter().zip(to) {
            sum.store(line);
        }
    }
    for (index, (from, to)) in rest.iter().zip(to_rest).enumerate() {
        let from = std::array::from_ref(from);
        let [sum] = sums::<L, 1>(from, &rows[whole.len() * TOGETHER + index..], width, added, removed);
        sum.store(to);
    }
}

/// Some lines of neurons, with rows added and removed. `rows` begins with that part of the first row; the next one lies
/// `width` lines further on.
#[inline(always)]
pub fn sums<L: Lanes, const N: usize>(
    from: &[CacheLine; N],
    rows: &[CacheLine],
    width: usize,
    added: &[usize],
    removed: &[usize],
) -> [L; N] {
    let mut sums = [L::load(&from[0]); N];
    for (sum, line) in sums.iter_mut().zip(from) {
        *sum = L::load(line);
    }
    for &row in added {
        for (sum, line) in sums.iter_mut().zip(&rows[row * width..][..N]) {
            *sum = sum.plus(L::load(line));
        }
    }
    for &row in removed {
        for (sum, line) in sums.iter_mut().zip(&rows[row * width..][..N]) {
            *sum = sum.minus(L::load(line));
        }
    }
    sums
}
