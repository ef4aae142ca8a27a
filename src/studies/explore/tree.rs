//! The lines that were sampled from a position, as a tree of moves.

use shakmaty::{Chess, Move, Position as _};

use super::TheoryPosition;
use crate::openings::NodeId;
use crate::personalities::explorer::LineSample;

/// A position of the tree.
#[derive(Clone, Debug)]
pub struct TreeNode {
    /// Number of the node before; `None` for the root.
    pub parent: Option<usize>,
    /// Plies from the root.
    pub ply: usize,
    /// The move that leads here.
    pub mv: Option<Move>,
    pub position: Chess,
    /// Of all lines sampled, from 0 to 1.
    pub share: f64,
    /// In the graph.
    pub id: Option<NodeId>,
}

/// The tree of the lines of a sample, so many plies deep, without positions that fewer than the share `least` of the
/// lines reach. Parents come before their children, siblings by share.
pub fn line_tree(theory: &TheoryPosition, sample: &LineSample, plies: usize, least: f64) -> Vec<TreeNode> {
    let all: u64 = sample.lines.iter().map(|line| line.sampled).sum();
    let root = theory.position();
    let id = theory.graph.find(&root);
    let mut nodes = vec![TreeNode { parent: None, ply: 0, mv: None, position: root, share: 1.0, id }];
    // The lines through each node, by their numbers in the sample.
    let mut through: Vec<Vec<usize>> = vec![(0..sample.lines.len()).collect()];
    let mut next = 0;
    while next < nodes.len() {
        let (parent, lines) = (nodes[next].clone(), std::mem::take(&mut through[next]));
        if parent.ply < plies {
            for (mv, sampled, lines) in by_move(sample, &lines, parent.ply) {
                let share = sampled as f64 / all.max(1) as f64;
                if share < least {
                    continue;
                }
                let mut position = parent.position.clone();
                position.play_unchecked(mv);
                let id = theory.graph.find(&position);
                nodes.push(TreeNode { parent: Some(next), ply: parent.ply + 1, mv: Some(mv), position, share, id });
                through.push(lines);
            }
        }
        next += 1;
    }
    nodes
}

/// The moves that some lines play after so many plies, each with how often it was sampled and the lines that play it,
/// the most sampled first.
fn by_move(sample: &LineSample, lines: &[usize], ply: usize) -> Vec<(Move, u64, Vec<usize>)> {
    let mut moves: Vec<(Move, u64, Vec<usize>)> = Vec::new();
    for &number in lines {
        let line = &sample.lines[number];
        let Some(&mv) = line.moves.get(ply) else { continue };
        match moves.iter_mut().find(|(known, ..)| *known == mv) {
            Some((_, sampled, through)) => {
                *sampled += line.sampled;
                through.push(number);
            }
            None => moves.push((mv, line.sampled, vec![number])),
        }
    }
    moves.sort_by_key(|(_, sampled, _)| std::cmp::Reverse(*sampled));
    moves
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::engine::Game;
    use crate::openings::{Identity, embedded};
    use crate::personalities::explorer::{FeatureWeights, LineSampler, SamplerKind};

    #[test]
    fn children_share_what_their_parent_has() {
        let theory = TheoryPosition::new(embedded(), Identity::Position, true, &Game::default()).expect("the start");
        let (kind, weights) = (SamplerKind::Metropolis, FeatureWeights::default());
        let sampler = LineSampler { kind, weights, iterations: 2000, chains: 1, seed: 1 };
        let sample = sampler.sample(&theory.graph, theory.at, || false);
        let nodes = line_tree(&theory, &sample, 3, 0.0);
        assert!(
            nodes
                .iter()
                .all(|node| node.ply <= 3 && node.parent.is_none_or(|parent| nodes[parent].ply + 1 == node.ply))
        );
        let children: f64 = nodes.iter().filter(|node| node.parent == Some(0)).map(|node| node.share).sum();
        assert!((children - 1.0).abs() < 1e-9, "{children}");
        let second =
            |parent: usize| -> f64 { nodes.iter().filter(|node| node.parent == Some(parent)).map(|n| n.share).sum() };
        assert!(second(1) <= nodes[1].share + 1e-9);
        assert!(line_tree(&theory, &sample, 3, 0.05).iter().all(|node| node.share >= 0.05));
    }
}
