//! The language of conditions, and what is worked out from a condition.

use motley::constraint::{Condition, completions, read_condition};

/// A condition is read again from what it is written as; possible or not, its goals are within their bound.
pub fn run(bytes: &[u8]) -> bool {
    let text = String::from_utf8_lossy(bytes);
    let (begin, _) = completions(&text);
    assert!(text.is_char_boundary(begin), "{text:?}");
    match read_condition(&text) {
        Err((_, place)) => {
            assert!(text.get(place.clone()).is_some(), "{place:?} of {text:?}");
            false
        }
        Ok(condition) => {
            let written = condition.to_string();
            let again: Condition = written.parse().expect("what it is written as");
            assert_eq!(again.to_string(), written, "{text:?}");
            let _ = condition.possible_goals(2);
            let _ = condition.goals();
            true
        }
    }
}
