"""Installs what the clients need: packages of Debian, and Python modules into a virtual environment."""

import os
import pathlib
import subprocess
import sys
from collections.abc import Iterable

from common import Client


def python(venv: pathlib.Path) -> pathlib.Path:
    """The Python that has the modules: that of the virtual environment if there is one, else the running one."""
    inside = venv / "bin" / "python"
    return inside if inside.exists() else pathlib.Path(sys.executable)


def install(clients: Iterable[Client], venv: pathlib.Path) -> None:
    """Raises CalledProcessError when a package cannot be had."""
    packages = sorted({package for client in clients for package in client.packages})
    modules = sorted({module for client in clients for module in client.modules})
    if packages:
        administrator = [] if os.geteuid() == 0 else ["sudo"]
        environment = {**os.environ, "DEBIAN_FRONTEND": "noninteractive"}
        command = [*administrator, "apt-get", "install", "--yes", "--no-install-recommends", *packages]
        subprocess.run(command, check=True, env=environment)
    if modules:
        subprocess.run([sys.executable, "-m", "venv", str(venv)], check=True)
        subprocess.run([str(python(venv)), "-m", "pip", "install", "--quiet", *modules], check=True)
