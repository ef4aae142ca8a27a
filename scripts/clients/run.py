#!/usr/bin/env python3
"""Runs real chess programs with the engine and says what each of them met.

    python3 scripts/clients/run.py --engine target/release/motley --out DIR [--only xboard,fastchess] [--install]
        [--cutechess PATH] [--lichess-bot PATH] [--fastchess PATH] [--picochess PATH] [--games N] [--load N]
        [--update-docs]

Every client leaves DIR/NAME.log and, where it has windows, DIR/NAME*.png; DIR/summary.md has the table that is printed
last. A client that is not installed is skipped, and named as skipped. Exit code 1 when a check failed, 2 when nothing
could be run.

--install fetches what Debian (apt-get), PyPI (virtual environments in DIR) and npm (DIR/npm) have; what cannot be had
is named, and its client skipped. Cute Chess, lichess-bot, fastchess and PicoChess are sources that you clone, and build
as their own pages say: give the folder of each.
"""

import argparse
import pathlib
import shutil
import sys
import time
import traceback
from collections.abc import Iterator

import install
import uci
from browser_package import Browser
from chessx import ChessX
from common import Check, Client, Setup
from cutechess import CuteChess, CuteChessCli
from fastchess import Compliance, LargeHash, Matches
from gnome_chess import GnomeChess
from lichess_bot import LichessBot
from packages import Packages
from picochess import PicoChess
from pychess_gui import PyChess
from python_chess import PythonChess
from scid import Scid
from timing import Timing
from wrappers import WRAPPERS
from xboard import XBoardPolyglot, XBoardUci2wb

CLIENTS: tuple[Client, ...] = (
    Packages(), Timing(), PythonChess(), Compliance(), Matches(), LargeHash(), LichessBot(), XBoardPolyglot(),
    XBoardUci2wb(), Scid(), ChessX(), CuteChessCli(), CuteChess(), PyChess(), GnomeChess(), *WRAPPERS,
    PicoChess(), Browser(),
)
NAMES = tuple(client.name for client in CLIENTS)


def parse_arguments() -> argparse.Namespace:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--engine", type=pathlib.Path, required=True)
    parser.add_argument("--out", type=pathlib.Path, required=True, help="folder for logs and screenshots")
    parser.add_argument("--only", default="", metavar="NAME,…", help=f"some of: {', '.join(NAMES)}")
    parser.add_argument("--install", action="store_true", help="install what Debian, PyPI and npm have")
    for source in ("cutechess", "lichess-bot", "fastchess", "picochess"):
        parser.add_argument(f"--{source}", type=pathlib.Path, metavar="PATH", help="folder of its source, built")
    parser.add_argument("--games", type=int, default=2, help="games a pair of players in fastchess (even)")
    parser.add_argument("--concurrency", type=int, default=1, help="games at once in fastchess")
    parser.add_argument("--load", type=int, default=0, help="busy processes beside the games of fastchess")
    parser.add_argument("--update-docs", action="store_true", help="write the table of features into docs/clients.md")
    arguments = parser.parse_args()
    if arguments.games % 2 or arguments.games < 2:
        parser.error("--games takes an even number: each pair plays both colours")
    return arguments


def prepare(arguments: argparse.Namespace) -> Setup:
    """Copies the engine, with a link for each personality, to a folder of its own."""
    out = arguments.out.resolve()
    engines = out / "engines"
    shutil.rmtree(engines, ignore_errors=True)
    engines.mkdir(parents=True)
    shutil.copy(arguments.engine, engines / "motley")
    personalities = uci.personalities(engines / "motley")
    for personality in personalities:
        (engines / f"motley-{personality.lower()}").symlink_to("motley")
    named = {
        "cutechess": arguments.cutechess, "lichess-bot": arguments.lichess_bot, "fastchess": arguments.fastchess,
        "picochess": arguments.picochess,
    }
    return Setup(
        engines=engines, out=out, personalities=personalities, python=install.python(out / "venv"),
        sources={name: path.resolve() for name, path in named.items() if path is not None},
        games=arguments.games, concurrency=arguments.concurrency, load=arguments.load,
        update_docs=arguments.update_docs,
    )


def run_client(client: Client, setup: Setup) -> Iterator[Check]:
    """The client's checks; an exception is a failed check."""
    with (setup.out / f"{client.name}.log").open("w") as log:
        try:
            yield from client.run(setup, log)
        except Exception as error:
            log.write(traceback.format_exc())
            yield Check("runs to its end", False, f"{type(error).__name__}: {error}")


def summary(results: dict[str, list[Check]], skipped: dict[str, str], seconds: dict[str, float]) -> str:
    lines = ["| client | check | result | detail |", "|---|---|---|---|"]
    for name, checks in results.items():
        for check in checks:
            verdict = "passed" if check.passed else "**failed**"
            lines.append(f"| {name} | {check.what} | {verdict} | {check.detail} |")
        lines.append(f"| {name} | took | {seconds[name]:.0f} s | |")
    lines += [f"| {name} | all | skipped | {reason} |" for name, reason in skipped.items()]
    return "\n".join(lines) + "\n"


def main() -> int:
    arguments = parse_arguments()
    wanted = arguments.only.split(",") if arguments.only else list(NAMES)
    if unknown := set(wanted) - set(NAMES):
        print(f"no such client: {', '.join(sorted(unknown))}; there are {', '.join(NAMES)}", file=sys.stderr)
        return 2
    clients = [client for client in CLIENTS if client.name in wanted]
    arguments.out.mkdir(parents=True, exist_ok=True)
    if arguments.install:
        install.install(clients, arguments.out.resolve())
    setup = prepare(arguments)

    results: dict[str, list[Check]] = {}
    skipped: dict[str, str] = {}
    seconds: dict[str, float] = {}
    for client in clients:
        if reason := client.missing(setup):
            print(f"{client.name}: SKIPPED: {reason}", flush=True)
            skipped[client.name] = reason
            continue
        print(f"{client.name}: running", flush=True)
        begin = time.monotonic()
        results[client.name] = []
        for check in run_client(client, setup):
            print(f"  {'ok    ' if check.passed else 'FAILED'} {check.what}: {check.detail}", flush=True)
            results[client.name].append(check)
        seconds[client.name] = time.monotonic() - begin
    table = summary(results, skipped, seconds)
    (setup.out / "summary.md").write_text(table)
    print(f"\n{table}")
    if not results:
        return 2
    return 0 if all(check.passed for checks in results.values() for check in checks) else 1


if __name__ == "__main__":
    sys.exit(main())
