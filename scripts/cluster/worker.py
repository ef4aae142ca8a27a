"""Commands that Ray's workers run, and how the driver reaches Ray."""

import ctypes
import os
import pathlib
import signal
import subprocess
from collections.abc import Iterable
from types import ModuleType

SCRIPTS = pathlib.Path(__file__).resolve().parent.parent
PR_SET_PDEATHSIG = 1
SOUND, FAULTY_GAMES = 0, 3
"""Exit codes of motley: all is well, or done but for faulty games."""


def end_with_parent() -> None:
    """A command must not go on when its worker was killed: another worker repeats it (Linux)."""
    ctypes.CDLL(None).prctl(PR_SET_PDEATHSIG, signal.SIGKILL)


def run(
    words: Iterable[object],
    sound: tuple[int, ...] = (SOUND,),
    folder: str | pathlib.Path | None = None,
    **environment: object,
) -> str:
    """Runs a command to its end, in a folder.

    Raises RuntimeError with the end of what it printed, unless its exit code is one of `sound`.
    """
    words = [str(word) for word in words]
    environment = {**os.environ, **{name: str(value) for name, value in environment.items()}}
    done = subprocess.run(
        words,
        check=False,
        cwd=folder,
        env=environment,
        preexec_fn=end_with_parent,
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        text=True,
        errors="replace",
    )
    if done.returncode not in sound:
        raise RuntimeError(f"`{' '.join(words[:4])} …` ended with {done.returncode}: {done.stdout[-2000:]}")
    return done.stdout


def connect(address: str | None, workers: int | None = None) -> ModuleType:
    """Joins the Ray cluster at an address ("auto": the one of this machine), or starts one here with so many workers.
    Returns the module."""
    import ray

    options = {"address": address} if address else {"num_cpus": workers, "include_dashboard": False}
    ray.init(**options, log_to_driver=False)
    return ray
