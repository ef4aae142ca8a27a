use std::time::Duration;

use shakmaty::CastlingMode;

use super::*;
use crate::engine::Game;

const MIDDLEGAME: &str = "r1b1k2r/ppp1qppp/2n5/3N4/3n4/4Q3/PPP2PPP/R1B1KB1R w KQkq - 0 1";
const PAWNS: &str = "8/2p5/3p4/KP5r/1R3p1k/8/4P1P1/8 w - - 0 1";
/// Three rooks against three on a file with a pawn: whoever moves has one capture, six times in a row.
const EXCHANGE: &str = "3r3k/3r4/3r4/3p4/8/3R4/3R4/3R3K w - - 0 1";

/// Only what is given in `options`: no table, unless they ask for one.
fn searching<T>(fen: &str, options: &TextbookOptions, use_search: impl FnOnce(&mut Search<'_>, &Node) -> T) -> T {
    let game = Game::from_fen(fen, CastlingMode::Standard).unwrap();
    let (limits, stop) = (Limits::default(), Stop::new());
    let mut search = Search {
        options,
        table: &mut Table::new(options.table_entries),
        limits: &limits,
        clock: &Clock::start(&limits, game.position().turn(), Duration::ZERO),
        stop: &stop,
        lines: 1,
        path: game.keys().to_vec(),
        iteration: 1,
        counters: Counters::default(),
        nodes: 0,
    };
    use_search(&mut search, &Node::root(game.position()))
}

fn without_table() -> TextbookOptions {
    TextbookOptions { table_entries: 0, ..TextbookOptions::default() }
}

/// The score, the nodes and the counters of a search with an open window.
fn searched(fen: &str, depth: i32, options: &TextbookOptions) -> (Score, u64, Counters) {
    searching(fen, options, |search, root| {
        let line = search.alpha_beta(root, depth, Window::OPEN);
        (line.ok().expect("nothing stops it").score, search.nodes, search.counters)
    })
}

#[test]
fn pruning_changes_the_number_of_nodes_and_not_the_score() {
    for fen in [MIDDLEGAME, PAWNS] {
        let minimax = TextbookOptions { alpha_beta: false, quiescence: 2, ..without_table() };
        let pruned = TextbookOptions { alpha_beta: true, ..minimax.clone() };
        let ((all, every_node, uncut), (best, nodes, cut)) = (searched(fen, 2, &minimax), searched(fen, 2, &pruned));
        assert_eq!(all, best, "{fen}");
        assert!(nodes < every_node && cut.cutoffs > 0 && uncut.cutoffs == 0, "{fen}: {nodes} of {every_node}");
    }
}

#[test]
fn a_better_order_prunes_more() {
    let ordered = without_table();
    let generated = TextbookOptions { mvv_lva: false, ..ordered.clone() };
    let ((score, few, _), (same, many, _)) = (searched(MIDDLEGAME, 3, &ordered), searched(MIDDLEGAME, 3, &generated));
    assert_eq!(score, same);
    assert!(few < many, "{few} and {many} nodes");
}

#[test]
fn the_table_saves_nodes_and_counts_its_hits() {
    let (_, all, no_hits) = searched(PAWNS, 4, &without_table());
    let (_, fewer, hits) = searched(PAWNS, 4, &TextbookOptions::default());
    assert!(fewer < all && hits.table_hits > 0 && no_hits.table_hits == 0, "{fewer} of {all}, {hits:?}");
}

#[test]
fn quiescence_follows_captures_to_their_end_and_no_further_than_its_limit() {
    let followed = |limit| {
        let options = TextbookOptions { alpha_beta: false, ..without_table() };
        searching(EXCHANGE, &options, |search, root| {
            assert!(search.quiescence(root, limit, Window::OPEN).is_ok());
            search.counters.quiescence_nodes
        })
    };
    assert_eq!([0, 1, 5, 6, 20].map(followed), [1, 2, 6, 7, 7]);
}

#[test]
fn quiescence_begins_after_a_capture_only() {
    // The queen could take a pawn that another guards.
    let guarded = "4k3/8/3p4/4p3/8/8/4Q3/4K3 w - - 0 1";
    let taken_out = TextbookOptions { quiescence: 0, ..without_table() };
    let (score, _, counters) = searched(guarded, 1, &without_table());
    let (blind, _, _) = searched(guarded, 1, &taken_out);
    assert_eq!(counters.quiescence_nodes, 2, "Qxe5 and dxe5");
    assert_eq!(blind - score.0, Score(100 + 30 + 15), "it believes to win a passed pawn, and the other is isolated");
    let (_, _, quiet) = searched("4k3/8/8/8/8/8/4P3/4K3 w - - 0 1", 1, &without_table());
    assert_eq!(quiet.quiescence_nodes, 0);
}

#[test]
fn who_need_not_capture_stands_pat() {
    // The only capture loses the queen for a pawn: the position is worth what it is worth without it.
    let fen = "4k3/8/3p4/4p3/8/8/4Q3/4K3 w - - 0 1";
    let still = searching(fen, &without_table(), |_, root| evaluate(&root.position, without_table().heuristics));
    let score = searching(fen, &without_table(), |search, root| search.quiescence(root, 5, Window::OPEN).ok());
    assert_eq!(score, Some(still));
}

#[test]
fn ended_games_have_the_scores_of_the_rules() {
    let leaf = |fen: &str| searched(fen, 0, &without_table()).0;
    assert_eq!(leaf("R5k1/5ppp/8/8/8/8/8/4K3 b - - 0 1"), Score::mated_in(Ply(0)));
    assert_eq!(leaf("R5k1/5ppp/8/8/8/8/8/4K3 b - - 100 80"), Score::mated_in(Ply(0)), "mate comes first");
    assert_eq!(leaf("7k/5Q2/6K1/8/8/8/8/8 b - - 0 1"), Score::DRAW, "stalemate");
    assert_eq!(leaf("7k/8/8/8/8/8/8/RK6 w - - 100 80"), Score::DRAW, "fifty moves");
    assert_eq!(leaf("7k/8/8/8/8/8/8/NK6 w - - 0 1"), Score::DRAW, "too few men");
    assert_eq!(leaf("7k/8/8/8/8/8/8/RK6 w - - 99 80"), Score(525));
}

#[test]
fn the_third_time_of_a_position_is_a_draw_and_the_second_is_not() {
    let rook = "7k/8/8/8/8/8/R7/K7 w - - 6 80";
    let score = |times: usize| {
        searching(rook, &without_table(), |search, root| {
            search.path = vec![root.key; times];
            search.alpha_beta(root, 0, Window::OPEN).ok().map(|line| line.score)
        })
    };
    assert_eq!([1, 2, 3].map(score), [Some(Score(525)), Some(Score(525)), Some(Score::DRAW)]);
}

#[test]
fn without_bounds_every_entry_is_kept_as_an_exact_score() {
    let kept = |table_bounds| {
        let options = TextbookOptions { table_bounds, ..TextbookOptions::default() };
        searching(PAWNS, &options, |search, root| {
            let below = Window { alpha: Score(2000), beta: Score(3000) };
            assert!(search.alpha_beta(root, 2, below).is_ok());
            search.table.find(root.key).map(|entry| entry.bound)
        })
    };
    assert_eq!((kept(true), kept(false)), (Some(Bound::Upper), Some(Bound::Exact)));
}
