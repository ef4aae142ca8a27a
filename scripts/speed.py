#!/usr/bin/env python3
"""Nodes per second, side by side: Motley against Stockfish, both with hand-made evaluations and both with networks, and
two threads against one.

    speed.py ENGINE [STOCKFISH] [--positions FILE] [--movetime 1000] [--repeats 3] [--limit N] [--threads 2]
             [--only stockfish|threads]

Runs alternate, so that a machine that warms up or is shared slows both sides alike; each figure is the median of the
repeats. A rate is `nodes` over `time` of the last `info` line. FILE holds a FEN or an EPD record a line, `#` begins a
comment; its default is the list of positions of `motley bench`. The start position is always measured first. Tested
with Stockfish 15.1.
"""
import argparse
import math
import pathlib
import statistics
import subprocess

START = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1"
POSITIONS = pathlib.Path(__file__).parent.parent / "src" / "bench" / "bench.epd"


class Engine:
    """A UCI engine in a process of its own."""

    def __init__(self, command: str, **options: int | str) -> None:
        self.process = subprocess.Popen([command], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True, bufsize=1)
        self.send("uci")
        declared = self.read_until("uciok")
        for name, value in options.items():
            if any(line.startswith(f"option name {name} type") for line in declared):
                self.send(f"setoption name {name} value {value}")
        self.ready()

    def send(self, line: str) -> None:
        self.process.stdin.write(line + "\n")

    def read_until(self, word: str) -> list[str]:
        lines = []
        for line in self.process.stdout:
            lines.append(line.strip())
            if line.split()[:1] == [word]:
                return lines
        raise SystemExit(f"the engine ended before it said {word}")

    def ready(self) -> None:
        self.send("isready")
        self.read_until("readyok")

    def rate(self, fen: str, movetime: int) -> float:
        """Nodes per second in a fresh search of `movetime` milliseconds."""
        self.send("ucinewgame")
        self.ready()
        self.send(f"position fen {fen}")
        self.send(f"go movetime {movetime}")
        rate = None
        for line in self.read_until("bestmove"):
            words = line.split()
            if words[:1] == ["info"] and "nodes" in words and "time" in words and "string" not in words:
                milliseconds = max(1, int(words[words.index("time") + 1]))
                rate = 1000 * int(words[words.index("nodes") + 1]) / milliseconds
        if rate is None:
            raise SystemExit(f"no nodes and time reported for {fen}")
        return rate

    def close(self) -> None:
        self.send("quit")
        self.process.wait(timeout=10)


def read_positions(path: pathlib.Path, limit: int | None) -> list[str]:
    lines = (line.split("#")[0].split(";")[0].strip() for line in path.read_text().splitlines())
    fields = [line.split() for line in lines if line]
    # An EPD record has operations where a FEN has its counters.
    fens = [" ".join(line[:6] if line[4:5] and line[4].isdigit() else line[:4]) for line in fields]
    others = [fen for fen in fens if fen.split()[:4] != START.split()[:4]]
    return [START, *others[:limit]]


def compare(
    left: tuple[str, Engine], right: tuple[str, Engine], fens: list[str], arguments: argparse.Namespace
) -> None:
    """Prints the table of two engines, with the ratio of the first to the second."""
    (left_name, left_engine), (right_name, right_engine) = left, right
    print(f"{left_name:>12} {right_name:>12}  ratio  position")
    ratios, totals = [], [0.0, 0.0]
    for fen in fens:
        pairs = [
            (left_engine.rate(fen, arguments.movetime), right_engine.rate(fen, arguments.movetime))
            for _ in range(arguments.repeats)
        ]
        a, b = (statistics.median(column) for column in zip(*pairs, strict=True))
        ratios.append(a / b)
        totals = [totals[0] + a, totals[1] + b]
        print(f"{a:12,.0f} {b:12,.0f}  {a / b:5.2f}  {fen}", flush=True)
    mean = math.exp(statistics.fmean(map(math.log, ratios)))
    print(f"{totals[0] / len(fens):12,.0f} {totals[1] / len(fens):12,.0f}  {mean:5.2f}  mean of {len(fens)} positions "
          f"(geometric for the ratio; least {min(ratios):.2f}, start position {ratios[0]:.2f})\n")
    left_engine.close()
    right_engine.close()


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("engine")
    parser.add_argument("stockfish", nargs="?", default="stockfish")
    parser.add_argument("--positions", type=pathlib.Path, default=POSITIONS)
    parser.add_argument("--movetime", type=int, default=1000, help="milliseconds a search")
    parser.add_argument("--repeats", type=int, default=3)
    parser.add_argument("--limit", type=int, help="only the first N positions of the file")
    parser.add_argument("--hash", type=int, default=64)
    parser.add_argument("--threads", type=int, default=2, help="measured against one thread")
    parser.add_argument("--only", choices=["stockfish", "threads"])
    arguments = parser.parse_args()
    fens = read_positions(arguments.positions, arguments.limit)

    def motley(threads: int, evaluation: str = "Nnue") -> Engine:
        return Engine(
            arguments.engine, Hash=arguments.hash, Threads=threads, OwnBook="false", Evaluation=evaluation
        )

    if arguments.only != "threads":
        for evaluation, network in [("Handmade", "false"), ("Nnue", "true")]:
            print(f"Motley's Evaluation is {evaluation}, Stockfish's Use NNUE {network}")
            stockfish = Engine(arguments.stockfish, Hash=arguments.hash, Threads=1, **{"Use NNUE": network})
            compare(("Motley", motley(1, evaluation)), ("Stockfish", stockfish), fens, arguments)
    if arguments.only != "stockfish":
        compare((f"{arguments.threads} threads", motley(arguments.threads)), ("1 thread", motley(1)), fens, arguments)


if __name__ == "__main__":
    main()
