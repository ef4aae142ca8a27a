"""Several processes that learn one network evaluation together, one for each core.

The weights lie in memory that all of them share. Of every batch each process takes its part of the chunks and adds up
their gradient in memory that the first one sees too; the first adds these up and takes the step. Threads of one process
would wait for each other, since much of a small chunk's time goes in Python.
"""

import argparse
import copy
import multiprocessing
import os
from collections.abc import Callable, Iterator
from multiprocessing.connection import Connection

import numpy
import torch

from nnue_goal import Goal
from nnue_net import Net
from nnue_samples import Batch, Batches, Chunk, chunk_of

CHUNK = 2048
"""Positions whose gradient is computed at once: what the cache of a processor holds."""


def learn_part(net: Net, goal: Goal, batch: Batch) -> float:
    """Adds up the gradient of some chunks in `net`; returns their part of the loss."""
    total = 0.0
    for weights in net.learning():
        weights.grad.zero_()
    for chunk in batch:
        loss = goal.loss(net, chunk) / goal.batch
        loss.backward()
        total += loss.item()
    return total


class Learners:
    """The processes: this one, and copies of it that begin when the first batch is learnt. `batches` makes the part of
    the batches of a process, by its number."""

    def __init__(self, net: Net, goal: Goal, batches: Callable[[int], Batches], count: int) -> None:
        self.net, self.goal, self.batches = net.share_memory(), goal, batches
        self.others = [shared(net) for _ in range(count - 1)]
        self.pipes: list[Connection] = []
        for weights in net.learning():
            weights.grad = torch.zeros_like(weights)

    def start(self, step: int) -> None:
        """Starts the other processes, at this batch."""
        # A copy of this process has the samples in the same memory.
        context, parent = multiprocessing.get_context("fork"), os.getpid()
        for number, net in enumerate(self.others, 1):
            pipe, its_end = context.Pipe()
            self.pipes.append(pipe)
            context.Process(target=self.work, args=(number, net, step, its_end, parent), daemon=True).start()
            # With this end left open here, the death of the other process would go unnoticed.
            its_end.close()

    def work(self, number: int, net: Net, step: int, pipe: Connection, parent: int) -> None:
        """What another process does: its part of a batch whenever it is asked to."""
        for batch in self.batches(number).run(step):
            while not pipe.poll(5):
                if os.getppid() != parent:
                    return
            pipe.recv()
            pipe.send(learn_part(net, self.goal, batch))

    def learn(self, batch: Batch) -> float:
        """Leaves the gradient of a batch in the net; `batch` is the part of this process. Returns the loss."""
        for pipe in self.pipes:
            pipe.send(None)
        total = learn_part(self.net, self.goal, batch) + sum(pipe.recv() for pipe in self.pipes)
        gradients, *others = ([weights.grad for weights in net.learning()] for net in (self.net, *self.others))
        for other in others:
            torch._foreach_add_(gradients, other)
        return total


def shared(net: Net) -> Net:
    """A net with the same weights in the same memory, and a gradient of its own that other processes see."""
    other = copy.deepcopy(net)
    for mine, its in zip(other.parameters(), net.parameters(), strict=True):
        mine.data = its.data
        if mine.requires_grad:
            mine.grad = torch.zeros_like(its).share_memory_()
    return other


class Processor:
    """The steps of a training on a processor: of the batches of all samples, in as many processes as `options.threads`
    says."""

    def __init__(self, net: Net, goal: Goal, options: argparse.Namespace, records: numpy.ndarray) -> None:
        if options.awaited:
            raise SystemExit("error: --awaited is for a training on a GPU")
        self.net, self.options, self.records = net, options, records
        self.learners = Learners(net, goal, self.made, options.threads)
        self.optimizer = torch.optim.AdamW(net.learning(), options.rate, weight_decay=options.decay, fused=True)

    def made(self, number: int) -> Batches:
        """The part of the batches that a process makes."""
        options = self.options
        return Batches(self.records, options.seed, options.batch, CHUNK, number, options.threads)

    def known(self) -> int:
        """How many samples there are."""
        return len(self.records)

    def batches(self, step: int) -> Iterator[Batch]:
        """This process's part of the batches, from this step on."""
        self.learners.start(step)
        return self.made(0).run(step)

    def learn(self, batch: Batch, rate: float) -> float:
        """Takes a step at this learning rate; the gradient is a mean over the batch, and so is the loss."""
        for group in self.optimizer.param_groups:
            group["lr"] = rate
        loss = self.learners.learn(batch)
        self.optimizer.step()
        self.net.clip()
        return loss

    @staticmethod
    def chunks(records: numpy.ndarray) -> Iterator[Chunk]:
        """All of these samples."""
        return (chunk_of(records[first : first + CHUNK]) for first in range(0, len(records), CHUNK))
