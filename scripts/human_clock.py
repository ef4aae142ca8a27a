#!/usr/bin/env python3
"""The times that an engine with `HumanClock` took in games, beside those of people at the same time control.

    human_clock.py GAMES.pgn --engine NAME --control 60+1 [--people SAMPLES/train.npy]

GAMES were played by fastchess, which writes the time of each move (`{+0.12/9 1.234s}`). SAMPLES is a folder of `motley
dataset thinking`; the clocks of people show whole seconds, so the engine's times are rounded to them for all but the
mean. Prints a table in Markdown, and ends with code 1 where the engine lost a game on time.
"""

import argparse
import pathlib
import re
import sys

import numpy

PHASES = {"half moves 1-20": (0, 20), "21-60": (20, 60), "61 and later": (60, 100_000), "all": (0, 100_000)}
TAG = re.compile(r'^\[(\w+) "(.*)"\]$', re.MULTILINE)
MOVE_TIME = re.compile(r"\{([^}]*)\}")
SECONDS = re.compile(r"(\d+(?:\.\d+)?)s\b")


def games_of(text: str) -> list[tuple[dict[str, str], list[float | None]]]:
    """The tags of each game, and what each half move took, in seconds."""
    games = []
    for part in re.split(r"\n(?=\[Event )", text):
        tags = dict(TAG.findall(part))
        if not tags:
            continue
        times = [SECONDS.search(comment) for comment in MOVE_TIME.findall(TAG.sub("", part))]
        games.append((tags, [float(time[1]) if time else None for time in times]))
    return games


def times_of(games: list, engine: str) -> tuple[numpy.ndarray, numpy.ndarray]:
    """The half moves of the engine and their times."""
    rows = [
        (ply, time)
        for tags, times in games
        for ply, time in enumerate(times)
        if time is not None and tags["White" if ply % 2 == 0 else "Black"] == engine
    ]
    plies, times = zip(*rows, strict=True)
    return numpy.array(plies), numpy.array(times)


def lost_on_time(games: list, engine: str) -> int:
    def is_lost(tags: dict[str, str]) -> bool:
        loser = {"1-0": "Black", "0-1": "White"}.get(tags.get("Result", ""))
        return "time" in tags.get("Termination", "").lower() and loser is not None and tags[loser] == engine

    return sum(is_lost(tags) for tags, _ in games)


def of_people(file: pathlib.Path, control: str) -> tuple[numpy.ndarray, numpy.ndarray]:
    base, increment = (float(part) for part in control.split("+"))
    samples = numpy.load(file, mmap_mode="r")
    chosen = numpy.flatnonzero((samples["base"] == base) & (samples["increment"] == increment))
    return samples["ply"][chosen], samples["spent"][chosen]


def row(name: str, phase: str, plies: numpy.ndarray, times: numpy.ndarray) -> str:
    first, end = PHASES[phase]
    chosen = times[(plies >= first) & (plies < end)]
    if not len(chosen):
        return f"| {name} | {phase} | 0 | | | | | |"
    whole = numpy.round(chosen)
    quantiles = " | ".join(f"{value:.0f} s" for value in numpy.quantile(whole, (0.5, 0.9, 0.99)))
    at_once = 100 * numpy.mean(whole == 0)
    return f"| {name} | {phase} | {len(chosen)} | {chosen.mean():.2f} s | {at_once:.0f} % | {quantiles} |"


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("games", type=pathlib.Path)
    parser.add_argument("--engine", default="human")
    parser.add_argument("--control", required=True)
    parser.add_argument("--people", type=pathlib.Path)
    options = parser.parse_args()

    games = games_of(options.games.read_text())
    lost = lost_on_time(games, options.engine)
    print(f"{len(games)} games at {options.control}, {lost} lost on time\n")
    print("| who | when | moves | mean | under half a second | median | 90 % | 99 % |")
    print("|---|---|---|---|---|---|---|---|")
    sides = {"HumanClock": times_of(games, options.engine)}
    if options.people is not None:
        sides["people"] = of_people(options.people, options.control)
    for phase in PHASES:
        for name, (plies, times) in sides.items():
            print(row(name, phase, plies, times))
    return int(lost > 0)


if __name__ == "__main__":
    sys.exit(main())
