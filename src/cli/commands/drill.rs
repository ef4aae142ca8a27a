//! `motley drill`: openings asked and answered at the terminal.

use std::io::{self, BufRead, Write};
use std::path::PathBuf;
use std::sync::Arc;

use clap::value_parser;
use shakmaty::{Color, Position as _};
use thiserror::Error;

use crate::chess::notation::parse_move;
use crate::cli::args::board::BoardArgs;
use crate::cli::args::features::{five_flags, five_weights};
use crate::cli::args::force::ForceArg;
use crate::cli::args::lines::{LinesArgs, SelectionArgs};
use crate::cli::args::position::PositionArgs;
use crate::cli::shell::{CommandResult, Ended, Failure, write_file};
use crate::drill::{Answer, Quiz, QuizLines, Step, TheoryMove, drilled_lines_as_pgn};
use crate::explore::TheoryPosition;
use crate::io_error::reason;
use crate::openings::{FEATURES, Identity};
use crate::personalities::explorer::{FeatureWeights, LineSampler, SamplerKind};
use crate::record::{Answers, Counts, Due, Record, RecordError, when};

pub const EXAMPLES: &str = "\
Examples:
  motley drill \"Vienna Game\" --side white
  motley drill --family Sicilian --rounds 20
  motley drill --rounds 0 --export drilled.pgn";

/// Positions answered wrong that are shown at the end.
const SHOWN_TROUBLES: usize = 5;

/// Learn openings at the terminal: the program plays opening lines against you and repeats what you get wrong
#[derive(clap::Args, Clone, Debug)]
#[command(after_help = EXAMPLES)]
pub struct Args {
    #[command(flatten)]
    start: PositionArgs,
    /// The side you play
    #[arg(long, value_enum, default_value_t = Side::Both)]
    side: Side,
    /// How many rounds to play; 0 only prints or exports your record
    #[arg(long, value_name = "N", default_value_t = 10)]
    rounds: u32,
    #[command(flatten)]
    lines: LinesArgs,
    #[command(flatten)]
    selection: SelectionArgs,
    /// How lines are sampled
    #[arg(long, value_enum, default_value_t = SamplerKind::Metropolis)]
    sampler: SamplerKind,
    /// How many lines to sample for each move that the program chooses
    #[arg(long, value_name = "N", default_value_t = 500, value_parser = value_parser!(u64).range(1..=1_000_000))]
    iterations: u64,
    /// Which features count (1) or not (0), in the order gambit, uncommon, c4, d4, e4
    #[arg(long, value_name = "P,P,P,P,P", default_value = "0,0,0,0,0", value_parser = five_flags)]
    params: [bool; FEATURES],
    /// The weight of each feature, in the same order
    #[arg(long, value_name = "W,W,W,W,W", default_value = ".2,.2,.05,.05,.05", value_parser = five_weights)]
    weights: [f64; FEATURES],
    /// The database with your drill record [default: record.sqlite in Motley's data folder]
    #[arg(long, value_name = "FILE")]
    record: Option<PathBuf>,
    #[command(flatten)]
    board: BoardArgs,
    /// Write the lines that you drilled to this PGN file, with names and counts as comments
    #[arg(long, value_name = "FILE")]
    export: Option<PathBuf>,
    #[command(flatten)]
    force: ForceArg,
    /// Random seed; 0 uses a different seed each time
    #[arg(long, value_name = "N", default_value_t = 0)]
    seed: u64,
}

/// Which side the learner plays.
#[derive(Clone, Copy, Debug, PartialEq, Eq, clap::ValueEnum)]
enum Side {
    White,
    Black,
    /// One side in one round, the other in the next.
    Both,
}

#[derive(Debug, Error)]
enum TerminalError {
    #[error("the terminal: {}", reason(.0))]
    Io(#[from] io::Error),
    #[error(transparent)]
    Record(#[from] RecordError),
}

/// What the learner typed.
enum Input {
    Answered,
    Skip,
    Quit,
}

/// Runs `motley drill`.
pub fn run(args: &Args) -> CommandResult {
    args.force.check(args.export.as_deref(), &args.record)?;
    let weights = FeatureWeights::new(args.params, args.weights).map_err(Failure::call)?;
    let game = args.start.game()?;
    let lines = args.selection.selection().of(args.lines.read()?).map_err(Failure::call)?;
    let start = TheoryPosition::new(lines, Identity::Position, true, &game).map_err(Failure::call)?;
    let path = args.record.clone().map_or_else(Record::usual_path, Ok)?;
    let existing = Record::open_existing(&path)?;
    // Written once before the rounds: a target that cannot be written is reported before the learner's work is lost.
    let export = |counts: &Counts| match &args.export {
        Some(file) => write_file(file, drilled_lines_as_pgn(counts, &start.graph)),
        None => Ok(()),
    };
    let mut counts = existing.as_ref().map_or_else(|| Ok(Counts::default()), |opened| opened.record.counts())?;
    export(&counts)?;
    for notice in existing.iter().flat_map(|opened| &opened.notices) {
        eprintln!("{notice}");
    }

    let mut output = io::stdout().lock();
    if args.rounds > 0 {
        let mut record = existing.map_or_else(|| Record::open(&path), Ok)?.record;
        let seed = if args.seed == 0 { rand::random() } else { args.seed };
        let sampler = LineSampler { kind: args.sampler, weights, iterations: args.iterations, chains: 1, seed };
        let quiz_lines = QuizLines { graph: Arc::clone(&start.graph), sampler, lead: start.moves.clone() };
        let quiz = Quiz::new(quiz_lines, counts);
        Terminal {
            quiz,
            board: args.board,
            below: Color::White,
            input: io::stdin().lock(),
            output: &mut output,
            record: &mut record,
        }
        .run(args.side, args.rounds)?;
        counts = record.counts()?;
        export(&counts)?;
    }
    output.write_all(troubles(&counts).as_bytes())?;
    Ok(Ended::Done)
}

/// The positions that will come back soonest.
fn troubles(counts: &Counts) -> String {
    let troubles = counts.troubles();
    let shown = troubles.iter().take(SHOWN_TROUBLES);
    let line = |(fen, answers): &(&str, Answers)| {
        let date = counts.date(fen).map_or_else(String::new, |due| format!(", due {}", when(due, counts.now())));
        format!("  {fen}  ({} right, {} wrong{date})\n", answers.right, answers.wrong)
    };
    let lines: String = shown.map(line).collect();
    let troubles = if lines.is_empty() { lines } else { format!("\nThese come back more often:\n{lines}") };
    format!("{troubles}{}", due_words(counts))
}

/// "3 positions are due now; the next one is due in 2 days (2026-11-26).", or nothing where no position has a date.
fn due_words(counts: &Counts) -> String {
    let Due { now, next } = counts.due();
    let due = match now {
        1 => "1 position is due now".to_owned(),
        number => format!("{number} positions are due now"),
    };
    match next {
        Some(next) => format!("\n{due}; the next one is due {}.\n", when(next, counts.now())),
        None if now > 0 => format!("\n{due}.\n"),
        None => String::new(),
    }
}

/// A quiz at the terminal.
struct Terminal<'a, R, W> {
    quiz: Quiz,
    board: BoardArgs,
    /// The learner's side in this round, from which the board is seen.
    below: Color,
    input: R,
    output: W,
    record: &'a mut Record,
}

impl<R: BufRead, W: Write> Terminal<'_, R, W> {
    /// Plays the rounds; every answer is noted at once.
    fn run(mut self, side: Side, rounds: u32) -> Result<(), TerminalError> {
        writeln!(
            self.output,
            "Answer with moves, SAN or UCI. ? shows what theory has, board the position; skip goes to the next round, \
             quit ends."
        )?;
        for round in 0..rounds {
            let side = match side {
                Side::White => Color::White,
                Side::Black => Color::Black,
                Side::Both => Color::from_white(round % 2 == 0),
            };
            writeln!(self.output, "\nRound {}: you play {}.", round + 1, side.fold_wb("White", "Black"))?;
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

    /// Whether the learner goes on to the next round.
    fn play_round(&mut self) -> Result<bool, TerminalError> {
        loop {
            match self.quiz.step(self.record)? {
                Step::Played(mv) => writeln!(self.output, "{mv}")?,
                Step::Named(name) => writeln!(self.output, "    {name}")?,
                Step::End(name) => {
                    writeln!(self.output, "Theory ends here: {name}.")?;
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
                "?" => writeln!(self.output, "Theory has {}.", theory(&self.quiz.hint()))?,
                word => match parse_move(&position, word) {
                    Some(mv) => {
                        let theory = theory(&self.quiz.theory());
                        if let Answer::Wrong { played, goes_on } = self.quiz.answer(mv, self.record)? {
                            writeln!(
                                self.output,
                                "{played} is not in theory, which has {theory}. We go on with {goes_on}."
                            )?;
                        }
                        return Ok(Input::Answered);
                    }
                    None => writeln!(self.output, "`{word}` is no legal move here.")?,
                },
            }
        }
    }
}

/// "Nf3 (692 lines, King's Knight Opening), Nc3 (58 lines, Vienna Game)".
fn theory(moves: &[TheoryMove]) -> String {
    let text = |TheoryMove { san, lines, name }: &TheoryMove| {
        let name = name.as_ref().map(|name| format!(", {name}")).unwrap_or_default();
        match lines {
            0 => format!("{san} (transposes{name})"),
            1 => format!("{san} (1 line{name})"),
            lines => format!("{san} ({lines} lines{name})"),
        }
    };
    moves.iter().map(text).collect::<Vec<_>>().join(", ")
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::chess::notation::parse_moves;
    use crate::openings::{Graph, Line};

    /// What is printed in answer to some lines, and the counts of the record afterwards.
    fn drilled(side: Side, rounds: u32, input: &str) -> (String, Counts) {
        let line = |name: &str, moves: &str| {
            Line::new("C00".into(), name.into(), String::new(), parse_moves(moves).expect("legal"))
        };
        let lines =
            vec![line("Open Game", "e4 e5 Nf3 Nc6"), line("Vienna", "e4 e5 Nc3 Nf6"), line("French", "e4 e6 d4 d5")];
        let graph = Arc::new(Graph::new(lines, Identity::Position, true));
        let (kind, weights) = (SamplerKind::Metropolis, FeatureWeights::default());
        let sampler = LineSampler { kind, weights, iterations: 200, chains: 1, seed: 1 };
        let quiz = Quiz::new(QuizLines { graph, sampler, lead: Vec::new() }, Counts::default());
        let (mut output, mut record) = (Vec::new(), Record::in_memory().expect("room in memory"));
        let (board, below) = (BoardArgs::default(), Color::White);
        let terminal =
            Terminal { quiz, board, below, input: input.as_bytes(), output: &mut output, record: &mut record };
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
}
