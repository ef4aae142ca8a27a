"""Shards of `motley-lab dataset rated-shards` → batches of tensors.

lab/src/training/rated/sample.rs describes the fields of a sample. All squares are in the mover's view, a1 = 0 … h8 =
63.
"""

import itertools
import pathlib
from collections.abc import Callable, Iterator

import numpy
import torch
from torch.nn import functional

from mockfish_samples import board_planes, feature_planes
from processes import Processes

HISTORY = 8
UNKNOWN = 65535
"""In place of a clock time, a base time or an increment."""

KNOTS = tuple(range(600, 2801, 200))
"""Ratings with a vector of their own; between them it is interpolated."""
SOURCES, TIME_CLASSES = 3, 5
CLOCKS = 5
WHO = 2 * len(KNOTS) + 1 + SOURCES + TIME_CLASSES + CLOCKS
"""Numbers that say who plays whom, where and how fast: see `who`."""
PLANES = 12 + 4 + 1 + 2 * HISTORY + 30 + 2 + 3
"""Planes that show the position: see `planes`."""
TIME_BOUNDS = (0.5, 1.5, 2.5, 3.5, 5.5, 8.5, 13.5, 21.5, 35.5, 60.5, 120.5)
"""Seconds between the bins of the time that a move took."""


class Shards:
    """Endless batches from the shards of a folder, in their order and again from the first. The same count of steps
    gives the same batch, so that a training can be resumed; shards that are added later come after the others. Each of
    several `processes` gets its part of every batch.

    With `labelled`, a folder and the function that loads the labels of a shard, batches are pairs with those labels,
    and shards without labels are left out; else the second of each pair is None."""

    def __init__(
        self,
        folder: str | pathlib.Path,
        size: int,
        processes: Processes,
        skip: int = 0,
        labelled: tuple[pathlib.Path, Callable[[pathlib.Path, pathlib.Path], numpy.ndarray]] | None = None,
    ) -> None:
        self.folder, self.size, self.processes, self.done = pathlib.Path(folder), size, processes, skip
        self.part, self.labelled = processes.part(size), labelled

    def files(self) -> list[pathlib.Path]:
        files = sorted(self.folder.glob("shard-*.npy"))
        return [file for file in files if self.labelled is None or (self.labelled[0] / file.name).is_file()]

    def __iter__(self) -> Iterator[tuple[numpy.ndarray, numpy.ndarray | None]]:
        skipped = self.done
        for number in itertools.count():
            # Looked up again after every shard: more may have come.
            files = self.processes.from_first(self.files)
            if not files:
                raise SystemExit(f"{self.folder} has no shards" + (" with labels" if self.labelled else ""))
            file = files[number % len(files)]
            samples = numpy.load(file, mmap_mode="r")
            batches = len(samples) // self.size
            if skipped >= batches:
                skipped -= batches
                continue
            labels = None if self.labelled is None else self.labelled[1](self.labelled[0] / file.name, file)
            for batch in range(skipped, batches):
                mine = slice(batch * self.size + self.part.start, batch * self.size + self.part.stop)
                yield numpy.array(samples[mine]), None if labels is None else numpy.array(labels[mine])
            skipped = 0


def tensor(records: numpy.ndarray, field: str, device: torch.device | str) -> torch.Tensor:
    return torch.from_numpy(numpy.ascontiguousarray(records[field])).to(device)


def planes(records: numpy.ndarray, device: torch.device | str) -> torch.Tensor:
    """[N, PLANES, 8, 8]

    | planes | what |
    |---|---|
    | 0–16 | as `full_planes` of mockfish_samples.py: men, castling rights, en passant |
    | 17–24 | from and to of the last four half moves |
    | 25–54 | as `feature_planes` of mockfish_samples.py |
    | 55–62 | from and to of the four half moves before these |
    | 63, 64 | where the last two half moves captured, weighted by the kind of the man (1/5 a pawn … 1 a queen) |
    | 65–67 | quiet half moves in hundredths; the position stood on the board once before, twice |
    """
    count = len(records)

    def whole(values: torch.Tensor) -> torch.Tensor:
        return values.float()[:, :, None, None].expand(count, values.shape[1], 8, 8)

    castling = tensor(records, "castling", device).long()
    rights = whole(torch.stack([castling >> bit & 1 for bit in range(4)], dim=1))
    file = functional.one_hot(tensor(records, "en_passant", device).long(), 9)[:, 1:]
    passant = file.float()[:, None, None, :].expand(count, 1, 8, 8)

    history = tensor(records, "history", device).long().reshape(count, HISTORY, 3)
    # The last of 65 squares stands for none.
    squares = functional.one_hot(history[:, :, :2].clamp(max=64), 65)[..., :64].float()
    moves = squares.reshape(count, 2 * HISTORY, 8, 8)
    captured = (history[:, :2, 2] & 7).float() / 5
    captures = (squares[:, :2, 1] * captured[:, :, None]).reshape(count, 2, 8, 8)

    repeated = tensor(records, "repetitions", device)
    quiet = tensor(records, "quiet", device).float().clamp(max=100) / 100
    state = whole(torch.stack((quiet, (repeated > 0).float(), (repeated > 1).float()), dim=1))
    parts = (
        board_planes(records, device),
        rights,
        passant,
        moves[:, :8],
        feature_planes(records, device),
        moves[:, 8:],
        captures,
        state,
    )
    return torch.cat(parts, dim=1)


def between_knots(ratings: torch.Tensor) -> torch.Tensor:
    """[N] → [N, len(KNOTS)]: the weights of the two neighbouring knots, which add up to 1. Ratings beyond the knots
    count as the first or last."""
    place = (ratings.float().clamp(KNOTS[0], KNOTS[-1]) - KNOTS[0]) / (KNOTS[1] - KNOTS[0])
    knots = torch.arange(len(KNOTS), device=ratings.device)
    return (1 - (place[:, None] - knots).abs()).clamp(min=0)


def who(records: numpy.ndarray, device: torch.device | str, chances: numpy.ndarray | None = None) -> torch.Tensor:
    """[N, WHO]: the mover's rating and the opponent's by knots, whether the opponent's is known, source and time class
    as one of each, and the clocks: known or not, logarithms of the seconds of mover and opponent, of base time and of
    increment.

    `chances` are random numbers from 0 to 1, [3, N]: then opponents' ratings, time classes and clocks of some samples
    are unknown, so that the net can play without them.
    """
    elo, opponent = (tensor(records, field, device).long() for field in ("elo", "opponent_elo"))
    known = opponent > 0
    time_class = tensor(records, "time_class", device).long()
    times = torch.stack([tensor(records, field, device).long() for field in ("clock", "opponent_clock")], dim=1)
    control = torch.stack([tensor(records, field, device).long() for field in ("base", "increment")], dim=1)
    timed = (times != UNKNOWN).all(1) & (control != UNKNOWN).all(1)
    if chances is not None:
        chances = torch.from_numpy(chances).to(device)
        known &= chances[0] > 0.1
        time_class = torch.where(chances[1] > 0.15, time_class, torch.zeros_like(time_class))
        timed &= (chances[1] > 0.15) & (chances[2] > 0.2)
    seconds = torch.cat((times.float() / 10, control.float()), dim=1)
    clocks = torch.cat((timed[:, None].float(), torch.log1p(seconds) / 8 * timed[:, None]), dim=1)
    return torch.cat(
        (
            between_knots(elo),
            between_knots(opponent) * known[:, None],
            known[:, None].float(),
            functional.one_hot(tensor(records, "source", device).long(), SOURCES).float(),
            functional.one_hot(time_class, TIME_CLASSES).float(),
            clocks,
        ),
        dim=1,
    )


class Labels:
    """The expected outputs, as tensors of [N], and the legal moves."""

    def __init__(self, records: numpy.ndarray, device: torch.device | str) -> None:
        def take(field: str) -> torch.Tensor:
            return tensor(records, field, device).long()

        self.origin, self.target, self.piece = take("from"), take("to"), take("role") - 1
        # [N, 64], from × 64 + to, the played move first; no move beyond 4095.
        self.legal = take("legal")
        result = take("result")
        # Lost, drawn, won for the mover; −100 (which losses pass over) where the end is not known.
        self.outcome = torch.where(result == 2, torch.full_like(result, -100), result + 1)
        spent = take("spent")
        bins = torch.bucketize(spent.float() / 10, torch.tensor(TIME_BOUNDS, device=device))
        self.time = torch.where(spent == UNKNOWN, torch.full_like(bins, -100), bins)
