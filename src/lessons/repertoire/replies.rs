//! The frequency of each move of a position among people of a rating: the rated net, and counts of games.

use shakmaty::Move;

use crate::engine::{Game, Limits, Silent, Stop};
use crate::nets::rated::MoverContext;
use crate::openings::PopularMoves;
use crate::personalities::rated::{Person, Predictor};
use crate::personalities::searcher;

/// The predictor of replies beside the counts.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum ReplySource {
    /// The rated net alone: some milliseconds a position.
    #[default]
    Net,
    /// The net, corrected by a short search of every move, as a level plays: some 30 milliseconds.
    Search,
}

/// The prediction counts as much as so many games that were seen in the position. On games of other sources than the
/// counts the net alone predicts best, so it weighs more than most positions have games (docs/repertoire.md).
const PRIOR_GAMES: f64 = 640.0;

/// The frequency of each move among people of one rating.
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
        let predicted = self.predicted(game, &moves);
        let counts: Vec<f64> = moves.iter().map(|&mv| self.counts.near(game.position(), mv, self.elo)).collect();
        let shares = blended(&predicted, &counts, PRIOR_GAMES);
        let mut shares: Vec<(Move, f64)> = moves.into_iter().zip(shares).collect();
        shares.sort_by(|a, b| b.1.total_cmp(&a.1));
        shares
    }

    /// The prediction without the counts, in the order of the moves.
    fn predicted(&mut self, game: &Game, moves: &[Move]) -> Vec<f64> {
        let who = MoverContext::rapid(self.elo);
        self.predictor.prepare(&mut Silent);
        match self.source {
            ReplySource::Net => {
                let probabilities = self.predictor.net_probabilities_of(game, &who);
                probabilities.iter().map(|net| f64::from(net.rated)).collect()
            }
            ReplySource::Search => {
                let person = Person::anybody(who);
                let predicted = self.predictor.predict(game, moves, person, &Limits::default(), &Stop::new());
                predicted.iter().map(|one| f64::from(one.probability)).collect()
            }
        }
    }
}

/// Shares from a prediction that is worth `prior` games, and from counts of games.
fn blended(predicted: &[f64], counts: &[f64], prior: f64) -> Vec<f64> {
    let (sum, games): (f64, f64) = (predicted.iter().sum(), counts.iter().sum());
    let share = |(net, count): (&f64, &f64)| (count + prior * net / sum) / (games + prior);
    predicted.iter().zip(counts).map(share).collect()
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

    #[test]
    fn counts_outweigh_the_net_once_they_are_many() {
        let shares = blended(&[0.5, 0.5], &[0.0, 0.0], 40.0);
        assert_eq!(shares, [0.5, 0.5]);
        assert_eq!(blended(&[0.5, 0.5], &[40.0, 0.0], 40.0), [0.75, 0.25]);
        assert!(blended(&[0.9, 0.1], &[0.0, 4000.0], 40.0)[1] > 0.99);
    }

    /// Measures how well the replies of games that were not counted are predicted, by the worth of the net. Games of
    /// other sources than the counts: every other move of the openings, by players of 1000 to 2200.
    #[test]
    fn the_more_the_net_weighs_the_better_replies_are_predicted() {
        let Some(data) = std::env::var_os("MOTLEY_DATA") else {
            eprintln!("skipped: MOTLEY_DATA is not set");
            return;
        };
        let path = std::path::Path::new(&data).join("games/online-misc.pgn.zst");
        let priors = [1.0, 10.0, 40.0, 160.0, PRIOR_GAMES, 1e9];
        let (mut losses, mut asked, mut model) = ([0.0; 6], 0, ReplyModel::new(1500, ReplySource::Net));
        let games = crate::games::pgn::PgnReader::open(&path).expect("the file is there");
        let rated = games.filter_map(Result::ok).step_by(97).filter(|game| {
            let ratings = [game.tags.white_elo(), game.tags.black_elo()];
            game.start == shakmaty::Chess::default()
                && ratings.iter().all(|elo| elo.is_some_and(|elo| (1000..=2200).contains(&elo)))
        });
        for read in rated.take(120) {
            let mut game = Game::default();
            for (ply, &mv) in read.moves.iter().take(14).enumerate() {
                if ply % 3 == 2 {
                    let elo = if ply % 2 == 0 { read.tags.white_elo() } else { read.tags.black_elo() };
                    model.elo = elo.expect("rated");
                    let moves = game.legal_moves();
                    let predicted = model.predicted(&game, &moves);
                    let count = |&mv: &Move| model.counts.near(game.position(), mv, model.elo);
                    let counts: Vec<f64> = moves.iter().map(count).collect();
                    let place = moves.iter().position(|&other| other == mv).expect("legal");
                    for (loss, prior) in losses.iter_mut().zip(priors) {
                        *loss -= blended(&predicted, &counts, prior)[place].max(1e-6).log2();
                    }
                    asked += 1;
                }
                game.play(mv);
            }
        }
        let bits = losses.map(|loss| loss / f64::from(asked));
        eprintln!("{asked} moves; bits a move where the net is worth {priors:?} games: {bits:.3?}");
        assert!(asked > 200 && bits[4] < bits[0] && bits[4] < bits[2], "{bits:?}");
    }
}
