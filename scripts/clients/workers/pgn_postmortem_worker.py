"""PyPI `pgn-postmortem` with one player: a game with a blunder is analysed."""

import pathlib
import subprocess
import sys
import tempfile

from report import check

GAME = '[Event "A mate"]\n[White "Ann"]\n[Black "Ben"]\n[Date "2024"]\n[Result "0-1"]\n\n1. f3 e5 2. g4 Qh4# 0-1\n'


def main() -> None:
    with tempfile.TemporaryDirectory() as folder:
        games, out = pathlib.Path(folder, "games.pgn"), pathlib.Path(folder, "out")
        games.write_text(GAME)
        command = [sys.executable, "-m", "pgn_postmortem", "analyze", str(games), "--out", str(out)]
        done = subprocess.run(
            [*command, "--engine", sys.argv[1], "--time", "0.1"], capture_output=True, text=True, check=False
        )
        check("analyze", done.returncode == 0, done.stderr[-300:])
        written = "".join(path.read_text() for path in out.rglob("*.pgn"))
        check("every move has an evaluation", written.count("[%eval") >= 3, written[-300:])


main()
