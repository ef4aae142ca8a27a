//! Motley's own runtime and ONNX Runtime side by side: whether they compute the same, and how fast.

use std::time::{Duration, Instant};

use rand::rngs::StdRng;
use rand::{RngExt, SeedableRng};

use motley::bench;
use motley::engine::Game;
use motley::nets::input::NetInput;
use motley::nets::library::Loaded;
use motley::nets::planes::Planes;
use motley::nets::rated::{self, MOVER_FEATURES, MoverContext, RatedInput};
use motley::nets::{Graph, NEVER, Port, load_onnx, load_own};

/// The largest difference between the outputs of the two: single precision, summed up in another order.
pub const TOLERANCE: f32 = 1e-5;
/// The inputs are run again until a net has been timed for so long.
const TIMED: Duration = Duration::from_millis(300);
/// An input whose name begins so holds the numbers of words: whole ones below this, which every vocabulary has.
const WORDS: (&str, u8) = ("words", 16);
/// One in so many numbers of an input of unknown meaning is 1, the others are 0.
const SPARSE: u32 = 8;
/// Outputs of natural logarithms of probabilities. They are compared as probabilities, from which players sample: the
/// logarithm of a move that nobody plays is far from 0, and rounded accordingly.
const LOGARITHMS: [&str; 3] = ["moves", "seven", "targets"];
/// Whose move it is, for nets that ask.
const ELO: u16 = 1500;

/// A net in one runtime.
#[derive(Clone, Debug)]
pub struct Timed {
    /// All outputs for all inputs, one after another; probabilities for their logarithms.
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

    /// The largest difference between two outputs, relative to those beyond 1; NaN where one is no number or the
    /// outputs are not as many. `None` where only one runtime runs the net.
    pub fn difference(&self) -> Option<f32> {
        let (Ok(own), Ok(onnx)) = (&self.own, &self.onnx) else { return None };
        if own.outputs.len() != onnx.outputs.len() {
            return Some(f32::NAN);
        }
        // Large numbers are rounded accordingly: beyond 1 the difference is relative.
        let distance = |(a, b): (&f32, &f32)| if a == b { 0.0 } else { (a - b).abs() / a.abs().max(1.0) };
        // Not `f32::max`, which ignores NaN.
        let larger = |a: f32, b: f32| if a >= b || a.is_nan() { a } else { b };
        Some(own.outputs.iter().zip(&onnx.outputs).map(distance).fold(0.0, larger))
    }

    /// Returns true if both run it and give the same, but for [`TOLERANCE`].
    pub fn agrees(&self) -> bool {
        self.difference().is_some_and(|difference| difference <= TOLERANCE)
    }
}

fn time(mut graph: Box<dyn Graph>) -> Result<Timed, String> {
    if graph.inputs().iter().any(|port| port.sizes.is_none()) {
        return Err("the sizes of its inputs are not all fixed".to_owned());
    }
    let mut rng = StdRng::seed_from_u64(1);
    let mut inputs = |game| graph.inputs().iter().map(|port| input(port, &game, &mut rng)).collect();
    let samples: Vec<Vec<Vec<f32>>> = bench::games().map(&mut inputs).collect();
    let names: Vec<String> = graph.outputs().iter().map(|port| port.name.clone()).collect();
    let mut outputs = Vec::new();
    for sample in &samples {
        run(&mut *graph, sample)?;
        for name in &names {
            let numbers = graph.output(name).unwrap_or_default().iter().copied();
            match LOGARITHMS.contains(&name.as_str()) {
                true => outputs.extend(numbers.map(f32::exp)),
                false => outputs.extend(numbers),
            }
        }
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
    graph.run(&inputs.iter().map(Vec::as_slice).collect::<Vec<_>>(), NEVER).map_err(|error| error.to_string())
}

/// The input of a net for a position, by its sizes: planes of the board, who moves, or else numbers that have nothing
/// to do with it.
fn input(port: &Port, game: &Game, rng: &mut StdRng) -> Vec<f32> {
    let (position, sizes) = (game.position(), port.sizes.as_deref().unwrap_or_default());
    if let Some(planes) = Planes::ALL.iter().find(|planes| planes.sizes() == sizes) {
        return planes.encode(&NetInput::of(position, game.moves()));
    }
    if sizes == [1, rated::PLANES, 8, 8] {
        return RatedInput::of(position, game.moves(), game.keys(), MoverContext::rapid(ELO)).planes();
    }
    if sizes == [1, MOVER_FEATURES] {
        return MoverContext::rapid(ELO).numbers().to_vec();
    }
    let number = |_| match port.name.starts_with(WORDS.0) {
        true => f32::from(rng.random_range(0..WORDS.1)),
        false => f32::from(u8::from(rng.random_ratio(1, SPARSE))),
    };
    (0..port.numbers()).map(number).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use motley::nets::library;
    use motley::nets::shipped::SHIPPED;

    fn timed(outputs: &[f32]) -> Result<Timed, String> {
        Ok(Timed { outputs: outputs.to_vec(), fastest: Duration::ZERO })
    }

    #[test]
    fn the_largest_difference_counts_and_nan_is_one() {
        let difference = |a: &[f32], b: &[f32]| Comparison { own: timed(a), onnx: timed(b) }.difference().unwrap();
        assert_eq!(difference(&[1.0, 2.0, 5.0], &[1.5, 2.0, 4.0]), 0.5);
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
