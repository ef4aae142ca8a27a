#!/usr/bin/env python3
"""Writes a trained net as ONNX, with static shapes and half-precision weights, and checks it against PyTorch.

    mockfish_export.py OUT FILE.onnx [--data DIR] [--full-precision]

OUT is a folder of mockfish.py or cooperative.py. The check runs both on positions of DIR's test part (random boards
without it) and fails beyond 1e-4 of probability in full precision. Half precision stores the weights as float16, cast
back when the net is loaded: the file is half as large, the arithmetic stays float32.
"""

import argparse
import hashlib
import json
import pathlib

import numpy
import onnx
import onnxruntime
import torch
from onnx import TensorProto, helper, numpy_helper

import mockfish_nets
from cooperative_samples import EXPERIMENTS, pair_planes
from mockfish_samples import INPUTS, load

OPSET = 17
TOLERANCE = 1e-4


def rebuild(folder: pathlib.Path) -> tuple[torch.nn.Module, str]:
    """The net that a folder holds, and the kind of planes it takes."""
    net, inputs = mockfish_nets.build(json.loads((folder / "options.json").read_text()))
    net.load_state_dict(torch.load(folder / "best.pt", map_location="cpu", weights_only=True))
    return net.eval(), inputs


OUTPUTS = {
    mockfish_nets.GriffithsNet: ["targets"],
    mockfish_nets.Tactics: ["tactic"],
    mockfish_nets.Trunk: ["seven", "moves", "value"],
    mockfish_nets.Cooperative: ["share"],
}


class Probabilities(torch.nn.Module):
    """The net with its logits turned into probabilities, or into their logarithms where the player multiplies them."""

    def __init__(self, net: torch.nn.Module) -> None:
        super().__init__()
        self.net = net

    def forward(self, planes: torch.Tensor) -> torch.Tensor | tuple[torch.Tensor, ...]:
        outputs = self.net(planes)
        if isinstance(self.net, mockfish_nets.Cooperative):
            return torch.sigmoid(outputs)
        if isinstance(self.net, mockfish_nets.Tactics):
            return torch.softmax(outputs, 1)
        if isinstance(self.net, mockfish_nets.GriffithsNet):
            return torch.log_softmax(outputs, 1)
        seven, moves, value = outputs
        return torch.log_softmax(seven, 2), torch.log_softmax(moves.flatten(1), 1), torch.softmax(value, 1)


def halve(model: onnx.ModelProto) -> onnx.ModelProto:
    """Stores large weights as float16 with a cast behind each; of lookup tables only the rows that are looked up are
    cast."""
    graph, casts, kept = model.graph, [], []
    lookups = {node.input[0]: node for node in graph.node if node.op_type == "Gather"}
    late = {}
    for weights in graph.initializer:
        if weights.data_type != TensorProto.FLOAT or numpy_helper.to_array(weights).size < 256:
            kept.append(weights)
            continue
        half = numpy_helper.from_array(numpy_helper.to_array(weights).astype(numpy.float16), weights.name + "_half")
        kept.append(half)
        if weights.name in lookups:
            lookup = lookups[weights.name]
            row = lookup.output[0]
            lookup.input[0], lookup.output[0] = half.name, row + "_half"
            late[row + "_half"] = helper.make_node(
                "Cast", [row + "_half"], [row], name=row + "_cast", to=TensorProto.FLOAT
            )
            continue
        casts.append(
            helper.make_node("Cast", [half.name], [weights.name], name=weights.name + "_cast", to=TensorProto.FLOAT)
        )
    nodes = list(graph.node)
    del graph.initializer[:], graph.node[:]
    graph.initializer.extend(kept)
    graph.node.extend(casts)
    for node in nodes:
        graph.node.append(node)
        if node.output[0] in late:
            graph.node.append(late[node.output[0]])
    return model


def sample_planes(inputs: str, data: pathlib.Path | None, count: int) -> torch.Tensor:
    if inputs == "pairs":
        channels, planes = 17, lambda records, device: pair_planes(
            records, numpy.arange(len(records)) % EXPERIMENTS["second"], device
        )
    else:
        channels, planes = INPUTS[inputs]
    if data is None:
        return torch.rand(count, channels, 8, 8).round()
    samples = load(data, "test")
    return planes(samples[:: max(len(samples) // count, 1)][:count], "cpu").float()


def largest_difference(net: Probabilities, file: str, planes: torch.Tensor) -> float:
    """Between PyTorch and ONNX Runtime, in probability."""
    session = onnxruntime.InferenceSession(file, providers=["CPUExecutionProvider"])
    worst = 0.0
    for one in planes:
        one = one[None]
        with torch.inference_mode():
            expected = net(one)
        expected = [expected] if isinstance(expected, torch.Tensor) else list(expected)
        names = [output.name for output in session.get_outputs()]
        found = session.run(None, {"planes": one.numpy()})
        for name, ours, theirs in zip(names, expected, found, strict=True):
            ours, theirs = (
                (ours.numpy(), theirs)
                if name in ("value", "tactic", "share")
                else (ours.exp().numpy(), numpy.exp(theirs))
            )
            worst = max(worst, float(numpy.abs(ours - theirs).max()))
    return worst


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("folder", type=pathlib.Path)
    parser.add_argument("file", type=pathlib.Path)
    parser.add_argument("--data", type=pathlib.Path)
    parser.add_argument("--full-precision", action="store_true")
    options = parser.parse_args()

    net, inputs = rebuild(options.folder)
    outputs = OUTPUTS[type(net)]
    net = Probabilities(net).eval()
    planes = sample_planes(inputs, options.data, 64)
    torch.onnx.export(
        net,
        (planes[:1],),
        str(options.file),
        input_names=["planes"],
        output_names=outputs,
        opset_version=OPSET,
        dynamo=False,
    )
    exact = largest_difference(net, str(options.file), planes)
    if exact > TOLERANCE:
        raise SystemExit(f"ONNX differs from PyTorch by {exact:.1e}, more than {TOLERANCE:.0e}")
    print(f"full precision: {exact:.1e} from PyTorch")
    if not options.full_precision:
        onnx.save(halve(onnx.load(str(options.file))), str(options.file))
        print(f"half precision: {largest_difference(net, str(options.file), planes):.1e} from PyTorch")
    content = options.file.read_bytes()
    print(f"{options.file}: {len(content):,} bytes, SHA-256 {hashlib.sha256(content).hexdigest()}")


if __name__ == "__main__":
    main()
