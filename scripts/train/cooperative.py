#!/usr/bin/env python3
"""Trains Cooperative's nets on samples of `motley-lab dataset cooperative`.

    cooperative.py first|second DATA OUT

`first` is the net of the first experiment in Petrželka, "Generating valid chess positions using AI methods" (seven
constraints, seven epochs), `second` that of the second (seventeen constraints, eight epochs). Petrželka passed over all
positions in each epoch; here an epoch samples positions anew, `--positions` of them, so that all epochs together
contain as many different ones as time allows; with `--whole` none comes again before all have come. OUT gets
`options.json`, `state.pt` (to resume after an interruption with the same command), `best.pt` (the weights of the least
validation loss), `curve.tsv` (every validation) and `metrics.json`. Runs on a CUDA GPU where there is one.
"""

import argparse
import math
import pathlib
import time

import numpy
import torch
from torch.nn import functional
from tqdm import tqdm

import mockfish_nets
from checkpoint import Resumable, begin, parameters
from cooperative_samples import EXPERIMENTS, Pairs, meeting, part_of_pass
from mockfish_samples import load
from onnx_weights import weights_of

EPOCHS = {"first": 7, "second": 8}
"""Petrželka, sections 6.1.1 and 6.1.2."""
SAVE_EVERY = 250
"""Steps between saves within an epoch."""


class Trainer(Resumable):
    COUNTS = (*Resumable.COUNTS, "weight")

    def __init__(self, net: torch.nn.Module, options: argparse.Namespace) -> None:
        self.options = options
        self.device = torch.device("cuda" if torch.cuda.is_available() else "cpu")
        self.net = net.to(self.device, memory_format=torch.channels_last)
        self.optimizer = torch.optim.Adam(self.net.parameters(), options.rate)
        self.epoch, self.step, self.total, self.weight = 0, 0, 0.0, 0.0
        self.best, self.patience, self.seconds, self.history = float("inf"), 0, 0.0, []

    def train(self, training: numpy.ndarray, validation: Pairs) -> None:
        options, constraints = self.options, EXPERIMENTS[self.options.kind]
        groups = meeting(training, constraints)
        if options.init and not self.history:
            self.record(self.entry(0, float("nan"), validation))
        while self.progress() < 1 and self.patience < options.patience:
            positions = options.positions
            if options.whole:
                positions = part_of_pass(len(training), positions, options.seed, self.epoch)
            read = self.pass_over(
                Pairs(
                    training,
                    positions,
                    constraints,
                    (options.seed, self.epoch),
                    options.thin,
                    groups,
                    options.rare,
                )
            )
            if not self.step:
                break
            entry = self.entry(self.epoch + read, self.total / self.weight, validation)
            self.epoch, self.step, self.total, self.weight = self.epoch + 1, 0, 0.0, 0.0
            self.end_epoch(entry)

    def entry(self, epoch: float, training_loss: float, validation: Pairs) -> dict[str, float]:
        return {
            "epoch": math.ceil(epoch),
            "positions": round(epoch * self.options.positions),
            "training_loss": training_loss,
            "seconds": round(self.seconds),
            **self.measure(validation),
        }

    def pass_over(self, pairs: Pairs) -> float:
        """One epoch, or what an interruption left of it. Returns how much of it was read before the minutes were over,
        as a share."""
        steps, started = -(-len(pairs) // self.options.batch), time.monotonic()
        self.net.train()
        with tqdm(total=steps, initial=self.step, unit="step", mininterval=5, desc=f"epoch {self.epoch + 1}") as bar:
            for planes, shares, weights, _ in pairs.batches(self.options.batch, self.device, skip=self.step):
                progress = self.progress(self.step / steps, time.monotonic() - started)
                if progress >= 1:
                    break
                self.set_rate(progress)
                loss = functional.binary_cross_entropy_with_logits(
                    self.logits(planes), shares, weights, reduction="sum"
                )
                self.optimizer.zero_grad(set_to_none=True)
                (loss / weights.sum()).backward()
                self.optimizer.step()
                self.total, self.weight, self.step = (
                    self.total + loss.item(),
                    self.weight + weights.sum().item(),
                    self.step + 1,
                )
                bar.update()
                if self.step % SAVE_EVERY == 0:
                    self.seconds, started = self.seconds + time.monotonic() - started, time.monotonic()
                    self.save()
        self.seconds += time.monotonic() - started
        return self.step / steps

    def progress(self, part: float = 0.0, running: float = 0.0) -> float:
        """How much of the training is done, from 0 to 1, by epochs or by minutes, whichever is further: `part` of the
        epoch and `running` seconds that are not counted yet."""
        by_epochs = (self.epoch + part) / self.options.epochs
        return max(by_epochs, (self.seconds + running) / (60 * (self.options.minutes or float("inf"))))

    def set_rate(self, progress: float) -> None:
        """Constant, and over the last epochs (a third of them by default) linearly down to nothing."""
        for group in self.optimizer.param_groups:
            group["lr"] = self.options.rate * min(1.0, max((1 - progress) / self.options.cooldown, 0.01))

    def logits(self, planes: torch.Tensor) -> torch.Tensor:
        with torch.autocast(self.device.type, dtype=torch.bfloat16, enabled=not self.options.full_precision):
            return self.net(planes.to(memory_format=torch.channels_last)).float().squeeze(1)

    @torch.inference_mode()
    def measure(self, pairs: Pairs) -> dict[str, float]:
        """Binary cross entropy over all samples, over those within reach, and of the mean as a constant prediction
        there."""
        self.net.eval()
        losses, alive, shares = [], [], []
        for planes, share, _, within in pairs.batches(4096, self.device):
            losses.append(functional.binary_cross_entropy_with_logits(self.logits(planes), share, reduction="none"))
            alive.append(within)
            shares.append(share)
        losses, alive, shares = torch.cat(losses), torch.cat(alive), torch.cat(shares)
        mean = shares[alive].mean().expand(int(alive.sum()))
        return {
            "loss": losses.mean().item(),
            "loss_within_reach": losses[alive].mean().item(),
            "within_reach": alive.float().mean().item(),
            "mean_within_reach": functional.binary_cross_entropy(mean, shares[alive]).item(),
        }


def arguments() -> argparse.Namespace:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("kind", choices=tuple(EXPERIMENTS))
    parser.add_argument("data", type=pathlib.Path, help="folder made by motley-lab dataset cooperative")
    parser.add_argument("out", type=pathlib.Path, help="folder for the results")
    parser.add_argument("--epochs", type=int, help="default: Petrželka's, 7 for first, 8 for second")
    parser.add_argument(
        "--minutes", type=float, help="end after so long, whatever the epochs; the rate falls until then"
    )
    parser.add_argument("--positions", type=int, default=200_000, help="positions an epoch, each with all constraints")
    parser.add_argument("--whole", action="store_true", help="no position again before all have come")
    parser.add_argument(
        "--cooldown", type=float, default=1 / 3, help="share of the epochs over which the rate falls to nothing"
    )
    parser.add_argument("--init", type=pathlib.Path, help="ONNX file of mockfish_export.py to begin with")
    parser.add_argument(
        "--rare", type=int, default=4000, help="positions besides for each constraint, of those after which it was met"
    )
    parser.add_argument(
        "--thin", type=int, default=8, help="keep one in N of the samples whose constraint is out of reach"
    )
    parser.add_argument("--batch", type=int, default=128, help="samples a step")
    parser.add_argument("--rate", type=float, default=1e-3, help="learning rate")
    parser.add_argument(
        "--patience", type=int, default=2, help="epochs without a better validation loss before training ends"
    )
    parser.add_argument("--judged", type=int, default=10_000, help="positions for each validation, and for the test")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--threads", type=int, help="CPU threads")
    parser.add_argument("--full-precision", action="store_true", help="no bfloat16")
    options = parser.parse_args()
    options.epochs = options.epochs or EPOCHS[options.kind]
    return options


def main() -> None:
    options = arguments()
    described = begin(options)
    net, _ = mockfish_nets.build(described)
    if options.init:
        net.load_state_dict({name.removeprefix("net."): values for name, values in weights_of(options.init).items()})
    trainer = Trainer(net, options)
    trainer.resume()
    training, constraints = load(options.data, "train"), EXPERIMENTS[options.kind]
    parts = (load(options.data, part) for part in ("validation", "test"))
    validation, test = (Pairs(samples, options.judged, constraints, options.seed) for samples in parts)
    print(
        f"{parameters(net):,} parameters, {len(training):,} positions for training, "
        f"{len(validation):,} samples for validation, on {trainer.device}"
    )
    trainer.train(training, validation)
    metrics = {"options": described, "parameters": parameters(net), "training_positions": len(training)}
    trainer.finish(metrics, lambda: trainer.measure(test))


if __name__ == "__main__":
    main()
