//! A beam search: both sides play together towards the target, and from each ply to the next those positions go on that
//! need the fewest moves.
//!
//! Games need not be the shortest, so a position that was met once is never looked at again, and a side that has
//! nothing left to do plays back and forth. A search that finds nothing begins anew with other random numbers and a
//! wider beam.

use rand::rngs::StdRng;
use rand::{RngExt, SeedableRng};
use rustc_hash::FxHashSet;
use shakmaty::{Bitboard, Chess, Color, Move, Position as _};

use super::Target;
use super::estimate::{Needed, needed_moves};
use super::ways::Ways;
use crate::chess::key::{placement_change, placement_key};

/// Positions that go on from one ply to the next, at the first try. Measured on games of 24 to 120 plies: beginning
/// with 100 takes about three times as long.
const NARROWEST: usize = 10;
/// Each try is twice as wide as the one before; after the widest the narrowest is next.
const WIDEST: usize = 2560;
/// By how much the moves that are needed are blurred.
const BLUR: f32 = 1.4;
/// The cost of one needed move too many or too few for the side to move: a side must then lose a move.
const ODD: f32 = 0.7;
/// Plies without any position nearer than before, after which a try ends.
const PATIENCE: u32 = 12;

/// A position under way, with the way back.
struct Node {
    position: Chess,
    parent: u32,
    mv: Option<Move>,
    placement: u64,
}

/// A move that may go on to the next ply.
struct BeamMove {
    parent: u32,
    mv: Move,
    blurred: f32,
    placement: u64,
}

/// The outcome of the candidates of one ply.
enum Layer {
    Found(Vec<Move>),
    GoOn { candidates: Vec<BeamMove>, nearest: f32 },
    Stopped,
}

/// The outcome of a search.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Outcome {
    /// The moves from the start position to the target.
    Found(Vec<Move>),
    /// `stopped` was true.
    Stopped,
    /// The estimate sees no way, so nothing was searched.
    NoWay,
}

impl Outcome {
    pub fn moves(self) -> Option<Vec<Move>> {
        if let Outcome::Found(moves) = self { Some(moves) } else { None }
    }
}

/// Searches for moves from the start position to the target until it finds them or `stopped` is true.
pub fn search(target: &Target, seed: u64, stopped: impl Fn() -> bool) -> Outcome {
    let start = Chess::default();
    if target.is(&start) {
        return Outcome::Found(Vec::new());
    }
    let mut ways = Ways::new(target);
    if needed_moves(&mut ways, &start).is_none() {
        return Outcome::NoWay;
    }
    let mut rng = StdRng::seed_from_u64(seed);
    let mut width = NARROWEST;
    while !stopped() {
        let mut beam = Beam { ways: &mut ways, rng: &mut rng, nodes: Vec::new(), seen: FxHashSet::default() };
        if let Some(moves) = beam.run(width, &stopped) {
            return Outcome::Found(moves);
        }
        ways.forget_if_large();
        width = if width < WIDEST { 2 * width } else { NARROWEST };
    }
    Outcome::Stopped
}

/// One try.
struct Beam<'w, 't> {
    ways: &'w mut Ways<'t>,
    rng: &'w mut StdRng,
    nodes: Vec<Node>,
    /// Positions that were met: pieces, rights to castle, side to move.
    seen: FxHashSet<(u64, Bitboard, Color)>,
}

impl Beam<'_, '_> {
    fn run(&mut self, width: usize, stopped: &impl Fn() -> bool) -> Option<Vec<Move>> {
        let start = Chess::default();
        let placement = placement_key(start.board());
        self.nodes.push(Node { position: start, parent: 0, mv: None, placement });
        let mut layer = 0..1;
        let (mut least, mut in_vain) = (f32::MAX, 0);
        while in_vain < PATIENCE {
            let (candidates, nearest) = match self.expand(layer, stopped) {
                Layer::Found(moves) => return Some(moves),
                Layer::GoOn { candidates, nearest } if !candidates.is_empty() => (candidates, nearest),
                Layer::GoOn { .. } | Layer::Stopped => return None,
            };
            in_vain = if nearest < least { 0 } else { in_vain + 1 };
            least = least.min(nearest);
            layer = self.keep_best(candidates, width);
        }
        None
    }

    /// Every new position after the nodes of a layer from which the target can still be reached.
    fn expand(&mut self, layer: std::ops::Range<usize>, stopped: &impl Fn() -> bool) -> Layer {
        let target = self.ways.target();
        let mut candidates = Vec::new();
        let mut nearest = f32::MAX;
        for parent in layer {
            if stopped() {
                return Layer::Stopped;
            }
            let node = &self.nodes[parent];
            for mv in node.position.legal_moves().into_iter().filter(|mv| !target.forbids(*mv)) {
                let mut after = node.position.clone();
                after.play_unchecked(mv);
                if target.is(&after) {
                    return Layer::Found(self.way_to(parent, mv));
                }
                let placement = node.placement ^ placement_change(&node.position, mv);
                let is_new = self.seen.insert((placement, after.castles().castling_rights(), after.turn()));
                if !is_new || target.is_too_late(after.board()) {
                    continue;
                }
                let Some(needed) = needed_moves(self.ways, &after) else { continue };
                let score = score(needed, after.turn(), target.turn);
                nearest = nearest.min(score);
                let blurred = score + BLUR * self.rng.random::<f32>();
                candidates.push(BeamMove { parent: parent as u32, mv, blurred, placement });
            }
        }
        Layer::GoOn { candidates, nearest }
    }

    /// The best candidates become nodes.
    fn keep_best(&mut self, mut candidates: Vec<BeamMove>, width: usize) -> std::ops::Range<usize> {
        if width < candidates.len() {
            candidates.select_nth_unstable_by(width, |a, b| a.blurred.total_cmp(&b.blurred));
            candidates.truncate(width);
        }
        let first = self.nodes.len();
        for BeamMove { parent, mv, placement, .. } in candidates {
            let mut position = self.nodes[parent as usize].position.clone();
            position.play_unchecked(mv);
            self.nodes.push(Node { position, parent, mv: Some(mv), placement });
        }
        first..self.nodes.len()
    }

    fn way_to(&self, mut at: usize, last: Move) -> Vec<Move> {
        let mut moves = vec![last];
        while let Some(mv) = self.nodes[at].mv {
            moves.push(mv);
            at = self.nodes[at].parent as usize;
        }
        moves.reverse();
        moves
    }
}

/// The needed moves of both sides, and a little more where they do not fit together: the sides move in turn.
fn score(needed: Needed, turn: Color, last_turn: Color) -> f32 {
    let sum = needed.white + needed.black;
    let odd = (sum + u32::from(turn != last_turn)) % 2;
    sum as f32 + ODD * odd as f32
}
