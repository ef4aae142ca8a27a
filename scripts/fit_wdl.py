#!/usr/bin/env python3
"""Fits the win, draw and loss model of src/personalities/classical/params.rs to scored games.

    scripts/fit_wdl.py selfplay-700n.bin.zst [--every 40]

A game is won by the side to move with probability 1 / (1 + exp((WDL_HALF_WON - score) / WDL_SPREAD)), lost likewise
with the score negated, drawn otherwise. The two numbers are found by coordinate descent on the likelihood of every
EVERYth scored position. Needs the command zstd.
"""

import argparse
import math
import struct
import subprocess
from collections import Counter


def outcomes(path: str, every: int) -> Counter[tuple[int, int]]:
    """Counts (score in centipawns, rounded to 10; result) from the mover's view: 0 lost, 1 drawn, 2 won."""
    data = subprocess.run(["zstd", "-dc", path], capture_output=True, check=True).stdout
    counts, at, seen = Counter(), 0, 0
    while at < len(data):
        plies, result, _opening = struct.unpack_from("<HBB", data, at)
        at += 4
        for ply in range((seen * 7) % every, plies, every):
            score = struct.unpack_from("<h", data, at + 4 * ply + 2)[0]
            if score != -32768 and abs(score) < 2000 and ply >= 16:
                white_moves = ply % 2 == 0
                counts[round(score / 10) * 10 * (1 if white_moves else -1), result if white_moves else 2 - result] += 1
        at += 4 * plies
        seen += 1
    return counts


def loss(counts: Counter[tuple[int, int]], half_won: float, spread: float) -> float:
    total = 0.0
    for (score, result), n in counts.items():
        won = 1 / (1 + math.exp((half_won - score) / spread))
        lost = 1 / (1 + math.exp((half_won + score) / spread))
        total -= n * math.log(max((lost, 1 - won - lost, won)[result], 1e-9))
    return total / sum(counts.values())


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("games")
    parser.add_argument("--every", type=int, default=40)
    options = parser.parse_args()
    counts = outcomes(options.games, options.every)
    best, step = (100.0, 100.0), 40.0
    while step >= 1:
        steps = [(a * step, b * step) for a in (-1, 0, 1) for b in (-1, 0, 1)]
        around = [(best[0] + a, best[1] + b) for a, b in steps if best[1] + b >= 10]
        found = min(around, key=lambda pair: loss(counts, *pair))
        if found == best:
            step /= 2
        best = found
    found = f"WDL_HALF_WON {best[0]:.0f}, WDL_SPREAD {best[1]:.0f}, loss {loss(counts, *best):.4f}"
    print(f"{sum(counts.values())} positions: {found}")


if __name__ == "__main__":
    main()
