//! The asks of the drill. The record is that of `motley drill`; several pages, and the terminal, may drill at the same
//! time.

use shakmaty::{CastlingMode, Chess, Move};

use super::Answered;
use super::openings::{graph, setting, theory};
use super::position::{described, game, legal_move, uci};
use crate::chess::notation::{numbered_line, parse_move, parse_moves};
use crate::drill::{Answer, Quiz, QuizLines, Step, opening_of, progress};
use crate::explore::{TheoryError, deepest_name};
use crate::openings::{Graph, Line};
use crate::record::{Opened, Record};
use crate::studio::page::Page;
use crate::studio::protocol::drill::{
    DrillAnswerAsk, DrillHint, DrillHintAsk, DrillRecord, DrillRecordAsk, DrillStart, DrillStartAsk, DrillState,
    DrillStep, DrillVerdict, DrilledLine, DrilledMove, DuePosition, NumberedMove, OpeningProgress, TheoryMove, Verdict,
};
use crate::studio::protocol::faults::Fault;
use crate::studio::protocol::openings::SampleSize;
use crate::studio::state::Studio;

/// The record, and what the learner should know about how it was opened. It is opened for each ask: a file that was
/// moved away in the meantime is noticed.
pub fn open(studio: &Studio) -> Result<(Record, Option<String>), Fault> {
    let path = studio.record.clone().map_or_else(Record::usual_path, Ok).map_err(Fault::new)?;
    let Opened { record, notices } = Record::open(&path).map_err(Fault::new)?;
    let text = notices.iter().map(ToString::to_string).collect::<Vec<_>>().join("; ");
    Ok((record, (!text.is_empty()).then_some(text)))
}

impl Answered for DrillStartAsk {
    fn answer(self, page: &mut Page<'_>) -> Result<DrillStart, Fault> {
        let game = game(&self.game)?;
        let seed = if self.seed == 0 { rand::random() } else { self.seed };
        let sampler = setting(&self.sampling, &SampleSize { iterations: self.iterations, seed })?.sampler;
        let ended = || Fault::of_field("moves", TheoryError::End);
        let theory = theory(graph(page.studio, &self.selection)?, &game)?.ok_or_else(ended)?;
        let (mut record, warning) = open(page.studio)?;
        let counts = record.counts().map_err(Fault::new)?;
        let mut quiz = Quiz::new(QuizLines { graph: theory.graph, sampler, lead: theory.moves }, counts);
        quiz.start_round(self.side);
        let state = advance(&mut quiz, &mut record)?;
        page.drill = Some(quiz);
        Ok(DrillStart { state, warning })
    }
}

impl Answered for DrillAnswerAsk {
    fn answer(self, page: &mut Page<'_>) -> Result<DrillVerdict, Fault> {
        let studio = page.studio;
        let quiz = running(page)?;
        let position = quiz.position().clone();
        let mv = legal_move(&position, &self.r#move).map_err(|message| Fault::of_field("move", message))?;
        let theory = theory_moves(quiz);
        if theory.is_empty() {
            return Err(Fault::new("the round has ended: nothing is asked"));
        }
        let before = quiz.played().len();
        let (mut record, _) = open(studio)?;
        let (verdict, goes_on) = match quiz.answer(mv, &mut record).map_err(Fault::new)? {
            Answer::Right => (Verdict::Right, None),
            Answer::Wrong { .. } => (Verdict::Wrong, quiz.played().get(before)),
        };
        let goes_on = goes_on.map(|&mv| numbered_move(&position, mv));
        Ok(DrillVerdict { state: advance(quiz, &mut record)?, verdict, goes_on, theory })
    }
}

impl Answered for DrillHintAsk {
    fn answer(self, page: &mut Page<'_>) -> Result<DrillHint, Fault> {
        let quiz = running(page)?;
        quiz.hint();
        Ok(DrillHint { theory: theory_moves(quiz) })
    }
}

fn running<'a>(page: &'a mut Page<'_>) -> Result<&'a mut Quiz, Fault> {
    page.drill.as_mut().ok_or_else(|| Fault::new("no drill has begun: `drill-start` begins one"))
}

/// Goes on until something is asked or the round ends, which is noted in the record.
fn advance(quiz: &mut Quiz, record: &mut Record) -> Result<DrillState, Fault> {
    let mut steps = Vec::new();
    let end = loop {
        let before = quiz.position().clone();
        match quiz.step(record).map_err(Fault::new)? {
            Step::Played(_) => steps.extend(quiz.played().last().map(|&mv| {
                let described = numbered_move(&before, mv);
                let played = described.described.uci.clone();
                DrillStep { step: Some(DrilledMove { described, played }), named: None }
            })),
            Step::Named(name) => steps.push(DrillStep { step: None, named: Some(name) }),
            Step::Question => break None,
            Step::End(name) => break Some(name),
        }
    };
    let (right, wrong) = quiz.score();
    let moves = quiz.played().iter().map(|&mv| uci(mv, CastlingMode::Standard)).collect();
    Ok(DrillState { steps, question: end.is_none(), end, moves, right, wrong })
}

fn numbered_move(before: &Chess, mv: Move) -> NumberedMove {
    NumberedMove { described: described(before, mv), text: numbered_line(before, &[mv]) }
}

/// What theory has in the position of a quiz.
fn theory_moves(quiz: &Quiz) -> Vec<TheoryMove> {
    let position = quiz.position();
    let entries = quiz.theory().into_iter().filter_map(|theory| {
        let mv = described(position, parse_move(position, &theory.san)?);
        Some(TheoryMove { described: mv, lines: theory.lines, name: theory.name })
    });
    entries.collect()
}

impl Answered for DrillRecordAsk {
    fn answer(self, page: &mut Page<'_>) -> Result<DrillRecord, Fault> {
        let studio = page.studio;
        let (record, warning) = open(studio)?;
        let counts = record.counts().map_err(Fault::new)?;
        let graph = studio.names();
        let due = counts.troubles().into_iter().map(|(fen, answers)| DuePosition {
            fen: format!("{fen} 0 1"),
            right: answers.right,
            wrong: answers.wrong,
            streak: answers.streak,
            urgency: counts.urgency(fen),
            due: counts.date(fen),
            opening: opening_of(fen, &graph).map(Line::name),
        });
        let openings = progress(&counts, &graph).into_iter().map(|(name, progress)| {
            let (positions, right, wrong, lines) = (progress.positions, progress.right, progress.wrong, progress.lines);
            OpeningProgress { name, positions, right, wrong, lines }
        });
        let (right, wrong) = counts.positions().fold((0, 0), |(right, wrong), (_, answers)| {
            (right + u64::from(answers.right), wrong + u64::from(answers.wrong))
        });
        Ok(DrillRecord {
            path: record.path().display().to_string(),
            warning,
            right,
            wrong,
            now: counts.now(),
            due_now: counts.due().now,
            next_due: counts.due().next,
            due: due.collect(),
            lines: counts.lines().filter_map(|(moves, times)| drilled_line(moves, times, &graph)).collect(),
            openings: openings.collect(),
        })
    }
}

/// A line that was drilled; `None` for moves that are not legal, which a file edited by hand may have.
fn drilled_line(moves: &str, times: u32, graph: &Graph) -> Option<DrilledLine> {
    let played = parse_moves(moves).ok()?;
    let line = deepest_name(graph, &Chess::default(), &played).map(|(_, line)| line);
    Some(DrilledLine {
        moves: moves.split(' ').map(str::to_owned).collect(),
        line: numbered_line(&Chess::default(), &played),
        name: line.map(Line::name),
        eco: line.map(|line| line.eco.clone()),
        times,
    })
}
