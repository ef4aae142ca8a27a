//! Tests Pattern's nets on pieces that were given away: positions one move after a blunder.

use rand::rngs::StdRng;
use rand::seq::SliceRandom as _;
use rand::{RngExt as _, SeedableRng as _};
use serde::Serialize;
use shakmaty::{Chess, Color, Move, Position as _, Square};

use super::material;
use crate::studies::threads::divide_work;
use motley::chess::exchange::exchange_gain;
use motley::games::pgn::PgnGame;
use motley::games::split;
use motley::nets::NetError;
use motley::nets::pattern::Reader;

/// A piece, in pawns.
const PIECE: i32 = 3;
/// The largest difference in material before the blunder.
const EVEN: i32 = 1;
/// Positions of a game that are tried.
const TRIES: usize = 8;

/// The accuracy in naming the side that stands better after a blunder.
#[derive(Clone, Copy, Debug, Default, PartialEq, Serialize)]
pub struct BlunderReport {
    pub positions: u64,
    /// Share of positions, from 0 to 1, in which the net gives the side that may take the better chances.
    pub named: f64,
}

/// One position of each game, up to `most` games: the material is even, nothing can be won by an exchange, and a random
/// one of the legal moves that let a piece be taken for nothing is played. The reply is not.
///
/// # Errors
/// [`NetError::Run`].
pub fn study_blunders(
    readers: &mut [Reader],
    games: &[PgnGame],
    most: usize,
    seed: u64,
) -> Result<BlunderReport, NetError> {
    let blunders: Vec<(Vec<Move>, &PgnGame)> =
        games.iter().filter_map(|game| Some((blunder(game, seed)?, game))).take(most).collect();
    let parts = divide_work(readers, &blunders, |reader, blunders| {
        let is_named = |(moves, game): &(Vec<Move>, &PgnGame)| {
            let state = reader.read(&reader.encode(&game.start, moves), 0)?;
            // An odd number of plies: White has blundered.
            Ok((state.points < 0.0) == (moves.len() % 2 == 1))
        };
        blunders.iter().map(is_named).collect::<Result<Vec<bool>, NetError>>()
    })?;
    let named: Vec<bool> = parts.concat();
    let right = named.iter().filter(|&&right| right).count();
    Ok(BlunderReport { positions: named.len() as u64, named: right as f64 / named.len().max(1) as f64 })
}

/// The moves of a game up to a blunder that is not its own; `None` where no try finds one.
fn blunder(game: &PgnGame, seed: u64) -> Option<Vec<Move>> {
    // Another stream than that of the sampled positions.
    const STREAM: u64 = 0xb10d_de5a_b10d_de5a;
    let mut rng = StdRng::seed_from_u64(split::of_moves(game) ^ seed ^ STREAM);
    for _ in 0..TRIES {
        let ply = rng.random_range(0..game.moves.len().max(1));
        let mut position = game.start.clone();
        game.moves[..ply].iter().for_each(|&mv| position.play_unchecked(mv));
        if material(&position).abs() > EVEN || position.is_check() || winnable(&position, position.turn()) > 0 {
            continue;
        }
        let mut moves = position.legal_moves();
        moves.shuffle(&mut rng);
        if let Some(&mv) = moves.iter().find(|&&mv| gives_a_piece(&position, mv)) {
            return Some([&game.moves[..ply], &[mv]].concat());
        }
    }
    None
}

fn gives_a_piece(position: &Chess, mv: Move) -> bool {
    let mut after = position.clone();
    after.play_unchecked(mv);
    let taken = material(&after) - material(position);
    let gained = if position.turn().is_white() { taken } else { -taken };
    !after.is_check() && winnable(&after, after.turn()) - gained >= PIECE
}

/// The most pawns that a side wins by an exchange.
fn winnable(position: &Chess, side: Color) -> i32 {
    let board = position.board();
    let squares = board.by_color(!side) & !board.kings();
    squares.into_iter().map(|square: Square| exchange_gain(board, square, side)).max().unwrap_or(0)
}

#[cfg(test)]
mod tests {
    use super::*;
    use motley::chess::notation::parse_move;

    #[test]
    fn a_move_that_lets_a_piece_be_taken_is_a_blunder() {
        let is_blunder = |moves: &str, san: &str| {
            let mut position = Chess::default();
            for word in moves.split_whitespace() {
                let mv = parse_move(&position, word).expect(word);
                position.play_unchecked(mv);
            }
            gives_a_piece(&position, parse_move(&position, san).expect(san))
        };
        assert!(is_blunder("e4 e5 Nf3 Nc6", "Ba6") && is_blunder("e4 d5", "Qg4"));
        assert!(!is_blunder("e4 e5", "Nf3") && !is_blunder("e4 d5", "exd5"));
    }
}
