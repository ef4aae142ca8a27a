//! Small ONNX graphs, made for tests.

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
        message(1, &node("Flatten", &["planes"], "flat")),
        message(1, &node("MatMul", &["flat", "weights"], "targets")),
        initializer("weights", &[INPUTS, TARGETS], &matrix),
        message(11, &value("planes", &[1, 6, 8, 8])),
        message(12, &value("targets", &[1, TARGETS])),
    ];
    model(&graph.concat())
}

/// What a net of lc0's kind is made of; weights are random.
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
        let (output, function, size) =
            if self.has_draws { ("/output/wdl", "Softmax", 3) } else { ("/output/value", "Tanh", 1) };
        let results = random(flat * size);
        let graph = [
            message(1, &node("Conv", &["/input/planes", "kernel"], "conv")),
            message(1, &node(self.activation, &["conv"], "tower")),
            message(1, &node("Flatten", &["tower"], "flat")),
            message(1, &node("MatMul", &["flat", "policy"], "logits")),
            message(1, &node("Add", &["logits", "bias"], "/output/policy")),
            message(1, &node("MatMul", &["flat", "results"], "result")),
            message(1, &node(function, &["result"], output)),
            initializer("kernel", &[Self::CHANNELS, self.planes, 1, 1], &kernel),
            initializer("policy", &[flat, self.moves], &policy),
            initializer("bias", &[self.moves], &bias),
            initializer("results", &[flat, size], &results),
            // A size of 0 stands for `batch`.
            message(11, &value("/input/planes", &[0, self.planes, 8, 8])),
            message(12, &value("/output/policy", &[0, self.moves])),
            message(12, &value(output, &[0, size])),
        ];
        model(&graph.concat())
    }
}

/// ModelProto: ir_version, graph, opset_import (domain and version).
fn model(graph: &[u8]) -> Vec<u8> {
    let named = [text(2, "graph"), graph.to_vec()].concat();
    [number(1, 8), message(7, &named), message(8, &[text(1, ""), number(2, 18)].concat())].concat()
}

/// TensorProto of the graph: dims, data_type (1 is float), name, raw_data.
fn initializer(name: &str, sizes: &[usize], values: &[f32]) -> Vec<u8> {
    let sizes: Vec<u8> = sizes.iter().flat_map(|&size| number(1, size)).collect();
    let raw: Vec<u8> = values.iter().flat_map(|value| value.to_le_bytes()).collect();
    message(5, &[sizes, number(2, 1), text(8, name), message(9, &raw)].concat())
}

/// NodeProto: inputs, outputs, name, op_type.
fn node(operator: &str, inputs: &[&str], output: &str) -> Vec<u8> {
    let inputs: Vec<u8> = inputs.iter().flat_map(|input| text(1, input)).collect();
    [inputs, text(2, output), text(3, output), text(4, operator)].concat()
}

/// ValueInfoProto: a tensor of floats with these sizes; 0 stands for a size that is called `batch`.
fn value(name: &str, sizes: &[usize]) -> Vec<u8> {
    let shape: Vec<u8> = sizes.iter().flat_map(|&size| message(1, &dimension(size))).collect();
    let tensor = [number(1, 1), message(2, &shape)].concat();
    [text(1, name), message(2, &message(1, &tensor))].concat()
}

fn dimension(size: usize) -> Vec<u8> {
    if size == 0 { text(2, "batch") } else { number(1, size) }
}

fn number(field: u8, value: usize) -> Vec<u8> {
    [vec![field << 3], varint(value)].concat()
}

fn text(field: u8, text: &str) -> Vec<u8> {
    message(field, text.as_bytes())
}

fn message(field: u8, content: &[u8]) -> Vec<u8> {
    [vec![field << 3 | 2], varint(content.len()), content.to_vec()].concat()
}

fn varint(mut value: usize) -> Vec<u8> {
    let mut bytes = Vec::new();
    while value > 0x7f {
        bytes.push(value as u8 | 0x80);
        value >>= 7;
    }
    bytes.push(value as u8);
    bytes
}
