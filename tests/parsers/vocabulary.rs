//! The vocabulary beside a net of Pattern's.

use motley::nets::pattern::Vocabulary;
use shakmaty::{Chess, Position as _};

pub fn run(bytes: &[u8]) -> bool {
    let Ok(vocabulary) = Vocabulary::parse("vocabulary", &String::from_utf8_lossy(bytes)) else { return false };
    let position = Chess::default();
    for mv in position.legal_moves() {
        assert_eq!(vocabulary.numbers(&position, mv).count(), vocabulary.form().words_a_move());
    }
    assert!(!vocabulary.fingerprint().is_empty());
    true
}
