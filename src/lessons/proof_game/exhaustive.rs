//! Every game of a few plies, without an estimate: what it does not find is not there.

use rustc_hash::FxHashSet;
use shakmaty::{Chess, Color, Move, Position as _};

use super::Target;
use crate::chess::key::position_key;

/// Positions that are kept: some sixty megabytes.
const MOST_POSITIONS: usize = 400_000;

/// The outcome of an exhaustive search.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Exhaustive {
    /// The shortest game to the target.
    Found(Vec<Move>),
    /// No game of up to so many plies leads there.
    Nothing { plies: u32 },
    /// No game leads there, however long: all positions were seen that might.
    Never,
}

/// A position with the way back: the number of the one before it among those that are kept.
struct Node {
    position: Chess,
    parent: usize,
    mv: Option<Move>,
}

/// Goes through all games, ply by ply, until `stopped` is true or there are too many positions. A ply that was begun
/// and not finished does not count.
pub fn search_everything(target: &Target, stopped: impl Fn() -> bool) -> Exhaustive {
    let start = Chess::default();
    if target.is(&start) {
        return Exhaustive::Found(Vec::new());
    }
    let mut seen = FxHashSet::default();
    seen.insert(position_key(&start));
    let mut nodes = vec![Node { position: start, parent: 0, mv: None }];
    let mut layer = 0..1;
    for plies in 1.. {
        for parent in layer.clone() {
            if stopped() || nodes.len() > MOST_POSITIONS {
                return Exhaustive::Nothing { plies: plies - 1 };
            }
            for mv in nodes[parent].position.legal_moves() {
                // What never moved stands where it stood: a move that takes it away leads nowhere.
                if target.forbids(mv) {
                    continue;
                }
                let mut after = nodes[parent].position.clone();
                after.play_unchecked(mv);
                if target.is(&after) {
                    return Exhaustive::Found(way_to(&nodes, parent, mv));
                }
                // The same position later has no more to offer than it had.
                if has_enough(target, &after) && seen.insert(position_key(&after)) {
                    nodes.push(Node { position: after, parent, mv: Some(mv) });
                }
            }
        }
        layer = layer.end..nodes.len();
        if layer.is_empty() {
            break;
        }
    }
    Exhaustive::Never
}

/// Returns true if no side has fewer pieces or pawns than the target: they do not come back.
fn has_enough(target: &Target, position: &Chess) -> bool {
    let board = position.board();
    Color::ALL.into_iter().all(|side| {
        let enough = |has: usize, wanted: usize| has >= wanted;
        enough(board.by_color(side).count(), target.board.by_color(side).count())
            && enough(board.by_piece(side.pawn()).count(), target.board.by_piece(side.pawn()).count())
    })
}

fn way_to(nodes: &[Node], mut at: usize, last: Move) -> Vec<Move> {
    let mut moves = vec![last];
    while let Some(mv) = nodes[at].mv {
        moves.push(mv);
        at = nodes[at].parent;
    }
    moves.reverse();
    moves
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::chess::notation::parse_moves;
    use crate::chess::replay::position_after;

    fn found(moves: &str) -> Exhaustive {
        let target = Target::new(&position_after(&Chess::default(), &parse_moves(moves).expect(moves)));
        search_everything(&target, || false)
    }

    #[test]
    fn the_shortest_game_is_found() {
        for (moves, plies) in [("", 0), ("e4", 1), ("f3 e5 g4 Qh4#", 4), ("e3 e5 e4", 3)] {
            let Exhaustive::Found(game) = found(moves) else { panic!("{moves}") };
            assert_eq!(game.len(), plies, "{moves}: {game:?}");
        }
        let Exhaustive::Found(game) = found("Nf3 Nf6 Ng1 Ng8 e4") else { panic!("it is one half move") };
        assert_eq!(game.len(), 1);
    }

    #[test]
    fn a_half_move_that_is_not_finished_does_not_count() {
        let target =
            Target::new(&position_after(&Chess::default(), &parse_moves("e4 e5 Ke2 Ke7 Ke1 Ke8").expect("legal")));
        let asked = std::cell::Cell::new(0);
        // The start, its twenty positions, and one more.
        let stopped = || asked.replace(asked.get() + 1) > 21;
        assert_eq!(search_everything(&target, stopped), Exhaustive::Nothing { plies: 2 });
        assert_eq!(search_everything(&target, || true), Exhaustive::Nothing { plies: 0 });
    }
}
