#!/usr/bin/env python3
"""How long an engine takes to start, to get ready, to move and to stop, and how much memory it needs.

    latency.py ENGINE [--option Personality=Mockfish …] [--games 3] [--movetime 0.05] [--stops 30]
    latency.py ENGINE --hash 1024 --hash 4096 [--against stockfish] [--pairs 7]

Plays games against itself, ends searches without limits by `stop`, and prints milliseconds (median and worst) and MiB.
With `--hash` it does nothing but change `Hash` in a fresh process, and prints the seconds to `readyok`, in pairs with
another engine. The two take turns in going first, because the memory that one process has given back is handed out
faster than memory that the system has to find. Needs python-chess; memory is read on Linux only.
"""

import argparse
import pathlib
import statistics
import subprocess
import time

import chess
import chess.engine


def peak_memory(process: int) -> float:
    status = pathlib.Path(f"/proc/{process}/status")
    if not status.exists():
        return float("nan")
    lines = dict(line.split(":", 1) for line in status.read_text().splitlines())
    return int(lines["VmHWM"].split()[0]) / 1024


def stop_times(engine: chess.engine.SimpleEngine, number: int) -> list[float]:
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


def seconds_to_ready(engine: str, mebibytes: int) -> float:
    """Seconds from `setoption name Hash` to `readyok` in a fresh process."""
    process = subprocess.Popen([engine], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True)

    def ask(lines: str, answer: str) -> None:
        process.stdin.write(lines)
        process.stdin.flush()
        for line in process.stdout:
            if line.strip() == answer:
                return
        raise SystemExit(f"{engine} ended without `{answer}`")

    ask("uci\n", "uciok")
    before = time.perf_counter()
    ask(f"setoption name Hash value {mebibytes}\nisready\n", "readyok")
    seconds = time.perf_counter() - before
    process.communicate("quit\n")
    return seconds


def compare_hash(engine: str, mebibytes: int, against: str | None, pairs: int) -> None:
    """Prints how long both engines take until they are ready, and the ratio pair by pair."""
    engines = [engine, against] if against else [engine]
    seconds = {name: [] for name in engines}
    for pair in range(pairs):
        for name in engines if pair % 2 == 0 else engines[::-1]:
            seconds[name].append(seconds_to_ready(name, mebibytes))
    for name, times in seconds.items():
        print(
            f"Hash {mebibytes}: {name} is ready after {statistics.median(times):.2f} s (median of {pairs}, "
            f"{min(times):.2f} to {max(times):.2f})"
        )
    if against:
        ratios = [ours / theirs for ours, theirs in zip(seconds[engine], seconds[against], strict=True)]
        print(f"Hash {mebibytes}: ratio {statistics.median(ratios):.2f} ({min(ratios):.2f} to {max(ratios):.2f})")


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("engine")
    parser.add_argument("--option", action="append", default=[], metavar="NAME=VALUE")
    parser.add_argument("--games", type=int, default=3)
    parser.add_argument("--movetime", type=float, default=0.05, help="seconds")
    parser.add_argument("--stops", type=int, default=30, help="searches that are stopped")
    parser.add_argument("--hash", action="append", default=[], type=int, metavar="MIB", help="time this change alone")
    parser.add_argument("--against", metavar="ENGINE", help="with --hash: compare with this engine")
    parser.add_argument("--pairs", type=int, default=7, help="with --hash: processes of each engine")
    arguments = parser.parse_args()

    if arguments.hash:
        for mebibytes in arguments.hash:
            compare_hash(arguments.engine, mebibytes, arguments.against, arguments.pairs)
        return

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
