#!/usr/bin/env python3
"""Turns a net of pattern.py into ONNX: one step of it, with its vocabulary in a file of the same name and the ending `.json`.

    export_pattern.py FOLDER FILE

The logit is calibrated on the games for validation: multiplied by the number that makes its log loss least. The name of the graph's first input ends
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
def calibrate(net, sentences, kind):
    """The factor for the logits, by Newton's method, and the log losses before and after."""
    logits, won, weights = [], [], []
    if kind == "seed":
        for words, answers in Windows(sentences, "validation").batches(1024):
            logits.append(net(words))
            won.append(answers)
            weights.append(torch.ones(len(answers)))
    else:
        for batch in Games(sentences, "validation").batches(64):
            result = net(batch["words"])[0][:, 1:]
            inside = torch.arange(1, result.shape[1] + 1) < batch["plies"][:, None]
            logits.append(result[inside])
            won.append(batch["won"][:, None].expand_as(inside)[inside])
            weights.append((1 / batch["plies"][:, None]).expand_as(inside)[inside])
    logits, won, weights = (torch.cat(parts).double() for parts in (logits, won, weights))
    weights /= weights.sum()
    scale = torch.tensor(1.0, dtype=torch.double)
    for _ in range(20):
        chance = torch.sigmoid(scale * logits)
        scale -= (weights * (chance - won) * logits).sum() / (weights * chance * (1 - chance) * logits ** 2).sum()

    def loss(factor):
        return float((weights * functional.binary_cross_entropy_with_logits(factor * logits, won, reduction="none")).sum())
    return float(scale), loss(1.0), loss(scale)


def largest_difference(net, scale, file, rows):
    """Between PyTorch, all moves at once, and the file, move by move, in logits."""
    session = onnxruntime.InferenceSession(str(file), providers=["CPUExecutionProvider"])
    names = [given.name for given in session.get_inputs()]
    worst = 0.0
    for words in rows:
        with torch.inference_mode():
            answer = net(words[None])
        expected = answer if isinstance(net, pattern_nets.SeedReader) else answer[0][0]
        state, found = numpy.zeros(session.get_inputs()[1].shape, numpy.float32), []
        for row in words:
            state, logit = session.run(None, {names[0]: row[None].numpy().astype(numpy.float32), names[1]: state})
            found.append(float(logit[0, 0]))
        found = torch.tensor(found[-1:] if len(expected) == 1 else found)
        worst = max(worst, float((expected * scale - found).abs().max()))
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
    scale, before, after = calibrate(net, sentences, trained["kind"])
    print(f"calibrated by {scale:.3f}: log loss {before:.4f} -> {after:.4f} on the games for validation")

    step = pattern_nets.Step(net, scale).eval()
    words = torch.zeros(1, sentences.words.shape[1])
    names = [f"words_{sentences.fingerprint()}", "state"]
    torch.onnx.export(step, (words, step.begin()), str(options.file), input_names=names, output_names=["after", "logit"], opset_version=OPSET, dynamo=False)
    if trained["kind"] == "seed":
        rows = next(Windows(sentences, "test").batches(CHECKED))[0]
    else:
        games = Games(sentences, "test")
        rows = [games.batch(games.games[index:index + 1])["words"][0] for index in range(CHECKED)]
    exact = largest_difference(net, scale, options.file, rows)
    if exact > TOLERANCE:
        raise SystemExit(f"ONNX differs from PyTorch by {exact:.1e}, more than {TOLERANCE:.0e}")
    print(f"full precision: {exact:.1e} from PyTorch")
    onnx.save(halve(onnx.load(str(options.file))), str(options.file))
    print(f"half precision: {largest_difference(net, scale, options.file, rows):.1e} from PyTorch")
    options.file.with_suffix(".json").write_text((sentences.folder / "vocabulary.json").read_text())
    content = options.file.read_bytes()
    print(f"{options.file}: {len(content):,} bytes, SHA-256 {hashlib.sha256(content).hexdigest()}")


if __name__ == "__main__":
    main()
