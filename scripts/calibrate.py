#!/usr/bin/env python3
"""Levels against each other and against anchors, and one scale for all of them.

    calibrate.py ENGINE --fastchess PROGRAM --out DIR [--levels 600 800 …] [--games 200] [--span 2]
                 [--anchor NAME=COMMAND …] [--personality Mockfish]

Every level plays every other that is at most --span places away, and the anchors that are given play the levels
nearest to the middle. fastchess plays the games from the start position (the levels draw their moves, so games differ)
and writes a PGN for each pair into DIR; pairs that are complete there are not played again, so a run can be resumed
and extended. Then one scale is fitted to all results by maximum likelihood: the model of Davidson (1970) with an
advantage of the first move,

    win : draw : loss = e^d : ν : e^−d     with d = ln 10 / 800 × (difference + advantage),

95 % intervals by the curvature of the likelihood. The scale is shifted so that the levels agree with their names on
average: differences are measured, the height is that of docs/levels.md. An anchor is a name, a command, and options or
limits of fastchess behind commas: `sf=stockfish,nodes=1000,option.Threads=1`.
"""

import argparse
import collections
import pathlib
import re
import subprocess
from dataclasses import dataclass

import numpy

LEVELS = tuple(range(600, 2801, 200))
TO_LOGIT = numpy.log(10) / 800


@dataclass(frozen=True)
class Player:
    name: str
    # What fastchess gets behind `-engine`.
    words: tuple[str, ...]


@dataclass
class Results:
    """Of one pair, from the view of the first, by its colour."""

    white: numpy.ndarray
    black: numpy.ndarray

    def games(self) -> int:
        return int(self.white.sum() + self.black.sum())

    def score(self) -> float:
        wins, draws, _ = self.white + self.black
        return float((wins + draws / 2) / max(self.games(), 1))


def level(engine: str, personality: str, elo: int, options: list[str]) -> Player:
    settings = [f"option.{option}" for option in options]
    words = (f"cmd={engine}", f"args=--personality {personality}", f"name={elo}", "option.UCI_LimitStrength=true")
    return Player(str(elo), (*words, f"option.UCI_Elo={elo}", *settings))


def anchor(text: str) -> Player:
    name, command = text.split("=", 1)
    program, *settings = command.split(",")
    return Player(name, (f"cmd={program}", f"name={name}", *settings))


def results(pgn: pathlib.Path, first: str) -> Results:
    counts = collections.Counter()
    if pgn.exists():
        text = pgn.read_text(errors="replace")
        pairs = re.findall(r'\[White "([^"]*)"\].*?\[Result "([^"]*)"\]', text, re.DOTALL)
        counts.update((white == first, result) for white, result in pairs)
    as_white = [counts[True, result] for result in ("1-0", "1/2-1/2", "0-1")]
    as_black = [counts[False, result] for result in ("0-1", "1/2-1/2", "1-0")]
    return Results(numpy.array(as_white), numpy.array(as_black))


def play(arguments: argparse.Namespace, first: Player, second: Player) -> Results:
    """Plays what is missing of a pair."""
    pgn = arguments.out / f"{first.name}-{second.name}.pgn"
    missing = arguments.games - results(pgn, first.name).games()
    if missing > 0:
        command = [str(arguments.fastchess), "-engine", *first.words, "-engine", *second.words]
        command += ["-each", f"tc={arguments.tc}", "-rounds", str((missing + 1) // 2), "-games", "2"]
        command += ["-maxmoves", "250", "-concurrency", str(arguments.concurrency), "-pgnout", f"file={pgn}"]
        log = arguments.out / f"{first.name}-{second.name}.log"
        with log.open("w") as file:
            subprocess.run(command, stdout=file, stderr=subprocess.STDOUT, check=True, cwd=arguments.out)
    found = results(pgn, first.name)
    print(f"{first.name:>12} – {second.name:<12} {100 * found.score():5.1f} % of {found.games()}", flush=True)
    return found


def pairs(levels: list[Player], anchors: list[Player], span: int) -> list[tuple[Player, Player]]:
    middle = levels[len(levels) // 4 : len(levels) * 3 // 4 + 1]
    among = [(levels[i], levels[j]) for i in range(len(levels)) for j in range(i + 1, min(i + span + 1, len(levels)))]
    return among + [(rung, other) for other in anchors for rung in middle]


def log_likelihood(
    parameters: numpy.ndarray, table: list[tuple[int, int, int, numpy.ndarray]]
) -> tuple[float, numpy.ndarray]:
    """And its gradient; the parameters are the ratings, the advantage, and the logarithm of ν."""
    ratings, advantage, draws = parameters[:-2], parameters[-2], parameters[-1]
    total, gradient = 0.0, numpy.zeros_like(parameters)
    for first, second, sign, counts in table:
        logit = TO_LOGIT * (ratings[first] - ratings[second] + sign * advantage)
        logits = numpy.array([logit, draws, -logit])
        log_p = logits - numpy.logaddexp.reduce(logits)
        total += counts @ log_p
        by_logits = counts - counts.sum() * numpy.exp(log_p)
        slope = TO_LOGIT * (by_logits[0] - by_logits[2])
        gradient[first] += slope
        gradient[second] -= slope
        gradient[-2] += sign * slope
        gradient[-1] += by_logits[1]
    return total, gradient


def fit(count: int, table: list[tuple[int, int, int, numpy.ndarray]]) -> tuple[numpy.ndarray, numpy.ndarray]:
    """Ratings whose mean is 0, and their covariance; by Newton's method on the concave likelihood. A weak prior (one
    drawn game against the mean) keeps players who won or lost everything finite."""
    parameters = numpy.zeros(count + 2)
    scales = numpy.array([1.0] * (count + 1) + [0.01])
    prior = numpy.array([TO_LOGIT**2 / 2] * count + [1e-9, 1e-9])

    def slope(at: numpy.ndarray) -> numpy.ndarray:
        return log_likelihood(at, table)[1] - prior * at

    for _ in range(100):
        curvature = numpy.array([(slope(parameters + step) - slope(parameters - step)) / (2 * scale)
                                 for step, scale in zip(numpy.diag(scales), scales, strict=True)])
        change = numpy.linalg.solve(curvature, slope(parameters))
        parameters -= numpy.clip(change, -200, 200)
        if abs(change).max() < 1e-3:
            break
    ratings = parameters[:count]
    centre = numpy.eye(count) - 1 / count
    covariance = centre @ numpy.linalg.inv(-curvature)[:count, :count] @ centre
    return ratings - ratings.mean(), covariance


def report(players: list[Player], levels: list[Player], found: dict) -> None:
    number = {player.name: index for index, player in enumerate(players)}
    table = [
        (number[a], number[b], sign, counts)
        for (a, b), result in found.items()
        for sign, counts in ((1, result.white), (-1, result.black))
    ]
    ratings, covariance = fit(len(players), table)
    named = numpy.array([float(rung.name) for rung in levels])
    ratings += named.mean() - ratings[: len(levels)].mean()
    print(f"\n{'player':>12} {'measured':>9} {'95 %':>6} {'next above scores':>18}")
    for index, player in enumerate(players):
        above = found.get((player.name, levels[index + 1].name)) if index + 1 < len(levels) else None
        score = f"{100 * (1 - above.score()):.1f} %" if above else ""
        error = 1.96 * numpy.sqrt(covariance[index, index])
        print(f"{player.name:>12} {ratings[index]:9.0f} {error:6.0f} {score:>18}")
    is_ordered = bool((numpy.diff(ratings[: len(levels)]) > 0).all())
    print(f"order {'right' if is_ordered else 'WRONG'}; mean step {numpy.diff(ratings[: len(levels)]).mean():.0f}")


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("engine", type=pathlib.Path)
    parser.add_argument("--fastchess", type=pathlib.Path, required=True, help="the program, built from source")
    parser.add_argument("--out", type=pathlib.Path, required=True, help="folder for the games")
    parser.add_argument("--levels", type=int, nargs="+", default=LEVELS)
    parser.add_argument("--personality", default="Mockfish")
    parser.add_argument("--option", action="append", default=[], metavar="NAME=VALUE")
    parser.add_argument("--anchor", action="append", default=[], metavar="NAME=COMMAND,SETTING…")
    parser.add_argument("--games", type=int, default=200, help="of each pair")
    parser.add_argument("--span", type=int, default=2)
    parser.add_argument("--tc", default="60+1", help="time control; a level takes some milliseconds a move anyhow")
    parser.add_argument("--concurrency", type=int, default=1)
    arguments = parser.parse_args()
    arguments.out = arguments.out.resolve()
    arguments.out.mkdir(parents=True, exist_ok=True)
    arguments.fastchess = arguments.fastchess.resolve()

    engine = str(arguments.engine.resolve())
    levels = [level(engine, arguments.personality, elo, arguments.option) for elo in sorted(arguments.levels)]
    anchors = [anchor(text) for text in arguments.anchor]
    found = {(a.name, b.name): play(arguments, a, b) for a, b in pairs(levels, anchors, arguments.span)}
    report([*levels, *anchors], levels, found)


if __name__ == "__main__":
    main()
