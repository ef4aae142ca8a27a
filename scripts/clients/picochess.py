"""PicoChess's engine layer, from its source, with the files of packaging/picochess."""

import shutil
import subprocess
from collections.abc import Iterator
from typing import IO

from common import REPOSITORY, Check, Setup, no_engine_left
from wrappers import WORKERS, checks_of


class PicoChess:
    name = "picochess"
    packages: tuple[str, ...] = ()
    modules = ("chess>=1.11,<2", "spur==0.3.23", "paramiko==3.5.1", "asyncssh==2.21.1", "configobj==5.0.9")

    def missing(self, setup: Setup) -> str | None:
        if "picochess" not in setup.sources:
            return "give its source with --picochess"
        found = subprocess.run(
            [str(setup.python), "-c", "import asyncssh, chess, configobj, paramiko, spur"], capture_output=True,
            check=False,
        )
        return None if found.returncode == 0 else "its Python modules are not installed (try --install)"

    def run(self, setup: Setup, log: IO[str]) -> Iterator[Check]:
        for file in (REPOSITORY / "packaging" / "picochess").iterdir():
            shutil.copy(file, setup.engines / file.name)
        worker = str(WORKERS / "picochess_worker.py")
        for personality in setup.personalities:
            command = [str(setup.python), worker, str(setup.sources["picochess"]), str(setup.player(personality))]
            yield from checks_of(personality, command, log)
        yield no_engine_left(setup)
