#!/usr/bin/env python3
"""Configures a clone of OpenBench for Motley; `scripts/openbench.sh setup` calls it.

    scripts/openbench/configure.py CLONE --project URL --book FILE --server URL --nps N [--commits URL]

Motley becomes the server's only engine and FILE its only opening book, which the server hands out itself. With
--commits the server reads commits and source from there (`commits.py`) instead of GitHub. The files of the clone must
be as OpenBench has them.
"""

import argparse
import hashlib
import json
import zipfile
from pathlib import Path
from typing import Any

TEMPLATE = Path(__file__).with_name("motley.json")
# Where OpenBench turns the address of a project into that of GitHub's API, and where it makes sure of the latter.
GITHUB = {
    "OpenBench/workloads/verify_workload.py": [
        (".replace('github.com', 'api.github.com/repos')", ".replace('https://github.com', '{commits}/repos')"),
        ("base.startswith('https://api.github.com/')", "base.startswith('{commits}/')"),
    ],
    "OpenBench/workloads/create_workload.py": [
        (".replace('github.com', 'api.github.com/repos')", ".replace('https://github.com', '{commits}/repos')"),
    ],
}


def read(path: Path) -> dict[str, Any]:
    return json.loads(path.read_text(encoding="utf-8"))


def write(path: Path, content: dict[str, Any]) -> None:
    path.write_text(json.dumps(content, indent=4) + "\n", encoding="utf-8")


def configure_engine(clone: Path, project: str, nps: int, book: str) -> None:
    engine = read(TEMPLATE) | {"source": project, "nps": nps}
    for presets in ("test_presets", "tune_presets"):
        engine[presets]["default"]["book_name"] = book
    write(clone / "Engines/Motley.json", engine)


def configure_book(clone: Path, book: Path, server: str) -> None:
    """A worker downloads a zip archive of one file and compares the checksum of the text with lines ended by LF."""
    text = book.read_text(encoding="utf-8")
    archive = clone / "OpenBench/static" / f"{book.name}.zip"
    with zipfile.ZipFile(archive, "w", zipfile.ZIP_DEFLATED) as writer:
        writer.writestr(book.name, text)
    checksum = hashlib.sha256(text.encode("utf-8")).hexdigest()
    write(clone / "Books" / f"{book.name}.json", {"sha": checksum, "source": f"{server}/static/{archive.name}"})


def configure_server(clone: Path, book: str) -> None:
    path = clone / "Config/config.json"
    write(path, read(path) | {"engines": ["Motley"], "books": [book]})


def read_commits_from(clone: Path, commits: str) -> None:
    for name, changes in GITHUB.items():
        path = clone / name
        text = path.read_text(encoding="utf-8")
        for old, new in changes:
            if text.count(old) != 1:
                raise SystemExit(f"{path} does not hold `{old}` once: another version of OpenBench")
            text = text.replace(old, new.format(commits=commits))
        path.write_text(text, encoding="utf-8")


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("clone", type=Path)
    parser.add_argument("--project", required=True)
    parser.add_argument("--book", type=Path, required=True)
    parser.add_argument("--server", required=True)
    parser.add_argument("--nps", type=int, required=True)
    parser.add_argument("--commits")
    given = parser.parse_args()
    configure_engine(given.clone, given.project, given.nps, given.book.name)
    configure_book(given.clone, given.book, given.server)
    configure_server(given.clone, given.book.name)
    if given.commits:
        read_commits_from(given.clone, given.commits)


if __name__ == "__main__":
    main()
