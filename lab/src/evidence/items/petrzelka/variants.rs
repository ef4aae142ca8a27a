//! Variants that the thesis describes and does not measure: Monte Carlo tree search (section 2.4.2) and a residual
//! network (sections 2.5.1.2 and 5.4.1).

use rand::rngs::StdRng;
use rand::seq::IndexedRandom as _;
use rand::{RngExt as _, SeedableRng};
use rayon::iter::{IntoParallelIterator as _, ParallelIterator as _};
use shakmaty::{Chess, Color, MoveList, Position as _};

use super::super::super::{Estimate, Findings, ItemError, Row, Setting};
use motley::chess::PieceCount;

/// Simulations for a move.
const SIMULATIONS: u32 = 500;
/// The exploration constant of UCT: the value with which its bounds are proved (Kocsis and Szepesvári, 2006).
const EXPLORATION: f64 = std::f64::consts::SQRT_2;
/// As in the thesis's experiments (section 4.4).
const MAX_PLIES: usize = 101;
/// The constraints of the first experiment.
const CONSTRAINTS: usize = 7;

pub fn residual(_: &Setting) -> Result<Findings, ItemError> {
    Ok(Findings::default().with_note(
        "Not measured yet: its net is still to be trained. The thesis describes a residual block, and of its own \
         network it says only that it \"didn't work\".",
    ))
}

/// A position in the tree, with its statistics.
struct Node {
    position: Chess,
    /// Moves that have no child yet, in random order.
    untried: MoveList,
    /// By their places in the tree.
    children: Vec<usize>,
    visits: u32,
    /// Simulations that met the constraint.
    met: u32,
}

/// Cooperative Monte Carlo tree search: both sides choose what has met the constraint most often.
struct Tree<'a> {
    nodes: Vec<Node>,
    constraint: PieceCount,
    /// Plies that are left.
    plies: usize,
    rng: &'a mut StdRng,
}

impl Tree<'_> {
    fn new<'a>(position: &Chess, constraint: PieceCount, plies: usize, rng: &'a mut StdRng) -> Tree<'a> {
        let mut tree = Tree { nodes: Vec::new(), constraint, plies, rng };
        tree.add(position.clone());
        tree
    }

    fn add(&mut self, position: Chess) -> usize {
        let mut untried = position.legal_moves();
        // A place for each in turn, as Fisher and Yates shuffle.
        for at in (1..untried.len()).rev() {
            untried.swap(at, self.rng.random_range(0..=at));
        }
        self.nodes.push(Node { position, untried, children: Vec::new(), visits: 0, met: 0 });
        self.nodes.len() - 1
    }

    /// The four phases: selection, expansion, simulation, backpropagation.
    fn simulate(&mut self) {
        let mut path = vec![0];
        loop {
            let at = path[path.len() - 1];
            if path.len() > self.plies || met(&self.nodes[at].position, self.constraint) {
                break;
            }
            if let Some(mv) = self.nodes[at].untried.pop() {
                let mut position = self.nodes[at].position.clone();
                position.play_unchecked(mv);
                let child = self.add(position);
                self.nodes[at].children.push(child);
                path.push(child);
                break;
            }
            let Some(child) = self.select(at) else { break };
            path.push(child);
        }
        let last = self.nodes[path[path.len() - 1]].position.clone();
        let has_met = self.play_out(last, (self.plies + 1).saturating_sub(path.len()));
        for at in path {
            self.nodes[at].visits += 1;
            self.nodes[at].met += u32::from(has_met);
        }
    }

    /// The child with the greatest upper confidence bound.
    fn select(&self, at: usize) -> Option<usize> {
        let node = &self.nodes[at];
        let bound = |&child: &usize| {
            let (visits, met) = (f64::from(self.nodes[child].visits), f64::from(self.nodes[child].met));
            met / visits + EXPLORATION * (f64::from(node.visits).ln() / visits).sqrt()
        };
        node.children.iter().copied().max_by(|a, b| bound(a).total_cmp(&bound(b)))
    }

    /// Random moves until the constraint is met, or never can be, or the plies are over.
    fn play_out(&mut self, mut position: Chess, plies: usize) -> bool {
        for _ in 0..plies {
            if met(&position, self.constraint) {
                return true;
            }
            if is_out_of_reach(&position, self.constraint) {
                return false;
            }
            let Some(&mv) = position.legal_moves().choose(self.rng) else { return false };
            position.play_unchecked(mv);
        }
        met(&position, self.constraint)
    }

    /// The position after the move that was simulated most often.
    fn best(&self) -> Option<Chess> {
        let children = self.nodes[0].children.iter();
        children.max_by_key(|&&child| self.nodes[child].visits).map(|&child| self.nodes[child].position.clone())
    }
}

fn met(position: &Chess, constraint: PieceCount) -> bool {
    PieceCount::of(position.board(), Color::White) == constraint
}

/// Returns true if White has fewer pieces of a kind than are asked for; a promotion could bring one back, which the
/// thesis leaves out.
fn is_out_of_reach(position: &Chess, constraint: PieceCount) -> bool {
    let PieceCount(counts) = PieceCount::of(position.board(), Color::White);
    counts.iter().zip(constraint.0).any(|(&has, wanted)| has < wanted)
}

/// The plies of a game that meets the constraint; none where it does not.
fn generate(constraint: PieceCount, seed: u64) -> Option<f64> {
    let (mut rng, mut position) = (StdRng::seed_from_u64(seed), Chess::default());
    for ply in 0..=MAX_PLIES {
        if met(&position, constraint) {
            return Some(ply as f64);
        }
        let mut tree = Tree::new(&position, constraint, MAX_PLIES - ply, &mut rng);
        (0..SIMULATIONS).for_each(|_| tree.simulate());
        position = tree.best()?;
    }
    None
}

pub fn monte_carlo(setting: &Setting) -> Result<Findings, ItemError> {
    let games = setting.sized(4, 100);
    let pool = rayon::ThreadPoolBuilder::new().num_threads(setting.threads.get()).build()?;
    let mut rows = Vec::new();
    for constraint in PieceCount::SEVENTEEN.into_iter().take(CONSTRAINTS) {
        let found: Vec<Option<f64>> =
            pool.install(|| (1..=games).into_par_iter().map(|seed| generate(constraint, seed)).collect());
        // Counted from zero, as in tables 6.2 and 6.4.
        let steps: Vec<f64> = found.iter().flatten().map(|steps| steps - 1.0).collect();
        let satisfied = Estimate::percentage(steps.len() as u64, games);
        rows.push(Row::by_method(format!("{constraint}: satisfied, per cent"), satisfied));
        if !steps.is_empty() {
            rows.push(Row::by_method(format!("{constraint}: mean half moves"), Estimate::mean(&steps)));
        }
    }
    Ok(Findings::new(rows).with_note(format!(
        "The thesis describes the four phases with random simulations and UCT, and chooses negamax with a net \
         without trying them (section 4.3), so it prints no figures. Here both sides choose together: {SIMULATIONS} \
         simulations a move, each of random moves until the constraint is met or out of reach, and no net."
    )))
}

#[cfg(test)]
mod tests {
    use shakmaty::{CastlingMode, fen::Fen};

    use super::*;

    fn position(fen: &str) -> Chess {
        fen.parse::<Fen>().expect(fen).into_position(CastlingMode::Standard).expect(fen)
    }

    #[test]
    fn the_search_finds_the_capture_that_meets_the_constraint() {
        // White has a rook too many, and one capture of many moves takes it.
        let before = position("rnbqkbnr/1ppppppp/8/8/7P/8/PPPPPPP1/RNBQKBNR b KQkq - 0 1");
        let constraint = PieceCount([1, 1, 2, 2, 8]);
        let mut rng = StdRng::seed_from_u64(1);
        let mut tree = Tree::new(&before, constraint, 1, &mut rng);
        (0..SIMULATIONS).for_each(|_| tree.simulate());
        assert!(!met(&tree.best().expect("a move"), constraint), "a2 shields the rook");
        let open = position("rnbqkbnr/1ppppppp/8/8/7P/P7/1PPPPPP1/RNBQKBNR b KQkq - 0 1");
        let pawn = PieceCount([1, 2, 2, 2, 7]);
        let mut tree = Tree::new(&open, pawn, 1, &mut rng);
        (0..SIMULATIONS).for_each(|_| tree.simulate());
        assert!(met(&tree.best().expect("a move"), pawn), "Rxa3");
        assert_eq!(tree.nodes[0].visits, SIMULATIONS);
    }

    #[test]
    fn a_constraint_with_a_man_too_few_is_out_of_reach() {
        let lost = position("rnbqkbnr/pppppppp/8/8/8/8/PPPPPPP1/RNBQKBNR w KQkq - 0 1");
        assert!(is_out_of_reach(&lost, PieceCount([0, 2, 2, 2, 8])));
        assert!(!is_out_of_reach(&lost, PieceCount([0, 2, 2, 2, 7])));
    }
}
