//! Loads a net and runs it: whatever the file is, loading ends soon, and a run soon after it was stopped. The fuzz
//! target includes this file too.

use std::time::{Duration, Instant};

use motley::nets::{NEVER, RunError, load_own};

/// A run is stopped after this time.
const PATIENCE: Duration = Duration::from_millis(300);
/// Loading takes at most this long, and so does a run from the stop on.
const LONGEST: Duration = Duration::from_secs(10);

/// Returns whether the net could be loaded.
///
/// # Panics
/// Panics if a promise is broken, or the runtime panics. Memory has to be watched from outside.
pub fn run(bytes: &[u8]) -> bool {
    let begun = Instant::now();
    let loaded = load_own(bytes);
    assert!(begun.elapsed() < LONGEST, "loading took {:?}", begun.elapsed());
    let mut graph = match loaded {
        Ok(graph) => graph,
        Err(error) => {
            assert!(!error.to_string().contains("broke down"), "{error}");
            return false;
        }
    };
    let inputs: Vec<Vec<f32>> = graph.inputs().iter().map(|port| vec![0.5; port.numbers()]).collect();
    let inputs: Vec<&[f32]> = inputs.iter().map(Vec::as_slice).collect();
    let begun = Instant::now();
    let done = graph.run(&inputs, &|| begun.elapsed() > PATIENCE);
    assert!(begun.elapsed() < PATIENCE + LONGEST, "a run took {:?}", begun.elapsed());
    // A run that was stopped leaves nothing that stands in the way of the next.
    if done == Err(RunError::Stopped) {
        assert_eq!(graph.run(&inputs, &|| true), Err(RunError::Stopped));
    } else {
        assert_eq!(graph.run(&inputs, NEVER), done);
    }
    true
}
