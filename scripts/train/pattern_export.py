#!/usr/bin/env python3
"""Writes a net of pattern.py as ONNX: one step of it, with its vocabulary in a file of the same name and the ending
`.json`.

    pattern_export.py FOLDER FILE

The logit is calibrated on the validation games: it is the sum of the net's outputs with the weights of the least log
loss. The name of the graph's first input ends with the fingerprint of the vocabulary, so that another vocabulary is
refused. Weights are stored in half precision, with a cast before their use; the file is compared with PyTorch on test
games.
"""

import argparse
import hashlib
import json
import pathlib
from collections.abc import Iterable

import numpy
import onnx
import onnxruntime
import torch
from torch.nn import functional

import pattern_nets
from mockfish_export import OPSET, halve
from pattern_samples import Games, Sequences, Windows

TOLERANCE = 1e-4
"""Largest difference from PyTorch in full precision, in logits."""
CHECKED = 20
"""Games or windows that are compared."""


@torch.inference_mode()
def outputs_of(
    net: torch.nn.Module, sequences: Sequences, kind: str
) -> tuple[torch.Tensor, torch.Tensor, torch.Tensor]:
    """On the validation games: the net's logits [N, outputs], whether White won, and the weight of each position: every
    game has the same."""
    outputs, won, weights = [], [], []
    if kind == "kumar":
        for words, result in Windows(sequences, "validation").batches(1024):
            outputs.append(net(words)[:, None])
            won.append(result)
            weights.append(torch.ones(len(result)))
    else:
        for batch in Games(sequences, "validation").batches(64):
            both = torch.stack(net(batch["words"])[:2], 2)[:, 1:]
            inside = torch.arange(1, both.shape[1] + 1) < batch["plies"][:, None]
            outputs.append(both[inside])
            won.append(batch["won"][:, None].expand_as(inside)[inside])
            weights.append((1 / batch["plies"][:, None]).expand_as(inside)[inside])
    return torch.cat(outputs).double(), torch.cat(won).double(), torch.cat(weights).double()


def calibrate(outputs: torch.Tensor, won: torch.Tensor, weights: torch.Tensor) -> tuple[torch.Tensor, float, float]:
    """The weights of the outputs in the logit of the least log loss (Newton's method), and the losses of the first
    output alone and of that logit."""
    weights = weights / weights.sum()
    factors = torch.full((outputs.shape[1],), 1.0 / outputs.shape[1], dtype=torch.double)
    for _ in range(20):
        chance = torch.sigmoid(outputs @ factors)
        slope = outputs.t() @ (weights * (chance - won))
        curvature = outputs.t() @ (outputs * (weights * chance * (1 - chance))[:, None])
        factors = factors - torch.linalg.solve(curvature, slope)

    def loss(logits: torch.Tensor) -> float:
        return float((weights * functional.binary_cross_entropy_with_logits(logits, won, reduction="none")).sum())

    return factors.float(), loss(outputs[:, 0]), loss(outputs @ factors)


def largest_difference(
    net: torch.nn.Module, factors: torch.Tensor, file: pathlib.Path, rows: Iterable[torch.Tensor]
) -> float:
    """Between PyTorch, all moves at once, and the file, move by move, in logits."""
    session = onnxruntime.InferenceSession(str(file), providers=["CPUExecutionProvider"])
    names = [node.name for node in session.get_inputs()]
    worst = 0.0
    for words in rows:
        with torch.inference_mode():
            output = net(words[None])
            expected = output[:, None] if isinstance(net, pattern_nets.KumarNet) else torch.stack(output[:2], 2)[0]
        state, logits = numpy.zeros(session.get_inputs()[1].shape, numpy.float32), []
        for row in words:
            state, logit = session.run(None, {names[0]: row[None].numpy().astype(numpy.float32), names[1]: state})
            logits.append(float(logit[0, 0]))
        logits = torch.tensor(logits[-1:] if len(expected) == 1 else logits)
        worst = max(worst, float((expected @ factors - logits).abs().max()))
    return worst


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("folder", type=pathlib.Path)
    parser.add_argument("file", type=pathlib.Path)
    options = parser.parse_args()

    trained = json.loads((options.folder / "options.json").read_text())
    sequences = Sequences(trained["data"])
    net = pattern_nets.build(trained, sequences.vocabulary["words"])
    net.load_state_dict(torch.load(options.folder / "best.pt", map_location="cpu", weights_only=True))
    net.eval()
    factors, before, after = calibrate(*outputs_of(net, sequences, trained["kind"]))
    rounded = [round(factor, 3) for factor in factors.tolist()]
    print(f"calibrated by {rounded}: log loss {before:.4f} -> {after:.4f} on the validation games")

    step = pattern_nets.Step(net, factors).eval()
    words = torch.zeros(1, sequences.words.shape[1])
    names = [f"words_{sequences.fingerprint()}", "state"]
    torch.onnx.export(
        step,
        (words, step.initial_state()),
        str(options.file),
        input_names=names,
        output_names=["after", "logit"],
        opset_version=OPSET,
        dynamo=False,
    )
    if trained["kind"] == "kumar":
        rows = next(Windows(sequences, "test").batches(CHECKED))[0]
    else:
        games = Games(sequences, "test")
        rows = [games.batch(games.games[index : index + 1])["words"][0] for index in range(CHECKED)]
    exact = largest_difference(net, factors, options.file, rows)
    if exact > TOLERANCE:
        raise SystemExit(f"ONNX differs from PyTorch by {exact:.1e}, more than {TOLERANCE:.0e}")
    print(f"full precision: {exact:.1e} from PyTorch")
    onnx.save(halve(onnx.load(str(options.file))), str(options.file))
    print(f"half precision: {largest_difference(net, factors, options.file, rows):.1e} from PyTorch")
    options.file.with_suffix(".json").write_text((sequences.folder / "vocabulary.json").read_text())
    content = options.file.read_bytes()
    print(f"{options.file}: {len(content):,} bytes, SHA-256 {hashlib.sha256(content).hexdigest()}")


if __name__ == "__main__":
    main()
