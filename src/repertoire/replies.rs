//! How often people of a rating play each move of a position: the rated net, and counts of games.

use shakmaty::Move;

use crate::engine::{Game, Limits, Silent, Stop};
use crate::nets::rated::Who;
use crate::openings::PopularMoves;
use crate::personalities::rated::{Person, Predictor};
use crate::personalities::searcher;

/// What predicts the replies beside the counts.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum ReplySource {
    /// The rated net alone: some milliseconds a position.
    #[default]
    Net,
    /// The net, corrected by a short search of every move, as a level plays: some 30 milliseconds.
    Search,
}

/// The prediction counts as much as so many games that were seen in the position.
const PRIOR_GAMES: f64 = 40.0;

/// How often people of one rating play each move.
///
/// With n of N counted games of this rating that play a move, and its probability p by the net, its share is
/// (n + 40 p) / (N + 40): the net is worth 40 games. Where nothing was counted the net decides alone.
pub struct ReplyModel {
    elo: u16,
    source: ReplySource,
    predictor: Predictor,
    counts: &'static PopularMoves,
}

impl ReplyModel {
    /// For people of this rating (Lichess rapid).
    pub fn new(elo: u16, source: ReplySource) -> ReplyModel {
        ReplyModel { elo, source, predictor: Predictor::new(searcher()), counts: PopularMoves::embedded() }
    }

    pub fn elo(&self) -> u16 {
        self.elo
    }

    /// The legal moves with their shares, which add up to 1, the most frequent first.
    pub fn shares(&mut self, game: &Game) -> Vec<(Move, f64)> {
        let moves = game.legal_moves();
        if moves.is_empty() {
            return Vec::new();
        }
        let who = Who::rapid(self.elo);
        self.predictor.prepare(&mut Silent);
        let predicted: Vec<f64> = match self.source {
            ReplySource::Net => {
                let probabilities = self.predictor.net_probabilities_of(game, &who);
                probabilities.iter().map(|net| f64::from(net.rated)).collect()
            }
            ReplySource::Search => {
                let person = Person::anybody(who);
                let predicted = self.predictor.predict(game, &moves, person, &Limits::default(), &Stop::new());
                predicted.iter().map(|one| f64::from(one.probability)).collect()
            }
        };
        let sum: f64 = predicted.iter().sum();
        let counts: Vec<f64> = moves.iter().map(|&mv| self.counts.near(game.position(), mv, self.elo)).collect();
        let games: f64 = counts.iter().sum();
        let share = |(net, count): (&f64, &f64)| (count + PRIOR_GAMES * net / sum) / (games + PRIOR_GAMES);
        let shares = predicted.iter().zip(&counts).map(share);
        let mut shares: Vec<(Move, f64)> = moves.iter().copied().zip(shares).collect();
        shares.sort_by(|a, b| b.1.total_cmp(&a.1));
        shares
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::chess::notation::{parse_moves, san};

    #[test]
    fn shares_add_up_and_the_usual_reply_stands_first() {
        let mut game = Game::default();
        parse_moves("e4 e5 Nf3").expect("legal").into_iter().for_each(|mv| game.play(mv));
        for source in [ReplySource::Net, ReplySource::Search] {
            let shares = ReplyModel::new(1400, source).shares(&game);
            let sum: f64 = shares.iter().map(|(_, share)| share).sum();
            assert!((sum - 1.0).abs() < 1e-6, "{sum}");
            assert_eq!(san(game.position(), shares[0].0), "Nc6");
            assert!(shares[0].1 > 0.3, "{shares:?}");
        }
    }
}
