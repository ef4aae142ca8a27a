#!/usr/bin/env python3
"""Runs the program for Windows under Wine, and writes down what it did.

    make && make windows && scripts/windows/check.py [--only NAME]…

Needs Wine and mingw-w64 (Debian: wine64, gcc-mingw-w64-x86-64); ends with exit code 0 and a line on standard error
where they are missing. The games need python-chess, the tables the environment variable MOTLEY_DATA. Nothing is left
but the transcript.
"""

import argparse
import collections
import os
import pathlib
import shutil
import sys
import tempfile
import time
import traceback
from collections.abc import Callable

import ends
import games
import names
import paths
import protocol
import wine
from setting import ROOT, Setting, Skipped

Check = Callable[[Setting], str]

CHECKS: list[Check] = [
    protocol.needs_only_libraries_of_windows,
    protocol.answers_uci,
    protocol.bench_counts_the_same_nodes,
    protocol.searches_and_answers_isready_meanwhile,
    protocol.reads_every_kind_of_line_end,
    protocol.refuses_bad_lines_and_lives,
    protocol.survives_random_lines,
    names.is_a_player_by_argument,
    names.is_a_player_by_name,
    paths.reads_books,
    paths.reads_nets_and_lines,
    paths.reads_tables,
    paths.appends_the_log,
    paths.takes_paths_as_arguments,
    paths.never_reads_a_device,
    ends.quits_in_a_search,
    ends.ends_when_its_input_is_closed,
    ends.ends_when_its_pipes_are_closed,
    ends.survives_ten_megabytes_without_a_line_end,
    ends.ctrl_c_ends_it,
    ends.ends_with_its_console_window,
    ends.ctrl_c_leaves_whole_files,
    games.plays_ten_games,
]


class Transcript:
    """Standard output and a file."""

    def __init__(self, path: pathlib.Path) -> None:
        path.parent.mkdir(parents=True, exist_ok=True)
        self.file = path.open("w")

    def line(self, text: str) -> None:
        print(text, flush=True)
        print(text, file=self.file, flush=True)


def run(check: Check, setting: Setting, transcript: Transcript) -> str:
    """Runs one check and says how it ended."""
    name, begin = check.__name__.replace("_", " "), time.monotonic()
    try:
        result, end = check(setting), "hold"
    except Skipped as reason:
        result, end = f"SKIPPED: {reason}", "skipped"
    except Exception:
        result, end = f"FAILED\n{traceback.format_exc()}", "failed"
    transcript.line(f"{name} ({time.monotonic() - begin:.1f} s)\n    {result}")
    return end


def missing() -> str | None:
    """What this machine lacks."""
    if wine.loader() is None:
        return "Wine is not installed"
    if shutil.which(wine.COMPILER) is None:
        return f"{wine.COMPILER} is not installed"
    return None


def parse() -> argparse.Namespace:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--engine", type=pathlib.Path, default=ROOT / "motley.exe")
    parser.add_argument("--native", type=pathlib.Path, default=ROOT / "motley", help="whose node count is compared")
    parser.add_argument("--transcript", type=pathlib.Path, default=ROOT / "target" / "windows" / "transcript.txt")
    parser.add_argument("--only", action="append", help="a part of the names of the checks to run")
    arguments = parser.parse_args()
    for program in (arguments.engine, arguments.native):
        if not program.is_file():
            parser.error(f"{program} is missing: `make && make windows`")
    return arguments


def main() -> int:
    if lacking := missing():
        print(f"skipped: {lacking}", file=sys.stderr)
        return 0
    arguments = parse()
    chosen = [c for c in CHECKS if not arguments.only or any(part in c.__name__ for part in arguments.only)]
    data = os.environ.get("MOTLEY_DATA")
    transcript = Transcript(arguments.transcript)
    with tempfile.TemporaryDirectory(prefix="motley-windows-") as folder:
        machine = wine.Wine(wine.loader(), pathlib.Path(folder))
        setting = Setting(machine, arguments.engine.resolve(), arguments.native.resolve(), data and pathlib.Path(data))
        try:
            setting.install()
            transcript.line(f"{machine.version()}; the engine is {setting.exe}")
            outcomes = collections.Counter(run(check, setting, transcript) for check in chosen)
        finally:
            machine.shut_down()
    transcript.line("checks: " + ", ".join(f"{count} {end}" for end, count in outcomes.items()))
    return 1 if outcomes["failed"] else 0


if __name__ == "__main__":
    sys.exit(main())
