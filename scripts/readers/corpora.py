#!/usr/bin/env python3
"""Where Motley, pgn-extract and python-chess read other games or other moves from the same files.

    corpora.py FOLDER… --lab target/release/motley-lab [--megabytes 3] [--json FILE] [--shown 5]
    corpora.py --data DIR --lab …          # DIR/games, where DIR is by default the environment variable MOTLEY_DATA
    corpora.py FOLDER --without python-chess --megabytes 200
    corpora.py --selftest

Every *.pgn, *.pgn.zst, *.pgn.gz and *.pgn.bz2 below the folders is read up to the last game that ends within so many
megabytes, since python-chess needs a minute for ten; a file that was cut is marked with `part`. Prints for each file
how many games each program finds and how many main lines equal Motley's, then each difference with its file, the
game's number by Motley and by the other program, a category and a reason: Motley's fault in the game, what the other
program says of the game alone, or else what is striking in its text. Without `--lab`, the next program stands in
Motley's place, also in the categories.
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
from types import SimpleNamespace

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
# What pgn-extract says of a game that it leaves out or cuts, and what that means.
SAID = {
    r"Null moves": "a null move",
    r"nested comment": "a comment that is not closed",
    r"Missing move list|Missing '\)'|Too many '\)'": "brackets without moves, or not closed",
    r"Unknown|Operator in|Single '-'": "a word or sign that it does not know",
    r"Missing FEN": "`SetUp` without a FEN",
    r"Illegal FEN": "a FEN that is none",
    r"Failed to make move": "a move that it does not take for legal",
    r"Missing result": "no result behind the moves",
}
# How Motley names a word that it cannot read.
FAULT = re.compile(r"game \d+ \(line.*(?:cannot read|is a null move|ambiguous)")


@dataclass
class Difference:
    """One game that two programs read differently; numbers count from 1, 0 where a program has no such game."""

    file: str
    peer: str
    motley: int
    other: int
    category: str
    reason: str
    detail: str


@dataclass
class Row:
    """One file."""

    file: str
    part: bool
    games: dict[str, int]
    # Of Motley's main lines.
    half_moves: int
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
    lines, others = [line(game) for game in own], [line(game) for game in peer]
    pairs = []
    for _, begin, end, other_begin, other_end in difflib.SequenceMatcher(None, lines, others, False).get_opcodes():
        for place in range(max(end - begin, other_end - other_begin)):
            first, second = begin + place, other_begin + place
            pairs.append((first if first < end else None, second if second < other_end else None))
    # Of games that are alike, those without moves above all, another one may have been paired with the wrong one.
    left = collections.defaultdict(list)
    for place, second in reversed(pairs):
        if place is None:
            left[others[second]].append(second)
    found = {place: left[lines[place]].pop() for place, second in pairs if second is None and left[lines[place]]}
    taken = set(found.values())
    for place, second in pairs:
        if place is not None or second not in taken:
            yield place, found.get(place, second)


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
        if all(map(is_same_castling, own.moves, peer.moves)) and len(own.moves) == len(peer.moves):
            return "castling by other squares", f"half move {shared + 1}: {own.moves[shared]}, {peer.moves[shared]}"
        return "other moves", f"half move {shared + 1}: {own.moves[shared]}, {peer.moves[shared]}"
    detail = f"{len(own.moves)}, {len(peer.moves)} half moves"
    return (f"{FIRST} stops earlier" if len(own.moves) < len(peer.moves) else "the other stops earlier", detail)


def is_same_castling(move: str, other: str) -> bool:
    """Whether the moves are the same or, in Chess960, may be castling: to the rook's square, and to the king's."""
    return move == other or (move[:2] == other[:2] and move[1] == move[3] == other[3] and move[1] in "18")


def hint(texts: Sequence[bytes], place: int | None) -> str:
    """What in the text may be the reason; where it is not known which text it is, what all of them have."""
    known = texts if place is None else texts[place : place + 1]
    has_all = lambda pattern: known and all(re.search(pattern, text, re.M | re.I) for text in known)
    return next((name for name, pattern in HINTS.items() if has_all(pattern)), "")


def reason_of(what: str, own: Game | None, peer: Game | None, text: bytes, programs: Sequence[Program]) -> str:
    """Why two programs differ in a game; `text` is the game alone, or the file where that is not known."""
    if what == "the result":
        return "the tag and the end of the moves differ"
    if own is None:
        return ""
    if not own.moves and not peer and not re.search(rb"^[^\[\s]", text, re.M):
        return "tags alone"
    with tempfile.TemporaryDirectory() as folder:
        plain = Path(folder) / "one.pgn"
        plain.write_bytes(text)
        notes, said = (program.read([plain])[0].notes for program in programs)
    if any(FAULT.search(note) for note in notes):
        return f"a word that {FIRST} cannot read"
    return next((reason for note in said for pattern, reason in SAID.items() if re.search(pattern, note)), "")


def compare(
    name: str, programs: Sequence[Program], own: Reading, other: Reading, texts: Sequence[bytes]
) -> tuple[int, list[Difference]]:
    """How many games are the same, and the differences."""
    same, differences = 0, []
    # Games that cannot be read have numbers too, and the last ones may be among them.
    numbers = [int(game.tags.get("number", place)) for place, game in enumerate(own.games, 1)]
    for place, other_place in paired(own.games, other.games):
        mine = own.games[place] if place is not None else None
        theirs = other.games[other_place] if other_place is not None else None
        found, detail = category(mine, theirs)
        same += bool(mine and theirs and mine.moves == theirs.moves)
        if not found:
            continue
        number = 0 if place is None else numbers[place]
        of_text = None
        if number and (len(texts) == len(numbers) or len(texts) >= numbers[-1] > len(numbers)):
            of_text = number - 1
        elif other_place is not None and len(texts) == len(other.games):
            of_text = other_place
        text = b"\n".join(texts) if of_text is None else texts[of_text]
        reason = reason_of(found, mine, theirs, text, programs) or hint(texts, of_text)
        if not reason and place is None and len(texts) == len(numbers) < len(other.games):
            reason = "one game that becomes two"
        peer_number = 0 if other_place is None else other_place + 1
        differences.append(Difference(name, programs[1].name, number, peer_number, found, reason, detail))
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
    half_moves = sum(len(game.moves) for game in readings[own].games)
    row = Row(name, part, {name: len(reading.games) for name, reading in readings.items()}, half_moves, {})
    differences: list[Difference] = []
    for program in programs[1:]:
        found = compare(name, (programs[0], program), readings[own], readings[program.name], texts)
        row.same[program.name] = found[0]
        differences += found[1]
    return row, differences


def show(rows: Sequence[Row], differences: Sequence[Difference], shown: int) -> None:
    counts = collections.Counter((found.peer, found.category, found.reason) for found in differences)
    games, half_moves = sum(next(iter(row.games.values())) for row in rows), sum(row.half_moves for row in rows)
    print(f"\n{len(rows)} files, {games} games with {half_moves} half moves")
    columns = [[row.games for row in rows], [row.same for row in rows]]
    for peer in rows[0].same if rows else ():
        found, same = (sum(counts[peer] for counts in column) for column in columns)
        print(f"{peer} finds {found} games, {same} of them with the same moves")
    for (peer, what, reason), count in counts.most_common():
        print(f"{count:6}  {peer}: {what}{f' ({reason})' if reason else ''}")
        alike = [found for found in differences if (found.peer, found.category, found.reason) == (peer, what, reason)]
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
    none = Game([], "*")
    assert list(paired([none, a, none], [a, none, none])) == [(0, 2), (1, 0), (2, 1)]
    own, peer = Game(["e1h1", "e7e5"]), Game(["e1g1", "e7e5"])
    assert category(own, peer) == ("castling by other squares", "half move 1: e1h1, e1g1")
    text = b'[White "A"]\n\n1. e4 -- 2. d4 *\n'
    same, found = compare("f", [PythonChess()] * 2, Reading([b]), Reading([c]), [text])
    assert (same, found[0].category, found[0].reason) == (0, "other moves", "a null move"), found
    assert reason_of("the result", b, b, text, []) == "the tag and the end of the moves differ"
    assert reason_of("", Game([]), None, b'[White "A"]\n', []) == "tags alone"
    silent = SimpleNamespace(read=lambda paths: [Reading([])])
    fault = SimpleNamespace(read=lambda paths: [Reading([], ["f: game 1 (line 3): cannot read x: it is no move"])])
    missing = SimpleNamespace(read=lambda paths: [Reading([], ["File f: Line number: 3", "Missing result."])])
    assert reason_of("", b, None, text, (fault, missing)) == f"a word that {FIRST} cannot read"
    assert reason_of("", b, None, text, (silent, missing)) == "no result behind the moves"
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
