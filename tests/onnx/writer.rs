//! Writes ONNX files, sound ones and others: protobuf by hand. The tests of the protocol, those of the nets and the
//! fuzz target share it.
#![allow(dead_code, reason = "each of them uses a part of it")]

/// The graph's inputs, nodes, constants and outputs, as a file. Its operators are those of version 18.
pub fn model(graph: &[u8]) -> Vec<u8> {
    let named = [text(2, "graph"), graph.to_vec()].concat();
    [number(1, 8), message(7, &named), message(8, &[text(1, ""), number(2, 18)].concat())].concat()
}

/// An input of floats; a size of 0 stands for one that is called `batch`.
pub fn input(name: &str, sizes: &[usize]) -> Vec<u8> {
    message(11, &value(name, sizes))
}

/// The same for an output.
pub fn output(name: &str, sizes: &[usize]) -> Vec<u8> {
    message(12, &value(name, sizes))
}

/// A constant of floats. Nothing says that there are as many as the sizes promise.
pub fn initializer(name: &str, sizes: &[usize], values: &[f32]) -> Vec<u8> {
    let raw: Vec<u8> = values.iter().flat_map(|value| value.to_le_bytes()).collect();
    tensor(name, 1, sizes, &raw)
}

/// A constant of whole numbers, as sizes and axes are.
pub fn whole(name: &str, sizes: &[usize], values: &[i64]) -> Vec<u8> {
    let raw: Vec<u8> = values.iter().flat_map(|value| value.to_le_bytes()).collect();
    tensor(name, 7, sizes, &raw)
}

/// TensorProto of the graph: dims, data_type, name, raw_data.
fn tensor(name: &str, kind: usize, sizes: &[usize], raw: &[u8]) -> Vec<u8> {
    let sizes: Vec<u8> = sizes.iter().flat_map(|&size| number(1, size)).collect();
    message(5, &[sizes, number(2, kind), text(8, name), message(9, raw)].concat())
}

pub enum Attribute<'a> {
    Int(i64),
    Ints(&'a [i64]),
}

/// An operation with one output.
pub fn node(operator: &str, inputs: &[&str], output: &str) -> Vec<u8> {
    node_with(operator, inputs, &[output], &[])
}

/// NodeProto: inputs, outputs, name, op_type, attributes.
pub fn node_with(operator: &str, inputs: &[&str], outputs: &[&str], attributes: &[(&str, Attribute)]) -> Vec<u8> {
    let inputs: Vec<u8> = inputs.iter().flat_map(|input| text(1, input)).collect();
    let name = text(3, outputs.first().unwrap_or(&""));
    let outputs: Vec<u8> = outputs.iter().flat_map(|output| text(2, output)).collect();
    let attributes: Vec<u8> =
        attributes.iter().flat_map(|(name, attribute)| message(5, &written(name, attribute))).collect();
    message(1, &[inputs, outputs, name, text(4, operator), attributes].concat())
}

/// AttributeProto: name, i or ints, type.
fn written(name: &str, attribute: &Attribute) -> Vec<u8> {
    let value = match attribute {
        Attribute::Int(int) => [number(3, *int as usize), number(20, 2)].concat(),
        Attribute::Ints(ints) => {
            [ints.iter().flat_map(|&int| number(8, int as usize)).collect(), number(20, 7)].concat()
        }
    };
    [text(1, name), value].concat()
}

/// ValueInfoProto: a tensor of floats with these sizes.
fn value(name: &str, sizes: &[usize]) -> Vec<u8> {
    let shape: Vec<u8> = sizes.iter().flat_map(|&size| message(1, &dimension(size))).collect();
    let tensor = [number(1, 1), message(2, &shape)].concat();
    [text(1, name), message(2, &message(1, &tensor))].concat()
}

fn dimension(size: usize) -> Vec<u8> {
    if size == 0 { text(2, "batch") } else { number(1, size) }
}

pub fn number(field: usize, value: usize) -> Vec<u8> {
    [varint(field << 3), varint(value)].concat()
}

pub fn text(field: usize, text: &str) -> Vec<u8> {
    message(field, text.as_bytes())
}

pub fn message(field: usize, content: &[u8]) -> Vec<u8> {
    [varint(field << 3 | 2), varint(content.len()), content.to_vec()].concat()
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
