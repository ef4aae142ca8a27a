//! Positions in games that somebody won: the samples of nets that read games (after Kumar, *Pattern
//! Based Chess Engine: Part 1*, 2019).

use rand::rngs::StdRng;
use rand::seq::SliceRandom as _;
use rand::{RngExt, SeedableRng};
use shakmaty::Color;

use motley::games::pgn::PgnGame;
use motley::games::split;

/// In [`WindowSample::white_won`]: nobody won.
pub const DRAWN: u8 = 2;

/// One position; the moves that led to it lie in another array. The field names are those of the array.
#[derive(Clone, Copy, Debug, PartialEq, Eq, npyz::Serialize, npyz::Deserialize, npyz::AutoSerialize)]
pub struct WindowSample {
    /// The index of the game's first move among those of all games.
    pub first: u64,
    /// Plies of the game, and those before the position.
    pub plies: u16,
    pub ply: u16,
    /// The winner: 1 White, 0 Black, [`DRAWN`] nobody.
    pub white_won: u8,
    /// The number of the game among those taken, from 0, and of its source among the sources.
    pub game: u32,
    pub source: u8,
}

/// Uniformly random positions of a game, as plies before each: from 1 up to, and without, `plies`. They depend on the
/// game's moves and on the seed alone.
pub fn positions(game: &PgnGame, count: usize, seed: u64) -> Vec<usize> {
    // The split uses the same number: this is another stream.
    const STREAM: u64 = 0x9e37_79b9_7f4a_7c15;
    let plies = game.moves.len();
    if plies < 2 {
        return Vec::new();
    }
    let mut rng = StdRng::seed_from_u64(split::of_moves(game) ^ seed ^ STREAM);
    (0..count).map(|_| rng.random_range(1..plies)).collect()
}

/// The games to keep so that both sides have won equally often: all of the side with fewer wins, and as many of the
/// other, chosen at random.
pub fn balanced(winners: &[Color], seed: u64) -> Vec<bool> {
    let won_by = |side: Color| (0..winners.len()).filter(|&game| winners[game] == side).collect::<Vec<_>>();
    let mut sides = [won_by(Color::White), won_by(Color::Black)];
    let fewer = sides[0].len().min(sides[1].len());
    let mut rng = StdRng::seed_from_u64(seed);
    let mut stays = vec![false; winners.len()];
    for games in &mut sides {
        games.shuffle(&mut rng);
        games[..fewer].iter().for_each(|&game| stays[game] = true);
    }
    stays
}

#[cfg(test)]
mod tests {
    use std::io::Cursor;

    use super::*;
    use motley::games::pgn::PgnReader;

    fn game(moves: &str) -> PgnGame {
        PgnReader::new(Cursor::new(format!("{moves} *\n\n").into_bytes())).unwrap().next().unwrap().unwrap()
    }

    #[test]
    fn positions_are_uniform_without_the_first_and_the_last() {
        let sampled = positions(&game("e4 e5 Nf3 Nc6 Bb5"), 4000, 1);
        let count = |ply| sampled.iter().filter(|&&sampled| sampled == ply).count();
        assert_eq!((count(0), count(5)), (0, 0));
        assert!((1..5).all(|ply| (900..1100).contains(&count(ply))), "{:?}", (1..5).map(count).collect::<Vec<_>>());
        assert!(positions(&game("e4"), 5, 1).is_empty(), "no position lies inside a game of one move");
    }

    #[test]
    fn both_sides_win_equally_often() {
        let winners: Vec<Color> =
            (0..100).map(|game| if game % 4 == 0 { Color::Black } else { Color::White }).collect();
        let stays = balanced(&winners, 7);
        let kept = |side| (0..100).filter(|&game| stays[game] && winners[game] == side).count();
        assert_eq!((kept(Color::White), kept(Color::Black)), (25, 25));
        assert_ne!(stays, balanced(&winners, 8), "another seed keeps other games");
        assert!(balanced(&[Color::White; 3], 1).iter().all(|stays| !stays));
    }
}
