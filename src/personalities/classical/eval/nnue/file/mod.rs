//! The file of a network: read whole and checked before anything is computed with it.
//!
//! Little endian: eight bytes `MOTLEYNW`; version, hidden neurons, outputs, regions of the king, and neurons of the
//! first layer and of the second as 32-bit numbers; hidden weights of the pieces, a row of 16-bit numbers for each
//! input; those of threats, for each a row of bytes that leads to the first 128 neurons or fewer; hidden biases, 16
//! bits each; for each output its direct weights for the mover's neurons and for the other's, 16 bits each; output
//! biases, 32 bits each; the layers of one output after another; the SHA-256 of all of it.
//!
//! The layers of an output: a row of 8-bit weights for each input of the first layer, and its biases, 32 bits each; a
//! row of 16-bit weights for each input of the second layer, and its biases, 32 bits each; 16-bit weights of the third
//! layer.

mod layers;

use std::path::Path;
use std::sync::{Arc, Mutex, PoisonError};

use sha2::{Digest, Sha256};
use thiserror::Error;

use super::Nnue;
use super::features::{INPUTS, MEN_INPUTS, REGIONS};
use super::kernels::Kernel;
use super::lanes::{CacheLine, LINE, MOST_HIDDEN};
use super::layers::{FIRST, Layers, SECOND};
use super::output::OUTPUTS;
use super::threats::{THREAT_INPUTS, THREAT_NEURONS};
use crate::files::io_error::reason;
use crate::files::{self, FileFault, Shipped, shipped};

const MAGIC: [u8; 8] = *b"MOTLEYNW";
const VERSION: u32 = 4;
/// Magic, version, hidden neurons, outputs, regions, and the neurons of both layers.
const HEADER: usize = 32;
const CHECKSUM: usize = 32;
/// The largest output weight: times the largest neuron it fits into 16 bits.
const LARGEST_OUTPUT_WEIGHT: i16 = 127;
/// The most pieces on a board in a game.
const MEN: usize = 32;

/// Why a network cannot be used.
#[derive(Debug, Error, PartialEq, Eq)]
pub enum NnueError {
    #[error("cannot read the network `{path}`: {reason}")]
    Read { path: String, reason: String },
    #[error("the network `{path}` cannot be used: {fault}")]
    Refused { path: String, fault: NnueFault },
}

/// A fault in the content of a file.
#[derive(Debug, Error, PartialEq, Eq)]
pub enum NnueFault {
    #[error("it is no network for Classical, or a damaged one")]
    Magic,
    #[error("its version is {0}, expected {VERSION}")]
    Version(u32),
    #[error("it has {0} hidden neurons, expected a multiple of {LINE} up to {MOST_HIDDEN}")]
    Hidden(u32),
    #[error("it has {0} outputs, expected {OUTPUTS}")]
    Outputs(u32),
    #[error("it has {0} regions of the king, expected {REGIONS}")]
    Regions(u32),
    #[error("it has layers of {0} and {1} neurons, expected {FIRST} and {SECOND}")]
    Layers(u32, u32),
    #[error("it has {found} bytes, expected {expected}")]
    Length { found: usize, expected: usize },
    #[error("it is damaged: its checksum does not match")]
    Checksum,
    #[error("hidden neuron {0} may exceed 16 bits")]
    Neuron(usize),
    #[error("the weights of output {0} are too large")]
    Output(usize),
    #[error("the weights of the layers of output {0} are too large")]
    LayerWeights(usize),
}

/// The network that ships, once it was read.
static EMBEDDED: Mutex<Option<Arc<Nnue>>> = Mutex::new(None);

impl Nnue {
    /// The network that ships, read when it is first asked for.
    ///
    /// # Errors
    /// None where it is part of the program; where it lies beside it, [`NnueError`] says why it cannot be had, and a
    /// later call tries again.
    pub fn embedded() -> Result<Arc<Nnue>, NnueError> {
        // One thread reads it, so that several that begin at once do not hold a copy each.
        let mut embedded = EMBEDDED.lock().unwrap_or_else(PoisonError::into_inner);
        let nnue = match embedded.take() {
            Some(nnue) => nnue,
            None => Arc::new(Nnue::shipped(shipped!("nets/classical/nnue.bin"), "nnue.bin")?),
        };
        Ok(Arc::clone(embedded.insert(nnue)))
    }

    /// Reads a network that ships.
    fn shipped(file: Shipped, name: &str) -> Result<Nnue, NnueError> {
        let unread = |error| NnueError::Read { path: name.to_owned(), reason: reason(&error) };
        Nnue::read(&file.read().map_err(unread)?).map_err(|fault| NnueError::Refused { path: name.to_owned(), fault })
    }

    /// Reads a network from a file.
    ///
    /// # Errors
    /// [`NnueError`] says why it cannot be read or used.
    pub fn open(path: &Path) -> Result<Nnue, NnueError> {
        let name = path.display().to_string();
        let unread = |reason: String| NnueError::Read { path: name.clone(), reason };
        let largest = length(MOST_HIDDEN) as u64;
        let bytes = files::read_bytes(path, largest).map_err(|error| match FileFault::of(&error) {
            Some(FileFault::TooLong(_) | FileFault::NotAFile(_)) => {
                unread(format!("expected a file of at most {largest} bytes"))
            }
            _ => unread(reason(&error)),
        })?;
        Nnue::read(&bytes).map_err(|fault| NnueError::Refused { path: name, fault })
    }

    /// Reads a network from the bytes of a file.
    ///
    /// # Errors
    /// [`NnueFault`] says what is wrong with them.
    pub fn read(bytes: &[u8]) -> Result<Nnue, NnueFault> {
        let hidden = read_header(bytes)?;
        let expected = length(hidden);
        if bytes.len() != expected {
            return Err(NnueFault::Length { found: bytes.len(), expected });
        }
        let (content, checksum) = bytes.split_at(expected - CHECKSUM);
        if Sha256::digest(content)[..] != *checksum {
            return Err(NnueFault::Checksum);
        }
        let mut rest = &content[HEADER..];
        let mut part = |length: usize| rest.split_off(..length).unwrap_or_default();
        let rows = lines(part(2 * INPUTS * hidden));
        let threat_rows = lines_of_bytes(part(length_of_threats(hidden)));
        let biases = lines(part(2 * hidden));
        let outputs = lines(part(2 * 2 * OUTPUTS * hidden));
        let output_biases = integers(part(4 * OUTPUTS));
        let layers: Vec<_> =
            rest.chunks_exact(layers::length(hidden)).map(|bytes| layers::read(bytes, hidden)).collect();
        if let Some(output) = layers.iter().position(|layers| !layers::are_sound(layers)) {
            return Err(NnueFault::LayerWeights(output));
        }
        let layers = layers.into_iter().map(|layers| Some(layers).filter(Layers::add_anything)).collect();
        let kernel = Kernel::best();
        let nnue = Nnue { rows, threat_rows, biases, outputs, output_biases, layers, kernel };
        nnue.check_hidden()?;
        nnue.check_outputs()?;
        Ok(nnue)
    }

    /// Makes sure that no accumulator of a board in a game exceeds 16 bits.
    fn check_hidden(&self) -> Result<(), NnueFault> {
        let largest = |lines: &[CacheLine]| {
            lines.iter().flat_map(|line| line.0).map(i16::unsigned_abs).max().map_or(0, i32::from)
        };
        // A trained network is far within the range: one pass in the order of memory shows it, and the columns of the
        // neurons, which take milliseconds, need not be looked at.
        let of_a_man = largest(&self.rows) + largest(&self.threat_rows);
        if largest(&self.biases) + MEN as i32 * of_a_man <= i32::from(i16::MAX) {
            return Ok(());
        }
        for (neuron, &bias) in self.biases.iter().flat_map(|line| &line.0).enumerate() {
            let (line, lane) = (neuron / LINE, neuron % LINE);
            let column = |rows: &[CacheLine], width: usize| -> Vec<i32> {
                let rows = rows.chunks_exact(width);
                rows.map(|row| row.get(line).map_or(0, |line| i32::from(line.0[lane]).abs())).collect()
            };
            // The pieces of a board are inputs of one region.
            let of_men = column(&self.rows, self.width()).chunks_exact_mut(MEN_INPUTS).map(most_of_a_board).max();
            let of_threats = most_of_a_board(&mut column(&self.threat_rows, self.threat_width()));
            let most = i32::from(bias).abs() + of_men.unwrap_or(0) + of_threats;
            if most > i32::from(i16::MAX) {
                return Err(NnueFault::Neuron(neuron));
            }
        }
        Ok(())
    }

    /// Makes sure that no product of a neuron exceeds 16 bits, and no sum of squares 32.
    fn check_outputs(&self) -> Result<(), NnueFault> {
        for (output, lines) in self.outputs.chunks_exact(2 * self.width()).enumerate() {
            let weights = || lines.iter().flat_map(|line| line.0).map(i16::unsigned_abs);
            let sum: i64 = weights().map(|weight| i64::from(weight) * 255 * 255).sum();
            if weights().any(|weight| weight > LARGEST_OUTPUT_WEIGHT as u16) || sum >= i64::from(i32::MAX) {
                return Err(NnueFault::Output(output));
            }
        }
        Ok(())
    }
}

/// The largest sum of the weights, none of them negative, of as many inputs as a board has pieces.
fn most_of_a_board(weights: &mut [i32]) -> i32 {
    weights.select_nth_unstable_by(MEN, |a, b| b.cmp(a));
    weights[..MEN].iter().sum()
}

/// Bytes of a file with so many hidden neurons.
fn length(hidden: usize) -> usize {
    let before_layers = HEADER + 2 * hidden * (INPUTS + 1 + 2 * OUTPUTS) + 4 * OUTPUTS;
    before_layers + length_of_threats(hidden) + OUTPUTS * layers::length(hidden) + CHECKSUM
}

/// Bytes of the weights of threats.
fn length_of_threats(hidden: usize) -> usize {
    THREAT_INPUTS * hidden.min(THREAT_NEURONS)
}

/// The number of hidden neurons, where the header is one that this program knows.
fn read_header(bytes: &[u8]) -> Result<usize, NnueFault> {
    let Some((header, _)) = bytes.split_first_chunk::<HEADER>() else { return Err(NnueFault::Magic) };
    if header[..8] != MAGIC {
        return Err(NnueFault::Magic);
    }
    let (fields, _) = header[8..].as_chunks::<4>();
    let [version, hidden, outputs, regions, first, second] =
        std::array::from_fn(|field| u32::from_le_bytes(fields[field]));
    if version != VERSION {
        return Err(NnueFault::Version(version));
    }
    if outputs != OUTPUTS as u32 {
        return Err(NnueFault::Outputs(outputs));
    }
    if regions != REGIONS as u32 {
        return Err(NnueFault::Regions(regions));
    }
    if [first, second] != [FIRST, SECOND].map(|neurons| neurons as u32) {
        return Err(NnueFault::Layers(first, second));
    }
    let is_known = hidden > 0 && hidden <= MOST_HIDDEN as u32 && hidden.is_multiple_of(LINE as u32);
    if is_known { Ok(hidden as usize) } else { Err(NnueFault::Hidden(hidden)) }
}

/// 16-bit numbers, as many as a multiple of [`LINE`].
fn lines(bytes: &[u8]) -> Vec<CacheLine> {
    let (lines, _) = bytes.as_chunks::<{ 2 * LINE }>();
    lines
        .iter()
        .map(|line| CacheLine(std::array::from_fn(|lane| i16::from_le_bytes([line[2 * lane], line[2 * lane + 1]]))))
        .collect()
}

/// 8-bit numbers, as many as a multiple of [`LINE`].
fn lines_of_bytes(bytes: &[u8]) -> Vec<CacheLine> {
    let (lines, _) = bytes.as_chunks::<LINE>();
    lines.iter().map(|line| CacheLine(line.map(|byte| i16::from(byte.cast_signed())))).collect()
}

/// As many 32-bit numbers as the array has.
fn integers<const N: usize>(bytes: &[u8]) -> [i32; N] {
    let (numbers, _) = bytes.as_chunks::<4>();
    std::array::from_fn(|index| i32::from_le_bytes(numbers[index]))
}

#[cfg(test)]
mod tests;
