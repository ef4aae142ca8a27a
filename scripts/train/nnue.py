#!/usr/bin/env python3
"""Trains the network evaluation on samples of `motley-lab dataset nnue`.

    nnue.py train DATA OUT --positions 300e6
    nnue.py train DATA OUT --minutes 60
    nnue.py evaluate network.bin < fens
    nnue.py measure DATA network.bin …

`train` learns the expected score: that of the engine's centipawns mixed with the game's result. The learning rate falls
to nothing along a cosine over the budget, a number of positions or minutes of training. OUT gets `options.json`,
`state.pt` (to resume after an interruption with the same command), `curve.tsv` (every validation), `network.bin` (the
net of the least validation loss in integers, as the engine reads it), `card.txt` (what it is) and `metrics.json`. Runs
on a CUDA GPU where there is one. `evaluate` prints each FEN of the standard input with the score in centipawns from the
mover's view, exactly as the engine computes it. `measure` prints the mean squared error of the expected score of
networks against the scores of the validation positions, by how far from even these are.
"""

import argparse
import math
import pathlib
import sys
import time
from typing import Any

import numpy
import torch
from torch import Tensor
from torch.nn import functional

from checkpoint import Resumable, begin, load, parameters
from nnue_file import CLIP, QB, SCALE, Quantised, read, record_of
from nnue_samples import BUCKETS, INPUTS, REGIONS, Batch, Batches, Chunk, chunk_of, decided, fit_scale, movers

CHUNK = {"cpu": 2048, "cuda": 1 << 20}
"""Positions whose gradient is computed at once: what the cache of a processor holds, or the whole batch."""
WIDTH = 128
"""Hidden neurons that are computed at once: as many as a processor's cache holds, with what they say of a chunk."""
JUDGED = 20_000
"""Validation positions for the error of the integers."""


class Sums(torch.autograd.Function):
    """What some hidden neurons add to the outputs, a tensor [positions, BUCKETS]: sums of the rows of the active
    inputs, as torch.nn.EmbeddingBag makes them, bias, squared clipped ReLU, and the output weights. The gradient is
    written by hand, because torch's own takes most of a step on a processor: that of the inputs, the sum of the
    gradients of the perspectives in which an input is active, is an EmbeddingBag again, and the rest needs few passes
    over memory."""

    @staticmethod
    def forward(context: Any, weight: Tensor, bias: Tensor, output: Tensor, *active_inputs: Tensor) -> Tensor:
        indices, offsets, perspectives, input_offsets = active_inputs
        clipped = sums(indices, weight, offsets).add_(bias).clamp_(0, 1)
        context.save_for_backward(clipped, output, perspectives, input_offsets)
        of_mover, of_other = (clipped * clipped).chunk(2)
        own, other = output
        return (of_mover @ own.t()).addmm_(of_other, other.t())

    @staticmethod
    def backward(context: Any, gradient: Tensor) -> tuple[Tensor | None, ...]:
        clipped, output, perspectives, input_offsets = context.saved_tensors
        squared = clipped * clipped
        of_output = torch.stack([gradient.t() @ half for half in squared.chunk(2)])
        # 2 × clipped is the slope of its square; the memory of the squares takes the gradient of the sums.
        slope = squared
        for half, weights in zip(slope.chunk(2), output, strict=True):
            torch.mm(2 * gradient, weights, out=half)
        slope.mul_(clipped).masked_fill_(clipped >= 1, 0)
        return sums(perspectives, slope, input_offsets), slope.sum(0), of_output, None, None, None, None


def sums(indices: Tensor, rows: Tensor, offsets: Tensor) -> Tensor:
    """For each list of indices the sum of these rows."""
    return functional.embedding_bag(indices, rows, offsets, mode="sum", include_last_offset=True)


class Neurons(torch.nn.Module):
    """Some neurons of the hidden layer, with the weights that lead to them and from them."""

    def __init__(self, width: int, of: int) -> None:
        super().__init__()
        self.hidden = torch.nn.Parameter(torch.empty(INPUTS, width).uniform_(-(INPUTS**-0.5), INPUTS**-0.5))
        self.bias = torch.nn.Parameter(torch.zeros(width))
        # Of the mover's perspective, and of the other's.
        self.output = torch.nn.Parameter(torch.empty(2, BUCKETS, width).uniform_(-((2 * of) ** -0.5), (2 * of) ** -0.5))

    def forward(self, *active_inputs: Tensor) -> Tensor:
        # The output weights as the integers have them, with the gradient of the fractions: a step of 1 / QB is coarse,
        # and so the net learns around it.
        rounded = self.output + ((self.output * QB).round() / QB - self.output).detach()
        return Sums.apply(self.hidden, self.bias, rounded, *active_inputs)


class Net(torch.nn.Module):
    """The outputs are sums over groups of hidden neurons; what fits the cache of a processor is a group."""

    def __init__(self, hidden: int) -> None:
        super().__init__()
        width = math.gcd(hidden, WIDTH)
        self.groups = torch.nn.ModuleList(Neurons(width, hidden) for _ in range(hidden // width))
        self.output_bias = torch.nn.Parameter(torch.zeros(BUCKETS))

    def forward(self, buckets: Tensor, *active_inputs: Tensor) -> Tensor:
        """Scores of the movers, in units of SCALE centipawns."""
        every = sum((group(*active_inputs) for group in self.groups), self.output_bias)
        return every.gather(1, buckets[:, None])[:, 0]

    def weights(self) -> dict[str, Tensor]:
        """`hidden` [INPUTS, n], `hidden_bias` [n], `output` [BUCKETS, 2n], `output_bias` [BUCKETS] of all n neurons."""
        output = torch.cat([group.output for group in self.groups], 2)
        return {
            "hidden": torch.cat([group.hidden for group in self.groups], 1).detach(),
            "hidden_bias": torch.cat([group.bias for group in self.groups]).detach(),
            "output": torch.cat(tuple(output), 1).detach(),
            "output_bias": self.output_bias.detach(),
        }

    @torch.no_grad()
    def begin_with(self, weights: dict[str, Tensor]) -> None:
        """Takes over the weights of a net with as many hidden neurons or fewer. Neurons beyond them are new, and none
        of them counts for an output yet: at first both nets say the same."""
        known, hidden = len(weights["hidden_bias"]), sum(len(group.bias) for group in self.groups)
        if known > hidden:
            raise SystemExit(f"the net to begin with has {known} hidden neurons, more than {hidden}")
        halves = weights["output"].unflatten(1, (2, known)).transpose(0, 1)
        for number, group in enumerate(self.groups):
            width = len(group.bias)
            taken = slice(number * width, (number + 1) * width)
            old = len(weights["hidden_bias"][taken])
            group.hidden[:, :old] = weights["hidden"][:, taken]
            group.bias[:old] = weights["hidden_bias"][taken]
            group.output.zero_()
            group.output[..., :old] = halves[..., taken]
        self.output_bias.copy_(weights["output_bias"])

    @torch.no_grad()
    def clip(self) -> None:
        """Keeps the weights where their integers fit."""
        for group in self.groups:
            group.hidden.clamp_(-CLIP, CLIP)
            group.output.clamp_(-CLIP, CLIP)

    def quantised(self) -> Quantised:
        return Quantised.of(*(array.cpu().numpy() for array in self.weights().values()))


class Trainer(Resumable):
    COUNTS = ("step", "total", "counted", "best", "patience", "seconds", "history")

    def __init__(self, options: argparse.Namespace) -> None:
        self.options = options
        self.device = torch.device("cuda" if torch.cuda.is_available() else "cpu")
        self.parts = {part: samples(options.data, part) for part in ("train", "validation")}
        self.chunk = CHUNK[self.device.type]
        self.batches = Batches(self.parts["train"], options.seed, options.batch, self.chunk)
        self.scale = options.scale or fit_scale(*decided(self.parts["train"]))
        self.net = Net(options.hidden)
        if options.init:
            self.net.begin_with(weights_of(options.init))
        self.net.to(self.device)
        self.optimizer = torch.optim.AdamW(self.net.parameters(), options.rate, weight_decay=options.decay, fused=True)
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
        for batch in self.batches.run(self.step):
            progress = self.progress()
            if progress >= 1:
                break
            self.learn(batch, options.rate * (1 + math.cos(math.pi * progress)) / 2)
            if self.step % every == 0:
                self.report()
        if self.counted:
            self.report()

    def learn(self, batch: Batch, rate: float) -> None:
        """Takes a step; the gradient is a mean over the batch."""
        for group in self.optimizer.param_groups:
            group["lr"] = rate * min(1.0, (self.step + 1) / self.options.warm_up)
        self.optimizer.zero_grad(set_to_none=True)
        for chunk in batch:
            loss = self.loss(chunk) / self.options.batch
            loss.backward()
            self.total += loss.item()
        self.optimizer.step()
        self.net.clip()
        self.step, self.counted = self.step + 1, self.counted + 1

    def loss(self, chunk: Chunk) -> Tensor:
        """Squared errors of the expected score, summed."""
        *active_inputs, buckets, scores, points = (tensor.to(self.device) for tensor in chunk)
        # A position of no game has no result.
        share = self.options.result_share * (points >= 0)
        target = (1 - share) * torch.sigmoid(scores / self.scale) + share * points
        expected = torch.sigmoid(self.net(buckets, *active_inputs) * (SCALE / self.scale))
        return (expected - target).square().sum()

    def report(self) -> None:
        """Measures the net, records the figures, and writes it as the engine reads it."""
        options, now = self.options, time.monotonic()
        self.seconds, self.started_at = self.seconds + now - self.started_at, now
        quantised = self.net.quantised()
        entry = {
            "positions": self.step * options.batch,
            "seconds": round(self.seconds),
            "rate": self.optimizer.param_groups[0]["lr"],
            "training_loss": self.total / self.counted,
            **self.measure("validation", quantised),
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
        return (
            f"{REGIONS} · 768 × 2 → {options.hidden} × 2 → {BUCKETS}; {entry['positions']:,} positions read of "
            f"{len(self.parts['train']):,}, batch {options.batch}, result share {options.result_share}, "
            f"K {self.scale:.1f}, validation loss {entry['loss']:.6f}, SHA-256 {sha}\n"
        )

    @torch.inference_mode()
    def measure(self, part: str, quantised: Quantised) -> dict[str, float]:
        """The loss; and how far the integers are from the fractions, in centipawns on average."""
        records, total, scores = self.parts[part], 0.0, []
        for first in range(0, len(records), self.chunk):
            chunk = chunk_of(numpy.array(records[first : first + self.chunk]))
            total += self.loss(chunk).item()
            if first < JUDGED:
                *active_inputs, buckets = (tensor.to(self.device) for tensor in chunk[:-2])
                scores.append(self.net(buckets, *active_inputs).cpu().numpy() * SCALE)
        scores = numpy.concatenate(scores)[:JUDGED]
        errors = numpy.abs(quantised.centipawns(numpy.array(records[:JUDGED])) - scores)
        return {"loss": total / len(records), "quantisation_error": float(errors.mean())}


def weights_of(source: pathlib.Path) -> dict[str, Tensor]:
    """Those of the folder of a training, or of a file that the engine reads."""
    if source.is_dir():
        state = load(source / "best.pt")
        net = Net(sum(len(values) for name, values in state.items() if name.endswith(".bias")))
        net.load_state_dict(state)
        return net.weights()
    return {name: torch.from_numpy(weights) for name, weights in read(source).fractions().items()}


def samples(folders: str, part: str) -> numpy.ndarray:
    """The samples of all folders; each is shuffled in itself, and batches are sampled from all."""
    arrays = [numpy.load(f"{folder}/{part}.npy", mmap_mode="r") for folder in folders.split(",")]
    return arrays[0] if len(arrays) == 1 else numpy.concatenate(arrays)


def train(options: argparse.Namespace) -> None:
    described = begin(options)
    trainer = Trainer(options)
    trainer.log(f"K {trainer.scale:.2f}: sigmoid(centipawns / K) predicts the results best")
    trainer.log(", ".join(f"{len(records):,} {part}" for part, records in trainer.parts.items()))
    trainer.resume()
    trainer.train()
    metrics = {"options": described, "parameters": parameters(trainer.net), "scale": trainer.scale}
    trainer.finish(metrics, lambda: trainer.measure("validation", trainer.net.quantised()))


def evaluate(options: argparse.Namespace) -> None:
    fens = [line.strip() for line in sys.stdin if line.strip()]
    scores = read(options.network).centipawns(numpy.array([record_of(fen) for fen in fens]))
    print("fen\tcentipawns")
    for fen, score in zip(fens, scores, strict=True):
        print(f"{fen}\t{score}")


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
    trains.add_argument("--batch", type=int, default=16_384, help="positions a step")
    trains.add_argument("--rate", type=float, default=1e-3, help="learning rate at the beginning")
    trains.add_argument("--warm-up", type=int, default=100, help="steps in which the rate rises first")
    trains.add_argument("--decay", type=float, default=0.01, help="weight decay")
    trains.add_argument("--result-share", type=float, default=0.25, help="share of the game's result in the target")
    trains.add_argument("--scale", type=float, help="K in sigmoid(centipawns / K) (default: fitted to the results)")
    trains.add_argument("--validate", type=float, default=5e6, help="positions between validations")
    trains.add_argument("--seed", type=int, default=1)
    trains.add_argument("--threads", type=int, default=1, help="CPU threads")
    evaluates = commands.add_parser("evaluate", help="print scores of positions")
    evaluates.set_defaults(command="evaluate")
    evaluates.add_argument("network", type=pathlib.Path)
    measures = commands.add_parser("measure", help="print the errors of networks on validation positions")
    measures.set_defaults(command="measure")
    measures.add_argument("data", help="folders, with commas between")
    measures.add_argument("networks", type=pathlib.Path, nargs="+", metavar="network.bin")
    measures.add_argument("--scale", type=float, default=159.3, help="K in sigmoid(centipawns / K)")
    return parser.parse_args()


def main() -> None:
    options = arguments()
    {"train": train, "evaluate": evaluate, "measure": measure}[options.command](options)


if __name__ == "__main__":
    main()
