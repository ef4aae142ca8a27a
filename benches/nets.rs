//! Mockfish's net: loading, a run for every bench position, its input planes and its ranked moves. Pattern's nets:
//! loading, and reading a move.

mod common;

use common::Stopwatch;
use motley::nets::input::NetInput;
use motley::nets::mockfish::{Embedded, MoveNet, Rule, rank_moves};
use motley::nets::pattern::{MoveSequence, PatternNet, Reader};
use motley::nets::planes::Planes;
use motley::nets::{NEVER, RuntimeChoice};

fn bench_nets(stopwatch: &mut Stopwatch) {
    let positions = common::positions();
    let load = || MoveNet::embedded(Embedded::Standard, &RuntimeChoice::default()).expect("the runtime is there");
    let mut net = load();
    let outputs: Vec<_> = positions
        .iter()
        .map(|game| net.predict(&NetInput::of(game.position(), &[]), NEVER).expect("the net answers"))
        .collect();

    stopwatch.group("nets");
    stopwatch.time("load", load);
    stopwatch.elements(positions.len());
    stopwatch.time("predict", || {
        positions.iter().filter(|game| net.predict(&NetInput::of(game.position(), &[]), NEVER).is_ok()).count()
    });
    stopwatch.time("planes", || {
        positions.iter().map(|game| Planes::Rich.encode(&NetInput::of(game.position(), &[])).len()).sum::<usize>()
    });
    stopwatch.time("moves", || {
        let ranked = positions
            .iter()
            .zip(&outputs)
            .map(|(game, output)| rank_moves(game.position(), &game.legal_moves(), output, Rule::Moves).len());
        ranked.sum::<usize>()
    });
}

fn bench_pattern(stopwatch: &mut Stopwatch) {
    stopwatch.group("pattern");
    for net in PatternNet::ALL {
        let load = || Reader::embedded(net, &RuntimeChoice::default()).expect("the runtime is there");
        let mut reader = load();
        let start = shakmaty::Chess::default();
        let mv = shakmaty::Position::legal_moves(&start)[0];
        let state = reader.read(&MoveSequence::default(), 1).expect("the net answers");
        stopwatch.time(&format!("load {}", net.name()), load);
        stopwatch.time(&format!("read_move {}", net.name()), || {
            reader.read_move(&state, &start, mv, NEVER).expect("the net answers")
        });
    }
}

fn main() {
    let mut stopwatch = Stopwatch::default();
    bench_nets(&mut stopwatch);
    bench_pattern(&mut stopwatch);
}
