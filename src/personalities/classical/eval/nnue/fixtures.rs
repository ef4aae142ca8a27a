//! Networks of random weights, and games of random moves, to test with.

use rand::rngs::StdRng;
use rand::seq::{IndexedRandom as _, SliceRandom as _};
use rand::{RngExt as _, SeedableRng as _};
use sha2::{Digest as _, Sha256};
use shakmaty::fen::Fen;
use shakmaty::{CastlingMode, Chess, Move, Position as _, Role};

use super::Nnue;
use super::features::{INPUTS, REGIONS};
use super::layers::{BETWEEN, FIRST, SECOND};
use super::output::OUTPUTS;
use super::threats::{THREAT_INPUTS, THREAT_NEURONS};

/// A file with `hidden` neurons and random weights, as large as they may be; only those of the layers are smaller, so
/// that few of their neurons are at a limit.
pub fn nnue_file(hidden: usize, seed: u64) -> Vec<u8> {
    let mut rng = StdRng::seed_from_u64(seed);
    let mut numbers = |count: usize, limit: i16| -> Vec<u8> {
        (0..count).flat_map(|_| rng.random_range(-limit..=limit).to_le_bytes()).collect()
    };
    let hidden_weights = numbers(INPUTS * hidden, 505);
    let threat_weights: Vec<u8> =
        numbers(THREAT_INPUTS * hidden.min(THREAT_NEURONS), 127).into_iter().step_by(2).collect();
    let hidden_biases = numbers(hidden, 505);
    let output_limit = (60 * 256 / hidden).min(127) as i16;
    let output_weights = numbers(2 * OUTPUTS * hidden, output_limit);
    let output_biases: Vec<u8> = (0..OUTPUTS as i32).flat_map(|output| (1000 * output - 4000).to_le_bytes()).collect();
    let layers: Vec<u8> = (0..OUTPUTS).flat_map(|_| layers(&mut rng, hidden)).collect();
    let header =
        header(4, hidden as u32, OUTPUTS as u32, REGIONS as u32, [FIRST, SECOND].map(|neurons| neurons as u32));
    sealed([header, hidden_weights, threat_weights, hidden_biases, output_weights, output_biases, layers].concat())
}

/// The layers of one output.
fn layers(rng: &mut StdRng, hidden: usize) -> Vec<u8> {
    let mut numbers = |count: usize, limit: i32, bytes: usize| -> Vec<u8> {
        let mut number = || rng.random_range(-limit..=limit).to_le_bytes();
        (0..count).flat_map(|_| number().into_iter().take(bytes)).collect()
    };
    let first = [numbers(FIRST * 2 * hidden, 8, 1), numbers(FIRST, 8_000, 4)].concat();
    let second = [numbers(BETWEEN * SECOND, 150, 2), numbers(SECOND, 300_000, 4)].concat();
    [first, second, numbers(SECOND, 100, 2)].concat()
}

/// The beginning of a file.
pub fn header(version: u32, hidden: u32, outputs: u32, regions: u32, [first, second]: [u32; 2]) -> Vec<u8> {
    let fields = [version, hidden, outputs, regions, first, second].map(u32::to_le_bytes).concat();
    [&b"MOTLEYNW"[..], &fields].concat()
}

/// A file with its checksum.
pub fn sealed(mut content: Vec<u8>) -> Vec<u8> {
    let checksum = Sha256::digest(&content);
    content.extend_from_slice(&checksum);
    content
}

pub fn nnue(hidden: usize, seed: u64) -> Nnue {
    Nnue::read(&nnue_file(hidden, seed)).expect("a sound file")
}

/// The usual start position, or one of Chess960.
pub fn start(rng: &mut StdRng, is_chess960: bool) -> Chess {
    if !is_chess960 {
        return Chess::default();
    }
    loop {
        let mut rank = *b"RNBQKBNR";
        rank.shuffle(rng);
        let place = |piece: u8, nth: usize| rank.iter().enumerate().filter(|(_, at)| **at == piece).nth(nth).unwrap().0;
        let king = place(b'K', 0);
        let is_legal = place(b'R', 0) < king && king < place(b'R', 1) && (place(b'B', 0) + place(b'B', 1)) % 2 == 1;
        if is_legal {
            let white = String::from_utf8(rank.to_vec()).unwrap();
            let fen = format!("{}/pppppppp/8/8/8/8/PPPPPPPP/{white} w KQkq - 0 1", white.to_lowercase());
            return fen.parse::<Fen>().unwrap().into_position(CastlingMode::Chess960).unwrap();
        }
    }
}

/// A random move, often one of those that change more than two squares; `None` at the end of a game.
pub fn random_move(rng: &mut StdRng, position: &Chess) -> Option<Move> {
    let moves = position.legal_moves();
    let is_special = |mv: &&Move| {
        mv.is_castle() || mv.is_en_passant() || mv.is_promotion() || mv.is_capture() || mv.role() == Role::King
    };
    let special: Vec<Move> = moves.iter().filter(is_special).copied().collect();
    let chosen = if rng.random_ratio(1, 4) { special.choose(rng) } else { None };
    chosen.or_else(|| moves.choose(rng)).copied()
}

/// Calls `visit` with the positions of random games until there were so many.
pub fn random_positions(count: usize, mut visit: impl FnMut(&Chess)) {
    let mut rng = StdRng::seed_from_u64(18);
    let mut left = count;
    loop {
        let is_chess960 = rng.random();
        let mut position = start(&mut rng, is_chess960);
        for _ in 0..200 {
            if left == 0 {
                return;
            }
            visit(&position);
            left -= 1;
            let Some(mv) = random_move(&mut rng, &position) else { break };
            position.play_unchecked(mv);
        }
    }
}
