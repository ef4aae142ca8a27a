//! The moves of people of each rating in a position, by the rated model: the nets and the short search of the levels.

use shakmaty::Move;

use super::estimate::{GRID, between};
use super::game::ReviewGame;
use super::mark::is_as_bad;
use super::params::{PLAYED_BY_SOME, UNKNOWN_ELO};
use super::report::PeopleThere;
use super::search::expected;
use crate::engine::{Limits, Stop};
use crate::personalities::classical::chances;
use crate::personalities::rated::Predictor;

/// The moves of a position, and how probable each is by people of every rating of the [`GRID`].
#[derive(Clone, Debug)]
pub struct PeopleSeen {
    moves: Vec<Move>,
    /// The chance of winning after each move, by the short search.
    chances: Vec<f64>,
    /// For each rating of the grid, a probability for each move.
    probabilities: [Vec<f32>; GRID.len()],
}

/// Asks the model about the position before the move at `ply`; the ratings of the players have no part in it. `None`
/// where there is but one move.
pub fn people_seen(predictor: &mut Predictor, game: &ReviewGame, ply: usize, stop: &Stop) -> Option<PeopleSeen> {
    let before = game.before(ply);
    let moves = before.legal_moves().to_vec();
    if moves.len() < 2 {
        return None;
    }
    // What is left of another position in the table would make the order of the positions matter.
    predictor.new_game();
    let seen = predictor.see(&before, &moves, &game.who(ply, UNKNOWN_ELO), &Limits::default(), stop);
    let of = |elo: u16| predictor.probabilities(&before, &moves, &seen, &game.who(ply, elo));
    let probabilities = GRID.map(of);
    let chances = seen.scored.iter().map(|scored| expected(chances(scored.score()))).collect();
    Some(PeopleSeen { moves, chances, probabilities })
}

impl PeopleSeen {
    /// The probability of a move among people of each rating of the grid.
    pub fn by_rating(&self, mv: Move) -> Option<[f64; GRID.len()]> {
        let index = self.moves.iter().position(|&other| other == mv)?;
        Some(std::array::from_fn(|knot| f64::from(self.probabilities[knot][index])))
    }

    /// The moves with their probabilities by people of a rating.
    pub fn shares(&self, elo: u16) -> impl Iterator<Item = (Move, f64)> {
        self.moves.iter().copied().zip(between(elo, |knot| &self.probabilities[knot]))
    }

    /// The best move by the short search that at least a tenth of the people of a rating play, with its
    /// share.
    pub fn best_played(&self, elo: u16) -> Option<(Move, f64)> {
        let shares = between(elo, |knot| &self.probabilities[knot]);
        let played = (0..self.moves.len()).filter(|&index| shares[index] >= PLAYED_BY_SOME);
        let best = played.max_by(|&a, &b| self.chances[a].total_cmp(&self.chances[b]))?;
        Some((self.moves[best], shares[best]))
    }

    /// The play of people of a rating here. `loss` is the loss of the played move by the long search, which is trusted
    /// more than the short one.
    pub fn there(&self, elo: u16, played: Move, best: Move, loss: f64) -> PeopleThere {
        let shares = between(elo, |knot| &self.probabilities[knot]);
        let greatest = self.chances.iter().copied().fold(0.0, f64::max);
        let lost = |index: usize| match self.moves[index] {
            mv if mv == best => 0.0,
            mv if mv == played => loss,
            _ => greatest - self.chances[index],
        };
        let share = |wanted: Move| self.moves.iter().position(|&mv| mv == wanted).map_or(0.0, |index| shares[index]);
        let each = || shares.iter().enumerate();
        PeopleThere {
            elo,
            played: share(played),
            best: share(best),
            as_bad: each().filter(|&(index, _)| loss > 0.0 && is_as_bad(lost(index), loss)).map(|(_, p)| p).sum(),
            loss: each().map(|(index, share)| share * lost(index)).sum(),
        }
    }
}
