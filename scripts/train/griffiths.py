#!/usr/bin/env python3
"""Trains the seven networks of Griffiths, "Mockfish: A Pattern Recognition Chess Engine", 2022, as he describes it, on
samples of `motley-lab dataset mockfish`.

    griffiths.py DATA OUT [--slice 600] [--hours 2]

The networks take turns of `--slice` seconds, so that all seven curves grow together; each ends when the validation loss
was not better for a whole epoch (section 3.3: "5 validation cycles" of a fifth of an epoch). OUT gets a folder for each
network: `options.json`, `state.pt` (to resume after an interruption with the same command; written after every turn and
every validation), `best.pt` (the weights of the least validation loss; mockfish_export.py takes the folder),
`curve.tsv` and, at the end, `metrics.json`. `OUT/curves.tsv` has the curves of all. Runs on a CUDA GPU where there is
one; on a CPU the convolutions take another form (board_convolution.py). griffiths_search.py searches for the
hyperparameters.
"""

import argparse
import copy
import math
import pathlib
import time

import numpy

import mockfish_nets
from board_convolution import with_board_convolutions
from checkpoint import begin, parameters
from mockfish import NETWORKS, GriffithsTask, Trainer
from mockfish_samples import PIECES, Rows, load
from processes import Processes, keep_memory
from training_curves import join

MOST_EPOCHS = 50
"""More than a network needs."""
NOTE = "motley-lab dataset, then scripts/train/griffiths.py; `judged` samples, accuracies of 64 squares from 0 to 1"


def rows_of(samples: numpy.ndarray, network: str, most: int | None = None) -> numpy.ndarray:
    """The rows that a network learns from: all for the selector, those where its piece moves for the others; at most
    `most`, the same ones each time, sampled at random."""
    rows = numpy.arange(len(samples))
    if network != "selector":
        rows = numpy.flatnonzero(samples["role"] == PIECES.index(network) + 1)
    if most is None or most >= len(rows):
        return rows
    return numpy.sort(numpy.random.default_rng(1).choice(rows, most, replace=False))


class Network(Trainer):
    """One of the seven. Its curve also has the accuracy on samples that it learns from, measured as in validation."""

    def __init__(self, options: argparse.Namespace, data: dict[str, numpy.ndarray]) -> None:
        described, processes = begin(options), Processes()
        net, inputs = mockfish_nets.build(described)
        if processes.device.type == "cpu" and not options.direct:
            net = with_board_convolutions(net)
        self.described, self.name = described, options.net
        training, validation = (data[part] for part in ("train", "validation"))
        self.training = Rows(training, rows_of(training, self.name))
        self.seen = Rows(training, rows_of(training, self.name, options.judged // 2))
        self.validation = Rows(validation, rows_of(validation, self.name, options.judged))
        epoch = math.ceil(len(self.training) / options.batch)
        # After a fifth of an epoch, as he did; sooner where an epoch is long.
        options.validate = min(options.validate, math.ceil(epoch / 5))
        options.patience, options.steps = math.ceil(epoch / options.validate), MOST_EPOCHS * epoch
        super().__init__(GriffithsTask(options), net, inputs, options, processes)
        self.resume()

    def record(self, entry: dict[str, float]) -> None:
        seen, positions = self.measure(self.seen), self.step * self.options.batch
        super().record(
            {
                "epoch": positions / len(self.training),
                "positions": positions,
                "seconds": entry["seconds"],
                "training_loss": seen["loss"],
                "training_accuracy": seen[self.name],
                "loss": entry["loss"],
                "accuracy": entry[self.name],
                "judged": len(self.validation),
            }
        )

    def take_turn(self, seconds: float) -> None:
        self.log(f"{self.name}: {len(self.training):,} samples for training, {self.step} steps done")
        self.train(self.training, self.validation, seconds)
        read, spent = self.step * self.options.batch, self.seconds_in_all() + self.seconds
        left = (-read % len(self.training)) * spent / max(read, 1) / 3600
        self.log(
            f"{self.name}: {read / len(self.training):.3f} epochs, {read / max(spent, 1e-9):.0f} samples a second, "
            f"{left:.2f} hours to the end of this epoch"
        )

    def close(self, test: numpy.ndarray) -> None:
        """Measures the best weights on the test part."""
        metrics = {
            "options": self.described,
            "parameters": parameters(self.net),
            "training_samples": len(self.training),
            "steps": self.step,
            "seconds": self.seconds_in_all(),
        }
        self.finish(metrics, lambda: self.measure(Rows(test, rows_of(test, self.name))))


def options_of(options: argparse.Namespace, network: str, out: pathlib.Path) -> argparse.Namespace:
    """The options of mockfish.py for one network."""
    one = copy.copy(options)
    one.kind, one.net, one.out = "griffiths", network, out
    one.schedule, one.decay, one.compile = "constant", 0.0, False
    one.inputs, one.width, one.blocks = "signed", None, None
    return one


def train_in_turns(options: argparse.Namespace, data: dict[str, numpy.ndarray]) -> None:
    """Turns until all have ended, or the time is over."""
    networks = [
        Network(options_of(options, name, options.out / name), data)
        for name in options.nets
        if not (options.out / name / "metrics.json").exists()
    ]
    end = time.monotonic() + 3600 * options.hours
    while networks and time.monotonic() < end:
        # The one that lacks most of an epoch comes first, so that a restart does not favour the selector.
        network = min(networks, key=lambda network: network.step / len(network.training))
        network.take_turn(min(options.slice, end - time.monotonic()))
        join(options.out / "curves.tsv", "network", {name: options.out / name for name in NETWORKS}, [NOTE])
        if network.has_ended():
            network.close(data["test"])
            networks.remove(network)


def add_training_options(parser: argparse.ArgumentParser) -> None:
    """Those that the search shares."""
    parser.add_argument("data", type=pathlib.Path, help="folder made by motley-lab dataset mockfish")
    parser.add_argument("out", type=pathlib.Path, help="folder for the results")
    parser.add_argument("--batch", type=int, default=128, help="samples a step")
    parser.add_argument("--rate", type=float, default=2.12e-4, help="learning rate")
    parser.add_argument(
        "--validate", type=int, default=156, help="steps between validations at most; five an epoch, if that is more"
    )
    parser.add_argument(
        "--judged", type=int, default=6000, help="samples of a validation; half as many of those for training"
    )
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--threads", type=int, help="CPU threads")
    parser.add_argument("--full-precision", action="store_true", help="no bfloat16")


def arguments() -> argparse.Namespace:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    add_training_options(parser)
    parser.add_argument("--nets", nargs="+", choices=NETWORKS, default=NETWORKS, help="default: all seven")
    parser.add_argument("--slice", type=float, default=600, help="seconds of a network's turn")
    parser.add_argument("--direct", action="store_true", help="torch's convolutions on a CPU too")
    parser.add_argument("--hours", type=float, default=float("inf"), help="ends after so many")
    return parser.parse_args()


def main() -> None:
    options = arguments()
    keep_memory()
    train_in_turns(options, {part: load(options.data, part) for part in ("train", "validation", "test")})


if __name__ == "__main__":
    main()
