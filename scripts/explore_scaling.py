#!/usr/bin/env python3
"""How long the Explorer's samplers take for one line, by how many lines there are.

    scripts/explore_scaling.py target/release/motley GAMES.pgn.zst [MORE.pgn.zst ...]

Every game is a line of theory here, cut after 40 half moves; games without an ECO code and games that are the same so
far are left out. Each number of lines is sampled from 100,000 times on one core (one chain), three times, and the
fastest counts.
"""

import argparse
import json
import subprocess
from typing import Any

ITERATIONS = 100_000
PLIES = 40


def fastest(engine: str, games: list[str], lines: int, sampler: str, repeats: int) -> dict[str, Any]:
    command = [engine, "explore", "--format", "json", "--sampler", sampler, "--chains", "1"]
    command += ["--max-plies", str(PLIES), "--max-lines", str(lines)]
    command += ["--iterations", ",".join([str(ITERATIONS)] * repeats)]
    for path in games:
        command += ["--lines", path]
    # Standard error names what is left out, line by line.
    run = subprocess.run(command, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, check=True)
    return min(json.loads(run.stdout), key=lambda one: one["seconds"])


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("engine")
    parser.add_argument("games", nargs="+")
    parser.add_argument("--lines", type=int, nargs="+", default=[1_000, 4_000, 40_000, 400_000])
    parser.add_argument("--repeats", type=int, default=3)
    args = parser.parse_args()
    print(f"{'lines':>8} {'positions':>10} {'graph built':>12}   {'saarmann':>14} {'metropolis':>14}")
    for lines in args.lines:
        found = {
            sampler: fastest(args.engine, args.games, lines, sampler, args.repeats)
            for sampler in ("saarmann", "metropolis")
        }
        first = found["saarmann"]
        each = {sampler: 1e6 * one["seconds"] / ITERATIONS for sampler, one in found.items()}
        print(
            f"{first['lines']:>8} {first['positions']:>10} {first['build_seconds']:>10.2f} s"
            f"   {each['saarmann']:>8.2f} µs/line {each['metropolis']:>7.2f} µs/line",
            flush=True,
        )


if __name__ == "__main__":
    main()
