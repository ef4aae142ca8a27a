//! A stopwatch and the positions of `motley bench`, which the benches share.

#![allow(dead_code, reason = "each bench uses a part")]

use std::hint::black_box;
use std::time::{Duration, Instant};

use motley::engine::Game;
use shakmaty::CastlingMode;

/// The time for which one routine is measured; as long again it only warms up.
const TIME: Duration = Duration::from_millis(1500);
/// The number of samples that the time is cut into.
const SAMPLES: u32 = 20;

/// Openings, middlegames and endgames; the start position first.
pub fn positions() -> Vec<Game> {
    let lines = include_str!("../../src/bench/bench.epd").lines();
    lines.map(|fen| Game::from_fen(fen, CastlingMode::Standard).expect("the bench positions are legal")).collect()
}

/// Times routines; `cargo bench WORD` only those with the word in their name.
#[derive(Default)]
pub struct Stopwatch {
    group: String,
    elements: Option<u64>,
}

impl Stopwatch {
    /// Names what comes before every routine's own name.
    pub fn group(&mut self, name: &str) {
        *self = Stopwatch { group: format!("{name}: "), elements: None };
    }

    /// Says through how many elements a call works from now on.
    pub fn elements(&mut self, elements: usize) {
        self.elements = Some(elements as u64);
    }

    /// Times a routine and prints the median and the least time of one call, and how many elements that is a second.
    pub fn time<T>(&self, name: &str, mut routine: impl FnMut() -> T) {
        let name = format!("{}{name}", self.group);
        if std::env::args().skip(1).any(|word| !word.starts_with('-') && !name.contains(&word)) {
            return;
        }
        let begin = Instant::now();
        let mut calls = 0;
        while calls == 0 || begin.elapsed() < TIME {
            black_box(routine());
            calls += 1;
        }
        // So many calls last as long as a sample.
        let calls = (calls / SAMPLES).max(1);
        let mut samples: Vec<f64> = (0..SAMPLES)
            .map(|_| {
                let begin = Instant::now();
                for _ in 0..calls {
                    black_box(routine());
                }
                begin.elapsed().as_secs_f64() / f64::from(calls)
            })
            .collect();
        samples.sort_by(f64::total_cmp);
        let (least, median) = (samples[0], samples[samples.len() / 2]);
        let speed = self.elements.map_or(String::new(), |count| format!(", {:.0} a second", count as f64 / median));
        println!("{name}: {} (least {}){speed}", human(median), human(least));
    }
}

fn human(seconds: f64) -> String {
    match seconds {
        1.0.. => format!("{seconds:.3} s"),
        1e-3.. => format!("{:.3} ms", seconds * 1e3),
        1e-6.. => format!("{:.3} µs", seconds * 1e6),
        _ => format!("{:.1} ns", seconds * 1e9),
    }
}
