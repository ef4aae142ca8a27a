#!/usr/bin/env python3
"""Memory of one session over many changes of its options: what was taken is given back.

    soak.py ENGINE [--changes 1000] [--seed 1]

Each change sets one of Personality, Hash, Threads, the nets, the book, the evaluation or the level to a random value,
and a short search or a new game follows. Every twenty changes the session is brought back to the same options, and the
resident memory is read (Linux). Nets stay once they were loaded, so the readings grow until every one was: the median
of the last third may be five hundredths above that of the third before.
"""

import argparse
import pathlib
import random
import statistics
import sys

sys.path.insert(0, str(pathlib.Path(__file__).parent / "clients"))
from uci import Engine

PERSONALITIES = ("Classical", "Mockfish", "Pattern", "Explorer", "Cooperative", "Textbook", "Random")
VALUES = {
    "Personality": PERSONALITIES,
    "Hash": ("1", "16", "64", "256"),
    "Threads": ("1", "2", "4"),
    "MockfishNets": ("Best", "Standard", "Puzzle", "Engine", "Auto", "Rated"),
    "PatternNet": ("WholeGame", "Kumar"),
    "Evaluation": ("Nnue", "Handmade"),
    "UCI_LimitStrength": ("true", "false"),
    "UCI_Elo": ("800", "1500", "2200"),
    "OwnBook": ("true", "false"),
    "MultiPV": ("1", "3"),
}
POSITIONS = ("startpos", "startpos moves e2e4 c7c5", "fen 8/5k2/8/8/8/3R4/PPP5/4K3 w - - 0 40")
EVERY = 20
MOST = 1.05


def offered(engine: Engine) -> dict[str, set[str]]:
    """The options that the engine announces, with the choices of those that have some."""
    engine.send("uci")
    options = {}
    for _, line in engine.until("uciok"):
        if line.startswith("option name "):
            name, _, rest = line.removeprefix("option name ").partition(" type ")
            options[name] = set(rest.split(" var ")[1:])
    return options


def change(engine: Engine, values: dict[str, tuple[str, ...]], rng: random.Random) -> None:
    """One option, then a search or a new game."""
    name = rng.choice(sorted(values))
    engine.send(f"setoption name {name} value {rng.choice(values[name])}")
    if rng.random() < 0.1:
        engine.ready("ucinewgame")
    engine.send(f"position {rng.choice(POSITIONS)}", "go nodes 500 movetime 50")
    engine.until("bestmove", limit=60.0)


def same_again(engine: Engine) -> int:
    """Kilobytes of resident memory with the same options and after the same searches as the last time."""
    defaults = ("Hash value 16", "Threads value 1", "MultiPV value 1", "UCI_LimitStrength value false")
    for personality in PERSONALITIES:
        engine.send(*(f"setoption name {default}" for default in defaults))
        engine.ready(f"setoption name Personality value {personality}", "ucinewgame")
        engine.send("position startpos", "go nodes 500 movetime 50")
        engine.until("bestmove", limit=60.0)
    status = pathlib.Path(f"/proc/{engine.process.pid}/status").read_text()
    return next(int(line.split()[1]) for line in status.splitlines() if line.startswith("VmRSS:"))


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("engine", type=pathlib.Path)
    parser.add_argument("--changes", type=int, default=1000)
    parser.add_argument("--seed", type=int, default=1)
    arguments = parser.parse_args()
    rng = random.Random(arguments.seed)
    with Engine(arguments.engine) as engine:
        options = offered(engine)
        values = {
            name: tuple(value for value in choices if not options[name] or value in options[name])
            for name, choices in VALUES.items()
            if name in options
        }
        readings = [same_again(engine)]
        for number in range(1, arguments.changes + 1):
            change(engine, values, rng)
            if number % EVERY == 0:
                readings.append(same_again(engine))
                if number % (5 * EVERY) == 0:
                    print(f"{number} changes: {readings[-1] / 1024:.1f} MiB", flush=True)
    third = max(1, len(readings) // 3)
    growth = statistics.median(readings[-third:]) / statistics.median(readings[-2 * third : -third])
    print(f"growth in the last third {growth:.3f}, at most {MOST} allowed")
    return int(growth > MOST)


if __name__ == "__main__":
    sys.exit(main())
