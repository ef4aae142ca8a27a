"""Boards with scores, for the part of Pattern's net that sees the board: those of games in words of the form
`squares`, and samples of `motley-lab dataset weighed`."""

import dataclasses
import pathlib
from collections.abc import Iterator

import numpy
import torch

from pattern_samples import MATE, NO_SCORE

INPUTS = 768
"""Men on squares: man × 64 + square; the men are White's pawn to king, then Black's."""
HIGHEST = 2500
"""Larger scores count as this one."""
NO_RESULT = 3
FLIPPED = numpy.arange(INPUTS).reshape(2, 6, 8, 8)[::-1, :, ::-1].reshape(-1).astype(numpy.int32)
"""Input → the same man as Black sees it: the colours changed, the board turned upside down."""


@dataclasses.dataclass
class Boards:
    """Of n positions: `men` [n, 64], 0 for an empty square, else the man's number plus 1; the side to move, 1 for
    Black; scores from White's view in centipawns, or NO_SCORE; results, 0 Black won, 1 drawn, 2 White won, or
    NO_RESULT."""

    men: numpy.ndarray
    turns: numpy.ndarray
    scores: numpy.ndarray
    results: numpy.ndarray

    def __len__(self) -> int:
        return len(self.men)


def start_board() -> numpy.ndarray:
    back = numpy.array([4, 2, 3, 5, 6, 3, 2, 4], numpy.uint8)
    empty, pawns = numpy.zeros(32, numpy.uint8), numpy.ones(8, numpy.uint8)
    return numpy.concatenate((back, pawns, empty, pawns + 6, back + 6))


def boards_after(words: numpy.ndarray, first: numpy.ndarray, plies: numpy.ndarray, out: numpy.ndarray) -> None:
    """Writes the board after each move of each game to `out` [moves, 64], as the words of the form `squares` have
    it."""
    order = numpy.argsort(-plies, kind="stable")
    first, plies = first[order], plies[order]
    board = numpy.tile(start_board(), (len(order), 1))
    for step in range(int(plies.max(initial=0))):
        alive = int((plies > step).sum())
        row, at = numpy.arange(alive), first[:alive] + step
        moved = words[at].astype(numpy.int64) - 2
        # Who leaves and who is captured goes before who arrives.
        for column, sign in ((0, 1), (2, 2), (3, 1), (1, 0), (4, 0)):
            place = moved[:, column] - sign * INPUTS
            there = place >= 0
            man = 1 + place[there] // 64 if sign == 0 else 0
            board[row[there], place[there] % 64] = man
        out[at] = board[:alive]


def of_games(folder: pathlib.Path, part: str) -> Boards:
    """The scored positions of the games of a part, from a folder of `motley-lab dataset pattern`."""
    words = numpy.load(folder / "words.npy").reshape(-1, 6)
    scores = numpy.load(folder / "scores.npy")
    samples = numpy.load(folder / f"{part}.npy")
    games = samples[numpy.unique(samples["game"], return_index=True)[1]]
    first, plies = games["first"].astype(numpy.int64), games["plies"].astype(numpy.int64)
    every = numpy.zeros((len(words), 64), numpy.uint8)
    boards_after(words, first, plies, every)
    # The score before move n + 1 is that of the position after n moves.
    starts = zip(first, plies, strict=True)
    index = numpy.concatenate([numpy.arange(start, start + count - 1) for start, count in starts])
    lengths = plies - 1
    ply = numpy.arange(len(index)) - numpy.repeat(numpy.cumsum(lengths) - lengths, lengths) + 1
    result = numpy.array([0, 2, 1], numpy.uint8)[numpy.repeat(games["white_won"], lengths)]
    known = scores[index + 1] != NO_SCORE
    index = index[known]
    score = scores[index + 1].astype(numpy.int32)
    score = numpy.where(abs(score) >= MATE, numpy.sign(score) * HIGHEST, score).clip(-HIGHEST, HIGHEST)
    return Boards(every[index], (ply[known] % 2).astype(numpy.uint8), score.astype(numpy.int16), result[known])


def of_records(file: pathlib.Path) -> Boards:
    """The positions of an array of `motley-lab dataset nnue` or `weighed`."""
    records = numpy.load(file)
    occupied = numpy.ascontiguousarray(records["occupied"]).view(numpy.uint8).reshape(-1, 8)
    bits = numpy.unpackbits(occupied, axis=1, bitorder="little")
    men = numpy.stack((records["men"] & 15, records["men"] >> 4), 2).reshape(-1, 32)
    boards = numpy.zeros((len(records), 64), numpy.uint8)
    counts = bits.sum(1, dtype=numpy.int64)
    boards[bits.astype(bool)] = men[numpy.arange(32) < counts[:, None]] + 1
    return Boards(boards, records["turn"].copy(), records["score"].copy(), records["result"].copy())


def load(folder: pathlib.Path, part: str) -> Boards:
    """The positions of a folder of either kind, kept beside its arrays once they are made."""
    cache = folder / f"boards-{part}.npz"
    if not cache.exists():
        made = of_games(folder, part) if (folder / "words.npy").exists() else of_records(folder / f"{part}.npy")
        numpy.savez(cache, men=made.men, turns=made.turns, scores=made.scores, results=made.results)
        return made
    with numpy.load(cache) as arrays:
        return Boards(**{name: arrays[name] for name in ("men", "turns", "scores", "results")})


def inputs_of(men: numpy.ndarray, turns: numpy.ndarray, mirror: bool) -> tuple[numpy.ndarray, ...]:
    """Of n positions, for 2n perspectives, the movers' first and then the others': the active inputs, where the list
    of each begins and the end; and the same transposed: the perspectives in which each input is active. `mirror`
    changes left and right."""
    row, square = numpy.nonzero(men)
    inputs = (men[row, square].astype(numpy.int32) - 1) * 64 + (square.astype(numpy.int32) ^ (7 if mirror else 0))
    flipped = FLIPPED[inputs]
    is_black = turns[row] != 0
    indices = numpy.concatenate((numpy.where(is_black, flipped, inputs), numpy.where(is_black, inputs, flipped)))
    counts = numpy.bincount(row, minlength=len(men))
    offsets = numpy.concatenate(([0], numpy.tile(counts, 2).cumsum())).astype(numpy.int32)
    perspectives = numpy.concatenate((row, row + len(men))).astype(numpy.int32)
    order = numpy.argsort(indices.astype(numpy.int16), kind="stable")
    input_offsets = numpy.concatenate(([0], numpy.bincount(indices, minlength=INPUTS).cumsum())).astype(numpy.int32)
    return indices, offsets, perspectives[order], input_offsets


def chunk_of(boards: Boards, chosen: numpy.ndarray, mirror: bool) -> tuple[torch.Tensor, ...]:
    """Some positions as tensors: the four of `inputs_of`, then scores and results from the movers' view."""
    turns, scores, results = boards.turns[chosen], boards.scores[chosen].astype(numpy.float32), boards.results[chosen]
    scores = numpy.where(scores == NO_SCORE, numpy.nan, numpy.where(turns != 0, -scores, scores))
    results = numpy.where((turns != 0) & (results != NO_RESULT), 2 - results.astype(numpy.int64), results)
    arrays = (*inputs_of(boards.men[chosen], turns, mirror), scores, results.astype(numpy.int64))
    return tuple(torch.from_numpy(array) for array in arrays)


def batches(sources: list[Boards], shares: list[float], size: int, chunk: int, seed: int) -> Iterator[list[tuple]]:
    """Random batches without end: of each source its share of every batch, in chunks of one source each."""
    rng = numpy.random.default_rng(seed)
    counts = [max(chunk, round(share * size / chunk) * chunk) for share in shares]
    while True:
        yield [
            chunk_of(source, rng.integers(0, len(source), chunk), bool(rng.integers(2)))
            for source, count in zip(sources, counts, strict=True)
            for _ in range(count // chunk)
        ]
