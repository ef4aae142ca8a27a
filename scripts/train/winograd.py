"""The matrices of Winograd's minimal filtering F(4×4, 3×3) for a board (Lavin and Gray, 2015, arXiv:1509.09308).

A convolution of 3×3 multiplies 576 times for the 64 squares of a board, for each pair of channels; in this form it is
144 times. A board has four tiles of 4×4, and the changes of basis before and after are the same for every board, so for
all tiles at once they are two matrices. board_convolution.py trains with them.
"""

import numpy

INPUT = numpy.array(
    [
        [4, 0, -5, 0, 1, 0],
        [0, -4, -4, 1, 1, 0],
        [0, 4, -4, -1, 1, 0],
        [0, -2, -1, 2, 1, 0],
        [0, 2, -1, -2, 1, 0],
        [0, 4, 0, -5, 0, 1],
    ]
)
FILTER = numpy.array([[6, 0, 0], [-4, -4, -4], [-4, 4, -4], [1, 2, 4], [1, -2, 4], [0, 0, 24]]) / 24
OUTPUT = numpy.array([[1, 1, 1, 1, 1, 0], [0, 1, -1, 2, -2, 0], [0, 1, 1, 4, 4, 0], [0, 1, -1, 8, -8, 1]])
"""For a tile in one dimension, of the points 0, ±1, ±2 and infinity: 6 numbers from 6 squares, 6 from 3 weights, and 4
squares from 6 products."""


def board_matrices() -> tuple[numpy.ndarray, numpy.ndarray, numpy.ndarray]:
    """[144, 64] for what comes in, [36, 9] for the weights, [64, 144] for what comes out; float64. The 144 are 36
    numbers, each of the four tiles one after another."""
    padded = numpy.zeros((12, 10))
    padded[:6, :6], padded[6:, 4:] = INPUT, INPUT
    line_in = padded[:, 1:9]
    line_out = numpy.kron(numpy.eye(2), OUTPUT)
    order = numpy.arange(144).reshape(2, 6, 2, 6).transpose(1, 3, 0, 2).ravel()
    return numpy.kron(line_in, line_in)[order], numpy.kron(FILTER, FILTER), numpy.kron(line_out, line_out)[:, order]
