"""The network evaluation on whole arrays of positions, as a GPU wants it.

A processor makes inputs and gradients of few positions at a time, as its cache wants it (`nnue_samples.py` and
`nnue_net.py`). A GPU does the same work on hundreds of thousands of positions at once: a list of active inputs is
padded to the most men that a board holds, and the gradient of the inputs, sums of many rows, is the product of a matrix
of zeros and ones and the gradient of the hidden layer.
"""

import dataclasses
from typing import TYPE_CHECKING, Any

import numpy
import torch
from torch import Tensor
from torch.nn import functional

from nnue_file import MOST_MEN, SQUARE
from nnue_samples import BUCKETS, FIRST_INPUT, INPUTS, MEN_INPUTS, NO_RESULT, OTHER, OWN, STATE_INPUTS, THREATS
from nnue_threats import BLACK, KING, states_of_squares

if TYPE_CHECKING:
    from nnue_net import Net

COLUMNS = 64
"""The columns of a matrix of zeros and ones are a multiple, as fast products want it."""


@dataclasses.dataclass
class PaddedChunk:
    """n positions to learn from: the active inputs of 2n perspectives, the movers' first and then the others', as
    [2n, 32] by `men` and by `threats`, filled up with INPUTS and THREATS; the `buckets` [n] by number of men; the
    movers' `scores` [n] in centipawns and `points` [n], −1 where there is no result."""

    men: Tensor
    threats: Tensor
    buckets: Tensor
    scores: Tensor
    points: Tensor

    def tensors(self) -> tuple[Tensor, ...]:
        return self.men, self.threats, self.buckets, self.scores, self.points

    def part(self, first: int, end: int) -> "PaddedChunk":
        """Some of the positions."""
        of_both = lambda lists: lists.unflatten(0, (2, -1))[:, first:end].flatten(0, 1)
        rest = (tensor[first:end] for tensor in (self.buckets, self.scores, self.points))
        return PaddedChunk(of_both(self.men), of_both(self.threats), *rest)


def padded(records: Tensor) -> PaddedChunk:
    """What the net sees of n samples, their bytes as [n, 32]; as `nnue_samples.inputs`."""
    device, codes = records.device, torch.arange(64, device=records.device)
    occupied = records[:, :8].contiguous().view(torch.int64)
    on_square = (occupied >> codes) & 1 == 1
    counts = on_square.sum(1)
    men = records[:, 8:24].long()
    nibbles = torch.stack((men & 15, men >> 4), 2).flatten(1)
    rank = (on_square.cumsum(1) - 1).clamp(min=0)
    board = torch.where(on_square, nibbles.gather(1, rank), 2 * BLACK)
    state_of_square = states_of_squares(board)

    # The men in the order of their squares.
    squares = torch.where(on_square, codes, 64).sort(1).values[:, :MOST_MEN].clamp(max=63)
    is_man = codes[:MOST_MEN] < counts[:, None]
    man = torch.where(is_man, nibbles, 0)
    state = state_of_square.gather(1, squares)
    is_threat = is_man & (state >= 0)
    first_input = torch.as_tensor(FIRST_INPUT, device=device).long()

    def perspective(king: int, flip: int, first_of_man: numpy.ndarray) -> tuple[Tensor, Tensor]:
        at = (board == king).long().argmax(1) ^ flip
        mirror = torch.where(at & 4 != 0, 7, 0)
        seen = torch.as_tensor(first_of_man, device=device).long()[man] + (squares ^ (mirror ^ flip)[:, None])
        attacked = STATE_INPUTS * state + seen - 64 * (seen >= MEN_INPUTS // 2)
        return (
            torch.where(is_man, seen + first_input[at][:, None], INPUTS),
            torch.where(is_threat, attacked, THREATS),
        )

    white, black = perspective(KING, 0, OWN), perspective(KING + BLACK, 56, OTHER)
    is_black = records[:, 31] != 0
    turned = is_black[:, None]
    both = lambda of_white, of_black: torch.cat(
        (torch.where(turned, of_black, of_white), torch.where(turned, of_white, of_black))
    )
    scores = records[:, 28:30].contiguous().view(torch.int16)[:, 0].float()
    points = records[:, 30].float() / 2
    points = torch.where(is_black, 1 - points, points).masked_fill(records[:, 30] == NO_RESULT, -1)
    return PaddedChunk(
        *map(both, white, black),
        buckets=(counts - 2) // 4,
        scores=torch.where(is_black, -scores, scores),
        points=points,
    )


class RowSums(torch.autograd.Function):
    """For each padded list of indices the sum of these rows, [lists, width]."""

    @staticmethod
    def forward(context: Any, rows: Tensor, lists: Tensor) -> Tensor:
        context.save_for_backward(lists)
        context.count = len(rows)
        table = torch.cat((rows, rows.new_zeros(1, rows.shape[1])))
        return functional.embedding_bag(lists, table, mode="sum", padding_idx=len(rows))

    @staticmethod
    def backward(context: Any, gradient: Tensor) -> tuple[Tensor, None]:
        (lists,) = context.saved_tensors
        # Eight bits of a gradient are enough: it is a sample's, and the sums of many are made with more.
        kind = torch.bfloat16 if gradient.is_cuda else gradient.dtype
        columns = COLUMNS * (context.count // COLUMNS + 1)
        active = torch.zeros(len(lists), columns, dtype=kind, device=lists.device).scatter_(1, lists, 1)
        return (active.t() @ gradient.to(kind))[: context.count].to(gradient.dtype), None


def padded_scores(net: "Net", chunk: PaddedChunk) -> Tensor:
    """As the net's own `forward`, with all buckets computed and one of them taken."""
    hidden = torch.cat([group.hidden for group in net.groups], 1)
    threats = torch.cat([group.threats for group in net.groups if group.threats is not None], 1)
    bias = torch.cat([group.bias for group in net.groups])
    output = torch.cat([group.rounded_output() for group in net.groups], 3)
    sums = RowSums.apply(hidden, chunk.men) + bias
    with_threats = sums[:, : threats.shape[1]] + RowSums.apply(threats, chunk.threats)
    clipped = torch.cat((with_threats, sums[:, threats.shape[1] :]), 1).clamp(0, 1)
    halves = clipped.square().chunk(2)
    every = sum(half @ weights.flatten(0, 1).t() for half, weights in zip(halves, output, strict=True))

    own = functional.one_hot(chunk.buckets, BUCKETS).to(every.dtype)
    at = chunk.buckets.view(-1, 1, 1)
    taken = lambda values: (
        (of := values.unflatten(1, (BUCKETS, -1))).gather(1, at.expand(-1, 1, of.shape[2])).squeeze(1)
    )
    of_bucket = taken(every)
    first = of_bucket[:, 1:] + own @ net.first_bias
    given = torch.cat((first.clamp(0, 1), first.clamp(-1, 1).square() * SQUARE), 1)
    second = taken(given @ net.second.transpose(0, 1).flatten(1)) + own @ net.second_bias
    third = taken(second.clamp(0, 1) @ net.third.t())
    return of_bucket[:, 0] + own @ net.output_bias + third[:, 0]
