#!/usr/bin/env python3
"""Where Motley, pgn-extract and python-chess read other games or other moves from the same files.

    corpora.py FOLDER… --lab target/release/motley-lab [--megabytes 3] [--json FILE] [--shown 5]
    corpora.py --data DIR --lab …          # DIR/games, where DIR is by default the environment variable MOTLEY_DATA
    corpora.py FOLDER --without python-chess --megabytes 200
    corpora.py --selftest

Every *.pgn, *.pgn.zst, *.pgn.gz and *.pgn.bz2 below the folders is read up to the last game that ends within so many
megabytes, since python-chess needs a minute for ten; a file that was cut is marked with `part`. Prints for each file
how many games each program finds and how many main lines equal Motley's, then each difference with its file, the
game's number by Motley and by the other program, and a category. Without `--lab`, the next program stands in Motley's
place, also in the categories.
"""

import argparse
import bz2
import collections
import difflib
import gzip
import json
import os
import re
import sys
import tempfile
from collections.abc import Iterator, Sequence
from dataclasses import asdict, dataclass
from pathlib import Path

from games import FIRST_TAG, Game, Reading, cut, key, text_of
from programs import Motley, PgnExtract, Program, PythonChess

# The program that the others are compared with.
FIRST = "Motley"
SUFFIXES = (".pgn", ".pgn.zst", ".pgn.gz", ".pgn.bz2")
# What in a game's text may explain a difference, the first that is found.
HINTS = {
    "a variant": rb'^\[Variant "(?!standard"|chess"|normal"|from position")',
    "a castling right or start of Chess960": rb'^\[FEN "[^"]* [wb] \S*[A-HJ-Pa-hj-p]\S* ',
    "a set-up position": rb'^\[FEN "[^"?]',
    "a null move": rb"(?:\s|\.)(?:--|Z0|@@@@|null)\s",
    "castling with zeros": rb"\b0-0",
    "long or coordinate notation": rb"^[^\[]*[\s.][KQRBN]?[a-h][1-8][-x]?[a-h][1-8]",
    "letters beyond ASCII in the moves": rb"[\d.]\s*[^\x00-\x7f]",
    "a `;` comment": rb"^[^\[{\n]*;",
    "markup": rb"<br|```",
}


@dataclass
class Difference:
    """One game that two programs read differently; numbers count from 1, 0 where a program has no such game."""

    file: str
    peer: str
    motley: int
    other: int
    category: str
    hint: str
    detail: str


@dataclass
class Row:
    """One file."""

    file: str
    part: bool
    games: dict[str, int]
    # Main lines that are the same as Motley's, by the other program's name.
    same: dict[str, int]


def files(folders: Sequence[Path]) -> Iterator[Path]:
    for folder in folders:
        found = [folder] if folder.is_file() else sorted(folder.rglob("*.pgn*"))
        yield from (path for path in found if path.name.lower().endswith(SUFFIXES))


def text_up_to(path: Path, most: int) -> tuple[bytes, bool]:
    """The file's text up to the last game that ends within so many bytes, and whether more follows."""
    openers = {".gz": gzip.open, ".bz2": bz2.open}
    if path.suffix in openers:
        with openers[path.suffix](path) as file:
            text = file.read(most + 1)
    else:
        text = text_of(path, most + 1)
    if len(text) <= most:
        return text, False
    ends = [first.end() - 1 for first in FIRST_TAG.finditer(text)]
    return text[: ends[-1]] if ends else text[:most], True


def paired(own: Sequence[Game], peer: Sequence[Game]) -> Iterator[tuple[int | None, int | None]]:
    """Places of games that stand for each other: those with the same moves first, the others in their order."""
    matcher = difflib.SequenceMatcher(None, [line(game) for game in own], [line(game) for game in peer], False)
    for _, begin, end, other_begin, other_end in matcher.get_opcodes():
        for place in range(max(end - begin, other_end - other_begin)):
            first, second = begin + place, other_begin + place
            yield (first if first < end else None, second if second < other_end else None)


def line(game: Game) -> str:
    """The same for the same moves: Motley does not print where a game begins."""
    return key(Game(game.moves))


def category(own: Game | None, peer: Game | None) -> tuple[str, str]:
    """What differs, and where; empty where nothing does."""
    if own is None or peer is None:
        known = own or peer
        who = "only the other has it" if own is None else f"only {FIRST} has it"
        return (who if known.moves else f"{who}, without moves", " ".join(known.moves[:6]))
    if own.moves == peer.moves:
        return ("", "") if own.result == peer.result else ("the result", f"{own.result}, {peer.result}")
    shared = next((ply for ply, pair in enumerate(zip(own.moves, peer.moves, strict=False)) if pair[0] != pair[1]), -1)
    if shared >= 0:
        return "other moves", f"half move {shared + 1}: {own.moves[shared]}, {peer.moves[shared]}"
    detail = f"{len(own.moves)}, {len(peer.moves)} half moves"
    return (f"{FIRST} stops earlier" if len(own.moves) < len(peer.moves) else "the other stops earlier", detail)


def hint(texts: Sequence[bytes], place: int | None) -> str:
    """What in the text may be the reason, where games and texts have the same numbers."""
    if place is None or place >= len(texts):
        return ""
    found = (name for name, pattern in HINTS.items() if re.search(pattern, texts[place], re.M | re.I))
    return next(found, "")


def compare(name: str, peer: str, own: Reading, other: Reading, texts: Sequence[bytes]) -> tuple[int, list[Difference]]:
    """How many games are the same, and the differences."""
    same, differences = 0, []
    for place, other_place in paired(own.games, other.games):
        mine = own.games[place] if place is not None else None
        theirs = other.games[other_place] if other_place is not None else None
        found, detail = category(mine, theirs)
        same += bool(mine and theirs and mine.moves == theirs.moves)
        if found:
            number = lambda at: 0 if at is None else at + 1
            of_text = place if len(texts) == len(own.games) else other_place if len(texts) == len(other.games) else None
            reason = hint(texts, of_text)
            differences.append(Difference(name, peer, number(place), number(other_place), found, reason, detail))
    return same, differences


def read_file(
    path: Path, name: str, most: int, programs: Sequence[Program], folder: Path
) -> tuple[Row, list[Difference]]:
    text, part = text_up_to(path, most)
    plain = folder / "text.pgn"
    plain.write_bytes(text)
    texts = list(cut(text))
    readings = {program.name: program.read([plain])[0] for program in programs}
    own = programs[0].name
    row = Row(name, part, {name: len(reading.games) for name, reading in readings.items()}, {})
    differences: list[Difference] = []
    for program in programs[1:]:
        found = compare(name, program.name, readings[own], readings[program.name], texts)
        row.same[program.name] = found[0]
        differences += found[1]
    return row, differences


def show(rows: Sequence[Row], differences: Sequence[Difference], shown: int) -> None:
    counts = collections.Counter((found.peer, found.category, found.hint) for found in differences)
    print(f"\n{len(rows)} files, {sum(next(iter(row.games.values())) for row in rows)} games")
    for (peer, what, reason), count in counts.most_common():
        print(f"{count:6}  {peer}: {what}{f' ({reason})' if reason else ''}")
        alike = [found for found in differences if (found.peer, found.category, found.hint) == (peer, what, reason)]
        for found in alike[:shown]:
            print(f"        {found.file}: game {found.motley} / {found.other}: {found.detail}")


def selftest() -> None:
    a, b, c = Game(["e2e4", "e7e5"], "1-0"), Game(["d2d4"], "*"), Game(["c2c4", "c7c5"], "*")
    assert list(paired([a, b, c], [a, c])) == [(0, 0), (1, None), (2, 1)]
    assert category(a, a) == ("", "")
    assert category(a, Game(["e2e4"], "1-0"))[0] == "the other stops earlier"
    assert category(Game(["e2e4"], "1-0"), a)[0] == "Motley stops earlier"
    assert category(a, Game(["e2e4", "c7c5"], "1-0")) == ("other moves", "half move 2: e7e5, c7c5")
    assert category(None, c)[0] == "only the other has it"
    assert category(a, Game(a.moves, "*")) == ("the result", "1-0, *")
    text = b'[White "A"]\n\n1. e4 -- 2. d4 *\n'
    same, found = compare("f", "python-chess", Reading([b]), Reading([c]), [text])
    assert (same, found[0].category, found[0].hint) == (0, "other moves", "a null move"), found
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "two.pgn"
        path.write_bytes(text + b"\n" + text)
        assert text_up_to(path, 40) == (text.rstrip(b"\n") + b"\n\n", True)
        assert text_up_to(path, 400)[1] is False
    print("corpora: the self-test passes")


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("folders", nargs="*", type=Path)
    parser.add_argument("--lab", type=Path, help="the binary of motley-lab")
    parser.add_argument("--data", type=Path, default=os.environ.get("MOTLEY_DATA"), help="its folder games is read too")
    parser.add_argument("--megabytes", type=float, default=3)
    parser.add_argument("--without", action="append", default=[], help="leave out pgn-extract or python-chess")
    parser.add_argument("--json", type=Path, help="write the counts and all differences to this file")
    parser.add_argument("--shown", type=int, default=5, help="differences of a kind that are listed")
    parser.add_argument("--selftest", action="store_true")
    args = parser.parse_args()
    if args.selftest:
        selftest()
        return
    folders = [*args.folders, *([args.data / "games"] if args.data else [])]
    if not folders:
        parser.error("name a folder, or give --data")
    own: list[Program] = [Motley(args.lab)] if args.lab else []
    programs = own + [program for program in (PgnExtract(), PythonChess()) if program.name not in args.without]
    rows, differences = [], []
    with tempfile.TemporaryDirectory() as temporary:
        for path in files(folders):
            name = str(path.relative_to(next(root for root in folders if root in (path, *path.parents)).parent))
            row, found = read_file(path, name, round(args.megabytes * 1e6), programs, Path(temporary))
            rows.append(row)
            differences += found
            same = ", ".join(f"{count} as {peer}" for peer, count in row.same.items())
            games = ", ".join(f"{name} {count}" for name, count in row.games.items())
            print(f"{row.file}{' (part)' if row.part else ''}: {games}; {same}", flush=True)
    show(rows, differences, args.shown)
    if args.json:
        answer = {"files": [asdict(row) for row in rows], "differences": [asdict(found) for found in differences]}
        args.json.write_text(json.dumps(answer, indent=1) + "\n")


if __name__ == "__main__":
    sys.exit(main())
