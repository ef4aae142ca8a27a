#!/usr/bin/env python3
"""Trains the part of Pattern's net that sees the board, alone, on scored positions.

    pattern_board.py GAMES[:SHARE],WEIGHED[:SHARE],… OUT --minutes 30

The folders are those of `motley-lab dataset pattern --form squares --window 0` and `motley-lab dataset weighed`; SHARE
is the part of every batch that comes from it. The net predicts win, draw and loss of the side to move: the expected
points learn the engine's score, and all three the result of the game where there is one. The learning rate falls to
nothing along a cosine over the minutes. OUT gets `options.json`, `state.pt` (to resume after an interruption with the
same command), `best.pt`, `curve.tsv` and `metrics.json`. Runs on the processor.
"""

import argparse
import itertools
import math
import pathlib
import queue
import threading
import time

import numpy
import torch
from torch.nn import functional

import pattern_positions
from checkpoint import Resumable, begin, parameters
from pattern_nets import BoardNet, expected_logit

CHUNK = 2048
"""Positions whose gradient is computed at once: what the cache of a processor holds."""


class Trainer(Resumable):
    COUNTS = ("step", "total", "counted", "best", "patience", "seconds", "history")

    def __init__(self, options: argparse.Namespace) -> None:
        self.options, self.device = options, torch.device("cpu")
        named = [source.partition(":") for source in options.data.split(",")]
        folders, self.shares = [pathlib.Path(name) for name, _, _ in named], [float(share or 1) for *_, share in named]
        self.sources = [pattern_positions.load(folder, "train") for folder in folders]
        self.names = [folder.name for folder in folders]
        self.judged = [self.fixed(pattern_positions.load(folder, "validation")) for folder in folders]
        self.net = BoardNet(options.hidden)
        self.optimizer = torch.optim.AdamW(self.net.parameters(), options.rate, weight_decay=0.01, fused=True)
        self.step, self.seconds, self.history = 0, 0.0, []
        # Since the last validation.
        self.total, self.counted = 0.0, 0
        self.best, self.patience = float("inf"), 0
        self.started_at = time.monotonic()

    def fixed(self, boards: pattern_positions.Boards) -> list[tuple[torch.Tensor, ...]]:
        """The same positions at every validation."""
        chosen = numpy.random.default_rng(1).permutation(len(boards))[: self.options.judged]
        return [
            pattern_positions.chunk_of(boards, chosen[first : first + CHUNK], False)
            for first in range(0, len(chosen), CHUNK)
        ]

    def resume(self) -> None:
        super().resume()
        # Losses over other folders say nothing about these.
        self.best = float("inf")

    def train(self) -> None:
        ready: queue.Queue = queue.Queue(4)
        total = sum(self.shares)
        shares = [share / total for share in self.shares]

        def fill() -> None:
            for batch in pattern_positions.batches(
                self.sources, shares, self.options.batch, CHUNK, self.options.seed + self.step
            ):
                ready.put(batch)

        threading.Thread(target=fill, daemon=True).start()
        self.started_at = reported = time.monotonic()
        while True:
            progress = (self.seconds + time.monotonic() - self.started_at) / (60 * self.options.minutes)
            if progress >= 1:
                break
            self.learn(ready.get(), self.options.rate * (1 + math.cos(math.pi * progress)) / 2)
            if time.monotonic() - reported > self.options.validate:
                self.report()
                reported = time.monotonic()
        self.report()

    def learn(self, batch: list[tuple[torch.Tensor, ...]], rate: float) -> None:
        for group in self.optimizer.param_groups:
            group["lr"] = rate * min(1.0, (self.step + 1) / 100)
        self.optimizer.zero_grad(set_to_none=True)
        for chunk in batch:
            loss = self.loss(chunk).mean() / len(batch)
            loss.backward()
            self.total += loss.item()
        self.optimizer.step()
        self.step, self.counted = self.step + 1, self.counted + 1

    def loss(self, chunk: tuple[torch.Tensor, ...]) -> torch.Tensor:
        """Of each position: what the expected points say about the score, and a share of what win, draw and loss say
        about the result."""
        *active, scores, results = chunk
        logits = self.net(*active)[0]
        known, decided = ~scores.isnan(), results != pattern_positions.NO_RESULT
        target = torch.sigmoid(torch.where(known, scores, 0.0) / self.options.scale)
        of_score = functional.binary_cross_entropy_with_logits(expected_logit(logits), target, reduction="none")
        of_result = functional.cross_entropy(logits, torch.where(decided, results, 1), reduction="none")
        return of_score * known + self.options.result * of_result * decided

    def report(self) -> None:
        now = time.monotonic()
        self.seconds, self.started_at = self.seconds + now - self.started_at, now
        entry = {"positions": self.step * self.options.batch, "seconds": round(self.seconds)}
        entry |= {"training_loss": self.total / max(self.counted, 1), **self.measure()}
        self.total, self.counted = 0.0, 0
        self.started_at = time.monotonic()
        self.record(entry)
        self.log(" ".join((time.strftime("%H:%M:%S"), *(f"{name} {value:.5g}" for name, value in entry.items()))))

    @torch.inference_mode()
    def measure(self) -> dict[str, float]:
        """The loss of each source, and the share of positions beyond a pawn and a half whose better side is named."""
        measured, losses = {}, []
        for name, chunks in zip(self.names, self.judged, strict=True):
            loss = torch.cat([self.loss(chunk) for chunk in chunks]).mean().item()
            right = counted = 0
            for *active, scores, _ in chunks:
                clear = scores.abs() >= 150
                right += int(((expected_logit(self.net(*active)[0]) > 0) == (scores > 0))[clear].sum())
                counted += int(clear.sum())
            measured |= {f"{name}_loss": loss, f"{name}_named": right / max(counted, 1)}
            losses.append(loss)
        total = sum(self.shares)
        weighted = (share * loss for share, loss in zip(self.shares, losses, strict=True))
        return {"loss": sum(itertools.islice(weighted, len(losses))) / total, **measured}


def arguments() -> argparse.Namespace:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("data", help="folders with commas between, each with its share of a batch behind a colon")
    parser.add_argument("out", type=pathlib.Path, help="folder for the results")
    parser.add_argument("--minutes", type=float, default=30, help="minutes to train in all")
    parser.add_argument("--hidden", type=int, default=256, help="numbers of the sum, for each side's view")
    parser.add_argument("--batch", type=int, default=8192, help="positions a step")
    parser.add_argument("--rate", type=float, default=2e-3, help="learning rate at the beginning")
    parser.add_argument("--scale", type=float, default=200.0, help="centipawns that stand for odds of e to one")
    parser.add_argument("--result", type=float, default=0.25, help="weight of the loss on the result")
    parser.add_argument("--judged", type=int, default=20_000, help="validation positions of each folder")
    parser.add_argument("--validate", type=float, default=120, help="seconds between validations")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--threads", type=int, default=1, help="CPU threads")
    return parser.parse_args()


def main() -> None:
    options = arguments()
    described = begin(options)
    trainer = Trainer(options)
    counted = zip(trainer.names, trainer.sources, strict=True)
    trainer.log(", ".join(f"{len(boards):,} of {name}" for name, boards in counted))
    trainer.resume()
    trainer.train()
    trainer.finish({"options": described, "parameters": parameters(trainer.net)}, trainer.measure)


if __name__ == "__main__":
    main()
