#!/usr/bin/env python3
"""How fast `motley-lab constraints` reads games beside python-chess, and whether both count the same.

    scripts/constraints_speed.py target/release/motley-lab GAMES.pgn.zst [--games 2000]

python-chess counts, in the first games of the file, which meet each of Petrželka's seventeen constraints ("Generating
valid chess positions using AI methods") and after how many half moves; `motley-lab constraints` must agree on the same
games, or the script fails. Then it reads the whole file, on one thread and on all cores. The filters are off on both
sides (`--min-elo 0 --min-seconds 0 --min-plies 0`). Needs the package `chess`, and the program `zstd` for compressed
files.
"""

import argparse
import json
import os
import pathlib
import subprocess
import tempfile
import time
from typing import IO, Any

import chess
import chess.pgn

SEVENTEEN = """1,2,2,2,7 1,2,2,1,8 1,2,1,2,8 0,2,2,2,8 1,2,2,1,7 1,2,1,2,7 0,2,2,2,7 1,2,1,1,7 1,2,2,0,7
               1,2,0,2,7 1,1,2,2,8 1,2,2,2,6 1,2,1,1,8 1,2,2,2,5 1,2,1,1,6 1,2,2,0,6 1,2,0,2,6""".split()
KINDS = (chess.QUEEN, chess.ROOK, chess.BISHOP, chess.KNIGHT, chess.PAWN)
NO_FILTERS = ["--min-elo", "0", "--min-seconds", "0", "--min-plies", "0"]


def sample(path: str, games: int, out: IO[bytes]) -> None:
    """Copies the first games of a file; a game begins with a line `[Event …]`."""
    command = ["zstd", "-dcq", path] if path.endswith(".zst") else ["cat", path]
    with subprocess.Popen(command, stdout=subprocess.PIPE) as text:
        begun = 0
        for line in text.stdout:
            begun += line.startswith(b"[Event ")
            if begun > games:
                break
            out.write(line)
        text.kill()
    out.flush()


def count_in_python(path: str) -> tuple[int, dict[str, list[int]]]:
    """Half moves of the first meetings, by constraint."""
    met = {name: [] for name in SEVENTEEN}
    games = 0
    with pathlib.Path(path).open(encoding="utf-8", errors="replace") as text:
        while game := chess.pgn.read_game(text):
            games += 1
            board = game.board()
            seen = set()
            for half_moves, move in enumerate(game.mainline_moves(), 1):
                board.push(move)
                name = ",".join(str(len(board.pieces(kind, chess.WHITE))) for kind in KINDS)
                if name in met and name not in seen:
                    seen.add(name)
                    met[name].append(half_moves)
    return games, met


def motley(engine: str, path: str, *flags: str) -> tuple[dict[str, Any], float]:
    start = time.perf_counter()
    run = subprocess.run(
        [engine, "constraints", path, "--json", *NO_FILTERS, *flags], stdout=subprocess.PIPE, check=True
    )
    return json.loads(run.stdout), time.perf_counter() - start


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("engine")
    parser.add_argument("file")
    parser.add_argument("--games", type=int, default=2000, help="how many games python-chess reads")
    args = parser.parse_args()

    with tempfile.NamedTemporaryFile(suffix=".pgn") as few:
        sample(args.file, args.games, few)
        start = time.perf_counter()
        games, met = count_in_python(few.name)
        in_python = games / (time.perf_counter() - start)
        found, _ = motley(args.engine, few.name)
    for one in found["constraints"]:
        counted = [at["half_move"] for at in one["half_moves"] for _ in range(at["games"])]
        assert counted == sorted(met[one["constraint"]]), f"{one['constraint']}: the two do not agree"
    print(f"{games} games: the same half moves for all {len(SEVENTEEN)} constraints")

    print(f"{'python-chess, one core':<28}{in_python:>10.0f} games/s")
    for name, flags in (("motley, one thread", ["--threads", "1"]), (f"motley, all {os.cpu_count()} cores", [])):
        found, seconds = motley(args.engine, args.file, *flags)
        rate = found["games"] / seconds
        print(f"{name:<28}{rate:>10.0f} games/s   {rate / in_python:.0f} times as fast")


if __name__ == "__main__":
    main()
