//! Every pruning at the bounds of its conditions, and where it must not be applied.

use shakmaty::{Move, Position as _};

use super::super::fixtures::{FREE_QUEEN, entry, facts, mv, scout, with_search};
use super::super::task::Pv;
use super::*;
use crate::engine::Ply;

const START: &str = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1";
const EXTRA_QUEEN: &str = "rnb1kbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1";

#[test]
fn reverse_futility_begins_at_its_margin_and_ends_at_its_depth() {
    with_search(START, |_, position| {
        let fires = |depth: i32, facts: &Facts| reverse_futility(&scout(position, depth, 100), facts);
        let margin = |depth: i32| params::REVERSE_FUTILITY_MARGIN.get() * depth;
        assert_eq!(fires(2, &facts(100 + margin(2))), Some(Score(100 + margin(2) / 2)));
        assert_eq!(fires(2, &facts(99 + margin(2))), None);
        let less = margin(2) - params::REVERSE_FUTILITY_IMPROVING.get();
        assert!(fires(2, &Facts { improving: true, ..facts(100 + less) }).is_some());
        assert_eq!(fires(2, &Facts { improving: true, ..facts(99 + less) }), None);
        let more = margin(2) + 2 * params::REVERSE_FUTILITY_CUT_NODE.get();
        let cut_node = NodeTask { cut_node: true, ..scout(position, 2, 100) };
        assert!(reverse_futility(&cut_node, &facts(100 + more)).is_some());
        assert_eq!(reverse_futility(&cut_node, &facts(99 + more)), None);
        let known = Some(entry(mv(position, "e2e4"), 0, 1, Bound::Lower));
        assert!(reverse_futility(&cut_node, &Facts { entry: known, ..facts(100 + margin(2)) }).is_some());
        let deepest = params::REVERSE_FUTILITY_DEPTH.get();
        assert!(fires(deepest, &facts(2000)).is_some());
        assert_eq!(fires(deepest + 1, &facts(2000)), None);
        assert_eq!(fires(2, &Facts { was_pv: true, ..facts(2000) }), None);
        assert_eq!(fires(2, &Facts { estimate: Score::mate_in(Ply(3)), ..facts(2000) }), None);
        let mated = Score::mated_in(Ply(4)).0;
        assert_eq!(reverse_futility(&scout(position, 2, mated), &facts(2000)), None);
    });
}

#[test]
fn razoring_believes_quiescence_unless_a_capture_saves_the_day() {
    with_search(START, |search, position| {
        let margin = params::RAZORING_BASE.get() + params::RAZORING_MARGIN.get() * 2;
        let at = scout(position, 2, margin + 1);
        assert!(search.razor(&at, &facts(0)).unwrap().is_some_and(|score| score <= at.alpha));
        assert_eq!(search.razor(&at, &facts(1)).unwrap(), None, "inside the margin");
        assert!(search.razor(&scout(position, params::RAZORING_DEPTH.get(), 5000), &facts(0)).unwrap().is_some());
        assert_eq!(
            search.razor(&scout(position, params::RAZORING_DEPTH.get() + 1, 5000), &facts(0)).unwrap(),
            None,
            "too deep"
        );
    });
    with_search(FREE_QUEEN, |search, position| {
        let at = scout(position, 1, 1);
        assert_eq!(search.razor(&at, &facts(-2000)).unwrap(), None);
    });
}

#[test]
fn null_move_cuts_where_passing_is_good_enough() {
    with_search(EXTRA_QUEEN, |search, position| {
        let facts = facts(900);
        let score = search.null_move(&scout(position, 5, 100), &facts, Score(900)).unwrap();
        assert!(score.is_some_and(|score| score >= Score(100) && !score.is_win()), "{score:?}");
        assert!(search.nodes > 0);
        assert_eq!(search.keys.len(), 1, "the pass was taken back");
    });
}

#[test]
fn null_move_is_not_tried_where_it_proves_nothing() {
    with_search(EXTRA_QUEEN, |search, position| {
        let facts = |estimate: i32| facts(estimate);
        let mut tries = |depth, beta, facts: &Facts, eval: i32| {
            search.null_move(&scout(position, depth, beta), facts, Score(eval)).unwrap();
            std::mem::take(&mut search.nodes) > 0
        };
        assert!(tries(5, 100, &facts(900), 900));
        assert!(tries(params::NULL_MOVE_DEPTH.get(), 100, &facts(900), 900));
        assert!(tries(5, 100, &facts(100), 900), "estimate at beta");
        assert!(!tries(params::NULL_MOVE_DEPTH.get() - 1, 100, &facts(900), 900), "shallow");
        assert!(!tries(5, 100, &facts(99), 900), "estimate below beta");
        let least = 100 + params::NULL_MOVE_BASE.get() - params::NULL_MOVE_DEPTH_SLOPE.get() * 5;
        assert!(tries(5, 100, &facts(900), least));
        assert!(!tries(5, 100, &facts(900), least - 1), "evaluation below its margin");
        assert!(tries(5, params::NULL_MOVE_LEAST_BETA.get(), &facts(900), 900));
        assert!(!tries(5, params::NULL_MOVE_LEAST_BETA.get() - 1, &facts(900), 900), "losing");
        search.null_move_from = Ply(2);
        assert_eq!(search.null_move(&scout(position, 5, 100), &facts(900), Score(900)).unwrap(), None, "verifying");
        search.null_move_from = Ply::ROOT;
        search.stack.at(Ply::ROOT).played = PieceTo::NONE;
        assert_eq!(search.null_move(&scout(position, 5, 100), &facts(900), Score(900)).unwrap(), None, "twice");
    });
    with_search("4k3/8/8/8/8/8/PPPP4/4K3 w - - 0 1", |search, position| {
        let tried = search.null_move(&scout(position, 5, 0), &facts(900), Score(900)).unwrap();
        assert_eq!((tried, search.nodes), (None, 0), "pawns alone: zugzwang");
    });
}

#[test]
fn deep_null_move_cutoffs_are_verified_without_passing() {
    // The verifying search is of the same position, which the search after the pass does not reach.
    let verified = |depth: i32| {
        with_search(START, |search, position| {
            let at = scout(position, depth, -30);
            assert!(search.null_move(&at, &facts(20), Score(20)).unwrap().is_some());
            assert_eq!(search.null_move_from, Ply::ROOT, "passing is allowed again");
            search.shared.table.probe(position.key(), at.ply).is_some()
        })
    };
    assert!(verified(params::NULL_MOVE_VERIFY_DEPTH.get()));
    assert!(!verified(params::NULL_MOVE_VERIFY_DEPTH.get() - 1));
}

#[test]
fn probcut_takes_a_free_queen_and_stores_what_it_found() {
    with_search(FREE_QUEEN, |search, position| {
        let at = scout(position, 6, 0);
        let score = search.probcut(&at, &facts(-600), Score(-600)).unwrap().expect("a cutoff");
        assert!(score >= at.beta + params::PROBCUT_MARGIN.get());
        let stored = search.shared.table.probe(position.key(), at.ply).expect("an entry");
        assert_eq!(stored.mv.unpack(position.chess()), Some(mv(position, "c3d5")));
        assert_eq!((stored.bound, stored.depth), (Bound::Lower, Depth(6 - params::PROBCUT_REDUCTION.get() + 1)));
    });
}

#[test]
fn probcut_is_not_tried_when_shallow_or_vetoed_by_the_table() {
    with_search(FREE_QUEEN, |search, position| {
        let shallow = scout(position, params::PROBCUT_DEPTH.get() - 1, 0);
        assert_eq!(search.probcut(&shallow, &facts(-600), Score(-600)).unwrap(), None);
        let mate = scout(position, 6, Score::mated_in(Ply(9)).0);
        assert_eq!(search.probcut(&mate, &facts(-600), Score(-600)).unwrap(), None);
        assert_eq!(search.nodes, 0);
        let least = scout(position, params::PROBCUT_DEPTH.get(), 0);
        assert!(search.probcut(&least, &facts(-600), Score(-600)).unwrap().is_some());
        search.nodes = 0;
        let vetoed = |depth, score| Facts {
            entry: Some(entry(mv(position, "c3d5"), score, depth, Bound::Upper)),
            ..facts(-600)
        };
        let at = scout(position, 6, 0);
        let below = params::PROBCUT_MARGIN.get() - 1;
        assert_eq!(search.probcut(&at, &vetoed(3, below), Score(-600)).unwrap(), None);
        assert_eq!(search.nodes, 0);
        assert!(search.probcut(&at, &vetoed(2, below), Score(-600)).unwrap().is_some(), "the entry is shallow");
        assert!(search.probcut(&at, &vetoed(3, below + 1), Score(-600)).unwrap().is_some());
    });
}

#[test]
fn nothing_is_pruned_before_the_moves_on_the_principal_variation_in_check_or_without_a_move() {
    with_search(EXTRA_QUEEN, |search, position| {
        let at = scout(position, 2, 0);
        let excluded = Some(position.chess().legal_moves()[0]);
        assert!(search.prune_before_moves::<Scout>(&at, &facts(900)).unwrap().is_some());
        assert_eq!(search.prune_before_moves::<Pv>(&at, &facts(900)).unwrap(), None);
        assert_eq!(search.prune_before_moves::<Scout>(&at, &Facts { excluded, ..facts(900) }).unwrap(), None);
        assert_eq!(search.prune_before_moves::<Scout>(&at, &Facts { eval: None, ..facts(900) }).unwrap(), None);
    });
}

fn ordered(mv: Move, number: usize, history: i32) -> OrderedMove {
    OrderedMove { mv, noisy: mv.is_capture(), history, number, reduction: 0 }
}

#[test]
fn late_quiet_moves_are_skipped_sooner_when_not_improving() {
    with_search(START, |search, position| {
        let context = search.stack.context(Ply(1));
        let left = |number: usize, improving: bool| {
            let mut picker = Picker::all(None);
            let at = scout(position, 2, 0);
            let facts = Facts { improving, ..facts(0) };
            prunes_move(&at, &facts, Score(-1), &ordered(mv(position, "e2e4"), number, 0), &mut picker);
            std::iter::from_fn(|| picker.next(position, &search.memory.histories, &context)).count()
        };
        let whole = params::LATE_MOVE_BASE.get() + 4 * params::LATE_MOVE_FACTOR.get();
        let limit = (whole / params::HUNDREDTHS) as usize;
        assert_eq!((left(limit, true), left(limit + 1, true)), (20, 0));
        let limit = (whole * params::LATE_MOVE_NOT_IMPROVING.get() / params::HUNDREDTHS / params::HUNDREDTHS) as usize;
        assert_eq!((left(limit, false), left(limit + 1, false)), (20, 0));
    });
}

#[test]
fn futility_begins_at_its_margin() {
    with_search(START, |_, _| {
        let margin = params::FUTILITY_BASE.get() + params::FUTILITY_MARGIN.get() * 3;
        assert!(is_futile(&facts(0), Score(margin), 3));
        assert!(!is_futile(&facts(0), Score(margin - 1), 3));
        assert!(is_futile(&facts(0), Score(9000), params::FUTILITY_DEPTH.get()));
        assert!(!is_futile(&facts(0), Score(9000), params::FUTILITY_DEPTH.get() + 1));
        assert!(!is_futile(&Facts { eval: None, ..facts(0) }, Score(9000), 3), "in check");
    });
}

#[test]
fn quiet_moves_are_pruned_by_history_and_futility_but_checks_are_not() {
    with_search("4k3/8/8/8/8/8/8/R3K3 w - - 0 1", |_, position| {
        let mut picker = Picker::all(None);
        let mut prunes = |uci: &str, alpha: i32, history: i32| {
            let at = scout(position, 2, alpha + 1);
            prunes_move(&at, &facts(0), Score(alpha), &ordered(mv(position, uci), 2, history), &mut picker)
        };
        let failing = -2 * params::HISTORY_PRUNING_MARGIN.get();
        assert!(!prunes("a1a7", 0, failing));
        assert!(prunes("a1a7", 0, failing - 1));
        assert!(!prunes("a1a8", 0, failing - 1), "check");
        assert!(prunes("a1a7", 5000, 0), "futile");
        assert!(!prunes("a1a8", 5000, 0), "check");
    });
}

#[test]
fn moves_that_lose_too_much_in_exchange_are_pruned() {
    // The queen on e5 is taken by a pawn: 1000 lost, against 25 × depth² allowed.
    with_search("4k3/2p5/3p4/8/8/8/8/Q3K3 w - - 0 1", |_, position| {
        let mut picker = Picker::all(None);
        let mut prunes = |depth, uci: &str| {
            let mv = ordered(mv(position, uci), 2, 0);
            prunes_move(&scout(position, depth, 0), &facts(0), Score(-1), &mv, &mut picker)
        };
        assert!(prunes(6, "a1e5") && !prunes(7, "a1e5"));
        assert!(!prunes(1, "a1a5"), "a safe square");
    });
    // Queen takes a guarded pawn: 900 lost, against 115 × depth allowed.
    with_search("4k3/2p5/3p4/8/8/8/8/3QK3 w - - 0 1", |search, position| {
        let context = search.stack.context(Ply(1));
        let capture = ordered(mv(position, "d1d6"), 2, 0);
        let prunes = |depth, picker: &mut Picker| {
            prunes_move(&scout(position, depth, 0), &facts(0), Score(-1), &capture, picker)
        };
        let mut picker = Picker::all(None);
        assert!(!prunes(5, &mut picker), "good captures are still to come");
        while picker.next(position, &search.memory.histories, &context).is_some() {}
        assert!(prunes(5, &mut picker) && prunes(7, &mut picker) && !prunes(8, &mut picker));
        assert!(!prunes(params::EXCHANGE_DEPTH.get() + 1, &mut picker));
        // The margin for seven plies, 805, is too small by 95.
        let liked = |history: i32| OrderedMove { history, ..capture };
        let enough = 95 * params::HISTORY_LIMIT / params::EXCHANGE_NOISY_BY_HISTORY.get();
        let mut prunes = |mv| prunes_move(&scout(position, 7, 0), &facts(0), Score(-1), &mv, &mut picker);
        assert!(prunes(liked(0)) && prunes(liked(enough * 9 / 10)) && !prunes(liked(enough)));
    });
}
