//! Beam search over cooperative play: both sides choose the moves that lead to the goal, the most promising positions
//! of each ply go on.
//!
//! Chance is part of it: distances are blurred before they are compared, so that every search finds another game. A
//! search that finds nothing begins again with other random numbers and a wider beam.

use rand::rngs::StdRng;
use rand::{RngExt, SeedableRng};
use rustc_hash::FxHashSet;
use shakmaty::{Chess, Move, Position};

use super::problem::Problem;
use crate::chess::key::position_key;
use crate::chess::replay::position_after;
use crate::constraint::{Atom, Goal};

/// Positions that go on from one ply to the next, at the first try; each further try takes twice as many.
const WIDTH: usize = 10;
const WIDEST: usize = 640;
/// The factor on the width where a mate or stalemate is required: there the distance is a poorer guide.
const MATE_FACTOR: usize = 6;
/// The blur of the distances, in plies.
const BLUR: f32 = 1.4;

/// A position under way, with the way back.
struct Node {
    position: Chess,
    parent: u32,
    mv: Option<Move>,
    promotions: u32,
}

/// A move that may go on to the next ply.
struct BeamMove {
    parent: u32,
    mv: Move,
    blurred: f32,
    promotions: u32,
}

/// Moves from `start` (after `ply` plies of its game) to a position that meets one of the goals: at least one move
/// unless it is met at once. `None` when all tries failed, or `stopped` was true.
pub fn find(problem: Problem, start: &Chess, ply: u32, seed: u64, stopped: impl Fn() -> bool) -> Option<Vec<Move>> {
    let mut rng = StdRng::seed_from_u64(seed);
    let requires_an_end =
        |goal: &Goal| [Atom::Checkmate, Atom::Stalemate].iter().any(|end| goal.required(end) == Some(true));
    let mut width = if problem.goals.iter().any(requires_an_end) { MATE_FACTOR * WIDTH } else { WIDTH };
    for _ in 0..problem.bounds.tries.max(1) {
        if stopped() {
            return None;
        }
        let mut moves = detour(problem, start, ply, &mut rng);
        let begin = position_after(start, &moves);
        let mut search = Search { problem, width, rng: &mut rng, stopped: &stopped };
        if let Some(rest) = search.run(&begin, ply + moves.len() as u32) {
            moves.extend(rest);
            return Some(moves);
        }
        width = (2 * width).min(WIDEST);
    }
    None
}

/// The random moves of a detour: none of them meets a goal or makes all of them impossible.
fn detour(problem: Problem, start: &Chess, ply: u32, rng: &mut StdRng) -> Vec<Move> {
    // From a position that meets a goal already, a detour leads to others that do, or away and back.
    let met_already = problem.is_met(start, ply);
    let mut position = start.clone();
    let mut moves = Vec::new();
    for ply in ply + 1..=ply + problem.bounds.detour {
        let mut legal = position.legal_moves();
        legal.retain(|mv| {
            let mut after = position.clone();
            after.play_unchecked(*mv);
            !mv.is_promotion() && (met_already || !problem.is_met(&after, ply)) && problem.nearest(&after).is_some()
        });
        if legal.is_empty() {
            break;
        }
        let mv = legal[rng.random_range(0..legal.len())];
        position.play_unchecked(mv);
        moves.push(mv);
    }
    moves
}

/// One try.
struct Search<'a, S> {
    problem: Problem<'a>,
    /// Positions that go on from one ply to the next.
    width: usize,
    rng: &'a mut StdRng,
    stopped: &'a S,
}

impl<S: Fn() -> bool> Search<'_, S> {
    fn run(&mut self, start: &Chess, ply: u32) -> Option<Vec<Move>> {
        if self.problem.is_met(start, ply) {
            return Some(Vec::new());
        }
        let promotions = self.problem.promotions;
        let mut nodes = vec![Node { position: start.clone(), parent: 0, mv: None, promotions }];
        let mut beam = 0..1;
        for ply in ply + 1..=self.problem.bounds.max_plies {
            if beam.is_empty() {
                return None;
            }
            let (mut met, mut candidates) = (Vec::new(), Vec::new());
            for parent in beam.clone() {
                if (self.stopped)() {
                    return None;
                }
                let node = &nodes[parent];
                let problem = Problem { promotions: node.promotions, ..self.problem };
                for mv in node.position.legal_moves() {
                    let Some(problem) = problem.after(mv) else { continue };
                    let mut after = node.position.clone();
                    after.play_unchecked(mv);
                    if problem.is_met(&after, ply) {
                        met.push((parent, mv));
                    } else if let Some(nearest) = problem.nearest(&after) {
                        let blurred = nearest.estimate + BLUR * self.rng.random::<f32>();
                        let promotions = problem.promotions;
                        candidates.push(BeamMove { parent: parent as u32, mv, blurred, promotions });
                    }
                }
            }
            if !met.is_empty() {
                let (parent, mv) = met[self.rng.random_range(0..met.len())];
                return Some(way_to(&nodes, parent, mv));
            }
            beam = go_on(&mut nodes, candidates, self.width);
        }
        None
    }
}

/// The best candidates become nodes, each position once.
fn go_on(nodes: &mut Vec<Node>, mut candidates: Vec<BeamMove>, width: usize) -> std::ops::Range<usize> {
    // Twice as many as go on are sorted: some are the same position by another order of moves.
    let kept = (2 * width).min(candidates.len());
    if kept < candidates.len() {
        candidates.select_nth_unstable_by(kept, |a, b| a.blurred.total_cmp(&b.blurred));
        candidates.truncate(kept);
    }
    candidates.sort_by(|a, b| a.blurred.total_cmp(&b.blurred));

    let first = nodes.len();
    let mut seen = FxHashSet::default();
    for BeamMove { parent, mv, promotions, .. } in candidates {
        if nodes.len() - first == width {
            break;
        }
        let mut position = nodes[parent as usize].position.clone();
        position.play_unchecked(mv);
        if seen.insert(position_key(&position)) {
            nodes.push(Node { position, parent, mv: Some(mv), promotions });
        }
    }
    first..nodes.len()
}

fn way_to(nodes: &[Node], mut at: usize, last: Move) -> Vec<Move> {
    let mut moves = vec![last];
    while let Some(mv) = nodes[at].mv {
        moves.push(mv);
        at = nodes[at].parent as usize;
    }
    moves.reverse();
    moves
}

#[cfg(test)]
mod tests {
    use super::super::problem::Bounds;
    use super::*;
    use crate::chess::PieceCount;
    use crate::constraint::{Condition, JudgedPosition};

    const BOUNDS: Bounds = Bounds { max_plies: 101, promotions: 0, tries: 4, detour: 0 };

    fn found(text: &str, bounds: Bounds, seed: u64) -> Option<(Chess, u32)> {
        let condition: Condition = text.parse().expect("a condition");
        let goals = condition.goals().unwrap();
        let moves = find(Problem::new(&goals, bounds), &Chess::default(), 0, seed, || false)?;
        let mut position = Chess::default();
        for &mv in &moves {
            assert!(position.is_legal(mv));
            position.play_unchecked(mv);
        }
        let ply = moves.len() as u32;
        assert!(condition.holds(JudgedPosition::new(&position, ply)), "{text}");
        Some((position, ply))
    }

    #[test]
    fn petrzelkas_constraints_are_met_in_few_moves() {
        for count in PieceCount::SEVENTEEN {
            let (_, plies) = found(&count.to_string(), BOUNDS, 1).unwrap_or_else(|| panic!("{count} is not met"));
            assert!(plies <= 24, "{count} took {plies} half moves");
        }
    }

    #[test]
    fn even_a_bare_king_is_reached() {
        for text in ["0,0,0,0,0", "1,0,0,0,0", "0,2,0,2,0", "both 0,0,0,0,4"] {
            assert!(found(text, BOUNDS, 2).is_some(), "{text}");
        }
    }

    #[test]
    fn conditions_of_the_language_are_met() {
        for (text, promotions) in [
            ("checkmate", 0),
            ("white knight on f5 and black queens = 0", 0),
            ("white can castle both and black men = 12", 0),
            ("black in check and black king on e7", 0),
            ("white queens = 2", 1),
            ("ply = 11 and 1,2,2,2,7", 0),
            ("white king on rank 4 and not check", 0),
        ] {
            assert!(found(text, Bounds { promotions, ..BOUNDS }, 3).is_some(), "{text}");
        }
    }

    #[test]
    fn what_is_met_already_needs_no_move() {
        assert_eq!(found("1,2,2,2,8", BOUNDS, 1).map(|(_, ply)| ply), Some(0));
    }

    #[test]
    fn other_random_seeds_find_other_games() {
        let positions: FxHashSet<String> =
            (0..20).map(|seed| format!("{:?}", found("1,2,2,1,7", BOUNDS, seed).unwrap().0.board())).collect();
        assert!(positions.len() >= 19, "{}", positions.len());
        assert_eq!(found("1,2,2,1,7", BOUNDS, 5), found("1,2,2,1,7", BOUNDS, 5));
    }

    #[test]
    fn detours_lead_to_farther_positions() {
        for seed in 0..10 {
            let (_, plies) = found("1,2,2,1,8", Bounds { detour: 6, ..BOUNDS }, seed).unwrap();
            assert!(plies > 6, "{plies}");
        }
    }

    #[test]
    fn bounds_are_kept() {
        let short = Bounds { max_plies: 6, ..BOUNDS };
        assert!(found("0,0,0,0,0", short, 1).is_none());
        let goals = "0,0,0,0,0".parse::<Condition>().unwrap().goals().unwrap();
        assert!(find(Problem::new(&goals, BOUNDS), &Chess::default(), 0, 1, || true).is_none());
    }
}
