//! The learner's record: a database, and the file of counts that came before it.
#![allow(dead_code, reason = "the fuzz target uses a part of it")]

use std::path::Path;

use motley::record::{Grade, Record, RecordError};

use crate::scratch::with_folder;

const POSITION: &str = "8/8/8/8/8/8/8/8 b - -";

/// Whatever the bytes are, they are a record or one error says why not; what is noted then is there. All is in memory.
pub fn run(bytes: &[u8]) -> bool {
    let path = Path::new("the input");
    let records = [Record::of_bytes(bytes.to_vec(), path), Record::of_older(bytes, path)];
    // Every one is used, also behind a sound one.
    records.into_iter().filter_map(|record| use_it(record).then_some(())).count() > 0
}

/// The same with files, which may be set aside.
pub fn run_in_folder(bytes: &[u8]) -> bool {
    let mut is_sound = false;
    for name in ["record.sqlite", "drill.json"] {
        with_folder("record", |folder| {
            let path = folder.join(name);
            std::fs::write(&path, bytes).expect("a file in a folder of our own");
            let read = Record::read(&path).and_then(|record| record.counts());
            assert_eq!(std::fs::read(&path).expect("it is still there"), bytes, "reading changes nothing");
            is_sound |= read.is_ok();
            is_sound |= use_it(Record::open(&path).map(|opened| opened.record));
        });
    }
    is_sound
}

/// Returns true if it works as a record does.
fn use_it(record: Result<Record, RecordError>) -> bool {
    let mut record = match record {
        Ok(record) => record,
        Err(error) => {
            assert_eq!(error.to_string().lines().count(), 1, "{error}");
            return false;
        }
    };
    // Rows may have values that do not belong there.
    let _ = (record.puzzles(), record.due_puzzles(), record.next_due_puzzle(&[]));
    let _ = record.note_puzzle(1, "e2e4", Grade::Right);
    if record.counts().is_err() || record.note(POSITION, "e2e4", true).is_err() {
        return false;
    }
    let counts = record.counts().expect("a record that could be read and written");
    assert!(counts.answers(POSITION).right > 0);
    true
}
