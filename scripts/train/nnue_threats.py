"""Which men are attacked, by what, and whether they are defended, on bitboards of many positions at once: arrays of
NumPy's on a processor, tensors on a GPU.

The other side's least attacker of a man counts: a pawn (0), a knight or bishop (1), or a greater man (2). A man's state
is 2 × attacker, and 1 more where its own side defends it. Kings have none, since the mover is evaluated out of check.
"""

import functools
import operator
from collections.abc import Sequence

import numpy
import torch
from torch import Tensor

STATES = 6
KING, BLACK = 5, 6
"""Codes of men: role, and 6 more for Black."""


def signed(board: int) -> int:
    """The same 64 bits as a signed number."""
    return board - (board >> 63 << 64)


A_FILE, H_FILE = 0x0101_0101_0101_0101, 0x8080_8080_8080_8080
NOT_A, NOT_H, NOT_AB, NOT_GH = (
    signed(~files & (1 << 64) - 1) for files in (A_FILE, H_FILE, A_FILE | A_FILE << 1, H_FILE | H_FILE >> 1)
)
ALL = -1
STRAIGHT = ((8, ALL), (-8, ALL), (1, NOT_A), (-1, NOT_H))
DIAGONAL = ((9, NOT_A), (7, NOT_H), (-7, NOT_A), (-9, NOT_H))
"""Steps of squares, and the squares that such a step can reach."""
KNIGHT = ((17, NOT_A), (15, NOT_H), (10, NOT_AB), (6, NOT_GH), (-17, NOT_H), (-15, NOT_A), (-10, NOT_GH), (-6, NOT_AB))

Steps = tuple[tuple[int, int], ...]
Boards = numpy.ndarray | Tensor
"""Signed numbers of 64 bits, which both libraries have."""


def moved(boards: Boards, by: int) -> Boards:
    """Shifted, with zeros from either end."""
    return boards << by if by > 0 else (boards >> -by) & ((1 << (64 + by)) - 1)


def stepped(boards: Boards, steps: Steps) -> Boards:
    """Squares one of these steps away."""
    return union([moved(boards, by) & reach for by, reach in steps])


def slid(boards: Boards, empty: Boards, steps: Steps) -> Boards:
    """Squares that sliding men attack, by doubling the length of all rays (Kogge-Stone)."""
    reached = []
    for by, reach in steps:
        filled, open_squares = boards, empty & reach
        for length in (1, 2, 4):
            filled = filled | open_squares & moved(filled, length * by)
            open_squares = open_squares & moved(open_squares, length * by)
        reached.append(moved(filled, by) & reach)
    return union(reached)


def attacks(men: list[Boards], pawn_steps: Steps, empty: Boards) -> tuple[Boards, ...]:
    """What a side's pawns attack, its knights and bishops, and its greater men; `men` by role."""
    pawns, knights, bishops, rooks, queens, kings = men
    lesser = stepped(knights, KNIGHT) | slid(bishops, empty, DIAGONAL)
    straight, diagonal = slid(rooks | queens, empty, STRAIGHT), slid(queens, empty, DIAGONAL)
    return stepped(pawns, pawn_steps), lesser, straight | diagonal | stepped(kings, STRAIGHT + DIAGONAL)


def union(boards: Sequence[Boards]) -> Boards:
    return functools.reduce(operator.or_, boards)


def attacked(men: list[Boards]) -> tuple[list[Boards], Boards]:
    """From the bitboards of the men by code: those that each kind of attacker attacks, and those that are defended."""
    white, black = men[:BLACK], men[BLACK:]
    all_white, all_black = union(white), union(black)
    empty = ~(all_white | all_black)
    of_white, of_black = attacks(white, DIAGONAL[:2], empty), attacks(black, DIAGONAL[2:], empty)
    by_kind = [of_b & all_white | of_w & all_black for of_w, of_b in zip(of_white, of_black, strict=True)]
    return by_kind, union(of_white) & all_white | union(of_black) & all_black


def states(codes: numpy.ndarray, places: numpy.ndarray, positions: int) -> numpy.ndarray:
    """The state of each man, −1 where it is not attacked, from the men's `codes` and their `places`, 64 × position +
    square."""
    code_at = numpy.full(64 * positions, 2 * BLACK, numpy.uint8)
    code_at[places] = codes
    by_kind, defended = attacked([boards_of(code_at == code) for code in range(2 * BLACK)])
    found = numpy.full(len(codes), -1, numpy.int8)
    for kind in (2, 1, 0):
        found[squares_of(by_kind[kind])[places]] = 2 * kind
    found += (found >= 0) & squares_of(defended)[places]
    found[codes % BLACK == KING] = -1
    return found


def boards_of(squares: numpy.ndarray) -> numpy.ndarray:
    """Truth values of the squares of one board after another, as bitboards."""
    return numpy.packbits(squares, bitorder="little").view("<i8")


def squares_of(boards: numpy.ndarray) -> numpy.ndarray:
    """The same the other way round."""
    return numpy.unpackbits(boards.astype("<i8").view(numpy.uint8), bitorder="little").view(bool)


def states_of_squares(board: Tensor) -> Tensor:
    """As `states`, of the men on all squares of n boards on a GPU: codes and states [n, 64], where 12 is the code of an
    empty square."""
    squares = torch.arange(64, device=board.device)
    by_kind, defended = attacked([((board == code).long() << squares).sum(1) for code in range(2 * BLACK)])
    bits = lambda boards: (boards[:, None] >> squares) & 1 == 1
    found = torch.full_like(board, -1)
    for kind in (2, 1, 0):
        found[bits(by_kind[kind])] = 2 * kind
    found += (found >= 0) & bits(defended)
    return found.masked_fill((board % BLACK == KING) | (board == 2 * BLACK), -1)
