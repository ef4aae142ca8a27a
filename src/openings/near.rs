//! Positions that are almost those of lines: the colours reversed, or one piece displaced or missing (Saarmann, section
//! 6, future work).

use rustc_hash::FxHashMap;
use shakmaty::zobrist::{Zobrist64, ZobristValue as _};
use shakmaty::{CastlingMode, Chess, EnPassantMode, FromSetup, Move, Piece, Position, Setup, Square};

use super::graph::{Graph, NodeId};
use crate::chess::key::placement_and_turn_key;

/// The same position with the colours reversed and the board turned upside down, where that is a position.
pub fn reversed(position: &Chess) -> Option<Chess> {
    let mut setup: Setup = position.to_setup(EnPassantMode::Legal);
    setup.mirror();
    Chess::from_setup(setup, CastlingMode::Standard).ok()
}

/// A move as it is called on the reversed board.
pub fn reversed_move(mv: Move) -> Move {
    let turn = Square::flip_vertical;
    match mv {
        Move::Normal { role, from, capture, to, promotion } => {
            Move::Normal { role, from: turn(from), capture, to: turn(to), promotion }
        }
        Move::EnPassant { from, to } => Move::EnPassant { from: turn(from), to: turn(to) },
        Move::Castle { king, rook } => Move::Castle { king: turn(king), rook: turn(rook) },
        Move::Put { role, to } => Move::Put { role, to: turn(to) },
    }
}

/// The difference between a known position and the one on the board.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Neighbour {
    /// The piece stands on another square there.
    Displaced { piece: Piece, here: Square, there: Square },
    /// The piece is on the board, and missing in theory.
    Extra { piece: Piece, here: Square },
    /// The piece is in theory, and missing on the board.
    Missing { piece: Piece, there: Square },
}

/// Finds the positions of a graph that are one piece away, without looking at all of them.
///
/// Every position is filed once for each of its pieces under the key of what is left without it. Two positions that
/// differ by one displaced piece have such a rest in common.
pub struct NearIndex {
    whole: FxHashMap<u64, Vec<NodeId>>,
    without_one: FxHashMap<u64, Vec<(NodeId, Square, Piece)>>,
}

impl NearIndex {
    pub fn new(graph: &Graph) -> NearIndex {
        let mut index = NearIndex { whole: FxHashMap::default(), without_one: FxHashMap::default() };
        for id in graph.ids() {
            // Nothing follows an end of theory.
            if graph.edges(id).is_empty() {
                continue;
            }
            let position = graph.position(id);
            let key = placement_and_turn_key(&position);
            index.whole.entry(key).or_default().push(id);
            for (square, piece) in pieces(&position) {
                index
                    .without_one
                    .entry(key ^ Zobrist64::zobrist_for_piece(square, piece).0)
                    .or_default()
                    .push((id, square, piece));
            }
        }
        index
    }

    /// The known positions one piece away, the same side to move. Kings are never missing; a displaced piece keeps its
    /// kind and colour.
    pub fn neighbours(&self, position: &Chess) -> Vec<(NodeId, Neighbour)> {
        let key = placement_and_turn_key(position);
        let filed = |rest: u64| self.without_one.get(&rest).into_iter().flatten();
        let mut found: Vec<(NodeId, Neighbour)> =
            filed(key).map(|&(id, there, piece)| (id, Neighbour::Missing { piece, there })).collect();
        for (here, piece) in pieces(position) {
            let rest = key ^ Zobrist64::zobrist_for_piece(here, piece).0;
            found.extend(self.whole.get(&rest).into_iter().flatten().map(|&id| (id, Neighbour::Extra { piece, here })));
            let displaced = filed(rest).filter(|(_, there, other)| *there != here && *other == piece);
            found.extend(displaced.map(|&(id, there, _)| (id, Neighbour::Displaced { piece, here, there })));
        }
        found
    }
}

fn pieces(position: &Chess) -> impl Iterator<Item = (Square, Piece)> {
    position.board().clone().into_iter()
}

#[cfg(test)]
mod tests {
    use shakmaty::Color;

    use super::*;
    use crate::chess::notation::parse_moves;
    use crate::chess::replay::position_after;
    use crate::openings::{Identity, NamedLine};

    fn after(moves: &str) -> Chess {
        position_after(&Chess::default(), &parse_moves(moves).expect("legal"))
    }

    fn graph(moves: &str) -> Graph {
        let line = NamedLine::new("A00".into(), "Test".into(), String::new(), parse_moves(moves).expect("legal"));
        Graph::new(vec![line], Identity::Position, false)
    }

    #[test]
    fn a_lost_tempo_reverses_the_colours() {
        // Black has what White has after 1. e4 e5, and it is White to move there.
        let theirs = reversed(&after("e3 e5 e4")).expect("a position");
        let open_game = graph("e4 e5 Nf3");
        assert_eq!(open_game.find(&theirs), open_game.find(&after("e4 e5")));
        assert!(open_game.find(&theirs).is_some());
    }

    #[test]
    fn the_english_is_a_sicilian_whose_other_side_lacks_a_move() {
        let sicilian = graph("e4 c5 Nf3 d6");
        let english = reversed(&after("c4 e5")).expect("a position");
        assert!(sicilian.find(&english).is_none());
        let found = NearIndex::new(&sicilian).neighbours(&english);
        let knight = Color::White.knight();
        let tempo = Neighbour::Displaced { piece: knight, here: Square::G1, there: Square::F3 };
        assert!(found.contains(&(sicilian.find(&after("e4 c5 Nf3")).unwrap(), tempo)), "{found:?}");
    }

    #[test]
    fn moves_are_reversed_with_their_board() {
        // With a capture en passant, and with castling, among the moves.
        for moves in ["e3 e5 e4", "e4 a6 e5 d5", "e4 e5 Nf3 Nc6 Bb5 Nf6"] {
            let position = after(moves);
            let mirror = reversed(&position).expect("a position");
            assert_eq!(mirror.legal_moves().len(), position.legal_moves().len());
            for mv in mirror.legal_moves() {
                let back = reversed_move(mv);
                assert!(position.is_legal(back), "{mv:?}");
                assert_eq!(reversed_move(back), mv);
            }
        }
    }

    #[test]
    fn one_piece_displaced_missing_or_too_many_is_found() {
        let graph = graph("e4 e5 Nf3 Nc6 Bb5 a6 Ba4");
        let index = NearIndex::new(&graph);
        let near = |moves: &str| index.neighbours(&after(moves));

        // h6 for a6: two pawns differ, which is too much.
        assert_eq!(near("e4 e5 Nf3 Nc6 Bb5 h6"), []);
        // The bishop on c4: displaced by one square.
        let displaced = near("e4 e5 Nf3 Nc6 Bc4 a6");
        assert_eq!(displaced.len(), 1);
        assert!(matches!(displaced[0].1, Neighbour::Displaced { here: Square::C4, there: Square::B5, .. }));
        // The a-pawn is on a3 and the e-pawn at home: two pawns differ again.
        assert_eq!(near("a3 e5"), []);

        // The a-pawn is missing on the board.
        let mut setup = after("e4 e5 Nf3 Nc6").to_setup(EnPassantMode::Legal);
        setup.board.discard_piece_at(Square::A2);
        let missing = Chess::from_setup(setup, CastlingMode::Standard).expect("a position");
        let found = index.neighbours(&missing);
        assert!(matches!(found[..], [(_, Neighbour::Missing { there: Square::A2, .. })]), "{found:?}");

        // The d-pawn was captured in the line, and is still on the board.
        let scandinavian = self::graph("e4 d5 exd5 Qxd5 Nc3");
        let mut setup = after("e4 d5 exd5 Qxd5").to_setup(EnPassantMode::Legal);
        setup.board.set_piece_at(Square::D7, Color::Black.pawn());
        let extra = Chess::from_setup(setup, CastlingMode::Standard).expect("a position");
        let found = NearIndex::new(&scandinavian).neighbours(&extra);
        let pawn = Neighbour::Extra { piece: Color::Black.pawn(), here: Square::D7 };
        assert_eq!(found, [(scandinavian.find(&after("e4 d5 exd5 Qxd5")).unwrap(), pawn)]);

        // A knight on e2 for the bishop on f1: a piece of another kind is not displaced.
        let mut setup = after("e4 d5 exd5 Qxd5").to_setup(EnPassantMode::Legal);
        setup.board.discard_piece_at(Square::F1);
        setup.board.set_piece_at(Square::E2, Color::White.knight());
        let exchanged = Chess::from_setup(setup, CastlingMode::Standard).expect("a position");
        assert_eq!(NearIndex::new(&scandinavian).neighbours(&exchanged), []);
    }

    #[test]
    fn the_other_side_to_move_is_no_neighbour_and_ends_of_lines_are_none() {
        let graph = graph("e4 e5 Nf3");
        let index = NearIndex::new(&graph);
        assert_eq!(index.neighbours(&after("e4 e5")), [], "the position itself is not near, but known");
        // As after 1. e4 e5 without the a-pawn, but Black to move.
        let mut setup = after("e4 e5").to_setup(EnPassantMode::Legal);
        setup.board.discard_piece_at(Square::A2);
        let white_to_move = Chess::from_setup(setup.clone(), CastlingMode::Standard).expect("a position");
        assert_eq!(index.neighbours(&white_to_move).len(), 1);
        setup.turn = Color::Black;
        let black_to_move = Chess::from_setup(setup, CastlingMode::Standard).expect("a position");
        assert_eq!(index.neighbours(&black_to_move), []);
        // Nothing follows 2. Nf3, so it has no move to offer.
        assert_eq!(index.neighbours(&after("e4 e5 Nh3")), []);
    }
}
