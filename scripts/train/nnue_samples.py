"""Samples of `motley-lab dataset nnue` as the inputs of the network evaluation.

The net has an accumulator for each perspective, with 768 inputs for each region in which its king may stand: ((region
× 2 + relative colour) × 6 + role) × 64 + square. Relative colour 0 are the men of the perspective's own side; squares
are seen from that side, a1 = 0, and mirrored left to right where its king stands on the files e to h. A man that is
attacked, but no king, is a threat: one of further inputs, ((state × 2 + relative colour) × 5 + role) × 64 + square
wherever the king stands, with its state as nnue_threats.py describes it.
"""

import dataclasses
import queue
import threading
from collections.abc import Iterator

import numpy
import torch

from nnue_threats import BLACK, KING, STATES, states

REGION_OF = numpy.array([[0, 1, 2, 3], [4, 4, 5, 5], *([6, 6, 6, 6],) * 2, *([7, 7, 7, 7],) * 4], numpy.int32)
"""The region of a king by rank and file, on the files a to d."""
REGIONS = int(REGION_OF.max()) + 1
MEN_INPUTS = 768
"""Inputs of a region."""
INPUTS, BUCKETS = REGIONS * MEN_INPUTS, 8
STATE_INPUTS = 640
"""Threats of a state."""
THREATS = STATES * STATE_INPUTS
FIRST_INPUT = MEN_INPUTS * numpy.concatenate((REGION_OF, REGION_OF[:, ::-1]), 1).ravel()
"""Square of the king, as its side sees it → first input of its region."""


@dataclasses.dataclass
class Chunk:
    """Positions to learn from, ordered by bucket: the men and the threats, each as tensors (indices and offsets, and
    the same transposed), where the positions of each bucket end, the movers' `scores` and `points`."""

    men: tuple[torch.Tensor, ...]
    threats: tuple[torch.Tensor, ...]
    ends: tuple[int, ...]
    scores: torch.Tensor
    points: torch.Tensor


Batch = list[Chunk]

BLOCK = 256
"""Neighbouring records that are read together: 8 KiB."""

OWN = (numpy.arange(12) * 64).astype(numpy.int32)
OTHER = numpy.roll(OWN, -BLACK)
"""Code → first input of the man, for White's perspective and for Black's."""


@dataclasses.dataclass
class Lists:
    """The `indices` of active inputs in one list after another; where each list begins, and the end (`offsets`)."""

    indices: numpy.ndarray
    offsets: numpy.ndarray

    def transposed(self, count: int) -> "Lists":
        """The lists in which each of `count` inputs is active."""
        lists = numpy.repeat(numpy.arange(len(self.offsets) - 1, dtype=numpy.int32), numpy.diff(self.offsets))
        # Sixteen bits are sorted by counting.
        order = numpy.argsort(self.indices.astype(numpy.int16), kind="stable")
        return Lists(lists[order], offsets_of(numpy.bincount(self.indices, minlength=count)))

    def tensors(self, count: int) -> tuple[torch.Tensor, ...]:
        """The lists, and the same transposed."""
        transposed = self.transposed(count)
        arrays = (self.indices, self.offsets, transposed.indices, transposed.offsets)
        return tuple(map(torch.from_numpy, arrays))


def offsets_of(lengths: numpy.ndarray) -> numpy.ndarray:
    return numpy.concatenate(([0], lengths.cumsum())).astype(numpy.int32)


@dataclasses.dataclass
class Inputs:
    """Of n positions: the active inputs of 2n perspectives, the movers' first and then the others', by `men` and by
    `threats`; the `buckets` by number of men."""

    men: Lists
    threats: Lists
    buckets: numpy.ndarray

    def ends(self) -> tuple[int, ...]:
        """Where the positions of each bucket end, if they are ordered by bucket."""
        return tuple(numpy.bincount(self.buckets, minlength=BUCKETS).cumsum().tolist())


def inputs(records: numpy.ndarray) -> Inputs:
    """What the net sees of some samples."""
    bits = numpy.unpackbits(
        numpy.ascontiguousarray(records["occupied"]).view(numpy.uint8).reshape(-1, 8), axis=1, bitorder="little"
    )
    places = numpy.flatnonzero(bits)
    squares, counts = (places & 63).astype(numpy.int32), bits.sum(1, dtype=numpy.int32)
    nibbles = numpy.stack((records["men"] & 15, records["men"] >> 4), 2).reshape(-1, 32)
    codes = nibbles[numpy.arange(32) < counts[:, None]]
    state = states(codes, places, len(records))
    is_attacked = state >= 0
    first_of_state = STATE_INPUTS * state[is_attacked].astype(numpy.int32)

    def perspective(king: int, flip: int, men: numpy.ndarray) -> tuple[numpy.ndarray, numpy.ndarray]:
        at = squares[codes == king] ^ flip
        mirror = numpy.where(at & 4, 7, 0).astype(numpy.int32)
        seen = men[codes] + (squares ^ numpy.repeat(mirror ^ flip, counts))
        attacked = seen[is_attacked]
        # The own king, which would come before the other side's men, is no threat.
        attacked -= 64 * (attacked >= MEN_INPUTS // 2)
        return seen + numpy.repeat(FIRST_INPUT[at], counts), first_of_state + attacked

    white, black = perspective(KING, 0, OWN), perspective(KING + BLACK, 56, OTHER)
    is_black = records["turn"] != 0

    def lists(of_white: numpy.ndarray, of_black: numpy.ndarray, lengths: numpy.ndarray) -> Lists:
        turned = numpy.repeat(is_black, lengths)
        movers, others = numpy.where(turned, of_black, of_white), numpy.where(turned, of_white, of_black)
        return Lists(numpy.concatenate((movers, others)), offsets_of(numpy.tile(lengths, 2)))

    threats = numpy.bincount((places >> 6)[is_attacked], minlength=len(records))
    (men_of_white, threats_of_white), (men_of_black, threats_of_black) = white, black
    return Inputs(
        lists(men_of_white, men_of_black, counts),
        lists(threats_of_white, threats_of_black, threats),
        (counts.astype(numpy.int64) - 2) // 4,
    )


NO_RESULT = 3
"""Stands for the result of a position of no game."""


def samples(folders: str, part: str) -> numpy.ndarray:
    """Those of all folders, which have commas between; each is shuffled in itself, and batches are sampled from all."""
    arrays = [numpy.load(f"{folder}/{part}.npy", mmap_mode="r") for folder in folders.split(",")]
    return arrays[0] if len(arrays) == 1 else numpy.concatenate(arrays)


def movers(records: numpy.ndarray) -> tuple[numpy.ndarray, numpy.ndarray]:
    """Scores in centipawns and points, 0 to 1, from the movers' view; points are −1 where there is no result."""
    is_black = records["turn"] != 0
    scores, points = records["score"].astype(numpy.float32), records["result"].astype(numpy.float32) / 2
    points = numpy.where(is_black, 1 - points, points)
    return numpy.where(is_black, -scores, scores), numpy.where(records["result"] == NO_RESULT, -1, points)


def decided(records: numpy.ndarray, most: int = 1_000_000) -> tuple[numpy.ndarray, numpy.ndarray]:
    """As `movers`, of evenly spread records that have a result."""
    taken = numpy.array(records[:: max(1, len(records) // most)])
    return movers(taken[taken["result"] != NO_RESULT])


def fit_scale(scores: numpy.ndarray, points: numpy.ndarray) -> float:
    """The K for which sigmoid(score / K) predicts the points best, by the mean logarithm of the likelihood."""
    slope = 1 / 200
    for _ in range(30):
        expected = 1 / (1 + numpy.exp(-scores * slope))
        gradient = ((expected - points) * scores).sum()
        slope -= gradient / (expected * (1 - expected) * scores**2).sum()
    return float(1 / slope)


class Batches:
    """Batches of samples in an order that depends on the seed alone, from the batch `first` on, without end.

    The samples are shuffled as a whole; every pass over them chooses the order of their blocks anew, so that no two
    batches are alike. `chunk` positions at a time become inputs: on a processor as many as its cache can take. Of
    `count` processes each makes its part of every batch, the `number`th chunk and every `count`th after it."""

    def __init__(self, records: numpy.ndarray, seed: int, batch: int, chunk: int, number: int, count: int) -> None:
        if len(records) < batch or batch % BLOCK:
            raise SystemExit(f"a batch of {batch} needs as many samples and must be a multiple of {BLOCK}")
        self.starts = range(number * chunk, batch, count * chunk)
        self.records, self.seed, self.batch, self.chunk = records, seed, batch, chunk
        self.blocks = batch // BLOCK
        self.steps = len(records) // BLOCK // self.blocks
        """Batches of a pass."""

    def batch_of(self, order: numpy.ndarray, number: int) -> Batch:
        blocks = order[number * self.blocks : (number + 1) * self.blocks]
        records = numpy.concatenate([self.records[block * BLOCK : (block + 1) * BLOCK] for block in blocks])
        return [chunk_of(records[first : first + self.chunk]) for first in self.starts]

    def made(self, first: int) -> Iterator[Batch]:
        passed, number = divmod(first, self.steps)
        while True:
            order = numpy.random.default_rng((self.seed, passed)).permutation(len(self.records) // BLOCK)
            for step in range(number, self.steps):
                yield self.batch_of(order, step)
            passed, number = passed + 1, 0

    def run(self, first: int) -> Iterator[Batch]:
        """The batches, made ahead by a thread of their own."""
        ready = queue.Queue(4)

        def fill() -> None:
            for batch in self.made(first):
                ready.put(batch)

        threading.Thread(target=fill, daemon=True).start()
        while True:
            yield ready.get()


def by_bucket(records: numpy.ndarray) -> numpy.ndarray:
    """The same records, ordered by the number of men, and so by bucket."""
    return records[numpy.argsort(numpy.bitwise_count(records["occupied"]), kind="stable")]


def chunk_of(records: numpy.ndarray) -> Chunk:
    """Of these records, ordered by bucket."""
    records = by_bucket(records)
    made = inputs(records)
    scores, points = map(torch.from_numpy, movers(records))
    return Chunk(made.men.tensors(INPUTS), made.threats.tensors(THREATS), made.ends(), scores, points)
