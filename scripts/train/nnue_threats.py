"""Which men are attacked, by what, and whether they are defended, on bitboards of many positions at once.

The other side's least attacker of a man counts: a pawn (0), a knight or bishop (1), or a greater man (2). A man's state
is 2 × attacker, and 1 more where its own side defends it. Kings have none, since the mover is evaluated out of check.
"""

import numpy

STATES = 6
KING, BLACK = 5, 6
"""Codes of men: role, and 6 more for Black."""
NOT_A, NOT_H = numpy.uint64(0xFEFE_FEFE_FEFE_FEFE), numpy.uint64(0x7F7F_7F7F_7F7F_7F7F)
NOT_AB, NOT_GH = NOT_A & (NOT_A << numpy.uint64(1)), NOT_H & (NOT_H >> numpy.uint64(1))
ALL = ~numpy.uint64(0)
STRAIGHT = ((8, ALL), (-8, ALL), (1, NOT_A), (-1, NOT_H))
DIAGONAL = ((9, NOT_A), (7, NOT_H), (-7, NOT_A), (-9, NOT_H))
"""Steps of squares, and the squares that such a step can reach."""
KNIGHT = ((17, NOT_A), (15, NOT_H), (10, NOT_AB), (6, NOT_GH), (-17, NOT_H), (-15, NOT_A), (-10, NOT_GH), (-6, NOT_AB))


def moved(boards: numpy.ndarray, by: int) -> numpy.ndarray:
    return boards << numpy.uint64(by) if by > 0 else boards >> numpy.uint64(-by)


def stepped(boards: numpy.ndarray, steps: tuple[tuple[int, numpy.uint64], ...]) -> numpy.ndarray:
    """Squares one of these steps away."""
    reached = numpy.zeros_like(boards)
    for by, reach in steps:
        reached |= moved(boards, by) & reach
    return reached


def slid(boards: numpy.ndarray, empty: numpy.ndarray, steps: tuple[tuple[int, numpy.uint64], ...]) -> numpy.ndarray:
    """Squares that sliding men attack, by doubling the length of all rays (Kogge-Stone)."""
    reached = numpy.zeros_like(boards)
    for by, reach in steps:
        filled, open_squares = boards, empty & reach
        for length in (1, 2, 4):
            filled = filled | open_squares & moved(filled, length * by)
            open_squares = open_squares & moved(open_squares, length * by)
        reached |= moved(filled, by) & reach
    return reached


def attacks(men: list[numpy.ndarray], pawn_steps: tuple[tuple[int, numpy.uint64], ...], empty: numpy.ndarray) -> tuple:
    """What a side's pawns attack, its knights and bishops, and its greater men; `men` by role."""
    pawns, knights, bishops, rooks, queens, kings = men
    lesser = stepped(knights, KNIGHT) | slid(bishops, empty, DIAGONAL)
    straight, diagonal = slid(rooks | queens, empty, STRAIGHT), slid(queens, empty, DIAGONAL)
    return stepped(pawns, pawn_steps), lesser, straight | diagonal | stepped(kings, STRAIGHT + DIAGONAL)


def states(codes: numpy.ndarray, places: numpy.ndarray, positions: int) -> numpy.ndarray:
    """The state of each man, −1 where it is not attacked, from the men's `codes` and their `places`, 64 × position +
    square."""
    code_at = numpy.full(64 * positions, 2 * BLACK, numpy.uint8)
    code_at[places] = codes
    white, black = ([boards_of(code_at == code) for code in range(first, first + BLACK)] for first in (0, BLACK))
    all_white, all_black = numpy.bitwise_or.reduce(white), numpy.bitwise_or.reduce(black)
    empty = ~(all_white | all_black)
    of_white, of_black = attacks(white, DIAGONAL[:2], empty), attacks(black, DIAGONAL[2:], empty)
    found = numpy.full(len(codes), -1, numpy.int8)
    for attacker in (2, 1, 0):
        is_attacked = squares_of(of_black[attacker] & all_white | of_white[attacker] & all_black)
        found[is_attacked[places]] = 2 * attacker
    defended = numpy.bitwise_or.reduce(of_white) & all_white | numpy.bitwise_or.reduce(of_black) & all_black
    found += (found >= 0) & squares_of(defended)[places]
    found[codes % BLACK == KING] = -1
    return found


def boards_of(squares: numpy.ndarray) -> numpy.ndarray:
    """Truth values of the squares of one board after another, as bitboards."""
    return numpy.packbits(squares, bitorder="little").view("<u8")


def squares_of(boards: numpy.ndarray) -> numpy.ndarray:
    """The same the other way round."""
    return numpy.unpackbits(boards.astype("<u8").view(numpy.uint8), bitorder="little").view(bool)
