//! A tiny ONNX graph, made for a test.

/// `targets` [1, 64] = `planes` [1, 6, 8, 8] × weights: each entry (plane, square, target, weight) adds the plane's
/// value on the square to the score of the target.
pub fn linear_network(weights: &[(usize, usize, usize, f32)]) -> Vec<u8> {
    const INPUTS: usize = 6 * 64;
    const TARGETS: usize = 64;
    let mut matrix = vec![0.0_f32; INPUTS * TARGETS];
    for &(plane, square, target, weight) in weights {
        matrix[(plane * 64 + square) * TARGETS + target] = weight;
    }
    let raw: Vec<u8> = matrix.iter().flat_map(|weight| weight.to_le_bytes()).collect();
    // TensorProto: dims, data_type (1 is float), name, raw_data.
    let initializer =
        [number(1, INPUTS), number(1, TARGETS), number(2, 1), text(8, "weights"), message(9, &raw)].concat();
    let graph = [
        message(1, &node("Flatten", &["planes"], "flat")),
        message(1, &node("MatMul", &["flat", "weights"], "targets")),
        text(2, "linear"),
        message(5, &initializer),
        message(11, &value("planes", &[1, 6, 8, 8])),
        message(12, &value("targets", &[1, TARGETS])),
    ]
    .concat();
    // ModelProto: ir_version, graph, opset_import (domain and version).
    [number(1, 8), message(7, &graph), message(8, &[text(1, ""), number(2, 13)].concat())].concat()
}

/// NodeProto: inputs, outputs, name, op_type.
fn node(operator: &str, inputs: &[&str], output: &str) -> Vec<u8> {
    let inputs: Vec<u8> = inputs.iter().flat_map(|input| text(1, input)).collect();
    [inputs, text(2, output), text(3, output), text(4, operator)].concat()
}

/// ValueInfoProto: a tensor of floats with these sizes.
fn value(name: &str, sizes: &[usize]) -> Vec<u8> {
    let shape: Vec<u8> = sizes.iter().flat_map(|&size| message(1, &number(1, size))).collect();
    let tensor = [number(1, 1), message(2, &shape)].concat();
    [text(1, name), message(2, &message(1, &tensor))].concat()
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
