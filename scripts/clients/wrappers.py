"""Libraries that other programs drive engines through: each runs a script of its own with each player.

Those scripts end on their own, or are ended after a limit: a library that waits for a line that never comes is a failed
check. They print a JSON object a line, with `what`, `passed` and `detail`.
"""

import json
import pathlib
import re
import shutil
import subprocess
from collections.abc import Iterator
from typing import IO

from common import Check, Setup, no_engine_left, run_logged

WORKERS = pathlib.Path(__file__).with_name("workers")
# Seconds for all that a script does with one player.
LIMIT = 60.0


def reported(output: str) -> list[dict]:
    return [json.loads(line) for line in output.splitlines() if line.startswith("{")]


def checks_of(player: str, command: list[str], log: IO[str]) -> Iterator[Check]:
    """What a script finds with one player, and that it comes to its end."""
    code, output = run_logged(command, log, LIMIT)
    found = reported(output)
    failed = [check for check in found if not check["passed"]]
    for check in failed:
        yield Check(f"{player}: {check['what']}", False, check["detail"])
    if code != 0 or not found:
        last = found[-1]["what"] if found else "nothing"
        how = "it waits for a line that does not come" if code == 124 else f"exit code {code}"
        yield Check(f"{player}: comes to its end", False, f"{how}, after {last}")
    elif not failed:
        yield Check(player, True, f"{len(found)} of {len(found)} checks")


class PythonWrapper:
    """A Python module with a script in workers/, run with each player."""

    packages: tuple[str, ...] = ()

    def __init__(self, name: str, module: str, imported: str, needs_newer: bool = False) -> None:
        """`needs_newer`: it does not run with the Python of the others, which may be 3.11."""
        self.name, self.module, self.imported, self.needs_newer = name, module, imported, needs_newer
        self.modules = () if needs_newer else (module,)
        self.newer_modules = (module,) if needs_newer else ()

    def python(self, setup: Setup) -> pathlib.Path:
        return setup.out / "venv-newer" / "bin" / "python" if self.needs_newer else setup.python

    def missing(self, setup: Setup) -> str | None:
        absent = f"the Python module {self.module} is not installed" + " (it needs Python 3.13)" * self.needs_newer
        if not self.python(setup).exists():
            return absent
        command = [str(self.python(setup)), "-c", f"import {self.imported}"]
        found = subprocess.run(command, capture_output=True, check=False)
        return None if found.returncode == 0 else absent

    def run(self, setup: Setup, log: IO[str]) -> Iterator[Check]:
        worker = WORKERS / f"{self.imported}_worker.py"
        for personality in setup.personalities:
            command = [str(self.python(setup)), str(worker), str(setup.player(personality))]
            yield from checks_of(personality, command, log)
        yield no_engine_left(setup)


class NodeWrapper:
    """An npm package with a script in workers/, run with each player."""

    packages: tuple[str, ...] = ()
    modules: tuple[str, ...] = ()

    def __init__(self, name: str, package: str) -> None:
        self.name, self.npm = name, (package,)
        self.folder = package.split("@")[0]

    def missing(self, setup: Setup) -> str | None:
        if shutil.which("node") is None:
            return "there is no node"
        installed = (setup.out / "npm" / "node_modules" / self.folder).is_dir()
        return None if installed else f"the npm package {self.npm[0]} is not installed"

    def run(self, setup: Setup, log: IO[str]) -> Iterator[Check]:
        # A copy beside the packages: node looks for them from where the script lies.
        worker = setup.out / "npm" / f"{self.folder}_worker.cjs"
        shutil.copy(WORKERS / worker.name, worker)
        for personality in setup.personalities:
            yield from checks_of(personality, ["node", str(worker), str(setup.player(personality))], log)
        yield no_engine_left(setup)


class UciTestSuite:
    """The checks of PyPI uci-test-suite, which needs a newer Python than the other clients."""

    name = "uci-test-suite"
    packages: tuple[str, ...] = ()
    modules: tuple[str, ...] = ()
    newer_modules = ("uci-test-suite==0.3.1",)

    def program(self, setup: Setup) -> pathlib.Path:
        return setup.out / "venv-newer" / "bin" / "uci-test-suite"

    def missing(self, setup: Setup) -> str | None:
        if self.program(setup).exists():
            return None
        return f"{self.newer_modules[0]} is not installed (it needs Python 3.13)"

    def run(self, setup: Setup, log: IO[str]) -> Iterator[Check]:
        for personality in setup.personalities:
            code, output = run_logged([str(self.program(setup)), str(setup.player(personality))], log, 300.0)
            counted = re.findall(r"(\d+) (passed|failed|skipped|errors?)", output)
            detail = ", ".join(f"{count} {verdict}" for count, verdict in counted)
            yield Check(personality, code == 0, detail or f"exit code {code}")
        yield no_engine_left(setup)


WRAPPERS = (
    PythonWrapper("stockfish", "stockfish==5.2.0", "stockfish"),
    NodeWrapper("node-uci", "node-uci@1.3.4"),
    NodeWrapper("npm-uci", "uci@0.3.4"),
    UciTestSuite(),
    PythonWrapper("pgn-postmortem", "pgn-postmortem==2.0.0", "pgn_postmortem"),
    PythonWrapper("chess-uci-mcp", "chess-uci-mcp==0.2.0", "chess_uci_mcp", needs_newer=True),
    PythonWrapper("cli-chess", "cli-chess==1.8.0", "cli_chess"),
)
