//! A parser on the inputs of its corpus and on damaged ones.

use std::fs;
use std::path::Path;
use std::time::{Duration, Instant};

use rand::rngs::StdRng;
use rand::{RngExt, SeedableRng};

/// A parser takes at most this long for an input of a few hundred bytes, on a loaded machine too.
const LONGEST: Duration = Duration::from_secs(10);

/// Runs a parser on the inputs of its corpus, of which that called `sound` is to be accepted, and on damaged ones, so
/// many of each.
pub fn try_all(name: &str, damaged: usize, run: fn(&[u8]) -> bool) {
    let timed = |bytes: &[u8]| {
        let begun = Instant::now();
        let is_sound = run(bytes);
        let (taken, input) = (begun.elapsed(), String::from_utf8_lossy(bytes));
        assert!(taken < LONGEST, "{name} took {taken:?} for {input:?}");
        is_sound
    };
    let corpus = ["fuzz/corpus", "../fuzz/corpus"].map(|folder| Path::new(env!("CARGO_MANIFEST_DIR")).join(folder));
    let corpus =
        corpus.into_iter().find(|folder| folder.is_dir()).expect("the corpora lie in the repository").join(name);
    let mut rng = StdRng::seed_from_u64(7);
    for entry in fs::read_dir(corpus).expect("the parser has a corpus").flatten() {
        let input = fs::read(entry.path()).expect("a file of the corpus");
        let is_sound = timed(&input);
        assert!(is_sound || entry.file_name() != "sound", "{name}: the sound input is refused");
        for _ in 0..damaged {
            timed(&damage(&input, &mut rng));
        }
    }
}

/// Some bytes changed, cut out, doubled or put in.
fn damage(seed: &[u8], rng: &mut StdRng) -> Vec<u8> {
    const TEXTS: [&str; 12] =
        ["\0", "9", "-1", "4294967295", "18446744073709551616", "[", "{", "\"", "\n", "e4", " ", "é"];
    let mut bytes = seed.to_vec();
    for _ in 0..rng.random_range(1..5) {
        let at = rng.random_range(0..=bytes.len());
        let end = (at + rng.random_range(0..20)).min(bytes.len());
        match rng.random_range(0..5) {
            0 if at < bytes.len() => bytes[at] = rng.random(),
            1 => drop(bytes.drain(at..end)),
            2 => bytes.truncate(at),
            3 => {
                let part = bytes[at..end].to_vec();
                bytes.splice(at..at, part);
            }
            _ => drop(bytes.splice(at..at, TEXTS[rng.random_range(0..TEXTS.len())].bytes())),
        }
    }
    bytes
}
