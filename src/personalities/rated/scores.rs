//! The scores of every move by a short search: the tactics that a person sees or overlooks.

use shakmaty::Move;

use super::features::{NetProbability, RAREST, expectation};
use crate::engine::options::SharedOptions;
use crate::engine::{Game, Info, Limits, Personality, Reporter, Score, Silent, Stop};

/// Plies that all moves are searched; shallower searches are kept too.
const DEPTH: usize = 3;
/// Scores of each move: by 1 to [`DEPTH`] plies, and by the deeper search.
pub const SEARCHES: usize = DEPTH + 1;
/// The place of the deeper search among them.
pub const DEEPER: usize = SEARCHES - 1;
/// The deeper search goes on with so many of the probable and good moves,
const DEEPER_MOVES: usize = 12;
/// and with so many nodes, the number with which the weights were fitted: a move takes less than 20 ms on one core.
pub const DEEPER_NODES: u64 = 8000;
/// More than any position has legal moves, so that every move gets a score of its own.
const ALL_MOVES: usize = 256;
/// The weight of a better score for a longer look: from lost to won as much as a probability e^4 times as high.
const GOOD: f32 = 4.0;
/// The searches are so short that a small table holds them (MiB).
const HASH: usize = 4;

/// A move with its scores.
#[derive(Clone, Debug, PartialEq)]
pub struct ScoredMove {
    pub mv: Move,
    /// By searches of 1, 2 and 3 plies, and by the deeper one, from the mover's view.
    pub scores: [Score; SEARCHES],
    /// The move and the best play after it.
    pub pv: Vec<Move>,
}

impl ScoredMove {
    /// The score by the deeper search.
    pub fn score(&self) -> Score {
        self.scores[DEEPER]
    }
}

/// A player that scores moves for another one: searches of Classical over all of them.
pub struct MoveScorer {
    player: Box<dyn Personality>,
    /// Options of the player.
    options: SharedOptions,
    /// Nodes of the deeper search, at first `DEEPER_NODES`.
    pub deeper_nodes: u64,
}

impl MoveScorer {
    /// `player` has to report a line of every depth for each of several moves.
    pub fn new(player: Box<dyn Personality>) -> MoveScorer {
        let mut searcher = MoveScorer { player, options: SharedOptions::default(), deeper_nodes: DEEPER_NODES };
        searcher.configure(&SharedOptions::default());
        searcher
    }

    /// Takes over the tablebases of `shared`.
    pub fn configure(&mut self, shared: &SharedOptions) {
        self.options = SharedOptions { multi_pv: ALL_MOVES, ..shared.quiet(HASH) };
        self.player.configure(&self.options, &mut Silent);
    }

    pub fn new_game(&mut self) {
        self.player.new_game();
    }

    /// The scores of `moves`, in their order; `probabilities` are what the net gives them. Where the time of `limits`
    /// (its `move_time`) is over or `stop` is set before a move has a score, it has that of the shallower search, or a
    /// draw's.
    pub fn score(
        &mut self,
        game: &Game,
        moves: &[Move],
        probabilities: &[NetProbability],
        limits: &Limits,
        stop: &Stop,
    ) -> Vec<ScoredMove> {
        let mut collector = Collector::new(moves, None);
        let all = Limits { depth: Some(DEPTH as i32), search_moves: moves.to_vec(), ..limits.clone() };
        self.player.choose(game, &all, stop, &mut collector);
        let search_moves = collector.worth_a_longer_look(probabilities);
        if search_moves.len() > 1 {
            collector.search = Some(DEEPER);
            let deeper = Limits { nodes: Some(self.deeper_nodes), search_moves, ..limits.clone() };
            self.player.choose(game, &deeper, stop, &mut collector);
        }
        let scored = |Found { mv, scores, pv }| ScoredMove { mv, scores: filled(scores), pv };
        collector.moves.into_iter().map(scored).collect()
    }

    /// The best move by a search of the deeper search's nodes that looks at the best line alone. It begins with an
    /// empty table: with the one of the moves before, a search as short as this shuffles in endings that it could win.
    pub fn best_move(&mut self, game: &Game, limits: &Limits, stop: &Stop) -> Option<Move> {
        self.new_game();
        self.player.configure(&SharedOptions { multi_pv: 1, ..self.options.clone() }, &mut Silent);
        let limits = Limits { nodes: Some(self.deeper_nodes), ..limits.clone() };
        let best = self.player.choose(game, &limits, stop, &mut Silent).best;
        self.player.configure(&self.options, &mut Silent);
        best
    }

    /// The last scores of `moves` by a search within the depth, nodes and time of `limits`, in their order; `None` for
    /// those that it did not reach.
    pub fn last_scores(&mut self, game: &Game, moves: &[Move], limits: Limits, stop: &Stop) -> Vec<Option<Score>> {
        let mut collector = Collector::new(moves, Some(DEEPER));
        let limits = Limits { search_moves: moves.to_vec(), ..limits };
        self.player.choose(game, &limits, stop, &mut collector);
        collector.moves.into_iter().map(|found| found.scores[DEEPER]).collect()
    }
}

/// Fills missing scores with those of the shallower search.
fn filled(scores: [Option<Score>; SEARCHES]) -> [Score; SEARCHES] {
    let mut last = scores.into_iter().flatten().next().unwrap_or(Score::DRAW);
    scores.map(|score| {
        last = score.unwrap_or(last);
        last
    })
}

/// The results of the searches for a move so far.
struct Found {
    mv: Move,
    scores: [Option<Score>; SEARCHES],
    pv: Vec<Move>,
}

/// Keeps the scores of each search.
struct Collector {
    moves: Vec<Found>,
    /// The place of the scores where it is not the depth that decides: the last one of a move counts.
    search: Option<usize>,
}

impl Collector {
    fn new(moves: &[Move], search: Option<usize>) -> Collector {
        let unsearched = |&mv: &Move| Found { mv, scores: [None; SEARCHES], pv: vec![mv] };
        Collector { moves: moves.iter().map(unsearched).collect(), search }
    }

    /// The moves that a person would look at longer: the probable ones and the good ones.
    fn worth_a_longer_look(&self, probabilities: &[NetProbability]) -> Vec<Move> {
        let merit = |(probability, found): (&NetProbability, &Found)| {
            let expected = expectation(filled(found.scores)[DEPTH - 1]);
            (probability.rated.max(RAREST).ln() + GOOD * expected, found.mv)
        };
        let mut moves: Vec<(f32, Move)> = probabilities.iter().zip(&self.moves).map(merit).collect();
        moves.sort_by(|(a, _), (b, _)| b.total_cmp(a));
        moves.into_iter().take(DEEPER_MOVES).map(|(_, mv)| mv).collect()
    }
}

impl Reporter for Collector {
    fn info(&mut self, info: &Info) {
        let search = self.search.or((info.depth.0 as usize).checked_sub(1).filter(|&depth| depth < DEPTH));
        let found = self.moves.iter_mut().find(|found| info.pv.first() == Some(&found.mv));
        if let (Some(search), Some(found)) = (search, found) {
            found.scores[search] = Some(info.score);
            found.pv.clone_from(&info.pv);
        }
    }

    fn message(&mut self, _: &str) {}
}

#[cfg(test)]
mod tests {
    use shakmaty::CastlingMode;

    use super::*;
    use crate::personalities::searcher;

    fn scored(fen: &str) -> (Game, Vec<ScoredMove>) {
        let game = Game::from_fen(fen, CastlingMode::Standard).unwrap();
        let mut searcher = MoveScorer::new(searcher());
        let moves = game.legal_moves();
        let scored = searcher.score(
            &game,
            &moves,
            &vec![NetProbability { rated: 0.1, strong: 0.1 }; moves.len()],
            &Limits::default(),
            &Stop::new(),
        );
        assert_eq!(scored.iter().map(|scored| scored.mv).collect::<Vec<_>>(), moves.as_slice());
        (game, scored)
    }

    #[test]
    fn a_poisoned_capture_looks_good_to_the_shallow_search_only() {
        // The knight on d5 is protected by the pawn on e6; after Qxd5 exd5 the queen is gone.
        let (game, scored) = scored("4k3/8/4p3/3n4/8/8/3Q4/4K3 w - - 0 1");
        let find = |uci: &str| scored.iter().find(|scored| scored.mv == game.read_uci(uci).unwrap()).unwrap();
        let (capture, quiet) = (find("d2d5"), find("d2e2"));
        assert!(capture.score() < Score(quiet.score().0 - 300), "{capture:?}, {quiet:?}");
        assert_eq!(capture.pv[0], game.read_uci("d2d5").unwrap());
    }

    #[test]
    fn mates_are_seen() {
        let (game, scored) = scored("7k/8/6K1/8/8/8/8/R7 w - - 0 1");
        let mate = scored.iter().find(|scored| scored.mv == game.read_uci("a1a8").unwrap()).unwrap();
        assert!(mate.scores.iter().all(|score| score.is_mate() && score.is_win()));
    }

    #[test]
    fn what_was_not_searched_has_the_shallower_score() {
        let [five, three, seven] = [5, 3, 7].map(Score);
        assert_eq!(filled([Some(five), None, Some(seven), None]), [five, five, seven, seven]);
        assert_eq!(filled([None, Some(three), None, None]), [three; SEARCHES]);
        assert_eq!(filled([None; SEARCHES]), [Score::DRAW; SEARCHES]);
    }
}
