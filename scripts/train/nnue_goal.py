"""What the network evaluation learns."""

import dataclasses

import torch
from torch import Tensor

from nnue_file import SCALE
from nnue_net import Net
from nnue_padded import PaddedChunk
from nnue_samples import Chunk


@dataclasses.dataclass
class Goal:
    """What is learnt: sigmoid(centipawns / `scale`), mixed with `result_share` of the game's result. A gradient is a
    mean over `batch` positions."""

    scale: float
    result_share: float
    batch: int

    def loss(self, net: Net, chunk: Chunk | PaddedChunk) -> Tensor:
        """Squared errors of the expected score, summed."""
        # A position of no game has no result.
        share = self.result_share * (chunk.points >= 0)
        target = (1 - share) * torch.sigmoid(chunk.scores / self.scale) + share * chunk.points
        expected = torch.sigmoid(net(chunk) * (SCALE / self.scale))
        return (expected - target).square().sum()
