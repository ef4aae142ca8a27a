"""What every client's module shares: the setup of a run, the checks it hands back, programs with a log."""

import dataclasses
import os
import pathlib
import shutil
import signal
import subprocess
import tempfile
import time
from collections.abc import Iterator
from typing import IO, Protocol

# Debian puts games where an ordinary PATH does not look.
GAMES = "/usr/games"
REPOSITORY = pathlib.Path(__file__).resolve().parents[2]


@dataclasses.dataclass(frozen=True)
class Check:
    """One promise and whether the client saw it kept."""

    what: str
    passed: bool
    detail: str = ""


@dataclasses.dataclass(frozen=True)
class Setup:
    """What all clients are run with.

    `engines` is a folder with a copy of the engine as `motley` and a link `motley-NAME` for each personality, so that
    the files in packaging/ work as they stand once that folder is on the PATH.
    """

    engines: pathlib.Path
    out: pathlib.Path
    personalities: tuple[str, ...]
    python: pathlib.Path
    sources: dict[str, pathlib.Path]
    games: int
    concurrency: int
    load: int
    update_docs: bool

    @property
    def engine(self) -> pathlib.Path:
        return self.engines / "motley"

    def player(self, personality: str) -> pathlib.Path:
        """The engine under the name that chooses a personality."""
        return self.engines / f"motley-{personality.lower()}"

    def environment(self, **more: str) -> dict[str, str]:
        """The environment of a client: engines first on the PATH, and settings apart from those of the user."""
        home = self.out / "home"
        home.mkdir(parents=True, exist_ok=True)
        path = os.pathsep.join([str(self.engines), os.environ.get("PATH", ""), GAMES])
        own = {"PATH": path, "HOME": str(home), "XDG_CONFIG_HOME": str(home / ".config"), "LC_ALL": "C.UTF-8"}
        return {**os.environ, **own, **more}

    def program(self, name: str) -> str | None:
        """Where an installed program lies."""
        return shutil.which(name, path=self.environment()["PATH"])


class Client(Protocol):
    """A program that drives the engine."""

    name: str
    packages: tuple[str, ...]
    modules: tuple[str, ...]

    def missing(self, setup: Setup) -> str | None:
        """Why this client cannot be run here, or None."""

    def run(self, setup: Setup, log: IO[str]) -> Iterator[Check]:
        """Runs it, a check as soon as it is known; every line of interest goes to the log."""


def run_logged(
    command: list[str], log: IO[str], limit: float, **options: str | pathlib.Path | dict[str, str]
) -> tuple[int, str]:
    """Runs a command in a process group of its own until it ends or the limit in seconds is over (exit code 124)."""
    log.write(f"$ {' '.join(command)}\n")
    log.flush()
    # Through a file: engines in process groups of their own would keep a pipe open after the end of their client.
    with tempfile.TemporaryFile("w+", errors="replace") as printed:
        process = subprocess.Popen(
            command, stdout=printed, stderr=subprocess.STDOUT, start_new_session=True, **options
        )
        try:
            code = process.wait(timeout=limit)
        except subprocess.TimeoutExpired:
            os.killpg(process.pid, signal.SIGKILL)
            process.wait()
            code = 124
        printed.seek(0)
        output = printed.read()
    log.write(output)
    log.write(f"exit code {code}\n")
    return code, output


def engine_processes(setup: Setup) -> list[int]:
    """The processes that were started from the folder of engines."""
    found = []
    for status in pathlib.Path("/proc").glob("[0-9]*/cmdline"):
        try:
            words = status.read_bytes().split(b"\0")
        except OSError:
            continue
        if any(word.startswith(bytes(setup.engines)) for word in words[:2]):
            found.append(int(status.parent.name))
    return found


def no_engine_left(setup: Setup, patience: float = 2.0) -> Check:
    """After a client has gone no engine may go on running; those that do are ended here."""
    start = time.monotonic()
    while (left := engine_processes(setup)) and time.monotonic() - start < patience:
        time.sleep(0.02)
    waited = 1000 * (time.monotonic() - start)
    for process in left:
        os.kill(process, signal.SIGKILL)
    detail = f"{len(left)} left" if left else f"gone within {waited:.0f} ms"
    return Check("no engine process is left", not left, detail)


def installed(setup: Setup, *programs: str) -> str | None:
    """The sentence for a program that is not installed."""
    absent = [program for program in programs if setup.program(program) is None]
    return f"{', '.join(absent)} not installed (try --install)" if absent else None
