#!/usr/bin/env python3
"""Makes training samples of all games of a folder or bucket on a Ray cluster: a part a shard, then all parts joined.

    dataset.py human|mockfish GAMES OUT --shards N [--lab FILE] [--address auto] [FLAGS OF motley-lab dataset]

GAMES and OUT are folders that all machines share, or addresses of buckets (s3://…, gs://…; see storage.py). OUT gets
`part-00001-of-00008` and so on, and `samples`, which are the bytes that one `motley-lab dataset` over all files would
have written. A part appears when it is complete, so whatever happens to a worker, its shard is made again: up to
--retries times by Ray, and when this program is started again, which makes only the parts that are missing. The
program motley-lab lies at the same path on every machine, and so do these scripts.
"""

import argparse
import pathlib
import shutil
import sys
import tempfile
from collections.abc import Iterator
from types import ModuleType
from typing import Any

import storage
from worker import FAULTY_GAMES, SOUND, connect, run


def part_name(shard: int, shards: int) -> str:
    return f"part-{shard:05}-of-{shards:05}"


def read_by(files: list[tuple[str, int]], shard: int, shards: int) -> set[str]:
    """Names of the files that a shard may read: those whose bytes touch its share of all bytes, as
    src/games/share.rs divides them. Of others `motley-lab dataset` looks at the length only."""
    total, before, names = sum(size for _, size in files), 0, set()
    for name, size in files:
        if before * shards < total * shard and (before + size) * shards > total * (shard - 1):
            names.add(name)
        before += size
    return names


def local_files(
    source: storage.Folder | storage.Bucket, files: list[tuple[str, int]], wanted: set[str], folder: pathlib.Path
) -> Iterator[pathlib.Path]:
    """Paths of all files: fetched where they are wanted; else, in a bucket, an empty file of the same length."""
    for name, size in files:
        if name in wanted or isinstance(source, storage.Folder):
            yield source.fetch(name, folder)
            continue
        placeholder = folder / name
        with placeholder.open("wb") as file:
            file.truncate(size)
        yield placeholder


def make_part(job: dict[str, Any], files: list[tuple[str, int]], shard: int) -> str:
    """Makes one part, unless it is there; returns its name. This is what a worker does."""
    source, out, name = storage.opened(job["games"]), storage.opened(job["out"]), part_name(shard, job["shards"])
    if out.has(name):
        return name
    with tempfile.TemporaryDirectory(prefix="motley-", dir=job["scratch"]) as folder:
        folder = pathlib.Path(folder)
        paths = local_files(source, files, read_by(files, shard, job["shards"]), folder)
        games = ("--lichess", *paths) if job["kind"] == "human" else tuple(paths)
        settings = ("--shard", f"{shard}/{job['shards']}", "--out", folder / "part")
        run((job["lab"], "dataset", job["kind"], *games, *settings, *job["flags"]), sound=(SOUND, FAULTY_GAMES))
        out.put(folder / "part", name)
    return name


def make_parts(ray: ModuleType, job: dict[str, Any], retries: int) -> tuple[list[str], dict[int, Exception]]:
    """Makes all parts on the cluster; returns their names, and the numbers of the shards that failed."""
    files = storage.opened(job["games"]).games()
    if not files:
        raise SystemExit(f"{job['games']} has no games")
    task = ray.remote(num_cpus=1, max_retries=retries, retry_exceptions=True)(make_part)
    shards = range(1, job["shards"] + 1)
    waiting = {task.remote(job, files, shard): shard for shard in shards}
    failed = {}
    while waiting:
        done, _ = ray.wait(list(waiting))
        shard = waiting.pop(done[0])
        try:
            print(f"{ray.get(done[0])} is complete, {len(waiting)} to go", flush=True)
        except Exception as error:
            failed[shard] = error
            print(f"shard {shard}: {error}", file=sys.stderr, flush=True)
    return [part_name(shard, job["shards"]) for shard in shards], failed


def join(job: dict[str, Any], names: list[str]) -> str:
    """Joins the parts on this machine, whose disk holds them and the result where they come from a bucket."""
    out = storage.opened(job["out"])
    if out.has("samples"):
        return "samples are there already\n"
    with tempfile.TemporaryDirectory(prefix="motley-", dir=job["scratch"]) as folder:
        folder = pathlib.Path(folder)
        # On the file system of OUT where that is a folder, so that nothing is copied.
        target = out.path / ".samples" if isinstance(out, storage.Folder) else folder / "samples"
        shutil.rmtree(target, ignore_errors=True)
        parts = [out.fetch(name, folder) for name in names]
        text = run((job["lab"], "merge", *parts, "--out", target), sound=(SOUND, FAULTY_GAMES))
        if isinstance(out, storage.Folder):
            target.rename(out.path / "samples")
        else:
            out.put(target, "samples")
    return text


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("kind", choices=("human", "mockfish"))
    parser.add_argument("games", help="folder or address of a bucket")
    parser.add_argument("out", help="folder or address of a bucket")
    parser.add_argument("--shards", type=int, required=True, help="several for each worker: a lost one costs less")
    parser.add_argument("--lab", default=shutil.which("motley-lab") or "motley-lab", help="the program motley-lab")
    parser.add_argument("--scratch", help="folder for temporary files on each machine (default: the system's)")
    parser.add_argument("--retries", type=int, default=5, help="how often a shard is tried again")
    parser.add_argument("--address", help="the Ray cluster (default: one is started here)")
    parser.add_argument("--workers", type=int, help="without --address: how many (default: one a core)")
    parser.add_argument("--no-merge", action="store_true", help="make the parts only")
    options, flags = parser.parse_known_args()
    job = {name: getattr(options, name) for name in ("kind", "shards", "scratch")}
    job["games"], job["out"] = (
        address if "://" in address else str(pathlib.Path(address).absolute())
        for address in (options.games, options.out)
    )
    job["lab"] = str(pathlib.Path(options.lab).absolute()) if "/" in options.lab else options.lab
    ray = connect(options.address, options.workers)
    names, failed = make_parts(ray, {**job, "flags": flags}, options.retries)
    if failed:
        raise SystemExit(f"{len(failed)} of {options.shards} shards failed; start again to make them")
    if not options.no_merge:
        print(join(job, names), end="")


if __name__ == "__main__":
    main()
