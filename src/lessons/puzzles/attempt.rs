//! One try at a puzzle: its question, the answers, what they are worth.

use std::time::Duration;

use shakmaty::{Chess, Move, Position as _, Square};
use thiserror::Error;

use super::find::PuzzleKind;
use super::judge::Judge;
use crate::chess::notation::{color_name, numbered_line, parse_move, san};
use crate::engine::Game;
use crate::record::{Grade, NewPuzzle};

/// A right answer that took longer counts as one with a hint.
pub const SLOW: Duration = Duration::from_mins(3);
/// Nodes of the searches that judge a move which is not that of the solution.
const NODES: u64 = 100_000;

/// A puzzle of the record cannot be played: the record was edited by hand.
#[derive(Debug, Error, PartialEq, Eq)]
#[error("puzzle {0} of the record cannot be played: {1}")]
pub struct Unreadable(pub i64, pub String);

/// The verdict on an answer.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Given {
    /// The move of the solution, which goes on after the opponent's reply.
    Right { reply: Move },
    /// The last move of the solution.
    Solved,
    /// Another move that does as well: the puzzle is solved.
    AsGood,
    /// A move that loses what the solution gains, with the opponent's best reply; `None` if the move ends the game.
    Wrong { refutation: Option<Move> },
}

/// A try at a puzzle.
#[derive(Clone, Debug)]
pub struct Attempt {
    start: Chess,
    solution: Vec<Move>,
    /// Moves of the solution that were played.
    done: usize,
    position: Chess,
    hinted: bool,
}

impl Attempt {
    /// # Errors
    /// [`Unreadable`].
    pub fn new(id: i64, puzzle: &NewPuzzle) -> Result<Attempt, Unreadable> {
        let refuse = |fault: String| Unreadable(id, fault);
        let start = Game::from_fen(&puzzle.fen, shakmaty::CastlingMode::Standard);
        let start = start.map_err(|fault| refuse(fault.to_string()))?.position().clone();
        let (mut position, mut solution) = (start.clone(), Vec::new());
        for word in &puzzle.solution {
            let mv = parse_move(&position, word).ok_or_else(|| refuse(format!("`{word}` is no legal move")))?;
            position.play_unchecked(mv);
            solution.push(mv);
        }
        if solution.len() % 2 == 0 {
            return Err(refuse("the solution must end with a move of the solver".to_owned()));
        }
        Ok(Attempt { position: start.clone(), start, solution, done: 0, hinted: false })
    }

    /// Goes on after moves of the solution, replies included.
    ///
    /// # Errors
    /// The first move that is not the solution's, or the last one where the solver is not to move behind it.
    pub fn after(mut self, played: &[String]) -> Result<Attempt, String> {
        if let Some(last) = played.last().filter(|_| played.len() % 2 == 1) {
            return Err(last.clone());
        }
        for word in played {
            let expected = self.solution.get(self.done).filter(|_| self.done + 1 < self.solution.len());
            let mv = parse_move(&self.position, word).filter(|mv| expected == Some(mv));
            self.play(mv.ok_or_else(|| word.clone())?);
        }
        Ok(self)
    }

    /// The position in which the solver is to move.
    pub fn position(&self) -> &Chess {
        &self.position
    }

    /// The position at the beginning.
    pub fn start(&self) -> &Chess {
        &self.start
    }

    /// The move that is asked for.
    pub fn expected(&self) -> Move {
        self.solution[self.done]
    }

    /// The whole solution with move numbers.
    pub fn solution(&self) -> String {
        numbered_line(&self.start, &self.solution)
    }

    /// The square of the piece that has to move. A right answer is worth less from now on.
    pub fn hint(&mut self) -> Square {
        self.hinted = true;
        self.expected().from().unwrap_or_else(|| self.expected().to())
    }

    /// Judges a legal move, and plays it and the reply where the solution goes on. The judge is asked for when the move
    /// is not that of the solution.
    pub fn answer(&mut self, mv: Move, judge: impl FnOnce() -> Judge) -> Given {
        let expected = self.expected();
        if mv != expected {
            let mut judge = judge();
            if judge.is_as_good(&self.position, mv, expected, NODES) {
                return Given::AsGood;
            }
            return Given::Wrong { refutation: judge.reply(&self.position, mv, NODES) };
        }
        self.play(mv);
        let Some(&reply) = self.solution.get(self.done) else { return Given::Solved };
        self.play(reply);
        Given::Right { reply }
    }

    /// The grade of a right answer that took so long.
    pub fn grade(&self, time: Duration) -> Grade {
        if self.hinted || time > SLOW { Grade::Hard } else { Grade::Right }
    }

    fn play(&mut self, mv: Move) {
        self.position.play_unchecked(mv);
        self.done += 1;
    }
}

/// The question, in two sentences: "White to move. Your opponent has just gone wrong: find what you missed."
pub fn prompt(puzzle: &NewPuzzle, attempt: &Attempt) -> String {
    let start = attempt.start();
    let side = color_name(start.turn());
    let played = parse_move(start, &puzzle.played).map(|mv| san(start, mv));
    match (PuzzleKind::from_word(&puzzle.kind), played) {
        (Some(PuzzleKind::Missed), Some(played)) => {
            format!("{side} to move. Your opponent has just gone wrong. You played {played}: find what you missed.")
        }
        (Some(PuzzleKind::Mistake), Some(played)) => {
            format!("{side} to move. You played {played}, and one move is clearly better: find it.")
        }
        (Some(PuzzleKind::Refutation), _) => {
            format!("{side} to move. The last move was your mistake: find how your opponent refutes it.")
        }
        _ => format!("{side} to move. Find the best move."),
    }
}

/// The game that a puzzle is from: "Ann – Bob, Club championship, 2026.01.02, move 23".
pub fn source(puzzle: &NewPuzzle) -> String {
    let source = &puzzle.source;
    let known = |text: &str| if text.is_empty() { "?" } else { text }.to_owned();
    let players = format!("{} – {}", known(&source.white), known(&source.black));
    let number = puzzle.fen.split(' ').nth(5).unwrap_or("?");
    let parts = [players, source.event.clone(), source.date.clone(), format!("move {number}")];
    parts.into_iter().filter(|part| !part.is_empty() && part != "?").collect::<Vec<_>>().join(", ")
}

#[cfg(test)]
pub(super) mod tests {
    use super::*;
    use crate::engine::Stop;
    use crate::record::PuzzleSource;

    /// 1. e4 e5 2. Bc4 Nc6 3. Qh5 Nf6, and White did not see the mate.
    pub fn missed_mate() -> NewPuzzle {
        NewPuzzle {
            fen: "r1bqkb1r/pppp1ppp/2n2n2/4p2Q/2B1P3/8/PPPP1PPP/RNB1K1NR w KQkq - 4 4".to_owned(),
            before: Some("g8f6".to_owned()),
            solution: vec!["h5f7".to_owned()],
            kind: "missed".to_owned(),
            played: "d2d3".to_owned(),
            loss: 500,
            found: Some(734),
            theme: Some("mate".to_owned()),
            sentence: Some("Qxf7# is mate.".to_owned()),
            source: PuzzleSource {
                player: "Ann".to_owned(),
                white: "Ann".to_owned(),
                black: "Bob".to_owned(),
                event: "Club".to_owned(),
                site: String::new(),
                date: "2026.01.02".to_owned(),
            },
        }
    }

    /// A mate in two, in which the queen is given.
    pub fn two_moves() -> NewPuzzle {
        NewPuzzle {
            fen: "r5k1/5ppp/8/8/8/4Q3/5PPP/4R1K1 w - - 0 30".to_owned(),
            solution: ["e3e8", "a8e8", "e1e8"].map(str::to_owned).to_vec(),
            kind: "mistake".to_owned(),
            ..missed_mate()
        }
    }

    fn mv(attempt: &Attempt, word: &str) -> Move {
        parse_move(attempt.position(), word).expect("a legal move")
    }

    #[test]
    fn the_move_of_the_solution_solves_without_a_search() {
        let mut attempt = Attempt::new(1, &missed_mate()).expect("sound");
        assert_eq!(attempt.answer(mv(&attempt, "Qxf7"), || unreachable!("no search is needed")), Given::Solved);
        assert_eq!(attempt.solution(), "4. Qxf7#");
        assert_eq!(attempt.grade(Duration::from_secs(9)), Grade::Right);
        assert_eq!(attempt.grade(SLOW + Duration::from_secs(1)), Grade::Hard);
    }

    #[test]
    fn a_line_goes_on_with_the_reply() {
        let mut attempt = Attempt::new(1, &two_moves()).expect("sound");
        let Given::Right { reply } = attempt.answer(mv(&attempt, "Qe8+"), || unreachable!("no search is needed"))
        else {
            panic!("it is the first move")
        };
        assert_eq!(san(&attempt.start, attempt.solution[0]), "Qe8+");
        assert_eq!((reply.to(), attempt.expected().to()), (Square::E8, Square::E8));
        assert_eq!(attempt.answer(mv(&attempt, "Rxe8"), || unreachable!("no search is needed")), Given::Solved);

        let after = |words: &[&str]| {
            let words: Vec<String> = words.iter().map(|&word| word.to_owned()).collect();
            Attempt::new(1, &two_moves()).expect("sound").after(&words).map(|attempt| attempt.done)
        };
        assert_eq!((after(&[]), after(&["e3e8", "a8e8"])), (Ok(0), Ok(2)));
        for wrong in [&["e3e8"][..], &["e3e7", "a8e8"], &["e3e8", "a8e8", "e1e8", "g8h8"], &["x", "y"]] {
            assert!(after(wrong).is_err(), "{wrong:?}");
        }
    }

    #[test]
    fn a_move_that_does_as_well_is_accepted() {
        let puzzle = NewPuzzle {
            fen: "6k1/5ppp/8/8/8/8/r2R1PPP/1R4K1 w - - 0 30".to_owned(),
            solution: vec!["b1b8".to_owned()],
            ..missed_mate()
        };
        let mut attempt = Attempt::new(1, &puzzle).expect("sound");
        assert_eq!(attempt.answer(mv(&attempt, "Rd8"), || Judge::new(&Stop::new())), Given::AsGood, "mate as well");
    }

    #[test]
    fn a_wrong_move_comes_with_its_refutation_and_may_be_tried_again() {
        let judge = || Judge::new(&Stop::new());
        let mut attempt = Attempt::new(1, &missed_mate()).expect("sound");
        let Given::Wrong { refutation: Some(reply) } = attempt.answer(mv(&attempt, "Qxe5"), judge) else {
            panic!("it gives the queen")
        };
        assert_eq!((reply.from(), reply.to()), (Some(Square::C6), Square::E5), "the knight takes it");
        assert_eq!(attempt.answer(mv(&attempt, "Qxf7"), judge), Given::Solved);

        let stalemate = NewPuzzle {
            fen: "7k/8/5KQ1/8/8/8/8/8 w - - 0 60".to_owned(),
            solution: vec!["g6g7".to_owned()],
            ..missed_mate()
        };
        let mut attempt = Attempt::new(1, &stalemate).expect("sound");
        assert_eq!(attempt.answer(mv(&attempt, "Kf7"), judge), Given::Wrong { refutation: None });
    }

    #[test]
    fn a_hint_names_the_square_and_costs() {
        let mut attempt = Attempt::new(1, &missed_mate()).expect("sound");
        assert_eq!(attempt.hint(), Square::H5);
        assert_eq!(attempt.grade(Duration::ZERO), Grade::Hard);
    }

    #[test]
    fn what_was_edited_by_hand_is_said() {
        let edited = |fen: &str, solution: &str| NewPuzzle {
            fen: fen.to_owned(),
            solution: solution.split(' ').map(str::to_owned).collect(),
            ..missed_mate()
        };
        for puzzle in
            [edited("nonsense", "e2e4"), edited(&missed_mate().fen, "h5h8"), edited(&two_moves().fen, "e3e8 a8e8")]
        {
            let fault = Attempt::new(7, &puzzle).expect_err("it cannot be played").to_string();
            assert!(fault.starts_with("puzzle 7 of the record cannot be played: ") && fault.lines().count() == 1);
        }
    }

    #[test]
    fn the_question_and_the_source_are_said() {
        let attempt = Attempt::new(1, &missed_mate()).expect("sound");
        let asked = prompt(&missed_mate(), &attempt);
        assert_eq!(asked, "White to move. Your opponent has just gone wrong. You played d3: find what you missed.");
        assert_eq!(source(&missed_mate()), "Ann – Bob, Club, 2026.01.02, move 4");
    }
}
