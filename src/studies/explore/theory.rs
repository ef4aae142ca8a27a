//! A position of the lines, from which lines are sampled.

use std::sync::Arc;
use std::time::Instant;

use shakmaty::{Chess, Move};
use thiserror::Error;

use crate::chess::notation::numbered_line;
use crate::engine::Game;
use crate::openings::{Graph, Identity, NamedLine, NodeId, OnLines, Passage};

/// Lines as a graph, and a position in it that has continuations.
pub struct TheoryPosition {
    pub graph: Arc<Graph>,
    pub at: NodeId,
    /// The moves from the start position: those by which it was given, or those of the first line that has it.
    pub moves: Vec<Move>,
    /// Seconds it took to build the graph.
    pub build_seconds: f64,
}

/// Why nothing can be sampled from a position.
#[derive(Clone, Debug, Error, PartialEq, Eq)]
pub enum TheoryError {
    #[error("the position is not in these lines: its game follows them up to half move {0}")]
    Unknown(usize),
    #[error("theory ends in this position: there is nothing to sample")]
    End,
}

impl TheoryPosition {
    /// Builds the graph of `lines` and finds the position at the end of `game` in it.
    ///
    /// # Errors
    /// Fails if the lines do not have the position, or nothing follows it.
    pub fn new(
        lines: Vec<NamedLine>,
        identity: Identity,
        transpositions: bool,
        game: &Game,
    ) -> Result<TheoryPosition, TheoryError> {
        let start = Instant::now();
        let graph = Arc::new(Graph::new(lines, identity, transpositions));
        let build_seconds = start.elapsed().as_secs_f64();
        Ok(TheoryPosition { build_seconds, ..TheoryPosition::in_graph(graph, game)? })
    }

    /// Finds the position at the end of `game` in a graph that is there already.
    ///
    /// # Errors
    /// As [`TheoryPosition::new`].
    pub fn in_graph(graph: Arc<Graph>, game: &Game) -> Result<TheoryPosition, TheoryError> {
        let unknown = || TheoryError::Unknown(OnLines::of(&graph, game.start(), game.moves()).last_known.unwrap_or(0));
        let at = graph.find(game.position()).ok_or_else(unknown)?;
        if graph.edges(at).is_empty() {
            return Err(TheoryError::End);
        }
        let moves = moves_to(&graph, at, game);
        Ok(TheoryPosition { graph, at, moves, build_seconds: 0.0 })
    }

    pub fn position(&self) -> Chess {
        self.graph.position(self.at)
    }

    /// The moves that lead to the position, "1. e4 e5 2. Nc3"; empty for the start position.
    pub fn title(&self) -> String {
        numbered_line(&Chess::default(), &self.moves)
    }
}

fn moves_to(graph: &Graph, at: NodeId, game: &Game) -> Vec<Move> {
    if *game.start() == Chess::default() {
        return game.moves().to_vec();
    }
    let Passage { line, ply } = graph.passages(at)[0];
    graph.line(line).moves[..ply as usize].to_vec()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::chess::notation::parse_moves;
    use crate::openings::embedded;

    fn theory(game: &Game) -> Result<TheoryPosition, TheoryError> {
        TheoryPosition::new(embedded(), Identity::Position, true, game)
    }

    fn after(moves: &str) -> Game {
        let mut game = Game::default();
        parse_moves(moves).expect("legal").into_iter().for_each(|mv| game.play(mv));
        game
    }

    #[test]
    fn a_position_is_found_by_moves_and_by_fen() {
        let by_moves = theory(&after("1. e4 e5")).expect("in theory");
        assert_eq!(by_moves.title(), "1. e4 e5");
        let fen = "rnbqkbnr/pppp1ppp/8/4p3/4P3/8/PPPP1PPP/RNBQKBNR w KQkq - 0 2";
        let set_up = Game::from_fen(fen, shakmaty::CastlingMode::Standard).expect("a position");
        assert_eq!(theory(&set_up).expect("in theory").title(), by_moves.title());
    }

    #[test]
    fn outside_theory_the_last_known_half_move_is_named() {
        assert!(matches!(theory(&after("e4 e5 Nc3 h5 a3 a6 a4")), Err(TheoryError::Unknown(3..))));
    }
}
