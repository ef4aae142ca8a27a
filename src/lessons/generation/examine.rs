//! Searches of Classical that judge a position that was found, and its game, where the rules do not tell.

use shakmaty::{Color, Move, Position as _};

use super::ProofGame;
use crate::constraint::{Judgement, Verdict};
use crate::engine::options::SharedOptions;
use crate::engine::{Depth, Ending, Game, Limits, Personality, Recorder, Score, Silent, Stop};
use crate::lessons::review::{Judge, rating};
use crate::personalities::Classical;

/// Plies to which an evaluation is searched.
const EVALUATION_DEPTH: Depth = Depth(8);
/// Plies to which winning moves are searched: at first, and where they seem to be one.
const WINNING_DEPTHS: [Depth; 2] = [Depth(6), Depth(12)];
/// A move wins from this score on, in centipawns, …
const WINS: Score = Score(250);
/// … and a move with less than this one does not; a position with a move between them has no clear answer.
const DOES_NOT_WIN: Score = Score(100);
/// Plies of a solution at most.
const SOLUTION: usize = 7;
/// Memory of the search in MiB.
const HASH: usize = 8;

/// The findings about a position.
#[derive(Clone, Debug, Default)]
pub struct Examination {
    pub verdict: Verdict,
    /// The winning move with the play that follows, where it was asked whether there is just one, and there is.
    pub solution: Vec<Move>,
}

/// Judges positions; what it needs for that is made when it is first needed.
#[derive(Default)]
pub struct Examiner {
    /// Folders with Syzygy tables, as in the option `SyzygyPath`.
    tables: String,
    judge: Option<Judge>,
    classical: Option<Classical>,
}

impl Examiner {
    pub fn new(tables: &str) -> Examiner {
        Examiner { tables: tables.to_owned(), ..Examiner::default() }
    }

    /// Whatever a condition needs to know of a position and its game.
    pub fn examine(&mut self, found: &ProofGame, needs: Judgement) -> Examination {
        let mut examination = Examination::default();
        if needs.play {
            let loss = self.judge.get_or_insert_default().mean_loss(&found.moves);
            examination.verdict.rating = Some(rating(loss));
        }
        let game = found.as_game();
        if needs.evaluation {
            examination.verdict.evaluation = Some(self.evaluation(&game));
        }
        if needs.winning_moves {
            examination.solution = self.only_winning_line(&game).unwrap_or_default();
            examination.verdict.one_winning_move = Some(!examination.solution.is_empty());
        }
        examination
    }

    /// In centipawns from White's view.
    fn evaluation(&mut self, game: &Game) -> i32 {
        let turn = game.position().turn();
        let score = match Ending::of(game).filter(|ending| ending.is_forced()) {
            Some(Ending::Checkmate { .. }) => -Score::MATE.0,
            Some(_) => 0,
            None => self.search(game, EVALUATION_DEPTH, &[]).map_or(0, |(score, _)| score.0),
        };
        if turn == Color::White { score } else { -score }
    }

    /// The line of the only move that wins, of several that are legal.
    fn only_winning_line(&mut self, game: &Game) -> Option<Vec<Move>> {
        let legal = game.position().legal_moves();
        if legal.len() < 2 || Ending::of(game).is_some() {
            return None;
        }
        let mut line = Vec::new();
        for depth in WINNING_DEPTHS {
            let (best, pv) = self.search(game, depth, &[])?;
            if best < WINS {
                return None;
            }
            let others: Vec<Move> = legal.iter().copied().filter(|mv| Some(mv) != pv.first()).collect();
            let (second, _) = self.search(game, depth, &others)?;
            if second >= DOES_NOT_WIN {
                return None;
            }
            line = pv;
        }
        line.truncate(SOLUTION);
        // The last word is the solver's.
        if line.len() % 2 == 0 {
            line.pop();
        }
        Some(line)
    }

    /// The score from the mover's view and the line of a search among some moves, or all where none are named.
    fn search(&mut self, game: &Game, depth: Depth, moves: &[Move]) -> Option<(Score, Vec<Move>)> {
        let tables = &self.tables;
        let classical = self.classical.get_or_insert_with(|| {
            let mut classical = Classical::new();
            let options = SharedOptions { syzygy_path: tables.clone(), ..SharedOptions::default() };
            classical.configure(&options.quiet(HASH), &mut Silent);
            classical
        });
        // The table must not hold what was searched before, so that the same position has the same answer.
        classical.new_game();
        let limits = Limits { depth: Some(depth.0), search_moves: moves.to_vec(), ..Limits::default() };
        let mut recorder = Recorder::default();
        classical.choose(game, &limits, &Stop::new(), &mut recorder);
        let info = recorder.infos.pop()?;
        Some((info.score, info.pv))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::chess::notation::{line_to_san, parse_moves};

    fn examined(moves: &str) -> Examination {
        let needs = Judgement { play: false, evaluation: true, winning_moves: true };
        Examiner::default().examine(&ProofGame::new(String::new(), parse_moves(moves).expect(moves)), needs)
    }

    #[test]
    fn the_only_winning_move_is_found_with_its_line() {
        // Scholar's mate is there, and nothing else wins.
        let moves = parse_moves("e4 e5 Qh5 Nc6 Bc4 Nf6").expect("legal");
        let found = ProofGame::new(String::new(), moves);
        let needs = Judgement { winning_moves: true, ..Judgement::default() };
        let examination = Examiner::default().examine(&found, needs);
        assert_eq!(examination.verdict, Verdict { one_winning_move: Some(true), ..Verdict::default() });
        assert_eq!(line_to_san(found.position(), &examination.solution), ["Qxf7#"]);
    }

    #[test]
    fn there_is_no_only_winning_move_where_none_or_several_win() {
        // The start; a queen that two pieces may take; a finished game.
        for moves in ["", "e4 e5 d4 Qg5 Nf3 Qf5", "f3 e5 g4 Qh4#"] {
            let examination = examined(moves);
            assert_eq!((examination.verdict.one_winning_move, examination.solution.len()), (Some(false), 0), "{moves}");
        }
    }

    #[test]
    fn an_evaluation_is_from_whites_view() {
        let evaluation = |moves: &str| examined(moves).verdict.evaluation.expect("it was asked for");
        assert!(evaluation("").abs() < 100);
        assert!(evaluation("e4 d5 a3 Qd6 h3 Qg3 fxg3") > 500, "a queen for a pawn");
        assert!(evaluation("e4 e5 Qh5 Nc6 Qxe5 Nxe5") < -500, "a queen for a pawn, White to move");
        assert_eq!(evaluation("f3 e5 g4 Qh4#"), -Score::MATE.0);
    }
}
