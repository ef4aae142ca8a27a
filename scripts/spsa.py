#!/usr/bin/env python3
"""Tunes numbers of Classical's search by games: SPSA (Spall 1998) with the constants of fishtest and OpenBench.

    scripts/spsa.py ENGINE --parameters NAME,NAME|all [--nodes N | --tc 8+0.08] [--iterations 20000] [--pairs 8]
                    [--openings FILE.pgn|FILE.epd] [--adjudicate] [--concurrency 1] [--hash 16]
                    [--option Name=Value]... [--inputs FILE] [--seed 1] [--state spsa.json]
    scripts/spsa.py --selftest

ENGINE is built with `cargo build --release --features tune`: every tunable number is an option then. `ENGINE
parameters` lists them with their ranges; FILE is such a list, changed by hand. `all` with --nodes leaves out the
numbers of the clock (TIME_…), which such games do not use. `--tc 8+0.08 --option NodesTime=60` counts 60 nodes as a
millisecond of the clock, so that games on a clock depend as little on the machine as those with --nodes.

In iteration k of N every number v is moved by c_k to one side or the other, at random; the engine so moved plays PAIRS
pairs of games against the one moved to the opposite sides, and all numbers take a step toward the side that won:

    v += a_k / c_k × (wins − losses) × side,  a_k = a / (A + k)^0.602,  c_k = c / k^0.101,  A = N / 10

where c makes the last c_k equal to c_end, and a the last a_k to r_end × c_end². Options are whole numbers: a value
between two is rounded up as often as it is near the upper one.

The state is written after every iteration, so the same command goes on where a run was interrupted, at whatever moment:
at most the games of one iteration are played again. Beside `spsa.json` lie `spsa.tsv`, a line an iteration, and
`spsa.svg`, the course of every number. At the end the values are printed as lines for `params.rs`. FASTCHESS names
fastchess where it is not on the PATH, OPENINGS is the default of --openings; without openings all pairs are alike.
"""

import argparse
import json
import math
import os
import random
import re
import shutil
import subprocess
import tempfile
from collections.abc import Callable
from dataclasses import asdict, dataclass
from pathlib import Path

import spsa_plot

ALPHA = 0.602
GAMMA = 0.101
# A as a share of all iterations.
STABILITY = 0.1
PLOT_EVERY = 50
# A game ends when both engines have agreed on its result for so many moves.
ADJUDICATION = ["-resign", "movecount=4", "score=700", "-draw", "movenumber=40", "movecount=6", "score=10"]


@dataclass(frozen=True)
class Parameter:
    """A number to tune, as a line of `ENGINE parameters` describes it."""

    name: str
    default: int
    minimum: int
    maximum: int
    c_end: float
    r_end: float

    @staticmethod
    def read(line: str) -> "Parameter":
        name, kind, default, minimum, maximum, c_end, r_end = (word.strip() for word in line.split(","))
        if kind != "int":
            raise ValueError(f"{name} is of the type {kind}, not int")
        return Parameter(name, int(default), int(minimum), int(maximum), float(c_end), float(r_end))

    def step(self, k: int, iterations: int) -> float:
        """c_k: how far the value is moved to either side in iteration k, from 1."""
        return self.c_end * (iterations / k) ** GAMMA

    def gain(self, k: int, iterations: int) -> float:
        """a_k / c_k: how far the value goes for one game more won than lost."""
        stability = STABILITY * iterations
        a_k = self.r_end * self.c_end**2 * ((stability + iterations) / (stability + k)) ** ALPHA
        return a_k / self.step(k, iterations)

    def clamp(self, value: float) -> float:
        return min(max(value, self.minimum), self.maximum)


@dataclass(frozen=True)
class Result:
    """Of the games of one iteration, as the engine moved by +c_k × side sees them."""

    wins: int
    losses: int
    draws: int


Values = dict[str, int]
# Plays the games of an iteration: both engines' options and a random seed for the openings.
Play = Callable[[Values, Values, int], Result]


@dataclass
class Tuner:
    """Where a run stands. All randomness comes from the seed and the iteration, so nothing else need be kept."""

    parameters: list[Parameter]
    iterations: int
    seed: int
    done: int
    values: dict[str, float]

    def advance(self, play: Play) -> Result:
        """One iteration."""
        k = self.done + 1
        numbers = random.Random(f"{self.seed}/{k}")
        sides = {parameter.name: numbers.choice((-1, 1)) for parameter in self.parameters}
        roundings = {parameter.name: numbers.random() for parameter in self.parameters}

        def moved(sign: int) -> Values:
            return {p.name: math.floor(p.clamp(self.values[p.name] + sign * sides[p.name] * p.step(k, self.iterations))
                                       + roundings[p.name]) for p in self.parameters}

        result = play(moved(1), moved(-1), numbers.getrandbits(31))
        for p in self.parameters:
            change = p.gain(k, self.iterations) * (result.wins - result.losses) * sides[p.name]
            self.values[p.name] = p.clamp(self.values[p.name] + change)
        self.done = k
        return result


@dataclass(frozen=True)
class Match:
    """How fastchess plays the games of an iteration."""

    engine: Path
    limit: list[str]
    pairs: int
    concurrency: int
    hash: int
    options: list[str]
    openings: Path | None
    adjudicate: bool

    @staticmethod
    def of(options: argparse.Namespace, pairs: int) -> "Match":
        """As the arguments of `add_match_arguments` say."""
        openings = options.openings and options.openings.resolve()
        engine = options.engine.resolve()
        return Match(engine, limit(options), pairs, options.concurrency, options.hash, options.option, openings,
                     options.adjudicate)

    def command(self, plus: Values, minus: Values, seed: int) -> list[str]:
        # All for each side: fastchess sends the options of `-each` last, and they would undo a side's own.
        both = dict(option.split("=", 1) for option in ["OwnBook=false", f"Hash={self.hash}", *self.options])

        def side(name: str, values: Values) -> list[str]:
            options = [f"option.{n}={v}" for n, v in (both | values).items()]
            return ["-engine", f"cmd={self.engine}", f"name={name}", *options]

        command = [fastchess(), *side("plus", plus), *side("minus", minus), "-each", "proto=uci", *self.limit,
                   "-rounds", str(self.pairs), "-games", "2", "-repeat", "-recover", "-srand", str(seed),
                   "-concurrency", str(self.concurrency)]
        if self.adjudicate:
            command += ADJUDICATION
        if self.limit[0] == "tc=inf" or any(option.startswith("NodesTime=") for option in self.options):
            # Where no time counts, more games than cores harm nobody: they fill the pauses between two moves.
            command += ["-force-concurrency"]
        if self.openings:
            kind = self.openings.suffix[1:]
            command += ["-openings", f"file={self.openings}", f"format={kind}", "order=random"]
        return command

    def play(self, plus: Values, minus: Values, seed: int) -> Result:
        # fastchess leaves its state behind in the folder that it runs in.
        with tempfile.TemporaryDirectory() as scratch:
            command = self.command(plus, minus, seed)
            played = subprocess.run(command, check=False, cwd=scratch, capture_output=True, text=True)
        counts = re.findall(r"Games: (\d+), Wins: (\d+), Losses: (\d+), Draws: (\d+)", played.stdout)
        games, wins, losses, draws = map(int, counts[-1]) if counts else (0, 0, 0, 0)
        if played.returncode or games != 2 * self.pairs:
            last = (played.stdout + played.stderr).strip().splitlines()[-1:]
            raise SystemExit(f"fastchess ended after {games} of {2 * self.pairs} games: {' '.join(last)}")
        return Result(wins, losses, draws)


def limit(options: argparse.Namespace) -> list[str]:
    """Nodes a move or a clock, as fastchess takes them."""
    return ["tc=inf", f"nodes={options.nodes}"] if options.nodes else [f"tc={options.tc}"]


def fastchess() -> str:
    name = os.environ.get("FASTCHESS", "fastchess")
    found = shutil.which(name)
    if found is None:
        raise SystemExit(f"there is no {name}: name fastchess by FASTCHESS")
    return str(Path(found).resolve())


class Record:
    """The files of a run: its state, its log and its plot."""

    def __init__(self, state: Path, settings: dict) -> None:
        self.state, self.log, self.plot = state, state.with_suffix(".tsv"), state.with_suffix(".svg")
        self.settings = settings

    def resume(self, tuner: Tuner) -> None:
        """Takes up what an earlier run has left; without one the log begins."""
        if not self.state.exists():
            write_whole(self.log, "\t".join(["iteration", "wins", "losses", "draws", *tuner.values]) + "\n")
            return
        try:
            kept = json.loads(self.state.read_text())
            settings, tuner.done, tuner.values = kept["settings"], kept["done"], kept["values"]
        except (ValueError, LookupError, TypeError):
            raise SystemExit(f"{self.state} is no state of an SPSA run") from None
        changed = [name for name in self.settings if settings.get(name) != self.settings[name]]
        if changed:
            raise SystemExit(f"{self.state} was begun with another {', '.join(changed)}: name a new --state")
        # What the log holds beyond the state belongs to an iteration that was interrupted.
        header, *lines = self.log.read_text().splitlines(keepends=True)
        whole = [line for line in lines if line.endswith("\n") and int(line.split("\t")[0]) <= tuner.done]
        write_whole(self.log, "".join([header, *whole]))

    def keep(self, tuner: Tuner, result: Result) -> None:
        """Writes an iteration down: the log first, because the state says how much of it holds."""
        cells = [tuner.done, result.wins, result.losses, result.draws, *(f"{v:.4f}" for v in tuner.values.values())]
        with self.log.open("a") as log:
            log.write("\t".join(map(str, cells)) + "\n")
        state = {"settings": self.settings, "done": tuner.done, "values": tuner.values}
        write_whole(self.state, json.dumps(state, indent=1) + "\n")

    def write_picture(self, tuner: Tuner) -> None:
        rows = [line.split("\t") for line in self.log.read_text().splitlines()[1:]]
        courses = {p.name: [float(p.default), *(float(row[4 + index]) for row in rows)]
                   for index, p in enumerate(tuner.parameters)}
        write_whole(self.plot, spsa_plot.svg(courses, {p.name: p.c_end for p in tuner.parameters}))


def write_whole(path: Path, text: str) -> None:
    """Replaces a file at once: whatever happens, either the old or the new one is there."""
    beside = path.with_name(path.name + ".new")
    with beside.open("w") as file:
        file.write(text)
        file.flush()
        os.fsync(file.fileno())
    beside.replace(path)


def output_of(command: list[str], sent: str = "") -> str:
    try:
        return subprocess.run(command, input=sent, capture_output=True, text=True, check=True).stdout
    except (OSError, subprocess.CalledProcessError) as error:
        raise SystemExit(f"{' '.join(command)}: {error}") from None


def laboratory(engine: Path) -> str:
    """The program motley-lab, which lists the parameters: it is built into the folder of the engine."""
    beside = engine.with_name("motley-lab")
    return str(beside) if beside.exists() else "motley-lab"


def chosen_parameters(options: argparse.Namespace) -> list[Parameter]:
    """Those that are asked for, in the order of the list."""
    text = options.inputs.read_text() if options.inputs else output_of([laboratory(options.engine), "parameters"])
    try:
        known = {p.name: p for p in map(Parameter.read, filter(None, text.splitlines()))}
    except ValueError as error:
        raise SystemExit(f"the list of parameters: {error}") from None
    if options.parameters == "all":
        names = {name for name in known if not (options.nodes and name.startswith("TIME_"))}
    else:
        names = {name.strip().upper() for name in options.parameters.split(",")}
    offered = set(re.findall(r"^option name (\S+) type spin", output_of([str(options.engine)], "uci\nquit\n"), re.M))
    for name in sorted(names):
        if name not in known:
            raise SystemExit(f"no parameter is called {name}")
        if name not in offered:
            raise SystemExit(f"{options.engine} has no option {name}: build it with --features tune")
    return [parameter for name, parameter in known.items() if name in names]


def tune(options: argparse.Namespace) -> None:
    parameters = chosen_parameters(options)
    match = Match.of(options, options.pairs)
    settings = {"parameters": [asdict(p) for p in parameters], "iterations": options.iterations, "seed": options.seed,
                "pairs": options.pairs, "limit": match.limit, "hash": options.hash, "option": options.option,
                "adjudicate": options.adjudicate}
    tuner = Tuner(parameters, options.iterations, options.seed, 0, {p.name: float(p.default) for p in parameters})
    record = Record(options.state, settings)
    record.resume(tuner)
    while tuner.done < tuner.iterations:
        result = tuner.advance(match.play)
        record.keep(tuner, result)
        print(f"{tuner.done}/{tuner.iterations} +{result.wins} -{result.losses} ={result.draws} ",
              *(f"{name} {value:.2f}" for name, value in tuner.values.items()), flush=True)
        if tuner.done % PLOT_EVERY == 0:
            record.write_picture(tuner)
    record.write_picture(tuner)
    for p in parameters:
        print(f"    {p.name}: i32 = {round(tuner.values[p.name])}, {p.minimum}..={p.maximum};")


def selftest() -> None:
    """Without games: finds the optimum of a noisy quadratic, and a run in two parts ends as one in one part."""
    parameters = [Parameter("A", 20, 0, 100, 5, 0.002), Parameter("B", 900, 0, 1000, 50, 0.002),
                  Parameter("C", -10, -50, 50, 5, 0.002)]
    optimum = {"A": 60, "B": 500, "C": 5}

    def elo(values: Values) -> float:
        return -sum(600 * ((values[p.name] - optimum[p.name]) / (p.maximum - p.minimum)) ** 2 for p in parameters)

    def play(plus: Values, minus: Values, seed: int) -> Result:
        expected = 1 / (1 + 10 ** ((elo(minus) - elo(plus)) / 400))
        chance = random.Random(seed)
        wins = sum(chance.random() < expected for _ in range(16))
        return Result(wins, 16 - wins, 0)

    def start(iterations: int) -> Tuner:
        return Tuner(parameters, iterations, 1, 0, {p.name: float(p.default) for p in parameters})

    tuner = start(10_000)
    while tuner.done < tuner.iterations:
        tuner.advance(play)
    for p in parameters:
        print(f"{p.name}: from {p.default} to {tuner.values[p.name]:.1f}, the optimum is {optimum[p.name]}")
        assert abs(tuner.values[p.name] - optimum[p.name]) < 0.06 * (p.maximum - p.minimum), p.name

    def run(folder: str, parts: list[int]) -> tuple[str, str]:
        record = Record(Path(folder) / "spsa.json", {"parts": "any"})
        for part in parts:
            tuner = start(40)
            record.resume(tuner)
            while tuner.done < part:
                record.keep(tuner, tuner.advance(play))
            if part < 40:
                # What a run leaves that is killed after the log is written and before the state is.
                record.log.open("a").write(f"{part + 1}\t1\t1\t")
        record.write_picture(tuner)
        return record.state.read_text(), record.log.read_text()

    with tempfile.TemporaryDirectory() as one, tempfile.TemporaryDirectory() as two:
        assert run(one, [40]) == run(two, [17, 18, 40]), "an interrupted run ends differently"
    print("an interrupted run ends as one in one part")

    os.environ["FASTCHESS"] = "true"
    match = Match(Path("engine"), ["nodes=1"], 1, 1, 16, ["A=1", "B=2"], None, adjudicate=False)
    command = match.command({"A": 5}, {"A": 3}, 0)
    assert "option.A=1" not in command and {"option.A=5", "option.A=3"} < set(command)
    assert command.count("option.B=2") == 2
    print("a side's own value goes before that of both")


def add_match_arguments(parser: argparse.ArgumentParser) -> None:
    """How games are played, for `Match.of`."""
    limit = parser.add_mutually_exclusive_group()
    limit.add_argument("--nodes", type=int)
    limit.add_argument("--tc", default="8+0.08")
    parser.add_argument("--openings", type=Path, default=os.environ.get("OPENINGS") or None)
    parser.add_argument("--adjudicate", action="store_true", help="end games that both engines call won or drawn")
    parser.add_argument("--concurrency", type=int, default=1)
    parser.add_argument("--hash", type=int, default=16)
    parser.add_argument("--option", action="append", default=[], metavar="NAME=VALUE")
    parser.add_argument("--seed", type=int, default=1)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("engine", type=Path, nargs="?")
    parser.add_argument("--parameters", metavar="NAME,NAME|all")
    parser.add_argument("--inputs", type=Path)
    parser.add_argument("--iterations", type=int, default=20_000)
    parser.add_argument("--pairs", type=int, default=8)
    add_match_arguments(parser)
    parser.add_argument("--state", type=Path, default=Path("spsa.json"))
    parser.add_argument("--selftest", action="store_true")
    options = parser.parse_args()
    if options.selftest:
        return selftest()
    if not options.engine or not options.parameters:
        parser.error("ENGINE and --parameters are needed")
    options.engine = options.engine.resolve()
    try:
        tune(options)
    except KeyboardInterrupt:
        raise SystemExit("interrupted: the same command continues") from None
    except OSError as error:
        raise SystemExit(str(error)) from None


if __name__ == "__main__":
    main()
