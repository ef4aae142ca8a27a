//! The static evaluation: by the hand-made terms, of positions whose pawns were seen before, and of positions whose
//! pawns are new; by the network, of one position after another, and of positions after a move.

mod common;

use common::Stopwatch;
use motley::engine::{Ply, Score};
use motley::personalities::classical::attacked::attacked_by_both;
use motley::personalities::classical::eval::handmade::Evaluator;
use motley::personalities::classical::eval::nnue::{Accumulators, Changes, Nnue};
use shakmaty::{Chess, Move, Position as _};

fn bench_evaluation(stopwatch: &mut Stopwatch) {
    let positions = common::positions();
    let mut evaluator = Evaluator::new();
    // One pass over all positions; `key` names the pawns of the position with that index.
    let mut evaluate_all = |key: &mut dyn FnMut(u64) -> u64| {
        (0..)
            .zip(&positions)
            .map(|(index, game)| evaluator.evaluate(game.position(), key(index)))
            .fold(Score::DRAW, Score::max)
    };

    stopwatch.group("evaluation");
    stopwatch.elements(positions.len());
    stopwatch.time("pawns seen before", || evaluate_all(&mut |index| index + 1));
    let mut fresh = positions.len() as u64;
    stopwatch.time("pawns never seen", || {
        evaluate_all(&mut |_| {
            fresh += 1;
            fresh
        });
    });
}

fn bench_nnue(stopwatch: &mut Stopwatch) {
    let positions = common::positions();
    let mut accumulators = Accumulators::new(Nnue::embedded().expect("the network that ships"));
    let mut evaluate = |position: &Chess, ply: Ply, changes: Option<Changes>| {
        match changes {
            Some(changes) => accumulators.enter(ply, changes),
            None => accumulators.start(),
        }
        let board = position.board();
        accumulators.evaluate(board, position.turn(), attacked_by_both(board).each_ref(), ply)
    };
    stopwatch.group("network");
    stopwatch.elements(positions.len());
    stopwatch.time("one position after another", || {
        positions.iter().map(|game| evaluate(game.position(), Ply::ROOT, None)).max()
    });

    // The last position with all positions that a move makes of it.
    let root = positions.last().expect("a position").position().clone();
    let children: Vec<(Move, _)> =
        root.legal_moves().into_iter().map(|mv| (mv, root.clone().play(mv).expect("a legal move"))).collect();
    evaluate(&root, Ply::ROOT, None);
    stopwatch.elements(children.len());
    stopwatch.time("after a move", || {
        let after =
            |(mv, child): &(Move, Chess)| evaluate(child, Ply::ROOT.next(), Some(Changes::of(root.turn(), *mv)));
        children.iter().map(after).max()
    });
}

fn main() {
    let mut stopwatch = Stopwatch::default();
    bench_evaluation(&mut stopwatch);
    bench_nnue(&mut stopwatch);
}
