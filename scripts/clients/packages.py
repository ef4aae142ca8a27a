"""The files of packaging/: complete, valid, and naming the personalities that the engine has."""

import json
import subprocess
from collections.abc import Iterator
from typing import IO

from common import REPOSITORY, Check, Setup, run_logged
from uci import options

PACKAGING = REPOSITORY / "packaging"


class Packages:
    name = "packaging"
    packages = ("desktop-file-utils",)
    modules: tuple[str, ...] = ()

    def missing(self, setup: Setup) -> str | None:
        return None

    def run(self, setup: Setup, log: IO[str]) -> Iterator[Check]:
        yield engines(setup)
        yield configurations(setup)
        yield desktop(setup, log)
        yield installation(setup, log)


def same(what: str, found: set[str], wanted: set[str]) -> Check:
    differing = ", ".join(sorted(found ^ wanted))
    return Check(what, not differing, f"differing: {differing}" if differing else f"{len(found)} entries")


def engines(setup: Setup) -> Check:
    entries = json.loads((PACKAGING / "engines.json").read_text())
    found = {entry["command"] for entry in entries}
    wanted = {setup.player(name).name for name in setup.personalities}
    return same("engines.json has an entry a personality", found, wanted)


def configurations(setup: Setup) -> Check:
    found = {path.stem for path in (PACKAGING / "lichess-bot").glob("*.yml")}
    return same("lichess-bot has a configuration a personality", found, set(setup.personalities))


def desktop(setup: Setup, log: IO[str]) -> Check:
    what = "motley.desktop is valid and has an action a personality"
    text = (PACKAGING / "motley.desktop").read_text()
    absent = [name for name in setup.personalities if f"Exec=xboard -fcp {setup.player(name).name} -fUCI" not in text]
    if absent:
        return Check(what, False, f"no action for {', '.join(absent)}")
    validator = setup.program("desktop-file-validate")
    if validator is None:
        return Check(what, True, "not validated: desktop-file-validate is not installed")
    code, output = run_logged([validator, str(PACKAGING / "motley.desktop")], log, 20)
    return Check(what, code == 0, output.strip())


def installation(setup: Setup, log: IO[str]) -> Check:
    """install.sh into a folder of its own: each plugin file names a program that starts as its personality."""
    prefix = setup.out / "installed"
    subprocess.run(["rm", "-rf", str(prefix)], check=True)
    code, _ = run_logged(["bash", str(PACKAGING / "install.sh"), str(prefix), str(setup.engine)], log, 60)
    plugins = sorted((prefix / "share" / "games" / "plugins" / "uci").glob("*.eng"))
    names = {options(prefix / "bin" / plugin.read_text().splitlines()[1])[0].split(" ")[0] for plugin in plugins}
    wanted = {f"Motley-{personality}" for personality in setup.personalities}
    return Check("install.sh: each plugin file starts its personality", code == 0 and names == wanted,
                 ", ".join(sorted(names)))
