use std::time::Duration;

use shakmaty::CastlingMode;

use super::*;
use crate::engine::{Recorder, Score, SideClock, Silent};

fn textbook() -> Textbook {
    Textbook::new(TextbookOptions::default())
}

fn game(fen: &str, moves: &str) -> Game {
    let mut game = Game::from_fen(fen, CastlingMode::Standard).unwrap();
    moves.split_whitespace().for_each(|uci| game.play_uci(uci).unwrap());
    game
}

fn after(moves: &str) -> Game {
    let mut game = Game::default();
    moves.split_whitespace().for_each(|uci| game.play_uci(uci).unwrap());
    game
}

fn chosen(player: &mut Textbook, game: &Game, limits: &Limits) -> (String, Recorder) {
    let mut recorder = Recorder::default();
    let choice = player.choose(game, limits, &Stop::new(), &mut recorder);
    let best = choice.best.expect("there are moves").to_uci(CastlingMode::Standard);
    (best.to_string(), recorder)
}

fn depth(depth: i32) -> Limits {
    Limits { depth: Some(depth), ..Limits::default() }
}

fn an_hour() -> Limits {
    let clock = Some(SideClock { remaining: Duration::from_secs(3600), increment: Duration::ZERO });
    Limits { white: clock, black: clock, ..Limits::default() }
}

#[test]
fn both_sides_find_the_scholars_mate() {
    for (moves, mate) in [("e2e4 e7e5 f1c4 b8c6 d1h5 g8f6", "h5f7"), ("a2a3 e7e5 b2b3 f8c5 h2h3 d8f6 c2c3", "c5f2")] {
        let (best, recorder) = chosen(&mut textbook(), &after(moves), &Limits::default());
        let last = recorder.infos.last().unwrap();
        assert_eq!((best.as_str(), last.score, last.depth), (mate, Score::mate_in(crate::engine::Ply(1)), Depth(4)));
    }
}

#[test]
fn each_iteration_is_reported_with_its_counters() {
    let mut player = textbook();
    let (_, recorder) = chosen(&mut player, &after("e2e4 e7e5"), &Limits::default());
    let depths: Vec<i32> = recorder.infos.iter().map(|info| info.depth.0).collect();
    assert_eq!(depths, [1, 2, 3, 4], "the depth of the option");
    assert!(recorder.infos.is_sorted_by(|a, b| a.nodes < b.nodes));
    let Counters { cutoffs, quiescence_nodes, table_hits, .. } = player.iterations[3].counters;
    let expected = format!("depth 4: {cutoffs} cut-offs, {quiescence_nodes} quiescence nodes, {table_hits} table hits");
    assert_eq!(recorder.messages[3], expected);
    assert!(cutoffs > 100 && quiescence_nodes > 100 && table_hits > 10, "{expected}");
}

#[test]
fn the_depth_is_that_of_go_and_without_deepening_only_the_first_and_last_are_searched() {
    let depths = |options: TextbookOptions, limits: &Limits| -> Vec<i32> {
        let (_, recorder) = chosen(&mut Textbook::new(options), &after("e2e4 e7e5"), limits);
        recorder.infos.iter().map(|info| info.depth.0).collect()
    };
    let at_once = || TextbookOptions { deepening: false, ..TextbookOptions::default() };
    assert_eq!(depths(TextbookOptions::default(), &depth(2)), [1, 2]);
    assert_eq!(depths(TextbookOptions::default(), &Limits { mate: Some(1), ..Limits::default() }), [1]);
    assert_eq!(depths(at_once(), &depth(3)), [1, 3]);
    assert_eq!(depths(at_once(), &depth(1)), [1]);
    assert_eq!(depths(at_once(), &depth(-7)), [1]);
}

#[test]
fn a_score_outside_the_window_is_searched_again() {
    // Depth 1 takes the guarded rook for a gain; depth 2 sees it lost, further away than a window of ten.
    let narrow = TextbookOptions { window: 10, quiescence: 0, table_entries: 0, ..TextbookOptions::default() };
    let open = TextbookOptions { window: 0, ..narrow.clone() };
    let lost = game("4k3/8/3p4/4r3/8/8/4Q3/4K3 w - - 0 1", "");
    let found = |options: &TextbookOptions| {
        let mut player = Textbook::new(options.clone());
        chosen(&mut player, &lost, &depth(3));
        let scores: Vec<Score> = player.iterations.iter().map(|iteration| iteration.lines[0].score).collect();
        (scores, player.iterations.iter().map(|iteration| iteration.counters.repeats).sum::<u64>())
    };
    let ((scores, repeats), (same, never)) = (found(&narrow), found(&open));
    assert_eq!(scores, same);
    assert!(repeats > 0 && never == 0, "{repeats} searches repeated");
}

#[test]
fn a_stopped_search_plays_the_move_of_the_deepest_finished_iteration() {
    let (mut player, mut recorder, stop) = (textbook(), Recorder::default(), Stop::new());
    stop.stop();
    let choice = player.choose(&after("e2e4 e7e5"), &Limits::default(), &stop, &mut recorder);
    assert_eq!(recorder.infos.len(), 1);
    assert_eq!(choice.best, Some(recorder.infos[0].pv[0]));

    let limits = Limits { nodes: Some(2000), ..Limits::default() };
    let (best, recorder) = chosen(&mut player, &after("e2e4 e7e5"), &limits);
    let last = recorder.infos.last().unwrap();
    assert!((2..4).contains(&last.depth.0) && last.nodes <= 2000, "{last:?}");
    assert_eq!(best, last.pv[0].to_uci(CastlingMode::Standard).to_string());
}

#[test]
fn the_book_answers_in_a_game_without_a_search() {
    let mut player = textbook();
    let (_, recorder) = chosen(&mut player, &after("e2e4"), &an_hour());
    assert_eq!(recorder.messages, ["book move"]);
    assert!(player.iterations.is_empty());
    assert_ne!(chosen(&mut player, &after("e2e4"), &depth(1)).1.messages, ["book move"], "analysis");
    player.configure(&SharedOptions { own_book: false, ..SharedOptions::default() }, &mut Silent);
    assert_ne!(chosen(&mut player, &after("e2e4"), &an_hour()).1.messages, ["book move"], "the book is taken out");
}

#[test]
fn a_new_game_begins_with_an_empty_table() {
    let mut player = textbook();
    let mut nodes = || {
        chosen(&mut player, &after("e2e4 e7e5"), &depth(3));
        player.iterations.last().unwrap().nodes
    };
    let (first, second) = (nodes(), nodes());
    player.new_game();
    chosen(&mut player, &after("e2e4 e7e5"), &depth(3));
    assert!(second < first, "the table answers");
    assert_eq!(player.iterations.last().unwrap().nodes, first);
}

#[test]
fn it_has_no_levels_and_says_so_once() {
    let (mut player, mut recorder) = (textbook(), Recorder::default());
    let limited = SharedOptions { limit_strength: true, ..SharedOptions::default() };
    player.configure(&limited, &mut recorder);
    player.configure(&SharedOptions { elo: 900, ..limited }, &mut recorder);
    assert_eq!(recorder.messages.len(), 1);
}
