//! Random: a uniformly random legal move, the baseline to which the others are compared.

use std::time::Instant;

use rand::seq::{IndexedRandom as _, SliceRandom as _};
use shakmaty::Move;

use crate::engine::options::SharedOptions;
use crate::engine::{
    Choice, CountedLimit, Depth, Game, Info, Limits, Personality, Reporter, SeededRng, Stop, UnusedLimits, board_score,
    report_ranked,
};

/// Chooses its moves at random. Its score is that of the board after the move.
#[derive(Default)]
pub struct Random {
    rng: SeededRng,
    lines: usize,
    unused_limits: UnusedLimits,
}

impl Random {
    pub fn new() -> Random {
        Random::default()
    }
}

impl Personality for Random {
    fn configure(&mut self, shared: &SharedOptions, _: &mut dyn Reporter) {
        self.rng.configure(shared.seed);
        self.lines = shared.multi_pv;
    }

    fn new_game(&mut self) {
        self.rng.new_game();
        self.unused_limits.new_game();
    }

    fn choose(&mut self, game: &Game, limits: &Limits, stop: &Stop, report: &mut dyn Reporter) -> Choice {
        let start = Instant::now();
        let allowed = limits.allowed(game);
        self.unused_limits.report(limits, &CountedLimit::ALL, "Random searches nothing", report);
        let Some(&best) = allowed.choose(&mut self.rng) else { return Choice::default() };

        let mut shown = vec![best];
        if self.lines > 1 {
            let mut others: Vec<Move> = allowed.iter().copied().filter(|mv| *mv != best).collect();
            others.shuffle(&mut *self.rng);
            shown.extend(others.into_iter().take(self.lines - 1));
        }
        let line = |mv: Move| Info {
            depth: Depth(1),
            seldepth: 1,
            score: board_score(game, &[mv]),
            nodes: allowed.len() as u64,
            time: start.elapsed(),
            pv: vec![mv],
            ..Info::default()
        };
        report_ranked(shown.into_iter().map(line).collect(), game.position(), best, None, report);
        stop.wait_for_release(limits);
        Choice { best: Some(best), ponder: None, ..Choice::default() }
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
    fn several_lines_are_different_moves_in_order_of_score_and_the_played_one_is_named() {
        let mut player = Random::new();
        let shared = SharedOptions { seed: 3, multi_pv: 5, ..SharedOptions::default() };
        player.configure(&shared, &mut Silent);
        // A queen can be taken by two pawns.
        let game = Game::from_fen("4k3/8/8/3q4/2P1P3/8/8/4K3 w - - 0 1", shakmaty::CastlingMode::Standard).unwrap();
        for _ in 0..20 {
            let mut recorder = Recorder::default();
            let best = player.choose(&game, &Limits::default(), &Stop::new(), &mut recorder).best.unwrap();
            let mut shown: Vec<Move> = recorder.infos.iter().map(|info| info.pv[0]).collect();
            assert!(recorder.infos.is_sorted_by_key(|info| std::cmp::Reverse(info.score)));
            assert!(shown.contains(&best));
            assert_eq!(recorder.messages.is_empty(), shown[0] == best, "{:?}", recorder.messages);
            shown.sort_by_key(|mv| format!("{mv:?}"));
            shown.dedup();
            assert_eq!(shown.len(), 5);
        }
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
