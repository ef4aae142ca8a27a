#!/usr/bin/env python3
"""Trains the net of thinking times on samples of `motley-lab dataset thinking`, and writes it as ONNX.

    thinking_time.py SAMPLES FILE.onnx [--steps N] [--seed N]
    thinking_time.py SAMPLES FILE.onnx --report test [--controls 60+0 180+0 ...]

The net takes the numbers of src/nets/thinking_time/features.rs and returns three log-normal distributions in a mixture,
of the time in units (what a move would take if all took the same). The loss is −ln of the probability of what the
clock showed: clocks show whole seconds, so that half a second more or less is the same time. A time control that has n
samples weighs n to the power of 1/2. The weights of the least loss on the validation part are written. `--report`
measures a file that exists. One core needs some ten minutes.
"""

import argparse
import hashlib
import itertools
import math
import pathlib
from collections.abc import Iterable, Iterator

import numpy
import onnx
import torch
from torch import nn

from mockfish_export import halve

PARTS = 3
WIDTHS = (64, 48)
"""Of the hidden layers."""
CENTRES = (-1.5, 0.0, 1.0)
"""Where the means of the parts begin."""
OPSET = 16
RESOLUTION = 0.5
"""Half of the seconds between two times that a clock tells apart."""
FLOOR = 1e-6
"""The least probability of anything, so that single odd times (an adjourned game) do not steer the training."""
OWN, BASE, OWN_RECENT, OPPONENT_RECENT = 0, 2, slice(5, 10), slice(10, 15)
"""Columns of the input."""
HIDE = 0.1
"""How often the base time and the last times are hidden in training: a game may be taken up in the middle."""


class ThinkingTime(nn.Module):
    """[N, features] → [N, 9]: the weights, means and standard deviations of the parts."""

    def __init__(self, mean: torch.Tensor, deviation: torch.Tensor) -> None:
        super().__init__()
        self.register_buffer("mean", mean)
        self.register_buffer("deviation", deviation)
        sizes = (len(mean), *WIDTHS)
        layers = [layer for pair in itertools.pairwise(sizes) for layer in (nn.Linear(*pair), nn.ReLU())]
        self.layers = nn.Sequential(*layers, nn.Linear(WIDTHS[-1], 3 * PARTS))
        with torch.no_grad():
            self.layers[-1].bias[PARTS : 2 * PARTS] = torch.tensor(CENTRES)

    def forward(self, situation: torch.Tensor) -> torch.Tensor:
        # What lies beyond the samples counts as their border: a clock of three hours as one of ninety minutes.
        numbers = ((situation - self.mean) / self.deviation).clamp(-4, 4)
        numbers = self.layers(numbers)
        # Slices, because src/nets/runtime has no Split.
        weights, means, deviations = (numbers[:, start : start + PARTS] for start in (0, PARTS, 2 * PARTS))
        return torch.cat((weights.softmax(1), means, deviations.clamp(-2.5, 0.7).exp()), dim=1)


def cumulative(parts: torch.Tensor, times: torch.Tensor, units: torch.Tensor) -> torch.Tensor:
    """The probability that a move takes at most `times` seconds."""
    weights, means, deviations = parts.split(PARTS, dim=1)
    place = ((times / units).clamp(min=1e-6).log()[:, None] - means) / deviations
    return (weights * torch.special.ndtr(place)).sum(1) * (times > 0)


def loss(parts: torch.Tensor, spent: torch.Tensor, units: torch.Tensor) -> torch.Tensor:
    """−ln of the probability of the times, [N]."""
    high = cumulative(parts, spent + RESOLUTION, units)
    low = cumulative(parts, (spent - RESOLUTION).clamp(min=0), units)
    return -(high - low + FLOOR).log()


def tensors(records: numpy.ndarray) -> tuple[torch.Tensor, ...]:
    return tuple(torch.from_numpy(numpy.ascontiguousarray(records[field])) for field in ("situation", "spent", "unit"))


def hide(situation: torch.Tensor, generator: torch.Generator) -> torch.Tensor:
    """Without the base time, the own last times, the opponent's last times: each in some samples."""
    chance = torch.rand((3, len(situation)), generator=generator) < HIDE
    situation[:, BASE] = torch.where(chance[0], situation[:, OWN], situation[:, BASE])
    for recent, hidden in ((OWN_RECENT, chance[1]), (OPPONENT_RECENT, chance[2])):
        situation[:, recent] = torch.where(hidden[:, None], 0.0, situation[:, recent])
    return situation


def control_weights(records: numpy.ndarray) -> numpy.ndarray:
    """The weight of each sample, so that a time control of n samples weighs √n."""
    controls = records["base"].astype(numpy.int64) << 16 | records["increment"]
    _, numbers, counts = numpy.unique(controls, return_inverse=True, return_counts=True)
    return 1 / numpy.sqrt(counts[numbers])


def measure(net: ThinkingTime, records: numpy.ndarray) -> float:
    with torch.inference_mode():
        losses = [loss(net(situation), spent, unit) for situation, spent, unit in batches(records)]
    return float(torch.cat(losses).numpy() @ control_weights(records) / control_weights(records).sum())


def batches(records: numpy.ndarray, size: int = 1 << 14) -> Iterator[tuple[torch.Tensor, ...]]:
    for start in range(0, len(records), size):
        yield tensors(records[start : start + size])


def train(options: argparse.Namespace) -> None:
    torch.manual_seed(options.seed)
    torch.set_num_threads(1)
    training = numpy.load(options.samples / "train.npy")
    validation = numpy.load(options.samples / "validation.npy")
    chances = numpy.cumsum(control_weights(training))
    generator = numpy.random.default_rng(options.seed)
    generator = torch.Generator().manual_seed(options.seed)
    situation = torch.from_numpy(training["situation"][:: max(len(training) // 200_000, 1)].copy())
    net = ThinkingTime(situation.mean(0), situation.std(0).clamp(min=0.05))
    optimizer = torch.optim.Adam(net.parameters(), options.rate)
    schedule = torch.optim.lr_scheduler.OneCycleLR(optimizer, options.rate, options.steps, pct_start=0.1)
    best, kept = math.inf, None
    for step in range(1, options.steps + 1):
        chosen = numpy.searchsorted(chances, generator.random(options.batch) * chances[-1])
        situation, spent, unit = tensors(training[numpy.minimum(chosen, len(training) - 1)])
        optimizer.zero_grad()
        loss(net(hide(situation, generator)), spent, unit).mean().backward()
        nn.utils.clip_grad_norm_(net.parameters(), 1.0)
        optimizer.step()
        schedule.step()
        if step % 1000 == 0 or step == options.steps:
            now = measure(net, validation)
            print(f"step {step}: validation {now:.4f}", flush=True)
            if now < best:
                best, kept = now, {name: value.clone() for name, value in net.state_dict().items()}
    net.load_state_dict(kept)
    export(net.eval(), options.file)


def export(net: ThinkingTime, file: pathlib.Path) -> None:
    example = net.mean[None].clone()
    torch.onnx.export(
        net, (example,), str(file), input_names=["situation"], output_names=["parts"], opset_version=OPSET, dynamo=False
    )
    onnx.save(halve(onnx.load(str(file))), str(file))
    content = file.read_bytes()
    print(f"{file}: {len(content):,} bytes, SHA-256 {hashlib.sha256(content).hexdigest()}")


def load(file: pathlib.Path) -> ThinkingTime:
    """The net of a file."""
    tensors = onnx.load(str(file)).graph.initializer
    weights = {tensor.name.removesuffix("_half"): onnx.numpy_helper.to_array(tensor) for tensor in tensors}
    weights = {name: torch.from_numpy(values.astype(numpy.float32)) for name, values in weights.items()}
    net = ThinkingTime(weights["mean"], weights["deviation"])
    net.load_state_dict(weights)
    return net.eval()


def predictions(file: pathlib.Path, records: numpy.ndarray) -> tuple[numpy.ndarray, numpy.ndarray]:
    """The mean of the time, and the mean of its logarithm, [N] each."""
    net, means, logarithms = load(file), [], []
    with torch.inference_mode():
        for situation, _, unit in batches(records):
            weights, centres, deviations = net(situation).split(PARTS, dim=1)
            centres = centres + unit.log()[:, None]
            means.append((weights * (centres + deviations**2 / 2).exp()).sum(1))
            logarithms.append((weights * centres).sum(1))
    return torch.cat(means).numpy(), torch.cat(logarithms).numpy()


def correlation(first: numpy.ndarray, second: numpy.ndarray) -> float:
    return float(numpy.corrcoef(first, second)[0, 1]) if len(first) > 2 else math.nan


def demeaned(values: numpy.ndarray, groups: numpy.ndarray) -> numpy.ndarray:
    """The values less the mean of their group."""
    _, numbers, counts = numpy.unique(groups, return_inverse=True, return_counts=True)
    return values - (numpy.bincount(numbers, values) / counts)[numbers]


def interval(first: numpy.ndarray, second: numpy.ndarray, games: numpy.ndarray) -> float:
    """A standard error of the correlation: games drawn with replacement, a hundred times."""
    generator = numpy.random.default_rng(1)
    order = numpy.argsort(games, kind="stable")
    of_game = numpy.split(order, numpy.flatnonzero(numpy.diff(games[order])) + 1)
    again = []
    for _ in range(100):
        rows = numpy.concatenate([of_game[game] for game in generator.integers(len(of_game), size=len(of_game))])
        again.append(correlation(first[rows], second[rows]))
    return float(numpy.std(again))


def report(options: argparse.Namespace) -> None:
    records = numpy.load(options.samples / f"{options.report}.npy")
    means, logarithms = predictions(options.file, records)
    spent, logs = records["spent"], numpy.log(records["spent"] + RESOLUTION)
    controls = records["base"].astype(numpy.int64) << 16 | records["increment"]
    within = [demeaned(values, controls) for values in (spent, means, logs, logarithms)]
    print("| moves | number | correlation | s. e. | of the logarithms | times: mean | predicted |")
    print("|---|---|---|---|---|---|---|")

    def row(name: str, rows: numpy.ndarray, values: Iterable[numpy.ndarray] = (spent, means, logs, logarithms)) -> None:
        if rows.sum() < 30:
            return
        first, second, third, fourth = (value[rows] for value in values)
        error = interval(first, second, records["game"][rows])
        print(
            f"| {name} | {rows.sum()} | {correlation(first, second):.3f} | {error:.3f} "
            f"| {correlation(third, fourth):.3f} | {spent[rows].mean():.2f} s | {means[rows].mean():.2f} s |"
        )

    player, everyone = records["is_player"] == 1, numpy.ones(len(records), bool)
    for name, rows in (("the player", player), ("everyone", everyone)):
        row(f"{name}, all", rows)
        row(f"{name}, within time controls", rows, within)
        for control in options.controls:
            base, increment = (int(part) for part in control.split("+"))
            row(f"{name}, {control}", rows & (records["base"] == base) & (records["increment"] == increment))


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("samples", type=pathlib.Path)
    parser.add_argument("file", type=pathlib.Path)
    parser.add_argument("--steps", type=int, default=20_000)
    parser.add_argument("--batch", type=int, default=2048)
    parser.add_argument("--rate", type=float, default=3e-3)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--report", choices=("train", "validation", "test"))
    parser.add_argument("--controls", nargs="+", default=["15+0", "30+0", "60+0", "120+1", "180+0", "180+2", "600+0"])
    options = parser.parse_args()
    if options.report:
        report(options)
    else:
        train(options)


if __name__ == "__main__":
    main()
