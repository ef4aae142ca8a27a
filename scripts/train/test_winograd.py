"""The matrices compute what a convolution does. Needs numpy alone: `python3 -m unittest discover`."""

import unittest

import numpy

from winograd import board_matrices


def convolved(board: numpy.ndarray, weights: numpy.ndarray) -> numpy.ndarray:
    """[8, 8] by [3, 3], with a border of zeros; as nets have it, the weights are not turned."""
    padded = numpy.pad(board, 1)
    return sum(
        weights[row, column] * padded[row : row + 8, column : column + 8] for row in range(3) for column in range(3)
    )


class WinogradTest(unittest.TestCase):
    def test_every_square_has_the_sum_of_a_convolution(self) -> None:
        random = numpy.random.default_rng(1)
        come_in, of_weights, come_out = board_matrices()
        for _ in range(20):
            board, weights = random.normal(size=(8, 8)), random.normal(size=(3, 3))
            factors = numpy.repeat(of_weights @ weights.ravel(), 4)
            found = come_out @ (factors * (come_in @ board.ravel()))
            numpy.testing.assert_allclose(found.reshape(8, 8), convolved(board, weights), atol=1e-12)

    def test_a_corner_sees_nothing_beyond_the_board(self) -> None:
        come_in, of_weights, come_out = board_matrices()
        board, weights = numpy.zeros((8, 8)), numpy.ones((3, 3))
        board[0, 0] = 1
        found = come_out @ (numpy.repeat(of_weights @ weights.ravel(), 4) * (come_in @ board.ravel()))
        expected = numpy.zeros((8, 8))
        expected[:2, :2] = 1
        numpy.testing.assert_allclose(found.reshape(8, 8), expected, atol=1e-12)


if __name__ == "__main__":
    unittest.main()
