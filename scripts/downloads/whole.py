"""A folder that is there with all its files, or not at all."""

import contextlib
import os
import pathlib
import shutil
import stat
from collections.abc import Iterator

from fault import Fault


def partial_name(out: pathlib.Path) -> pathlib.Path:
    return out.with_name(f".{out.name}.partial")


def check(out: pathlib.Path, force: bool) -> None:
    """Refuses before hours of building what would be refused after them."""
    if out.is_dir() and any(out.iterdir()) and not force:
        raise Fault(f"{out}: the folder is not empty; --force replaces it")
    files = [path for path in (out, *out.parents) if path.exists() and not path.is_dir()]
    if files:
        raise Fault(f"{files[0]}: a file is where a folder must be")


@contextlib.contextmanager
def folder(out: pathlib.Path, force: bool = False) -> Iterator[pathlib.Path]:
    """A folder beside `out` that takes its name at the end, and is removed where the end is not reached.

    A folder that has the name already is replaced only with `force`, and stays as it is until then.
    """
    check(out, force)
    out.parent.mkdir(parents=True, exist_ok=True)
    partial = partial_name(out)
    # One that a killed run left.
    remove(partial)
    partial.mkdir()
    try:
        yield partial
        synchronise(partial)
        replaced = out.with_name(f".{out.name}.replaced")
        remove(replaced)
        if out.exists():
            out.rename(replaced)
        partial.rename(out)
        remove(replaced)
    finally:
        remove(partial)


def remove(path: pathlib.Path) -> None:
    if path.exists():
        shutil.rmtree(path)


def synchronise(path: pathlib.Path) -> None:
    """Has the disk take every file before the folder has its name: a full one may refuse only here."""
    for file in sorted(path.rglob("*")):
        if stat.S_ISREG(file.lstat().st_mode):
            descriptor = os.open(file, os.O_RDONLY)
            try:
                os.fsync(descriptor)
            finally:
                os.close(descriptor)
