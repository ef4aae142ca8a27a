//! What the player plays in positions that occurred in several of his games.

use rustc_hash::FxHashMap;
use shakmaty::{Chess, Move, Position as _};

use super::games::{OwnGame, OwnGames};
use crate::chess::key::position_key;
use crate::chess::packed::PackedMove;

/// Positions are counted up to this half move.
const MAX_PLIES: usize = 80;

/// The moves of each position with their weights, by [`position_key`].
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Repertoire(pub FxHashMap<u64, Vec<(PackedMove, f32)>>);

impl Repertoire {
    /// Counts the player's moves in all positions that stood in two of the games or more. A game weighs 1 if it is as
    /// new as the last one, half of that for each `half_life` of its age (days, or games: [`OwnGames::ages`]).
    ///
    /// All games go forward together, half move by half move, and each leaves with the first position that no other
    /// game shares: memory holds the positions of the games that are left.
    pub fn of(all: &OwnGames, games: &[OwnGame], half_life: f32) -> Repertoire {
        let mut positions: FxHashMap<u64, Vec<(PackedMove, f32)>> = FxHashMap::default();
        let weights = OwnGames::ages(games).into_iter().map(|age| (-age / half_life).exp2());
        let mut active: Vec<(&OwnGame, f32, Chess)> =
            games.iter().zip(weights).map(|(game, weight)| (game, weight, Chess::default())).collect();
        for ply in 0..MAX_PLIES {
            let mut visits: FxHashMap<u64, u32> = FxHashMap::default();
            let keys: Vec<u64> = active.iter().map(|(.., position)| position_key(position)).collect();
            keys.iter().for_each(|&key| *visits.entry(key).or_default() += 1);
            let mut keys = keys.into_iter();
            active.retain_mut(|(game, weight, position)| {
                let key = keys.next().expect("a key for each game");
                let mv = all.moves(game).get(ply).and_then(|&bits| PackedMove::from_bits(bits).unpack(position));
                let Some(mv) = mv.filter(|_| visits[&key] > 1) else { return false };
                if position.turn() == game.color {
                    add(positions.entry(key).or_default(), PackedMove::new(mv), *weight);
                }
                position.play_unchecked(mv);
                true
            });
        }
        Repertoire(positions)
    }

    /// The allowed moves that the player has played in the position, with their weights.
    pub fn weights(&self, position: &Chess, allowed: &[Move]) -> Vec<(Move, f32)> {
        let known = self.0.get(&position_key(position)).map_or(&[][..], Vec::as_slice);
        let unpacked = known.iter().filter_map(|&(packed, weight)| Some((packed.unpack(position)?, weight)));
        unpacked.filter(|(mv, _)| allowed.contains(mv)).collect()
    }
}

fn add(moves: &mut Vec<(PackedMove, f32)>, played: PackedMove, weight: f32) {
    match moves.iter_mut().find(|(mv, _)| *mv == played) {
        Some((_, sum)) => *sum += weight,
        None => moves.push((played, weight)),
    }
}
