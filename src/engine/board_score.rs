//! The score of a line by the board alone, for players that have no evaluation: with it GUIs and bots can adjudicate.

use shakmaty::{Move, Position as _};

use super::ending::{REPETITIONS, is_drawn};
use crate::chess::key::position_key;
use crate::chess::material;
use crate::engine::{Game, Ply, Score};

/// The score after the legal moves of `line`, from the view of the side that makes the first: the distance to a mate on
/// the board, a draw by the rules (stalemate, too few pieces, fifty moves, the third time of a position), else the
/// balance of material.
pub fn board_score(game: &Game, line: &[Move]) -> Score {
    let side = game.position().turn();
    let mut position = game.position().clone();
    let mut reached = Vec::with_capacity(line.len());
    for &mv in line {
        position.play_unchecked(mv);
        reached.push(position_key(&position));
    }
    if position.is_checkmate() {
        let distance = Ply(line.len());
        return if position.turn() == side { Score::mated_in(distance) } else { Score::mate_in(distance) };
    }
    let times = game.keys().iter().chain(&reached).filter(|key| Some(*key) == reached.last()).count();
    if times >= REPETITIONS || is_drawn(&position) {
        return Score::DRAW;
    }
    Score(material::balance(position.board(), side))
}

#[cfg(test)]
mod tests {
    use shakmaty::CastlingMode;

    use super::*;

    /// The score of `line` in the position, after some moves of the game.
    fn score(fen: &str, moves: &str, line: &str) -> Score {
        let mut game = Game::from_fen(fen, CastlingMode::Standard).unwrap();
        moves.split_whitespace().for_each(|uci| game.play_uci(uci).unwrap());
        let mut after = game.clone();
        let line: Vec<Move> = line
            .split_whitespace()
            .map(|uci| {
                let mv = after.read_uci(uci).unwrap();
                after.play(mv);
                mv
            })
            .collect();
        board_score(&game, &line)
    }

    #[test]
    fn the_balance_after_the_line_is_that_of_the_side_that_moves_first() {
        let fen = "4k3/8/8/3q4/4P3/8/8/4K3 w - - 0 1";
        assert_eq!(score(fen, "", "e1e2"), Score(-800));
        assert_eq!(score(fen, "", "e4d5"), Score(100));
        assert_eq!(score(fen, "e1e2", "d5e4"), Score(900));
        assert_eq!(score(fen, "", "e1e2 d5e4"), Score(-900));
    }

    #[test]
    fn mates_have_their_distance_for_either_side() {
        let fools = "rnbqkbnr/pppp1ppp/8/4p3/6P1/5P2/PPPPP2P/RNBQKBNR b KQkq g3 0 2";
        assert_eq!(score(fools, "", "d8h4"), Score::mate_in(Ply(1)));
        let before = "rnbqkbnr/pppp1ppp/8/4p3/8/5P2/PPPPP1PP/RNBQKBNR w KQkq - 0 2";
        assert_eq!(score(before, "", "g2g4 d8h4"), Score::mated_in(Ply(2)));
    }

    #[test]
    fn draws_by_the_rules_are_0_whatever_the_material() {
        assert_eq!(score("7k/8/6K1/5Q2/8/8/8/8 w - - 0 1", "", "f5f7"), Score::DRAW, "stalemate");
        assert_eq!(score("7k/8/8/8/8/8/1n6/K1B5 w - - 0 1", "", "a1b2"), Score::DRAW, "too few men");
        let rook = |clock: u32| format!("7k/8/8/8/8/8/R7/K7 w - - {clock} 80");
        assert_eq!(score(&rook(99), "", "a2b2"), Score::DRAW, "fifty moves");
        assert_eq!(score(&rook(98), "", "a2b2"), Score(500));
        let twice = "a2b2 h8g8 b2a2 g8h8 a2b2 h8g8 b2a2";
        assert_eq!(score(&rook(0), twice, "g8h8"), Score::DRAW, "the third time");
        assert_eq!(score(&rook(0), "a2b2 h8g8 b2a2", "g8h8"), Score(-500), "the second time");
    }
}
