"""The file of the network evaluation (`MOTLEYNW`), and its exact arithmetic in integers.

Little endian: `MOTLEYNW`; four u32: version, hidden neurons H, outputs B, regions of the king R; i16[768 R][H] hidden
weights, i16[H] hidden biases, i16[B][2H] output weights (the mover's half, then the other's), i32[B] output biases;
SHA-256 of all that. The trainer also begins with files of fewer regions, which the engine reads no more: of four, and
of version 1, which has one region and 0 for R.
"""

import dataclasses
import hashlib
import pathlib
import struct

import numpy

from nnue_samples import BUCKETS, INPUTS, MEN_INPUTS, REGIONS, inputs

MAGIC, VERSION = b"MOTLEYNW", 2
EARLIER_REGIONS = {(1, 0): [0] * REGIONS, (VERSION, 4): [0, 0, 1, 1, 2, 2, 3, 3]}
"""Version and regions of an earlier file → its region for each of today's."""
QA, QB, SCALE = 255, 64, 400
"""Steps of one in the hidden layer and in the output weights; centipawns of an output of one."""
CLIP = 1.98
"""Bound of the weights: 1.98 · QB is 127, and 255 · 127 fits sixteen bits."""
EVAL_LIMIT = 31_506
"""Scores beyond are proofs: `Score::EVAL_LIMIT`."""

RECORD = numpy.dtype(
    [("occupied", "<u8"), ("men", "u1", 16), ("ply", "<u4"), ("score", "<i2"), ("result", "u1"), ("turn", "u1")]
)
MEN = "PNBRQKpnbrqk"
MOST_MEN = 32


@dataclasses.dataclass
class Quantised:
    hidden: numpy.ndarray
    hidden_bias: numpy.ndarray
    output: numpy.ndarray
    output_bias: numpy.ndarray

    @staticmethod
    def of(
        hidden: numpy.ndarray, hidden_bias: numpy.ndarray, output: numpy.ndarray, output_bias: numpy.ndarray
    ) -> "Quantised":
        """Of the trained weights, [INPUTS, H], [H], [B, 2H] and [B]."""
        rounded = lambda values, steps, kind: numpy.rint(values * steps).astype(kind)
        net = Quantised(
            rounded(hidden, QA, numpy.int16),
            rounded(hidden_bias, QA, numpy.int16),
            rounded(output, QB, numpy.int16),
            rounded(output_bias.astype(numpy.float64), QA * QB, numpy.int32),
        )
        net.check()
        return net

    def fractions(self) -> dict[str, numpy.ndarray]:
        """The weights as the trainer has them, to learn on from."""
        steps = {"hidden": QA, "hidden_bias": QA, "output": QB, "output_bias": QA * QB}
        return {name: (getattr(self, name) / step).astype(numpy.float32) for name, step in steps.items()}

    def check(self) -> None:
        """The engine refuses nets whose sums could overflow."""
        hidden, bias, output = (numpy.abs(a.astype(int)) for a in (self.hidden, self.hidden_bias, self.output))
        of_regions = numpy.sort(hidden.reshape(REGIONS, MEN_INPUTS, -1), axis=1)
        accumulator = (of_regions[:, -MOST_MEN:].sum(1) + bias).max()
        if accumulator > numpy.iinfo(numpy.int16).max:
            raise SystemExit(f"an accumulator could reach {accumulator}, more than sixteen bits hold")
        total = output.sum(1).max() * QA * QA
        if total >= numpy.iinfo(numpy.int32).max:
            raise SystemExit(f"an output could reach {total}, more than 32 bits hold")

    def content(self) -> bytes:
        head = MAGIC + struct.pack("<4I", VERSION, self.hidden.shape[1], BUCKETS, REGIONS)
        arrays = (
            self.hidden.astype("<i2"),
            self.hidden_bias.astype("<i2"),
            self.output.astype("<i2"),
            self.output_bias.astype("<i4"),
        )
        content = head + b"".join(array.tobytes() for array in arrays)
        return content + hashlib.sha256(content).digest()

    def write(self, file: pathlib.Path) -> str:
        """Whole or not at all; returns the SHA-256 of the file."""
        content = self.content()
        file.with_suffix(".new").write_bytes(content)
        file.with_suffix(".new").replace(file)
        return hashlib.sha256(content).hexdigest()

    def centipawns(self, records: numpy.ndarray) -> numpy.ndarray:
        """The movers' scores, exactly as the engine computes them."""
        return numpy.concatenate(
            [self.centipawns_of_chunk(records[first : first + 1024]) for first in range(0, len(records), 1024)]
        )

    def centipawns_of_chunk(self, records: numpy.ndarray) -> numpy.ndarray:
        given, hidden = inputs(records), self.hidden.astype(numpy.int32)
        sums = numpy.add.reduceat(hidden[given.indices], given.offsets[:-1], axis=0) + self.hidden_bias
        values = numpy.clip(sums, 0, QA).astype(numpy.int64) ** 2
        movers, others = numpy.split(values, 2)
        weights = self.output[given.buckets].astype(numpy.int64)
        total = (numpy.concatenate((movers, others), 1) * weights).sum(1)
        output = truncated(total, QA) + self.output_bias[given.buckets]
        return numpy.clip(truncated(output * SCALE, QA * QB), -EVAL_LIMIT, EVAL_LIMIT)


def truncated(values: numpy.ndarray, divisor: int) -> numpy.ndarray:
    """Division towards zero, as Rust divides."""
    return numpy.sign(values) * (numpy.abs(values) // divisor)


def read(file: pathlib.Path) -> Quantised:
    """The net in a file; where it has fewer regions, several of today's begin alike. A damaged or foreign file ends the
    program."""
    content = file.read_bytes()
    body = content[:-32]
    if hashlib.sha256(body).digest() != content[-32:] or body[:8] != MAGIC:
        raise SystemExit(f"{file} is no network of Motley's")
    version, hidden, outputs, regions = struct.unpack_from("<4I", body, 8)
    from_regions = {(VERSION, REGIONS): [*range(REGIONS)], **EARLIER_REGIONS}.get((version, regions))
    if outputs != BUCKETS or from_regions is None:
        raise SystemExit(f"{file} has version {version}, {outputs} outputs and {regions} regions")
    rows = (max(regions, 1), MEN_INPUTS, hidden)
    shapes = (("<i2", rows), ("<i2", (hidden,)), ("<i2", (outputs, 2 * hidden)), ("<i4", (outputs,)))
    at, arrays = 24, []
    for kind, shape in shapes:
        count = int(numpy.prod(shape))
        arrays.append(numpy.frombuffer(body, kind, count, at).reshape(shape))
        at += arrays[-1].nbytes
    return Quantised(arrays[0][from_regions].reshape(INPUTS, hidden), *arrays[1:])


def record_of(fen: str) -> numpy.ndarray:
    """The sample of a position; score and result are unknown."""
    board, turn = fen.split()[:2]
    rows = "".join("." * int(letter) if letter.isdigit() else letter for letter in board.replace("/", ""))
    record = numpy.zeros((), RECORD)
    men = []
    for square in range(64):
        letter = rows[8 * (7 - square // 8) + square % 8]
        if letter != ".":
            record["occupied"] |= numpy.uint64(1 << square)
            men.append(MEN.index(letter))
    for place, code in enumerate(men):
        record["men"][place // 2] |= code << (4 * (place % 2))
    record["turn"] = turn == "b"
    return record
