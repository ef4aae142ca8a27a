//! Positions of theory that resemble one out of theory: with reversed colours, or with one piece elsewhere (Saarmann,
//! section 6). Their moves may be played there.

use shakmaty::{Move, Position};

use super::opening_theory::OpeningTheory;
use crate::chess::notation::{color_name, role_name};
use crate::engine::Game;
use crate::openings::{Neighbour, NodeId, reversed, reversed_move};

/// A known position that resembles the one on the board.
#[derive(Clone, Debug)]
pub struct SimilarPosition {
    /// The node of the position in theory.
    pub at: NodeId,
    /// The colours are reversed there.
    pub reversed: bool,
    /// The difference, in words.
    pub how: String,
}

impl SimilarPosition {
    /// A move of the known position on the board, where it is legal.
    pub fn translate(&self, game: &Game, mv: Move) -> Option<Move> {
        let mv = if self.reversed { reversed_move(mv) } else { mv };
        game.position().is_legal(mv).then_some(mv)
    }

    /// A line of the known position on the board, as far as it is legal there.
    pub fn translate_line(&self, game: &Game, line: &[Move]) -> Vec<Move> {
        let mut game = game.clone();
        let mut legal = Vec::new();
        for &mv in line {
            let Some(mv) = self.translate(&game, mv) else { break };
            game.play(mv);
            legal.push(mv);
        }
        legal
    }
}

/// Known positions like the one on the board: with colours reversed first, then with one piece displaced or missing;
/// within each kind sorted by the number of lines through them.
pub fn similar_positions(
    theory: &mut OpeningTheory,
    game: &Game,
    with_reversed: bool,
    with_displaced: bool,
) -> Vec<SimilarPosition> {
    let mut found = Vec::new();
    if with_reversed && let Some(mirror) = reversed(game.position()) {
        let exact = theory.graph.find(&mirror).filter(|&id| !theory.graph.edges(id).is_empty());
        found.extend(exact.map(|at| SimilarPosition { at, reversed: true, how: "with colours reversed".to_owned() }));
        // With reversed colours a side is mostly a tempo ahead: one piece of the other side has not moved yet.
        found.extend(neighbours(theory, &mirror, |neighbour| {
            let Neighbour::Displaced { piece, here, there } = neighbour else { return None };
            let (here, there, side) = (here.flip_vertical(), there.flip_vertical(), color_name(!piece.color));
            Some(format!("with colours reversed and {side}'s {} on {here} instead of {there}", role_name(piece.role)))
        }));
        found.iter_mut().for_each(|similar| similar.reversed = true);
    }
    if with_displaced {
        found.extend(neighbours(theory, game.position(), |neighbour| {
            Some(match neighbour {
                Neighbour::Displaced { piece, here, there } => {
                    format!("with {}'s {} on {there} instead of {here}", color_name(piece.color), role_name(piece.role))
                }
                Neighbour::Extra { piece, here } => {
                    format!("without {}'s {} on {here}", color_name(piece.color), role_name(piece.role))
                }
                Neighbour::Missing { piece, there } => {
                    format!("with another {} of {} on {there}", role_name(piece.role), color_name(piece.color))
                }
            })
        }));
    }
    found
}

fn neighbours(
    theory: &mut OpeningTheory,
    position: &shakmaty::Chess,
    describe: impl Fn(Neighbour) -> Option<String>,
) -> Vec<SimilarPosition> {
    let mut near = theory.near().neighbours(position);
    near.sort_by_key(|(id, _)| std::cmp::Reverse(theory.graph.node(*id).lines));
    near.into_iter()
        .filter_map(|(at, neighbour)| Some(SimilarPosition { at, reversed: false, how: describe(neighbour)? }))
        .collect()
}
