#!/usr/bin/env python3
"""Trains the net that knows who moves, on shards of `motley dataset draw`.

    human.py tower OUT --shards DIR --validation SHARD [--init standard.onnx] [--width 64 --blocks 6]
    human.py attention OUT --shards DIR --validation SHARD [--width 96 --blocks 6 --heads 6]

OUT gets `options.json`, `state.pt` (to go on after an interruption with the same command) and `log.txt`. The rate is
constant, so that the length of a run need not be known; a mean of the weights over the last steps (`ema`) stands for
what a falling rate would give. Ends after --steps or --cpu-minutes, or when it is told to (SIGTERM, SIGINT): then it
saves first. Uses a CUDA GPU where there is one, then in bfloat16; on processors without bfloat16 that is far slower.

Several processes, each on a GPU or on a part of the processors, divide every batch: `torchrun --nproc-per-node N
human.py …`, on several machines as torchrun's documentation says. The batch stays the same in all, so that a run may be
resumed with another number of processes. docs/scale.md says more.
"""

import argparse
import json
import pathlib
import signal
import time

import numpy
import torch
from torch.nn import functional

import human_nets
from checkpoint import Resumable, begin, parameters
from human_init import begin_with
from human_report import chosen, legal_logits, lines, predict
from human_samples import Labels, Shards, planes, who
from processes import Processes

NONE = -100
"""A label that is not known."""


def known(labels):
    """Name → how many samples have a label for this output."""
    every = len(labels.origin)
    ends, times = ((part != NONE).sum().item() for part in (labels.outcome, labels.time))
    return {"moves": every, "selector": every, "piece": every, "value": ends, "time": times}


def losses(outputs, labels):
    """Name → loss of each output, a sum over the samples that have a label."""
    outputs = {name: output.float() for name, output in outputs.items()}
    seven, count = outputs["seven"], torch.arange(len(labels.origin), device=labels.origin.device)
    pairs = {
        "moves": (legal_logits(outputs["moves"], labels), torch.zeros_like(labels.origin)),
        "selector": (seven[:, 0], labels.origin),
        "piece": (seven[count, labels.piece + 1], labels.target),
        "value": (outputs["value"], labels.outcome),
        "time": (outputs["time"], labels.time),
    }
    return {
        name: functional.cross_entropy(logits, expected, ignore_index=NONE, reduction="sum")
        for name, (logits, expected) in pairs.items()
    }


WEIGHTS = {"moves": 1.0, "selector": 0.2, "piece": 0.2, "value": 0.2, "time": 0.05}


class Trainer(Resumable):
    """Takes steps, keeps the mean of the weights, saves and reports."""

    COUNTS = ("step", "positions", "cpu_seconds")
    WEIGHTS = ("ema",)

    def __init__(self, net, options, processes):
        self.options, self.processes, self.device = options, processes, processes.device
        self.net = net.to(self.device)
        self.optimizer = torch.optim.AdamW(
            self.net.parameters(), options.rate, weight_decay=options.decay, betas=(0.9, 0.98), fused=True
        )
        self.ema = self.weights()
        self.step, self.positions, self.cpu_seconds, self.asked_to_end = 0, 0, 0.0, False
        self.started_at = self.clock()

    def weights(self):
        return {name: values.detach().clone() for name, values in self.net.state_dict().items()}

    def autocast(self):
        return torch.autocast(self.device.type, dtype=torch.bfloat16, enabled=self.device.type == "cuda")

    def save(self):
        self.cpu_seconds, self.started_at = self.used(), self.clock()
        super().save()

    def used(self):
        """Seconds of the first process: of processor time on a CPU, of wall time on a GPU, in all runs together."""
        return self.cpu_seconds + self.clock() - self.started_at

    def clock(self):
        return time.monotonic() if self.device.type == "cuda" else time.process_time()

    def log(self, text):
        if not self.processes.is_first:
            return
        line = f"{time.strftime('%H:%M:%S')} {text}"
        print(line, flush=True)
        with (self.options.out / "log.txt").open("a") as file:
            file.write(line + "\n")

    def rate(self):
        """A short warm-up, then constant, and linearly down to nothing over the last --cooldown steps."""
        options = self.options
        rate = options.rate * min(1.0, (self.step + 1) / options.warm_up)
        if options.cooldown:
            rate *= min(1.0, max((options.steps - self.step) / options.cooldown, 0.001))
        return rate

    def chances(self):
        """What is forgotten of this process's samples: it depends on the step and the sample's place in the batch."""
        size = self.options.batch
        drawn = numpy.random.default_rng((self.options.seed, self.step)).random((3, size), dtype=numpy.float32)
        return numpy.ascontiguousarray(drawn[:, self.processes.part(size)])

    def learn(self, records):
        """Takes a step with this process's samples of a batch; returns the loss of the moves in the whole batch."""
        for group in self.optimizer.param_groups:
            group["lr"] = self.rate()
        labels = Labels(records, self.device)
        counts = known(labels)
        totals = dict(zip(counts, self.processes.sums(*counts.values()), strict=True))
        self.net.train()
        with self.autocast():
            outputs = self.run_net(planes(records, self.device), who(records, self.device, self.chances()))
        parts = losses(outputs, labels)
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
    def average(self):
        keep = min(self.options.ema, (1 + self.step) / (10 + self.step))
        for name, values in self.net.state_dict().items():
            self.ema[name].lerp_(values, 1 - keep)

    def report(self, validation):
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

    def must_end(self):
        """Whether one of the processes must: then all do, after the same step."""
        options = self.options
        must = self.asked_to_end or self.step >= options.steps or self.used() >= 60 * options.cpu_minutes
        return self.processes.sums(float(must))[0] > 0

    def train(self, validation):
        options = self.options
        wrapped = self.processes.wrap(self.net)
        self.run_net = torch.compile(wrapped) if options.compile else wrapped
        running, recent, saved, reported = None, [], time.monotonic(), self.used()
        for records in Shards(options.shards, options.batch, self.processes, skip=self.step):
            if self.must_end():
                break
            loss = self.learn(records)
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


def arguments():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("kind", choices=("tower", "attention"))
    parser.add_argument("out", type=pathlib.Path, help="folder for the results")
    parser.add_argument("--shards", type=pathlib.Path, required=True, help="folder of shards for training")
    parser.add_argument("--validation", type=pathlib.Path, required=True, help="a shard of other games")
    parser.add_argument("--per-band", type=int, default=2000, help="samples of each band in a report, at most")
    parser.add_argument("--one-player", type=int, default=3, help="number of a file that is left out of the bands")
    parser.add_argument("--init", type=pathlib.Path, help="ONNX file of mockfish.py to begin with (tower)")
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
    parser.add_argument("--compile", action="store_true", help="compile the net (needs a C++ compiler)")
    return parser.parse_args()


def main():
    options, processes = arguments(), Processes()
    is_new = not (options.out / "state.pt").exists()
    described = begin(options, processes)
    net = human_nets.build(described)
    if options.init and is_new:
        begin_with(net, options.init)
    trainer = Trainer(net, options, processes)
    trainer.resume()
    trainer.log(f"{parameters(net):,} parameters on {trainer.device}: {json.dumps(described)}")

    def end(*_):
        trainer.asked_to_end = True

    for kind in (signal.SIGTERM, signal.SIGINT):
        signal.signal(kind, end)
    trainer.train(chosen(numpy.load(options.validation), options.per_band, options.one_player))
    processes.end()


if __name__ == "__main__":
    main()
