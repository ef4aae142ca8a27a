//! The value of each of Textbook's techniques: it is taken out, and the rest compared with the whole engine.

use std::convert::Infallible;
use std::time::{Duration, Instant};

use rand::SeedableRng as _;
use rand::rngs::StdRng;
use rand::seq::IndexedRandom as _;
use rayon::prelude::*;
use serde::Serialize;
use shakmaty::{Color, Position as _};

use super::limits::hours;
use crate::engines::pairing::play_out;
use motley::bench;
use motley::engine::options::SharedOptions;
use motley::engine::{Game, Limits, Personality as _, Silent, Stop};
use motley::personalities::Textbook;
use motley::personalities::textbook::{Heuristics, TextbookOptions};
use motley::statistics::clustered::mean_by_game;

/// Random plies, with which the games of a match begin.
const RANDOM_PLIES: usize = 8;
/// A search of a position that takes more nodes is broken off and counts so many: without pruning there is no end.
const MOST_NODES: u64 = 1_000_000;
/// Standard errors on either side of a 95 % interval.
const CONFIDENCE: f64 = 1.96;

/// A technique that can be taken out. The state space cannot: without it there is no chess.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Technique {
    AlphaBeta,
    Quiescence,
    Table,
    /// Not one of the nine: whether the table's entries know bounds from scores.
    TableBounds,
    Deepening,
    Window,
    Book,
    /// All heuristics but the material.
    HeuristicsBesideMaterial,
    Heuristics,
    MvvLva,
}

impl Technique {
    pub const ALL: [Technique; 10] = [
        Technique::AlphaBeta,
        Technique::Quiescence,
        Technique::Table,
        Technique::TableBounds,
        Technique::Deepening,
        Technique::Window,
        Technique::Book,
        Technique::HeuristicsBesideMaterial,
        Technique::Heuristics,
        Technique::MvvLva,
    ];

    pub const fn name(self) -> &'static str {
        match self {
            Technique::AlphaBeta => "alpha-beta pruning",
            Technique::Quiescence => "quiescence search",
            Technique::Table => "transposition table",
            Technique::TableBounds => "bounds in the table",
            Technique::Deepening => "iterative deepening",
            Technique::Window => "aspiration window",
            Technique::Book => "opening book",
            Technique::HeuristicsBesideMaterial => "heuristics beside material",
            Technique::Heuristics => "all heuristics",
            Technique::MvvLva => "MVV-LVA",
        }
    }

    /// The engine without the technique: its own options, and whether it has a book.
    fn taken_out(self, whole: &TextbookOptions) -> (TextbookOptions, bool) {
        let mut options = whole.clone();
        match self {
            Technique::AlphaBeta => options.alpha_beta = false,
            Technique::Quiescence => options.quiescence = 0,
            Technique::Table => options.table_entries = 0,
            Technique::TableBounds => options.table_bounds = false,
            Technique::Deepening => options.deepening = false,
            Technique::Window => options.window = 0,
            Technique::HeuristicsBesideMaterial => options.heuristics = Heuristics::Material,
            Technique::Heuristics => options.heuristics = Heuristics::Nothing,
            Technique::MvvLva => options.mvv_lva = false,
            Technique::Book => return (options, false),
        }
        (options, true)
    }
}

/// The settings for measuring the techniques.
#[derive(Clone, Debug)]
pub struct AblationSettings {
    /// The engine of which they are taken out.
    pub whole: TextbookOptions,
    /// The first so many positions of `motley bench` are searched.
    pub positions: usize,
    /// Games of a match, an even number: each beginning is played with both colours.
    pub games: usize,
    /// Nodes a move in the matches, for both sides: what a technique saves can only win games where nodes are short.
    pub nodes: u64,
    pub seed: u64,
}

/// The value of the techniques.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Ablation {
    /// Of the whole engine.
    pub whole: Cost,
    pub rows: Vec<AblationRow>,
}

/// The cost of all positions together.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
pub struct Cost {
    pub nodes: u64,
    pub time: Duration,
}

/// The engine without one technique.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct AblationRow {
    pub technique: &'static str,
    /// Relative to the whole engine; at least so many where searches were broken off.
    pub nodes: f64,
    pub time: f64,
    pub games: usize,
    /// Its points a game against the whole engine, from 0 to 1, and half the 95 % interval.
    pub points: f64,
    pub error: f64,
}

/// Takes out each of the techniques. The searches run one after another, so that their times can be compared, the games
/// on all threads of rayon's pool. `done` is called after each technique.
pub fn take_out_each(techniques: &[Technique], settings: &AblationSettings, done: impl Fn()) -> Ablation {
    let whole = search_positions(&settings.whole, settings.positions);
    let row = |&technique: &Technique| {
        let (options, has_book) = technique.taken_out(&settings.whole);
        let cost = search_positions(&options, settings.positions);
        let points = play_match(&options, has_book, settings);
        let (mean, error) = mean_by_game(&points, |(pair, _)| *pair, |(_, points)| *points);
        done();
        AblationRow {
            technique: technique.name(),
            nodes: cost.nodes as f64 / whole.nodes.max(1) as f64,
            time: cost.time.as_secs_f64() / whole.time.as_secs_f64().max(1e-9),
            games: points.len(),
            points: mean,
            error: CONFIDENCE * error,
        }
    };
    Ablation { whole, rows: techniques.iter().map(row).collect() }
}

/// Searches each position to the depth of the options, from an empty table, with at most [`MOST_NODES`].
fn search_positions(options: &TextbookOptions, positions: usize) -> Cost {
    let mut cost = Cost { nodes: 0, time: Duration::ZERO };
    for game in bench::games().take(positions) {
        let mut player = Textbook::new(options.clone());
        let start = Instant::now();
        let limits = Limits { nodes: Some(MOST_NODES), ..Limits::default() };
        player.choose(&game, &limits, &Stop::new(), &mut Silent);
        cost.time += start.elapsed();
        let last = player.iterations.last().filter(|last| last.depth == options.depth);
        cost.nodes += last.map_or(MOST_NODES, |iteration| iteration.nodes);
    }
    cost
}

/// The points of the engine without a technique in each game against the whole engine, with the number of the game's
/// pair: both have the same beginning.
fn play_match(options: &TextbookOptions, has_book: bool, settings: &AblationSettings) -> Vec<(usize, f64)> {
    let play = |number: usize| {
        let pair = number / 2;
        let seed = settings.seed + pair as u64;
        // The book has no answer to random moves: a match about it begins at the start position, one about anything
        // else has none.
        let game = if has_book { random_beginning(seed) } else { Game::default() };
        let side = if number.is_multiple_of(2) { Color::White } else { Color::Black };
        let limits = Limits { nodes: Some(settings.nodes), ..hours() };
        let (mut without, mut whole) = (player(options, false, seed), player(&settings.whole, !has_book, seed));
        let stop = Stop::new();
        let mut of_without = |game: &Game| without.choose(game, &limits, &stop, &mut Silent).best.expect("a move");
        let mut of_whole = |game: &Game| whole.choose(game, &limits, &stop, &mut Silent).best.expect("a move");
        let Ok(played) = play_out(game, usize::MAX, |game| {
            Ok::<_, Infallible>(if game.position().turn() == side { of_without(game) } else { of_whole(game) })
        });
        (pair, played.points(side))
    };
    (0..settings.games).into_par_iter().map(play).collect()
}

fn player(options: &TextbookOptions, own_book: bool, seed: u64) -> Textbook {
    let mut player = Textbook::new(options.clone());
    player.configure(&SharedOptions { own_book, seed, ..SharedOptions::default() }, &mut Silent);
    player
}

/// A game after random moves that have not ended it.
fn random_beginning(seed: u64) -> Game {
    let mut rng = StdRng::seed_from_u64(seed);
    loop {
        let mut game = Game::default();
        while let Some(&mv) = game.legal_moves().choose(&mut rng).filter(|_| game.moves().len() < RANDOM_PLIES) {
            game.play(mv);
        }
        if !game.position().is_game_over() {
            return game;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn settings(games: usize) -> AblationSettings {
        let whole = TextbookOptions { depth: 2, ..TextbookOptions::default() };
        AblationSettings { whole, positions: 6, games, nodes: 1000, seed: 1 }
    }

    #[test]
    fn every_technique_changes_the_search_but_the_book_and_each_has_its_name() {
        let settings = settings(0);
        let whole = settings.whole.clone();
        for technique in Technique::ALL {
            let (options, has_book) = technique.taken_out(&whole);
            assert_eq!(options == whole, technique == Technique::Book, "{technique:?}");
            assert_eq!(has_book, technique != Technique::Book, "{technique:?}");
        }
        let ablation = take_out_each(&[Technique::AlphaBeta, Technique::Book], &settings, || ());
        let nodes: Vec<(&str, bool)> = ablation.rows.iter().map(|row| (row.technique, row.nodes > 1.5)).collect();
        assert_eq!(nodes, [("alpha-beta pruning", true), ("opening book", false)]);
        assert_eq!(ablation.rows[1].nodes, 1.0);
    }

    #[test]
    fn without_heuristics_the_match_is_lost() {
        let ablation = take_out_each(&[Technique::Heuristics], &settings(8), || ());
        assert_eq!(ablation.rows[0].games, 8);
        assert!(ablation.rows[0].points < 0.4, "{:?}", ablation.rows);
    }

    #[test]
    fn beginnings_differ_by_their_seed_only() {
        assert_eq!(random_beginning(1).fen(), random_beginning(1).fen());
        assert_ne!(random_beginning(1).fen(), random_beginning(2).fen());
        assert_eq!(random_beginning(3).moves().len(), RANDOM_PLIES);
    }
}
