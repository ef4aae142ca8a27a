#!/usr/bin/env python3
"""Turns a net of pattern.py into ONNX: one step of it, with its vocabulary in a file of the same name and the ending `.json`.

    export_pattern.py FOLDER FILE

The logit is calibrated on the games for validation: the net's answers are added up with the weights that make its log loss least. The name of the graph's first input ends
with the fingerprint of the vocabulary, so that they cannot be mixed up. Weights are stored in half precision, with a cast before their use; the file is
compared with PyTorch on games for the test.
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

import pattern_nets
from export import OPSET, halve
from sentences import Games, Sentences, Windows

TOLERANCE = 1e-4
"""Largest difference from PyTorch in full precision, in logits."""
CHECKED = 20
"""Games or windows that are compared."""


@torch.inference_mode()
def answers_of(net, sentences, kind):
    """On the games for validation: the net's logits [N, answers], whether White won, and what a position weighs: each game alike."""
    answers, won, weights = [], [], []
    if kind == "seed":
        for words, result in Windows(sentences, "validation").batches(1024):
            answers.append(net(words)[:, None])
            won.append(result)
            weights.append(torch.ones(len(result)))
    else:
        for batch in Games(sentences, "validation").batches(64):
            both = torch.stack(net(batch["words"])[:2], 2)[:, 1:]
            inside = torch.arange(1, both.shape[1] + 1) < batch["plies"][:, None]
            answers.append(both[inside])
            won.append(batch["won"][:, None].expand_as(inside)[inside])
            weights.append((1 / batch["plies"][:, None]).expand_as(inside)[inside])
    return torch.cat(answers).double(), torch.cat(won).double(), torch.cat(weights).double()


def calibrate(answers, won, weights):
    """The weights of the answers in the logit whose log loss is least (Newton's method), and the losses of the first answer alone and of that logit."""
    weights = weights / weights.sum()
    factors = torch.full((answers.shape[1],), 1.0 / answers.shape[1], dtype=torch.double)
    for _ in range(20):
        chance = torch.sigmoid(answers @ factors)
        slope = answers.t() @ (weights * (chance - won))
        curvature = answers.t() @ (answers * (weights * chance * (1 - chance))[:, None])
        factors = factors - torch.linalg.solve(curvature, slope)

    def loss(logits):
        return float((weights * functional.binary_cross_entropy_with_logits(logits, won, reduction="none")).sum())
    return factors.float(), loss(answers[:, 0]), loss(answers @ factors)


def largest_difference(net, factors, file, rows):
    """Between PyTorch, all moves at once, and the file, move by move, in logits."""
    session = onnxruntime.InferenceSession(str(file), providers=["CPUExecutionProvider"])
    names = [given.name for given in session.get_inputs()]
    worst = 0.0
    for words in rows:
        with torch.inference_mode():
            answer = net(words[None])
            expected = answer[:, None] if isinstance(net, pattern_nets.SeedReader) else torch.stack(answer[:2], 2)[0]
        state, found = numpy.zeros(session.get_inputs()[1].shape, numpy.float32), []
        for row in words:
            state, logit = session.run(None, {names[0]: row[None].numpy().astype(numpy.float32), names[1]: state})
            found.append(float(logit[0, 0]))
        found = torch.tensor(found[-1:] if len(expected) == 1 else found)
        worst = max(worst, float((expected @ factors - found).abs().max()))
    return worst


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("folder", type=pathlib.Path)
    parser.add_argument("file", type=pathlib.Path)
    options = parser.parse_args()

    trained = json.loads((options.folder / "options.json").read_text())
    sentences = Sentences(trained["data"])
    net = pattern_nets.build(trained, sentences.vocabulary["words"])
    net.load_state_dict(torch.load(options.folder / "best.pt", map_location="cpu", weights_only=True))
    net.eval()
    factors, before, after = calibrate(*answers_of(net, sentences, trained["kind"]))
    print(f"calibrated by {[round(factor, 3) for factor in factors.tolist()]}: log loss {before:.4f} -> {after:.4f} on the games for validation")

    step = pattern_nets.Step(net, factors).eval()
    words = torch.zeros(1, sentences.words.shape[1])
    names = [f"words_{sentences.fingerprint()}", "state"]
    torch.onnx.export(step, (words, step.begin()), str(options.file), input_names=names, output_names=["after", "logit"], opset_version=OPSET, dynamo=False)
    if trained["kind"] == "seed":
        rows = next(Windows(sentences, "test").batches(CHECKED))[0]
    else:
        games = Games(sentences, "test")
        rows = [games.batch(games.games[index:index + 1])["words"][0] for index in range(CHECKED)]
    exact = largest_difference(net, factors, options.file, rows)
    if exact > TOLERANCE:
        raise SystemExit(f"ONNX differs from PyTorch by {exact:.1e}, more than {TOLERANCE:.0e}")
    print(f"full precision: {exact:.1e} from PyTorch")
    onnx.save(halve(onnx.load(str(options.file))), str(options.file))
    print(f"half precision: {largest_difference(net, factors, options.file, rows):.1e} from PyTorch")
    options.file.with_suffix(".json").write_text((sentences.folder / "vocabulary.json").read_text())
    content = options.file.read_bytes()
    print(f"{options.file}: {len(content):,} bytes, SHA-256 {hashlib.sha256(content).hexdigest()}")


if __name__ == "__main__":
    main()
