#!/usr/bin/env python3
"""Makes the cases by which Motley's own runtime for nets is tested: one or more small graphs for each operator.

    scripts/operator_cases.py           writes src/nets/runtime/operator_cases.json
    scripts/operator_cases.py --check   compares what ONNX Runtime computes now with that file

The cases follow the meaning of the operators as the node tests of ONNX's backend have it (axes that count from the end,
broadcasting, attributes that became inputs, asymmetric padding, …); graphs and numbers are our own. ONNX Runtime
computes the expected outputs. A case that is "refused" is sound ONNX that Motley's runtime does not cover: it must say
so instead of computing something else. Needs the Python packages numpy, onnx and onnxruntime.
"""

import argparse
import json
import pathlib
import sys
from collections.abc import Iterator, Sequence
from typing import Any

import numpy as np
import onnx
import onnxruntime
from numpy.typing import ArrayLike
from onnx import TensorProto, helper, numpy_helper

FILE = pathlib.Path(__file__).resolve().parent.parent / "src/nets/runtime/operator_cases.json"
OPSET = 18
TOLERANCE = 2e-6

CASES = []


def const(values: ArrayLike, kind: type[np.generic] = np.float32) -> np.ndarray:
    """A constant input of a node."""
    return np.array(values, dtype=kind)


def ints(*values: int) -> np.ndarray:
    """A constant input of whole numbers: axes, sizes, indices."""
    return np.array(values, dtype=np.int64)


def rand(*sizes: int, seed: int = 0) -> np.ndarray:
    """Numbers between -2 and 2 with two decimals."""
    rng = np.random.default_rng(seed + sum(sizes))
    return (rng.integers(-200, 201, sizes) / 100).astype(np.float32)


def case(
    name: str,
    operator: str,
    inputs: Sequence[np.ndarray | tuple[str, np.ndarray] | None],
    attributes: dict[str, Any] | None = None,
    *,
    opset: int = OPSET,
    outputs: int = 1,
    refused: bool = False,
    wrap: int | None = None,
) -> None:
    """A graph of one node. `inputs` are constants, or ("in", array) for what is given when the graph runs, or None for
    an input that is left out. `wrap` is the kind of number that the inputs are cast to before the node and from which
    the outputs are cast back: graphs of Motley have inputs and outputs of floats only."""
    nodes, initializers, ports, given, names = [], [], [], [], []
    for index, value in enumerate(inputs):
        if value is None:
            names.append("")
            continue
        label = f"x{index}"
        if isinstance(value, tuple):
            array = value[1]
            ports.append(helper.make_tensor_value_info(label, TensorProto.FLOAT, array.shape))
            given.append(array)
            if wrap is not None:
                nodes.append(helper.make_node("Cast", [label], [f"{label}_cast"], to=wrap))
                label += "_cast"
        else:
            initializers.append(numpy_helper.from_array(value, label))
        names.append(label)
    results = [f"y{index}" for index in range(outputs)]
    direct = [f"{result}_cast" for result in results] if wrap is not None or operator == "Shape" else results
    nodes.append(helper.make_node(operator, names, direct, **(attributes or {})))
    if direct is not results:
        pairs = zip(direct, results, strict=True)
        nodes += [helper.make_node("Cast", [a], [b], to=TensorProto.FLOAT) for a, b in pairs]
    ended = [helper.make_tensor_value_info(result, TensorProto.FLOAT, None) for result in results]
    graph = helper.make_graph(nodes, "case", ports, ended, initializers)
    model = helper.make_model(graph, opset_imports=[helper.make_opsetid("", opset)], ir_version=8)
    add(f"{operator}: {name}", model, given, refused)


def add(name: str, model: onnx.ModelProto, given: list[np.ndarray], refused: bool = False) -> None:
    """Runs a model with ONNX Runtime and keeps it as a case."""
    content = model.SerializeToString()
    options = onnxruntime.SessionOptions()
    options.log_severity_level = 3
    session = onnxruntime.InferenceSession(content, options, providers=["CPUExecutionProvider"])
    ports = session.get_inputs()
    found = session.run(None, {port.name: array for port, array in zip(ports, given, strict=True)})
    assert all(np.isfinite(array).all() for array in found), name
    if any(known["name"] == name for known in CASES):
        sys.exit(f"two cases are called {name}")
    entry = {"name": name, "model": content.hex(), "inputs": [numbers(array) for array in given]}
    CASES.append(entry | ({"refused": True} if refused else {"outputs": [numbers(array) for array in found]}))


def numbers(array: np.ndarray) -> list[float]:
    """Numbers of single precision in as few digits as tell them apart."""
    return [float(str(number)) for number in array.astype(np.float32).ravel()]


def elementwise() -> None:
    """Functions of one number, of two that are broadcast, and casts."""
    x = rand(2, 3, 2)
    wide = const([-80, -20, -5, -1, -0.001, 0, 0.001, 1, 5, 20, 80])
    for operator in ["Abs", "Neg", "Relu", "Sigmoid", "Tanh", "Softplus", "Mish", "Elu", "Selu", "LeakyRelu"]:
        case("usual", operator, [("in", x)])
        case("far from 0", operator, [("in", wide)])
    case("usual", "Exp", [("in", x)])
    for operator in ["Log", "Sqrt", "Reciprocal"]:
        case("usual", operator, [("in", np.abs(x) + np.float32(0.25))])
    case("alpha", "LeakyRelu", [("in", x)], {"alpha": 0.3})
    case("alpha", "Elu", [("in", x)], {"alpha": 0.3})
    case("alpha and gamma", "Selu", [("in", x)], {"alpha": 2.0, "gamma": 3.0})
    case("both bounds", "Clip", [("in", x), const(-0.5), const(0.75)])
    case("least only", "Clip", [("in", x), const(-0.5)])
    case("greatest only", "Clip", [("in", x), None, const(0.75)])
    case("bounds as attributes", "Clip", [("in", x)], {"min": -1.0, "max": 1.0}, opset=10)
    other = rand(2, 3, 2, seed=7)
    for operator in ["Add", "Sub", "Mul", "Div", "Max", "Min"]:
        divisor = np.abs(other) + np.float32(0.5) if operator == "Div" else other
        case("same sizes", operator, [("in", x), ("in", divisor)])
        case("a scalar", operator, [("in", x), const(1.5)])
        case("a row first", operator, [const([1.5, -0.5]), ("in", np.abs(x) + np.float32(1))])
        case("both broadcast", operator, [("in", x[:, :1, :]), ("in", divisor[0, :, :1])])
    case("a number by itself", "Add", [("in", x), const([[[1], [2], [3]]])])
    case("same sizes", "Pow", [("in", np.abs(x)), ("in", other)])
    case("squares", "Pow", [("in", x), const(2)])
    case("whole exponents", "Pow", [("in", x), const([3, 2], np.int64)])
    whole = const([7, -7, 9, -8, 1, 0])
    case("whole numbers", "Div", [("in", whole), const([2], np.int64)], wrap=TensorProto.INT64)
    case("whole numbers", "Mul", [("in", whole), const([-3], np.int64)], wrap=TensorProto.INT64)
    case("three inputs", "Max", [("in", x), ("in", other), const(0)], refused=True)
    case("to whole numbers", "Cast", [("in", const([1.9, -1.9, 0.4, -0.4, 3]))], {"to": TensorProto.FLOAT})
    for name, kind in [("truncates", TensorProto.INT32), ("to truth values", TensorProto.BOOL)]:
        cast = helper.make_node("Cast", ["x"], ["between"], to=kind)
        back = helper.make_node("Cast", ["between"], ["y"], to=TensorProto.FLOAT)
        x_port = helper.make_tensor_value_info("x", TensorProto.FLOAT, [5])
        y_port = helper.make_tensor_value_info("y", TensorProto.FLOAT, [5])
        graph = helper.make_graph([cast, back], "case", [x_port], [y_port])
        model = helper.make_model(graph, opset_imports=[helper.make_opsetid("", OPSET)], ir_version=8)
        add(f"Cast: {name}", model, [const([1.9, -1.9, 0.4, -0.4, 0])], refused=kind == TensorProto.BOOL)
    for operator in ["Identity", "Dropout"]:
        case("passes on", operator, [("in", x)])
    case("training", "Dropout", [("in", x), const(0.0), const(True, np.bool_)], refused=True)


def constants() -> None:
    """Constants of every kind, added to an input; and the sizes of a tensor."""
    kinds = {
        "value": numpy_helper.from_array(const([1, -2, 3])),
        "value_float": 1.5,
        "value_floats": [1.0, 2.0, 4.0],
    }
    halves = numpy_helper.from_array(np.array([1.5, -0.1, 1e-6], np.float16))
    whole = {"value_int": 3, "value_ints": [1, -2, 3], "value": numpy_helper.from_array(const([4, 5, -6], np.int32))}
    cases = [*kinds.items(), ("halves", halves), *((f"{name}, whole", value) for name, value in whole.items())]
    for name, value in cases:
        attribute = "value" if name == "halves" else name.split(",")[0]
        nodes = [helper.make_node("Constant", [], ["c"], **{attribute: value})]
        last = "c"
        if name == "halves" or "whole" in name:
            nodes.append(helper.make_node("Cast", ["c"], ["float"], to=TensorProto.FLOAT))
            last = "float"
        nodes.append(helper.make_node("Add", ["x", last], ["y"]))
        x_port = helper.make_tensor_value_info("x", TensorProto.FLOAT, [3])
        y_port = helper.make_tensor_value_info("y", TensorProto.FLOAT, [3])
        graph = helper.make_graph(nodes, "case", [x_port], [y_port])
        model = helper.make_model(graph, opset_imports=[helper.make_opsetid("", OPSET)], ir_version=8)
        add(f"Constant: {name}", model, [const([0.5, 1, 2])])
    x = rand(2, 3, 4)
    case("all sizes", "Shape", [("in", x)])
    case("from one axis", "Shape", [("in", x)], {"start": 1})
    case("to one axis", "Shape", [("in", x)], {"start": -3, "end": -1})
    case("beyond the last axis", "Shape", [("in", x)], {"start": -9, "end": 9})


def data_movement() -> None:
    """Operators that change the sizes, or the order of the numbers."""
    x = rand(2, 3, 4)
    sizes = {"all": (4, 3, 2), "one open": (2, -1), "one kept": (0, 2, 6), "both": (0, -1, 2), "more": (2, 1, 3, 2, 2)}
    for name, wanted in sizes.items():
        case(name, "Reshape", [("in", x), ints(*wanted)])
    for axis in [0, 1, 3, -1, -2]:
        case(f"axis {axis}", "Flatten", [("in", x)], {"axis": axis})
    case("usual", "Flatten", [("in", x)])
    for axes in [(0,), (1, 3), (-1,), (3, 0, -2)]:
        case(f"axes {axes}", "Unsqueeze", [("in", x), ints(*axes)])
    case("axes as attribute", "Unsqueeze", [("in", x)], {"axes": [0, 4]}, opset=11)
    ones = rand(1, 3, 1, 2)
    case("all ones", "Squeeze", [("in", ones)])
    case("one axis", "Squeeze", [("in", ones), ints(0)])
    case("from the end", "Squeeze", [("in", ones), ints(-2)])
    case("axes as attribute", "Squeeze", [("in", ones)], {"axes": [0, 2]}, opset=11)
    case("usual", "Transpose", [("in", x)])
    for order in [(0, 2, 1), (1, 0, 2), (2, 0, 1)]:
        case(f"order {order}", "Transpose", [("in", x)], {"perm": list(order)})
    far = 2**62
    slices = {
        "two axes": ([0, 1], [2, 3], [0, 2], [1, 1]),
        "from the end": ([-3], [-1], [-1], [1]),
        "beyond the end": ([1], [far], [2], [1]),
        "backwards": ([-1], [-far], [2], [-1]),
        "backwards by two": ([3], [0], [2], [-2]),
        "every second": ([0], [4], [2], [2]),
        "a long step": ([1], [4], [2], [far]),
        "before the beginning": ([-far], [2], [1], [1]),
    }
    for name, parts in slices.items():
        case(name, "Slice", [("in", x), *(ints(*part) for part in parts)])
    case("without axes", "Slice", [("in", x), ints(1, 1), ints(2, 3)])
    case("attributes", "Slice", [("in", x)], {"starts": [1, 0], "ends": [3, -1], "axes": [1, 2]}, opset=9)
    seven = rand(2, 7)
    case("equal parts", "Split", [("in", x)], {"axis": 2, "num_outputs": 2}, outputs=2)
    case("a shorter last part", "Split", [("in", seven)], {"axis": -1, "num_outputs": 3}, outputs=3)
    case("lengths", "Split", [("in", seven), ints(1, 4, 2)], {"axis": 1}, outputs=3)
    case("lengths as attribute", "Split", [("in", seven)], {"axis": 1, "split": [2, 5]}, opset=11, outputs=2)
    for name, wanted in {"a row": (3, 2), "a column": (3, 4), "more axes": (2, 1, 1), "ones": (1, 1)}.items():
        case(name, "Expand", [("in", rand(3, 1)), ints(*wanted)])
    for axis in [0, 1, -1]:
        given = [("in", rand(2, 3, 2)), ("in", rand(2, 3, 2, seed=4)), const(rand(2, 3, 2, seed=9))]
        case(f"axis {axis}", "Concat", given, {"axis": axis})
    case("other lengths", "Concat", [("in", rand(2, 1)), ("in", rand(2, 4))], {"axis": 1})
    case("rows", "Gather", [("in", x), ints(1, 0, 1)])
    case("from the end", "Gather", [("in", x), ints(-1, -3)], {"axis": 1})
    case("a table of indices", "Gather", [("in", x), const([[0, 3], [2, -1]], np.int64)], {"axis": 2})
    case("one index", "Gather", [("in", x), np.array(2, np.int64)], {"axis": 1})
    cast = helper.make_node("Cast", ["x"], ["index"], to=TensorProto.INT64)
    gather = helper.make_node("Gather", ["table", "index"], ["y"])
    x_port = helper.make_tensor_value_info("x", TensorProto.FLOAT, [2, 2])
    y_port = helper.make_tensor_value_info("y", TensorProto.FLOAT, None)
    table = numpy_helper.from_array(rand(5, 3), "table")
    graph = helper.make_graph([cast, gather], "case", [x_port], [y_port], [table])
    model = helper.make_model(graph, opset_imports=[helper.make_opsetid("", OPSET)], ir_version=8)
    add("Gather: indices that are given", model, [const([[4, 0], [-1, 2]])])


def matrices() -> None:
    """Products of matrices."""
    a, b = rand(3, 9), rand(9, 5)
    case("usual", "Gemm", [("in", a), b, rand(5)])
    case("transposed", "Gemm", [("in", a), rand(5, 9), rand(1, 5)], {"transB": 1, "alpha": 0.5, "beta": -2.0})
    case("without bias", "Gemm", [("in", a), b])
    case("a scalar as bias", "Gemm", [("in", a), b, const(0.5)])
    case("a row of one as bias", "Gemm", [("in", a), b, const([0.5])])
    case("the first transposed", "Gemm", [("in", rand(9, 3)), b], {"transA": 1}, refused=True)
    case("a column as bias", "Gemm", [("in", rand(5, 9)), b, rand(5, 1)], refused=True)
    case("a bias for each number", "Gemm", [("in", a), b, rand(3, 5)], refused=True)
    case("both are given", "Gemm", [("in", a), ("in", b)], refused=True)
    case("a constant", "MatMul", [("in", a), b])
    case("more axes", "MatMul", [("in", rand(2, 3, 9)), b])
    case("a vector", "MatMul", [("in", rand(9)), b])
    case("both are given", "MatMul", [("in", a), ("in", rand(9, 40))])
    case("the first is constant", "MatMul", [rand(2, 3), ("in", rand(3, 4))])
    case("stacks", "MatMul", [("in", rand(2, 2, 3, 4)), ("in", rand(2, 2, 4, 5))])
    case("one for a whole stack", "MatMul", [("in", rand(2, 3, 4)), ("in", rand(1, 4, 5))])
    case("a longer second shape", "MatMul", [("in", rand(3, 4)), ("in", rand(1, 4, 5))], refused=True)
    case("stacks that are broadcast", "MatMul", [("in", rand(2, 1, 3, 4)), ("in", rand(1, 2, 4, 5))], refused=True)


def reductions() -> None:
    """Many numbers that become one, and normalisations."""
    x = rand(2, 3, 2, 4)
    for operator in ["ReduceSum", "ReduceMean", "ReduceMax", "ReduceMin"]:
        case("last axis", operator, [("in", x), ints(-1)])
        case("neighbouring axes", operator, [("in", x), ints(2, 1)], {"keepdims": 0})
        case("all", operator, [("in", x)], {"keepdims": 0})
        case("first axis", operator, [("in", x), ints(0)], {"keepdims": 0})
        case("nothing", operator, [("in", x)], {"noop_with_empty_axes": 1})
        case("axes as attribute", operator, [("in", x)], {"axes": [2, 3], "keepdims": 1}, opset=11)
        case("axes apart", operator, [("in", x), ints(1, 3)], refused=True)
    for operator in ["GlobalAveragePool", "GlobalMaxPool"]:
        case("images", operator, [("in", x)])
        case("rows", operator, [("in", rand(2, 3, 9))])
    for operator in ["Softmax", "LogSoftmax"]:
        for axis in [0, 1, -1]:
            case(f"axis {axis}", operator, [("in", x[0])], {"axis": axis})
        case("usual", operator, [("in", x)])
        case("usual before version 13", operator, [("in", x)], opset=11)
        case("axis 2 before version 13", operator, [("in", x)], {"axis": 2}, opset=11)
        case("large numbers", operator, [("in", 1000 * rand(2, 5))])
    rows = rand(4, 9)
    case("usual", "LayerNormalization", [("in", rows), rand(9), rand(9, seed=3)])
    case("without shift", "LayerNormalization", [("in", rows), rand(9)], {"epsilon": 0.1})
    case("two axes", "LayerNormalization", [("in", x), rand(2, 4), rand(2, 4, seed=3)], {"axis": 2})
    case("axis from the end", "LayerNormalization", [("in", x), rand(4)], {"axis": -1})
    parameters = [rand(3), rand(3, seed=1), rand(3, seed=2), np.abs(rand(3, seed=3)) + np.float32(0.1)]
    case("images", "BatchNormalization", [("in", x), *parameters])
    case("epsilon", "BatchNormalization", [("in", rand(1, 3, 2, 4)), *parameters], {"epsilon": 0.5})
    case("rows", "BatchNormalization", [("in", rand(2, 3)), *parameters], refused=True)


def windows() -> None:
    """Convolutions and pools."""
    x = rand(1, 4, 5, 7)
    case("two images", "Conv", [("in", rand(2, 2, 4, 5)), rand(3, 2, 3, 3)])
    case("usual", "Conv", [("in", x), rand(3, 4, 3, 3)])
    case("padded, with bias", "Conv", [("in", x), rand(7, 4, 3, 3), rand(7)], {"pads": [1, 1, 1, 1]})
    case("of one number", "Conv", [("in", x), rand(8, 4, 1, 1), rand(8)])
    case("asymmetric padding", "Conv", [("in", x), rand(2, 4, 2, 3)], {"pads": [0, 2, 1, 0]})
    case("dilated", "Conv", [("in", x), rand(2, 4, 2, 2)], {"dilations": [2, 3], "kernel_shape": [2, 2]})
    case("steps down", "Conv", [("in", x), rand(2, 4, 3, 3)], {"strides": [2, 1], "pads": [1, 1, 1, 1]})
    case("groups", "Conv", [("in", x), rand(6, 2, 3, 3), rand(6)], {"group": 2, "pads": [1, 1, 1, 1]})
    case("each channel alone", "Conv", [("in", x), rand(4, 1, 3, 3)], {"group": 4})
    case("no padding by name", "Conv", [("in", x), rand(2, 4, 3, 3)], {"auto_pad": "VALID"})
    case("chess board", "Conv", [("in", rand(1, 3, 8, 8)), rand(9, 3, 3, 3), rand(9)], {"pads": [1, 1, 1, 1]})
    case("steps to the side", "Conv", [("in", x), rand(2, 4, 3, 3)], {"strides": [1, 2]}, refused=True)
    case("the same size by name", "Conv", [("in", x), rand(2, 4, 3, 3)], {"auto_pad": "SAME_UPPER"}, refused=True)
    case("one dimension", "Conv", [("in", rand(1, 2, 9)), rand(3, 2, 3)], refused=True)
    case("weights that are given", "Conv", [("in", x), ("in", rand(3, 4, 3, 3))], refused=True)
    for operator in ["MaxPool", "AveragePool"]:
        two = {"kernel_shape": [2, 2], "strides": [2, 2]}
        case("halves", operator, [("in", rand(2, 3, 4, 6))], two)
        case("steps of 1", operator, [("in", x)], {"kernel_shape": [3, 2]})
        case("padded", operator, [("in", x)], {"kernel_shape": [3, 3], "pads": [1, 1, 1, 1], "strides": [2, 3]})
        case("asymmetric padding", operator, [("in", x)], {"kernel_shape": [3, 2], "pads": [2, 0, 0, 1]})
        case("no padding by name", operator, [("in", x)], {**two, "auto_pad": "VALID"})
        case("rounded up", operator, [("in", rand(1, 1, 5, 5))], {**two, "ceil_mode": 1}, refused=True)
        case("the same size by name", operator, [("in", x)], {**two, "auto_pad": "SAME_LOWER"}, refused=True)
        case("one dimension", operator, [("in", rand(1, 2, 9))], {"kernel_shape": [3]}, refused=True)
    case("dilated", "MaxPool", [("in", x)], {"kernel_shape": [2, 3], "dilations": [3, 2]})
    case("dilated", "AveragePool", [("in", x)], {"kernel_shape": [2, 3], "dilations": [3, 2]}, opset=19)
    padded = {"kernel_shape": [3, 3], "pads": [1, 1, 1, 1], "count_include_pad": 1}
    case("padding counts", "AveragePool", [("in", x)], padded)


def differences(before: list[dict[str, Any]]) -> Iterator[str]:
    """What differs between the file and what is computed now, a line each."""
    old = {entry["name"]: entry for entry in before}
    for entry in CASES:
        known = old.pop(entry["name"], None)
        if known is None or any(known.get(key) != entry.get(key) for key in ["inputs", "refused"]):
            yield f"{entry['name']} is not in the file"
            continue
        for a, b in zip(known.get("outputs", []), entry.get("outputs", []), strict=True):
            if not np.allclose(a, b, rtol=TOLERANCE, atol=TOLERANCE):
                yield f"{entry['name']} gives other numbers"
    yield from (f"{name} is made no more" for name in old)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--check", action="store_true", help="compare with the file instead of writing it")
    arguments = parser.parse_args()
    for make in [elementwise, constants, data_movement, matrices, reductions, windows]:
        make()
    if arguments.check:
        faults = list(differences(json.loads(FILE.read_text())))
        print("\n".join(faults) or f"{len(CASES)} cases are as in the file (ONNX Runtime {onnxruntime.__version__})")
        sys.exit(1 if faults else 0)

    lines = ",\n".join(json.dumps(entry, separators=(",", ":")) for entry in CASES)
    FILE.write_text(f"[\n{lines}\n]\n")
    print(f"{len(CASES)} cases, {FILE.stat().st_size} bytes")


if __name__ == "__main__":
    main()
