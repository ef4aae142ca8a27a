//! Nets that ask for too much: a file of a hundred bytes must not take all memory, nor an hour.

#[path = "../onnx/checked.rs"]
mod checked;
#[path = "../onnx/generator.rs"]
mod generator;
#[path = "../onnx/writer.rs"]
mod writer;

use std::time::{Duration, Instant};

use motley::nets::{LoadError, RunError, load_own};
use proptest::prelude::*;
use writer::{Attribute, initializer, input, model, node, node_with, output, whole};

/// Why a graph of these parts is refused.
fn refusal(parts: &[Vec<u8>]) -> LoadError {
    let begun = Instant::now();
    let error = load_own(&model(&parts.concat())).map(|_| ()).expect_err("it asks for too much");
    assert!(begun.elapsed() < Duration::from_secs(5), "{error} after {:?}", begun.elapsed());
    error
}

/// An axis of size 0 beside a huge one: no number is there, and room for 2⁴⁰ of them was made.
#[test]
fn a_size_of_0_does_not_hide_a_huge_one() {
    for (operator, sizes) in
        [("MatMul", [1 << 40, 0]), ("MatMul", [0, 1 << 40]), ("Gemm", [0, 1 << 40]), ("Add", [1 << 40, 0])]
    {
        let parts = [
            input("x", &[1, 4]),
            initializer("w", &sizes, &[]),
            node(operator, &["x", "w"], "y"),
            output("y", &[1, 4]),
        ];
        let error = refusal(&parts).to_string();
        assert!(error.contains("too large"), "{operator}: {error}");
    }
}

#[test]
fn sizes_that_multiply_beyond_all_numbers_are_refused() {
    let overflowing = [1 << 32, 1 << 32, 3];
    let error = refusal(&[initializer("w", &overflowing, &[0.0; 3]), node("Relu", &["w"], "y"), output("y", &[1])]);
    assert!(error.to_string().contains("too large"), "{error}");
    let axes = [1; 40];
    assert!(
        refusal(&[input("x", &axes), node("Relu", &["x"], "y"), output("y", &[1])]).to_string().contains("too many")
    );
}

/// A graph that is only too large for the own runtime is not handed to another one, which would try.
#[test]
fn sizes_without_measure_are_no_lack_of_this_runtime() {
    let huge = [("kernel_shape", Attribute::Ints(&[4096, 4096]))];
    let graphs: [Vec<Vec<u8>>; 3] = [
        vec![
            whole("sizes", &[2], &[1 << 15, 1 << 15]),
            initializer("one", &[1, 1], &[1.0]),
            node("Expand", &["one", "sizes"], "y"),
        ],
        vec![node_with("MaxPool", &["x"], &["y"], &huge)],
        vec![node("Relu", &["z"], "y"), input("z", &[1 << 20, 1 << 20])],
    ];
    for graph in graphs {
        let error = refusal(&[graph.concat(), input("x", &[1, 1, 64, 64]), output("y", &[1])]);
        assert!(matches!(error, LoadError::TooLarge(_)), "{error:?}");
    }
}

/// Found by the fuzz target: a size was multiplied with a stride before anything had looked at it.
#[test]
fn a_tensor_expanded_beyond_all_numbers_is_refused() {
    let error = refusal(&[
        input("x", &[1, 4]),
        whole("sizes", &[4], &[1 << 40, 1 << 31, 1, 4]),
        node("Expand", &["x", "sizes"], "y"),
        output("y", &[1]),
    ]);
    assert!(error.to_string().contains("too large"), "{error}");
}

/// The list of places under each window took 9 GB.
#[test]
fn windows_over_a_large_image_are_counted_before_they_are_listed() {
    let kernel = [("kernel_shape", Attribute::Ints(&[256, 256])), ("pads", Attribute::Ints(&[255, 255, 255, 255]))];
    for operator in ["MaxPool", "AveragePool"] {
        let error = refusal(&[
            input("x", &[1, 1, 256, 256]),
            node_with(operator, &["x"], &["y"], &kernel),
            output("y", &[1, 1, 1, 1]),
        ]);
        assert!(matches!(error, LoadError::TooLarge(_)), "{error}");
    }
}

/// Many nodes that each keep the same weights in another order.
#[test]
fn what_operations_keep_beside_the_weights_is_counted() {
    let square = 1 << 10;
    let mut parts = vec![input("y0", &[1, square]), initializer("w", &[square, square], &vec![0.0; square * square])];
    for index in 0..200 {
        parts.push(node("MatMul", &[&format!("y{index}"), "w"], &format!("y{}", index + 1)));
    }
    parts.push(output("y200", &[1, square]));
    assert!(matches!(refusal(&parts), LoadError::TooLarge(_)));
}

/// 2⁴² multiplications of constants, from a file of some hundred bytes.
#[test]
fn constants_are_worked_out_within_a_bound() {
    let large = whole("large", &[2], &[1 << 12, 1 << 12]);
    let parts = [
        input("x", &[1, 1]),
        initializer("one", &[1, 1], &[1.0]),
        large,
        node("Expand", &["one", "large"], "a"),
        node("MatMul", &["a", "a"], "b"),
        node("ReduceMax", &["b"], "c"),
        node("Add", &["x", "c"], "y"),
        output("y", &[1, 1]),
    ];
    let error = refusal(&parts);
    assert!(error.to_string().contains("MatMul") && matches!(error, LoadError::TooLarge(_)), "{error}");
}

/// Products of 1000 × 1000, one after the other, with the input in them.
fn long_chain(products: usize) -> Vec<u8> {
    let mut parts =
        vec![input("x", &[1, 1]), whole("sizes", &[2], &[1000, 1000]), node("Expand", &["x", "sizes"], "y0")];
    for index in 0..products {
        let before = format!("y{index}");
        parts.push(node("MatMul", &[&before, "y0"], &format!("y{}", index + 1)));
    }
    parts.push(output(&format!("y{products}"), &[1000, 1000]));
    model(&parts.concat())
}

#[test]
fn a_run_of_too_many_multiplications_is_refused_and_a_long_one_is_stopped() {
    let error = load_own(&long_chain(18)).map(|_| ()).expect_err("more than 2^34 steps");
    assert!(matches!(error, LoadError::TooLarge(_)), "{error}");
    let mut graph = load_own(&long_chain(12)).expect("within the bound");
    let begun = Instant::now();
    assert_eq!(graph.run(&[&[1e-3]], &|| begun.elapsed() > Duration::from_millis(50)), Err(RunError::Stopped));
    assert!(begun.elapsed() < Duration::from_secs(5), "stopped after {:?}", begun.elapsed());
}

#[test]
fn a_net_of_the_usual_size_answers_even_where_it_is_stopped_at_once() {
    let mut graph = load_own(include_bytes!("../../nets/mockfish/rated.onnx")).expect("a net that ships");
    let inputs: Vec<Vec<f32>> = graph.inputs().iter().map(|port| vec![0.0; port.numbers()]).collect();
    assert_eq!(graph.run(&inputs.iter().map(Vec::as_slice).collect::<Vec<_>>(), &|| true), Ok(()));
}

/// A file of messages without content: some hundred bytes of memory for each two of the file.
#[test]
fn parts_of_a_file_are_counted() {
    let nodes = [0x0a, 0].repeat(1 << 21);
    let error = load_own(&writer::message(7, &nodes)).map(|_| ()).expect_err("two million nodes");
    assert!(matches!(error, LoadError::TooLarge(_)), "{error}");
    let parts: Vec<u8> = (0..20_000).flat_map(|_| node("Relu", &["x"], "x")).collect();
    let error = refusal(&[input("x", &[1, 1]), parts, output("x", &[1, 1])]);
    assert!(matches!(error, LoadError::TooLarge(_)), "{error}");
}

#[test]
fn graphs_of_all_kinds_are_refused_or_run() {
    let mut state = 1_u32;
    let mut byte = || {
        state = state.wrapping_mul(1_664_525).wrapping_add(1_013_904_223);
        (state >> 24) as u8
    };
    let mut graph = || generator::graph(&(0..120).map(|_| byte()).collect::<Vec<_>>());
    let sound = (0..2000).filter(|_| checked::run(&graph())).count();
    assert!(sound > 30, "only {sound} of 2000 could be loaded: the generator has no use");
}

proptest! {
    /// Every byte of a small net changed, cut and doubled.
    #[test]
    fn damaged_files_end_in_an_error_or_a_net(
        at in any::<prop::sample::Index>(),
        byte in any::<u8>(),
        length in any::<prop::sample::Index>(),
    ) {
        let mut bytes = include_bytes!("../../nets/cooperative/first.onnx").to_vec();
        // The sizes and names are at the beginning and the end; what is between are weights.
        let ends: Vec<usize> = (0..2000).chain(bytes.len() - 2000..bytes.len()).collect();
        bytes[*at.get(&ends)] = byte;
        checked::run(&bytes);
        bytes.truncate(length.index(bytes.len()));
        checked::run(&bytes);
    }
}
