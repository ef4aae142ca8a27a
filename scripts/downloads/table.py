"""The table of the downloads: how large each file is, how it was run and what `bench` counted."""

import datetime
import pathlib
import re
from collections.abc import Iterator

import archive
import trial
from fault import ROOT, Fault
from targets import TARGETS

PAGE = ROOT / "docs" / "install.md"
BEGIN, END = "<!-- files: scripts/release.py --try writes this table -->", "<!-- /files -->"
HEAD = "| file | bytes | how it was run | `bench` |\n|---|---|---|---|\n"
VERSION = re.compile(r"^motley-(\d+\.\d+\.\d+)-(.+?)\.(tar\.gz|zip)$")


def date(seconds: int, form: str) -> str:
    return datetime.datetime.fromtimestamp(seconds, datetime.timezone.utc).strftime(form)


def row(name: str, size: int, how: str, bench: int | None) -> str:
    return f"| `{name}` | {size:,} | {how} | {bench or '–'} |\n"


def check_sums(folder: pathlib.Path) -> None:
    """Raises `Fault` where a file is not the one that SHA256SUMS lists."""
    listed = dict(line.split("  ", 1)[::-1] for line in (folder / "SHA256SUMS").read_text().splitlines())
    for name, digest in listed.items():
        if not (folder / name).is_file():
            raise Fault(f"{name} is in SHA256SUMS and not in the folder")
        if archive.sha256(folder / name) != digest:
            raise Fault(f"{name} differs from its sum in SHA256SUMS")


def rows(folder: pathlib.Path) -> Iterator[str]:
    """A row for each file; every program that runs must count the same nodes, or it is a `Fault`."""
    kinds = {target.name: target for target in TARGETS}
    counts: dict[str, int] = {}
    for path in sorted(folder.iterdir()):
        match = VERSION.match(path.name)
        target = kinds.get(match[2]) if match else None
        if target is not None:
            tried = trial.try_archive(target, path)
        elif path.suffix == ".deb":
            tried = trial.try_debian(path)
        elif match:
            tried = trial.Trial("see browser/README.md", None)
        else:
            continue
        if tried.bench is not None:
            counts[path.name] = tried.bench
        yield row(path.name, path.stat().st_size, tried.how, tried.bench)
    if len(set(counts.values())) > 1:
        raise Fault(f"bench counts differ: {counts}")


def show(folder: pathlib.Path, is_for_docs: bool) -> None:
    """Tries every file of a folder and prints the table; also into the page, if asked."""
    if not (folder / "SHA256SUMS").is_file():
        raise Fault(f"{folder}: there is no SHA256SUMS, so this is no folder of downloads")
    check_sums(folder)
    print(HEAD, end="", flush=True)
    lines = []
    for line in rows(folder):
        print(line, end="", flush=True)
        lines.append(line)
    if is_for_docs:
        PAGE.write_text(placed(PAGE.read_text(), HEAD + "".join(lines)))


def placed(page: str, text: str) -> str:
    """The page with the text between its marks."""
    before, begin, rest = page.partition(BEGIN)
    _, end, after = rest.partition(END)
    if not begin or not end:
        raise Fault(f"{PAGE.name} has no place for the table")
    return f"{before}{begin}\n{text}{end}{after}"
