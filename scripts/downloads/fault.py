"""What ends the release with one line, and what a caller is told of the system's refusals."""

import errno
import os
import pathlib
import subprocess

ROOT = pathlib.Path(__file__).parents[2]

REASONS = {
    errno.ENOSPC: "the disk is full",
    errno.EDQUOT: "the quota of the disk is used up",
    errno.EROFS: "the file system is read-only",
    errno.EACCES: "no permission to write there",
    errno.EPERM: "no permission to write there",
    errno.EPIPE: "nobody reads what is printed",
    errno.ENOTDIR: "a file is where a folder must be",
}


class Fault(Exception):
    """A reason to stop, as one line."""


def output(command: list[str], what: str, **variables: str) -> str:
    """What a program prints, run at the root of the repository; a `Fault` with its last line where it fails."""
    environment = {**os.environ, **variables}
    try:
        done = subprocess.run(command, check=False, cwd=ROOT, env=environment, capture_output=True, text=True)
    except FileNotFoundError:
        raise Fault(f"{what}: there is no program {command[0]}") from None
    if done.returncode != 0:
        lines = [line for line in done.stderr.splitlines() if line.strip()]
        raise Fault(f"{what}: {lines[-1].strip() if lines else f'exit code {done.returncode}'}")
    return done.stdout


def reason(error: OSError) -> str:
    """One line for an error of the system, with the file where there is one."""
    text = REASONS.get(error.errno or 0) or (error.strerror or str(error)).lower()
    return f"{error.filename}: {text}" if error.filename else text
