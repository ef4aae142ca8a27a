#!/usr/bin/env python3
"""Writes a net of pattern_game.py as ONNX: one step of it, with its vocabulary beside it, as pattern_export.py does.

    pattern_game_export.py FOLDER FILE

The logits of loss, draw and win are calibrated on the validation games, those that were drawn too: all three are
multiplied by the factor, and the draw's gets the shift, of the least log loss.
"""

import argparse
import hashlib
import json
import pathlib

import numpy
import onnx
import onnxruntime
import torch
from torch.nn import functional

import pattern_game
import pattern_nets
from checkpoint import load
from mockfish_export import OPSET, halve
from pattern_export import CHECKED, TOLERANCE
from pattern_samples import Sequences


@torch.no_grad()
def outputs_of(data: pattern_game.Games, net: pattern_nets.GameNet) -> tuple[torch.Tensor, ...]:
    """On the validation games: logits [N, 3], results [N] and the weight of each position: every game has the same."""
    outputs, results, weights = [], [], []
    for batch in data.batches("validation", 64, None):
        seen, inside = batch["seen"], batch["inside"]
        logits, _ = net(batch["words"], seen[:, :, : pattern_game.SEEN - 3], seen[:, :, pattern_game.SEEN - 3 :])
        outputs.append(logits[inside])
        results.append(batch["result"][:, None].expand_as(inside)[inside])
        weights.append((1 / inside.sum(1, keepdim=True)).expand_as(inside)[inside])
    return torch.cat(outputs).double(), torch.cat(results), torch.cat(weights).double()


def calibrate(outputs: torch.Tensor, results: torch.Tensor, weights: torch.Tensor) -> tuple[float, float]:
    """The factor of all logits and the shift of the draw's."""
    weights = weights / weights.sum()
    numbers = torch.tensor([1.0, 0.0], dtype=torch.double, requires_grad=True)
    optimizer = torch.optim.LBFGS([numbers], max_iter=50, line_search_fn="strong_wolfe")

    def loss() -> torch.Tensor:
        shift = torch.stack((torch.zeros_like(numbers[1]), numbers[1], torch.zeros_like(numbers[1])))
        return (weights * functional.cross_entropy(outputs * numbers[0] + shift, results, reduction="none")).sum()

    def closure() -> torch.Tensor:
        optimizer.zero_grad()
        value = loss()
        value.backward()
        return value

    before = float(loss().detach())
    optimizer.step(closure)
    print(f"calibrated: log loss {before:.4f} -> {float(loss().detach()):.4f} on the validation games")
    factor, shift = (round(value, 3) for value in numbers.tolist())
    print(f"factor {factor}, the draw's shift {shift}")
    return factor, shift


def beginning(names: list[str]) -> list[list[int]]:
    """The rows that set up the first position (Form::beginning of src/nets/pattern/words.rs)."""
    number = {name: index + 2 for index, name in enumerate(names)}
    back = "RNBQKBNR"
    men = []
    for square in range(64):
        file, rank = square % 8, square // 8
        man = {0: f"@{back[file]}", 1: "@P", 6: "~P", 7: f"~{back[file]}"}.get(rank)
        if man is not None:
            men.append(number[f"{man}{'abcdefgh'[file]}{rank + 1}+"])
    rows = [men[start : start + 5] for start in range(0, len(men), 5)]
    rows = [[*row, *[0] * (5 - len(row)), number["="]] for row in rows]
    return [*rows, [number["@"], 0, 0, 0, 0, 0]]


@torch.inference_mode()
def largest_difference(step: pattern_nets.GameStep, data: pattern_game.Games, file: pathlib.Path) -> float:
    """Between PyTorch, whole games, and the file, row by row, in calibrated logits."""
    session = onnxruntime.InferenceSession(str(file), providers=["CPUExecutionProvider"])
    names = [node.name for node in session.get_inputs()]
    games, worst = data.parts["test"][:CHECKED], 0.0
    net = step.net
    for index in range(len(games)):
        batch = data.batch(games[index : index + 1], None)
        seen = batch["seen"]
        logits, _ = net(batch["words"], seen[:, :, : pattern_game.SEEN - 3], seen[:, :, pattern_game.SEEN - 3 :])
        expected = logits[0] * step.factor + step.shift
        state = numpy.zeros(session.get_inputs()[1].shape, numpy.float32)
        rows = [*beginning(data.names), *batch["words"][0, 1:].tolist()]
        found = []
        for row in rows:
            state, _, wdl, _ = session.run(None, {names[0]: numpy.array([row], numpy.float32), names[1]: state})
            found.append(wdl[0])
        found = torch.tensor(numpy.array(found[-len(expected) :]))
        worst = max(worst, float((expected - found).abs().max()))
    return worst


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("folder", type=pathlib.Path)
    parser.add_argument("file", type=pathlib.Path)
    options = parser.parse_args()

    trained = json.loads((options.folder / "options.json").read_text())
    sequences = Sequences(trained["data"])
    board = pattern_game.board_net(pathlib.Path(trained["board"]))
    data = pattern_game.Games(sequences, board, options.folder)
    net = pattern_nets.GameNet(len(data.names) + 2, board, trained["width"])
    net.load_state_dict(load(options.folder / "best.pt"))
    net.eval()
    step = pattern_nets.GameStep(net, data.names, *calibrate(*outputs_of(data, net))).eval()

    # The same words in the same order, and those that set up positions.
    sequences.vocabulary |= {"form": "board", "words": data.names}
    torch.onnx.export(
        step,
        (torch.zeros(1, 6), step.initial_state()),
        str(options.file),
        input_names=[f"words_{sequences.fingerprint()}", "state"],
        output_names=["after", "logit", "wdl", "policy"],
        opset_version=OPSET,
        dynamo=False,
    )
    # What the board net sees was kept in half precision for the training.
    exact = largest_difference(step, data, options.file)
    if exact > 100 * TOLERANCE:
        raise SystemExit(f"ONNX differs from PyTorch by {exact:.1e}, more than {100 * TOLERANCE:.0e}")
    print(f"full precision: {exact:.1e} from PyTorch")
    onnx.save(halve(onnx.load(str(options.file))), str(options.file))
    print(f"half precision: {largest_difference(step, data, options.file):.1e} from PyTorch")
    options.file.with_suffix(".json").write_text(json.dumps(sequences.vocabulary, separators=(",", ":")))
    content = options.file.read_bytes()
    print(f"{options.file}: {len(content):,} bytes, SHA-256 {hashlib.sha256(content).hexdigest()}")


if __name__ == "__main__":
    main()
