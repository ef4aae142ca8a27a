//! Endings of king and one piece against the bare king, solved backwards from the mates.

use std::mem;

use shakmaty::{CastlingMode, Chess, Color, FromSetup, Piece, Position, Role, Setup, Square};

use super::index::{Placement, number, sizes};

/// The placements of an ending with each side to move: how far those are from their end that White wins.
pub struct Ending {
    pub role: Role,
    /// Plies to mate or to the next pawn move of a win; `None` where nobody wins, and for what is no position. The
    /// number of a placement is twice that in the table, and one more where Black moves.
    distances: Vec<Option<u8>>,
}

/// A placement with the side to move, and where its moves lead.
#[derive(Clone, Default)]
struct Node {
    black_moves: bool,
    is_mate: bool,
    moves: Vec<Target>,
}

#[derive(Clone, Copy)]
enum Target {
    Node(usize),
    /// The same, by a move of the pawn.
    PawnMove(usize),
    /// Out of this ending: into one that White wins, or not.
    Exit {
        is_won: bool,
    },
}

impl Ending {
    /// Solves the ending with this piece. A pawn's needs those that it may promote to.
    pub fn solve(role: Role, promoted: &[Ending]) -> Ending {
        let mut nodes = nodes(role, promoted);
        let won: Vec<bool> = distances(&nodes).into_iter().map(|distance| distance.is_some()).collect();
        // Distances count to the next pawn move that keeps the win, and no farther.
        for target in nodes.iter_mut().flat_map(|node| &mut node.moves) {
            if let Target::PawnMove(child) = *target {
                *target = Target::Exit { is_won: won[child] };
            }
        }
        Ending { role, distances: distances(&nodes) }
    }

    /// The distances of a subtable's placements with one side to move.
    pub fn side(&self, subtable: usize, black_moves: bool) -> impl Iterator<Item = Option<u8>> {
        let (_, size) = sizes(self.role);
        let nodes = &self.distances[2 * size * subtable..2 * size * (subtable + 1)];
        nodes.iter().skip(usize::from(black_moves)).step_by(2).copied()
    }

    /// The number of placements that White wins, both sides to move counted.
    #[cfg(test)]
    pub fn won(&self) -> usize {
        self.distances.iter().flatten().count()
    }

    #[cfg(test)]
    pub fn longest(&self) -> Option<u8> {
        self.distances.iter().flatten().copied().max()
    }
}

/// The position of a placement, unless it is none.
pub fn position(role: Role, at: Placement, turn: Color) -> Option<Chess> {
    let mut setup = Setup::empty();
    setup.turn = turn;
    for (square, color, role) in
        [(at.king, Color::White, Role::King), (at.man, Color::White, role), (at.their_king, Color::Black, Role::King)]
    {
        setup.board.set_piece_at(square, Piece { color, role });
    }
    Chess::from_setup(setup, CastlingMode::Standard).ok()
}

fn nodes(role: Role, promoted: &[Ending]) -> Vec<Node> {
    let (subtables, size) = sizes(role);
    let mut nodes = vec![Node::default(); 2 * subtables * size];
    // Mirrored placements are one node.
    let mut seen = vec![false; nodes.len()];
    for (at, turn) in Placement::all(role).flat_map(|at| Color::ALL.map(|turn| (at, turn))) {
        let number = node_number(role, at, turn);
        if mem::replace(&mut seen[number], true) {
            continue;
        }
        if let Some(position) = position(role, at, turn) {
            nodes[number] = Node {
                black_moves: turn.is_black(),
                is_mate: position.is_checkmate(),
                moves: targets(&position, role, promoted),
            };
        }
    }
    nodes
}

fn node_number(role: Role, at: Placement, turn: Color) -> usize {
    let (_, size) = sizes(role);
    let (subtable, number) = number(role, at);
    2 * (subtable * size + number) + usize::from(turn.is_black())
}

fn targets(position: &Chess, role: Role, promoted: &[Ending]) -> Vec<Target> {
    let legal = position.legal_moves();
    legal
        .into_iter()
        .map(|mv| {
            let mut child = position.clone();
            child.play_unchecked(mv);
            let Some(at) = placement(&child) else { return Target::Exit { is_won: false } };
            if let Some(new) = mv.promotion() {
                let ending = promoted.iter().find(|ending| ending.role == new);
                let number = node_number(new, at, child.turn());
                return Target::Exit { is_won: ending.is_some_and(|ending| ending.distances[number].is_some()) };
            }
            let number = node_number(role, at, child.turn());
            if mv.role() == Role::Pawn { Target::PawnMove(number) } else { Target::Node(number) }
        })
        .collect()
}

/// The squares of the pieces; `None` once the white piece is taken.
fn placement(position: &Chess) -> Option<Placement> {
    let board = position.board();
    let king = |color| board.king_of(color).expect("each side has a king");
    let man: Option<Square> = (board.white() & !board.kings()).first();
    Some(Placement { king: king(Color::White), man: man?, their_king: king(Color::Black) })
}

/// Plies to the end of each node that White wins, found in the order of their number.
fn distances(nodes: &[Node]) -> Vec<Option<u8>> {
    let mut distances: Vec<Option<u8>> = nodes.iter().map(|node| node.is_mate.then_some(0)).collect();
    for distance in 1..=u8::MAX {
        let won = |target: &Target| match *target {
            Target::Node(child) | Target::PawnMove(child) => distances[child].is_some(),
            Target::Exit { is_won } => is_won,
        };
        let is_won = |node: &Node| match node.black_moves {
            false => node.moves.iter().any(won),
            true => !node.moves.is_empty() && node.moves.iter().all(won),
        };
        let found: Vec<usize> =
            (0..nodes.len()).filter(|&number| distances[number].is_none() && is_won(&nodes[number])).collect();
        if found.is_empty() {
            break;
        }
        for number in found {
            distances[number] = Some(distance);
        }
    }
    distances
}
