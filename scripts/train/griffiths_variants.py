#!/usr/bin/env python3
"""Compares the piece selector of Griffiths, "Mockfish: A Pattern Recognition Chess Engine", 2022, with what he tried
and dropped: L2 terms (section 3.2.3), piece values in its input (3.1.1), normalised input (3.1.2), and the options of
his baseline (3.3).

    griffiths_variants.py DATA OUT [--variants plain l2 …] [--shrink 2]

DATA was made by `motley-lab dataset mockfish`. Each variant learns from the same samples in the same order until its
validation loss was not better for an epoch. `--shrink` divides the widths of the convolutions, so that this takes
minutes on few games; 1 is his width. OUT gets a folder for each variant, as griffiths.py writes it (the same command
goes on after an interruption), and `variants.tsv`: the accuracy of each where its validation loss was least.
"""

import argparse

import numpy
import torch

from checkpoint import write_table
from griffiths import Network, add_training_options, options_of
from mockfish_nets import channels
from mockfish_samples import load, signed_planes
from processes import keep_memory

VARIANTS = ("plain", "l2", "values", "normalised", "baseline")
BASELINE = {"layers": 2, "hidden": 4096, "dropout": 0.0}
BASELINE_BATCH, BASELINE_RATE = 256, 0.001
L2 = 1e-4
"""Times the sum of the squares of all weights; Griffiths does not say how large his terms were."""
PIECE_VALUES = (1.0, 3.0, 3.0, 5.0, 9.0, 10.0)
"""From the pawn to the king, which has none; he does not say what he took."""
MEASURED = 20_000
"""Samples for the mean and the deviation of each plane."""


class Variant(Network):
    """The selector with one thing changed."""

    def __init__(self, options: argparse.Namespace, data: dict[str, numpy.ndarray]) -> None:
        super().__init__(options, data)
        if options.variant == "l2":
            plain_loss = self.loss
            self.loss = lambda net, planes, labels: plain_loss(net, planes, labels) + L2 * squares(net)
        elif options.variant == "values":
            values = torch.tensor(PIECE_VALUES, device=self.device)[:, None, None]
            self.planes = lambda records, device: signed_planes(records, device) * values
        elif options.variant == "normalised":
            mean, deviation = (of.to(self.device) for of in statistics_of(data["train"][:MEASURED]))
            self.planes = lambda records, device: (signed_planes(records, device) - mean) / deviation


def squares(net: torch.nn.Module) -> torch.Tensor:
    return sum(weights.square().sum() for weights in net.parameters())


def statistics_of(samples: numpy.ndarray) -> tuple[torch.Tensor, torch.Tensor]:
    """Mean and standard deviation of each plane, [6, 1, 1]."""
    planes = signed_planes(samples, "cpu").transpose(0, 1).flatten(1)
    return planes.mean(1)[:, None, None], planes.std(1)[:, None, None]


def options_with(options: argparse.Namespace, variant: str) -> argparse.Namespace:
    """The options of griffiths.py for a variant."""
    one = options_of(options, "selector", options.out / variant)
    one.variant, one.direct = variant, False
    one.shape = {"channels": channels(options.shrink)}
    if variant == "baseline":
        one.shape.update(BASELINE)
        one.batch, one.rate = BASELINE_BATCH, BASELINE_RATE
    return one


def row_of(variant: str, history: list[dict[str, float]]) -> dict[str, object]:
    """Where the validation loss was least."""
    best = min(history, key=lambda entry: entry["loss"])
    columns = ("epoch", "positions", "training_accuracy", "loss", "accuracy", "judged")
    return {"variant": variant, **{name: best[name] for name in columns}}


def arguments() -> argparse.Namespace:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    add_training_options(parser)
    parser.add_argument("--variants", nargs="+", choices=VARIANTS, default=VARIANTS, help="default: all")
    parser.add_argument("--shrink", type=int, default=2, help="how much narrower the convolutions are than his")
    return parser.parse_args()


def main() -> None:
    options = arguments()
    keep_memory()
    data = {part: load(options.data, part) for part in ("train", "validation", "test")}
    games = len(numpy.unique(data["train"]["game"]))
    widths = "-".join(map(str, channels(options.shrink)))
    note = f"scripts/train/griffiths_variants.py: selector, {games} games, convolutions of {widths} channels"
    rows = []
    for variant in options.variants:
        network = Variant(options_with(options, variant), data)
        network.take_turn(float("inf"))
        rows.append(row_of(variant, network.history))
        write_table(rows, options.out / "variants.tsv", [note])


if __name__ == "__main__":
    main()
