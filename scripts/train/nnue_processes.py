"""Several processes that learn one network evaluation together, one for each core.

The weights lie in memory that all of them share. Of every batch each process takes its part of the chunks and adds up
their gradient in memory that the first one sees too; the first adds these up and takes the step. Threads of one process
would wait for each other, since much of a small chunk's time goes in Python.
"""

import copy
import dataclasses
import multiprocessing
import os
from collections.abc import Callable
from multiprocessing.connection import Connection

import torch
from torch import Tensor

from nnue_file import SCALE
from nnue_net import Net
from nnue_samples import Batch, Batches, Chunk


@dataclasses.dataclass
class Goal:
    """What is learnt: sigmoid(centipawns / `scale`), mixed with `result_share` of the game's result. A gradient is a
    mean over `batch` positions."""

    scale: float
    result_share: float
    batch: int

    def loss(self, net: Net, chunk: Chunk) -> Tensor:
        """Squared errors of the expected score, summed."""
        # A position of no game has no result.
        share = self.result_share * (chunk.points >= 0)
        target = (1 - share) * torch.sigmoid(chunk.scores / self.scale) + share * chunk.points
        expected = torch.sigmoid(net(chunk) * (SCALE / self.scale))
        return (expected - target).square().sum()

    def learn(self, net: Net, batch: Batch) -> float:
        """Adds up the gradient of some chunks in `net`; returns their part of the loss."""
        device, total = next(net.parameters()).device, 0.0
        for weights in net.parameters():
            weights.grad.zero_()
        for chunk in batch:
            loss = self.loss(net, chunk.to(device)) / self.batch
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
        for weights in net.parameters():
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
            pipe.send(self.goal.learn(net, batch))

    def learn(self, batch: Batch) -> float:
        """Leaves the gradient of a batch in the net; `batch` is the part of this process. Returns the loss."""
        for pipe in self.pipes:
            pipe.send(None)
        total = self.goal.learn(self.net, batch) + sum(pipe.recv() for pipe in self.pipes)
        gradients, *others = ([weights.grad for weights in net.parameters()] for net in (self.net, *self.others))
        for other in others:
            torch._foreach_add_(gradients, other)
        return total


def shared(net: Net) -> Net:
    """A net with the same weights in the same memory, and a gradient of its own that other processes see."""
    other = copy.deepcopy(net)
    for mine, its in zip(other.parameters(), net.parameters(), strict=True):
        mine.data = its.data
        mine.grad = torch.zeros_like(its).share_memory_()
    return other
