//! Random: a uniformly random legal move, the baseline to which the others are compared.

use std::time::Instant;

use rand::seq::IndexedRandom;

use crate::engine::options::SharedOptions;
use crate::engine::{Choice, Depth, Game, Info, Limits, Personality, Reporter, Score, SeededRng, Stop};

/// Draws its moves. Its score is always 0: it evaluates nothing.
#[derive(Default)]
pub struct Random {
    rng: SeededRng,
}

impl Random {
    pub fn new() -> Random {
        Random::default()
    }
}

impl Personality for Random {
    fn configure(&mut self, shared: &SharedOptions, _: &mut dyn Reporter) {
        self.rng.configure(shared.seed);
    }

    fn new_game(&mut self) {
        self.rng.new_game();
    }

    fn choose(&mut self, game: &Game, limits: &Limits, stop: &Stop, report: &mut dyn Reporter) -> Choice {
        let start = Instant::now();
        let allowed = limits.allowed(game);
        let best = allowed.choose(&mut self.rng).copied();

        report.info(&Info {
            depth: Depth(1),
            seldepth: 1,
            multipv: 1,
            score: Score::DRAW,
            nodes: allowed.len() as u64,
            time: start.elapsed(),
            pv: best.into_iter().collect(),
            ..Info::default()
        });
        stop.wait_for_release(limits);
        Choice { best, ponder: None }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::engine::{Recorder, Silent};

    fn seeded(seed: u64) -> Random {
        let mut player = Random::new();
        player.configure(&SharedOptions { seed, ..SharedOptions::default() }, &mut Silent);
        player
    }

    fn ten_moves(player: &mut Random) -> Vec<Choice> {
        let game = Game::default();
        (0..10).map(|_| player.choose(&game, &Limits::default(), &Stop::new(), &mut Silent)).collect()
    }

    #[test]
    fn a_seed_repeats_itself() {
        let mut player = seeded(7);
        let first = ten_moves(&mut player);
        assert_eq!(first, ten_moves(&mut seeded(7)));
        assert_ne!(first, ten_moves(&mut seeded(8)));

        player.new_game();
        assert_eq!(first, ten_moves(&mut player));
    }

    #[test]
    fn only_moves_of_searchmoves_are_played_and_reported() {
        let game = Game::default();
        let search_moves = vec![game.read_uci("a2a3").unwrap(), game.read_uci("h2h4").unwrap()];
        let limits = Limits { search_moves: search_moves.clone(), ..Limits::default() };
        let mut played = Vec::new();
        let mut player = seeded(1);
        for _ in 0..50 {
            let mut recorder = Recorder::default();
            let best = player.choose(&game, &limits, &Stop::new(), &mut recorder).best.unwrap();
            assert_eq!(recorder.infos[0].pv, [best]);
            played.push(best);
        }
        assert!(search_moves.iter().all(|mv| played.contains(mv)));
        assert!(played.iter().all(|mv| search_moves.contains(mv)));
    }
}
