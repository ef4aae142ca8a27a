#!/usr/bin/env python3
"""Shows that a Ray cluster makes the bytes of a single run although a worker dies.

    check.py GAMES... --lab target/release/motley-lab [--kind human] [--shards 8] [--workers 3]

Puts the files of games into a folder as if they were monthly dumps, makes the samples in one run, and again on a Ray
cluster of this machine, one worker of which is killed while it makes a part. All files must be equal. Says that it was
skipped where Ray is not installed (pip install ray).
"""

import argparse
import contextlib
import filecmp
import importlib.util
import os
import pathlib
import signal
import tempfile
import threading
import time
from collections.abc import Iterator

import dataset
from worker import FAULTY_GAMES, SOUND, connect, run

TASK = "ray::make_part"
"""The name that Ray gives a worker while it makes a part."""


def parents() -> dict[int, int]:
    """Number → parent of every process (Linux)."""
    found = {}
    for stat in pathlib.Path("/proc").glob("[0-9]*/stat"):
        # A process may have ended since its folder was listed.
        with contextlib.suppress(OSError):
            found[int(stat.parent.name)] = int(stat.read_text().rsplit(")", 1)[1].split()[1])
    return found


def own_workers() -> Iterator[int]:
    """Workers of the cluster that this program started, while they make a part."""
    parent = parents()
    for process in parent:
        try:
            name = pathlib.Path(f"/proc/{process}/cmdline").read_text(errors="replace")
        except OSError:
            continue
        ancestor = process
        while ancestor not in (0, os.getpid()):
            ancestor = parent.get(ancestor, 0)
        if name.startswith(TASK) and ancestor == os.getpid():
            yield process


def kill_one(out: pathlib.Path, killed: list[int]) -> None:
    """Kills a worker as soon as one part is complete and another is being made."""
    while not any(out.glob("part-*")):
        time.sleep(0.02)
    while not killed:
        for process in list(own_workers())[:1]:
            os.kill(process, signal.SIGKILL)
            killed.append(process)
            print(f"killed worker {process}", flush=True)
        time.sleep(0.02)


def differences(single: pathlib.Path, merged: pathlib.Path) -> tuple[list[str], list[str]]:
    """Names of files that are not the same in both folders."""
    names = sorted({file.name for folder in (single, merged) for file in folder.iterdir()})
    _, different, missing = filecmp.cmpfiles(single, merged, names, shallow=False)
    return different + missing, names


def check(options: argparse.Namespace, base: pathlib.Path) -> None:
    games, single, out = base / "games", base / "single", base / "out"
    games.mkdir()
    for file in options.games:
        (games / file.name).symlink_to(file.absolute())
    paths = sorted(games.iterdir())
    files = ("--lichess", *paths) if options.kind == "human" else paths
    started = time.monotonic()
    run((options.lab, "dataset", options.kind, *files, "--out", single), sound=(SOUND, FAULTY_GAMES))
    print(f"single run: {time.monotonic() - started:.1f} s", flush=True)

    job = {"kind": options.kind, "games": str(games), "out": str(out), "shards": options.shards, "flags": []}
    job = {**job, "scratch": str(base), "lab": str(options.lab.absolute())}
    ray = connect(None, options.workers)
    killed = []
    threading.Thread(target=kill_one, args=(out, killed), daemon=True).start()
    started = time.monotonic()
    names, failed = dataset.make_parts(ray, job, retries=5)
    print(f"{options.shards} shards, {options.workers} workers: {time.monotonic() - started:.1f} s", flush=True)
    if failed or not killed:
        raise SystemExit(f"failed: {len(failed)} shards failed, {len(killed)} workers were killed")
    print(dataset.join(job, names), end="")
    different, names = differences(single, out / "samples")
    size = sum((single / name).stat().st_size for name in names)
    if different:
        raise SystemExit(f"failed: other bytes in {', '.join(different)}")
    print(f"passed: {', '.join(names)} are the same, {size:,} bytes, one worker of {options.workers} was killed")


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("games", nargs="+", type=pathlib.Path, help="files of games")
    parser.add_argument("--lab", type=pathlib.Path, required=True, help="the program motley-lab")
    parser.add_argument("--kind", choices=("human", "mockfish"), default="human")
    parser.add_argument("--shards", type=int, default=8)
    parser.add_argument("--workers", type=int, default=3)
    parser.add_argument("--scratch", type=pathlib.Path, help="folder for all files (default: the system's)")
    options = parser.parse_args()
    if importlib.util.find_spec("ray") is None:
        print("SKIPPED: Ray is not installed (pip install ray)")
        return
    with tempfile.TemporaryDirectory(prefix="motley-cluster-", dir=options.scratch) as folder:
        check(options, pathlib.Path(folder))


if __name__ == "__main__":
    main()
