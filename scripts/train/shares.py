"""Positions and constraints on disk → batches of tensors.

The arrays come from `motley dataset cooperative`; what their fields mean is written in src/data/samples/shares.rs.
"""
import numpy
import torch

from samples import board_planes

CONSTRAINTS = numpy.array(((1, 2, 2, 2, 7), (1, 2, 2, 1, 8), (1, 2, 1, 2, 8), (0, 2, 2, 2, 8), (1, 2, 2, 1, 7), (1, 2, 1, 2, 7), (0, 2, 2, 2, 7),
                           (1, 2, 1, 1, 7), (1, 2, 2, 0, 7), (1, 2, 0, 2, 7), (1, 1, 2, 2, 8), (1, 2, 2, 2, 6), (1, 2, 1, 1, 8), (1, 2, 2, 2, 5),
                           (1, 2, 1, 1, 6), (1, 2, 2, 0, 6), (1, 2, 0, 2, 6)), numpy.uint8)
"""In the order of the field `shares`; the seed's first experiment has the first seven (seed 001, section 6.1.1)."""
EXPERIMENTS = {"first": 7, "second": 17}
"""How many of the constraints each experiment has."""


def pair_planes(records, wanted, device):
    """[N, 17, 8, 8]: White's six kinds of men, Black's, and five planes filled with the numbers of constraint `wanted` (seed 001, section 4.5.1)."""
    numbers = torch.from_numpy(CONSTRAINTS[wanted]).to(device).float()
    return torch.cat((board_planes(records, device), numbers[:, :, None, None].expand(-1, -1, 8, 8)), dim=1)


def hopeful(samples, constraints):
    """For each constraint, the positions after which it was met at least now and then."""
    return [numpy.flatnonzero(samples["shares"][:, constraint]) for constraint in range(constraints)]


class Pairs:
    """Positions drawn at random, each with every constraint: a record and a constraint are a sample.

    With the groups of `hopeful`, `rare` positions of each are drawn besides: of ten thousand positions one leads to a lost rook and
    nothing else, and a net that hardly ever sees it takes it for impossible.

    Most samples are lost before they begin: White already lacks a man that the constraint asks for. Of those, one in `thin` is kept and weighs
    `thin` times as much, so that the expected loss stays that of all samples.
    """

    def __init__(self, samples, positions, constraints, seed, thin=1, groups=(), rare=0):
        dice = numpy.random.default_rng(seed)
        drawn = [dice.choice(group, min(count, len(group)), replace=False)
                 for group, count in ((numpy.arange(len(samples)), positions), *((group, rare) for group in groups))]
        # Sorted, because neighbours on disk are read together.
        self.records = samples[numpy.sort(numpy.concatenate(drawn))]
        shares = self.records["shares"][:, :constraints]
        alive = (self.records["men"][:, None] >= CONSTRAINTS[:constraints]).all(2) | (shares > 0)
        self.rows, self.wanted = numpy.nonzero(alive | (dice.random(alive.shape) * thin < 1))
        self.alive = alive[self.rows, self.wanted]
        self.weights = numpy.where(self.alive, 1, thin).astype(numpy.float32)
        self.shares = shares[self.rows, self.wanted].astype(numpy.float32) / 255
        self.order = dice.permutation(len(self.rows))

    def __len__(self):
        return len(self.rows)

    def batches(self, size, device, skip=0):
        """Planes, shares, weights, and whether the constraint is within reach, batch after batch without the first `skip`."""
        for start in range(skip * size, len(self), size):
            chosen = self.order[start:start + size]
            take = lambda values: torch.from_numpy(values[chosen]).to(device)
            planes = pair_planes(self.records[self.rows[chosen]], self.wanted[chosen], device)
            yield planes, take(self.shares), take(self.weights), take(self.alive)
