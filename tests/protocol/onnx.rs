//! Small ONNX graphs, made for tests.

use crate::writer::{initializer, input, model, node, output, whole};

/// `targets` [1, 64] = `planes` [1, 6, 8, 8] × weights: each entry (plane, square, target, weight) adds the plane's
/// value on the square to the score of the target.
pub fn linear_network(entries: &[(usize, usize, usize, f32)]) -> Vec<u8> {
    const INPUTS: usize = 6 * 64;
    const TARGETS: usize = 64;
    let mut matrix = vec![0.0_f32; INPUTS * TARGETS];
    for &(plane, square, target, weight) in entries {
        matrix[(plane * 64 + square) * TARGETS + target] = weight;
    }
    let graph = [
        node("Flatten", &["planes"], "flat"),
        node("MatMul", &["flat", "weights"], "targets"),
        initializer("weights", &[INPUTS, TARGETS], &matrix),
        input("planes", &[1, 6, 8, 8]),
        output("targets", &[1, TARGETS]),
    ];
    model(&graph.concat())
}

/// The sizes of a net of lc0's kind; weights are random.
#[derive(Clone)]
pub struct Lc0 {
    pub planes: usize,
    pub moves: usize,
    /// Added to the logit of a move, by its number.
    pub preferred: Vec<(usize, f32)>,
    /// Its value as probabilities of win, draw and loss, or as one number.
    pub has_draws: bool,
    pub activation: &'static str,
    pub random: u32,
}

impl Lc0 {
    pub const SOUND: Lc0 =
        Lc0 { planes: 112, moves: 1858, preferred: Vec::new(), has_draws: true, activation: "Mish", random: 1 };
    const CHANNELS: usize = 2;

    /// `/input/planes` [batch, planes, 8, 8] → a convolution → `/output/policy` [batch, moves] and `/output/wdl`
    /// [batch, 3] or `/output/value` [batch, 1].
    pub fn graph(&self) -> Vec<u8> {
        let flat = Self::CHANNELS * 64;
        let mut state = self.random;
        let mut random = |count: usize| -> Vec<f32> {
            let mut next = || {
                state = state.wrapping_mul(1_664_525).wrapping_add(1_013_904_223);
                (state >> 8) as f32 / (1 << 24) as f32 - 0.5
            };
            (0..count).map(|_| 0.2 * next()).collect()
        };
        let (kernel, policy) = (random(Self::CHANNELS * self.planes), random(flat * self.moves));
        let mut bias = vec![0.0; self.moves];
        self.preferred.iter().for_each(|&(number, logit)| bias[number] = logit);
        let (result, function, size) =
            if self.has_draws { ("/output/wdl", "Softmax", 3) } else { ("/output/value", "Tanh", 1) };
        let results = random(flat * size);
        let graph = [
            node("Conv", &["/input/planes", "kernel"], "conv"),
            node(self.activation, &["conv"], "tower"),
            node("Flatten", &["tower"], "flat"),
            node("MatMul", &["flat", "policy"], "logits"),
            node("Add", &["logits", "bias"], "/output/policy"),
            node("MatMul", &["flat", "results"], "rows"),
            node(function, &["rows"], result),
            initializer("kernel", &[Self::CHANNELS, self.planes, 1, 1], &kernel),
            initializer("policy", &[flat, self.moves], &policy),
            initializer("bias", &[self.moves], &bias),
            initializer("results", &[flat, size], &results),
            // A size of 0 stands for `batch`.
            input("/input/planes", &[0, self.planes, 8, 8]),
            output("/output/policy", &[0, self.moves]),
            output(result, &[0, size]),
        ];
        model(&graph.concat())
    }
}

/// A net of lc0's kind in some hundred bytes that multiplies 1000 × 1000 matrices so often for each move.
pub fn endless(products: usize) -> Vec<u8> {
    let mut parts = vec![
        input("/input/planes", &[0, 112, 8, 8]),
        whole("one", &[2], &[1, 1]),
        whole("sizes", &[2], &[1000, 1000]),
        whole("moves", &[2], &[1, 1858]),
        whole("results", &[2], &[1, 3]),
        node("ReduceMean", &["/input/planes"], "mean"),
        node("Reshape", &["mean", "one"], "number"),
        node("Expand", &["number", "sizes"], "y0"),
    ];
    for index in 0..products {
        parts.push(node("MatMul", &[&format!("y{index}"), "y0"], &format!("y{}", index + 1)));
    }
    parts.extend([
        node("ReduceMean", &[&format!("y{products}")], "end"),
        node("Reshape", &["end", "one"], "last"),
        node("Expand", &["last", "moves"], "/output/policy"),
        node("Expand", &["last", "results"], "/output/wdl"),
        output("/output/policy", &[0, 1858]),
        output("/output/wdl", &[0, 3]),
    ]);
    model(&parts.concat())
}
