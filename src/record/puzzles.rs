//! The learner's puzzles in the record: positions with one good move, when each was answered, when each is due.

use rusqlite::{OptionalExtension as _, Row, params};

use super::{Answers, Due, Grade, Memory, Record, RecordError, Schedule};

/// A puzzle as it is found. Moves are in UCI form.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct NewPuzzle {
    /// The whole FEN of the position that is asked.
    pub fen: String,
    /// The move of the game that led to it.
    pub before: Option<String>,
    /// The moves to find, with the replies between them; the first and the last are the solver's.
    pub solution: Vec<String>,
    /// The kind of mistake: a word of the folder that finds puzzles.
    pub kind: String,
    /// The move played in the game.
    pub played: String,
    /// The loss of that move, in thousandths of the chance of winning.
    pub loss: u16,
    /// The share of players of the learner's rating who find the first move, in thousandths; `None` if unknown.
    pub found: Option<u16>,
    /// The theme, and a sentence about it.
    pub theme: Option<String>,
    pub sentence: Option<String>,
    pub source: PuzzleSource,
}

/// The game that a puzzle is from: its tags, empty where they are missing.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct PuzzleSource {
    /// The learner, as the game names him.
    pub player: String,
    pub white: String,
    pub black: String,
    pub event: String,
    pub site: String,
    pub date: String,
}

/// A puzzle of the record.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Puzzle {
    /// Its number in the record.
    pub id: i64,
    pub puzzle: NewPuzzle,
    /// The time at which it was found, in seconds since 1970.
    pub found_at: i64,
    pub answers: Answers,
    /// The date at which it is asked again, in seconds since 1970.
    pub due: i64,
}

const COLUMNS: &str = "id, fen, before, solution, kind, played, loss, found, theme, sentence, player, white, black, \
                       event, site, date, found_at, right, wrong, streak, due";

impl Record {
    /// Adds puzzles, which are due at once; returns how many are new. A position that is there already keeps its
    /// puzzle and its date.
    ///
    /// # Errors
    /// Fails if they cannot be written: then none is.
    pub fn add_puzzles(&mut self, puzzles: &[NewPuzzle]) -> Result<usize, RecordError> {
        let now = self.now();
        self.write(|transaction| {
            let mut insert = transaction.prepare(
                "INSERT INTO puzzles (position, fen, before, solution, kind, played, loss, found, theme, sentence,
                                      player, white, black, event, site, date, found_at, due)
                 VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9, ?10, ?11, ?12, ?13, ?14, ?15, ?16, ?17, ?17)
                 ON CONFLICT (position) DO NOTHING",
            )?;
            let mut added = 0;
            for puzzle in puzzles {
                let NewPuzzle { fen, before, kind, played, loss, found, theme, sentence, source, .. } = puzzle;
                let PuzzleSource { player, white, black, event, site, date } = source;
                let (key, solution) = (position_of(fen), puzzle.solution.join(" "));
                added += insert.execute(params![
                    key, fen, before, solution, kind, played, loss, found, theme, sentence, player, white, black,
                    event, site, date, now,
                ])?;
            }
            Ok(added)
        })
    }

    /// All puzzles, those that are due first, the oldest date first.
    ///
    /// # Errors
    /// Fails if the file cannot be read.
    pub fn puzzles(&self) -> Result<Vec<Puzzle>, RecordError> {
        self.rows("puzzles", &format!("SELECT {COLUMNS} FROM puzzles ORDER BY due, id"), [], read_puzzle)
    }

    /// One puzzle by its number; `None` where there is none.
    ///
    /// # Errors
    /// Fails if the file cannot be read.
    pub fn puzzle(&self, id: i64) -> Result<Option<Puzzle>, RecordError> {
        let select = format!("SELECT {COLUMNS} FROM puzzles WHERE id = ?1");
        Ok(self.rows("puzzles", &select, [id], read_puzzle)?.pop())
    }

    /// The number of the puzzle at a position; `None` where there is none.
    ///
    /// # Errors
    /// Fails if the file cannot be read.
    pub fn puzzle_at(&self, fen: &str) -> Result<Option<i64>, RecordError> {
        Ok(self
            .rows("puzzles", "SELECT id FROM puzzles WHERE position = ?1", [position_of(fen)], |row| row.get(0))?
            .pop())
    }

    /// The puzzle that is due longest, but for those in `passed`; `None` where none is due.
    ///
    /// # Errors
    /// Fails if the file cannot be read.
    pub fn next_due_puzzle(&self, passed: &[i64]) -> Result<Option<Puzzle>, RecordError> {
        let select = format!("SELECT {COLUMNS} FROM puzzles WHERE due <= ?1 ORDER BY due, id");
        let due = self.rows("puzzles", &select, [self.now()], read_puzzle)?;
        Ok(due.into_iter().find(|puzzle| !passed.contains(&puzzle.id)))
    }

    /// The number of puzzles that are due.
    ///
    /// # Errors
    /// Fails if the file cannot be read.
    pub fn due_puzzles(&self) -> Result<Due, RecordError> {
        let dates = self.rows("puzzles", "SELECT id, due FROM puzzles", [], |row| row.get(1))?;
        Ok(Due::of(dates.into_iter(), self.now()))
    }

    /// Notes an answer to a puzzle: `played` is the first wrong move, or the first move of the solution. Returns when
    /// it is asked again; `None` where the puzzle has been removed.
    ///
    /// # Errors
    /// Fails if it cannot be written: then nothing is noted.
    pub fn note_puzzle(&mut self, id: i64, played: &str, grade: Grade) -> Result<Option<Schedule>, RecordError> {
        let (now, right) = (self.now(), grade.is_right());
        self.write(|transaction| {
            let select = "SELECT answered_at, stability, difficulty FROM puzzles WHERE id = ?1";
            let known = transaction.query_row(select, [id], |row| Schedule::read(row, 0)).optional()?;
            let Some(before) = known else { return Ok(None) };
            let next = Schedule::next(before, grade, now);
            let Memory { stability, difficulty } = next.memory;
            transaction.execute(
                "UPDATE puzzles SET
                    right = min(right + ?2, ?3),
                    wrong = min(wrong + 1 - ?2, ?3),
                    streak = CASE ?2 WHEN 1 THEN min(streak + 1, ?3) ELSE 0 END,
                    due = ?4, answered_at = ?5, stability = ?6, difficulty = ?7
                 WHERE id = ?1",
                params![id, right, u32::MAX, next.due, now, stability, difficulty],
            )?;
            transaction.execute(
                "INSERT INTO puzzle_answers (puzzle, played, grade, at) VALUES (?1, ?2, ?3, ?4)",
                params![id, played, grade.number(), now],
            )?;
            Ok(Some(next))
        })
    }
}

fn read_puzzle(row: &Row<'_>) -> rusqlite::Result<Puzzle> {
    let solution: String = row.get(3)?;
    let source = PuzzleSource {
        player: row.get(10)?,
        white: row.get(11)?,
        black: row.get(12)?,
        event: row.get(13)?,
        site: row.get(14)?,
        date: row.get(15)?,
    };
    let puzzle = NewPuzzle {
        fen: row.get(1)?,
        before: row.get(2)?,
        solution: solution.split(' ').map(str::to_owned).collect(),
        kind: row.get(4)?,
        played: row.get(5)?,
        loss: row.get(6)?,
        found: row.get(7)?,
        theme: row.get(8)?,
        sentence: row.get(9)?,
        source,
    };
    let answers = Answers { right: row.get(17)?, wrong: row.get(18)?, streak: row.get(19)? };
    Ok(Puzzle { id: row.get(0)?, puzzle, found_at: row.get(16)?, answers, due: row.get(20)? })
}

/// The first four fields of a FEN: the same position at another move number is the same puzzle.
fn position_of(fen: &str) -> String {
    fen.split(' ').take(4).collect::<Vec<_>>().join(" ")
}

#[cfg(test)]
mod tests {
    use super::*;

    const NOON: i64 = 1_795_521_600;
    const DAY: i64 = 86_400;

    fn found(fen: &str) -> NewPuzzle {
        NewPuzzle {
            fen: fen.to_owned(),
            before: Some("e7e5".to_owned()),
            solution: ["d1h5", "g7g6", "h5e5"].map(str::to_owned).to_vec(),
            kind: "missed".to_owned(),
            played: "a2a3".to_owned(),
            loss: 310,
            found: None,
            theme: Some("fork".to_owned()),
            sentence: None,
            source: PuzzleSource { player: "Ann".to_owned(), white: "Ann".to_owned(), ..PuzzleSource::default() },
        }
    }

    fn record(puzzles: &[&str]) -> Record {
        let mut record = Record::in_memory().expect("room in memory");
        record.set_now(NOON);
        record.add_puzzles(&puzzles.iter().map(|fen| found(fen)).collect::<Vec<_>>()).expect("room in memory");
        record
    }

    #[test]
    fn a_puzzle_is_read_back_and_is_there_once() {
        let mut record = record(&["a b c d 0 9"]);
        let read = record.puzzles().expect("a record");
        assert_eq!((read.len(), &read[0].puzzle, read[0].due), (1, &found("a b c d 0 9"), NOON));
        assert_eq!(record.puzzle(read[0].id).expect("a record").as_ref(), Some(&read[0]));
        assert_eq!(record.puzzle(99).expect("a record"), None);
        let at = |fen| record.puzzle_at(fen).expect("a record");
        assert_eq!((at("a b c d 3 20"), at("a b c e 0 9")), (Some(read[0].id), None));
        record.note_puzzle(read[0].id, "d1h5", Grade::Right).expect("room");
        let again = [found("a b c d 7 30"), found("e b c d 0 1")];
        assert_eq!(record.add_puzzles(&again).expect("room"), 1, "the position is known");
        let (known, due) = (record.puzzles().expect("a record"), record.due_puzzles().expect("a record"));
        assert_eq!((known.len(), due.now), (2, 1), "the date of the known one stays");
    }

    #[test]
    fn answers_are_counted_and_give_the_next_date() {
        let mut record = record(&["a", "b"]);
        let first = record.next_due_puzzle(&[]).expect("a record").expect("one is due");
        let other = record.next_due_puzzle(&[first.id]).expect("a record").expect("another is due");
        assert_ne!(first.id, other.id);
        let wrong = record.note_puzzle(first.id, "a2a3", Grade::Wrong).expect("room").expect("it is there");
        assert_eq!(wrong.due, NOON + 600);
        record.note_puzzle(other.id, "d1h5", Grade::Right).expect("room");
        assert_eq!(record.next_due_puzzle(&[]).expect("a record"), None);
        assert_eq!(record.due_puzzles().expect("a record"), Due { now: 0, next: Some(NOON + 600) });

        record.set_now(NOON + DAY);
        assert_eq!(record.next_due_puzzle(&[]).expect("a record").map(|puzzle| puzzle.id), Some(first.id));
        record.note_puzzle(first.id, "d1h5", Grade::Hard).expect("room");
        let answers = record.puzzle(first.id).expect("a record").expect("it is there").answers;
        assert_eq!(answers, Answers { right: 1, wrong: 1, streak: 1 });
        assert_eq!(record.note_puzzle(77, "d1h5", Grade::Right).expect("no failure"), None);
    }

    #[test]
    fn counts_stay_at_their_largest_number() {
        let mut record = record(&["a"]);
        let most = i64::from(u32::MAX);
        record.connection.execute("UPDATE puzzles SET right = ?1, wrong = ?1, streak = ?1", [most]).expect("room");
        record.note_puzzle(1, "d1h5", Grade::Right).expect("room");
        record.note_puzzle(1, "a2a3", Grade::Wrong).expect("room");
        let answers = record.puzzle(1).expect("a record").expect("it is there").answers;
        assert_eq!(answers, Answers { right: u32::MAX, wrong: u32::MAX, streak: 0 });
    }
}
