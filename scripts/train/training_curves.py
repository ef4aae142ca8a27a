#!/usr/bin/env python3
"""Puts the curves or other tables of several trainings below each other; a first column says whose they are.

    training_curves.py FILE.tsv COLUMN NAME=FOLDER … [--table curve.tsv] [--note TEXT]

FOLDER is one that a training wrote: its table is taken, if there is one.
"""

import argparse
import pathlib
from collections.abc import Iterable

from checkpoint import write_table


def read_table(file: pathlib.Path) -> list[dict[str, str]]:
    """The rows below the line of names, as dictionaries of texts."""
    lines = [line.split("\t") for line in file.read_text().splitlines() if not line.startswith("#")]
    return [dict(zip(lines[0], line, strict=True)) for line in lines[1:]]


def join(
    file: pathlib.Path,
    column: str,
    folders: dict[str, pathlib.Path],
    notes: Iterable[str] = (),
    table: str = "curve.tsv",
) -> None:
    """`folders`: name → folder. Writes nothing where no training has a table yet."""
    rows = [
        {column: name, **row}
        for name, folder in folders.items()
        if (folder / table).exists()
        for row in read_table(folder / table)
    ]
    if rows:
        write_table(rows, file, notes)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("file", type=pathlib.Path)
    parser.add_argument("column")
    parser.add_argument("folders", nargs="+", metavar="NAME=FOLDER")
    parser.add_argument("--table", default="curve.tsv", help="which table of each folder (default: %(default)s)")
    parser.add_argument("--note", action="append", default=[], help="a line above the table")
    options = parser.parse_args()
    folders = dict(folder.split("=", 1) for folder in options.folders)
    paths = {name: pathlib.Path(folder) for name, folder in folders.items()}
    join(options.file, options.column, paths, options.note, options.table)


if __name__ == "__main__":
    main()
