//! The static evaluation: positions whose pawns were seen before, and positions whose pawns are new.

mod common;

use common::Stopwatch;
use motley::engine::Score;
use motley::personalities::classical::eval::Evaluator;

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

fn main() {
    let mut stopwatch = Stopwatch::default();
    bench_evaluation(&mut stopwatch);
}
