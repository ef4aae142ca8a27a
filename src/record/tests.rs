use std::fs;
use std::path::{Path, PathBuf};
use std::thread;

use rusqlite::Connection;

use super::open::{Notice, Opened};
use super::{Answers, Counts, Grade, Record, RecordError};

const START: &str = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq -";
const OLDER: &str =
    r#"{"version": 1, "positions": {"a": {"right": 3, "wrong": 1, "streak": 2}}, "lines": {"e2e4": 2}}"#;

struct Folder(PathBuf);

impl Folder {
    fn new(name: &str) -> Folder {
        let folder = std::env::temp_dir().join(format!("motley-record-{name}-{}", std::process::id()));
        fs::create_dir_all(&folder).expect("a folder for the test");
        Folder(folder)
    }

    fn file(&self, name: &str) -> PathBuf {
        self.0.join(name)
    }

    fn names(&self) -> Vec<String> {
        let entries = fs::read_dir(&self.0).expect("the test's own folder").flatten();
        let mut names: Vec<String> = entries.map(|entry| entry.file_name().to_string_lossy().into_owned()).collect();
        names.sort();
        names
    }
}

impl Drop for Folder {
    fn drop(&mut self) {
        let _ = fs::remove_dir_all(&self.0);
    }
}

fn open(path: &Path) -> Opened {
    Record::open(path).expect("a record")
}

fn counts(path: &Path) -> Counts {
    open(path).record.counts().expect("a record")
}

#[test]
fn what_is_noted_is_there_when_the_record_is_opened_again() {
    let folder = Folder::new("noted");
    let path = folder.file("deeper/record.sqlite");
    let Opened { mut record, notices } = open(&path);
    assert_eq!((notices, record.path()), (Vec::new(), path.as_path()));
    for (played, right) in [("e2e4", true), ("a2a4", false), ("d2d4", true)] {
        record.note(START, played, right).expect("room");
    }
    record.note_line("e2e4 e7e5").expect("room");
    record.note_line("e2e4 e7e5").expect("room");
    drop(record);

    let found = counts(&path);
    assert_eq!(found.answers(START), Answers { right: 2, wrong: 1, streak: 1 });
    assert_eq!(found.lines().collect::<Vec<_>>(), [("e2e4 e7e5", 2)]);
    let played = "SELECT group_concat(played || right, ' ') FROM (SELECT * FROM answers WHERE at > 1.7e9 ORDER BY id)";
    let answers: String = Connection::open(&path).unwrap().query_row(played, [], |row| row.get(0)).unwrap();
    assert_eq!(answers, "e2e41 a2a40 d2d41", "each answer is kept with its date");
}

#[test]
fn programs_at_the_same_time_lose_no_answer() {
    let folder = Folder::new("together");
    let path = folder.file("record.sqlite");
    fs::write(folder.file("drill.json"), OLDER).expect("a file");
    let work = |number: u32| {
        let path = &path;
        move || {
            // Each opens the record anew, as the page does for each answer.
            (0..25).for_each(|round| {
                let mut record = open(path).record;
                record.note(START, "e2e4", (number + round).is_multiple_of(2)).expect("room");
                record.note_line("e2e4").expect("room");
            });
        }
    };
    thread::scope(|scope| (0..8).for_each(|number| drop(scope.spawn(work(number)))));
    let found = counts(&path);
    let Answers { right, wrong, .. } = found.answers(START);
    assert_eq!((right, wrong), (100, 100));
    assert_eq!(found.lines().collect::<Vec<_>>(), [("e2e4", 202)], "the older record was taken over once");
}

#[test]
fn counts_stay_at_their_largest_number() {
    let mut record = Record::in_memory().expect("room");
    record.note(START, "e2e4", true).expect("room");
    record.note_line("e2e4").expect("room");
    let most = i64::from(u32::MAX);
    record.connection.execute("UPDATE positions SET right = ?1, wrong = ?1, streak = ?1", [most]).expect("room");
    record.connection.execute("UPDATE lines SET times = ?1", [most]).expect("room");
    record.note(START, "e2e4", true).expect("room");
    record.note_line("e2e4").expect("room");
    let found = record.counts().expect("numbers that fit");
    assert_eq!(found.answers(START), Answers { right: u32::MAX, wrong: u32::MAX, streak: u32::MAX });
    assert_eq!(found.lines().collect::<Vec<_>>(), [("e2e4", u32::MAX)]);
    record.note(START, "a2a4", false).expect("room");
    assert_eq!(record.counts().expect("numbers that fit").answers(START).streak, 0);
}

#[test]
fn the_older_record_is_taken_over_once_and_kept() {
    let folder = Folder::new("older");
    let (older, path) = (folder.file("drill.json"), folder.file("record.sqlite"));
    fs::write(&older, OLDER).expect("a file");
    let Opened { mut record, notices } = open(&path);
    assert_eq!(notices, [Notice::TakenOver { older: older.clone(), path: path.clone() }]);
    let taken_over = Answers { right: 3, wrong: 1, streak: 2 };
    assert_eq!(record.counts().expect("a record").answers("a"), taken_over);
    record.note("a", "e2e4", true).expect("room");
    drop(record);
    let again = open(&path);
    assert_eq!(again.notices, []);
    assert_eq!(again.record.counts().expect("a record").answers("a"), Answers { right: 4, wrong: 1, streak: 3 });
    assert_eq!(fs::read_to_string(&older).expect("still there"), OLDER);
}

/// A record as version 0.3.0 left it.
fn record_of_form_1(path: &Path) {
    let connection = Connection::open(path).expect("a database");
    connection.execute_batch(super::schema::STEPS[0]).expect("its tables");
    connection
        .execute_batch(
            "INSERT INTO positions (fen, right, wrong, streak) VALUES ('a', 3, 1, 2), ('b', 2, 0, 2);
         INSERT INTO answers (position, played, right, at) VALUES (1, 'e2e4', 1, 1700000000);
         PRAGMA user_version = 1",
        )
        .expect("room");
}

#[test]
fn what_was_wrong_is_due_when_an_older_record_is_brought_up_to_dates() {
    let folder = Folder::new("dates");
    let (older, database) = (folder.file("drill.json"), folder.file("form-1.sqlite"));
    fs::write(&older, OLDER).expect("a file");
    record_of_form_1(&database);
    for path in [folder.file("record.sqlite"), database] {
        let Opened { mut record, .. } = open(&path);
        let found = record.counts().expect("a record");
        assert_eq!((found.due().now, found.urgency("a"), found.urgency("b")), (1, 9.0, 1.0), "{}", path.display());
        assert_eq!(found.answers("a"), Answers { right: 3, wrong: 1, streak: 2 });
        record.note("a", "e2e4", true).expect("room");
        drop(record);
        assert_eq!(counts(&path).due().now, 0, "once");
    }
}

#[test]
fn the_answers_of_two_programs_give_one_date() {
    let folder = Folder::new("one-date");
    let path = folder.file("record.sqlite");
    let mut records = [open(&path).record, open(&path).record];
    let mut due = Vec::new();
    for day in 0..4 {
        for record in &mut records {
            record.set_now(1_795_521_600 + day * 86_400 * 3);
            due.push(record.note_graded(START, "e2e4", Grade::Right).expect("room").due);
        }
    }
    assert!(due.is_sorted() && due[7] - due[6] < 86_400, "the second answer of a day changes little: {due:?}");
    assert_eq!(records[0].counts().expect("a record").date(START), Some(due[7]));
}

#[test]
fn a_path_to_an_older_record_names_the_database_beside_it() {
    let folder = Folder::new("named");
    let older = folder.file("mine.json");
    fs::write(&older, OLDER).expect("a file");
    let opened = open(&older);
    assert_eq!(opened.record.path(), folder.file("mine.sqlite"));
    assert_eq!(opened.record.counts().expect("a record").lines().collect::<Vec<_>>(), [("e2e4", 2)]);
    assert_eq!(open(&older).notices, [], "once");
}

#[test]
fn a_damaged_older_record_is_left_alone() {
    let folder = Folder::new("older-damaged");
    let older = folder.file("drill.json");
    for text in ["{\"version\": 1, \"posi", "", "[1]", "{\"version\": 2, \"positions\": {}, \"lines\": {}}"] {
        fs::write(&older, text).expect("a file");
        let path = folder.file("record.sqlite");
        let opened = open(&path);
        let counts = opened.record.counts().expect("a record");
        assert_eq!((opened.notices, counts.positions().count(), counts.lines().count()), (Vec::new(), 0, 0));
        drop(opened.record);
        assert_eq!(fs::read_to_string(&older).expect("still there"), text);
        fs::remove_file(path).expect("the test's own");
    }
}

#[test]
fn a_damaged_record_is_set_aside_and_a_new_one_begins() {
    let folder = Folder::new("damaged");
    let path = folder.file("record.sqlite");
    drop(open(&path));
    let sound = fs::read(&path).expect("a record");
    let mut torn = sound.clone();
    torn[100..3000].fill(7);
    for content in [&torn[..], &sound[..5000]] {
        fs::write(&path, content).expect("a file");
        let mut opened = open(&path);
        let [Notice::SetAside { kept, .. }] = &opened.notices[..] else { panic!("{:?}", opened.notices) };
        assert_eq!(fs::read(kept).expect("still there"), content);
        opened.record.note("a", "e2e4", true).expect("the new record works");
    }
    assert_eq!(folder.names().iter().filter(|name| name.contains("damaged")).count(), 2, "each under its own name");
}

/// Checks that the folder of a path that is refused stays as it is, whoever asks.
fn assert_refused(folder: &Folder, path: &Path, reason: &str) {
    let (names, content) = (folder.names(), fs::read(path).ok());
    let errors = [Record::open(path).err(), Record::read(path).err()];
    for error in errors {
        let text = error.unwrap_or_else(|| panic!("{} was opened", path.display())).to_string();
        assert!(text.contains(reason) && text.lines().count() == 1, "{}: {text}", path.display());
    }
    assert_eq!((folder.names(), fs::read(path).ok()), (names, content), "{}", path.display());
}

#[test]
fn a_file_that_is_no_record_is_refused_and_left_as_it_is() {
    let folder = Folder::new("foreign");
    let mut cut = b"SQLite format 3\0".to_vec();
    cut.extend([7; 5000]);
    let contents: [(&str, &[u8]); 4] = [
        ("games.pgn", b"[White \"Ann\"]\n\n1. e4 *\n"),
        ("text", b"{\"version\": 1}"),
        ("start.sqlite", b"SQLite"),
        ("torn.sqlite", &cut),
    ];
    for (name, content) in contents {
        fs::write(folder.file(name), content).expect("a file");
        assert_refused(&folder, &folder.file(name), "is no record of Motley's");
    }
}

#[test]
fn the_database_of_another_program_is_refused_and_left_as_it_is() {
    let folder = Folder::new("others");
    for (number, tables) in [
        "CREATE TABLE bookmarks (a)",
        "CREATE TABLE bookmarks (a); PRAGMA user_version = 1",
        "CREATE TABLE positions (a); CREATE TABLE answers (b); CREATE TABLE lines (c); PRAGMA user_version = 2",
        "CREATE TABLE bookmarks (a); PRAGMA application_id = 252006674",
        "PRAGMA journal_mode = WAL; CREATE TABLE bookmarks (a)",
    ]
    .iter()
    .enumerate()
    {
        let path = folder.file(&format!("{number}.sqlite"));
        Connection::open(&path).expect("a database").execute_batch(tables).expect("its tables");
        assert_refused(&folder, &path, "is no record of Motley's");
    }
}

#[test]
fn a_record_with_things_that_no_record_has_is_refused_in_a_bounded_time() {
    let folder = Folder::new("hostile");
    let endless = "WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n)";
    for (number, (change, reason)) in [
        (
            format!("DROP TABLE lines; CREATE VIEW lines AS {endless} SELECT i AS id, i AS moves, i AS times FROM n"),
            "it has the view `lines`",
        ),
        (
            "CREATE TRIGGER t AFTER INSERT ON answers BEGIN DELETE FROM answers; END".to_owned(),
            "it has the trigger `t`",
        ),
        (
            "DROP TABLE lines; CREATE TABLE lines (id INTEGER PRIMARY KEY, moves, times, last_at)".to_owned(),
            "its table `lines` is not as Motley makes it",
        ),
        ("CREATE INDEX i ON lines (hex(moves))".to_owned(), "its index `i` is not as Motley makes it"),
        ("DROP TABLE puzzle_answers".to_owned(), "it has no table `puzzle_answers`"),
    ]
    .iter()
    .enumerate()
    {
        let path = folder.file(&format!("{number}.sqlite"));
        drop(open(&path));
        Connection::open(&path).expect("a database").execute_batch(change).expect("it is changed");
        assert_refused(&folder, &path, reason);
    }
}

#[test]
fn a_row_with_a_value_that_does_not_belong_there_is_named() {
    let folder = Folder::new("rows");
    let path = folder.file("record.sqlite");
    open(&path).record.note_line("e2e4").expect("room");
    for (change, row) in [
        ("UPDATE lines SET times = 5000000000", "row 1 of lines is faulty"),
        ("UPDATE lines SET times = 1, moves = hex(zeroblob(2000000))", "row 0 of lines is faulty"),
    ] {
        Connection::open(&path).expect("a database").execute_batch(change).expect("it is changed");
        let record = Record::read(&path).expect("its tables are sound");
        let error = record.counts().expect_err("a faulty row").to_string();
        assert!(error.contains(row), "{error}");
    }
}

#[test]
fn reading_makes_and_changes_no_file() {
    let folder = Folder::new("reading");
    let path = folder.file("record.sqlite");
    assert_eq!(Record::read(&path).expect("an empty one").puzzles().expect("none"), []);
    assert_eq!(folder.names(), [""; 0]);
    fs::write(folder.file("drill.json"), OLDER).expect("a file");
    let of_older = Record::read(&path).expect("the older one").counts().expect("its counts");
    assert_eq!((of_older.answers("a").right, of_older.due().now), (3, 1));
    record_of_form_1(&path);
    let before = (folder.names(), fs::read(&path).expect("a record"));
    let counts = Record::read(&path).expect("a record of an older form").counts().expect("its counts");
    assert_eq!((counts.answers("b").right, counts.due().now), (2, 1));
    assert_eq!((folder.names(), fs::read(&path).expect("a record")), before);

    // What a writer has not moved into the file yet is read too.
    let mut writer = open(&path).record;
    writer.note("c", "e2e4", true).expect("room");
    assert_eq!(Record::read(&path).expect("a record").counts().expect("its counts").answers("c").right, 1);
    assert_eq!(writer.counts().expect("it is not disturbed").answers("c").right, 1);
}

#[test]
fn a_record_says_that_it_is_one_and_those_of_before_learn_to() {
    let folder = Folder::new("marked");
    let (new, known) = (folder.file("new.sqlite"), folder.file("known.sqlite"));
    record_of_form_1(&known);
    for path in [&new, &known] {
        drop(open(path));
        let header = fs::read(path).expect("a record");
        assert_eq!(&header[68..72], b"Motl", "{}", path.display());
    }
}

#[test]
#[cfg(unix)]
fn what_is_no_regular_file_is_refused_without_waiting() {
    let folder = Folder::new("pipes");
    for name in ["pipe", "record.sqlite.lock"] {
        let made = std::process::Command::new("mkfifo").arg(folder.file(name)).status().expect("a pipe");
        assert!(made.success());
    }
    let refused = |path: &Path| Record::open(path).err().map(|error| error.to_string()).unwrap_or_default();
    assert!(refused(&folder.file("pipe")).contains("expected a file, found a pipe"));
    assert!(refused(&folder.file("record.sqlite")).contains("record.sqlite.lock: expected a file, found a pipe"));
    assert!(refused(Path::new("/dev/null")).contains("expected a file, found a device"));
    assert_eq!(folder.names(), ["pipe", "record.sqlite.lock"]);
    assert!(!Path::new("/dev/null.lock").exists());
}

#[test]
fn an_empty_file_becomes_a_record() {
    let folder = Folder::new("empty");
    let path = folder.file("record.sqlite");
    fs::write(&path, "").expect("a file");
    assert_eq!(open(&path).notices, []);
}

#[test]
fn the_record_of_a_newer_program_is_refused_and_untouched() {
    let folder = Folder::new("newer");
    let path = folder.file("record.sqlite");
    drop(open(&path));
    Connection::open(&path).unwrap().pragma_update(None, "user_version", 99).unwrap();
    let Err(error) = Record::open(&path) else { panic!("it was opened") };
    assert!(matches!(error, RecordError::Newer { found: 99, .. }), "{error}");
    assert!(error.to_string().contains("update Motley"), "{error}");
    let form: i64 = Connection::open(&path).unwrap().query_row("PRAGMA user_version", [], |row| row.get(0)).unwrap();
    assert_eq!(form, 99);
}

#[test]
fn a_folder_in_the_place_of_the_record_is_one_line() {
    let folder = Folder::new("folder");
    fs::create_dir_all(folder.file("record.sqlite/inside")).expect("a folder");
    let Err(error) = Record::open(&folder.file("record.sqlite")) else { panic!("it was opened") };
    assert_eq!(error.to_string().lines().count(), 1, "{error}");
}

#[test]
fn a_look_at_the_counts_needs_a_file_and_a_record() {
    let folder = Folder::new("peek");
    let path = folder.file("record.sqlite");
    assert_eq!(Record::peek(&path).expect("nothing to read"), None);
    open(&path).record.note("a position", "e2e4", false).expect("room");
    let counts = Record::peek(&path).expect("reads").expect("a record");
    assert_eq!(counts.answers("a position").wrong, 1);
}
