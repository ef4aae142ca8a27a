"""Weights in an ONNX file as the beginning of a Tower: of a net that rated_export.py wrote, or of one of mockfish.py,
with the same tower and heads, and nothing for the planes and numbers that the older net does not know."""

import pathlib

import onnx
import torch

from onnx_weights import weights_of
from rated_nets import Tower

OLD_PLANES = 55


def convolutions(weights: dict[str, torch.Tensor]) -> list[tuple[torch.Tensor, torch.Tensor]]:
    """Those of the tower, with normalisation folded in, in order: pairs of weight and bias, the stem's first."""
    names = sorted((name for name in weights if "Conv_" in name), key=lambda name: int(name.split("_")[-1]))
    return [(weights[kernel], weights[bias]) for kernel, bias in zip(names[::2], names[1::2], strict=True)]


def begin_with(net: Tower, file: pathlib.Path) -> None:
    """Copies the weights of an ONNX file of the same width and of as many blocks into a Tower."""
    old = weights_of(file)
    if "net.stem.weight" in old:
        net.load_state_dict(exported(file, old, net.state_dict()))
    else:
        begin_with_older(net, file, old)


def exported(
    file: pathlib.Path, weights: dict[str, torch.Tensor], expected: dict[str, torch.Tensor]
) -> dict[str, torch.Tensor]:
    """The weights that rated_export.py wrote. The exporter names those of layers without a bias by numbers and
    transposes them; the node that uses them says whose they are."""
    found = {name.removeprefix("net."): values for name, values in weights.items() if name.startswith("net.")}
    for node in onnx.load(str(file)).graph.node:
        if node.op_type == "MatMul" and node.input[1] in weights:
            layer = node.output[0].removeprefix("/net/").removesuffix("/MatMul_output_0").replace("/", ".")
            found[f"{layer}.weight"] = weights[node.input[1]].T
    shapes = {name: tuple(values.shape) for name, values in expected.items()}
    if {name: tuple(values.shape) for name, values in found.items()} != shapes:
        raise SystemExit(f"{file}: another width or other blocks than the net")
    return found


def begin_with_older(net: Tower, file: pathlib.Path, old: dict[str, torch.Tensor]) -> None:
    """Copies the weights of a net of mockfish.py."""
    new = net.state_dict()
    (stem, stem_bias), *pairs = convolutions(old)
    if stem.shape[0] != new["stem.weight"].shape[0] or len(pairs) != 2 * len(net.blocks):
        raise SystemExit(f"{file}: another width or other blocks than the net")
    new["stem.weight"].zero_()[:, :OLD_PLANES] = stem
    new["stem.bias"].copy_(stem_bias)
    for index, (weight, bias) in enumerate(pairs):
        name = f"blocks.{index // 2}.{('first', 'second')[index % 2]}"
        new[f"{name}.weight"].copy_(weight)
        new[f"{name}.bias"].copy_(bias)
    for name, values in old.items():
        if name.startswith("net.tower."):
            new[name.replace("net.tower.", "blocks.")].copy_(values)
        elif name.startswith("net."):
            into = new[name.replace("net.", "heads.")]
            # The value also sees who moves: its first layer has more columns.
            into.zero_()[tuple(slice(size) for size in values.shape)] = values
    net.load_state_dict(new)
