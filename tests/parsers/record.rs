//! The learner's record: a database, and the file of counts that came before it.

use motley::record::Record;

use crate::scratch::with_folder;

/// Whatever lies there, a record begins or one error says why not; what is noted then is there.
pub fn run(bytes: &[u8]) -> bool {
    let mut is_sound = false;
    for name in ["record.sqlite", "drill.json"] {
        with_folder("record", |folder| {
            let path = folder.join(name);
            std::fs::write(&path, bytes).expect("a file in a folder of our own");
            let Ok(opened) = Record::open(&path) else { return };
            let mut record = opened.record;
            if record.note("8/8/8/8/8/8/8/8 b - -", "e2e4", true).is_ok() {
                let counts = record.counts().expect("a record that could be written");
                is_sound = true;
                assert!(counts.answers("8/8/8/8/8/8/8/8 b - -").right > 0);
            }
        });
    }
    is_sound
}
