//! Textbook against Random, as the report benchmarks its engine: the result, and the counters of every search iteration
//! in the order of the game, averaged over the games.

use std::convert::Infallible;

use rayon::prelude::*;
use serde::Serialize;
use shakmaty::{Color, Position as _};

use super::limits::hours;
use crate::engines::pairing::play_out;
use motley::engine::options::SharedOptions;
use motley::engine::{Game, Limits, Personality as _, Silent, Stop};
use motley::personalities::textbook::{Counters, TextbookOptions};
use motley::personalities::{Random, Textbook};

/// The games to play. The report played ten.
#[derive(Clone, Debug)]
pub struct RandomSettings {
    pub games: usize,
    /// From 1 on; each game has a random seed of its own.
    pub seed: u64,
    pub options: TextbookOptions,
}

/// The result of the games.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct AgainstRandom {
    pub won: usize,
    pub drawn: usize,
    pub lost: usize,
    /// In the order of the games' searches: where each goes to depth 4, the first four are those of the first search.
    pub iterations: Vec<MeanIteration>,
    /// The highest mean of each counter among the iterations that at least half of the games have.
    pub peaks: MeanIteration,
}

/// The counters of one search iteration, averaged over the games that have it.
#[derive(Clone, Copy, Debug, Default, PartialEq, Serialize)]
pub struct MeanIteration {
    pub games: usize,
    pub cutoffs: f64,
    pub quiescence_nodes: f64,
    pub table_hits: f64,
}

/// The winner, seen from Textbook, and the counters of its iterations.
struct CountedGame {
    points: f64,
    iterations: Vec<Counters>,
}

/// Plays the games, Textbook with White and Black in turn, on all threads of rayon's pool. `played` is called after
/// each.
pub fn play_random(settings: &RandomSettings, played: impl Fn() + Sync) -> AgainstRandom {
    let games: Vec<CountedGame> =
        (0..settings.games).into_par_iter().map(|number| play(settings, number)).inspect(|_| played()).collect();
    let count = |points: f64| games.iter().filter(|game| game.points == points).count();
    let iterations = mean_iterations(&games);
    let common = || iterations.iter().filter(|mean| 2 * mean.games >= games.len());
    let highest = |counter: fn(&MeanIteration) -> f64| common().map(counter).fold(0.0, f64::max);
    AgainstRandom {
        won: count(1.0),
        drawn: count(0.5),
        lost: count(0.0),
        peaks: MeanIteration {
            games: common().map(|mean| mean.games).min().unwrap_or_default(),
            cutoffs: highest(|mean| mean.cutoffs),
            quiescence_nodes: highest(|mean| mean.quiescence_nodes),
            table_hits: highest(|mean| mean.table_hits),
        },
        iterations,
    }
}

fn play(settings: &RandomSettings, number: usize) -> CountedGame {
    let shared = SharedOptions { seed: settings.seed + number as u64, ..SharedOptions::default() };
    let (mut textbook, mut random) = (Textbook::new(settings.options.clone()), Random::new());
    textbook.configure(&shared, &mut Silent);
    random.configure(&shared, &mut Silent);

    let (limits, stop, mut iterations) = (hours(), Stop::new(), Vec::new());
    let mut searching = |game: &Game| {
        let choice = textbook.choose(game, &limits, &stop, &mut Silent);
        iterations.extend(textbook.iterations.iter().map(|iteration| iteration.counters));
        choice.best.expect("the game goes on")
    };
    let mut random =
        |game: &Game| random.choose(game, &Limits::default(), &stop, &mut Silent).best.expect("the game goes on");
    let side = if number.is_multiple_of(2) { Color::White } else { Color::Black };
    let is_textbooks = |game: &Game| game.position().turn() == side;
    let Ok(played) = play_out(Game::default(), usize::MAX, |game| {
        Ok::<_, Infallible>(if is_textbooks(game) { searching(game) } else { random(game) })
    });
    CountedGame { points: played.points(side), iterations }
}

fn mean_iterations(games: &[CountedGame]) -> Vec<MeanIteration> {
    let longest = games.iter().map(|game| game.iterations.len()).max().unwrap_or_default();
    (0..longest)
        .map(|number| {
            let having: Vec<&Counters> = games.iter().filter_map(|game| game.iterations.get(number)).collect();
            let mean = |counter: fn(&Counters) -> u64| {
                having.iter().map(|counters| counter(counters) as f64).sum::<f64>() / having.len() as f64
            };
            MeanIteration {
                games: having.len(),
                cutoffs: mean(|counters| counters.cutoffs),
                quiescence_nodes: mean(|counters| counters.quiescence_nodes),
                table_hits: mean(|counters| counters.table_hits),
            }
        })
        .collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn textbook_beats_random_in_ten_games_of_ten_at_depth_2() {
        let options = TextbookOptions { depth: 2, ..TextbookOptions::default() };
        let result = play_random(&RandomSettings { games: 10, seed: 1, options }, || ());
        assert_eq!((result.won, result.drawn, result.lost), (10, 0, 0));
        assert_eq!(result.iterations[0].games, 10);
        assert!(result.peaks.cutoffs > 0.0 && result.peaks.quiescence_nodes > 0.0, "{:?}", result.peaks);
    }

    #[test]
    fn means_are_taken_over_the_games_that_are_still_going() {
        let game = |cutoffs: &[u64]| CountedGame {
            points: 1.0,
            iterations: cutoffs.iter().map(|&cutoffs| Counters { cutoffs, ..Counters::default() }).collect(),
        };
        let means = mean_iterations(&[game(&[2, 10]), game(&[4])]);
        let shown: Vec<(usize, f64)> = means.iter().map(|mean| (mean.games, mean.cutoffs)).collect();
        assert_eq!(shown, [(2, 3.0), (1, 10.0)]);
        assert!(mean_iterations(&[]).is_empty());
    }
}
