//! The evaluation networks of Stockfish 15.1 and 17.1, computed here: a teacher that scores samples without a program
//! behind UCI that has to be asked for each. Stockfish's command `export_net FILE` writes the file.
//!
//! Inputs HalfKAv2_hm, 1024 or 3072 hidden neurons for each perspective whose halves are multiplied, then layers of 16,
//! 32 and 1 for each of eight numbers of pieces (Stockfish's `src/nnue` and `Eval::evaluate`).

mod file;

use std::fs;
use std::io;
use std::path::{Path, PathBuf};

use shakmaty::{Bitboard, Board, ByColor, ByRole, Color, Role, Square};
use thiserror::Error;

use motley::files::io_error::reason;

const BUCKETS: usize = 8;
/// Inputs for one place of the king: ten kinds of pieces and both kings as one kind, on each square.
const MEN_INPUTS: usize = 11 * 64;
/// The king stands on one of 32 squares, since the board is mirrored.
const INPUTS: usize = 32 * MEN_INPUTS;
const FIRST: usize = 16;
/// Of the first layer's outputs, those that go on to the second, squared and as they are; the last one goes to the end.
const PASSED: usize = FIRST - 1;
const SECOND: usize = 32;
/// A neuron of one, in whole numbers.
const ONE: i32 = 127;
/// Weights of the layers are so many bits finer than neurons.
const WEIGHT_BITS: u32 = 6;
/// Outputs are so much finer than Stockfish's internal unit, of which a pawn has [`PAWN`].
const OUTPUT_SCALE: i32 = 16;
const PAWN: i32 = 361;
/// Of Stockfish 17.1's internal unit, a centipawn of Stockfish 15.1: the scale on which the two spread the chances of
/// winning equally wide, over 340,000 positions of `dataset visited`.
const LATER_CENTIPAWN: f64 = 4.25;
/// Stockfish 17.1: a pawn beside [`pieces`], and the difference above which a small network evaluates.
const PAWN_IN_MATERIAL: i32 = 208;
const SMALL_NETWORK_FROM: i32 = 962;

/// The release of Stockfish that a network is of.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Release {
    /// 15.1: whole numbers.
    Plain,
    /// 17.1: packed ones, and three times the neurons.
    Packed,
}

impl Release {
    pub const fn hidden(self) -> usize {
        match self {
            Release::Plain => 1024,
            Release::Packed => 3072,
        }
    }
}

/// Why a file is no network of these.
#[derive(Debug, Error)]
pub enum StockfishNetError {
    #[error("cannot read {}: {}", .path.display(), reason(.source))]
    Read { path: PathBuf, source: io::Error },
    #[error("{} is no network of Stockfish 15.1 or 17.1, which its command export_net writes", .path.display())]
    Foreign { path: PathBuf },
}

/// The weights.
struct Weights {
    release: Release,
    biases: Vec<i16>,
    /// As many as there are neurons for each input.
    hidden: Vec<i16>,
    /// The weights of an input for the material of each bucket.
    material: Vec<[i32; BUCKETS]>,
    layers: Vec<Layers>,
}

/// The three layers of one number of pieces; weights by input.
struct Layers {
    first_bias: [i32; FIRST],
    first: Vec<[i32; FIRST]>,
    second_bias: [i32; SECOND],
    second: [[i32; SECOND]; SECOND],
    output_bias: i32,
    output: [i32; SECOND],
}

/// The sums of a board, by which those of the next one are found.
#[derive(Clone)]
struct Sums {
    men: ByColor<ByRole<Bitboard>>,
    hidden: Vec<i16>,
    material: [i32; BUCKETS],
}

/// The network, and for each perspective and square of its king the sums of the last board that was evaluated there.
pub struct StockfishNet {
    weights: Weights,
    known: ByColor<Vec<Sums>>,
}

impl StockfishNet {
    /// # Errors
    /// Fails if the file cannot be read or is another one.
    pub fn read(path: &Path) -> Result<StockfishNet, StockfishNetError> {
        let content = fs::read(path).map_err(|source| StockfishNetError::Read { path: path.to_owned(), source })?;
        let weights = file::parse(&content).ok_or_else(|| StockfishNetError::Foreign { path: path.to_owned() })?;
        Ok(StockfishNet::new(weights))
    }

    fn new(weights: Weights) -> StockfishNet {
        let empty = Sums { men: ByColor::default(), hidden: weights.biases.clone(), material: [0; BUCKETS] };
        StockfishNet { weights, known: ByColor { black: vec![empty.clone(); 64], white: vec![empty; 64] } }
    }

    /// Returns true if Stockfish evaluates the position by this network: 17.1 has a small one where material decides.
    pub fn is_asked(&self, board: &Board) -> bool {
        let ByColor { white, black } = board.material();
        let worth = |men: ByRole<u8>| PAWN_IN_MATERIAL * i32::from(men.pawn) + pieces(men);
        self.weights.release == Release::Plain || (worth(white) - worth(black)).abs() <= SMALL_NETWORK_FROM
    }

    /// The static evaluation for the side to move in centipawns, as if a pawn had just moved.
    pub fn evaluate(&mut self, board: &Board, turn: Color) -> i32 {
        let (material, positional) = self.output(board, turn);
        match self.weights.release {
            Release::Plain => in_centipawns(material, positional, board.material()),
            Release::Packed => in_centipawns_later(material, positional, board.material()),
        }
    }

    /// The outputs of the network for the material and for the rest, in [`OUTPUT_SCALE`]ths of the internal unit.
    fn output(&mut self, board: &Board, turn: Color) -> (i32, i32) {
        let bucket = (board.occupied().count() - 1) / 4;
        let perspectives = [turn, turn.other()];
        for color in perspectives {
            self.update(color, board);
        }
        let sums = perspectives.map(|color| {
            let king = board.king_of(color).expect("a king on either side");
            &self.known.get(color)[usize::from(king)]
        });
        let material = (sums[0].material[bucket] - sums[1].material[bucket]) / 2;
        (material, self.weights.layers[bucket].output(sums.map(|sums| &sums.hidden[..])))
    }

    /// Brings the sums of one perspective up to date, by what has changed on the board.
    fn update(&mut self, color: Color, board: &Board) {
        let king = board.king_of(color).expect("a king on either side");
        let size = self.weights.biases.len();
        let sums = &mut self.known.get_mut(color)[usize::from(king)];
        for of in Color::ALL {
            for role in Role::ALL {
                let (now, before) = (board.by_color(of) & board.by_role(role), sums.men.get_mut(of).get_mut(role));
                for (squares, sign) in [(*before & !now, -1), (now & !*before, 1)] {
                    for square in squares {
                        let input = input(color, king, square, of, role);
                        let row = &self.weights.hidden[input * size..(input + 1) * size];
                        sums.hidden.iter_mut().zip(row).for_each(|(sum, weight)| *sum += sign * weight);
                        for (sum, weight) in sums.material.iter_mut().zip(self.weights.material[input]) {
                            *sum += i32::from(sign) * weight;
                        }
                    }
                }
                *before = now;
            }
        }
    }
}

/// The input of a piece. The board is turned for Black, and mirrored so that the king stands on the files e to h.
fn input(perspective: Color, king: Square, square: Square, of: Color, role: Role) -> usize {
    let mirrored = if king.file() < shakmaty::File::E { 7 } else { 0 };
    let orientation = mirrored ^ perspective.fold_wb(0, 56);
    let (rank, file) = ((usize::from(king) ^ orientation) / 8, (usize::from(king) ^ orientation) % 8);
    let place = 4 * (7 - rank) + 7 - file;
    let kind = match role {
        Role::King => 10,
        _ => 2 * (role as usize - 1) + usize::from(of != perspective),
    };
    place * MEN_INPUTS + kind * 64 + (usize::from(square) ^ orientation)
}

impl Layers {
    /// From the hidden neurons of the mover and of the other side.
    fn output(&self, sums: [&[i16]; 2]) -> i32 {
        let mut first = self.first_bias;
        let half = self.first.len() / 2;
        for (sums, weights) in sums.iter().zip(self.first.chunks_exact(half)) {
            let (left, right) = sums.split_at(half);
            for ((&a, &b), weights) in left.iter().zip(right).zip(weights) {
                // Most products are none.
                if a > 0 && b > 0 {
                    let neuron = i32::from(a).min(ONE) * i32::from(b).min(ONE) / 128;
                    first.iter_mut().zip(weights).for_each(|(sum, weight)| *sum += neuron * weight);
                }
            }
        }
        let clipped = |sum: i32| (sum >> WEIGHT_BITS).clamp(0, ONE);
        let squared = |sum: i32| {
            let square = (i64::from(sum) * i64::from(sum)) >> (2 * WEIGHT_BITS);
            (square / 128).min(ONE.into()) as i32
        };
        let mut second = self.second_bias;
        let passed = &first[..PASSED];
        let neurons = passed.iter().map(|&sum| squared(sum)).chain(passed.iter().map(|&sum| clipped(sum)));
        for (neuron, weights) in neurons.zip(&self.second) {
            second.iter_mut().zip(weights).for_each(|(sum, weight)| *sum += neuron * weight);
        }
        let last: i32 = second.iter().zip(self.output).map(|(&sum, weight)| clipped(sum) * weight).sum();
        let forwarded = first[PASSED] * (600 * OUTPUT_SCALE) / (ONE << WEIGHT_BITS);
        self.output_bias + last + forwarded
    }
}

/// The value of the pieces of one side without its pawns, in Stockfish's internal unit.
fn pieces(men: ByRole<u8>) -> i32 {
    let ByRole { knight, bishop, rook, queen, .. } = men.map(i32::from);
    781 * knight + 825 * bishop + 1276 * rook + 2538 * queen
}

/// The same of both sides.
fn non_pawn_material(men: ByColor<ByRole<u8>>) -> i32 {
    pieces(men.white) + pieces(men.black)
}

/// `Eval::evaluate` of Stockfish 15.1 without optimism and just after a capture or pawn move.
fn in_centipawns(material: i32, positional: i32, men: ByColor<ByRole<u8>>) -> i32 {
    let non_pawn_material = non_pawn_material(men);
    let delta = 24 - non_pawn_material / 9560;
    let adjusted = ((1024 - delta) * material + (1024 + delta) * positional) / (1024 * OUTPUT_SCALE);
    let scaled = adjusted * (1064 + 106 * non_pawn_material / 5120) / 1024;
    scaled * 195 / 211 * 100 / PAWN
}

/// The same of Stockfish 17.1 with its large network, in the centipawns of 15.1 ([`LATER_CENTIPAWN`]).
fn in_centipawns_later(material: i32, positional: i32, men: ByColor<ByRole<u8>>) -> i32 {
    let (material, positional) = (material / OUTPUT_SCALE, positional / OUTPUT_SCALE);
    let mixed = (125 * material + 131 * positional) / 128;
    let mixed = mixed - mixed * (material - positional).abs() / 18_000;
    let pawns = i32::from(men.white.pawn) + i32::from(men.black.pawn);
    let scaled = mixed * (77_777 + 535 * pawns + non_pawn_material(men)) / 77_777;
    (f64::from(scaled) / LATER_CENTIPAWN).round() as i32
}

#[cfg(test)]
pub mod tests;
