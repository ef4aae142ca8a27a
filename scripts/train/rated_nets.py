"""The architectures of the net that knows who moves. Each takes planes of [N, PLANES, 8, 8] and the numbers of
`human_samples.who` of [N, WHO], and returns a dict of logits:

`moves`  [N, 4096]   from × 64 + to, to be masked with the legal moves
`seven`  [N, 7, 64]  the selector's origin and the six pieces' targets, as Griffiths' networks
`value`  [N, 3]      lost, drawn, won for the mover
`time`   [N, 12]     how long the mover thinks, by the bins of human_samples.TIME_BOUNDS
"""

import math
from typing import Any

import torch
from torch import nn
from torch.nn import functional

from rated_samples import PLANES, TIME_BOUNDS, WHO


class Heads(nn.Module):
    """From a tower's [N, width, 8, 8] and the vector of who moves to the outputs. `kernel` is that of the seven
    networks' hidden layer."""

    def __init__(self, width: int, key: int, context: int, kernel: int) -> None:
        super().__init__()
        self.key = key
        # A vector for each square as origin and one as target; their product scores the move (as in attention).
        self.origins, self.targets = nn.Conv2d(width, key, 1), nn.Conv2d(width, key, 1)
        self.seven = nn.Sequential(
            nn.Conv2d(width, width, kernel, padding=kernel // 2), nn.ReLU(), nn.Conv2d(width, 7, 1)
        )
        self.value = nn.Sequential(nn.Linear(width + context, 64), nn.ReLU(), nn.Linear(64, 3))
        self.time = nn.Sequential(nn.Linear(width + context, 64), nn.ReLU(), nn.Linear(64, len(TIME_BOUNDS) + 1))

    def forward(self, x: torch.Tensor, context: torch.Tensor) -> dict[str, torch.Tensor]:
        origins, targets = self.origins(x).flatten(2), self.targets(x).flatten(2)
        pooled = torch.cat((x.mean((2, 3)), context), dim=1)
        return {
            "moves": (origins.transpose(1, 2) @ targets / math.sqrt(self.key)).flatten(1),
            "seven": self.seven(x).flatten(2),
            "value": self.value(pooled),
            "time": self.time(pooled),
        }


class Context(nn.Module):
    """Who plays whom, where and how fast → a vector. The first layer holds the vectors of the knots, which it thereby
    interpolates."""

    def __init__(self, size: int) -> None:
        super().__init__()
        self.layers = nn.Sequential(nn.Linear(WHO, size), nn.ReLU(), nn.Linear(size, size), nn.ReLU())

    def forward(self, who: torch.Tensor) -> torch.Tensor:
        return self.layers(who)


class Block(nn.Module):
    """Two convolutions with a shortcut. Squeeze and excitation (Hu, Shen and Sun, 2018) scales and shifts the channels
    by the whole board and by who moves. No normalisation: the second convolution begins at nothing (as SkipInit, De
    and Smith 2020), so that a block begins as its shortcut."""

    def __init__(self, width: int, squeeze: int, context: int) -> None:
        super().__init__()
        self.first, self.second = nn.Conv2d(width, width, 3, padding=1), nn.Conv2d(width, width, 3, padding=1)
        self.squeeze, self.excite = nn.Linear(width, squeeze), nn.Linear(squeeze, 2 * width)
        self.by_context = nn.Linear(context, 2 * width, bias=False)
        for layer in (self.second, self.by_context):
            nn.init.zeros_(layer.weight)
        nn.init.zeros_(self.second.bias)

    def forward(self, x: torch.Tensor, context: torch.Tensor) -> torch.Tensor:
        y = self.second(functional.relu(self.first(x)))
        changes = self.excite(functional.relu(self.squeeze(y.mean((2, 3))))) + self.by_context(context)
        scale, shift = changes.chunk(2, dim=1)
        return functional.relu(x + y * torch.sigmoid(scale)[:, :, None, None] + shift[:, :, None, None])


class Tower(nn.Module):
    """A residual tower of convolutions."""

    def __init__(self, width: int = 64, blocks: int = 6, squeeze: int = 16, key: int = 32, context: int = 64) -> None:
        super().__init__()
        self.context = Context(context)
        self.stem = nn.Conv2d(PLANES, width, 3, padding=1)
        self.stem_context = nn.Linear(context, width, bias=False)
        nn.init.zeros_(self.stem_context.weight)
        self.blocks = nn.ModuleList(Block(width, squeeze, context) for _ in range(blocks))
        self.heads = Heads(width, key, context, kernel=3)

    def forward(self, planes: torch.Tensor, who: torch.Tensor) -> dict[str, torch.Tensor]:
        context = self.context(who)
        x = functional.relu(self.stem(planes) + self.stem_context(context)[:, :, None, None])
        for block in self.blocks:
            x = block(x, context)
        return self.heads(x, context)


class Layer(nn.Module):
    """Attention between the squares, with a learnt preference of every square for every other (a bishop looks along
    diagonals whatever stands there), then two linear maps a square; both scaled and shifted by who moves."""

    def __init__(self, width: int, heads: int, context: int, hidden: int) -> None:
        super().__init__()
        self.heads = heads
        self.norms = nn.ModuleList((nn.LayerNorm(width), nn.LayerNorm(width)))
        self.by_context = nn.Linear(context, 4 * width, bias=False)
        nn.init.zeros_(self.by_context.weight)
        self.all, self.out = nn.Linear(width, 3 * width), nn.Linear(width, width)
        self.preference = nn.Parameter(torch.zeros(heads, 64, 64))
        self.hidden, self.back = nn.Linear(width, hidden), nn.Linear(hidden, width)
        for layer in (self.out, self.back):
            nn.init.zeros_(layer.weight)

    def forward(self, x: torch.Tensor, context: torch.Tensor) -> torch.Tensor:
        count, squares, width = x.shape
        scales = self.by_context(context)[:, None].chunk(4, dim=2)
        y = self.norms[0](x) * (1 + scales[0]) + scales[1]
        query, key, value = (
            part.reshape(count, squares, self.heads, -1).transpose(1, 2) for part in self.all(y).chunk(3, dim=2)
        )
        weights = query @ key.transpose(2, 3) / math.sqrt(width // self.heads) + self.preference
        seen = (torch.softmax(weights, dim=3) @ value).transpose(1, 2).reshape(count, squares, width)
        x = x + self.out(seen)
        y = self.norms[1](x) * (1 + scales[2]) + scales[3]
        return x + self.back(functional.relu(self.hidden(y)))


class Attention(nn.Module):
    """A transformer over the 64 squares."""

    def __init__(
        self,
        width: int = 96,
        blocks: int = 6,
        heads: int = 6,
        key: int = 32,
        context: int = 64,
        hidden: int | None = None,
    ) -> None:
        super().__init__()
        self.context = Context(context)
        self.stem = nn.Linear(PLANES, width)
        self.stem_context = nn.Linear(context, width, bias=False)
        self.places = nn.Parameter(torch.randn(64, width) * 0.02)
        self.layers = nn.ModuleList(Layer(width, heads, context, hidden or 2 * width) for _ in range(blocks))
        self.norm = nn.LayerNorm(width)
        self.heads = Heads(width, key, context, kernel=1)

    def forward(self, planes: torch.Tensor, who: torch.Tensor) -> dict[str, torch.Tensor]:
        context = self.context(who)
        x = self.stem(planes.flatten(2).transpose(1, 2)) + self.places + self.stem_context(context)[:, None]
        for layer in self.layers:
            x = layer(x, context)
        return self.heads(self.norm(x).transpose(1, 2).reshape(len(x), -1, 8, 8), context)


def build(options: dict[str, Any]) -> Tower | Attention:
    """The net that the options of rated.py describe."""
    if options["kind"] == "tower":
        return Tower(options["width"], options["blocks"], key=options["key"], squeeze=max(options["width"] // 4, 16))
    return Attention(options["width"], options["blocks"], options["heads"], key=options["key"])
