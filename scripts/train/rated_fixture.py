#!/usr/bin/env python3
"""What the rated net takes of some positions, for the test that compares Rust with Python.

    motley-lab dataset rated --lichess FILE --over-the-board FILE --other-site FILE --validation 0 --test 0 --out GAMES
    motley-lab dataset rated-shards GAMES --samples 20000 --out SHARDS
    rated_fixture.py SHARDS/shard-00000.npy > lab/src/training/rated/rated.json

FILE is lab/src/training/rated/rated.pgn, as games of each source. For every fifth sample: the numbers of the game
(first those of Lichess) and of the half move, the numbers of `who`, and for each plane the sum of its numbers, each
times the number of its square (a1 = 1 … h8 = 64).
"""

import json
import sys

import numpy
import torch

from rated_samples import planes, who

EVERY = 5


def main() -> None:
    records = numpy.load(sys.argv[1])
    records = records[numpy.lexsort((records["ply"], records["game"]))][::EVERY]
    squares = torch.arange(1, 65)
    sums = (planes(records, "cpu").flatten(2) * squares).sum(2)
    for record, numbers, plane_sums in zip(records, who(records, "cpu"), sums, strict=True):
        place = {"game": int(record["game"]), "ply": int(record["ply"])}
        facts = {"who": rounded(numbers), "planes": rounded(plane_sums)}
        print(json.dumps(place | facts, separators=(",", ":")))


def rounded(numbers: torch.Tensor) -> list[float]:
    """As JSON has them shortest: whole numbers without a point."""
    values = (round(float(number), 5) for number in numbers)
    return [int(value) if value.is_integer() else value for value in values]


if __name__ == "__main__":
    main()
