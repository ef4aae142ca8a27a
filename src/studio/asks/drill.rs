//! The asks of the drill. The record is that of `motley drill`; several pages, and the terminal, may drill at the same
//! time.

use std::sync::Arc;

use shakmaty::{Chess, Move, Position as _};

use super::Answered;
use super::openings::{graph, setting, theory};
use super::position::{described, game, legal_move, uci};
use super::repertoire::whole_repertoire;
use crate::chess::notation::{numbered_line, parse_move, parse_moves};
use crate::engine::Game;
use crate::lessons::drill::{
    Answer, Lesson, Quiz, QuizLines, RepertoireLines, RepertoireQuiz, Step, line_to, opening_of, progress,
};
use crate::lessons::repertoire::{ReplyModel, ReplySource};
use crate::openings::{Graph, NamedLine, PopularMoves, deepest_name};
use crate::record::{Counts, Opened, Record, RecordError};
use crate::studies::explore::TheoryError;
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

/// The record for asks that note nothing: it may be one that cannot be written. What is damaged is set aside when an
/// answer is to be noted; until then the learner is told.
pub fn read(studio: &Studio) -> Result<(Record, Option<String>), Fault> {
    let path = studio.record.clone().map_or_else(Record::usual_path, Ok).map_err(Fault::new)?;
    match Record::read(&path) {
        Err(error @ RecordError::Damaged { .. }) => {
            Ok((Record::empty(&path).map_err(Fault::new)?, Some(error.to_string())))
        }
        read => Ok((read.map_err(Fault::new)?, None)),
    }
}

/// The least rating of people whose replies are predicted.
const LEAST_ELO: usize = 600;

impl Answered for DrillStartAsk {
    fn answer(self, page: &mut Page<'_>) -> Result<DrillStart, Fault> {
        let game = game(&self.game)?;
        let (mut record, warning) = open(page.studio)?;
        let counts = record.counts().map_err(Fault::new)?;
        let mut lesson = match &self.repertoire {
            Some(text) => self.repertoire_lesson(text, &game, counts)?,
            None => self.lines_lesson(page.studio, &game, counts)?,
        };
        lesson.start_round(self.side);
        let start = lesson.game().start().clone();
        let fen = (start != Chess::default()).then(|| Game::from_position(start).fen());
        let state = advance(&mut lesson, &mut record)?;
        page.drill = Some(lesson);
        Ok(DrillStart { state, warning, fen })
    }
}

impl DrillStartAsk {
    fn lines_lesson(&self, studio: &Studio, game: &Game, counts: Counts) -> Result<Lesson, Fault> {
        let sampler = setting(&self.sampling, &SampleSize { iterations: self.iterations, seed: self.seed() })?.sampler;
        let ended = || Fault::of_field("moves", TheoryError::End);
        let theory = theory(graph(studio, &self.selection)?, game)?.ok_or_else(ended)?;
        let popular = Some(PopularMoves::embedded());
        let lines = QuizLines { graph: theory.graph, sampler, lead: theory.moves, popular };
        Ok(Lesson::Lines(Box::new(Quiz::new(lines, counts))))
    }

    fn repertoire_lesson(&self, text: &str, game: &Game, counts: Counts) -> Result<Lesson, Fault> {
        let repertoire = Arc::new(whole_repertoire(text, self.side)?);
        if *game.start() != Chess::default() {
            return Err(Fault::of_field("fen", "a repertoire is drilled from moves of the usual start position"));
        }
        if !game.moves().is_empty() && repertoire.find(game.position()).is_none() {
            return Err(Fault::of_field("moves", "the repertoire does not have this position"));
        }
        let elo = match self.elo {
            0 => None,
            elo if elo >= LEAST_ELO => u16::try_from(elo).ok(),
            _ => return Err(Fault::of_field("elo", format!("a rating is 0 (none) or from {LEAST_ELO}"))),
        };
        let replies = elo.map(|elo| ReplyModel::new(elo, ReplySource::Net));
        let (strict, beyond, lead, seed) = (self.strict, self.beyond, game.moves().to_vec(), self.seed());
        let lines = RepertoireLines { repertoire, replies, strict, beyond, lead, seed };
        Ok(Lesson::Repertoire(Box::new(RepertoireQuiz::new(lines, counts))))
    }

    fn seed(&self) -> u64 {
        if self.seed == 0 { rand::random() } else { self.seed }
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
        let answer = quiz.answer(mv, &mut record).map_err(Fault::new)?;
        let (verdict, remark) = match answer {
            Answer::Right => (Verdict::Right, None),
            Answer::Popular { popularity, .. } => {
                let percent = 100.0 * popularity.share;
                (Verdict::Right, Some(format!("popular ({percent:.0} %), not in the named lines")))
            }
            Answer::Other { chosen, .. } => (Verdict::Right, Some(format!("the chosen move is {chosen}"))),
            Answer::Wrong { .. } => (Verdict::Wrong, None),
        };
        let goes_on = quiz.played().get(before).filter(|_| verdict == Verdict::Wrong);
        let goes_on = goes_on.map(|&mv| numbered_move(&position, mv));
        Ok(DrillVerdict { state: advance(quiz, &mut record)?, verdict, remark, goes_on, theory })
    }
}

impl Answered for DrillHintAsk {
    fn answer(self, page: &mut Page<'_>) -> Result<DrillHint, Fault> {
        let quiz = running(page)?;
        quiz.hint();
        Ok(DrillHint { theory: theory_moves(quiz) })
    }
}

fn running<'a>(page: &'a mut Page<'_>) -> Result<&'a mut Lesson, Fault> {
    page.drill.as_mut().ok_or_else(|| Fault::new("no drill has begun: `drill-start` begins one"))
}

/// Goes on until something is asked or the round ends, which is noted in the record.
fn advance(quiz: &mut Lesson, record: &mut Record) -> Result<DrillState, Fault> {
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
    let mode = quiz.position().castles().mode();
    let moves = quiz.played().iter().map(|&mv| uci(mv, mode)).collect();
    Ok(DrillState { steps, question: end.is_none(), end, moves, right, wrong })
}

fn numbered_move(before: &Chess, mv: Move) -> NumberedMove {
    NumberedMove { described: described(before, mv), text: numbered_line(before, &[mv]) }
}

/// The moves of theory in the position of a quiz.
fn theory_moves(quiz: &Lesson) -> Vec<TheoryMove> {
    let position = quiz.position();
    let entries = quiz.theory().into_iter().filter_map(|theory| {
        let mv = described(position, parse_move(position, &theory.san)?);
        let popular = theory.popular.map(|popularity| popularity.share);
        Some(TheoryMove { described: mv, lines: theory.lines, name: theory.name, popular })
    });
    entries.collect()
}

impl Answered for DrillRecordAsk {
    fn answer(self, page: &mut Page<'_>) -> Result<DrillRecord, Fault> {
        let studio = page.studio;
        let (record, warning) = read(studio)?;
        let counts = record.counts().map_err(Fault::new)?;
        let graph = studio.names();
        let due = counts.troubles().into_iter().map(|(fen, answers)| DuePosition {
            fen: format!("{fen} 0 1"),
            right: answers.right,
            wrong: answers.wrong,
            streak: answers.streak,
            urgency: counts.urgency(fen),
            due: counts.date(fen),
            line: line_to(fen, &graph, &counts),
            opening: opening_of(fen, &graph).map(NamedLine::name),
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
        name: line.map(NamedLine::name),
        eco: line.map(|line| line.eco.clone()),
        times,
    })
}
