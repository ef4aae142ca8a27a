//! A drill at the terminal: what is printed and read.

use std::io::{self, BufRead, Write};

use shakmaty::{Color, Move, Position as _};
use thiserror::Error;

use super::Side;
use crate::chess::notation::{color_name, parse_move};
use crate::cli::args::board::BoardArgs;
use crate::engine::Stop;
use crate::files::io_error::reason;
use crate::lessons::drill::{Answer, Lesson, Step, TheoryMove};
use crate::lessons::repertoire::Refuter;
use crate::openings::Popularity;
use crate::record::{Record, RecordError};

#[derive(Debug, Error)]
pub enum TerminalError {
    #[error("the terminal: {}", reason(.0))]
    Io(#[from] io::Error),
    #[error(transparent)]
    Record(#[from] RecordError),
}

/// The learner's input.
enum Input {
    Answered,
    Skip,
    Quit,
}

/// A quiz at the terminal.
pub struct Terminal<'a, R, W> {
    pub quiz: Lesson,
    pub board: BoardArgs,
    /// The learner's side in this round, from which the board is seen.
    pub below: Color,
    pub input: R,
    pub output: W,
    pub record: &'a mut Record,
    /// Says why a move is bad.
    pub refuter: Refuter,
}

impl<R: BufRead, W: Write> Terminal<'_, R, W> {
    /// Plays the rounds; every answer is noted at once.
    pub fn run(mut self, side: Side, rounds: u32) -> Result<(), TerminalError> {
        writeln!(
            self.output,
            "Answer with moves, SAN or UCI. ? shows what {} has, board the position; skip goes to the next round, quit \
             ends.",
            self.quiz.source()
        )?;
        for round in 0..rounds {
            let side = match side {
                Side::White => Color::White,
                Side::Black => Color::Black,
                Side::Both => Color::from_white(round % 2 == 0),
            };
            writeln!(self.output, "\nRound {}: you play {}.", round + 1, color_name(side))?;
            self.quiz.start_round(side);
            self.below = side;
            if !self.play_round()? {
                break;
            }
        }
        let (right, wrong) = self.quiz.score();
        writeln!(self.output, "\n{right} right, {wrong} wrong.")?;
        Ok(())
    }

    /// Plays a round and returns true if the learner goes on to the next one.
    fn play_round(&mut self) -> Result<bool, TerminalError> {
        loop {
            match self.quiz.step(self.record)? {
                Step::Played(mv) => writeln!(self.output, "{mv}")?,
                Step::Named(name) => writeln!(self.output, "    {name}")?,
                Step::End(name) => {
                    match self.quiz {
                        Lesson::Lines(_) => writeln!(self.output, "Theory ends here: {name}.")?,
                        Lesson::Repertoire(_) => writeln!(self.output, "The line ends here: {name}.")?,
                    }
                    return Ok(true);
                }
                Step::Question => match self.ask()? {
                    Input::Quit => return Ok(false),
                    Input::Skip => return Ok(true),
                    Input::Answered => {}
                },
            }
        }
    }

    fn ask(&mut self) -> Result<Input, TerminalError> {
        loop {
            let position = self.quiz.position().clone();
            write!(self.output, "{}{} ? ", position.fullmoves(), position.turn().fold_wb(".", "..."))?;
            self.output.flush()?;
            let mut line = String::new();
            if self.input.read_line(&mut line)? == 0 {
                return Ok(Input::Quit);
            }
            match line.trim() {
                "" => {}
                "quit" | "exit" => return Ok(Input::Quit),
                "skip" => return Ok(Input::Skip),
                "board" => write!(self.output, "{}", self.board.text(position.board(), self.below))?,
                "?" => {
                    let moves = theory(&self.quiz.hint());
                    writeln!(self.output, "{} has {moves}.", capital(self.quiz.source()))?;
                }
                word => match parse_move(&position, word) {
                    Some(mv) => {
                        self.judge(mv)?;
                        return Ok(Input::Answered);
                    }
                    None => writeln!(self.output, "`{word}` is no legal move here.")?,
                },
            }
        }
    }

    /// Judges a move, and says why it is wrong.
    fn judge(&mut self, mv: Move) -> Result<(), TerminalError> {
        let (before, moves) = (self.quiz.game(), theory(&self.quiz.theory()));
        match self.quiz.answer(mv, self.record)? {
            Answer::Right => {}
            Answer::Popular { played, popularity: Popularity { games, share } } => writeln!(
                self.output,
                "{played} is right: it is popular, not in the named lines ({games} games, {:.0} % of those here).",
                100.0 * share
            )?,
            Answer::Other { played, chosen } => {
                writeln!(self.output, "{played} is right: the repertoire has it too; the chosen move is {chosen}.")?;
            }
            Answer::Wrong { played, goes_on } => {
                let source = self.quiz.source();
                writeln!(self.output, "{played} is not in {source}, which has {moves}. We go on with {goes_on}.")?;
                if let Some(Some(refuted)) = self.refuter.refute(&before, &[mv], &Stop::new()).pop() {
                    let why = refuted.why.map_or_else(String::new, |why| format!(" {why}"));
                    writeln!(self.output, "    {played} loses to {}.{why}", refuted.line)?;
                }
            }
        }
        Ok(())
    }
}

/// With a capital letter.
fn capital(text: &str) -> String {
    let mut letters = text.chars();
    letters.next().map_or_else(String::new, |first| first.to_uppercase().chain(letters).collect())
}

/// "Nf3 (692 lines, King's Knight Opening), Nc3 (58 lines, Vienna Game)".
fn theory(moves: &[TheoryMove]) -> String {
    let text = |TheoryMove { san, lines, name, popular }: &TheoryMove| {
        let name = name.as_ref().map(|name| format!(", {name}")).unwrap_or_default();
        match lines {
            0 if popular.is_some() => format!("{san} (popular, not in the named lines)"),
            0 => format!("{san} (transposes{name})"),
            1 => format!("{san} (1 line{name})"),
            lines => format!("{san} ({lines} lines{name})"),
        }
    };
    moves.iter().map(text).collect::<Vec<_>>().join(", ")
}

#[cfg(test)]
mod tests {
    use std::sync::Arc;

    use super::super::troubles;
    use super::*;
    use crate::chess::notation::parse_moves;
    use crate::lessons::drill::{Quiz, QuizLines, RepertoireLines, RepertoireQuiz};
    use crate::lessons::repertoire::Repertoire;
    use crate::openings::{Graph, Identity, NamedLine};
    use crate::personalities::explorer::{FeatureWeights, LineSampler, SamplerKind};
    use crate::record::Counts;

    /// The output for some lines of input, and the counts of the record afterwards.
    fn drilled(side: Side, rounds: u32, input: &str) -> (String, Counts) {
        let line = |name: &str, moves: &str| {
            NamedLine::new("C00".into(), name.into(), String::new(), parse_moves(moves).expect("legal"))
        };
        let lines =
            vec![line("Open Game", "e4 e5 Nf3 Nc6"), line("Vienna", "e4 e5 Nc3 Nf6"), line("French", "e4 e6 d4 d5")];
        let graph = Arc::new(Graph::new(lines, Identity::Position, true));
        let (kind, weights) = (SamplerKind::Metropolis, FeatureWeights::default());
        let sampler = LineSampler { kind, weights, iterations: 200, chains: 1, seed: 1 };
        let quiz = Quiz::new(QuizLines { graph, sampler, lead: Vec::new(), popular: None }, Counts::default());
        played(Lesson::Lines(Box::new(quiz)), side, rounds, input)
    }

    fn played(quiz: Lesson, side: Side, rounds: u32, input: &str) -> (String, Counts) {
        let (mut output, mut record) = (Vec::new(), Record::in_memory().expect("room in memory"));
        let (board, below, refuter) = (BoardArgs::default(), Color::White, Refuter::new(5_000));
        let terminal =
            Terminal { quiz, board, below, input: input.as_bytes(), output: &mut output, record: &mut record, refuter };
        terminal.run(side, rounds).expect("memory can be written");
        (String::from_utf8(output).expect("text"), record.counts().expect("a record"))
    }

    #[test]
    fn a_wrong_answer_is_answered_with_theory_and_noted() {
        let (text, counts) = drilled(Side::White, 1, "d4\nquit\n");
        assert!(text.contains("d4 is not in theory, which has e4 (3 lines). We go on with 1. e4."), "{text}");
        assert!(text.ends_with("\n0 right, 1 wrong.\n"), "{text}");
        assert_eq!(counts.troubles().len(), 1);
        let text = troubles(&counts);
        assert!(text.contains("  the start  ("), "{text}");
        assert!(text.contains("(0 right, 1 wrong, due in 10 minutes)"), "{text}");
        assert!(text.ends_with("\n0 positions are due now; the next one is due in 10 minutes.\n"), "{text}");
    }

    #[test]
    fn words_that_are_no_moves_do_not_count() {
        let (text, counts) = drilled(Side::White, 1, "Ke3\nhello\n?\nboard\n\nskip\n");
        assert!(text.contains("`Ke3` is no legal move here") && text.contains("Theory has e4 (3 lines)"), "{text}");
        assert!(text.contains(" | R | N | B | Q | K | B | N | R | 1"), "{text}");
        assert_eq!(counts.positions().count(), 0);
    }

    #[test]
    fn the_end_of_the_input_ends_the_drill() {
        let (text, _) = drilled(Side::Black, 5, "");
        assert!(text.contains("1. e4") && !text.contains("Round 2") && text.contains("0 right, 0 wrong"), "{text}");
    }

    fn repertoire(text: &str, lead: &str) -> Lesson {
        let repertoire = Arc::new(Repertoire::read(text, Color::White).expect("a repertoire").0);
        let lead = parse_moves(lead).expect("legal");
        let lines = RepertoireLines { repertoire, replies: None, strict: false, beyond: false, lead, seed: 1 };
        Lesson::Repertoire(Box::new(RepertoireQuiz::new(lines, Counts::default())))
    }

    #[test]
    fn a_repertoire_is_asked_for_and_a_blunder_is_refuted() {
        let text = "[Event \"Open games\"]\n\n1. e4 e5 2. Nf3 (2. Bc4) Nc6 3. Bb5 *\n";
        let input = "e4\nBc4\ne4\nNf3\nBa6\n";
        let (text, counts) = played(repertoire(text, ""), Side::White, 2, input);
        assert!(text.contains("Bc4 is right: the repertoire has it too; the chosen move is 2. Nf3."), "{text}");
        assert!(text.contains("Ba6 is not in the repertoire, which has Bb5 (1 line). We go on with 3. Bb5."), "{text}");
        assert!(text.contains("    Ba6 loses to 3... bxa6"), "{text}");
        assert!(text.contains("The line ends here: Open games.") && text.ends_with("\n4 right, 1 wrong.\n"), "{text}");
        assert!(troubles(&counts).contains("  1. e4 e5 2. Nf3 Nc6  (0 right, 1 wrong"), "{}", troubles(&counts));
    }
}
