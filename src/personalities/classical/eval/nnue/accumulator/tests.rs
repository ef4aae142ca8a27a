use rand::rngs::StdRng;
use rand::{RngExt as _, SeedableRng as _};
use shakmaty::Position as _;

use super::super::fixtures::{nnue, random_move, start};
use super::*;
use crate::personalities::classical::position::Position;

fn attacked_by_both(position: &Position) -> [&Attacked; 2] {
    Color::ALL.map(|side| position.attacked_by(side))
}

/// Walks through a tree as a search does: moves, null moves and ways back. Every position is evaluated, or about half.
fn walk(accumulators: &mut Accumulators, rng: &mut StdRng, is_chess960: bool, every: bool) {
    accumulators.start();
    let mut line = vec![Position::new(start(rng, is_chess960))];
    for _ in 0..300 {
        let position = line.last().unwrap();
        let board = position.chess().board();
        let ply = Ply(line.len() - 1);
        if every || rng.random() {
            accumulators.evaluate(board, position.turn(), attacked_by_both(position), ply);
            for side in Color::ALL {
                let fresh = accumulators.nnue.accumulator(board, side);
                assert_eq!(accumulators.at(ply.0, side), fresh, "{side} of {board:?} at {ply:?}");
            }
        }
        let mv = random_move(rng, position.chess());
        if line.len() > 1 && rng.random_ratio(1, 5) || mv.is_none() {
            let back = rng.random_range(1..4);
            line.truncate(line.len().saturating_sub(back).max(1));
            continue;
        }
        if let Some(passed) = position.pass().filter(|_| rng.random_ratio(1, 20)) {
            accumulators.enter(ply.next(), Changes::NONE);
            line.push(passed);
            continue;
        }
        let Some(mv) = mv else { continue };
        accumulators.enter(ply.next(), Changes::of(position.turn(), mv));
        let child = position.play(mv);
        line.push(child);
        if line.len() > Ply::MAX.0 {
            return;
        }
    }
}

fn compare(games: u64) {
    for (hidden, is_chess960) in [(256, false), (256, true), (96, true)] {
        let mut accumulators = Accumulators::new(Arc::new(nnue(hidden, 3)));
        let mut rng = StdRng::seed_from_u64(4);
        for game in 0..games {
            walk(&mut accumulators, &mut rng, is_chess960, game % 2 == 0);
        }
    }
}

#[test]
fn accumulators_brought_up_to_date_equal_fresh_ones_in_random_games() {
    compare(50);
}

/// `cargo test --release --lib -- --ignored accumulators_brought_up_to_date`
#[test]
#[ignore = "takes a minute"]
fn accumulators_brought_up_to_date_equal_fresh_ones_in_a_thousand_random_games() {
    compare(1_000);
}

/// Every kind of move by name: the positions after it, fresh and brought up to date.
#[test]
fn every_kind_of_move_changes_the_accumulators_as_it_changes_the_board() {
    for (fen, moves) in [
        ("r3k2r/pppppppp/8/8/8/8/PPPPPPPP/R3K2R w KQkq - 0 1", &["e1h1", "e1a1", "e1d1", "a2a3", "h1g1"][..]),
        ("r3k2r/pppppppp/8/8/8/8/PPPPPPPP/R3K2R b KQkq - 0 1", &["e8h8", "e8a8", "e8d8"]),
        ("8/2p5/3p4/KP5r/1R3p1k/8/4P1P1/8 w - - 0 1", &["a5a4", "e2e4", "b4f4"]),
        ("4k3/8/8/3pP3/8/8/8/4K3 w - d6 0 1", &["e5d6", "e1d1", "e1e2"]),
        ("1n2k3/P7/8/8/8/8/p7/1N2K3 w - - 0 1", &["a7a8q", "a7a8n", "a7b8r"]),
        ("1n2k3/P7/8/8/8/8/p7/1N2K3 b - - 0 1", &["a2a1q", "a2b1b"]),
        // Chess960: the king stays, the rook stays, both change places.
        ("2k5/8/8/8/8/8/8/1RK3R1 w BG - 0 1", &["c1b1", "c1g1"]),
        ("4k3/8/8/8/8/8/8/5KR1 w G - 0 1", &["f1g1"]),
        ("4k3/8/8/8/8/8/8/3RK3 w D - 0 1", &["e1d1"]),
    ] {
        let mode = shakmaty::CastlingMode::Chess960;
        let chess = fen.parse::<shakmaty::fen::Fen>().unwrap().into_position(mode).unwrap();
        let position = Position::new(chess);
        let mut accumulators = Accumulators::new(Arc::new(nnue(64, 5)));
        for uci in moves {
            let mv = uci.parse::<shakmaty::uci::UciMove>().unwrap().to_move(position.chess()).unwrap();
            let child = position.play(mv);
            accumulators.start();
            accumulators.evaluate(position.chess().board(), position.turn(), attacked_by_both(&position), Ply(0));
            accumulators.enter(Ply(1), Changes::of(position.turn(), mv));
            accumulators.evaluate(child.chess().board(), child.turn(), attacked_by_both(&child), Ply(1));
            for side in Color::ALL {
                let fresh = accumulators.nnue.accumulator(child.chess().board(), side);
                assert_eq!(accumulators.at(1, side), fresh, "{fen} {uci}");
            }
        }
    }
}
