//! The evaluation network of Stockfish 15.1, computed here: as a teacher it scores samples without a program behind UCI
//! that has to be asked for each. Stockfish's command `export_net FILE` writes the file.
//!
//! Inputs HalfKAv2_hm, 1024 hidden neurons for each perspective whose halves are multiplied, then layers of 16, 32 and
//! 1 for each of eight numbers of men (Stockfish 15.1, `src/nnue` and `Eval::evaluate`).

use std::array::from_fn;
use std::fs;
use std::io;
use std::path::{Path, PathBuf};

use shakmaty::{Bitboard, ByColor, ByRole, Chess, Color, Position as _, Role, Square};
use thiserror::Error;

use motley::io_error::reason;

/// The version that the file begins with.
const VERSION: u32 = 0x7AF3_2F20;
const HIDDEN: usize = 1024;
const BUCKETS: usize = 8;
/// Inputs for one place of the king: ten kinds of men and both kings as one kind, on each square.
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
/// The bytes of all weights, behind the header.
const BODY: usize =
    4 + 2 * HIDDEN * (1 + INPUTS) + 4 * BUCKETS * INPUTS + BUCKETS * (4 + 4 * (FIRST + SECOND + 1) + LAYER_WEIGHTS);
const LAYER_WEIGHTS: usize = FIRST * HIDDEN + SECOND * SECOND + SECOND;

/// Why a file is no network of Stockfish 15.1.
#[derive(Debug, Error)]
pub enum StockfishNetError {
    #[error("cannot read {}: {}", .path.display(), reason(.source))]
    Read { path: PathBuf, source: io::Error },
    #[error("{} is no network of Stockfish 15.1, which its command export_net writes", .path.display())]
    Foreign { path: PathBuf },
}

/// The weights.
struct Weights {
    biases: Vec<i16>,
    /// [`HIDDEN`] for each input.
    hidden: Vec<i16>,
    /// What an input adds to the material of each bucket.
    material: Vec<[i32; BUCKETS]>,
    layers: Vec<Layers>,
}

/// The three layers of one number of men; weights by input.
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

/// Reads numbers in the order of the file.
struct Numbers<'a>(&'a [u8]);

impl Numbers<'_> {
    fn next<const N: usize>(&mut self) -> [u8; N] {
        let (number, rest) = self.0.split_first_chunk().expect("the length was checked");
        self.0 = rest;
        *number
    }

    fn i8(&mut self) -> i32 {
        i8::from_le_bytes(self.next()).into()
    }

    fn i16(&mut self) -> i16 {
        i16::from_le_bytes(self.next())
    }

    fn i32(&mut self) -> i32 {
        i32::from_le_bytes(self.next())
    }

    /// A matrix that the file has by output, by input.
    fn matrix<const OUT: usize>(&mut self, inputs: usize) -> Vec<[i32; OUT]> {
        let mut matrix = vec![[0; OUT]; inputs];
        for output in 0..OUT {
            matrix.iter_mut().for_each(|weights| weights[output] = self.i8());
        }
        matrix
    }

    fn layers(&mut self) -> Layers {
        self.next::<4>();
        let (first_bias, first) = (from_fn(|_| self.i32()), self.matrix(HIDDEN));
        let (second_bias, second) = (from_fn(|_| self.i32()), self.matrix(SECOND));
        let second = second.try_into().expect("as many inputs as were asked for");
        Layers { first_bias, first, second_bias, second, output_bias: self.i32(), output: from_fn(|_| self.i8()) }
    }

    fn weights(&mut self) -> Weights {
        self.next::<4>();
        Weights {
            biases: (0..HIDDEN).map(|_| self.i16()).collect(),
            hidden: (0..HIDDEN * INPUTS).map(|_| self.i16()).collect(),
            material: (0..INPUTS).map(|_| from_fn(|_| self.i32())).collect(),
            layers: (0..BUCKETS).map(|_| self.layers()).collect(),
        }
    }
}

impl StockfishNet {
    /// # Errors
    /// When the file cannot be read or is another one.
    pub fn read(path: &Path) -> Result<StockfishNet, StockfishNetError> {
        let content = fs::read(path).map_err(|source| StockfishNetError::Read { path: path.to_owned(), source })?;
        StockfishNet::parse(&content).ok_or_else(|| StockfishNetError::Foreign { path: path.to_owned() })
    }

    fn parse(content: &[u8]) -> Option<StockfishNet> {
        let (version, rest) = content.split_first_chunk()?;
        // A hash of the architecture, then a description with its length before it.
        let (length, rest) = rest.get(4..)?.split_first_chunk()?;
        let body = rest.get(u32::from_le_bytes(*length) as usize..)?;
        if u32::from_le_bytes(*version) != VERSION || body.len() != BODY {
            return None;
        }
        Some(StockfishNet::new(Numbers(body).weights()))
    }

    fn new(weights: Weights) -> StockfishNet {
        let empty = Sums { men: ByColor::default(), hidden: weights.biases.clone(), material: [0; BUCKETS] };
        StockfishNet { weights, known: ByColor { black: vec![empty.clone(); 64], white: vec![empty; 64] } }
    }

    /// The static evaluation for the side to move in centipawns, as if a pawn had just moved.
    pub fn evaluate(&mut self, position: &Chess) -> i32 {
        let (material, positional) = self.output(position);
        in_centipawns(material, positional, non_pawn_material(position.board().material()))
    }

    /// What the network says of the material and of the rest, in [`OUTPUT_SCALE`]ths of the internal unit.
    fn output(&mut self, position: &Chess) -> (i32, i32) {
        let board = position.board();
        let bucket = (board.occupied().count() - 1) / 4;
        let perspectives = [position.turn(), position.turn().other()];
        for color in perspectives {
            self.update(color, position);
        }
        let sums = perspectives.map(|color| {
            let king = board.king_of(color).expect("a king on either side");
            &self.known.get(color)[usize::from(king)]
        });
        let material = (sums[0].material[bucket] - sums[1].material[bucket]) / 2;
        (material, self.weights.layers[bucket].output(sums.map(|sums| &sums.hidden[..])))
    }

    /// Brings the sums of one perspective up to date, by what has changed on the board.
    fn update(&mut self, color: Color, position: &Chess) {
        let board = position.board();
        let king = board.king_of(color).expect("a king on either side");
        let sums = &mut self.known.get_mut(color)[usize::from(king)];
        for of in Color::ALL {
            for role in Role::ALL {
                let (now, before) = (board.by_color(of) & board.by_role(role), sums.men.get_mut(of).get_mut(role));
                for (squares, sign) in [(*before & !now, -1), (now & !*before, 1)] {
                    for square in squares {
                        let input = input(color, king, square, of, role);
                        let row = &self.weights.hidden[input * HIDDEN..(input + 1) * HIDDEN];
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

/// The input of a man. The board is turned for Black, and mirrored so that the king stands on the files e to h.
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
        for (sums, weights) in sums.iter().zip(self.first.chunks_exact(HIDDEN / 2)) {
            let (left, right) = sums.split_at(HIDDEN / 2);
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

/// Pieces of both sides, in Stockfish's internal unit.
fn non_pawn_material(material: ByColor<ByRole<u8>>) -> i32 {
    let of = |side: ByRole<u8>| {
        let count = |role: Role| i32::from(*side.get(role));
        781 * count(Role::Knight) + 825 * count(Role::Bishop) + 1276 * count(Role::Rook) + 2538 * count(Role::Queen)
    };
    of(material.white) + of(material.black)
}

/// `Eval::evaluate` without optimism and with no half move since a capture or pawn move.
fn in_centipawns(material: i32, positional: i32, non_pawn_material: i32) -> i32 {
    let delta = 24 - non_pawn_material / 9560;
    let adjusted = ((1024 - delta) * material + (1024 + delta) * positional) / (1024 * OUTPUT_SCALE);
    let scaled = adjusted * (1064 + 106 * non_pawn_material / 5120) / 1024;
    scaled * 195 / 211 * 100 / PAWN
}

#[cfg(test)]
mod tests {
    use std::fmt::Write as _;
    use std::io::Write as _;
    use std::process::{Command, Stdio};

    use rand::rngs::StdRng;
    use rand::seq::IndexedRandom as _;
    use rand::{RngExt as _, SeedableRng as _};
    use shakmaty::EnPassantMode;
    use shakmaty::fen::Fen;

    use super::*;

    /// Positions of random games, not in check.
    fn some_positions() -> Vec<Chess> {
        let (mut rng, mut positions) = (StdRng::seed_from_u64(1), Vec::new());
        for _ in 0..8 {
            let mut position = Chess::default();
            for _ in 0..80 {
                let Some(&mv) = position.legal_moves().choose(&mut rng) else { break };
                position.play_unchecked(mv);
                positions.push(position.clone());
            }
        }
        positions.retain(|position| !position.is_check());
        positions
    }

    #[test]
    fn sums_that_are_kept_give_the_same_score_as_new_ones() {
        let mut rng = StdRng::seed_from_u64(2);
        let mut layers = || Layers {
            first_bias: from_fn(|_| rng.random_range(-2000..2000)),
            first: (0..HIDDEN).map(|_| from_fn(|_| rng.random_range(-30..=30))).collect(),
            second_bias: from_fn(|_| rng.random_range(-2000..2000)),
            second: from_fn(|_| from_fn(|_| rng.random_range(-60..=60))),
            output_bias: 7,
            output: from_fn(|_| rng.random_range(-60..=60)),
        };
        let layers = (0..BUCKETS).map(|_| layers()).collect();
        let weights = Weights {
            biases: (0..HIDDEN as i16).map(|number| number % 90).collect(),
            hidden: (0..HIDDEN * INPUTS).map(|number| (number * 7919 % 61) as i16 - 30).collect(),
            material: (0..INPUTS).map(|number| from_fn(|bucket| (number * 31 + bucket) as i32 % 3000)).collect(),
            layers,
        };
        let mut net = StockfishNet::new(weights);
        let untouched = net.known.clone();
        let mut scores = Vec::new();
        for position in some_positions() {
            let score = net.evaluate(&position);
            let kept = std::mem::replace(&mut net.known, untouched.clone());
            assert_eq!(score, net.evaluate(&position), "{}", position.board());
            net.known = kept;
            scores.push(score);
        }
        scores.sort_unstable();
        scores.dedup();
        assert!(scores.len() > 100, "the scores differ");
    }

    #[test]
    fn another_file_is_refused() {
        let refused = |content: &[u8]| StockfishNet::parse(content).is_none();
        let header = [&VERSION.to_le_bytes()[..], &[0; 4], &3u32.to_le_bytes(), b"net"].concat();
        assert!(refused(b"") && refused(b"MOTLEYNW") && refused(&header));
        assert!(refused(&[&header[..], &vec![0; BODY - 1]].concat()), "cut short");
        assert!(refused(&[&[0; 4], &header[4..], &vec![0; BODY]].concat()), "another version");
        assert!(!refused(&[&header[..], &vec![0; BODY]].concat()));
        let missing = StockfishNet::read(Path::new("/nowhere/net")).err().expect("no file").to_string();
        assert!(missing.starts_with("cannot read /nowhere/net: "), "{missing}");
    }

    #[test]
    fn scores_are_those_of_stockfish() {
        let Ok(stockfish) = std::env::var("MOTLEY_STOCKFISH") else {
            eprintln!("skipped: MOTLEY_STOCKFISH names no Stockfish 15.1");
            return;
        };
        let file = std::env::temp_dir().join(format!("motley-teacher-{}.nnue", std::process::id()));
        let positions = some_positions();
        let mut commands = format!("export_net {}\n", file.display());
        for position in &positions {
            let fen = Fen::from_position(position, EnPassantMode::Legal).to_string();
            let afresh = fen.rsplitn(3, ' ').last().unwrap_or_default();
            let _ = writeln!(commands, "position fen {afresh} 0 1\neval");
        }
        let mut child =
            Command::new(stockfish).stdin(Stdio::piped()).stdout(Stdio::piped()).spawn().expect("Stockfish starts");
        let mut input = child.stdin.take().expect("its input");
        let sent = std::thread::spawn(move || input.write_all(commands.as_bytes()));
        let output = child.wait_with_output().expect("its output");
        sent.join().expect("a thread").expect("Stockfish reads");
        let mut net = StockfishNet::read(&file).expect("its network");
        fs::remove_file(&file).expect("the test's own file");
        let output = String::from_utf8_lossy(&output.stdout);
        let shown = |line: &str| {
            let values = output.lines().filter_map(|shown| shown.strip_prefix(line)?.split_whitespace().next());
            values.map(|pawns| 100.0 * pawns.parse::<f64>().expect("a score")).collect::<Vec<_>>()
        };
        let (raw, scaled) = (shown("NNUE evaluation"), shown("Final evaluation"));
        assert_eq!((raw.len(), scaled.len()), (positions.len(), positions.len()));
        let mut alike = 0;
        for ((position, raw), scaled) in positions.iter().zip(raw).zip(scaled) {
            let (material, positional) = net.output(position);
            let of_white = |centipawns: i32| f64::from(position.turn().fold_wb(centipawns, -centipawns));
            let found = of_white((material + positional) / OUTPUT_SCALE * 100 / PAWN);
            assert!((found - raw).abs() < 1.5, "{found} and not {raw}: {}", position.board());
            alike += usize::from((of_white(net.evaluate(position)) - scaled).abs() < 1.5);
        }
        // Where one side is far ahead, Stockfish counts terms instead.
        assert!(alike * 4 > positions.len() * 3, "{alike} of {} alike", positions.len());
    }
}
