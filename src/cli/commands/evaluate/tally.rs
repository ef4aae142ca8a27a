//! Counts of right answers, and what they come to.

use std::collections::BTreeMap;

use serde::Serialize;
use shakmaty::{Bitboard, Color, Move, Position as _, Role, Square};

use super::tasks::Task;
use crate::chess::view::seen_move;
use crate::nets::mockfish::{NETWORKS, NetOutput, RankedMove};

/// Half moves that "after the opening book" leaves out.
const BOOK_PLIES: usize = 10;
/// Half moves that count as the opening.
const OPENING_PLIES: usize = 20;
/// With at most this many pieces beside kings and pawns, both sides together, it is an endgame.
const ENDGAME_PIECES: usize = 6;
/// Width of a band of ratings.
const BAND: u16 = 200;
/// No move is held less probable than this: a single one must not outweigh all others.
const LEAST_PROBABILITY: f32 = 1e-6;

/// Right answers out of questions.
#[derive(Clone, Copy, Debug, Default)]
pub struct Count {
    right: u64,
    asked: u64,
}

impl Count {
    fn add(&mut self, is_right: bool) {
        self.right += u64::from(is_right);
        self.asked += 1;
    }

    fn merge(&mut self, other: Count) {
        self.right += other.right;
        self.asked += other.asked;
    }

    /// From 0 to 1; 0 without a question.
    pub fn share(self) -> f64 {
        self.right as f64 / self.asked.max(1) as f64
    }

    pub fn asked(self) -> u64 {
        self.asked
    }
}

/// One of the seven networks.
#[derive(Clone, Debug)]
struct Network {
    plain: Count,
    legal: Count,
    squares: [Count; 64],
}

/// What the player as a whole would have played.
#[derive(Clone, Copy, Debug, Default)]
struct Match {
    first: Count,
    first_three: Count,
    loss: f64,
}

impl Match {
    fn add(&mut self, rank: usize, probability: f32) {
        self.first.add(rank == 0);
        self.first_three.add(rank < 3);
        self.loss -= f64::from(probability.max(LEAST_PROBABILITY).ln());
    }

    fn merge(&mut self, other: Match) {
        self.first.merge(other.first);
        self.first_three.merge(other.first_three);
        self.loss += other.loss;
    }
}

/// All counts of a run.
#[derive(Clone, Debug)]
pub struct Tally {
    networks: Vec<Network>,
    all: Match,
    after_book: Match,
    phases: BTreeMap<&'static str, Match>,
    bands: BTreeMap<u16, Match>,
}

impl Default for Tally {
    fn default() -> Tally {
        let network = Network { plain: Count::default(), legal: Count::default(), squares: [Count::default(); 64] };
        Tally {
            networks: vec![network; NETWORKS.len()],
            all: Match::default(),
            after_book: Match::default(),
            phases: BTreeMap::new(),
            bands: BTreeMap::new(),
        }
    }
}

impl Tally {
    pub fn add(&mut self, task: &Task, output: &NetOutput, ranked: &[RankedMove]) {
        let turn = task.position.turn();
        let (from, to) = seen_move(turn, turn, task.mv);
        let legal = task.position.legal_moves();
        self.networks[0].add(output.network(0), from, squares(turn, &legal, |_| true, |(from, _)| from));
        let role = task.mv.role();
        let targets = squares(turn, &legal, |mv| mv.role() == role, |(_, to)| to);
        self.networks[role as usize].add(output.network(role as usize), to, targets);

        let Some(rank) = ranked.iter().position(|candidate| candidate.mv == task.mv) else { return };
        let probability = ranked[rank].probability;
        self.all.add(rank, probability);
        if task.ply >= BOOK_PLIES {
            self.after_book.add(rank, probability);
        }
        self.phases.entry(phase(task)).or_default().add(rank, probability);
        self.bands.entry(task.elo / BAND * BAND).or_default().add(rank, probability);
    }

    pub fn merge(&mut self, other: Tally) {
        for (mine, theirs) in self.networks.iter_mut().zip(other.networks) {
            mine.plain.merge(theirs.plain);
            mine.legal.merge(theirs.legal);
            mine.squares.iter_mut().zip(theirs.squares).for_each(|(mine, theirs)| mine.merge(theirs));
        }
        self.all.merge(other.all);
        self.after_book.merge(other.after_book);
        for (phase, theirs) in other.phases {
            self.phases.entry(phase).or_default().merge(theirs);
        }
        for (band, theirs) in other.bands {
            self.bands.entry(band).or_default().merge(theirs);
        }
    }

    /// The accuracy of a network for each square that was right, in the mover's view.
    pub fn map(&self, network: usize) -> &[Count; 64] {
        &self.networks[network].squares
    }

    pub fn report(&self) -> Report {
        let network = |network: &Network| NetworkReport {
            accuracy: network.plain.share(),
            accuracy_legal: network.legal.share(),
            positions: network.plain.asked,
        };
        Report {
            networks: NETWORKS.into_iter().zip(self.networks.iter().map(network)).collect(),
            move_match: MoveMatch {
                top1: self.all.first.share(),
                top3: self.all.first_three.share(),
                top1_after_ply_10: self.after_book.first.share(),
                negative_log_likelihood: mean_loss(self.all),
                positions: self.all.first.asked,
            },
            by_phase: self.phases.iter().map(|(&phase, counts)| (phase.to_owned(), group(*counts))).collect(),
            by_elo: self.bands.iter().map(|(&band, counts)| (band.to_string(), group(*counts))).collect(),
        }
    }
}

impl Network {
    fn add(&mut self, answer: &[f32], wanted: Square, legal: Bitboard) {
        let best = |squares: Bitboard| {
            squares.into_iter().max_by(|a, b| answer[a.to_usize()].total_cmp(&answer[b.to_usize()]))
        };
        let is_right = best(Bitboard::FULL) == Some(wanted);
        self.plain.add(is_right);
        self.legal.add(best(legal) == Some(wanted));
        self.squares[wanted.to_usize()].add(is_right);
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

fn phase(task: &Task) -> &'static str {
    let board = task.position.board();
    let pieces = board.occupied() & !board.by_role(Role::Pawn) & !board.by_role(Role::King);
    match task.ply {
        _ if pieces.count() <= ENDGAME_PIECES => "endgame",
        ply if ply < OPENING_PLIES => "opening",
        _ => "middlegame",
    }
}

/// What a run comes to; shares from 0 to 1.
#[derive(Clone, Debug, Serialize)]
pub struct Report {
    pub networks: BTreeMap<&'static str, NetworkReport>,
    pub move_match: MoveMatch,
    pub by_phase: BTreeMap<String, Group>,
    /// By the lower end of bands 200 wide; 0 holds those without a rating too.
    pub by_elo: BTreeMap<String, Group>,
}

#[derive(Clone, Copy, Debug, Serialize)]
pub struct NetworkReport {
    /// Of the best of all 64 squares.
    pub accuracy: f64,
    /// Of the best of the squares that a legal move leaves, or that a piece of this kind can reach.
    pub accuracy_legal: f64,
    pub positions: u64,
}

#[derive(Clone, Copy, Debug, Serialize)]
pub struct MoveMatch {
    pub top1: f64,
    pub top3: f64,
    pub top1_after_ply_10: f64,
    /// Mean of −ln of the probability of the move that was played.
    pub negative_log_likelihood: f64,
    pub positions: u64,
}

#[derive(Clone, Copy, Debug, Serialize)]
pub struct Group {
    pub top1: f64,
    pub top3: f64,
    pub negative_log_likelihood: f64,
    pub positions: u64,
}

fn group(counts: Match) -> Group {
    Group {
        top1: counts.first.share(),
        top3: counts.first_three.share(),
        negative_log_likelihood: mean_loss(counts),
        positions: counts.first.asked,
    }
}

fn mean_loss(counts: Match) -> f64 {
    counts.loss / counts.first.asked.max(1) as f64
}

impl Report {
    /// A table for people.
    pub fn as_text(&self) -> String {
        let percent = |share: f64| format!("{:6.2}", 100.0 * share);
        let mut text = "network     all 64 squares %    legal squares %    positions\n".to_owned();
        for name in NETWORKS {
            let NetworkReport { accuracy, accuracy_legal, positions } = self.networks[name];
            text.push_str(&format!(
                "{name:<12}{:>16}{:>19}{positions:>13}\n",
                percent(accuracy),
                percent(accuracy_legal)
            ));
        }
        text.push_str("\nplayer       first %  first three %   −ln p    positions\n");
        let mut line = |name: &str, Group { top1, top3, negative_log_likelihood, positions }: Group| {
            text.push_str(&format!(
                "{name:<12}{:>8}{:>15}{negative_log_likelihood:>8.3}{positions:>13}\n",
                percent(top1),
                percent(top3)
            ));
        };
        let MoveMatch { top1, top3, negative_log_likelihood, positions, top1_after_ply_10 } = self.move_match;
        line("all", Group { top1, top3, negative_log_likelihood, positions });
        self.by_phase.iter().for_each(|(phase, group)| line(phase, *group));
        for (band, group) in &self.by_elo {
            line(&format!("{band}+"), *group);
        }
        text.push_str(&format!(
            "without the first {BOOK_PLIES} half moves {} % are first\n",
            percent(top1_after_ply_10).trim()
        ));
        text
    }
}

#[cfg(test)]
mod tests {
    use shakmaty::{Chess, uci::UciMove};

    use super::*;
    use crate::nets::input::NetInput;
    use crate::nets::mockfish::{Rule, rank_moves};

    fn task(uci: &str) -> Task {
        let position = Chess::default();
        let mv = uci.parse::<UciMove>().unwrap().to_move(&position).unwrap();
        Task { seen: NetInput::of(&position, &[]), position, mv, ply: 0, elo: 2150 }
    }

    /// Wants to move a piece from e5, which is empty, then from e2; pawns to d4, then to e4.
    fn output() -> NetOutput {
        let mut seven = vec![-9.0; 7 * 64];
        for (network, square, score) in
            [(0, Square::E5, -0.1), (0, Square::E2, -0.5), (1, Square::D4, -0.2), (1, Square::E4, -0.4)]
        {
            seven[network * 64 + square.to_usize()] = score;
        }
        NetOutput { seven, moves: None, value: None }
    }

    fn judged(played: &[&str]) -> Report {
        let (mut tally, output) = (Tally::default(), output());
        for uci in played {
            let task = task(uci);
            let ranked = rank_moves(&task.position, &task.position.legal_moves(), &output, Rule::Product);
            let mut one = Tally::default();
            one.add(&task, &output, &ranked);
            tally.merge(one);
        }
        tally.report()
    }

    #[test]
    fn legal_squares_are_all_that_counts_where_they_shall() {
        let report = judged(&["e2e4", "d2d4", "g1f3"]);
        let selector = report.networks["selector"];
        assert_eq!((selector.accuracy, selector.positions), (0.0, 3));
        assert!((selector.accuracy_legal - 1.0 / 3.0).abs() < 1e-9);
        let pawn = report.networks["pawn"];
        assert_eq!((pawn.accuracy, pawn.accuracy_legal, pawn.positions), (0.5, 0.5, 2));
        assert_eq!(report.networks["queen"].positions, 0);
    }

    #[test]
    fn the_whole_player_is_judged_on_moves() {
        let report = judged(&["e2e4", "d2d4", "a2a3", "e2e3"]);
        assert_eq!((report.move_match.top1, report.move_match.positions), (0.25, 4));
        assert!(report.move_match.top3 >= 0.5);
        assert_eq!(report.by_phase["opening"].positions, 4);
        assert_eq!(report.by_elo["2000"].positions, 4);
        assert_eq!(report.move_match.top1_after_ply_10, 0.0, "nothing was asked there");
    }
}
