//! Motley's own runtime and ONNX Runtime side by side: whether they compute the same, and how fast.

use std::time::{Duration, Instant};

use rand::rngs::StdRng;
use rand::{RngExt, SeedableRng};

use crate::nets::library::Loaded;
use crate::nets::{Graph, Port, load_onnx, load_own};

/// How far apart the outputs of the two may lie, relative to numbers above 1: single precision, summed up in another
/// order.
pub const TOLERANCE: f32 = 1e-5;
/// Inputs that each net is run on.
const SAMPLES: usize = 16;
/// The samples are run again until a net has been timed for so long.
const TIMED: Duration = Duration::from_millis(300);
/// An input whose name begins so holds the numbers of words: whole ones below this, which every vocabulary has.
const WORDS: (&str, u8) = ("words", 16);
/// One in so many numbers of another input is 1, the others are 0, as in planes of a board.
const SPARSE: u32 = 8;

/// A net in one runtime.
#[derive(Clone, Debug)]
pub struct Timed {
    /// What the samples give, all outputs in turn.
    outputs: Vec<f32>,
    /// The fastest of all runs.
    pub fastest: Duration,
}

/// A net in both; where one does not run it, why.
#[derive(Clone, Debug)]
pub struct Comparison {
    pub own: Result<Timed, String>,
    pub onnx: Result<Timed, String>,
}

impl Comparison {
    /// Runs a net in both runtimes.
    pub fn of(bytes: &[u8], library: Result<&Loaded, String>) -> Comparison {
        let own = load_own(bytes).map_err(|error| error.to_string()).and_then(time);
        Comparison { own, onnx: library.and_then(|library| load_onnx(bytes, library)).and_then(time) }
    }

    /// The largest difference between two outputs, relative to numbers above 1; NaN where the outputs are not as many. `None` where only one runs.
    pub fn difference(&self) -> Option<f32> {
        let (Ok(own), Ok(onnx)) = (&self.own, &self.onnx) else { return None };
        if own.outputs.len() != onnx.outputs.len() {
            return Some(f32::NAN);
        }
        let distance = |(a, b): (&f32, &f32)| if a == b { 0.0 } else { (a - b).abs() / b.abs().max(1.0) };
        // Not `f32::max`, which ignores NaN.
        let larger = |a: f32, b: f32| if a >= b { a } else { b };
        Some(own.outputs.iter().zip(&onnx.outputs).map(distance).fold(0.0, larger))
    }

    /// Whether both run it and give the same, but for [`TOLERANCE`].
    pub fn agrees(&self) -> bool {
        self.difference().is_some_and(|difference| difference <= TOLERANCE)
    }
}

fn time(mut graph: Box<dyn Graph>) -> Result<Timed, String> {
    if graph.inputs().iter().any(|port| port.sizes.is_none()) {
        return Err("the sizes of its inputs are not all fixed".to_owned());
    }
    let mut rng = StdRng::seed_from_u64(1);
    let samples: Vec<Vec<Vec<f32>>> =
        (0..SAMPLES).map(|_| graph.inputs().iter().map(|port| sample(port, &mut rng)).collect()).collect();
    let names: Vec<String> = graph.outputs().iter().map(|port| port.name.clone()).collect();
    let mut outputs = Vec::new();
    for sample in &samples {
        run(&mut *graph, sample)?;
        names.iter().for_each(|name| outputs.extend_from_slice(graph.output(name).unwrap_or_default()));
    }
    // The fastest run is that which nothing else on the machine held up.
    let (start, mut fastest) = (Instant::now(), Duration::MAX);
    for sample in samples.iter().cycle() {
        if start.elapsed() >= TIMED {
            break;
        }
        let begin = Instant::now();
        run(&mut *graph, sample)?;
        fastest = fastest.min(begin.elapsed());
    }
    Ok(Timed { outputs, fastest })
}

fn run(graph: &mut dyn Graph, inputs: &[Vec<f32>]) -> Result<(), String> {
    graph.run(&inputs.iter().map(Vec::as_slice).collect::<Vec<_>>())
}

fn sample(port: &Port, rng: &mut StdRng) -> Vec<f32> {
    let number = |_| match port.name.starts_with(WORDS.0) {
        true => f32::from(rng.random_range(0..WORDS.1)),
        false => f32::from(u8::from(rng.random_ratio(1, SPARSE))),
    };
    (0..port.numbers()).map(number).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::nets::library;
    use crate::nets::shipped::SHIPPED;

    fn timed(outputs: &[f32]) -> Result<Timed, String> {
        Ok(Timed { outputs: outputs.to_vec(), fastest: Duration::ZERO })
    }

    #[test]
    fn the_largest_difference_counts_and_nan_is_one() {
        let difference = |a: &[f32], b: &[f32]| Comparison { own: timed(a), onnx: timed(b) }.difference().unwrap();
        assert_eq!(difference(&[0.25, 2.0, 5.0], &[0.5, 2.0, 4.0]), 0.25, "a quarter of 4 and a quarter of 1");
        assert_eq!(difference(&[0.25, 2.0, 7.0], &[0.5, 2.0, 4.0]), 0.75);
        assert_eq!(difference(&[f32::NEG_INFINITY], &[f32::NEG_INFINITY]), 0.0);
        assert!(
            difference(&[1.0, f32::NAN], &[1.0, 2.0]).is_nan() && difference(&[f32::NAN, 1.0], &[2.0, 1.0]).is_nan()
        );
        assert!(difference(&[1.0], &[1.0, 1.0]).is_nan());
        assert!(!Comparison { own: timed(&[f32::NAN]), onnx: timed(&[f32::NAN]) }.agrees());
        assert!(!Comparison { own: timed(&[]), onnx: Err(String::new()) }.agrees());
    }

    #[test]
    fn every_shipped_net_gives_the_same_in_both_runtimes() {
        let library = match library::load("") {
            Ok(library) => library,
            Err(error) => return eprintln!("skipped: {error}"),
        };
        for net in SHIPPED {
            let comparison = Comparison::of(net.bytes, Ok(&library));
            assert!(comparison.agrees(), "{}: {:?}", net.path, comparison.difference());
        }
    }
}
