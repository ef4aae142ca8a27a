"""Samples on disk → batches of tensors.

The arrays come from `motley-lab dataset`; lab/src/training/moves/sample.rs describes their fields, and
src/chess/view.rs the view of the board (mirrored top to bottom for Black).
"""

import pathlib
from collections.abc import Iterator

import numpy
import torch

PIECES = ("pawn", "knight", "bishop", "rook", "queen", "king")
"""In the order of the codes 1 to 6."""
NO_SQUARE = 255
RECENT_MOVES = 4
FEATURES = 30


def load(folder: str | pathlib.Path, part: str) -> numpy.ndarray:
    """The samples of a part ("train", "validation", "test"), mapped and not read: one record a sample."""
    return numpy.load(pathlib.Path(folder) / f"{part}.npy", mmap_mode="r")


class Rows:
    """Some of the samples, by their rows; no sample is copied before it is asked for."""

    def __init__(self, samples: numpy.ndarray, rows: numpy.ndarray) -> None:
        self.samples, self.rows = samples, rows

    def __len__(self) -> int:
        return len(self.rows)

    def __getitem__(self, index: slice | numpy.ndarray) -> numpy.ndarray:
        return self.samples[self.rows[index]]


class Batches:
    """Endless shuffled batches of samples, or one ordered pass. The same seed and start give the same batches, so that
    a training can be resumed. `part` is a slice of every shuffled batch, for one of several processes."""

    def __init__(
        self,
        samples: numpy.ndarray | Rows,
        size: int,
        seed: int | None = None,
        skip: int = 0,
        part: slice = slice(None),
    ) -> None:
        self.samples, self.size, self.seed, self.skip, self.part = samples, size, seed, skip, part

    def __iter__(self) -> Iterator[numpy.ndarray]:
        count = len(self.samples)
        if self.seed is None:
            for start in range(0, count, self.size):
                yield self.samples[start : start + self.size]
            return
        epoch, done = divmod(self.skip, max(count // self.size, 1))
        while True:
            order = numpy.random.default_rng((self.seed, epoch)).permutation(count)
            for start in range(done * self.size, count - self.size + 1, self.size):
                # Sorted, because neighbours on disk are read together; the order inside a batch does not matter.
                yield self.samples[numpy.sort(order[start : start + self.size][self.part])]
            epoch, done = epoch + 1, 0


def codes(records: numpy.ndarray, device: torch.device | str) -> torch.Tensor:
    """[N, 64] codes of men, 0 empty, 1 to 6 own, 9 to 14 the opponent's; a1 = 0 … h8 = 63 in the mover's view."""
    packed = torch.from_numpy(numpy.ascontiguousarray(records["board"])).to(device)
    return torch.stack((packed & 15, packed >> 4), dim=2).reshape(len(records), 64).long()


def signed_planes(records: numpy.ndarray, device: torch.device | str) -> torch.Tensor:
    """[N, 6, 8, 8], one plane a piece, +1 own and −1 the opponent's (Griffiths, section 3.1.1)."""
    table = torch.zeros(16, 6)
    for piece in range(6):
        table[piece + 1, piece], table[piece + 9, piece] = 1, -1
    return expand(codes(records, device), table)


def board_planes(records: numpy.ndarray, device: torch.device | str) -> torch.Tensor:
    """[N, 12, 8, 8], the mover's six pieces and then the opponent's."""
    table = torch.zeros(16, 12)
    for piece in range(6):
        table[piece + 1, piece], table[piece + 9, piece + 6] = 1, 1
    return expand(codes(records, device), table)


def expand(codes: torch.Tensor, table: torch.Tensor) -> torch.Tensor:
    """Looks every square's code up in a table of planes."""
    return table.to(codes.device)[codes].permute(0, 2, 1).reshape(len(codes), -1, 8, 8)


def full_planes(records: numpy.ndarray, device: torch.device | str) -> torch.Tensor:
    """[N, 25, 8, 8]: board_planes, four planes of castling rights, one with the en passant file, two for each of the
    last four moves (from, to)."""
    count = len(records)
    castling = torch.from_numpy(numpy.ascontiguousarray(records["castling"])).to(device).long()
    rights = torch.stack([(castling >> bit & 1).float() for bit in range(4)], dim=1)[:, :, None, None].expand(
        count, 4, 8, 8
    )

    file = torch.from_numpy(numpy.ascontiguousarray(records["en_passant"])).to(device).long()
    # File 0 is none: the first of nine columns is dropped.
    passant = torch.nn.functional.one_hot(file, 9)[:, 1:].float()[:, None, None, :].expand(count, 1, 8, 8)

    squares = torch.from_numpy(numpy.ascontiguousarray(records["recent"])).to(device).long()
    # Likewise the last of 65 squares stands for none.
    recent = (
        torch.nn.functional.one_hot(squares.clamp(max=64), 65)[:, :, :64].float().reshape(count, 2 * RECENT_MOVES, 8, 8)
    )
    return torch.cat((board_planes(records, device), rights, passant, recent), dim=1)


def feature_planes(records: numpy.ndarray, device: torch.device | str) -> torch.Tensor:
    """[N, 30, 8, 8]: attacked squares, pins, checks and so on; src/nets/features.rs has the table."""
    sets = numpy.ascontiguousarray(records["features"]).view(numpy.uint8).reshape(len(records), FEATURES, 8)
    return (
        torch.from_numpy(numpy.unpackbits(sets, axis=2, bitorder="little"))
        .to(device)
        .float()
        .reshape(len(records), FEATURES, 8, 8)
    )


def threat_planes(records: numpy.ndarray, device: torch.device | str) -> torch.Tensor:
    """[N, 42, 8, 8]: board_planes and feature_planes."""
    return torch.cat((board_planes(records, device), feature_planes(records, device)), dim=1)


def rich_planes(records: numpy.ndarray, device: torch.device | str) -> torch.Tensor:
    """[N, 55, 8, 8]: full_planes and feature_planes."""
    return torch.cat((full_planes(records, device), feature_planes(records, device)), dim=1)


INPUTS = {
    "signed": (6, signed_planes),
    "board": (12, board_planes),
    "full": (12 + 4 + 1 + 2 * RECENT_MOVES, full_planes),
    "threats": (12 + FEATURES, threat_planes),
    "rich": (12 + 4 + 1 + 2 * RECENT_MOVES + FEATURES, rich_planes),
}
"""Name → planes, and the function that makes them."""


class Labels:
    """The expected outputs, as tensors of [N], and the legal moves."""

    def __init__(self, records: numpy.ndarray, device: torch.device | str) -> None:
        def take(field: str) -> torch.Tensor:
            return torch.from_numpy(numpy.ascontiguousarray(records[field])).to(device).long()

        self.origin, self.target, self.piece = take("from"), take("to"), take("role") - 1
        # [N, 64], from × 64 + to, the played move first; no move beyond 4095.
        self.legal = take("legal")
        # Lost, drawn, won for the mover.
        self.outcome = take("result") + 1
