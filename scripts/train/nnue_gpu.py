"""The training of the network evaluation on a GPU: samples lie in its memory, and the inputs are computed there. The
steps are recorded once as a CUDA graph, because to start their hundreds of small operations would take longer than they
do.
"""

import argparse
import pathlib
from collections.abc import Iterator

import numpy
import torch
from torch import Tensor

from nnue_goal import Goal
from nnue_net import Net
from nnue_padded import PaddedChunk, padded

DRAWN = 32
"""Batches whose inputs are computed at once."""
CHUNK = 1 << 17
"""Validation positions that are computed at once."""


class Store:
    """Training samples in the memory of a device, as bytes [n, 32]. Those of the `awaited` folders are added when these
    exist: a training can begin while its samples are made."""

    def __init__(self, records: numpy.ndarray, awaited: str, device: torch.device) -> None:
        self.awaited = [pathlib.Path(folder) for folder in awaited.split(",") if folder]
        self.space = torch.empty(0, 32, dtype=torch.uint8, device=device)
        self.count = 0
        self.add(records)

    def add(self, records: numpy.ndarray) -> None:
        end = self.count + len(records)
        if end > len(self.space):
            self.space = torch.cat((self.space[: self.count], self.space.new_empty(2 * end - self.count, 32)))
        self.space[self.count : end] = self.on_device(records)
        self.count = end

    def take(self) -> Tensor:
        """All samples, with those that have come to exist."""
        for folder in [folder for folder in self.awaited if folder.exists()]:
            self.awaited.remove(folder)
            self.add(numpy.load(folder / "train.npy"))
        return self.space[: self.count]

    def on_device(self, records: numpy.ndarray) -> Tensor:
        """The bytes of these samples."""
        return torch.from_numpy(numpy.array(records).view(numpy.uint8).reshape(-1, 32)).to(self.space.device)


class Gpu:
    """The steps of a training on a GPU. A batch consists of random samples; that of a step depends on the seed and on
    the samples that were there."""

    def __init__(self, net: Net, goal: Goal, options: argparse.Namespace, records: numpy.ndarray) -> None:
        self.net, self.goal, self.options = net, goal, options
        self.device = next(net.parameters()).device
        self.store = Store(records, options.awaited, self.device)
        self.optimizer = torch.optim.AdamW(
            net.learning(),
            torch.tensor(options.rate, device=self.device),
            weight_decay=options.decay,
            fused=True,
            capturable=True,
        )
        self.graph, self.chunk, self.loss = None, None, torch.zeros((), device=self.device)

    def known(self) -> int:
        """How many samples there are by now."""
        return self.store.count

    def batches(self, step: int) -> Iterator[PaddedChunk]:
        """Without end."""
        size, random = self.options.batch, torch.Generator(self.device).manual_seed(self.options.seed + step)
        while True:
            records = self.store.take()
            drawn = torch.randint(len(records), (DRAWN * size,), generator=random, device=self.device)
            chunk = padded(records[drawn])
            yield from (chunk.part(first, first + size) for first in range(0, DRAWN * size, size))

    def learn(self, batch: PaddedChunk, rate: float) -> Tensor:
        """Takes a step at this learning rate; the gradient is a mean over the batch, and so is the loss."""
        if self.graph is None:
            self.record(batch)
        for group in self.optimizer.param_groups:
            group["lr"].fill_(rate)
        for own, given in zip(self.chunk.tensors(), batch.tensors(), strict=True):
            own.copy_(given)
        self.graph.replay()
        return self.loss

    def record(self, batch: PaddedChunk) -> None:
        """Records a step. What is allocated once must be there before; some steps that do not change the weights, since
        their rate is zero, see to that."""
        self.chunk = PaddedChunk(*(tensor.clone() for tensor in batch.tensors()))
        for group in self.optimizer.param_groups:
            group["lr"] = torch.zeros((), device=self.device)
        state = [[value.clone() for value in values.values()] for values in self.optimizer.state.values()]
        stream = torch.cuda.Stream()
        stream.wait_stream(torch.cuda.current_stream())
        with torch.cuda.stream(stream):
            for _ in range(3):
                self.take_step()
        torch.cuda.current_stream().wait_stream(stream)
        self.graph = torch.cuda.CUDAGraph()
        with torch.cuda.graph(self.graph):
            self.take_step()
        # A training that goes on has means of its gradients.
        for number, values in enumerate(self.optimizer.state.values()):
            for place, value in enumerate(values.values()):
                value.copy_(state[number][place]) if state else value.zero_()

    def take_step(self) -> None:
        self.optimizer.zero_grad(set_to_none=True)
        loss = self.goal.loss(self.net, self.chunk) / self.goal.batch
        loss.backward()
        self.optimizer.step()
        self.net.clip()
        self.loss.copy_(loss.detach())

    def chunks(self, records: numpy.ndarray) -> Iterator[PaddedChunk]:
        """All of these samples."""
        return (padded(self.store.on_device(records[first : first + CHUNK])) for first in range(0, len(records), CHUNK))
