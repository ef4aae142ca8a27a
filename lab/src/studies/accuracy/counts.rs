//! The accuracy of nets in naming the move that was played: counts by network, phase of the game and rating.

use std::collections::BTreeMap;

use shakmaty::{Bitboard, Chess, Color, Move, Position as _, Square};

use super::PlayedMove;
use super::bands::{BandCounts, ShiftedBands};
use super::moves::MoveCounts;
use super::report::{AccuracyReport, MoveAccuracy, NetworkAccuracy};
use motley::chess::view::seen_move;
use motley::lessons::review::GamePhase;
use motley::nets::mockfish::{NETWORKS, NetOutput, RankedMove};

/// Plies that "after the opening book" leaves out.
pub const BOOK_PLIES: usize = 10;
/// Width of a band of ratings.
const BAND: u16 = 200;

/// Right predictions out of all.
#[derive(Clone, Copy, Debug, Default)]
pub struct HitCount {
    right: u64,
    total: u64,
}

impl HitCount {
    fn add(&mut self, is_right: bool) {
        self.right += u64::from(is_right);
        self.total += 1;
    }

    fn merge(&mut self, other: HitCount) {
        self.right += other.right;
        self.total += other.total;
    }

    /// From 0 to 1; 0 without a prediction.
    pub fn share(self) -> f64 {
        self.right as f64 / self.total.max(1) as f64
    }

    pub fn total(self) -> u64 {
        self.total
    }
}

/// One of the seven networks.
#[derive(Clone, Debug)]
struct NetworkCounts {
    /// The best of all 64 squares.
    plain: HitCount,
    /// The best of the squares of legal moves.
    legal: HitCount,
    /// The same as `plain`, by the square that was right.
    squares: [HitCount; 64],
}

impl NetworkCounts {
    const EMPTY: NetworkCounts = NetworkCounts {
        plain: HitCount { right: 0, total: 0 },
        legal: HitCount { right: 0, total: 0 },
        squares: [HitCount { right: 0, total: 0 }; 64],
    };

    fn add(&mut self, output: &[f32], played: Square, legal: Bitboard) {
        let best = |squares: Bitboard| {
            squares.into_iter().max_by(|a, b| output[a.to_usize()].total_cmp(&output[b.to_usize()]))
        };
        let is_right = best(Bitboard::FULL) == Some(played);
        self.plain.add(is_right);
        self.legal.add(best(legal) == Some(played));
        self.squares[played.to_usize()].add(is_right);
    }

    fn merge(&mut self, other: &NetworkCounts) {
        self.plain.merge(other.plain);
        self.legal.merge(other.legal);
        self.squares.iter_mut().zip(other.squares).for_each(|(mine, theirs)| mine.merge(theirs));
    }

    fn accuracy(&self) -> NetworkAccuracy {
        NetworkAccuracy {
            accuracy: self.plain.share(),
            accuracy_legal: self.legal.share(),
            positions: self.plain.total,
        }
    }
}

/// All counts of a study.
#[derive(Clone, Debug)]
pub struct AccuracyCounts {
    networks: Vec<NetworkCounts>,
    all: MoveCounts,
    after_book: MoveCounts,
    phases: BTreeMap<&'static str, MoveCounts>,
    ratings: BTreeMap<u16, MoveCounts>,
    bands: BandCounts,
    /// With ratings given to the net that differ by so much from those of the players.
    shifted: BTreeMap<i16, BandCounts>,
}

impl Default for AccuracyCounts {
    fn default() -> AccuracyCounts {
        AccuracyCounts {
            networks: vec![NetworkCounts::EMPTY; NETWORKS.len()],
            all: MoveCounts::default(),
            after_book: MoveCounts::default(),
            phases: BTreeMap::new(),
            ratings: BTreeMap::new(),
            bands: BandCounts::default(),
            shifted: BTreeMap::new(),
        }
    }
}

impl AccuracyCounts {
    /// Counts one position: the networks' output in it and the legal moves ranked by it, the most probable first.
    pub fn add(&mut self, position: &Chess, played: &PlayedMove, output: &NetOutput, ranked: &[RankedMove]) {
        let turn = position.turn();
        let (from, to) = seen_move(turn, turn, played.mv);
        let legal = position.legal_moves();
        self.networks[0].add(output.network(0), from, squares(turn, &legal, |_| true, |(from, _)| from));
        let role = played.mv.role();
        let targets = squares(turn, &legal, |mv| mv.role() == role, |(_, to)| to);
        self.networks[role as usize].add(output.network(role as usize), to, targets);

        let Some((rank, probability)) = rank_of(played, ranked) else { return };
        let game = played.game;
        self.all.add(rank, probability, game);
        if played.ply() >= BOOK_PLIES {
            self.after_book.add(rank, probability, game);
        }
        self.phases.entry(GamePhase::of(position, played.ply()).word()).or_default().add(rank, probability, game);
        self.ratings.entry(played.elo / BAND * BAND).or_default().add(rank, probability, game);
        self.bands.add(played, rank, probability);
    }

    /// Counts one position that was ranked with other ratings.
    pub fn add_shifted(&mut self, offset: i16, played: &PlayedMove, ranked: &[RankedMove]) {
        let Some((rank, probability)) = rank_of(played, ranked) else { return };
        self.shifted.entry(offset).or_default().add(played, rank, probability);
    }

    pub fn is_empty(&self) -> bool {
        self.all.accuracy().positions == 0
    }

    pub fn merge(&mut self, other: AccuracyCounts) {
        self.networks.iter_mut().zip(&other.networks).for_each(|(mine, theirs)| mine.merge(theirs));
        self.all.merge(other.all);
        self.after_book.merge(other.after_book);
        for (phase, theirs) in other.phases {
            self.phases.entry(phase).or_default().merge(theirs);
        }
        for (band, theirs) in other.ratings {
            self.ratings.entry(band).or_default().merge(theirs);
        }
        self.bands.merge(other.bands);
        for (offset, theirs) in other.shifted {
            self.shifted.entry(offset).or_default().merge(theirs);
        }
    }

    /// The accuracy of a network for each square that was right, in the mover's view.
    pub fn squares(&self, network: usize) -> &[HitCount; 64] {
        &self.networks[network].squares
    }

    pub fn report(&self) -> AccuracyReport {
        AccuracyReport {
            networks: NETWORKS.into_iter().zip(self.networks.iter().map(NetworkCounts::accuracy)).collect(),
            move_match: MoveAccuracy { all: self.all.accuracy(), top1_after_ply_10: self.after_book.accuracy().top1 },
            by_phase: self.phases.iter().map(|(&phase, counts)| (phase, counts.accuracy())).collect(),
            by_elo: self.ratings.iter().map(|(&band, counts)| (band, counts.accuracy())).collect(),
            bands: self.bands.report(),
            offsets: (self.shifted.iter())
                .map(|(&offset, counts)| ShiftedBands { offset, bands: counts.report() })
                .collect(),
        }
    }
}

/// The squares, in the mover's view, that some legal moves leave or reach.
fn squares(
    turn: Color,
    legal: &[Move],
    which: impl Fn(&Move) -> bool,
    end: impl Fn((Square, Square)) -> Square,
) -> Bitboard {
    legal.iter().filter(|mv| which(mv)).map(|&mv| end(seen_move(turn, turn, mv))).collect()
}

/// The rank of the played move, from 0, and its probability.
fn rank_of(played: &PlayedMove, ranked: &[RankedMove]) -> Option<(usize, f32)> {
    let rank = ranked.iter().position(|candidate| candidate.mv == played.mv)?;
    Some((rank, ranked[rank].probability))
}

#[cfg(test)]
mod tests {
    use super::*;
    use motley::chess::notation::parse_move;
    use motley::nets::mockfish::{Rule, rank_moves};
    use motley::nets::rated::MoverContext;

    fn played(uci: &str) -> PlayedMove {
        let position = Chess::default();
        let mv = parse_move(&position, uci).expect("a legal move");
        let mut played = PlayedMove::of(&position, &[], mv, MoverContext::STRONG);
        played.elo = 2150;
        played
    }

    /// The selector prefers e5, which is empty, then e2; the pawns' network d4, then e4.
    fn output() -> NetOutput {
        let mut seven = vec![-9.0; 7 * 64];
        for (network, square, score) in
            [(0, Square::E5, -0.1), (0, Square::E2, -0.5), (1, Square::D4, -0.2), (1, Square::E4, -0.4)]
        {
            seven[network * 64 + square.to_usize()] = score;
        }
        NetOutput { seven, moves: None, value: None }
    }

    fn report(moves: &[&str]) -> AccuracyReport {
        let (mut counts, output) = (AccuracyCounts::default(), output());
        for uci in moves {
            let played = played(uci);
            let game = played.game();
            let ranked = rank_moves(game.position(), &game.legal_moves(), &output, Rule::Product);
            let mut one = AccuracyCounts::default();
            one.add(game.position(), &played, &output, &ranked);
            counts.merge(one);
        }
        counts.report()
    }

    #[test]
    fn networks_are_counted_on_all_squares_and_on_those_of_legal_moves() {
        let report = report(&["e2e4", "d2d4", "g1f3"]);
        let selector = report.networks["selector"];
        assert_eq!((selector.accuracy, selector.positions), (0.0, 3));
        assert!((selector.accuracy_legal - 1.0 / 3.0).abs() < 1e-9);
        let pawn = report.networks["pawn"];
        assert_eq!((pawn.accuracy, pawn.accuracy_legal, pawn.positions), (0.5, 0.5, 2));
        assert_eq!(report.networks["queen"].positions, 0);
    }

    #[test]
    fn ranked_moves_are_counted_by_phase_and_rating() {
        let report = report(&["e2e4", "d2d4", "a2a3", "e2e3"]);
        assert_eq!((report.move_match.all.top1, report.move_match.all.positions), (0.25, 4));
        assert!(report.move_match.all.top3 >= 0.5);
        assert_eq!(report.by_phase["opening"].positions, 4);
        assert_eq!(report.by_elo[&2000].positions, 4);
        assert_eq!(report.move_match.top1_after_ply_10, 0.0, "no position is that late");
    }
}
