//! The door for the studio's page.

use std::cell::RefCell;
use std::path::PathBuf;

use motley::engine::watch_input;
use motley::studio::InPlace;

use crate::input;

/// The learner's record, in the folder that the worker keeps.
const RECORD: &str = "/data/record.sqlite";

thread_local! {
    static PAGE: RefCell<Option<InPlace>> = const { RefCell::new(None) };
}

/// Answers the messages that wait on standard input. Returns 0.
#[unsafe(no_mangle)]
pub extern "C" fn studio() -> i32 {
    PAGE.with_borrow_mut(|page| {
        let page = page.get_or_insert_with(start);
        while let Some(message) = input::next() {
            page.answer(&String::from_utf8_lossy(&message));
        }
    });
    0
}

fn start() -> InPlace {
    let page = InPlace::new(PathBuf::from(RECORD), |text| println!("{text}"));
    let ends = page.watch();
    watch_input(move |stop| {
        while let Some(message) = input::arrived() {
            if ends(&String::from_utf8_lossy(&message)) {
                stop.stop();
            }
            input::keep(message);
        }
    });
    page
}
