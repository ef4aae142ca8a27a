"""PyChess finds the engines and reads their options."""

import json
import time
from collections.abc import Iterator
from pathlib import Path
from typing import IO

import desktop
from common import Check, Setup, installed, no_engine_left
from desktop import Desktop, wait_for

SETTINGS = """[General]
show_tip_at_startup = False
dont_show_externals_at_startup = True
"""
# The list of opponents on the welcome page.
OPPONENT = (248, 230)


class PyChess:
    """At its start PyChess asks every engine of its list for its options and writes them down."""

    name = "pychess"
    packages = ("pychess", "dbus", *desktop.PACKAGES)
    modules: tuple[str, ...] = ()

    def missing(self, setup: Setup) -> str | None:
        return desktop.missing(setup, "pychess") or installed(setup, "dbus-run-session")

    def run(self, setup: Setup, log: IO[str]) -> Iterator[Check]:
        setup.environment()
        folder = setup.out / "home" / ".config" / "pychess"
        folder.mkdir(parents=True, exist_ok=True)
        (folder / "config").write_text(SETTINGS)
        engines = folder / "engines.json"
        engines.write_text(json.dumps([entry(setup.player(name)) for name in setup.personalities]))
        with Desktop(setup, log) as screen:
            screen.start("dbus-run-session", "pychess", "--no-version-check")
            window = screen.window("PyChess$", 60)
            wait_for(lambda: all(options(engines, setup.player(name).name) for name in setup.personalities), 90)
            screen.click(window, *OPPONENT)
            time.sleep(2)
            screen.screenshot("pychess")
        for name in setup.personalities:
            yield found(engines, setup.player(name).name)
        yield no_engine_left(setup)


def entry(engine: Path) -> dict:
    return {"name": engine.name, "protocol": "uci", "command": str(engine), "recheck": True, "analyze": True}


def options(engines: Path, name: str) -> int:
    """How many options PyChess has written down for an engine; 0 while it has not asked yet."""
    try:
        entries = json.loads(engines.read_text())
    except ValueError:
        return 0
    return next((len(each.get("options", [])) for each in entries if each["name"] == name), 0)


def found(engines: Path, name: str) -> Check:
    number = options(engines, name)
    return Check(f"{name} is found", number > 0, f"{number} options")
