"""The file of the network evaluation (`MOTLEYNW`), and its exact arithmetic in integers.

Little endian: `MOTLEYNW`; six u32: version, hidden neurons H, outputs B, regions of the king R, neurons of the two
layers F and S; i16[768 R][H] hidden weights of the men, i8[3840][T] those of threats, i16[H] hidden biases, i16[B][2H]
direct output weights (the mover's half, then the other's), i32[B] output biases; for each output its layers: i8[2H][F]
first weights, i32[F] first biases, i16[2F][S] second weights, i32[S] second biases, i16[S] third weights; SHA-256 of
all that. Threats lead to the first T = min(H, 128) hidden neurons alone, because they are added anew for each position.
The trainer also begins with files that the engine reads no more: of version 3, without threats; of version 2, without
layers either, and with four regions or eight; and of version 1, which has one region and 0 for R. Of more neurons in
the first layer, those remain that weigh most behind it.
"""

import dataclasses
import hashlib
import pathlib
import struct

import numpy

from nnue_samples import BUCKETS, INPUTS, MEN_INPUTS, REGIONS, THREATS, Lists, inputs

MAGIC, VERSION, WITHOUT_THREATS = b"MOTLEYNW", 4, 3
REGION_FROM = {
    (1, 0): [0] * REGIONS,
    (2, 4): [0, 0, 1, 1, 2, 2, 3, 3],
    (2, REGIONS): [*range(REGIONS)],
    (WITHOUT_THREATS, REGIONS): [*range(REGIONS)],
    (VERSION, REGIONS): [*range(REGIONS)],
}
"""Version and regions of a file → its region for each of today's."""
THREAT_NEURONS = 128
"""Hidden neurons to which threats lead, the first ones."""
FIRST, SECOND = 8, 32
"""Neurons of the two layers."""
QA, QB, SCALE = 255, 64, 400
"""Steps of one in the hidden layer, and in the weights behind it; centipawns of an output of one."""
CLIP = 1.98
"""Bound of the weights: 1.98 · QB is 127, and 255 · 127 fits sixteen bits."""
THREAT_CLIP = 127 / QA
"""Bound of the hidden weights of threats, which are bytes."""
QH = 127
"""Steps of one in a hidden neuron as the first layer takes it."""
UNIT = QH * QB
"""Steps of one in the layers."""
QS, QT = 256, 255
"""Steps of one in the second and third weights."""
LAYER_CLIP = 4.0
"""Bound of the second and third weights: so no sum exceeds 32 bits."""
SQUARE_SHIFT = 13
SQUARE = UNIT / (1 << SQUARE_SHIFT)
"""What a square is multiplied by, since the engine shifts instead of dividing by UNIT."""
EVAL_LIMIT = 31_506
"""Scores beyond are proofs: `Score::EVAL_LIMIT`."""

RECORD = numpy.dtype(
    [("occupied", "<u8"), ("men", "u1", 16), ("ply", "<u4"), ("score", "<i2"), ("result", "u1"), ("turn", "u1")]
)
MEN = "PNBRQKpnbrqk"
MOST_MEN = 32


@dataclasses.dataclass
class Quantised:
    """The weights in integers: `hidden` [INPUTS, H], `threats` [THREATS, T], `hidden_bias` [H]; `output` [B, 2H] and
    `output_bias` [B] of the direct output; of the layers `first` [B, 2H, F], `first_bias` [B, F], `second` [B, 2F, S],
    `second_bias` [B, S], `third` [B, S]."""

    hidden: numpy.ndarray
    threats: numpy.ndarray
    hidden_bias: numpy.ndarray
    output: numpy.ndarray
    output_bias: numpy.ndarray
    first: numpy.ndarray
    first_bias: numpy.ndarray
    second: numpy.ndarray
    second_bias: numpy.ndarray
    third: numpy.ndarray

    @staticmethod
    def of(weights: dict[str, numpy.ndarray]) -> "Quantised":
        """Of the trained weights."""
        rounded = {
            name: numpy.rint(weights[name].astype(numpy.float64) * steps).astype(kind)
            for name, (steps, kind) in STEPS.items()
        }
        net = Quantised(**rounded)
        net.check()
        return net

    def fractions(self) -> dict[str, numpy.ndarray]:
        """The weights as the trainer has them, to learn on from."""
        return {name: (getattr(self, name) / steps).astype(numpy.float32) for name, (steps, _) in STEPS.items()}

    def check(self) -> None:
        """The engine refuses nets whose sums could overflow."""
        hidden, bias, output = (numpy.abs(a.astype(int)) for a in (self.hidden, self.hidden_bias, self.output))
        of_regions = numpy.sort(hidden.reshape(REGIONS, MEN_INPUTS, -1), axis=1)
        threats = numpy.sort(numpy.abs(self.threats.astype(int)), axis=0)[-MOST_MEN:].sum(0)
        most = of_regions[:, -MOST_MEN:].sum(1) + bias
        most[:, : len(threats)] += threats
        accumulator = most.max()
        if accumulator > numpy.iinfo(numpy.int16).max:
            raise SystemExit(f"an accumulator could reach {accumulator}, more than sixteen bits hold")
        sums = {
            "an output": output.sum(1) * QA * QA,
            "a neuron of the first layer": self.largest(self.first, self.first_bias, QH),
            "a neuron of the second layer": self.largest(self.second, self.second_bias, UNIT),
            "the sum of the second layer": numpy.abs(self.third.astype(int)).sum(1) * UNIT,
        }
        for what, values in sums.items():
            if values.max() >= numpy.iinfo(numpy.int32).max:
                raise SystemExit(f"{what} could reach {values.max()}, more than 32 bits hold")

    @staticmethod
    def largest(weights: numpy.ndarray, biases: numpy.ndarray, most: int) -> numpy.ndarray:
        """What neurons could reach whose inputs are at most `most`."""
        return numpy.abs(weights.astype(int)).sum(1) * most + numpy.abs(biases.astype(int))

    def content(self) -> bytes:
        head = MAGIC + struct.pack("<6I", VERSION, self.hidden.shape[1], BUCKETS, REGIONS, FIRST, SECOND)
        little = lambda array: array.astype(array.dtype.newbyteorder("<")).tobytes()
        shared = (self.hidden, self.threats, self.hidden_bias, self.output, self.output_bias)
        layers = (self.first, self.first_bias, self.second, self.second_bias, self.third)
        of_outputs = (little(array[output]) for output in range(BUCKETS) for array in layers)
        content = head + b"".join((*map(little, shared), *of_outputs))
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
        given = inputs(records)
        sums = added_up(self.hidden, given.men) + self.hidden_bias
        sums[:, : self.threats.shape[1]] += added_up(self.threats, given.threats)
        squares = numpy.concatenate(numpy.split(numpy.clip(sums, 0, QA).astype(numpy.int64) ** 2, 2), 1)
        direct = (squares * self.output[given.buckets]).sum(1)
        layered = numpy.zeros(len(records), numpy.int64)
        for bucket in numpy.unique(given.buckets):
            of = given.buckets == bucket
            layered[of] = self.layered(squares[of] + 256 >> 9, bucket)
        value = truncated(direct, QA) + self.output_bias[given.buckets] + truncated(layered, QH)
        return numpy.clip(truncated(value * SCALE, QA * QB), -EVAL_LIMIT, EVAL_LIMIT)

    def layered(self, neurons: numpy.ndarray, bucket: int) -> numpy.ndarray:
        """What the layers say of the hidden neurons, [positions, 2H], of positions of one bucket. Fractions of 64 bits
        hold these sums exactly, and are multiplied faster than integers."""
        product = lambda values, weights: (values.astype(float) @ weights.astype(float)).astype(numpy.int64)
        first = product(neurons, self.first[bucket]) + self.first_bias[bucket]
        squares = numpy.clip(first, -UNIT, UNIT) ** 2 >> SQUARE_SHIFT
        given = numpy.concatenate((numpy.clip(first, 0, UNIT), squares), 1)
        second = product(given, self.second[bucket]) + self.second_bias[bucket]
        return product(numpy.clip(second, 0, UNIT * QS) // QS, self.third[bucket])


def added_up(rows: numpy.ndarray, lists: Lists) -> numpy.ndarray:
    """For each list of inputs the sum of its rows."""
    summed = numpy.concatenate((numpy.zeros((1, rows.shape[1]), int), rows[lists.indices].cumsum(0, dtype=int)))
    return summed[lists.offsets[1:]] - summed[lists.offsets[:-1]]


STEPS = {
    "hidden": (QA, numpy.int16),
    "threats": (QA, numpy.int8),
    "hidden_bias": (QA, numpy.int16),
    "output": (QB, numpy.int16),
    "output_bias": (QA * QB, numpy.int32),
    "first": (QB, numpy.int8),
    "first_bias": (UNIT, numpy.int32),
    "second": (QS, numpy.int16),
    "second_bias": (UNIT * QS, numpy.int32),
    "third": (QT, numpy.int16),
}
"""Steps of one in each kind of weights, and their type in the file."""


def truncated(values: numpy.ndarray, divisor: int) -> numpy.ndarray:
    """Division towards zero, as Rust divides."""
    return numpy.sign(values) * (numpy.abs(values) // divisor)


def read(file: pathlib.Path) -> Quantised:
    """The net in a file; where it has fewer regions, several of today's begin alike, and where it has no layers or no
    threats, they add nothing. A damaged or foreign file ends the program."""
    content = file.read_bytes()
    body = content[:-32]
    if hashlib.sha256(body).digest() != content[-32:] or body[:8] != MAGIC:
        raise SystemExit(f"{file} is no network of Motley's")
    version, hidden, outputs, regions = struct.unpack_from("<4I", body, 8)
    if outputs != BUCKETS or (version, regions) not in REGION_FROM:
        raise SystemExit(f"{file} has version {version}, {outputs} outputs and {regions} regions")
    has_layers, has_threats = version >= WITHOUT_THREATS, version == VERSION
    at = 32 if has_layers else 24
    first, second = struct.unpack_from("<2I", body, 24) if has_layers else (FIRST, SECOND)
    if first < FIRST or second != SECOND:
        raise SystemExit(f"{file} has layers of {first} and {second} neurons")

    def following(name: str, *shape: int) -> numpy.ndarray:
        nonlocal at
        kind = numpy.dtype(STEPS[name][1]).newbyteorder("<")
        array = numpy.frombuffer(body, kind, int(numpy.prod(shape)), at).reshape(shape)
        at += array.nbytes
        return array

    rows = following("hidden", max(regions, 1), MEN_INPUTS, hidden)[REGION_FROM[version, regions]]
    of_threats = (THREATS, min(hidden, THREAT_NEURONS))
    shared = {
        "hidden": rows.reshape(INPUTS, hidden),
        "threats": following("threats", *of_threats) if has_threats else numpy.zeros(of_threats, numpy.int8),
        "hidden_bias": following("hidden_bias", hidden),
        "output": following("output", outputs, 2 * hidden),
        "output_bias": following("output_bias", outputs),
    }
    shapes = {
        "first": (2 * hidden, first),
        "first_bias": (first,),
        "second": (2 * first, SECOND),
        "second_bias": (SECOND,),
        "third": (SECOND,),
    }
    layers = {name: numpy.zeros((outputs, *shape), STEPS[name][1]) for name, shape in shapes.items()}
    if has_layers:
        for output in range(outputs):
            for name, shape in shapes.items():
                layers[name][output] = following(name, *shape)
    return Quantised(**shared, **with_fewer(layers))


def with_fewer(layers: dict[str, numpy.ndarray]) -> dict[str, numpy.ndarray]:
    """The layers with FIRST neurons in the first one, for each output those that weigh most behind it; where there are
    no more than that, the same layers."""
    kept = {name: [] for name in layers}
    for first, first_bias, second, second_bias, third in zip(*layers.values(), strict=True):
        weights = numpy.abs(second.astype(int)) @ numpy.abs(third.astype(int))
        most = numpy.sort(numpy.argsort(-weights.reshape(2, -1).sum(0))[:FIRST])
        of_both = numpy.concatenate((most, most + len(first_bias)))
        taken = (first[:, most], first_bias[most], second[of_both], second_bias, third)
        for arrays, array in zip(kept.values(), taken, strict=True):
            arrays.append(array)
    return {name: numpy.stack(arrays) for name, arrays in kept.items()}


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
