#!/usr/bin/env python3
"""Screens many changes of Classical's search at once: which of them are worth a sequential test of their own?

    scripts/screen.py ENGINE --change NAME=VALUE[,NAME=VALUE] [--change …]... [--nodes N | --tc 8+0.08] [--games 2000]
                      [--openings FILE.pgn|FILE.epd] [--concurrency 1] [--hash 16] [--option Name=Value]...
                      [--seed 1] [--log screen.tsv]
    scripts/screen.py --selftest

ENGINE is built with `cargo build --release --features tune`: every number of the search is an option then. A change is
one other value, or several that belong together.

In every pair of games each change is given to one side or the other, at random: a two-level factorial experiment (Box,
Hunter and Hunter 1978). So all games count for every change, and its effect is as exact as that of a match of its own
over all games, while the others are drawn half the time. The table has for each change the Elo of the side that has it,
by least squares, and twice its standard error. A change is taken over only if `scripts/sprt.sh` then finds the engine
with it to be stronger: of twenty changes that do nothing, one lies outside its error.

Each pair is written to the log when it is over, and the same command goes on where a run was interrupted. FASTCHESS
names fastchess where it is not on the PATH, OPENINGS is the default of --openings; fastchess reads the whole file for
every pair, so a short one is better. `--selftest` shows in a second that known effects are found.
"""

import argparse
import math
import random
from pathlib import Path

import numpy

from spsa import Match, Result, Values, add_match_arguments, write_whole

# Elo for a point's share near an even score: the slope of the logistic curve.
ELO = 1600 / math.log(10)
REPORT_EVERY = 20


def changed(text: str) -> Values:
    """Reads `NAME=VALUE,NAME=VALUE`."""
    pairs = [pair.partition("=") for pair in text.split(",")]
    try:
        return {name: int(value) for name, _, value in pairs}
    except ValueError:
        raise argparse.ArgumentTypeError(f"expected NAME=VALUE with whole numbers, not {text}") from None


def sides(changes: int, seed: int, pair: int) -> list[bool]:
    """Which changes the first side of a pair has; the second has the others."""
    numbers = random.Random(f"{seed}/{pair}")
    return [numbers.random() < 0.5 for _ in range(changes)]


def merged(changes: list[Values], chosen: list[bool]) -> Values:
    taken = (change for change, is_taken in zip(changes, chosen, strict=True) if is_taken)
    return {name: value for change in taken for name, value in change.items()}


def effects(design: numpy.ndarray, scores: numpy.ndarray) -> tuple[numpy.ndarray, numpy.ndarray]:
    """Elo of having each change, and twice the standard errors. Rows of the design are pairs: +1 where the first side
    has the change, −1 where the second has it; scores are the first side's shares of the points."""
    inverse = numpy.linalg.pinv(design.T @ design)
    slopes = inverse @ design.T @ (scores - 0.5)
    residuals = scores - 0.5 - design @ slopes
    variance = residuals @ residuals / max(1, len(scores) - design.shape[1])
    return ELO * slopes, 2 * ELO * numpy.sqrt(variance * inverse.diagonal())


def report(options: argparse.Namespace, scores: list[float]) -> None:
    chosen = [sides(len(options.change), options.seed, pair) for pair in range(len(scores))]
    elo, errors = effects(numpy.where(chosen, 1.0, -1.0), numpy.array(scores))
    print(f"\n{2 * len(scores)} games")
    for index in numpy.argsort(-elo):
        text = ", ".join(f"{name} {value}" for name, value in options.change[index].items())
        print(f"{elo[index]:+7.1f} ± {errors[index]:4.1f}  {text}", flush=True)


def resumed(log: Path, heading: str) -> list[float]:
    """The scores of an earlier run of the same command."""
    if not log.exists():
        log.write_text(heading)
        return []
    first, *lines = log.read_text().splitlines(keepends=True)
    if first != heading:
        raise SystemExit(f"{log} was begun with other settings: name a new --log")
    whole = [line for line in lines if line.endswith("\n")]
    write_whole(log, "".join([heading, *whole]))
    return [float(line.split("\t")[1]) for line in whole]


def share(result: Result) -> float:
    return (result.wins + result.draws / 2) / (result.wins + result.losses + result.draws)


def screen(options: argparse.Namespace) -> None:
    match = Match.of(options, 1)
    scores = resumed(options.log, f"# {options.change} {match.limit} {options.option} seed {options.seed}\n")
    for pair in range(len(scores), options.games // 2):
        chosen = sides(len(options.change), options.seed, pair)
        others = [not taken for taken in chosen]
        result = match.play(merged(options.change, chosen), merged(options.change, others), options.seed + pair)
        scores.append(share(result))
        with options.log.open("a") as log:
            log.write(f"{pair}\t{scores[-1]}\n")
        if len(scores) % REPORT_EVERY == 0 and len(scores) > 2 * len(options.change):
            report(options, scores)
    report(options, scores)


def selftest() -> None:
    """Without games: of twenty changes three matter, and their effects are found within their errors."""
    truth, seed = numpy.zeros(20), 1
    truth[[2, 7, 11]] = 30, -40, 15
    chance = random.Random(seed)
    chosen = [sides(len(truth), seed, pair) for pair in range(2000)]
    design = numpy.where(chosen, 1.0, -1.0)
    expected = 1 / (1 + 10 ** (-(design @ truth) / 400))
    scores = numpy.array([sum(chance.random() < share for _ in range(2)) / 2 for share in expected])
    elo, errors = effects(design, scores)
    for index in numpy.nonzero(truth)[0]:
        print(f"change {index}: {truth[index]:+.0f} Elo, found {elo[index]:+.1f} ± {errors[index]:.1f}")
    outside = int((abs(elo - truth) > errors).sum())
    assert outside <= 3, f"{outside} of {len(truth)} effects lie outside twice their error"


def arguments() -> argparse.Namespace:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("engine", type=Path, nargs="?")
    parser.add_argument("--change", type=changed, action="append", default=[], metavar="NAME=VALUE,…")
    parser.add_argument("--games", type=int, default=2000)
    add_match_arguments(parser)
    parser.add_argument("--log", type=Path, default=Path("screen.tsv"))
    parser.add_argument("--selftest", action="store_true")
    options = parser.parse_args()
    if not options.selftest and (options.engine is None or not options.change):
        parser.error("name an engine and at least one --change")
    return options


def main() -> None:
    options = arguments()
    if options.selftest:
        selftest()
    else:
        screen(options)


if __name__ == "__main__":
    main()
