"""Installs what the clients need: packages of Debian and npm, and Python modules into virtual environments."""

import os
import pathlib
import shutil
import subprocess
import sys
from collections.abc import Iterable

from common import Client


def python(venv: pathlib.Path) -> pathlib.Path:
    """The Python that has the modules: that of the virtual environment if there is one, else the running one."""
    inside = venv / "bin" / "python"
    return inside if inside.exists() else pathlib.Path(sys.executable)


def install(clients: Iterable[Client], out: pathlib.Path) -> None:
    """Installs what the clients name, each package alone: one that cannot be had keeps no other client from running."""
    clients = list(clients)

    def wanted(kind: str) -> list[str]:
        return sorted({package for client in clients for package in getattr(client, kind, ())})

    administrator = [] if os.geteuid() == 0 else ["sudo"]
    for package in wanted("packages"):
        attempt(package, [*administrator, "apt-get", "install", "--yes", "--no-install-recommends", package])
    modules(out / "venv", sys.executable, wanted("modules"))
    newer = next(filter(None, map(shutil.which, ("python3.14", "python3.13"))), None)
    if newer is not None:
        modules(out / "venv-newer", newer, wanted("newer_modules"))
    if shutil.which("npm") is not None:
        for package in wanted("npm"):
            quiet = ["--no-audit", "--no-fund", "--loglevel=error"]
            attempt(package, ["npm", "install", "--prefix", str(out / "npm"), *quiet, package])


def modules(venv: pathlib.Path, interpreter: str, names: list[str]) -> None:
    """Installs Python modules into a virtual environment of their own."""
    if not names or not attempt("a virtual environment", [interpreter, "-m", "venv", str(venv)]):
        return
    for name in names:
        attempt(name, [str(python(venv)), "-m", "pip", "install", "--quiet", "--disable-pip-version-check", name])


def attempt(what: str, command: list[str]) -> bool:
    environment = {**os.environ, "DEBIAN_FRONTEND": "noninteractive"}
    done = subprocess.run(command, capture_output=True, text=True, env=environment, check=False)
    if done.returncode != 0:
        print(f"cannot install {what}: {(done.stderr.strip() or 'no reason given').splitlines()[-1]}", flush=True)
    return done.returncode == 0
