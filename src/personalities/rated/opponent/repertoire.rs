//! The player's moves in positions that occurred in several of his games.

use rustc_hash::FxHashMap;
use shakmaty::{Chess, Move, Position as _};

use super::games::{OwnGame, OwnGames};
use crate::chess::key::position_key;
use crate::chess::packed::PackedMove;

/// Positions are counted up to this ply.
const MAX_PLIES: usize = 80;

/// The moves of each position with their weights, by [`position_key`].
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Repertoire(pub FxHashMap<u64, Vec<(PackedMove, f32)>>);

impl Repertoire {
    /// Counts the player's moves in all positions that stood in two of the games or more. A game weighs 1 if it is as
    /// new as the last one, half of that for each `half_life` of its age (days, or games: [`OwnGames::ages`]).
    ///
    /// All games go forward together, ply by ply, and each leaves with the first position that no other
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

#[cfg(test)]
mod tests {
    use super::super::games::tests::collected;
    use super::*;
    use crate::chess::notation::{parse_moves, san};
    use crate::chess::replay::position_after;

    fn known(games: &[(&str, &str)], half_life: f32, line: &str) -> Vec<(String, f32)> {
        let game = |(date, moves): &(&str, &str)| format!("[White \"A\"]\n[Date \"{date}\"]\n\n{moves} *\n\n");
        let all = collected(&games.iter().map(game).collect::<String>(), "A").unwrap();
        let position = position_after(&Chess::default(), &parse_moves(line).unwrap());
        let repertoire = Repertoire::of(&all, &all.games, half_life);
        let weights = repertoire.weights(&position, &position.legal_moves());
        let mut named: Vec<(String, f32)> = weights.iter().map(|&(mv, weight)| (san(&position, mv), weight)).collect();
        named.sort_by(|a, b| a.0.cmp(&b.0));
        named
    }

    #[test]
    fn moves_are_weighed_by_the_age_of_their_games() {
        let games = [("2022.01.01", "e4 e5 Nf3"), ("2022.01.11", "e4 e5 Bc4"), ("2022.01.11", "d4 d5 c4")];
        let named = |moves: &[(&str, f32)]| moves.iter().map(|&(name, weight)| (name.to_owned(), weight)).collect();
        let expected: Vec<(String, f32)> = named(&[("d4", 1.0), ("e4", 1.5)]);
        assert_eq!(known(&games, 10.0, ""), expected);
        assert_eq!(known(&games, 10.0, "e4 e5"), named(&[("Bc4", 1.0), ("Nf3", 0.5)]));
        assert_eq!(known(&games, 10.0, "d4 d5"), [], "one game alone is no repertoire");
        assert_eq!(known(&games, 10.0, "e4"), [], "the opponent's moves are not his");
    }

    #[test]
    fn other_orders_of_moves_lead_to_one_position() {
        let games = [("2022.01.01", "d4 d5 Nf3 Nf6 c4"), ("2022.01.01", "Nf3 Nf6 d4 d5 Bf4")];
        assert_eq!(known(&games, 1.0, "d4 d5 Nf3 Nf6"), [], "they part before");
        let joined = [games[0], games[1], games[0], games[1]];
        assert_eq!(known(&joined, 1.0, "d4 d5 Nf3 Nf6"), [("Bf4".to_owned(), 2.0), ("c4".to_owned(), 2.0)]);
    }

    #[test]
    fn games_and_prediction_are_blended_by_how_many_games_there_are() {
        let all = collected(&"[White \"A\"]\n\ne4 e5 *\n\n".repeat(8), "A").unwrap();
        let repertoire = Repertoire::of(&all, &all.games, 1e9);
        let (position, moves) = (Chess::default(), parse_moves("e4").unwrap());
        let other = Chess::default().legal_moves().into_iter().find(|mv| *mv != moves[0]).unwrap();
        let mut probabilities = [0.5, 0.5];
        repertoire.blend(&position, &[moves[0], other], &mut probabilities);
        assert!((probabilities[0] - 0.9).abs() < 1e-4 && (probabilities[1] - 0.1).abs() < 1e-4, "{probabilities:?}");
    }
}
