//! Puzzles asked at the terminal.

use std::io::{self, BufRead, Write};
use std::time::Instant;

use shakmaty::{Color, Move, Position as _};
use thiserror::Error;

use crate::chess::notation::{numbered_line, parse_move};
use crate::cli::args::board::BoardArgs;
use crate::engine::Stop;
use crate::files::io_error::reason;
use crate::lessons::puzzles::{Attempt, Given, Judge, Unreadable, prompt, source};
use crate::record::{Due, Grade, Puzzle, Record, RecordError, when};

/// Why puzzles could not be asked any more.
#[derive(Debug, Error)]
pub enum TerminalError {
    #[error("the terminal: {}", reason(.0))]
    Io(#[from] io::Error),
    #[error(transparent)]
    Record(#[from] RecordError),
    #[error(transparent)]
    Unreadable(#[from] Unreadable),
}

/// The outcome of a puzzle.
enum Ended {
    Right,
    Wrong,
    Skipped,
    Quit,
}

/// The learner's input.
enum Input {
    Move(Move),
    Skip,
    Quit,
}

/// The puzzles of a record at the terminal.
pub struct Terminal<'a, R, W> {
    pub record: &'a mut Record,
    pub input: R,
    pub output: W,
    pub board: BoardArgs,
}

impl<R: BufRead, W: Write> Terminal<'_, R, W> {
    /// Asks the puzzles that are due, `most` at most; every answer is noted at once.
    ///
    /// # Errors
    /// Fails if the terminal or the record fails, or a puzzle of the record cannot be played.
    pub fn run(mut self, most: u32) -> Result<(), TerminalError> {
        let Due { now, .. } = self.record.due_puzzles()?;
        if now == 0 {
            return self.say_what_is_due();
        }
        writeln!(
            self.output,
            "{} due. Answer with moves, SAN or UCI. hint shows which piece moves, board the position; skip goes to the \
             next puzzle, quit ends.",
            counted(now)
        )?;
        let (mut passed, mut right, mut wrong) = (Vec::new(), 0, 0);
        while (passed.len() as u32) < most
            && let Some(puzzle) = self.record.next_due_puzzle(&passed)?
        {
            passed.push(puzzle.id);
            match self.ask(&puzzle)? {
                Ended::Right => right += 1,
                Ended::Wrong => wrong += 1,
                Ended::Skipped => {}
                Ended::Quit => break,
            }
        }
        writeln!(self.output, "\n{right} right, {wrong} wrong.")?;
        self.say_what_is_due()
    }

    fn say_what_is_due(&mut self) -> Result<(), TerminalError> {
        let Due { now, next } = self.record.due_puzzles()?;
        match next {
            Some(next) => writeln!(self.output, "{} due; the next one is due {}.", counted(now), self.when(next))?,
            None if now > 0 => writeln!(self.output, "{} due.", counted(now))?,
            None => {
                writeln!(self.output, "There are no puzzles: `motley puzzles GAMES.pgn --player NAME` makes some.")?
            }
        }
        Ok(())
    }

    fn when(&self, due: i64) -> String {
        when(due, self.record.now())
    }

    /// Asks one puzzle up to the end of its solution or the first wrong move.
    fn ask(&mut self, puzzle: &Puzzle) -> Result<Ended, TerminalError> {
        let mut attempt = Attempt::new(puzzle.id, &puzzle.puzzle)?;
        let (below, start) = (attempt.start().turn(), Instant::now());
        writeln!(self.output, "\nPuzzle {}: {}", puzzle.id, source(&puzzle.puzzle))?;
        write!(self.output, "{}", self.board.text(attempt.start().board(), below))?;
        writeln!(self.output, "{}", prompt(&puzzle.puzzle, &attempt))?;
        if let Some(found) = puzzle.puzzle.found {
            writeln!(self.output, "{} % of players of your rating find it.", (f32::from(found) / 10.0).round())?;
        }
        loop {
            let before = attempt.position().clone();
            let mv = match self.read_move(&mut attempt, below)? {
                Input::Move(mv) => mv,
                Input::Skip => return Ok(Ended::Skipped),
                Input::Quit => return Ok(Ended::Quit),
            };
            let played = numbered_line(&before, &[mv]);
            let given = attempt.answer(mv, || Judge::new(&Stop::new()));
            match given {
                Given::Right { reply } => writeln!(self.output, "Right: {}", numbered_line(&before, &[mv, reply]))?,
                Given::Solved => writeln!(self.output, "Solved: {}.", attempt.solution())?,
                Given::AsGood => {
                    writeln!(self.output, "{played} is as good. The solution was {}.", attempt.solution())?;
                }
                Given::Wrong { refutation } => {
                    let line: Vec<Move> = [mv].into_iter().chain(refutation).collect();
                    let line = numbered_line(&before, &line);
                    writeln!(self.output, "No: {line}. The solution was {}.", attempt.solution())?;
                }
            }
            let grade = match given {
                Given::Right { .. } => continue,
                Given::Solved | Given::AsGood => attempt.grade(start.elapsed()),
                Given::Wrong { .. } => Grade::Wrong,
            };
            self.note(puzzle, mv, grade)?;
            return Ok(if grade.is_right() { Ended::Right } else { Ended::Wrong });
        }
    }

    /// Notes the answer, and says what the puzzle was about and when it comes back.
    fn note(&mut self, puzzle: &Puzzle, mv: Move, grade: Grade) -> Result<(), TerminalError> {
        if let Some(sentence) = &puzzle.puzzle.sentence {
            writeln!(self.output, "{sentence}")?;
        }
        let played = mv.to_uci(shakmaty::CastlingMode::Standard).to_string();
        if let Some(schedule) = self.record.note_puzzle(puzzle.id, &played, grade)? {
            writeln!(self.output, "It comes back {}.", self.when(schedule.due))?;
        }
        Ok(())
    }

    fn read_move(&mut self, attempt: &mut Attempt, below: Color) -> Result<Input, TerminalError> {
        loop {
            let position = attempt.position().clone();
            write!(self.output, "{}{} ? ", position.fullmoves(), position.turn().fold_wb(".", "..."))?;
            self.output.flush()?;
            let mut line = Vec::new();
            if self.input.read_until(b'\n', &mut line)? == 0 {
                return Ok(Input::Quit);
            }
            match String::from_utf8_lossy(&line).trim() {
                "" => {}
                "quit" | "exit" => return Ok(Input::Quit),
                "skip" => return Ok(Input::Skip),
                "board" => write!(self.output, "{}", self.board.text(position.board(), below))?,
                "hint" | "?" => writeln!(self.output, "The piece on {} moves.", attempt.hint())?,
                word => match parse_move(&position, word) {
                    Some(mv) => return Ok(Input::Move(mv)),
                    None => writeln!(self.output, "`{word}` is no legal move here.")?,
                },
            }
        }
    }
}

fn counted(puzzles: u32) -> String {
    match puzzles {
        1 => "1 puzzle is".to_owned(),
        number => format!("{number} puzzles are"),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::record::{NewPuzzle, PuzzleSource};

    /// A mate that was missed, and a mate in two.
    fn record() -> Record {
        let puzzle = |fen: &str, solution: &str| NewPuzzle {
            fen: fen.to_owned(),
            before: None,
            solution: solution.split(' ').map(str::to_owned).collect(),
            kind: "missed".to_owned(),
            played: "d2d3".to_owned(),
            loss: 500,
            found: Some(734),
            theme: None,
            sentence: Some("It is mate.".to_owned()),
            source: PuzzleSource { white: "Ann".to_owned(), black: "Bob".to_owned(), ..PuzzleSource::default() },
        };
        let mut record = Record::in_memory().expect("room in memory");
        record.set_now(1_795_521_600);
        record
            .add_puzzles(&[
                puzzle("r1bqkb1r/pppp1ppp/2n2n2/4p2Q/2B1P3/8/PPPP1PPP/RNB1K1NR w KQkq - 4 4", "h5f7"),
                puzzle("r5k1/5ppp/8/8/8/4Q3/5PPP/4R1K1 w - - 0 30", "e3e8 a8e8 e1e8"),
            ])
            .expect("room in memory");
        record
    }

    fn solved(record: &mut Record, most: u32, input: &[u8]) -> String {
        let mut output = Vec::new();
        let terminal = Terminal { record, input, output: &mut output, board: BoardArgs::default() };
        terminal.run(most).expect("memory can be written");
        String::from_utf8(output).expect("text")
    }

    #[test]
    fn puzzles_are_solved_and_their_dates_are_said() {
        let mut record = record();
        let text = solved(&mut record, 20, b"Qxf7\nQe8+\nRxe8\n");
        for said in [
            "2 puzzles are due. Answer with moves",
            "Puzzle 1: Ann – Bob, move 4",
            "You played d3: find what you missed.",
            "73 % of players of your rating find it.",
            "4. ? Solved: 4. Qxf7#.\nIt is mate.\nIt comes back in 2 days",
            "30. ? Right: 30. Qe8+ Rxe8\n31. ? Solved: 30. Qe8+ Rxe8 31. Rxe8#.",
            "\n2 right, 0 wrong.\n0 puzzles are due; the next one is due in 2 days",
        ] {
            assert!(text.contains(said), "{said}: {text}");
        }
        assert!(solved(&mut record, 20, b"").starts_with("0 puzzles are due; the next one"));
    }

    #[test]
    fn a_wrong_move_and_a_hint_bring_it_back_sooner() {
        let mut record = record();
        let text = solved(&mut record, 20, b"a3\nhint\n?\nQe8\nRxe8\n");
        assert!(
            text.contains("No: 4. a3 Nxh5. The solution was 4. Qxf7#.") && text.contains("in 10 minutes"),
            "{text}"
        );
        assert!(text.contains("The piece on e3 moves.") && text.contains("\n1 right, 1 wrong.\n"), "{text}");
        let dates: Vec<i64> = record.puzzles().expect("a record").iter().map(|puzzle| puzzle.due).collect();
        assert_eq!(dates, [1_795_521_600 + 600, 1_795_521_600 + 16 * 3600]);
    }

    #[test]
    fn what_is_no_move_does_not_count_and_the_end_of_the_input_ends() {
        let mut record = record();
        let text = solved(&mut record, 20, b"Ke7\n\xff\xfe\n\nboard\nskip\n");
        assert!(text.contains("`Ke7` is no legal move here.") && text.ends_with("2 puzzles are due.\n"), "{text}");
        assert!(text.contains("\n0 right, 0 wrong.\n") && text.matches("Puzzle ").count() == 2, "{text}");
        let text = solved(&mut record, 1, b"skip\nskip\n");
        assert_eq!(text.matches("Puzzle ").count(), 1, "{text}");
        let mut empty = Record::in_memory().expect("room");
        assert!(solved(&mut empty, 1, b"").starts_with("There are no puzzles"));
    }
}
