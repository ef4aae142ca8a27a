"""The network evaluation as torch computes it: a hidden layer for each perspective, a direct output, and two small
layers that correct it. `nnue_file.py` has the same in integers.
"""

import itertools
import math
from typing import Any

import torch
from torch import Tensor
from torch.nn import functional

from nnue_file import CLIP, FIRST, LAYER_CLIP, QB, SECOND, SQUARE, THREAT_CLIP, THREAT_NEURONS, Quantised
from nnue_padded import PaddedChunk, padded_scores
from nnue_samples import BUCKETS, INPUTS, THREATS, Chunk

WIDTH = 128
"""Hidden neurons that are computed at once: as many as a processor's cache holds, with what they say of a chunk."""


class Sums(torch.autograd.Function):
    """What some hidden neurons add to the direct output and to the first layer of each position's bucket, a tensor
    [positions, 1 + FIRST]: sums of the rows of the active inputs, as torch.nn.EmbeddingBag makes them, bias, squared
    clipped ReLU, and the weights behind it. The gradient is written by hand, because torch's own takes most of a step
    on a processor: that of the inputs, the sum of the gradients of the perspectives in which an input is active, is an
    EmbeddingBag again, and the rest needs few passes over memory. The positions are ordered by bucket, so that each is
    multiplied by the weights of its own bucket alone."""

    @staticmethod
    def forward(
        context: Any, weight: Tensor, threat_weight: Tensor | None, bias: Tensor, output: Tensor, chunk: Chunk
    ) -> Tensor:
        indices, offsets, *transposed = chunk.men
        clipped = sums(indices, weight, offsets).add_(bias)
        if threat_weight is not None:
            indices, offsets, *of_threats = chunk.threats
            clipped += sums(indices, threat_weight, offsets)
            transposed += of_threats
        clipped.clamp_(0, 1)
        context.save_for_backward(clipped, output, *transposed)
        context.ends = chunk.ends
        of_mover, of_other = (clipped * clipped).chunk(2)
        added = clipped.new_empty(len(of_mover), output.shape[2])
        for bucket, of in slices(chunk.ends):
            own, other = output[:, bucket]
            torch.mm(of_mover[of], own.t(), out=added[of]).addmm_(of_other[of], other.t())
        return added

    @staticmethod
    def backward(context: Any, gradient: Tensor) -> tuple[Tensor | None, ...]:
        clipped, output, perspectives, offsets, *of_threats = context.saved_tensors
        squared = clipped * clipped
        of_output = torch.zeros_like(output)
        learns = any(context.needs_input_grad[:3])
        # 2 × clipped is the slope of its square; the memory of the squares takes the gradient of the sums.
        slope, doubled = squared, 2 * gradient
        for half, weights, of_weights in zip(slope.chunk(2), output, of_output, strict=True):
            for bucket, of in slices(context.ends):
                torch.mm(gradient[of].t(), half[of], out=of_weights[bucket])
                if learns:
                    torch.mm(doubled[of], weights[bucket], out=half[of])
        if not learns:
            return None, None, None, of_output, None
        slope.mul_(clipped).masked_fill_(clipped >= 1, 0)
        of_threat_weight = sums(of_threats[0], slope, of_threats[1]) if of_threats else None
        return sums(perspectives, slope, offsets), of_threat_weight, slope.sum(0), of_output, None


def sums(indices: Tensor, rows: Tensor, offsets: Tensor) -> Tensor:
    """For each list of indices the sum of these rows."""
    return functional.embedding_bag(indices, rows, offsets, mode="sum", include_last_offset=True)


def slices(ends: tuple[int, ...]) -> list[tuple[int, slice]]:
    """The buckets that have positions, and where these are."""
    bounds = itertools.pairwise((0, *ends))
    return [(bucket, slice(first, end)) for bucket, (first, end) in enumerate(bounds) if first < end]


def uniform(bound: float, *shape: int) -> torch.nn.Parameter:
    return torch.nn.Parameter(torch.empty(shape).uniform_(-bound, bound))


class Neurons(torch.nn.Module):
    """Some neurons of the hidden layer, with the weights that lead to them and from them; threats lead to some of them,
    at first without weight."""

    def __init__(self, width: int, of: int, *, has_threats: bool) -> None:
        super().__init__()
        self.hidden = uniform(INPUTS**-0.5, INPUTS, width)
        self.threats = torch.nn.Parameter(torch.zeros(THREATS, width)) if has_threats else None
        self.bias = torch.nn.Parameter(torch.zeros(width))
        # Of the mover's perspective, and of the other's: the direct output, then the first layer. Few of the neurons
        # that the layer sums up are far from zero, and so its weights begin larger.
        self.output = uniform((2 * of) ** -0.5, 2, BUCKETS, 1 + FIRST, width)
        with torch.no_grad():
            self.output[:, :, 1:] *= 3

    def rounded_output(self) -> Tensor:
        """The weights as the integers have them, with the gradient of the fractions: a step of 1 / QB is coarse, and so
        the net learns around it."""
        return self.output + ((self.output * QB).round() / QB - self.output).detach()

    def forward(self, chunk: Chunk) -> Tensor:
        return Sums.apply(self.hidden, self.threats, self.bias, self.rounded_output(), chunk)


class Net(torch.nn.Module):
    """The direct output and the first layer are sums over groups of hidden neurons; what fits the cache of a processor
    is a group. Two small layers correct the direct output; a new net begins with what that says alone."""

    def __init__(self, hidden: int) -> None:
        super().__init__()
        width = math.gcd(hidden, WIDTH)
        self.groups = torch.nn.ModuleList(
            Neurons(width, hidden, has_threats=first < THREAT_NEURONS) for first in range(0, hidden, width)
        )
        self.output_bias = torch.nn.Parameter(torch.zeros(BUCKETS))
        self.first_bias = torch.nn.Parameter(torch.zeros(BUCKETS, FIRST))
        self.second = uniform((2 * FIRST) ** -0.5, BUCKETS, 2 * FIRST, SECOND)
        self.second_bias = uniform((2 * FIRST) ** -0.5, BUCKETS, SECOND)
        self.third = torch.nn.Parameter(torch.zeros(BUCKETS, SECOND))

    def forward(self, chunk: Chunk | PaddedChunk) -> Tensor:
        """Scores of the movers, in units of SCALE centipawns."""
        if isinstance(chunk, PaddedChunk):
            return padded_scores(self, chunk)
        every = sum(group(chunk) for group in self.groups)
        return torch.cat([self.score(bucket, every[of]) for bucket, of in slices(chunk.ends)])

    def score(self, bucket: int, every: Tensor) -> Tensor:
        """Scores of positions of one bucket."""
        first = every[:, 1:] + self.first_bias[bucket]
        given = torch.cat((first.clamp(0, 1), first.clamp(-1, 1).square() * SQUARE), 1)
        second = torch.addmm(self.second_bias[bucket], given, self.second[bucket]).clamp(0, 1)
        return torch.addmv(every[:, 0] + self.output_bias[bucket], second, self.third[bucket])

    def weights(self) -> dict[str, Tensor]:
        """Of all neurons, as `Quantised` has them."""
        output = torch.cat(tuple(torch.cat([group.output for group in self.groups], 3)), 2).detach()
        of_layers = ("output_bias", "first_bias", "second", "second_bias", "third")
        return {
            "hidden": torch.cat([group.hidden for group in self.groups], 1).detach(),
            "threats": torch.cat([group.threats for group in self.groups if group.threats is not None], 1).detach(),
            "hidden_bias": torch.cat([group.bias for group in self.groups]).detach(),
            "output": output[:, 0],
            "first": output[:, 1:].transpose(1, 2),
            **{name: getattr(self, name).detach() for name in of_layers},
        }

    @torch.no_grad()
    def begin_with(self, weights: dict[str, Tensor]) -> None:
        """Takes over the weights of a net with as many hidden neurons or fewer, with layers or without. Neurons beyond
        them are new, and none of them counts for an output yet: at first both nets say the same."""
        known, hidden = len(weights["hidden_bias"]), sum(len(group.bias) for group in self.groups)
        if known > hidden:
            raise SystemExit(f"the net to begin with has {known} hidden neurons, more than {hidden}")
        has_layers = bool(weights["third"].any())
        outputs = torch.cat((weights["output"][:, None], weights["first"].transpose(1, 2)), 1)
        halves = outputs.unflatten(2, (2, known)).movedim(2, 0)[:, :, : None if has_layers else 1]
        for number, group in enumerate(self.groups):
            width = len(group.bias)
            taken = slice(number * width, (number + 1) * width)
            old = len(weights["hidden_bias"][taken])
            group.hidden[:, :old] = weights["hidden"][:, taken]
            if group.threats is not None:
                group.threats[:, :old] = weights["threats"][:, taken]
            group.bias[:old] = weights["hidden_bias"][taken]
            group.output[:, :, : halves.shape[2]] = 0
            group.output[:, :, : halves.shape[2], :old] = halves[..., taken]
        self.output_bias.copy_(weights["output_bias"])
        if has_layers:
            for name in ("first_bias", "second", "second_bias", "third"):
                getattr(self, name).copy_(weights[name])

    def learning(self) -> list[torch.nn.Parameter]:
        """The weights that are not frozen."""
        return [weights for weights in self.parameters() if weights.requires_grad]

    def freeze_hidden(self) -> None:
        """Leaves what leads to the hidden neurons as it is: only the weights behind them learn."""
        for group in self.groups:
            for weights in (group.hidden, group.threats, group.bias):
                if weights is not None:
                    weights.requires_grad_(requires_grad=False)

    @torch.no_grad()
    def clip(self) -> None:
        """Keeps the weights where their integers fit."""
        for group in self.groups:
            group.hidden.clamp_(-CLIP, CLIP)
            if group.threats is not None:
                group.threats.clamp_(-THREAT_CLIP, THREAT_CLIP)
            group.output.clamp_(-CLIP, CLIP)
        self.second.clamp_(-LAYER_CLIP, LAYER_CLIP)
        self.third.clamp_(-LAYER_CLIP, LAYER_CLIP)

    def quantised(self) -> Quantised:
        return Quantised.of({name: array.cpu().numpy() for name, array in self.weights().items()})
