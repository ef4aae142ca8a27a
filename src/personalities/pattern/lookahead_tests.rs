use shakmaty::{CastlingMode, Color};

use super::*;
use crate::nets::NEVER;
use crate::nets::pattern::PatternNet;

fn game(fen: &str, moves: &str) -> Game {
    let mut game = Game::from_fen(fen, CastlingMode::Standard).unwrap();
    moves.split_whitespace().for_each(|uci| game.play_uci(uci).unwrap());
    game
}

/// All moves of a game, best first, and how many were judged.
fn ranked(game: &Game, limits: &Limits, depth: usize, beam: usize) -> (Result<Vec<ValuedLine>, Interrupted>, u64) {
    ranked_lines(game, limits, depth, Width { beam, lines: 1 })
}

fn ranked_lines(
    game: &Game,
    limits: &Limits,
    depth: usize,
    width: Width,
) -> (Result<Vec<ValuedLine>, Interrupted>, u64) {
    let mut reader = Reader::embedded(PatternNet::WholeGame, &crate::nets::RuntimeChoice::default()).unwrap();
    let sequence = reader.encode(game.start(), game.moves());
    let state = reader.read(&sequence, depth).unwrap();
    let (clock, stop) = (Clock::start(limits, game.position().turn(), std::time::Duration::ZERO), Stop::new());
    let mut lookahead = Lookahead::new(&mut reader, limits, &clock, &stop, width);
    let moves = game.legal_moves();
    let lines = match depth {
        1 => lookahead.judge_each(game, &state, &moves),
        _ => lookahead.rank(game, &state, &moves, depth),
    };
    (lines, lookahead.nodes)
}

fn uci(line: &ValuedLine) -> String {
    line.pv.iter().map(|mv| mv.to_uci(CastlingMode::Standard).to_string()).collect::<Vec<_>>().join(" ")
}

/// Without pruning: every move to the depth, the best for the side to move.
fn minimax(reader: &mut Reader, game: &Game, state: &ReaderState, depth: usize) -> f32 {
    let side = game.position().turn();
    let values = game.legal_moves().into_iter().map(|mv| {
        let mut after = game.clone();
        after.play(mv);
        if after.position().is_checkmate() || is_draw(&after) {
            return if after.position().is_checkmate() { f32::INFINITY } else { 0.0 };
        }
        let state = reader.read_move(state, game.position(), mv, NEVER).unwrap();
        match depth {
            1 => Value::from(&state).for_side(side),
            _ => -minimax(reader, &after, &state, depth - 1),
        }
    });
    values.fold(f32::NEG_INFINITY, f32::max)
}

#[test]
fn with_a_beam_for_all_moves_the_value_is_that_of_minimax() {
    let mut reader = Reader::embedded(PatternNet::WholeGame, &crate::nets::RuntimeChoice::default()).unwrap();
    for moves in ["", "e2e3"] {
        let game = game("4k3/p7/8/8/8/8/4P3/4K3 w - - 0 1", moves);
        let sequence = reader.encode(game.start(), game.moves());
        let state = reader.read(&sequence, 0).unwrap();
        let expected = minimax(&mut reader, &game, &state, 3);
        let best = ranked(&game, &Limits::default(), 3, 64).0.unwrap().swap_remove(0);
        assert_eq!((best.value.for_side(game.position().turn()), best.pv.len()), (expected, 3), "{moves}");
    }
}

#[test]
fn only_the_beam_is_looked_at_more_than_one_half_move_deep() {
    let game = game("4k3/p7/8/8/8/8/4P3/4K3 w - - 0 1", "");
    let lines = ranked(&game, &Limits::default(), 2, 2).0.unwrap();
    let deep: Vec<usize> = lines.iter().map(|line| line.pv.len()).collect();
    assert_eq!((deep[0], deep[1], deep[2..].iter().max()), (2, 2, Some(&1)));
}

#[test]
fn a_mate_is_found_by_the_rules_and_stalemate_repetition_and_fifty_moves_are_draws() {
    let line = |game: &Game, asked: &str| {
        ranked(game, &Limits::default(), 1, 1).0.unwrap().into_iter().find(|line| uci(line) == asked).unwrap().value
    };
    let queen = game("7k/8/6K1/5Q2/8/8/8/8 w - - 0 1", "");
    assert_eq!(line(&queen, "f5f8"), Value::Mate(Color::White, 1));
    assert_eq!(line(&queen, "f5f7"), Value::Draw);
    let rook = "7k/8/8/8/8/8/R7/K7 w - - 0 1";
    assert_eq!(line(&game(rook, "a2b2 h8h7 b2a2"), "h7h8"), Value::Draw);
    assert!(matches!(line(&game(rook, "a2b2 h8h7 b2c2"), "h7h8"), Value::Predicted { .. }));
    assert_eq!(line(&game("7k/8/8/8/8/8/R7/K7 w - - 99 80", ""), "a2b2"), Value::Draw);
    assert!(matches!(line(&game("7k/8/8/8/8/8/R7/K7 w - - 98 80", ""), "a2b2"), Value::Predicted { .. }));
}

#[test]
fn every_line_that_is_reported_has_its_own_value_and_they_fall() {
    let game = game("4k3/p7/8/8/8/8/4P3/4K3 w - - 0 1", "");
    let lines = ranked_lines(&game, &Limits::default(), 2, Width { beam: 1, lines: 4 }).0.unwrap();
    assert!(lines[..4].iter().all(|line| line.pv.len() == 2));
    assert!(lines[..4].is_sorted_by(|a, b| a.value.for_side(Color::White) >= b.value.for_side(Color::White)));
    let mut values: Vec<f32> = game
        .legal_moves()
        .into_iter()
        .map(|mv| {
            let only = Limits { search_moves: vec![mv], ..Limits::default() };
            let (mut reader, stop) =
                (Reader::embedded(PatternNet::WholeGame, &crate::nets::RuntimeChoice::default()).unwrap(), Stop::new());
            let state = reader.read(&reader.encode(game.start(), &[]), 0).unwrap();
            let clock = Clock::start(&only, Color::White, std::time::Duration::ZERO);
            let mut lookahead = Lookahead::new(&mut reader, &only, &clock, &stop, Width { beam: 1, lines: 1 });
            lookahead.rank(&game, &state, &[mv], 2).unwrap()[0].value.for_side(Color::White)
        })
        .collect();
    values.retain(|value| lines[..4].iter().any(|line| line.value.for_side(Color::White) == *value));
    assert_eq!(values.len(), 4, "a value is that of the best reply, not of the first that refutes the move");
}

#[test]
fn limits_end_every_depth_and_the_first_judges_one_move_at_least() {
    let game = game("4k3/p7/8/8/8/8/4P3/4K3 w - - 0 1", "");
    let nodes = |nodes| Limits { nodes: Some(nodes), ..Limits::default() };
    assert!(matches!(ranked(&game, &nodes(3), 1, 8), (Ok(lines), 3) if lines.len() == 3));
    assert!(matches!(ranked(&game, &nodes(3), 2, 8), (Err(Interrupted::Stopped), 3)));
    let late = Limits { move_time: Some(std::time::Duration::ZERO), ..Limits::default() };
    assert!(matches!(ranked(&game, &late, 1, 8), (Ok(lines), _) if !lines.is_empty()));
}
