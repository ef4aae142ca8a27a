"""The architectures. Every net takes planes of [N, C, 8, 8] and returns logits; squares count as in
mockfish_samples.py."""

import itertools
import math
from typing import Any

import torch
from torch import nn
from torch.nn import functional

from cooperative_samples import EXPERIMENTS
from mockfish_samples import INPUTS

CHANNELS = (96, 256, 384)
"""Of Griffiths' convolutions."""


def channels(shrink: int) -> tuple[int, ...]:
    """Those of convolutions that are so many times narrower."""
    return tuple(width // shrink for width in CHANNELS)


class GriffithsNet(nn.Module):
    """One of the seven networks of Griffiths (2022, sections 3.2 and 3.3): three 3×3 convolutions, one hidden layer or
    several, each with dropout. [N, 6, 8, 8] → [N, 64]."""

    def __init__(
        self, channels: tuple[int, ...] = CHANNELS, layers: int = 1, hidden: int = 561, dropout: float = 0.2
    ) -> None:
        super().__init__()
        widths = (INPUTS["signed"][0], *channels)
        convolutions = [
            layer
            for before, after in itertools.pairwise(widths)
            for layer in (nn.Conv2d(before, after, 3, padding=1), nn.ReLU())
        ]
        sizes = (64 * channels[-1], *[hidden] * layers)
        connected = [
            layer
            for before, after in itertools.pairwise(sizes)
            for layer in (nn.Linear(before, after), nn.ReLU(), nn.Dropout(dropout))
        ]
        self.body = nn.Sequential(*convolutions, nn.Flatten(), *connected, nn.Linear(hidden, 64))

    def forward(self, planes: torch.Tensor) -> torch.Tensor:
        return self.body(planes)


class Block(nn.Module):
    """Two convolutions with a shortcut; squeeze and excitation scales the channels by the whole board (Hu, Shen and
    Sun, 2018)."""

    def __init__(self, width: int, squeeze: int) -> None:
        super().__init__()
        self.first, self.second = nn.Conv2d(width, width, 3, padding=1, bias=False), nn.Conv2d(
            width, width, 3, padding=1, bias=False
        )
        self.norms = nn.ModuleList((nn.BatchNorm2d(width), nn.BatchNorm2d(width)))
        self.squeeze, self.excite = nn.Linear(width, squeeze), nn.Linear(squeeze, 2 * width)

    def forward(self, x: torch.Tensor) -> torch.Tensor:
        y = functional.relu(self.norms[0](self.first(x)))
        y = self.norms[1](self.second(y))
        scale, shift = self.excite(functional.relu(self.squeeze(y.mean((2, 3))))).chunk(2, dim=1)
        return functional.relu(x + y * torch.sigmoid(scale)[:, :, None, None] + shift[:, :, None, None])


def tower(inputs: str, width: int, blocks: int, squeeze: int) -> tuple[nn.Sequential, nn.Sequential]:
    """[N, C, 8, 8] → [N, width, 8, 8]"""
    stem = nn.Sequential(
        nn.Conv2d(INPUTS[inputs][0], width, 3, padding=1, bias=False), nn.BatchNorm2d(width), nn.ReLU()
    )
    return stem, nn.Sequential(*(Block(width, squeeze) for _ in range(blocks)))


class Trunk(nn.Module):
    """A residual tower with the outputs of Griffiths' seven networks, and two more.

    `seven`  [N, 7, 64]   the selector's origin and the six pieces' targets, in the order selector, pawn, …, king
    `moves`  [N, 64, 64]  from × to: a policy over all moves, to be masked with the legal ones
    `value`  [N, 3]       lost, drawn, won for the mover
    """

    def __init__(
        self, inputs: str = "full", width: int = 64, blocks: int = 6, squeeze: int = 16, key: int = 32
    ) -> None:
        super().__init__()
        self.stem, self.tower = tower(inputs, width, blocks, squeeze)
        self.seven = nn.Sequential(nn.Conv2d(width, width, 3, padding=1), nn.ReLU(), nn.Conv2d(width, 7, 1))
        # A vector for each square as origin and one as target; their product scores the move (as in attention).
        self.origins, self.targets, self.key = nn.Conv2d(width, key, 1), nn.Conv2d(width, key, 1), key
        self.value = nn.Sequential(nn.Linear(width, 64), nn.ReLU(), nn.Linear(64, 3))

    def forward(self, planes: torch.Tensor) -> tuple[torch.Tensor, torch.Tensor, torch.Tensor]:
        x = self.tower(self.stem(planes))
        seven = self.seven(x).flatten(2)
        origins, targets = self.origins(x).flatten(2), self.targets(x).flatten(2)
        moves = origins.transpose(1, 2) @ targets / math.sqrt(self.key)
        return seven, moves, self.value(x.mean((2, 3)))


class Tactics(nn.Module):
    """Whether one move wins by far. [N, 42, 8, 8] → [N, 2], no and yes."""

    def __init__(self, inputs: str = "threats", width: int = 32, blocks: int = 4, squeeze: int = 8) -> None:
        super().__init__()
        self.stem, self.tower = tower(inputs, width, blocks, squeeze)
        self.head = nn.Sequential(nn.Linear(2 * width, 64), nn.ReLU(), nn.Linear(64, 2))

    def forward(self, planes: torch.Tensor) -> torch.Tensor:
        x = self.tower(self.stem(planes))
        # The maximum over squares as well as the mean: a tactic is local.
        return self.head(torch.cat((x.mean((2, 3)), x.amax((2, 3))), dim=1))


class Cooperative(nn.Module):
    """The share of games that will meet a constraint, one of Petrželka's two nets (sections 6.1.1 and 6.1.2).
    [N, 17, 8, 8] → [N, 1].

    Petrželka's first fully connected layer takes 128 numbers, which is 32 channels of 2×2: three by three kernels
    without padding leave that of 8×8 after two convolutions and a max pooling (8, 6, 4, 2), as after three
    convolutions. A ReLU between the two fully connected layers, which Petrželka does not mention, keeps them from
    being one linear map.
    """

    def __init__(self, experiment: str) -> None:
        super().__init__()
        widths = {"first": (17, 64, 32), "second": (17, 64, 64, 32)}[experiment]
        layers = [
            layer for before, after in itertools.pairwise(widths) for layer in (nn.Conv2d(before, after, 3), nn.ReLU())
        ]
        pooling = [nn.MaxPool2d(2)] if experiment == "first" else []
        self.body = nn.Sequential(*layers, *pooling, nn.Flatten(), nn.Linear(128, 64), nn.ReLU(), nn.Linear(64, 1))

    def forward(self, planes: torch.Tensor) -> torch.Tensor:
        return self.body(planes)


def build(options: dict[str, Any]) -> tuple[nn.Module, str]:
    """The net that the options of mockfish.py, griffiths.py or cooperative.py describe, and the kind of planes it
    takes."""
    if options["kind"] in EXPERIMENTS:
        return Cooperative(options["kind"]), "pairs"
    kind, inputs, width, blocks = (options[name] for name in ("kind", "inputs", "width", "blocks"))
    if kind == "griffiths":
        return GriffithsNet(**options.get("shape", {})), "signed"
    if kind == "tactics":
        return Tactics("threats", width, blocks), "threats"
    return Trunk(inputs, width, blocks), inputs
