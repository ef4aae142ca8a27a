//! The words of the fuzz dictionary `fuzz/session.dict`, the names and values of all options among them.

use std::env;
use std::fs;

use motley::engine::options::OptionKind;
use motley::uci;

const DICTIONARY: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/fuzz/session.dict");
const OPTIONS: &str = "# Names of options and values of combos, kept up to date by tests/sessions\n";

/// Every name of an option, and every value of a combo, once.
pub fn option_words() -> Vec<&'static str> {
    let mut words = Vec::new();
    for spec in uci::specs() {
        let choices = if let OptionKind::Combo { choices, .. } = spec.kind { choices } else { &[] };
        for word in [spec.name].iter().chain(choices) {
            if !words.contains(word) {
                words.push(word);
            }
        }
    }
    words
}

/// `UPDATE_DOCS=1 cargo test --release` writes the options of the dictionary anew, as it does those of the pages.
#[test]
fn the_fuzz_dictionary_has_every_option_and_no_other() {
    let written = fs::read_to_string(DICTIONARY).expect("the dictionary is there");
    let (fixed, _) = written.split_once(OPTIONS).expect("the dictionary marks where the options begin");
    let entries: String = option_words().iter().map(|word| format!("\"{}\"\n", word.replace(' ', "\\x20"))).collect();
    let expected = format!("{fixed}{OPTIONS}{entries}");
    if env::var_os("UPDATE_DOCS").is_some() && written != expected {
        fs::write(DICTIONARY, &expected).expect("the dictionary can be written");
        return;
    }
    assert!(
        written == expected,
        "fuzz/session.dict is out of date: run `UPDATE_DOCS=1 cargo test --release --test sessions`"
    );
}
