"""Positions and constraints on disk → batches of tensors.

The arrays come from `motley-lab dataset cooperative`; lab/src/training/cooperative/sample.rs describes their fields.
"""

from collections.abc import Iterable, Iterator

import numpy
import torch

from mockfish_samples import board_planes

CONSTRAINTS = numpy.array(
    (
        (1, 2, 2, 2, 7),
        (1, 2, 2, 1, 8),
        (1, 2, 1, 2, 8),
        (0, 2, 2, 2, 8),
        (1, 2, 2, 1, 7),
        (1, 2, 1, 2, 7),
        (0, 2, 2, 2, 7),
        (1, 2, 1, 1, 7),
        (1, 2, 2, 0, 7),
        (1, 2, 0, 2, 7),
        (1, 1, 2, 2, 8),
        (1, 2, 2, 2, 6),
        (1, 2, 1, 1, 8),
        (1, 2, 2, 2, 5),
        (1, 2, 1, 1, 6),
        (1, 2, 2, 0, 6),
        (1, 2, 0, 2, 6),
    ),
    numpy.uint8,
)
"""In the order of the field `shares`; Petrželka's first experiment has the first seven (section 6.1.1)."""
EXPERIMENTS = {"first": 7, "second": 17}
"""How many of the constraints each experiment has."""


def pair_planes(records: numpy.ndarray, inrngs: numpy.ndarray, device: torch.device | str) -> torch.Tensor:
    """[N, 17, 8, 8]: White's six kinds of men, Black's, and five planes filled with the numbers of the constraints
    `inrngs` (Petrželka, section 4.5.1)."""
    numbers = torch.from_numpy(CONSTRAINTS[inrngs]).to(device).float()
    return torch.cat((board_planes(records, device), numbers[:, :, None, None].expand(-1, -1, 8, 8)), dim=1)


def meeting(samples: numpy.ndarray, constraints: int) -> list[numpy.ndarray]:
    """For each constraint, the positions after which it was met in at least one game."""
    return [numpy.flatnonzero(samples["shares"][:, constraint]) for constraint in range(constraints)]


def part_of_pass(count: int, size: int, seed: int, epoch: int) -> numpy.ndarray:
    """The positions of an epoch where no position comes again before all `count` have come: each pass over them has an
    order of its own and is cut into epochs of `size`."""
    number, part = divmod(epoch, -(-count // size))
    order = numpy.random.default_rng((seed, number)).permutation(count)
    return order[part * size : (part + 1) * size]


class Pairs:
    """Positions, each with every constraint: a record and a constraint are a sample. `positions` are those of the
    samples, or how many are sampled at random.

    With the groups of `meeting`, `rare` positions of each are sampled besides: of ten thousand positions one leads to a
    lost rook and nothing else, and a net trained on so few would predict that it never happens.

    In most samples the constraint is out of reach: White already lacks a man that it asks for. Of those, one in `thin`
    is kept and weighs `thin` times as much, so that the expected loss stays that of all samples.
    """

    def __init__(
        self,
        samples: numpy.ndarray,
        positions: int | numpy.ndarray,
        constraints: int,
        seed: int | tuple[int, ...],
        thin: int = 1,
        groups: Iterable[numpy.ndarray] = (),
        rare: int = 0,
    ) -> None:
        rng = numpy.random.default_rng(seed)
        if isinstance(positions, int):
            positions = rng.choice(len(samples), min(positions, len(samples)), replace=False)
        chosen = [positions, *(rng.choice(group, min(rare, len(group)), replace=False) for group in groups)]
        # Sorted, because neighbours on disk are read together.
        self.records = samples[numpy.sort(numpy.concatenate(chosen))]
        shares = self.records["shares"][:, :constraints]
        reachable = (self.records["men"][:, None] >= CONSTRAINTS[:constraints]).all(2) | (shares > 0)
        self.rows, self.inrngs = numpy.nonzero(reachable | (rng.random(reachable.shape) * thin < 1))
        self.reachable = reachable[self.rows, self.inrngs]
        self.weights = numpy.where(self.reachable, 1, thin).astype(numpy.float32)
        self.shares = shares[self.rows, self.inrngs].astype(numpy.float32) / 255
        self.order = rng.permutation(len(self.rows))

    def __len__(self) -> int:
        return len(self.rows)

    def batches(self, size: int, device: torch.device | str, skip: int = 0) -> Iterator[tuple[torch.Tensor, ...]]:
        """Planes, shares, weights, and whether the constraint is within reach, batch after batch without the first
        `skip`."""
        for start in range(skip * size, len(self), size):
            chosen = self.order[start : start + size]
            shares, weights, reachable = (
                torch.from_numpy(values[chosen]).to(device) for values in (self.shares, self.weights, self.reachable)
            )
            planes = pair_planes(self.records[self.rows[chosen]], self.inrngs[chosen], device)
            yield planes, shares, weights, reachable
