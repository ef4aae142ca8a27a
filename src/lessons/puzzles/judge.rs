//! The searches that puzzles are made and answers are judged with.

use shakmaty::{Chess, Move, Position as _};

use crate::engine::options::SharedOptions;
use crate::engine::{Game, Info, Limits, Personality as _, Recorder, ResultProbabilities, Silent, Stop};
use crate::personalities::Classical;

/// MiB of each searcher's transposition table.
const HASH: usize = 16;
/// A move is as good as another if it gives up no more than this, in thousandths of the chance of winning.
const EQUALLY_GOOD: i32 = 30;

/// The chance of winning of the side to move, in thousandths: wins, and half of the draws.
pub type Chance = i32;

/// A move with its line, by a search.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SearchedLine {
    pub mv: Move,
    pub chance: Chance,
}

/// Searches with Classical, by nodes and on one thread, so that the same games always give the same puzzles.
pub struct Judge {
    classical: Classical,
    lines: usize,
    stop: Stop,
}

impl Judge {
    /// `stop` ends every search.
    pub fn new(stop: &Stop) -> Judge {
        let mut judge = Judge { classical: Classical::new(), lines: 0, stop: stop.clone() };
        judge.set_lines(1);
        judge
    }

    fn set_lines(&mut self, lines: usize) {
        if self.lines != lines {
            let shared = SharedOptions { multi_pv: lines, ..SharedOptions::default().quiet(HASH) };
            self.classical.configure(&shared, &mut Silent);
            self.lines = lines;
        }
    }

    /// Forgets what it has searched: a game must not depend on the one before.
    pub fn new_game(&mut self) {
        self.classical.new_game();
    }

    /// The best move; `None` where there is none.
    pub fn best(&mut self, game: &Game, nodes: u64) -> Option<SearchedLine> {
        self.search(game, 1, nodes, Vec::new()).into_iter().next()
    }

    /// The best moves, as many as there are up to `lines`, the best first.
    pub fn best_moves(&mut self, game: &Game, lines: usize, nodes: u64) -> Vec<SearchedLine> {
        self.search(game, lines, nodes, Vec::new())
    }

    /// The chance of the mover if it plays a certain move.
    pub fn chance_of(&mut self, game: &Game, mv: Move, nodes: u64) -> Chance {
        self.search(game, 1, nodes, vec![mv]).first().map_or(0, |line| line.chance)
    }

    /// Returns true if an answer does as well as the solution's move: it mates, or loses next to nothing against it.
    pub fn is_as_good(&mut self, position: &Chess, answer: Move, solution: Move, nodes: u64) -> bool {
        let mut after = position.clone();
        after.play_unchecked(answer);
        if after.is_checkmate() {
            return true;
        }
        let game = Game::from_position(position.clone());
        let [answered, best] = [answer, solution].map(|mv| self.search(&game, 1, nodes, vec![mv]).into_iter().next());
        answered.zip(best).is_some_and(|(answered, best)| best.chance - answered.chance <= EQUALLY_GOOD)
    }

    /// The best reply to a move; `None` if the move ends the game.
    pub fn reply(&mut self, position: &Chess, mv: Move, nodes: u64) -> Option<Move> {
        let mut after = position.clone();
        after.play_unchecked(mv);
        self.best(&Game::from_position(after), nodes).map(|line| line.mv)
    }

    fn search(&mut self, game: &Game, lines: usize, nodes: u64, search_moves: Vec<Move>) -> Vec<SearchedLine> {
        self.set_lines(lines);
        let limits = Limits { nodes: Some(nodes), search_moves, ..Limits::default() };
        let mut recorder = Recorder::default();
        self.classical.choose(game, &limits, &self.stop, &mut recorder);
        let last = |rank: usize| recorder.infos.iter().rev().find(|info| info.multipv.max(1) == rank);
        (1..=lines).map_while(last).filter_map(line).collect()
    }
}

fn line(info: &Info) -> Option<SearchedLine> {
    let wdl = info.wdl.unwrap_or_else(|| ResultProbabilities::of_score(info.score).wdl());
    let chance = i32::from(wdl.win) + i32::from(wdl.draw) / 2;
    Some(SearchedLine { mv: *info.pv.first()?, chance })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::chess::notation::parse_move;

    fn position(fen: &str) -> Chess {
        Game::from_fen(fen, shakmaty::CastlingMode::Standard).expect("a position").position().clone()
    }

    #[test]
    fn lines_come_with_their_chances_the_best_first() {
        let mut judge = Judge::new(&Stop::new());
        let game = Game::from_position(position("6k1/5ppp/8/8/8/8/5PPP/R5K1 w - - 0 1"));
        let lines = judge.best_moves(&game, 2, 5000);
        assert_eq!((lines.len(), lines[0].chance), (2, 1000));
        assert_eq!(Some(lines[0].mv), parse_move(game.position(), "Ra8#"));
        assert!((500..=1000).contains(&judge.chance_of(&game, lines[1].mv, 5000)));
        assert_eq!(judge.best(&Game::from_position(position("R5k1/5ppp/8/8/8/8/5PPP/6K1 b - - 0 1")), 5000), None);
    }

    #[test]
    fn other_mates_are_as_good_and_so_are_moves_that_win_all_the_same() {
        let mut judge = Judge::new(&Stop::new());
        // Mate by either rook; Rb2 wins too, later, and Ra7 gives nothing up either.
        let start = position("6k1/5ppp/8/8/8/8/5PPP/RR4K1 w - - 0 1");
        let mut is_as_good = |answer: &str| {
            let [answer, solution] = [answer, "Ra8#"].map(|mv| parse_move(&start, mv).expect("a legal move"));
            judge.is_as_good(&start, answer, solution, 20_000)
        };
        assert_eq!(["Rb8#", "Rb2", "Ra7"].map(&mut is_as_good), [true; 3]);
    }
}
