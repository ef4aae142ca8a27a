"""fastchess: its compliance steps, and games at 1+0.01 between all pairs of players."""

import collections
import itertools
import re
import tempfile
from collections.abc import Iterator
from pathlib import Path
from typing import IO

from common import Check, Setup, no_engine_left, run_logged
from load import load

TIME_CONTROL = "1+0.01"
# A game of two players at that time control lasts three seconds at most and seldom more than six beside other work.
SECONDS_A_GAME = 15
# Nine players, 36 pairs: each personality, and two forms of play that answer by other code: Mockfish sampling from its
# whole distribution of moves, and Explorer going over to Mockfish's nets when theory ends.
VARIANTS = {
    "Mockfish-varied": ("Mockfish", {"MockfishTemperature": "100"}),
    "Explorer-Mockfish": ("Explorer", {"ExplorerFallback": "Mockfish"}),
}
# Levels with which the compliance steps are taken besides.
LEVELS = (800, 1500, 2200)
# By name: the personality and its options.
Players = dict[str, tuple[str, dict[str, str]]]
# How a PGN of fastchess says that a game did not end on the board.
FAULTS = {"time forfeit": "losses on time", "illegal move": "illegal moves", "abandoned": "disconnects or stalls"}


def missing(setup: Setup) -> str | None:
    if "fastchess" not in setup.sources:
        return "it is built from source: give --fastchess PATH"
    return None if program(setup).is_file() else f"{program(setup)} is not there: build it with make"


def program(setup: Setup) -> Path:
    return setup.sources["fastchess"] / "fastchess"


class Compliance:
    """`fastchess --compliance` for every personality, and for Mockfish at three levels."""

    name = "fastchess-compliance"
    packages: tuple[str, ...] = ()
    modules: tuple[str, ...] = ()

    def missing(self, setup: Setup) -> str | None:
        return missing(setup)

    def run(self, setup: Setup, log: IO[str]) -> Iterator[Check]:
        for name in setup.personalities:
            yield comply(setup, name, f"--personality {name}", log)
        for elo in LEVELS:
            options = f"--personality Mockfish --option UCI_LimitStrength=true --option UCI_Elo={elo}"
            yield comply(setup, f"Mockfish at {elo}", options, log)
        yield no_engine_left(setup)


def comply(setup: Setup, who: str, arguments: str, log: IO[str]) -> Check:
    command = [str(program(setup)), "--compliance", str(setup.engine), arguments]
    code, output = run_logged(command, log, 120, cwd=setup.out)
    # A step that failed is written over its own line.
    failed = re.findall(r"Failed\S* (Step \d+: [^\n]*)", output)
    steps = set(re.findall(r"Step (\d+):", output))
    detail = "; ".join(failed) or f"{len(steps)} steps"
    return Check(f"{who} passes", code == 0 and not failed, detail)


class Matches:
    """Games between all pairs at a bullet time control, with other work on the machine if that is asked for."""

    name = "fastchess-games"
    packages: tuple[str, ...] = ()
    modules: tuple[str, ...] = ()

    def missing(self, setup: Setup) -> str | None:
        return missing(setup)

    def run(self, setup: Setup, log: IO[str]) -> Iterator[Check]:
        players = {name: (name, {}) for name in setup.personalities} | VARIANTS
        pairs = len(list(itertools.combinations(players, 2)))
        rules = [f"tc={TIME_CONTROL}", "option.Hash=16", "-rounds", str(setup.games // 2), "-games", "2", "-repeat"]
        rules += ["-concurrency", str(setup.concurrency)]
        with load(setup.load):
            yield from tournament(setup, self.name, players, rules, pairs * setup.games, log)


class LargeHash:
    """A fixed tenth of a second a move with a table of 1 GiB, which must not be paid for on the clock."""

    name = "fastchess-hash"
    packages: tuple[str, ...] = ()
    modules: tuple[str, ...] = ()

    def missing(self, setup: Setup) -> str | None:
        return missing(setup)

    def run(self, setup: Setup, log: IO[str]) -> Iterator[Check]:
        players = {"Classical": ("Classical", {}), "Classical-2": ("Classical", {})}
        rules = ["st=0.1", "option.Hash=1024", "-rounds", "8", "-games", "2", "-repeat", "-maxmoves", "40"]
        yield from tournament(setup, self.name, players, rules, 16, log)


def tournament(
    setup: Setup, name: str, players: Players, rules: list[str], expected: int, log: IO[str]
) -> Iterator[Check]:
    """A round robin by the rules, which stand behind -each, and what fastchess says about its games."""
    pgn = setup.out / f"{name}.pgn"
    pgn.unlink(missing_ok=True)
    command = [str(program(setup)), *engines(setup, players), "-each", "proto=uci", *rules]
    command += ["-tournament", "roundrobin", "-recover", "-pgnout", f"file={pgn}"]
    # fastchess leaves its state behind in the folder that it runs in.
    with tempfile.TemporaryDirectory() as scratch:
        code, output = run_logged(command, log, expected * SECONDS_A_GAME + 60, cwd=scratch)
    games, faults = count(pgn.read_text() if pgn.exists() else "")
    detail = f"{games} games of {len(players)} players, {rules[0]} {rules[1]}, {setup.load} busy processes beside"
    yield Check(f"{expected} games are played", code == 0 and games == expected, detail)
    for fault in FAULTS.values():
        losers = ", ".join(f"{who} {number}" for (what, who), number in sorted(faults.items()) if what == fault)
        yield Check(f"no {fault}", not losers, losers)
    # Games from the starting position are what is wanted: the players have books or chance of their own.
    warnings = [line for line in re.findall(r"Warning[;:] (.*)", output) if "starting position" not in line]
    yield Check("no warning of fastchess", not warnings, warnings[0] if warnings else "")
    yield no_engine_left(setup)


def engines(setup: Setup, players: Players) -> list[str]:
    words = []
    for name, (personality, options) in players.items():
        words += ["-engine", f"cmd={setup.engine}", f"args=--personality {personality}", f"name={name}"]
        words += [f"option.{option}={value}" for option, value in options.items()]
    return words


def count(pgn: str) -> tuple[int, collections.Counter[tuple[str, str]]]:
    """Games in all, and those with a fault by (fault, loser)."""
    games = re.split(r"(?=\[Event )", pgn)[1:]
    faults: collections.Counter[tuple[str, str]] = collections.Counter()
    for game in games:
        tags = dict(re.findall(r'\[(\w+) "([^"]*)"\]', game))
        fault = FAULTS.get(tags.get("Termination", ""))
        if fault is not None:
            loser = {"1-0": "Black", "0-1": "White"}.get(tags["Result"])
            faults[fault, tags[loser] if loser else f"{tags['White']} against {tags['Black']}"] += 1
    return len(games), faults
