//! Tests of what the loop over the moves stores and teaches.

use shakmaty::{Color, Role, Square};

use super::super::fixtures::{facts, mv, scout, with_search};
use super::super::task::Root;
use super::*;
use crate::engine::Ply;

const START: &str = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1";
const TAKES: &str = "4k3/8/8/3p1p2/8/2N3N1/8/4K3 w - - 0 1";

#[test]
fn a_quiet_cutoff_rewards_its_move_and_punishes_those_before_it() {
    with_search(TAKES, |search, position| {
        let (at, context) = (scout(position, 5, 0), search.stack.context(Ply(1)));
        let [best, tried, capture] = ["c3e2", "c3b5", "c3d5"].map(|uci| mv(position, uci));
        let side = position.turn();
        search.learn_from_cutoff(&at, best, &context, &[tried], &[capture]);
        let histories = &search.memory.histories;
        assert!(histories.quiet(position, best, &context) > 0);
        assert!(histories.quiet(position, tried, &context) < 0);
        assert!(histories.capture(side, capture) < 0);
    });
}

#[test]
fn a_cutoff_by_a_capture_leaves_quiet_moves_alone() {
    with_search(TAKES, |search, position| {
        let (at, context) = (scout(position, 5, 0), search.stack.context(Ply(1)));
        let [best, tried, other] = ["c3d5", "c3b5", "g3f5"].map(|uci| mv(position, uci));
        search.learn_from_cutoff(&at, best, &context, &[tried], &[other]);
        let histories = &search.memory.histories;
        assert!(histories.capture(position.turn(), best) > 0);
        assert!(histories.capture(position.turn(), other) < 0);
        assert_eq!(histories.quiet(position, tried, &context), 0);
    });
}

#[test]
fn the_first_move_of_a_shallow_node_earns_nothing_by_a_cutoff() {
    let earned = |depth: i32| {
        with_search(START, |search, position| {
            let (best, context) = (mv(position, "e2e4"), search.stack.context(Ply(1)));
            search.learn_from_cutoff(&scout(position, depth, 0), best, &context, &[], &[]);
            search.memory.histories.quiet(position, best, &context)
        })
    };
    assert_eq!(earned(params::BONUS_FIRST_MOVE_DEPTH.get() - 1), 0);
    assert!(earned(params::BONUS_FIRST_MOVE_DEPTH.get()) > 0);
    with_search(START, |search, position| {
        let context = search.stack.context(Ply(1));
        let [best, tried] = ["e2e4", "d2d4"].map(|uci| mv(position, uci));
        search.learn_from_cutoff(&scout(position, 2, 0), best, &context, &[tried], &[]);
        let earned = search.memory.histories.quiet(position, best, &context);
        assert!(earned > 0, "it was not the first move");
    });
}

#[test]
fn a_cutoff_stores_its_move_as_a_lower_bound() {
    with_search(START, |search, position| {
        let at = scout(position, 2, -300);
        let score = search.search_moves::<Scout>(at, &facts(0)).unwrap();
        let stored = search.shared.table.probe(position.key(), at.ply).unwrap();
        assert!(score >= at.beta);
        assert_eq!((stored.bound, stored.score), (Bound::Lower, score));
        assert!(stored.mv.unpack(position.chess()).is_some());
        assert_eq!(search.stack.at(at.ply).cutoffs, 1);
    });
}

#[test]
fn a_node_that_fails_low_has_an_upper_bound_and_no_move() {
    with_search(START, |search, position| {
        let at = scout(position, 2, 900);
        let score = search.search_moves::<Scout>(at, &facts(0)).unwrap();
        let stored = search.shared.table.probe(position.key(), at.ply).unwrap();
        assert!(score <= at.alpha);
        assert_eq!((stored.bound, stored.mv), (Bound::Upper, crate::chess::packed::PackedMove::NONE));
    });
}

#[test]
fn the_principal_variation_has_an_exact_score_and_a_legal_line() {
    with_search(START, |search, position| {
        let at = NodeTask { alpha: Score(-900), beta: Score(900), ..scout(position, 4, 0) };
        search.search_moves::<Pv>(at, &facts(0)).unwrap();
        assert_eq!(search.shared.table.probe(position.key(), at.ply).unwrap().bound, Bound::Exact);
        let line = search.stack.at(at.ply).pv.clone();
        assert!(line.len() >= 2, "{line:?}");
        line.iter().fold(position.chess().clone(), |mut chess, &mv| {
            assert!(shakmaty::Position::legal_moves(&chess).contains(&mv));
            shakmaty::Position::play_unchecked(&mut chess, mv);
            chess
        });
    });
}

#[test]
fn nothing_is_pruned_while_every_move_so_far_is_mated() {
    // A rook is about to mate on e1, and the knight's moves come first. So far below alpha any quiet move is futile.
    with_search("N3r1k1/8/8/8/8/8/5PPP/6K1 w - - 0 1", |search, position| {
        let score = search.search_moves::<Scout>(scout(position, 2, 5000), &facts(0)).unwrap();
        assert!(!score.is_loss(), "{score:?}");
    });
}

#[test]
fn nothing_is_pruned_in_pawn_endings() {
    with_search("4k3/8/8/8/8/8/P7/4K3 w - - 0 1", |search, position| {
        let legal = shakmaty::Position::legal_moves(position.chess()).len() as u64;
        search.search_moves::<Scout>(scout(position, 1, 5000), &facts(0)).unwrap();
        assert!(search.nodes >= legal, "{} {legal}", search.nodes);
    });
}

#[test]
fn a_second_line_at_the_root_is_not_stored_as_the_position_s_result() {
    let stored = |pv_index: usize| {
        with_search(START, |search, position| {
            search.pv_index = pv_index;
            let at = NodeTask { ply: Ply::ROOT, ..scout(position, 2, 300) };
            search.search_moves::<Root>(at, &facts(0)).unwrap();
            search.shared.table.probe(position.key(), Ply::ROOT).is_some()
        })
    };
    assert!(stored(0) && !stored(1));
}

#[test]
fn a_singular_search_leaves_its_move_out_and_stores_nothing() {
    with_search("4k3/5ppp/8/3q4/8/2N5/5PPP/4K3 w - - 0 1", |search, position| {
        let at = scout(position, 3, 0);
        let excluded = Some(mv(position, "c3d5"));
        let score = search.search_moves::<Scout>(at, &Facts { excluded, ..facts(0) }).unwrap();
        assert!(score < at.beta, "without the capture White is lost");
        assert_eq!(search.shared.table.probe(position.key(), at.ply), None);
    });
}

/// The points that Black's knight to f6 earns behind White's pawn to d4, by a search of the position after both.
fn earned_by_the_last_move(is_quiet: bool, test: impl Fn(&mut Search, &NodeTask)) -> i32 {
    with_search("rnbqkb1r/pppppppp/5n2/8/3P4/8/PPP1PPPP/RNBQKBNR w KQkq - 1 2", |search, position| {
        let quiet =
            |side, role, from, to| PieceTo::new(side, Move::Normal { role, from, capture: None, to, promotion: None });
        let pawn = quiet(Color::White, Role::Pawn, Square::D2, Square::D4);
        let knight = quiet(Color::Black, Role::Knight, Square::G8, Square::F6);
        search.stack.play(Ply::ROOT, pawn, true);
        search.stack.play(Ply(1), knight, is_quiet);
        test(search, &NodeTask { ply: Ply(2), ..scout(position, 3, 0) });
        search.memory.histories.continuation(pawn, knight)
    })
}

#[test]
fn a_quiet_move_without_a_good_answer_earns_a_bonus() {
    let search_at = |beta: i32| {
        move |search: &mut Search, at: &NodeTask| {
            let (alpha, beta) = (Score(beta - 1), Score(beta));
            search.search_moves::<super::super::task::Scout>(NodeTask { alpha, beta, ..*at }, &facts(0)).unwrap();
        }
    };
    assert!(earned_by_the_last_move(true, search_at(2000)) > 0);
    assert_eq!(earned_by_the_last_move(true, search_at(-2000)), 0, "an answer cut off");
    assert_eq!(earned_by_the_last_move(false, search_at(2000)), 0, "a capture");
}

#[test]
fn a_quiet_move_earns_what_it_did_to_the_evaluation() {
    let evaluated = |before: Option<i32>, excluded: bool| {
        earned_by_the_last_move(true, |search, at| {
            search.stack.at(Ply(1)).eval = before.map(Score);
            let excluded = excluded.then(|| mv(at.position, "e2e4"));
            search.evaluate(at, &mut Facts { excluded, ..facts(0) });
        })
    };
    // Black's own view before the move: far worse, far better.
    assert!(evaluated(Some(-400), false) > 0 && evaluated(Some(400), false) < 0);
    assert_eq!(evaluated(None, false), 0, "in check before it");
    assert_eq!(evaluated(Some(-400), true), 0, "a singular search looks at the same position again");
}
