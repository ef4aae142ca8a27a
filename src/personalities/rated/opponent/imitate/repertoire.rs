//! The agreement of a repertoire with the player's moves in games that it knows nothing of.

use rand::SeedableRng as _;
use rand::distr::Distribution as _;
use rand::distr::weighted::WeightedIndex;
use rand::rngs::StdRng;
use rustc_hash::FxHashMap;
use serde::Serialize;
use shakmaty::{Chess, Move, Position as _};

use crate::chess::key::position_key;
use crate::chess::notation::{numbered_line, san};
use crate::personalities::rated::opponent::{OwnGame, OwnGames, Repertoire, replay};
use crate::statistics::distance::total_variation;

/// Plies that are compared.
const PLIES: usize = 8;
/// Positions and moves of each that are shown.
const SHOWN: usize = 12;
const MOVES_SHOWN: usize = 4;

/// A position that occurred often in the held-out games.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct SharedPosition {
    /// The moves that led to it in the first of them.
    pub line: String,
    pub games: usize,
    /// Moves, most frequent first, with their shares in per cent: what he played, and what the repertoire says.
    pub moves: Vec<(String, f64, f64)>,
}

/// The comparison over the first plies.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct RepertoireCheck {
    pub plies: usize,
    /// The player's moves in positions that the repertoire has, and all of his.
    pub known: usize,
    pub all: usize,
    /// Total variation distance between his moves and the repertoire, from 0 to 1: the mean over the positions that
    /// the repertoire has, each as often as it occurred.
    pub distance: f64,
    /// The same where as many moves are sampled from the repertoire itself: what chance alone makes of it.
    pub distance_by_chance: f64,
    pub positions: Vec<SharedPosition>,
}

/// The moves that were played in one position.
struct Played {
    position: Chess,
    before: Vec<Move>,
    moves: Vec<(Move, usize)>,
}

impl Played {
    fn games(&self) -> usize {
        self.moves.iter().map(|(_, count)| count).sum()
    }
}

pub fn check(all: &OwnGames, games: &[OwnGame], repertoire: &Repertoire, seed: u64) -> RepertoireCheck {
    let mut played: Vec<Played> = collect(all, games).into_values().collect();
    played.sort_by_key(|played| (std::cmp::Reverse(played.games()), position_key(&played.position)));
    let total = played.iter().map(Played::games).sum();
    let mut rng = StdRng::seed_from_u64(seed);
    let (mut known, mut distance, mut by_chance) = (0, 0.0, 0.0);
    let mut positions = Vec::new();
    for played in &played {
        let weights = repertoire.weights(&played.position, &played.position.legal_moves());
        let whole: f64 = weights.iter().map(|&(_, weight)| f64::from(weight)).sum();
        if whole <= 0.0 {
            continue;
        }
        let shares: Vec<(Move, f64)> = weights.iter().map(|&(mv, weight)| (mv, f64::from(weight) / whole)).collect();
        let games = played.games();
        known += games;
        distance += games as f64 * variation(&played.moves, &shares);
        by_chance += games as f64 * variation(&sampled(&shares, games, &mut rng), &shares);
        if positions.len() < SHOWN {
            positions.push(shown(played, &shares));
        }
    }
    let of_known = |sum: f64| sum / known.max(1) as f64;
    RepertoireCheck {
        plies: PLIES,
        known,
        all: total,
        distance: of_known(distance),
        distance_by_chance: of_known(by_chance),
        positions,
    }
}

fn collect(all: &OwnGames, games: &[OwnGame]) -> FxHashMap<u64, Played> {
    let mut found: FxHashMap<u64, Played> = FxHashMap::default();
    for game in games {
        let mut before = Vec::new();
        for (_, position, mv) in replay(all.moves(game)).take(PLIES) {
            if position.turn() == game.color {
                let played = found.entry(position_key(&position)).or_insert_with(|| Played {
                    position: position.clone(),
                    before: before.clone(),
                    moves: Vec::new(),
                });
                count(&mut played.moves, mv);
            }
            before.push(mv);
        }
    }
    found
}

fn count(moves: &mut Vec<(Move, usize)>, mv: Move) {
    match moves.iter_mut().find(|(other, _)| *other == mv) {
        Some((_, count)) => *count += 1,
        None => moves.push((mv, 1)),
    }
}

/// The distance between the frequencies of some moves and the shares.
fn variation(moves: &[(Move, usize)], shares: &[(Move, f64)]) -> f64 {
    let games = moves.iter().map(|(_, count)| count).sum::<usize>() as f64;
    let frequency = |mv: Move| moves.iter().find(|(other, _)| *other == mv).map_or(0.0, |(_, n)| *n as f64 / games);
    let unknown = moves.iter().filter(|(mv, _)| shares.iter().all(|(other, _)| other != mv));
    let pairs = shares.iter().map(|&(mv, share)| (frequency(mv), share));
    total_variation(pairs.chain(unknown.map(|&(mv, _)| (frequency(mv), 0.0))))
}

fn sampled(shares: &[(Move, f64)], count_of: usize, rng: &mut StdRng) -> Vec<(Move, usize)> {
    let mut moves = Vec::new();
    let chances = WeightedIndex::new(shares.iter().map(|(_, share)| share)).expect("shares add up to 1");
    (0..count_of).for_each(|_| count(&mut moves, shares[chances.sample(rng)].0));
    moves
}

fn shown(played: &Played, shares: &[(Move, f64)]) -> SharedPosition {
    let games = played.games();
    let mut moves = played.moves.clone();
    moves.sort_by_key(|&(mv, count)| (std::cmp::Reverse(count), mv.to().to_usize()));
    let share = |mv: Move| shares.iter().find(|(other, _)| *other == mv).map_or(0.0, |(_, share)| *share);
    let row = |&(mv, count): &(Move, usize)| {
        (san(&played.position, mv), 100.0 * count as f64 / games as f64, 100.0 * share(mv))
    };
    SharedPosition {
        line: numbered_line(&Chess::default(), &played.before),
        games,
        moves: moves.iter().take(MOVES_SHOWN).map(row).collect(),
    }
}
