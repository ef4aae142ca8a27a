#!/usr/bin/env python3
"""Writes a net of rated.py as ONNX, with static shapes and half-precision weights, and checks it against PyTorch.

    rated_export.py OUT FILE.onnx --shard SHARD

Inputs `planes` [1, PLANES, 8, 8] and `who` [1, WHO] as rated_samples.py makes them; outputs `moves` [1, 4096] and
`seven` [1, 7, 64], natural logarithms of probabilities (not masked with the legal moves), `value` [1, 3] and `time`
[1, 12], probabilities. Fails when ONNX Runtime differs from PyTorch by more than 1e-4 of probability in full precision;
says how long a move takes in ONNX Runtime on one thread, and which operators the graph has.
"""

import argparse
import collections
import pathlib
import time

import numpy
import onnx
import onnxruntime
import torch

from mockfish_export import TOLERANCE, halve
from rated_report import load_net
from rated_samples import planes, who

OPSET = 16
"""The last one in which a layer normalisation is written as simple operators, which src/nets/runtime knows."""
NAMES = ("moves", "seven", "value", "time")


class Probabilities(torch.nn.Module):
    """The net with its logits turned into probabilities, or into their logarithms where a player multiplies them."""

    def __init__(self, net: torch.nn.Module) -> None:
        super().__init__()
        self.net = net

    def forward(self, planes: torch.Tensor, who: torch.Tensor) -> tuple[torch.Tensor, ...]:
        out = self.net(planes, who)
        return (
            torch.log_softmax(out["moves"], 1),
            torch.log_softmax(out["seven"], 2),
            torch.softmax(out["value"], 1),
            torch.softmax(out["time"], 1),
        )


def session_of(file: pathlib.Path) -> onnxruntime.InferenceSession:
    options = onnxruntime.SessionOptions()
    options.intra_op_num_threads = 1
    return onnxruntime.InferenceSession(str(file), options, providers=["CPUExecutionProvider"])


def difference(
    net: Probabilities, file: pathlib.Path, inputs: tuple[torch.Tensor, torch.Tensor]
) -> tuple[float, float]:
    """The largest between PyTorch and ONNX Runtime, in probability, and milliseconds a run."""
    session, worst, seconds = session_of(file), 0.0, 0.0
    for index in range(len(inputs[0])):
        one = [part[index : index + 1] for part in inputs]
        with torch.inference_mode():
            expected = [output.numpy() for output in net(*one)]
        began = time.perf_counter()
        found = session.run(list(NAMES), {"planes": one[0].numpy(), "who": one[1].numpy()})
        seconds += time.perf_counter() - began
        for name, ours, theirs in zip(NAMES, expected, found, strict=True):
            if name in ("moves", "seven"):
                ours, theirs = numpy.exp(ours), numpy.exp(theirs)
            worst = max(worst, float(numpy.abs(ours - theirs).max()))
    return worst, 1000 * seconds / len(inputs[0])


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("out", type=pathlib.Path, help="folder of rated.py")
    parser.add_argument("file", type=pathlib.Path)
    parser.add_argument("--shard", type=pathlib.Path, required=True, help="positions for the check")
    options = parser.parse_args()
    torch.set_num_threads(1)

    net = Probabilities(load_net(options.out)[0]).eval()
    records = numpy.array(numpy.load(options.shard, mmap_mode="r")[:64])
    inputs = planes(records, "cpu"), who(records, "cpu")
    torch.onnx.export(
        net,
        tuple(part[:1] for part in inputs),
        str(options.file),
        input_names=["planes", "who"],
        output_names=list(NAMES),
        opset_version=OPSET,
        dynamo=False,
    )
    exact, milliseconds = difference(net, options.file, inputs)
    if exact > TOLERANCE:
        raise SystemExit(f"ONNX differs from PyTorch by {exact:.1e}, more than {TOLERANCE:.0e}")
    onnx.save(halve(onnx.load(str(options.file))), str(options.file))
    halved, _ = difference(net, options.file, inputs)
    kinds = collections.Counter(node.op_type for node in onnx.load(str(options.file)).graph.node)
    print(f"{exact:.1e} from PyTorch in full, {halved:.1e} in half precision; {milliseconds:.2f} ms a move")
    print(f"{options.file}: {options.file.stat().st_size:,} bytes, {dict(sorted(kinds.items()))}")


if __name__ == "__main__":
    main()
