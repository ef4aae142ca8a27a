//! The asks of puzzles. The record is that of `motley puzzles`.

use std::io::Cursor;
use std::num::NonZeroUsize;
use std::thread::available_parallelism;
use std::time::Duration;

use shakmaty::{CastlingMode, Position as _};

use super::drill::{open, read};
use super::position::{legal_move, uci};
use super::{Answered, Plan, Searched};
use crate::engine::Stop;
use crate::games::sources::GameSource;
use crate::lessons::puzzles::{
    Attempt, Given, Judge, MakeSettings, OwnGames, PuzzleKind, Thresholds, make_puzzles, prompt, source,
};
use crate::record::{Grade, Puzzle, Record};
use crate::studio::page::Page;
use crate::studio::protocol::faults::Fault;
use crate::studio::protocol::puzzles::{
    AskedPuzzle, DuePuzzles, ListedPuzzle, MadePuzzles, NextPuzzle, PuzzleAnswerAsk, PuzzleAnswered, PuzzleEnd,
    PuzzleHint, PuzzleHintAsk, PuzzleList, PuzzleNextAsk, PuzzlePlace, PuzzleSolutionAsk, PuzzleVerdict,
    PuzzlesListAsk, PuzzlesMakeAsk, PuzzlesProgress,
};

/// The move that the record has of an answer without one.
const GIVEN_UP: &str = "0000";

impl Searched for PuzzlesMakeAsk {
    fn plan(self, page: &mut Page<'_>) -> Result<Plan<PuzzlesMakeAsk>, Fault> {
        let (mut record, warning) = open(page.studio)?;
        let games = vec![GameSource::new("the text", Cursor::new(self.text.into_bytes()))];
        let own = OwnGames::read(games, self.player.as_deref(), self.games);
        let own = own.map_err(|error| Fault::of_field("player", error))?;
        let own = match self.side {
            Some(side) => own.of_side(side),
            None => own,
        };
        let settings = MakeSettings {
            kinds: PuzzleKind::ALL.to_vec(),
            thresholds: Thresholds::default(),
            elo: self.elo,
            jobs: available_parallelism().unwrap_or(NonZeroUsize::MIN),
        };
        Ok(Box::new(move |work| {
            let mut made = PuzzlesProgress { done: 0, of: own.count(), found: 0 };
            let (mut added, mut first, mut failure) = (0, None, None);
            work.channel.progress(&made);
            let worked = make_puzzles(&own, &settings, work.stop, |_, puzzles| {
                made.done += 1;
                made.found += puzzles.len();
                first = first.take().or_else(|| puzzles.first().map(|puzzle| puzzle.fen.clone()));
                match record.add_puzzles(&puzzles) {
                    Ok(new) => added += new,
                    Err(error) => failure = failure.take().or(Some(error)),
                }
                if failure.is_some() || !work.channel.progress(&made) {
                    work.stop.stop();
                }
            });
            worked.map_err(Fault::new)?;
            if let Some(failure) = failure {
                return Err(Fault::new(failure));
            }
            let first = first.map(|fen| record.puzzle_at(&fen)).transpose().map_err(Fault::new)?.flatten();
            Ok(MadePuzzles {
                games: made.done,
                found: made.found,
                added,
                first,
                faulty: own.faults.cut + own.faults.skipped,
                stopped: work.stop.is_stopped(),
                warning,
            })
        }))
    }
}

impl Answered for PuzzlesListAsk {
    fn answer(self, page: &mut Page<'_>) -> Result<PuzzleList, Fault> {
        let (record, warning) = read(page.studio)?;
        let puzzles = record.puzzles().map_err(Fault::new)?;
        let listed = |Puzzle { id, puzzle, answers, due, .. }: &Puzzle| ListedPuzzle {
            number: *id,
            kind: PuzzleKind::from_word(&puzzle.kind),
            theme: puzzle.theme.clone(),
            source: source(puzzle),
            due: *due,
            right: answers.right,
            wrong: answers.wrong,
        };
        Ok(PuzzleList {
            dates: dates(&record)?,
            puzzles: puzzles.iter().map(listed).collect(),
            path: record.path().display().to_string(),
            warning,
        })
    }
}

impl Answered for PuzzleNextAsk {
    fn answer(self, page: &mut Page<'_>) -> Result<NextPuzzle, Fault> {
        let (record, _) = read(page.studio)?;
        let found = match self.number {
            Some(number) => Some(puzzle(&record, number)?),
            None => record.next_due_puzzle(&[]).map_err(Fault::new)?,
        };
        let asked = |kept: Puzzle| -> Result<AskedPuzzle, Fault> {
            let attempt = Attempt::new(kept.id, &kept.puzzle).map_err(Fault::new)?;
            Ok(AskedPuzzle {
                number: kept.id,
                side: attempt.start().turn().into(),
                prompt: prompt(&kept.puzzle, &attempt),
                source: source(&kept.puzzle),
                found: kept.puzzle.found.map(|found| f64::from(found) / 1000.0),
                fen: kept.puzzle.fen,
                before: kept.puzzle.before,
            })
        };
        Ok(NextPuzzle { dates: dates(&record)?, puzzle: found.map(asked).transpose()? })
    }
}

impl Answered for PuzzleAnswerAsk {
    fn answer(self, page: &mut Page<'_>) -> Result<PuzzleAnswered, Fault> {
        let (mut record, _) = open(page.studio)?;
        let (kept, mut attempt) = attempted(&record, &self.place)?;
        let mv = legal_move(attempt.position(), &self.r#move).map_err(|message| Fault::of_field("move", message))?;
        if self.hinted {
            attempt.hint();
        }
        let given = attempt.answer(mv, || Judge::new(&Stop::new()));
        let right = attempt.grade(Duration::from_secs(self.seconds.into()));
        let (verdict, reply, grade) = match given {
            Given::Right { reply } => (PuzzleVerdict::Right, Some(reply), None),
            Given::Solved => (PuzzleVerdict::Solved, None, Some(right)),
            Given::AsGood => (PuzzleVerdict::AsGood, None, Some(right)),
            Given::Wrong { refutation } => (PuzzleVerdict::Wrong, refutation, Some(Grade::Wrong)),
        };
        if let Some(grade) = grade.filter(|_| !self.again) {
            record.note_puzzle(kept.id, &uci(mv, CastlingMode::Standard), grade).map_err(Fault::new)?;
        }
        let is_solved = matches!(given, Given::Solved | Given::AsGood);
        let end = is_solved.then(|| end(&record, kept, &attempt)).transpose()?;
        Ok(PuzzleAnswered { verdict, reply: reply.map(|reply| uci(reply, CastlingMode::Standard)), end })
    }
}

impl Answered for PuzzleSolutionAsk {
    fn answer(self, page: &mut Page<'_>) -> Result<PuzzleEnd, Fault> {
        let (mut record, _) = open(page.studio)?;
        let kept = puzzle(&record, self.number)?;
        let attempt = Attempt::new(kept.id, &kept.puzzle).map_err(Fault::new)?;
        if !self.again {
            record.note_puzzle(kept.id, GIVEN_UP, Grade::Wrong).map_err(Fault::new)?;
        }
        end(&record, kept, &attempt)
    }
}

impl Answered for PuzzleHintAsk {
    fn answer(self, page: &mut Page<'_>) -> Result<PuzzleHint, Fault> {
        let (record, _) = read(page.studio)?;
        let (_, mut attempt) = attempted(&record, &self.place)?;
        Ok(PuzzleHint { square: attempt.hint().to_string() })
    }
}

fn puzzle(record: &Record, number: u64) -> Result<Puzzle, Fault> {
    let found = record.puzzle(number as i64).map_err(Fault::new)?;
    found.ok_or_else(|| Fault::of_field("number", format!("the record has no puzzle {number}")))
}

/// A puzzle, and the attempt as far as the request says.
fn attempted(record: &Record, place: &PuzzlePlace) -> Result<(Puzzle, Attempt), Fault> {
    let kept = puzzle(record, place.number)?;
    let attempt = Attempt::new(kept.id, &kept.puzzle).map_err(Fault::new)?;
    let refuse = |word: String| Fault::of_field("played", format!("`{word}` is not the next move of the solution"));
    Ok((kept, attempt.after(&place.played).map_err(refuse)?))
}

/// The solution, and the subject of the puzzle.
fn end(record: &Record, kept: Puzzle, attempt: &Attempt) -> Result<PuzzleEnd, Fault> {
    let noted = record.puzzle(kept.id).map_err(Fault::new)?;
    Ok(PuzzleEnd {
        dates: dates(record)?,
        line: attempt.solution(),
        solution: kept.puzzle.solution,
        theme: kept.puzzle.theme,
        sentence: kept.puzzle.sentence,
        due: noted.map(|puzzle| puzzle.due),
    })
}

fn dates(record: &Record) -> Result<DuePuzzles, Fault> {
    let due = record.due_puzzles().map_err(Fault::new)?;
    Ok(DuePuzzles { now: record.now(), due_now: due.now, next_due: due.next })
}
