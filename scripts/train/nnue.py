#!/usr/bin/env python3
"""Trains the network evaluation on samples of `motley-lab dataset nnue`.

    nnue.py train DATA OUT --positions 300e6
    nnue.py train DATA OUT --minutes 60
    nnue.py evaluate network.bin < fens
    nnue.py mean network.bin OUT …
    nnue.py measure DATA network.bin …

`train` learns the expected score: that of the engine's centipawns mixed with the game's result. The learning rate falls
to nothing along a cosine over the budget, a number of positions or minutes of training. OUT gets `options.json`,
`state.pt` (to resume after an interruption with the same command), `curve.tsv` (every validation), `network.bin` (the
net of the least validation loss in integers, as the engine reads it), `card.txt` (what it is) and `metrics.json`. Runs
on a CUDA GPU where there is one. `evaluate` prints each FEN of the standard input with the score in centipawns from the
mover's view, exactly as the engine computes it. `mean` writes the mean of the weights of several networks that learnt
on from the same one, and prints its checksum: what each of them has of chance is less in the mean (Wortsman and others,
*Model soups*, 2022). `measure` prints the mean squared error of the expected score of networks against the scores of
the validation positions, by how far from even these are.
"""

import argparse
import math
import pathlib
import sys
import time

import numpy
import torch
from torch import Tensor

from checkpoint import Resumable, begin, load, parameters
from nnue_file import FIRST, SCALE, SECOND, Quantised, read, record_of
from nnue_goal import Goal
from nnue_gpu import Gpu
from nnue_net import Net
from nnue_processes import Processor
from nnue_samples import BUCKETS, REGIONS, by_bucket, decided, fit_scale, movers, samples

JUDGED = 20_000
"""Validation positions for the error of the integers."""


class Trainer(Resumable):
    COUNTS = ("step", "total", "counted", "best", "patience", "seconds", "history")

    def __init__(self, options: argparse.Namespace) -> None:
        self.options = options
        self.device = torch.device("cuda" if torch.cuda.is_available() else "cpu")
        records, self.validation = (samples(options.data, part) for part in ("train", "validation"))
        self.scale = options.scale or fit_scale(*decided(records))
        self.net = Net(options.hidden)
        if options.init:
            self.net.begin_with(weights_of(options.init))
        if options.outputs_alone:
            self.net.freeze_hidden()
        self.net.to(self.device)
        self.goal = Goal(self.scale, options.result_share, options.batch)
        self.learner = (Gpu if self.device.type == "cuda" else Processor)(self.net, self.goal, options, records)
        self.optimizer = self.learner.optimizer
        self.step, self.seconds, self.history = 0, 0.0, []
        # Since the last validation.
        self.total, self.counted = 0.0, 0
        self.best, self.patience = float("inf"), 0
        self.started_at = time.monotonic()

    def progress(self) -> float:
        """The share of the budget that is spent."""
        options = self.options
        if options.minutes:
            return (self.seconds + time.monotonic() - self.started_at) / (60 * options.minutes)
        return self.step * options.batch / options.positions

    def train(self) -> None:
        options, every = self.options, max(1, round(self.options.validate / self.options.batch))
        for batch in self.learner.batches(self.step):
            progress = self.progress()
            if progress >= 1:
                break
            rate = options.rate * (1 + math.cos(math.pi * progress)) / 2
            self.total += self.learner.learn(batch, rate * min(1.0, (self.step + 1) / options.warm_up))
            self.step, self.counted = self.step + 1, self.counted + 1
            if self.step % every == 0:
                self.report()
        if self.counted:
            self.report()

    def report(self) -> None:
        """Measures the net, records the figures, and writes it as the engine reads it."""
        options, now = self.options, time.monotonic()
        self.seconds, self.started_at = self.seconds + now - self.started_at, now
        quantised = self.net.quantised()
        entry = {
            "positions": self.step * options.batch,
            "seconds": round(self.seconds),
            "rate": float(self.optimizer.param_groups[0]["lr"]),
            "training_loss": float(self.total) / self.counted,
            **self.measure(quantised),
        }
        self.total, self.counted = 0.0, 0
        # The time of a measurement is no training.
        self.started_at = time.monotonic()
        self.record(entry)
        if entry["loss"] <= self.best:
            sha = quantised.write(options.out / "network.bin")
            (options.out / "card.txt").write_text(self.card(entry, sha))
        self.log(" ".join((time.strftime("%H:%M:%S"), *(f"{name} {value:.6g}" for name, value in entry.items()))))

    def card(self, entry: dict[str, float], sha: str) -> str:
        options = self.options
        layers = f"768 × 2 → {options.hidden} × 2 → {BUCKETS} × (1, {FIRST} → {SECOND})"
        return (
            f"{REGIONS} · {layers}; {entry['positions']:,} positions read of {self.learner.known():,}, batch "
            f"{options.batch}, result share {options.result_share}, K {self.scale:.1f}, validation loss "
            f"{entry['loss']:.6f}, SHA-256 {sha}\n"
        )

    @torch.inference_mode()
    def measure(self, quantised: Quantised) -> dict[str, float]:
        """The loss on the validation positions; and how far the integers are from the fractions, in centipawns on
        average."""
        chunks = self.learner.chunks(self.validation)
        total = sum(self.goal.loss(self.net, chunk).item() for chunk in chunks)
        judged = by_bucket(self.validation[:JUDGED])
        fractions = torch.cat([self.net(chunk) for chunk in self.learner.chunks(judged)]).cpu().numpy() * SCALE
        errors = numpy.abs(quantised.centipawns(judged) - fractions)
        return {"loss": total / len(self.validation), "quantisation_error": float(errors.mean())}


def weights_of(source: pathlib.Path) -> dict[str, Tensor]:
    """Those of the folder of a training, or of a file that the engine reads."""
    if source.is_dir():
        state = load(source / "best.pt")
        net = Net(sum(len(values) for name, values in state.items() if name.endswith(".bias")))
        net.load_state_dict(state)
        return net.weights()
    return {name: torch.from_numpy(weights) for name, weights in read(source).fractions().items()}


def train(options: argparse.Namespace) -> None:
    if options.outputs_alone and not options.init:
        raise SystemExit("error: --outputs-alone needs the hidden layer of a network: name one with --init")
    described = begin(options)
    # Each process computes with one thread.
    torch.set_num_threads(1)
    trainer = Trainer(options)
    trainer.log(f"K {trainer.scale:.2f}: sigmoid(centipawns / K) predicts the results best")
    trainer.log(f"{trainer.learner.known():,} train, {len(trainer.validation):,} validation")
    trainer.resume()
    trainer.train()
    metrics = {"options": described, "parameters": parameters(trainer.net), "scale": trainer.scale}
    trainer.finish(metrics, lambda: trainer.measure(trainer.net.quantised()))


def evaluate(options: argparse.Namespace) -> None:
    fens = [line.strip() for line in sys.stdin if line.strip()]
    scores = read(options.network).centipawns(numpy.array([record_of(fen) for fen in fens]))
    print("fen\tcentipawns")
    for fen, score in zip(fens, scores, strict=True):
        print(f"{fen}\t{score}")


def mean_of(networks: list[dict[str, Tensor]]) -> dict[str, Tensor]:
    """Their weights on average."""
    if len({len(weights["hidden_bias"]) for weights in networks}) > 1:
        raise SystemExit("error: networks of different sizes have no mean")
    return {name: torch.stack([weights[name] for weights in networks]).mean(0) for name in networks[0]}


def mean(options: argparse.Namespace) -> None:
    weights = mean_of([weights_of(network) for network in options.networks])
    print(Quantised.of({name: tensor.numpy() for name, tensor in weights.items()}).write(options.out))


BANDS = (0, 50, 150, 400, 1000, 1 << 15)
"""Where the bands of scores begin, in centipawns from even; the last number ends the last one."""


def measure(options: argparse.Namespace) -> None:
    """Prints a table: the number of positions, then the errors of each network, in all and by band."""
    records = numpy.array(samples(options.data, "validation"))
    scores = movers(records)[0]
    bands = numpy.digitize(numpy.abs(scores), BANDS) - 1
    counts = numpy.bincount(bands, minlength=len(BANDS) - 1)
    expected = lambda centipawns: 1 / (1 + numpy.exp(-centipawns / options.scale))
    mean = lambda total, count: f"{total / count:.5f}" if count else "–"
    print("network", "all", *(f"from {first}" for first in BANDS[:-1]), sep="\t")
    print("positions", len(records), *counts, sep="\t")
    for network in options.networks:
        errors = (expected(read(network).centipawns(records)) - expected(scores)) ** 2
        totals = numpy.bincount(bands, errors, len(counts))
        print(network, mean(errors.sum(), len(errors)), *map(mean, totals, counts), sep="\t")


def arguments() -> argparse.Namespace:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    commands = parser.add_subparsers(required=True)
    trains = commands.add_parser("train", help="train, or go on")
    trains.set_defaults(command="train")
    trains.add_argument(
        "data",
        help="folders made by motley-lab dataset nnue or weighed, with commas between; named twice it weighs twice",
    )
    trains.add_argument("out", type=pathlib.Path, help="folder for the results")
    trains.add_argument(
        "--awaited",
        default="",
        metavar="FOLDERS",
        help="on a GPU: take the samples of these folders as soon as they exist",
    )
    budget = trains.add_mutually_exclusive_group()
    budget.add_argument("--positions", type=float, default=300e6, help="positions to read in all")
    budget.add_argument("--minutes", type=float, help="minutes to train in all, however far that leads")
    trains.add_argument("--hidden", type=int, default=256, help="neurons of the hidden layer, a multiple of 32")
    trains.add_argument(
        "--init",
        type=pathlib.Path,
        metavar="OUT|FILE",
        help="begin with the network of this training, or with a network.bin; it may have fewer neurons",
    )
    trains.add_argument(
        "--outputs-alone",
        action="store_true",
        help="leave the hidden layer as it is and learn only the weights behind it, from few samples",
    )
    trains.add_argument("--batch", type=int, default=16_384, help="positions a step")
    trains.add_argument("--rate", type=float, default=1e-3, help="learning rate at the beginning")
    trains.add_argument("--warm-up", type=int, default=100, help="steps in which the rate rises first")
    trains.add_argument("--decay", type=float, default=0.01, help="weight decay")
    trains.add_argument("--result-share", type=float, default=0.25, help="share of the game's result in the target")
    trains.add_argument("--scale", type=float, help="K in sigmoid(centipawns / K) (default: fitted to the results)")
    trains.add_argument("--validate", type=float, default=5e6, help="positions between validations")
    trains.add_argument("--seed", type=int, default=1)
    trains.add_argument("--threads", type=int, default=1, help="processes that learn, one for each core")
    evaluates = commands.add_parser("evaluate", help="print scores of positions")
    evaluates.set_defaults(command="evaluate")
    evaluates.add_argument("network", type=pathlib.Path)
    means = commands.add_parser("mean", help="write the mean of networks that learnt on from the same one")
    means.set_defaults(command="mean")
    means.add_argument("out", type=pathlib.Path, metavar="network.bin")
    means.add_argument(
        "networks",
        type=pathlib.Path,
        nargs="+",
        metavar="OUT|FILE",
        help="folders of trainings, or files; one that is named twice weighs twice",
    )
    measures = commands.add_parser("measure", help="print the errors of networks on validation positions")
    measures.set_defaults(command="measure")
    measures.add_argument("data", help="folders, with commas between")
    measures.add_argument("networks", type=pathlib.Path, nargs="+", metavar="network.bin")
    measures.add_argument("--scale", type=float, default=159.3, help="K in sigmoid(centipawns / K)")
    return parser.parse_args()


def main() -> None:
    options = arguments()
    {"train": train, "evaluate": evaluate, "mean": mean, "measure": measure}[options.command](options)


if __name__ == "__main__":
    main()
