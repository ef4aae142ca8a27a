"""Times that clients depend on, at the protocol: short moves, the first move after isready, rows of options."""

import statistics
from collections.abc import Iterator
from typing import IO

from common import Check, Setup, no_engine_left
from uci import Engine, options

MOVES = 50
# Middle-game positions without book moves, so that every player works for its answer.
POSITIONS = (
    "r1bq1rk1/pp2bppp/2n2n2/3p4/3N4/2N1B3/PPP1BPPP/R2Q1RK1 w - - 4 10",
    "2rq1rk1/pb1n1ppN/4p3/1pb5/3P1Pn1/P1N5/1PQ1B1PP/R1B2RK1 b - - 0 16",
    "8/2p5/3p4/KP5r/1R3p1k/8/4P1P1/8 w - - 0 1",
)


class Timing:
    """`movetime 1` at most 15 ms, the first `movetime 100` after isready at most 120 ms whatever Hash is."""

    name = "timing"
    packages: tuple[str, ...] = ()
    modules: tuple[str, ...] = ()

    def missing(self, setup: Setup) -> str | None:
        return None

    def run(self, setup: Setup, log: IO[str]) -> Iterator[Check]:
        for name in setup.personalities:
            yield shortest_moves(setup, name, log)
        for size in (16, 256, 1024):
            yield first_move(setup, size, log)
        yield option_rows(setup, log)
        for name in setup.personalities:
            yield named_options(setup, name, log)
        yield no_engine_left(setup)


def shortest_moves(setup: Setup, personality: str, log: IO[str]) -> Check:
    with Engine(setup.player(personality)) as engine:
        engine.send("uci")
        engine.until("uciok")
        engine.ready("ucinewgame")
        times = []
        for number in range(MOVES):
            engine.send(f"position fen {POSITIONS[number % len(POSITIONS)]}")
            times.append(engine.timed("go movetime 1")[0])
    log.write(f"{personality}: go movetime 1: {' '.join(f'{each:.1f}' for each in times)} ms\n")
    detail = f"median {statistics.median(times):.1f} ms, worst of {MOVES} {max(times):.1f} ms"
    return Check(f"{personality}: go movetime 1 takes at most 15 ms", max(times) <= 15, detail)


def first_move(setup: Setup, megabytes: int, log: IO[str]) -> Check:
    with Engine(setup.engine) as engine:
        engine.send("uci")
        engine.until("uciok")
        begin = engine.send(f"setoption name Hash value {megabytes}", "ucinewgame", "isready")
        ready = 1000 * (engine.until("readyok")[-1][0] - begin)
        engine.send(f"position fen {POSITIONS[0]}")
        first, _ = engine.timed("go movetime 100")
        second, _ = engine.timed("go movetime 100")
    detail = f"{first:.0f} ms, the next {second:.0f} ms; isready took {ready:.0f} ms"
    log.write(f"Hash {megabytes}: {detail}\n")
    return Check(f"Hash {megabytes}: the first go movetime 100 takes at most 120 ms", first <= 120, detail)


def option_rows(setup: Setup, log: IO[str]) -> Check:
    name, rows = options(setup.engine)
    log.write("\n".join(rows) + "\n")
    large = [row for row in rows for word in row.split() if word.isdigit() and int(word) > 2**31 - 1]
    detail = f"{name}: {len(rows)} rows" + "".join(f"; {row}" for row in large)
    return Check("no number of an option is above 2147483647", not large, detail)


def named_options(setup: Setup, personality: str, log: IO[str]) -> Check:
    name, rows = options(setup.player(personality))
    log.write(f"{personality}: {name}: {len(rows)} rows\n")
    same = options(setup.engine, "--personality", personality) == (name, rows)
    passed = name.startswith(f"Motley-{personality} ") and len(rows) <= 32 and same
    detail = f"id name {name}, {len(rows)} rows" + ("" if same else "; --personality answers something else")
    return Check(f"{personality}: has its own name and at most 32 rows of options", passed, detail)
