"""Cute Chess with packaging/engines.json: a tournament of its command-line program, and its windows."""

import json
import re
import shutil
import time
from collections.abc import Iterator
from pathlib import Path
from typing import IO

import desktop
from common import REPOSITORY, Check, Setup, engine_processes, no_engine_left, run_logged
from desktop import Desktop, wait_for

ENGINES = REPOSITORY / "packaging" / "engines.json"
# Places in the dialog for a new game.
WHITE_CPU, BLACK_CPU, OK = (30, 76), (260, 76), (338, 728)
FAULTS = ("loses on time", "illegal move", "disconnects", "stalls", "abandoned")


def missing(setup: Setup, program: str) -> str | None:
    if "cutechess" not in setup.sources:
        return "it is built from source: give --cutechess PATH"
    return None if find(setup, program) else f"{program} is not in {setup.sources['cutechess']}: build it"


def find(setup: Setup, program: str) -> Path | None:
    folder = setup.sources["cutechess"]
    return next((place for place in (folder / "build" / program, folder / program) if place.is_file()), None)


class CuteChessCli:
    """A round robin of all entries of engines.json, and one game of Chess960."""

    name = "cutechess-cli"
    packages: tuple[str, ...] = ()
    modules: tuple[str, ...] = ()

    def missing(self, setup: Setup) -> str | None:
        return missing(setup, "cutechess-cli")

    def run(self, setup: Setup, log: IO[str]) -> Iterator[Check]:
        folder = setup.out / "cutechess-cli"
        folder.mkdir(exist_ok=True)
        shutil.copy(ENGINES, folder / "engines.json")
        names = [entry["name"] for entry in json.loads(ENGINES.read_text())]
        pairs = len(names) * (len(names) - 1) // 2
        yield tournament(setup, folder, names, pairs, log)
        yield tournament(setup, folder, names, pairs, log, "-variant", "fischerandom")
        yield no_engine_left(setup)


def tournament(setup: Setup, folder: Path, names: list[str], games: int, log: IO[str], *more: str) -> Check:
    words = [str(find(setup, "cutechess-cli")), *more]
    for name in names:
        words += ["-engine", f"conf={name}"]
    words += ["-each", "tc=2+0.02", "-tournament", "round-robin", "-games", "1", "-maxmoves", "40"]
    code, output = run_logged(words, log, 30 * games, cwd=folder, env=setup.environment())
    finished = re.findall(r"^Finished game \d+ \((.*)", output, re.MULTILINE)
    faults = [line for line in finished if any(fault in line for fault in FAULTS)]
    warnings = re.findall(r"^Warning: .*", output, re.MULTILINE)
    passed = code == 0 and len(finished) == games and not faults and not warnings
    what = f"{'Chess960' if more else 'standard chess'}: all entries of engines.json play each other"
    return Check(what, passed, "; ".join([f"{len(finished)} of {games} games", *faults[:3], *warnings[:3]]))


class CuteChess:
    """A game in Cute Chess's window."""

    name = "cutechess"
    packages = desktop.PACKAGES
    modules: tuple[str, ...] = ()

    def missing(self, setup: Setup) -> str | None:
        return missing(setup, "cutechess") or desktop.missing(setup)

    def run(self, setup: Setup, log: IO[str]) -> Iterator[Check]:
        setup.environment()
        folder = setup.out / "home" / ".config" / "cutechess"
        folder.mkdir(parents=True, exist_ok=True)
        shutil.copy(ENGINES, folder / "engines.json")
        with Desktop(setup, log) as screen:
            yield from windows(screen, str(find(setup, "cutechess")))
        yield no_engine_left(setup)


def windows(screen: Desktop, program: str) -> Iterator[Check]:
    """A game between two entries of the list, chosen in the dialog for a new game."""
    screen.start(program)
    main = screen.window("^Human vs Human")
    time.sleep(1.5)
    screen.keys(main, "ctrl+n")
    dialog = screen.window("^New Game")
    time.sleep(1)
    for place, downs in ((WHITE_CPU, 1), (BLACK_CPU, 3)):
        screen.click(dialog, *place)
        screen.keys(dialog, "Tab", *["Down"] * downs)
    screen.screenshot("cutechess-new-game")
    screen.click(dialog, *OK)
    playing = wait_for(lambda: any(re.match("Motley .* vs Motley ", title) for title in screen.titles()), 20)
    time.sleep(6)
    screen.screenshot("cutechess")
    both = len(engine_processes(screen.setup)) == 2
    yield Check("two entries of engines.json play in the window", playing and both, ", ".join(screen.titles()))
