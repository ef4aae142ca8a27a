//! The share of games that reach each position, and the replies to which the repertoire has no answer.

use shakmaty::{Move, Position as _};

use super::{KnownPosition, Repertoire, ReplyModel};
use crate::chess::notation::numbered_line;
use crate::message::message;

message! {
    /// A reply that the repertoire does not answer.
    pub struct Gap {
        /// The name of the chapter.
        pub chapter: String,
        /// The moves before it, with their numbers: "1. e4 e5 2. Nf3".
        pub line: String,
        /// The reply with its number: "2... d6".
        pub reply: String,
        /// The share of those who reach the position that play it, from 0 to 1.
        pub share: f64,
        /// The share of the learner's games that come to it, from 0 to 1.
        pub reach: f64,
        /// The repertoire has the reply, and ends there.
        pub known: bool,
    }
}

/// The flow of games through a repertoire.
pub struct Flow {
    /// For each position: how many games come to it, from 0 to 1, if the learner plays the moves of the repertoire.
    pub reach: Vec<f64>,
    /// For each position in which the opponent moves and the repertoire goes on: all moves with their shares.
    pub replies: Vec<Vec<(Move, f64)>>,
}

impl Flow {
    /// Follows the games from the starts of the chapters; `goes_on` is told how many of the positions are done, and
    /// ends the work where it returns false: what is not done then counts as not reached.
    pub fn of(repertoire: &Repertoire, model: &mut ReplyModel, mut goes_on: impl FnMut(usize) -> bool) -> Flow {
        let positions = repertoire.positions();
        let mut flow = Flow { reach: vec![0.0; positions.len()], replies: vec![Vec::new(); positions.len()] };
        repertoire.starts().iter().for_each(|&start| flow.reach[start] = 1.0);
        let mut order: Vec<usize> = (0..positions.len()).collect();
        order.sort_by_key(|&number| positions[number].ply);
        for (done, number) in order.into_iter().enumerate() {
            if !goes_on(done) {
                break;
            }
            let known = &positions[number];
            if known.moves.is_empty() {
                continue;
            }
            let here = flow.reach[number];
            if known.position.turn() == repertoire.side() {
                known.moves.iter().for_each(|own| flow.pass(positions, known, own.to, here));
                continue;
            }
            let replies = model.shares(&repertoire.game(known));
            for &(mv, share) in &replies {
                if let Some(to) = landing(repertoire, known, mv) {
                    flow.pass(positions, known, to, here * share);
                }
            }
            flow.replies[number] = replies;
        }
        flow
    }

    /// Games come back to no earlier position: there they have been counted.
    fn pass(&mut self, positions: &[KnownPosition], from: &KnownPosition, to: usize, games: f64) {
        if positions[to].ply > from.ply {
            self.reach[to] = (self.reach[to] + games).min(1.0);
        }
    }
}

/// The position of the repertoire that a move leads to, though no line may play it there.
pub fn landing(repertoire: &Repertoire, known: &KnownPosition, mv: Move) -> Option<usize> {
    let mut after = known.position.clone();
    after.play_unchecked(mv);
    repertoire.find(&after)
}

/// The replies that at least the share `least_share` of people play, in at least the share `least_reach` of games, and
/// to which there is no answer, the most frequent first.
pub fn gaps(repertoire: &Repertoire, flow: &Flow, least_share: f64, least_reach: f64) -> Vec<Gap> {
    let mut gaps = Vec::new();
    for (number, known) in repertoire.positions().iter().enumerate() {
        for &(mv, share) in &flow.replies[number] {
            let reach = share * flow.reach[number];
            if share < least_share || reach < least_reach {
                continue;
            }
            let to = landing(repertoire, known, mv);
            let mut after = known.position.clone();
            after.play_unchecked(mv);
            let is_answered = to.is_some_and(|to| !repertoire.positions()[to].moves.is_empty());
            if is_answered || after.legal_moves().is_empty() {
                continue;
            }
            gaps.push(Gap {
                chapter: repertoire.chapter_name(known.place.chapter),
                line: repertoire.line_to(known.place),
                reply: numbered_line(&known.position, &[mv]),
                share,
                reach,
                known: to.is_some(),
            });
        }
    }
    gaps.sort_by(|a, b| b.reach.total_cmp(&a.reach));
    gaps
}
