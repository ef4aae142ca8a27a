#!/usr/bin/env python3
"""How long an engine takes to start, to get ready, to move and to stop, and how much memory it needs.

    latency.py ENGINE [--option Personality=Mockfish …] [--games 3] [--movetime 0.05] [--stops 30]

Plays games against itself, ends searches without limits by `stop`, and prints milliseconds (median and worst) and MiB.
Needs python-chess; memory is read on Linux only.
"""

import argparse
import pathlib
import statistics
import time

import chess
import chess.engine


def peak_memory(process):
    status = pathlib.Path(f"/proc/{process}/status")
    if not status.exists():
        return float("nan")
    lines = dict(line.split(":", 1) for line in status.read_text().splitlines())
    return int(lines["VmHWM"].split()[0]) / 1024


def stop_times(engine, number):
    """Milliseconds from `stop` to `bestmove`, in searches of a quarter of a second."""
    times = []
    for _ in range(number):
        analysis = engine.analysis(chess.Board())
        time.sleep(0.25)
        before = time.perf_counter()
        analysis.stop()
        analysis.wait()
        times.append(1000 * (time.perf_counter() - before))
    return times


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("engine")
    parser.add_argument("--option", action="append", default=[], metavar="NAME=VALUE")
    parser.add_argument("--games", type=int, default=3)
    parser.add_argument("--movetime", type=float, default=0.05, help="seconds")
    parser.add_argument("--stops", type=int, default=30, help="searches that are stopped")
    arguments = parser.parse_args()

    begin = time.perf_counter()
    engine = chess.engine.SimpleEngine.popen_uci(arguments.engine)
    started = time.perf_counter()
    engine.configure(dict(option.split("=", 1) for option in arguments.option))
    engine.ping()
    ready = time.perf_counter()

    moves = []
    for game in range(arguments.games):
        board = chess.Board()
        while not board.is_game_over(claim_draw=True):
            before = time.perf_counter()
            # The time that the engine reports leaves out the pipes and python-chess.
            info = engine.play(
                board, chess.engine.Limit(time=arguments.movetime), game=game, info=chess.engine.INFO_BASIC
            )
            moves.append((time.perf_counter() - before, info.info.get("time", 0.0)))
            board.push(info.move)
    outside, inside = ([1000 * pair[index] for pair in moves] for index in (0, 1))
    print(f"uciok after {1000 * (started - begin):.0f} ms, readyok {1000 * (ready - started):.0f} ms later")
    if moves:
        print(
            f"{len(moves)} moves: measured from outside the first {outside[0]:.1f} ms, "
            f"median {statistics.median(outside):.1f} ms, worst {max(outside):.1f} ms; "
            f"the engine's own figure median {statistics.median(inside):.0f} ms, worst {max(inside):.0f} ms"
        )
    stops = stop_times(engine, arguments.stops)
    if stops:
        print(f"{len(stops)} stops: median {statistics.median(stops):.1f} ms, worst {max(stops):.1f} ms")
    print(f"memory at most {peak_memory(engine.transport.get_pid()):.0f} MiB")
    engine.quit()


if __name__ == "__main__":
    main()
