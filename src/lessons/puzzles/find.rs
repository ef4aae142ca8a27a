//! Finds puzzles in one game.

use shakmaty::{CastlingMode, Chess, Color, EnPassantMode, Move, Position as _, fen::Fen};

use super::judge::{Chance, Judge, SearchedLine};
use crate::engine::Game;
use crate::message::words;

/// Nodes of the first look at each position: enough to see which moves may have been mistakes.
const FIRST_LOOK: u64 = 8_000;
/// The least loss of a mistake by the first look, as a share of its least loss by the second.
const FIRST_SHARE: f64 = 0.6;
/// Moves that the solver has to find at most.
const MOST_MOVES: usize = 6;
/// Longer games are searched up to here, in plies.
const MOST_PLIES: usize = 600;

words! {
    /// The kind of a puzzle: how its game went wrong.
    pub enum PuzzleKind {
        /// The opponent went wrong, and the player did not see it.
        Missed = "missed",
        /// The player went wrong where one move was clearly best.
        Mistake = "mistake",
        /// The player went wrong, and one reply of the opponent refutes it: the solver takes the opponent's side.
        Refutation = "refutation",
    }
}

impl PuzzleKind {
    pub fn from_word(word: &str) -> Option<PuzzleKind> {
        PuzzleKind::ALL.into_iter().find(|kind| kind.word() == word)
    }
}

/// The thresholds of puzzles. Chances are in thousandths.
#[derive(Clone, Copy, Debug)]
pub struct Thresholds {
    /// The least loss of a mistake.
    pub loss: Chance,
    /// The least lead of the best move over the second best, at every move of the solution.
    pub margin: Chance,
    /// With the best move, the solver's chance is at least this: a hopeless position teaches little.
    pub hopeful: Chance,
    /// Nodes of the second look.
    pub nodes: u64,
}

impl Default for Thresholds {
    fn default() -> Thresholds {
        Thresholds { loss: 150, margin: 200, hopeful: 400, nodes: 150_000 }
    }
}

/// A puzzle of a game.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct FoundPuzzle {
    pub kind: PuzzleKind,
    /// The game up to the position that is asked.
    pub ply: usize,
    pub solution: Vec<Move>,
    /// The mistake, and what it lost.
    pub played: Move,
    pub loss: Chance,
}

/// Finds puzzles by searches of Classical.
pub struct Finder {
    pub judge: Judge,
    pub thresholds: Thresholds,
}

impl Finder {
    /// The puzzles of a game for some sides, in the order of the game. A search that is stopped ends it early.
    pub fn puzzles(&mut self, start: &Chess, moves: &[Move], sides: &[Color]) -> Vec<FoundPuzzle> {
        if start.castles().mode() != CastlingMode::Standard {
            return Vec::new();
        }
        let moves = &moves[..moves.len().min(MOST_PLIES)];
        self.judge.new_game();
        let losses = self.first_look(start, moves);
        let suspicious = (FIRST_SHARE * f64::from(self.thresholds.loss)) as Chance;
        let mut found = Vec::new();
        let mut game = Game::from_position(start.clone());
        for (ply, &mv) in moves.iter().enumerate() {
            if sides.contains(&game.position().turn()) && losses[ply] >= suspicious {
                let opponent_erred = ply > 0 && losses[ply - 1] >= self.thresholds.loss;
                found.extend(self.puzzle_at(&game, ply, mv, opponent_erred));
            }
            game.play(mv);
        }
        found
    }

    /// The loss of each move by a short search, in thousandths.
    fn first_look(&mut self, start: &Chess, moves: &[Move]) -> Vec<Chance> {
        let mut game = Game::from_position(start.clone());
        let mut chances = Vec::with_capacity(moves.len() + 1);
        for &mv in moves {
            chances.push(self.judge.best(&game, FIRST_LOOK).map_or(0, |line| line.chance));
            game.play(mv);
        }
        chances.push(match self.judge.best(&game, FIRST_LOOK) {
            Some(line) => line.chance,
            None if game.position().is_checkmate() => 0,
            None => 500,
        });
        chances.windows(2).map(|pair| pair[0] - (1000 - pair[1])).collect()
    }

    /// The puzzle before a mistake, or else the one after it.
    fn puzzle_at(&mut self, game: &Game, ply: usize, mv: Move, opponent_erred: bool) -> Option<FoundPuzzle> {
        let Thresholds { loss: least, nodes, .. } = self.thresholds;
        let lines = self.judge.best_moves(game, 2, nodes);
        let best = lines.first().filter(|best| best.mv != mv)?;
        let chance = match lines.iter().find(|line| line.mv == mv) {
            Some(line) => line.chance,
            None => self.judge.chance_of(game, mv, nodes / 2),
        };
        let loss = best.chance - chance;
        if loss < least {
            return None;
        }
        if self.is_worth_asking(game, &lines) {
            let kind = if opponent_erred { PuzzleKind::Missed } else { PuzzleKind::Mistake };
            let solution = self.solution(game, best.mv);
            return Some(FoundPuzzle { kind, ply, solution, played: mv, loss });
        }
        let mut after = game.clone();
        after.play(mv);
        let lines = self.judge.best_moves(&after, 2, nodes);
        if !self.is_worth_asking(&after, &lines) {
            return None;
        }
        let solution = self.solution(&after, lines[0].mv);
        Some(FoundPuzzle { kind: PuzzleKind::Refutation, ply: ply + 1, solution, played: mv, loss })
    }

    /// Returns true if the first of two moves has to be found, can be found and helps.
    fn is_worth_asking(&self, game: &Game, lines: &[SearchedLine]) -> bool {
        let [best, second] = lines else { return false };
        best.chance >= self.thresholds.hopeful && self.is_clear(best, second) && !is_recapture(game, best.mv)
    }

    fn is_clear(&self, best: &SearchedLine, second: &SearchedLine) -> bool {
        best.chance - second.chance >= self.thresholds.margin
    }

    /// The line from a first move on: the opponent's best replies, and the solver's moves as long as there is one that
    /// is clearly best. It ends with a move of the solver, and before a position of the line comes again: a perpetual
    /// check is shown once.
    fn solution(&mut self, game: &Game, first: Move) -> Vec<Move> {
        let nodes = self.thresholds.nodes / 2;
        let (before, mut game, mut solution) = (game.keys().len() - 1, game.clone(), vec![first]);
        game.play(first);
        while solution.len() < 2 * MOST_MOVES - 1 {
            let Some(reply) = self.judge.best(&game, nodes) else { break };
            game.play(reply.mv);
            let best = match &self.judge.best_moves(&game, 2, nodes)[..] {
                [best, second] if self.is_clear(best, second) => best.mv,
                _ => break,
            };
            game.play(best);
            if comes_again(&game.keys()[before..]) {
                break;
            }
            solution.extend([reply.mv, best]);
        }
        solution
    }
}

/// Returns true if one of the last two positions stood before among these.
fn comes_again(keys: &[u64]) -> bool {
    (keys.len().saturating_sub(2)..keys.len()).any(|at| keys[..at].contains(&keys[at]))
}

/// Returns true if a move takes back what has just taken: that is seen at once.
fn is_recapture(game: &Game, mv: Move) -> bool {
    let moves = game.moves();
    moves.last().is_some_and(|last| last.is_capture() && mv.is_capture() && last.to() == mv.to())
}

/// The FEN of a position, as the record has it.
pub fn fen(position: &Chess) -> String {
    Fen::from_position(position, EnPassantMode::Legal).to_string()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::chess::notation::{line_to_san, parse_moves};
    use crate::chess::replay::position_after;
    use crate::engine::Stop;

    fn found(moves: &str, sides: &[Color]) -> Vec<(PuzzleKind, usize, Vec<String>)> {
        let thresholds = Thresholds { nodes: 30_000, ..Thresholds::default() };
        let mut finder = Finder { judge: Judge::new(&Stop::new()), thresholds };
        let (start, moves) = (Chess::default(), parse_moves(moves).expect("legal"));
        let san = |puzzle: &FoundPuzzle| line_to_san(&position_after(&start, &moves[..puzzle.ply]), &puzzle.solution);
        let puzzles = finder.puzzles(&start, &moves, sides);
        puzzles.iter().map(|puzzle| (puzzle.kind, puzzle.ply, san(puzzle))).collect()
    }

    #[test]
    fn a_mate_that_was_missed_and_one_that_was_allowed_are_puzzles() {
        let moves = "e4 e5 Bc4 Nc6 Qh5 Nf6 d3 g6";
        let mate = vec!["Qxf7#".to_owned()];
        assert_eq!(found(moves, &[Color::White]), [(PuzzleKind::Missed, 6, mate.clone())]);
        assert_eq!(found(moves, &[Color::Black]), [(PuzzleKind::Refutation, 6, mate)]);
    }

    /// Black, far behind, checks on the squares a1, b1, b4 and c3 for ever; each check is the only move.
    #[test]
    fn a_perpetual_check_ends_before_a_position_comes_again() {
        let start = "6k1/pp3ppp/4bq2/2p5/2n1P3/1PP2P2/P3BQ1P/2K4R b - - 0 27";
        let game = Game::from_fen(start, CastlingMode::Standard).expect("a position");
        let moves =
            ["a7a6", "b3c4", "f6h4"].iter().try_fold(game.clone(), |mut game, uci| game.play_uci(uci).map(|()| game));
        let thresholds = Thresholds { nodes: 60_000, ..Thresholds::default() };
        let mut finder = Finder { judge: Judge::new(&Stop::new()), thresholds };
        let puzzles = finder.puzzles(game.start(), moves.expect("legal").moves(), &Color::ALL);
        let longest = puzzles.iter().max_by_key(|puzzle| puzzle.solution.len()).expect("a puzzle");
        let mut line = game.clone();
        ["a7a6", "b3c4"].iter().for_each(|uci| line.play_uci(uci).expect("legal"));
        longest.solution.iter().for_each(|&mv| line.play(mv));
        assert_eq!(
            line_to_san(&position_after(game.start(), &line.moves()[..2]), &longest.solution).join(" "),
            "Qxc3+ Kb1 Qb4+ Ka1 Qc3+"
        );
    }

    #[test]
    fn a_position_comes_again_after_either_of_the_last_two_moves() {
        assert!(comes_again(&[1, 2, 3, 2, 4]) && comes_again(&[1, 2, 3, 1]));
        assert!(!comes_again(&[1, 2, 3, 4]) && !comes_again(&[1]));
    }

    #[test]
    fn good_moves_and_recaptures_are_none() {
        assert_eq!(found("e4 e5 Nf3 Nc6 Bb5 a6 Ba4 Nf6 O-O Be7", &Color::ALL), []);
        // Black does not take back the bishop: 4...dxc6 is the only move, and everybody sees it.
        let puzzles = found("e4 e5 Nf3 Nc6 Bb5 d6 Bxc6+ Ke7 Nxe5", &[Color::Black]);
        assert!(puzzles.iter().all(|(_, ply, _)| *ply != 7), "{puzzles:?}");
    }

    #[test]
    fn chess960_and_games_without_moves_have_none() {
        let start = Game::from_start_position(CastlingMode::Chess960).start().clone();
        let mut finder = Finder { judge: Judge::new(&Stop::new()), thresholds: Thresholds::default() };
        assert_eq!(finder.puzzles(&start, &parse_moves("f3 e5 g4 a6").expect("legal"), &Color::ALL), []);
        assert_eq!(finder.puzzles(&Chess::default(), &[], &Color::ALL), []);
    }
}
