//! Endings that players of the nets' strength never get wrong.
//!
//! The nets see no more than the position: with a queen against a bare king they drive the king into a corner and then
//! stalemate it, because the games that they learned from were resigned before.

use shakmaty::{Chess, Move, Position as _};

use crate::engine::options::SharedOptions;
use crate::engine::{Game, Limits, Personality, Silent, Stop};
use crate::nets::mockfish::RankedMove;

/// As many as a level of 2400 searches, the strength of the players that the nets imitate: about 20 ms on one core.
const NODES: u64 = 13_000;
/// So short a search fits into a small table (MiB).
const HASH: usize = 4;

/// The method of basic endings: a player that searches.
pub struct EndingMethod {
    /// Builds the player.
    build: fn() -> Box<dyn Personality>,
    /// Made when the first basic ending is played.
    player: Option<Box<dyn Personality>>,
}

impl EndingMethod {
    pub fn new(build: fn() -> Box<dyn Personality>) -> EndingMethod {
        EndingMethod { build, player: None }
    }

    /// The best of the allowed moves. The search begins with an empty table, so that it does not shuffle among moves
    /// that it knows to win.
    pub fn best_move(&mut self, game: &Game, allowed: Vec<Move>, limits: Limits, stop: &Stop) -> Option<Move> {
        let player = self.player.get_or_insert_with(|| {
            let mut player = (self.build)();
            player.configure(&SharedOptions::default().quiet(HASH), &mut Silent);
            player
        });
        player.new_game();
        let limits = Limits { nodes: Some(NODES), search_moves: allowed, ..limits };
        player.choose(game, &limits, stop, &mut Silent).best
    }
}

/// Gives a move all probability and puts it first; the others are still reported.
pub fn choose(best: Move, ranked: &mut [RankedMove]) {
    for candidate in ranked.iter_mut() {
        let share = f32::from(u8::from(candidate.mv == best));
        (candidate.score, candidate.probability) = (share, share);
    }
    ranked.sort_by_key(|candidate| candidate.mv != best);
}

/// Puts moves that stalemate last and samples them no more, unless there are no others.
pub fn put_stalemates_last(position: &Chess, ranked: &mut [RankedMove]) {
    let stalemates = |candidate: &RankedMove| {
        let mut after = position.clone();
        after.play_unchecked(candidate.mv);
        after.is_stalemate()
    };
    ranked.sort_by_cached_key(stalemates);
    let others = ranked.partition_point(|candidate| !stalemates(candidate));
    if others > 0 {
        ranked[others..].iter_mut().for_each(|candidate| (candidate.score, candidate.probability) = (0.0, 0.0));
    }
}

#[cfg(test)]
mod tests {
    use rand::{SeedableRng, rngs::StdRng, seq::IndexedRandom as _};
    use shakmaty::CastlingMode;

    use super::super::{Mockfish, options::Endings};
    use super::*;
    use crate::chess::notation::parse_move;
    use crate::engine::Ending;
    use crate::personalities::searcher;

    fn game(fen: &str) -> Game {
        Game::from_fen(fen, CastlingMode::Standard).expect("a position")
    }

    fn mockfish(endings: Endings) -> Mockfish {
        let mut player = Mockfish::new().with_searcher(searcher);
        player.options.endings = endings;
        player.configure(&SharedOptions { seed: 1, ..SharedOptions::default() }, &mut Silent);
        player
    }

    /// The end of a game against random replies.
    fn ending(player: &mut Mockfish, fen: &str, rng: &mut StdRng) -> (Option<Ending>, usize) {
        let mut game = game(fen);
        let own = game.position().turn();
        player.new_game();
        while Ending::of(&game).is_none() {
            let mv = if game.position().turn() == own {
                player.choose(&game, &Limits::default(), &Stop::new(), &mut Silent).best
            } else {
                game.legal_moves().choose(rng).copied()
            };
            game.play(mv.expect("the game goes on"));
        }
        (Ending::of(&game), game.moves().len())
    }

    /// The number of games against random replies that end in mate within fifty moves.
    fn mates(endings: Endings, fen: &str, games: usize) -> usize {
        let (mut player, mut rng) = (mockfish(endings), StdRng::seed_from_u64(1));
        let is_mate = |(ending, plies): (Option<Ending>, usize)| {
            plies < 100 && ending.is_some_and(|ending| ending.winner().is_some())
        };
        (0..games).filter(|_| is_mate(self::ending(&mut player, fen, &mut rng))).count()
    }

    #[test]
    fn a_bare_king_is_mated_by_every_queen_and_rook() {
        for fen in ["6k1/8/5Q2/5K2/8/8/8/8 w - - 14 8", "8/8/8/k7/2QK4/8/8/8 w - - 12 7"] {
            assert_eq!(mates(Endings::Net, fen, 5), 0, "the nets alone: {fen}");
            assert_eq!(mates(Endings::Known, fen, 5), 5, "{fen}");
        }
        for men in ["8/8/8/4k3/8/8/8/R3K3", "8/8/8/4k3/8/8/8/R3K2R", "8/8/8/4k3/8/8/4P3/3QK3"] {
            assert_eq!(mates(Endings::Known, &format!("{men} w - - 0 1"), 3), 3, "{men}");
        }
    }

    #[test]
    fn the_method_keeps_to_the_moves_that_are_allowed_and_reports_its_move_first() {
        let game = game("7k/8/6K1/8/8/8/8/R7 w - - 0 1");
        let mate = parse_move(game.position(), "Ra8#").expect("legal");
        let mut player = mockfish(Endings::Known);
        let mut best = |search_moves| {
            let limits = Limits { search_moves, ..Limits::default() };
            player.choose(&game, &limits, &Stop::new(), &mut Silent).best.expect("a move")
        };
        assert_eq!(best(Vec::new()), mate);
        let others: Vec<Move> = game.legal_moves().into_iter().filter(|&mv| mv != mate).collect();
        assert!(others.contains(&best(others.clone())));
    }

    #[test]
    fn stalemates_are_last_and_not_sampled_unless_there_is_nothing_else() {
        // Qf7 stalemates; the pawn makes it no basic ending.
        let position = game("7k/7p/6pP/6P1/8/8/1K6/5Q2 w - - 0 1").position().clone();
        let candidate = |san: &str, probability| RankedMove {
            mv: parse_move(&position, san).expect("legal"),
            score: probability,
            probability,
        };
        let mut ranked = [candidate("Qf7", 0.9), candidate("Qf6+", 0.06), candidate("Kc3", 0.04)];
        put_stalemates_last(&position, &mut ranked);
        assert_eq!(ranked.map(|candidate| candidate.probability), [0.06, 0.04, 0.0]);
        let mut alone = [candidate("Qf7", 0.9)];
        put_stalemates_last(&position, &mut alone);
        assert_eq!(alone[0].probability, 0.9);
    }
}
