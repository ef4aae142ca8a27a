#!/usr/bin/env python3
"""Trains the net that knows who moves, on shards of `motley-lab dataset rated-shards`.

    rated.py tower OUT --shards DIR --validation SHARD [--init standard.onnx] [--width 64 --blocks 6]
    rated.py attention OUT --shards DIR --validation SHARD [--width 96 --blocks 6 --heads 6]
    rated.py tower OUT --shards DIR --labels LABELS --validation SHARD --init rated.onnx

OUT gets `options.json`, `state.pt` (to go on after an interruption with the same command) and `log.txt`. The rate is
constant, so that the length of a run need not be known; a mean of the weights over the last steps (`ema`) stands for
what a falling rate would give. Ends after --steps or --cpu-minutes, or when it is told to (SIGTERM, SIGINT): then it
saves first. Uses a CUDA GPU where there is one, then in bfloat16. On a processor a trial at each start decides between
bfloat16 and full precision, unless --precision does.

With --labels of rated_labels.py the moves are learnt from both the games and the teachers: the loss of a position is
(1 − share) times the cross entropy of the move that was played, plus share times that of the teacher's probabilities;
`teacher_shares` says how large the share is. Only shards that have labels are read.

Several processes, each on a GPU or on a part of the processors, divide every batch: `torchrun --nproc-per-node N
rated.py …`, on several machines as torchrun's documentation says. The batch stays the same in all, so that a run may be
resumed with another number of processes. docs/scale.md says more.
"""

import argparse
import functools
import json
import pathlib
import signal
import sys
import time

import numpy
import torch
from torch.nn import functional

import rated_nets
from checkpoint import Resumable, begin, parameters
from label_file import LabelError, load_labels
from processes import Processes
from rated_init import begin_with
from rated_report import LICHESS, OVER_THE_BOARD, chosen, legal_logits, lines, predict
from rated_samples import Labels, Shards, planes, who

NONE = -100
"""A label that is not known."""


def teacher_shares(records: numpy.ndarray, taught: numpy.ndarray) -> numpy.ndarray:
    """[N]: how much a position's loss comes from the teacher's answer, nothing where there is none. Least where games
    know better than nets of players up to 1900, all where the teacher was asked about another player than the mover."""
    elo, source = records["elo"].astype(int), records["source"]
    of_lichess = numpy.select([elo < 1200, elo < 2000], [0.7, 0.5], 0.25)
    share = numpy.select([source == LICHESS, source == OVER_THE_BOARD], [of_lichess, 0.3], 0.4)
    share[taught["elo"] > 0] = 1.0
    share[taught["probability"][:, 0] == 0] = 0.0
    return share.astype(numpy.float32)


class Taught:
    """The teacher's answers of a batch: `targets` [N, 64] probabilities in the order of the legal moves, and `share`
    [N] of the loss that they decide."""

    def __init__(self, records: numpy.ndarray, taught: numpy.ndarray, device: torch.device) -> None:
        slots = torch.from_numpy(taught["slot"].astype(numpy.int64)).to(device)
        probabilities = torch.from_numpy(taught["probability"].astype(numpy.float32)).to(device)
        targets = torch.zeros(len(records), records["legal"].shape[1], device=device).scatter_add_(
            1, slots, probabilities
        )
        self.targets = targets / targets.sum(1, keepdim=True).clamp(min=1)
        self.share = torch.from_numpy(teacher_shares(records, taught)).to(device)


def asked(records: numpy.ndarray, taught: numpy.ndarray) -> numpy.ndarray:
    """The samples as the teacher was asked about them: where that was another player, mover and opponent have the
    rating that was asked for."""
    other = taught["elo"] > 0
    for field in ("elo", "opponent_elo"):
        records[field][other] = taught["elo"][other]
    return records


def known(labels: Labels, taught: Taught | None) -> dict[str, int]:
    """Name → how many samples have a label for this output."""
    played = len(labels.origin) if taught is None else (taught.share < 1).sum().item()
    ends, times = ((part != NONE).sum().item() for part in (labels.outcome, labels.time))
    return {"moves": len(labels.origin), "selector": played, "piece": played, "value": ends, "time": times}


def move_loss(moves: torch.Tensor, labels: Labels, taught: Taught | None) -> torch.Tensor:
    """The loss of whole moves, a sum over the samples."""
    logarithms = torch.log_softmax(legal_logits(moves, labels), dim=1)
    if taught is None:
        return -logarithms[:, 0].sum()
    # Illegal moves have the logarithm −∞ and the probability 0, whose product is no number.
    by_teacher = -(taught.targets * logarithms.clamp(min=-1e4)).sum(1)
    return ((taught.share - 1) * logarithms[:, 0] + taught.share * by_teacher).sum()


def losses(outputs: dict[str, torch.Tensor], labels: Labels, taught: Taught | None = None) -> dict[str, torch.Tensor]:
    """Name → loss of each output, a sum over the samples that have a label. Only `moves` are taught."""
    outputs = {name: output.float() for name, output in outputs.items()}
    seven, count = outputs["seven"], torch.arange(len(labels.origin), device=labels.origin.device)
    origin, target = labels.origin, labels.target
    if taught is not None:
        not_played = taught.share == 1
        origin, target = origin.masked_fill(not_played, NONE), target.masked_fill(not_played, NONE)
    pairs = {
        "selector": (seven[:, 0], origin),
        "piece": (seven[count, labels.piece + 1], target),
        "value": (outputs["value"], labels.outcome),
        "time": (outputs["time"], labels.time),
    }
    others = {
        name: functional.cross_entropy(logits, expected, ignore_index=NONE, reduction="sum")
        for name, (logits, expected) in pairs.items()
    }
    return {"moves": move_loss(outputs["moves"], labels, taught), **others}


WEIGHTS = {"moves": 1.0, "selector": 0.2, "piece": 0.2, "value": 0.2, "time": 0.05}


class Trainer(Resumable):
    """Takes steps, keeps the mean of the weights, saves and reports."""

    COUNTS = ("step", "positions", "cpu_seconds")
    WEIGHTS = ("ema",)

    def __init__(self, net: torch.nn.Module, options: argparse.Namespace, processes: Processes) -> None:
        self.options, self.processes, self.device = options, processes, processes.device
        self.net = net.to(self.device, memory_format=torch.channels_last)
        self.in_bfloat16 = self.device.type == "cuda" or options.precision == "bfloat16"
        self.optimizer = torch.optim.AdamW(
            self.net.parameters(), options.rate, weight_decay=options.decay, betas=(0.9, 0.98), fused=True
        )
        self.ema = self.weights()
        self.step, self.positions, self.cpu_seconds, self.asked_to_end = 0, 0, 0.0, False
        self.started_at = self.clock()

    def weights(self) -> dict[str, torch.Tensor]:
        return {name: values.detach().clone() for name, values in self.net.state_dict().items()}

    def autocast(self) -> torch.autocast:
        return torch.autocast(self.device.type, dtype=torch.bfloat16, enabled=self.in_bfloat16)

    def save(self) -> None:
        self.cpu_seconds, self.started_at = self.used(), self.clock()
        super().save()

    def used(self) -> float:
        """Seconds of the first process: of processor time on a CPU, of wall time on a GPU, in all runs together."""
        return self.cpu_seconds + self.clock() - self.started_at

    def clock(self) -> float:
        return time.monotonic() if self.device.type == "cuda" else time.process_time()

    def log(self, text: str) -> None:
        if not self.processes.is_first:
            return
        line = f"{time.strftime('%H:%M:%S')} {text}"
        print(line, flush=True)
        with (self.options.out / "log.txt").open("a") as file:
            file.write(line + "\n")

    def rate(self) -> float:
        """A short warm-up, then constant, and linearly down to nothing over the last --cooldown steps."""
        options = self.options
        rate = options.rate * min(1.0, (self.step + 1) / options.warm_up)
        if options.cooldown:
            rate *= min(1.0, max((options.steps - self.step) / options.cooldown, 0.001))
        return rate

    def chances(self) -> numpy.ndarray:
        """What is forgotten of this process's samples: it depends on the step and the sample's place in the batch."""
        size = self.options.batch
        sampled = numpy.random.default_rng((self.options.seed, self.step)).random((3, size), dtype=numpy.float32)
        return numpy.ascontiguousarray(sampled[:, self.processes.part(size)])

    def forward(
        self, net: torch.nn.Module, records: numpy.ndarray, taught: numpy.ndarray | None, chances: numpy.ndarray | None
    ) -> tuple[dict[str, torch.Tensor], dict[str, int]]:
        """The sums of the losses by output, and how many samples have a label for each."""
        if taught is not None:
            records, taught = asked(records, taught), Taught(records, taught, self.device)
        labels = Labels(records, self.device)
        if taught is not None:
            # What became of the game, and how long the move took, say nothing of a player who was only asked about.
            for part in (labels.outcome, labels.time):
                part[taught.share == 1] = NONE
        self.net.train()
        board = planes(records, self.device).contiguous(memory_format=torch.channels_last)
        with self.autocast():
            outputs = net(board, who(records, self.device, chances))
        return losses(outputs, labels, taught), known(labels, taught)

    def is_faster_in_bfloat16(self, records: numpy.ndarray, taught: numpy.ndarray | None) -> bool:
        """Times forward and backward passes in both precisions. The net learns nothing.

        To be called in one process: it runs the net that the others know nothing of, since passes of the net that they
        share would wait for as many of theirs."""
        speeds = {}
        for in_bfloat16 in (False, True):
            self.in_bfloat16 = in_bfloat16
            self.try_step(records, taught)  # The first one compiles and sets up.
            began, count = self.clock(), 0
            while self.clock() - began < self.options.trial_seconds / 2:
                self.try_step(records, taught)
                count += len(records)
            speeds[in_bfloat16] = count / (self.clock() - began)
        self.optimizer.zero_grad(set_to_none=True)
        self.log(f"{speeds[False]:,.0f} positions a second in full precision, {speeds[True]:,.0f} in bfloat16")
        return speeds[True] > speeds[False]

    def try_step(self, records: numpy.ndarray, taught: numpy.ndarray | None) -> None:
        parts, _ = self.forward(self.trial_net, records.copy(), taught, None)
        sum(WEIGHTS[name] * loss for name, loss in parts.items()).backward()

    def learn(self, records: numpy.ndarray, taught: numpy.ndarray | None) -> float:
        """Takes a step with this process's samples of a batch; returns the loss of the moves in the whole batch."""
        for group in self.optimizer.param_groups:
            group["lr"] = self.rate()
        parts, counts = self.forward(self.run_net, records, taught, self.chances())
        totals = dict(zip(counts, self.processes.sums(*counts.values()), strict=True))
        self.optimizer.zero_grad(set_to_none=True)
        # The gradients become means over the processes, which makes this the mean over the whole batch.
        share = {name: WEIGHTS[name] * self.processes.count / max(total, 1) for name, total in totals.items()}
        sum(share[name] * loss for name, loss in parts.items()).backward()
        torch.nn.utils.clip_grad_norm_(self.net.parameters(), 1.0)
        self.optimizer.step()
        self.step += 1
        self.positions += self.options.batch
        if self.processes.is_first:
            self.average()
        return self.processes.sums(parts["moves"].item())[0] / totals["moves"]

    @torch.no_grad()
    def average(self) -> None:
        keep = min(self.options.ema, (1 + self.step) / (10 + self.step))
        for name, values in self.net.state_dict().items():
            self.ema[name].lerp_(values, 1 - keep)

    def report(self, validation: numpy.ndarray) -> None:
        """Measures the mean of the weights, in the first process."""
        if not self.processes.is_first:
            return
        now = self.weights()
        self.net.load_state_dict(self.ema)
        ranks, minus_ln = predict(self.net, validation, self.device)
        self.net.load_state_dict(now)
        self.log(f"step {self.step}, {self.positions:,} positions, {self.used():,.0f} s")
        for line in lines(validation, ranks, minus_ln, self.options.one_player):
            self.log(line)

    def must_end(self) -> bool:
        """Whether one of the processes must: then all do, after the same step."""
        options = self.options
        must = self.asked_to_end or self.step >= options.steps or self.used() >= 60 * options.cpu_minutes
        return self.processes.sums(float(must))[0] > 0

    def train(self, validation: numpy.ndarray) -> None:
        options = self.options
        wrapped = self.processes.wrap(self.net)
        self.run_net = torch.compile(wrapped) if options.compile else wrapped
        self.trial_net = torch.compile(self.net) if options.compile else self.net
        running, recent, saved, reported = None, [], time.monotonic(), self.used()
        labelled = (options.labels, load_labels) if options.labels else None
        has_precision = self.device.type == "cuda" or options.precision != "auto"
        for records, taught in Shards(options.shards, options.batch, self.processes, self.step, labelled):
            if self.must_end():
                break
            if not has_precision:
                trial = functools.partial(self.is_faster_in_bfloat16, records, taught)
                self.in_bfloat16 = self.processes.from_first(trial)
                has_precision = True
            loss = self.learn(records, taught)
            running = loss if running is None else running + (loss - running) / min(self.step, 200)
            recent.append(loss)
            if self.step % options.log_steps == 0:
                means = f"loss {running:.4f}, of the last {len(recent)} steps {sum(recent) / len(recent):.5f}"
                self.log(f"step {self.step} {means}, {self.positions:,} positions {self.used():,.0f} s")
                recent = []
            if time.monotonic() - saved > 60 * options.save_minutes:
                self.save()
                saved = time.monotonic()
            if self.used() - reported > 60 * options.report_minutes:
                self.save()
                self.report(validation)
                reported = self.used()
        self.save()
        if not self.asked_to_end:
            self.report(validation)


def arguments() -> argparse.Namespace:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("kind", choices=("tower", "attention"))
    parser.add_argument("out", type=pathlib.Path, help="folder for the results")
    parser.add_argument("--shards", type=pathlib.Path, required=True, help="folder of shards for training")
    parser.add_argument("--labels", type=pathlib.Path, help="folder of rated_labels.py: learn from the teachers too")
    parser.add_argument("--validation", type=pathlib.Path, required=True, help="a shard of other games")
    parser.add_argument("--per-band", type=int, default=2000, help="samples of each band in a report, at most")
    parser.add_argument("--one-player", type=int, default=3, help="number of a file that is left out of the bands")
    parser.add_argument("--init", type=pathlib.Path, help="ONNX file of this or of mockfish.py to begin with (tower)")
    parser.add_argument("--width", type=int, default=64)
    parser.add_argument("--blocks", type=int, default=6)
    parser.add_argument("--heads", type=int, default=4)
    parser.add_argument("--key", type=int, default=32, help="length of the vectors whose product scores a move")
    parser.add_argument("--batch", type=int, default=256)
    parser.add_argument("--rate", type=float, default=1e-3)
    parser.add_argument("--decay", type=float, default=1e-2)
    parser.add_argument("--warm-up", type=int, default=200, help="steps")
    parser.add_argument("--cooldown", type=int, default=0, help="steps of the falling rate before --steps")
    parser.add_argument("--ema", type=float, default=0.999)
    parser.add_argument("--steps", type=int, default=10**9)
    parser.add_argument("--cpu-minutes", type=float, default=float("inf"))
    parser.add_argument("--save-minutes", type=float, default=5)
    parser.add_argument("--report-minutes", type=float, default=30, help="processor time between reports")
    parser.add_argument("--log-steps", type=int, default=100)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--threads", type=int, default=1)
    parser.add_argument("--precision", choices=("auto", "full", "bfloat16"), default="auto", help="on processors")
    parser.add_argument("--trial-seconds", type=float, default=60, help="to choose the precision in")
    parser.add_argument("--compile", action="store_true", help="compile the net (needs a C++ compiler)")
    return parser.parse_args()


def main() -> None:
    options, processes = arguments(), Processes()
    is_new = not (options.out / "state.pt").exists()
    described = begin(options, processes)
    net = rated_nets.build(described)
    if options.init and is_new:
        begin_with(net, options.init)
    trainer = Trainer(net, options, processes)
    trainer.resume()
    trainer.log(f"{parameters(net):,} parameters on {trainer.device}: {json.dumps(described)}")

    def end(*_: object) -> None:
        trainer.asked_to_end = True

    for kind in (signal.SIGTERM, signal.SIGINT):
        signal.signal(kind, end)
    trainer.train(chosen(numpy.load(options.validation), options.per_band, options.one_player))
    processes.end()


if __name__ == "__main__":
    try:
        main()
    except LabelError as error:
        sys.exit(str(error))
