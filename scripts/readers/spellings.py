#!/usr/bin/env python3
"""Whether games that other programs write are read as the same moves.

    spellings.py --lab target/release/motley-lab --data DIR [--games 2000] [--seed 1] [--json FILE] [--out FOLDER]
    spellings.py --peers --data DIR --games 200        # the other programs as readers, besides or instead
    spellings.py --small FOLDER                        # writes the one game of tests/spellings in each spelling
    spellings.py --selftest

Takes a random sample of the games in DIR/games/*.pgn.zst (`--data`, else the environment variable MOTLEY_DATA), lets
pgn-extract, python-chess, chess.js, kokopu and Scid write them in each of their spellings, and compares the moves that
Motley reads with those of the original. Prints a table; exits with 1 if a game is read as another one or is left out.
Needs python-chess, pgn-extract, zstd, scid with xvfb-run (Debian), and npm, or `--node` with a folder where chess.js
and kokopu are installed. A program that is missing is named and left out.
"""

import argparse
import json
import os
import re
import sys
import tempfile
import time
from collections.abc import Callable, Iterator, Sequence
from dataclasses import asdict, dataclass, field
from pathlib import Path

import chess

from games import Game, Reading, board_of, cut, originals, parse, plain
from programs import Missing, Motley, Node, PgnExtract, Program, PythonChess, Scid, find, node_folder, run

PGN_EXTRACT = ("san", "lalg", "halg", "elalg", "xlalg", "xolalg", "uci")
# Every kind of move: castling to both sides, en passant, a promotion that captures, moves that must be told apart,
# checks, and mate.
SMALL = (
    "e4 d5 e5 f5 exf6 Nc6 fxg7 Bg4 Nf3 Qd6 gxh8=Q O-O-O Be2 Bh6 O-O Bg5 d3 Nh6 Nbd2 Ne5 Nxg5 a5 Nf7 Qc5 Qxd8#"
)
WRONG_SHOWN = 3


@dataclass
class Spelling:
    """How a program writes games."""

    name: str
    program: str
    version: str
    write: Callable[[Sequence[Game], Path], str]


@dataclass
class Count:
    """How one reader read one spelling."""

    spelling: str
    writer: str
    reader: str
    written: int
    same: int = 0
    other: int = 0
    left_out: int = 0
    seconds: float = 0.0
    # Numbers of the first games that were not read as the original.
    first: list[int] = field(default_factory=list)


def small() -> Game:
    board = chess.Board()
    moves = [board.push_san(san).uci() for san in SMALL.split()]
    tags = {"Event": "1", "White": "Ann", "Black": "Bob", "Result": "1-0"}
    return Game(moves, "1-0", "", tags)


def by_pgn_extract(form: str) -> Callable[[Sequence[Game], Path], str]:
    def write(_: Sequence[Game], path: Path) -> str:
        return run([find("pgn-extract"), "-s", f"-W{form}", path]).stdout.decode()

    return write


def by_python_chess(notation: Callable[[chess.Board, chess.Move], str]) -> Callable[[Sequence[Game], Path], str]:
    """Games with the moves as one of python-chess's methods of a board writes them."""

    def line(game: Game) -> str:
        board, words = board_of(game), []
        for uci in game.moves:
            move = chess.Move.from_uci(uci)
            if board.turn or not words:
                words.append(f"{board.fullmove_number}{'.' if board.turn else '...'}")
            words.append(notation(board, move))
            board.push(move)
        tags = "".join(f'[{name} "{value}"]\n' for name, value in game.tags.items())
        return f"{tags}\n{' '.join([*words, game.result])}\n"

    return lambda games, _: "\n".join(map(line, games))


def spellings(node: Path | None) -> Iterator[Spelling]:
    """Every spelling whose program is installed."""
    try:
        version = PgnExtract().version()
        for form in PGN_EXTRACT:
            yield Spelling(f"-W{form}", "pgn-extract", version, by_pgn_extract(form))
    except Missing as missing:
        left_out(missing)
    version = PythonChess().version()
    yield Spelling("PGN", "python-chess", version, lambda games, _: "".join(map(plain, games)))
    yield Spelling("lan", "python-chess", version, by_python_chess(chess.Board.lan))
    yield Spelling("uci", "python-chess", version, by_python_chess(chess.Board.uci))
    yield Spelling("xboard", "python-chess", version, by_python_chess(chess.Board.xboard))
    for name, forms in (("chess.js", ("PGN",)), ("kokopu", ("PGN", "figurines"))):
        if node is None:
            continue
        package = Node(name, node)
        for form in forms:
            write = lambda games, _, package=package, form=form: package.write(games, form)
            yield Spelling(form, name, package.version(), write)
    try:
        scid = Scid()
        for form in ("pgn", "columns"):
            write = lambda _, path, form=form: scid.write(path, form)
            yield Spelling(form if form != "pgn" else "PGN", scid.name, scid.version(), write)
    except (Missing, IndexError) as missing:
        left_out(missing)


def left_out(missing: Exception) -> None:
    print(f"left out, not installed: {missing}", file=sys.stderr)


def numbers(text: str) -> list[int]:
    """The numbers of the originals in a text, in its order."""
    return [int(number) for number in re.findall(r'^\[Event "(\d+)"\]', text, re.M)]


def read(reader: Program, text: str, folder: Path) -> list[Game]:
    """The games that a program reads; chess.js is given one at a time."""
    if reader.name != "chess.js":
        path = folder / "read.pgn"
        path.write_text(text)
        return reader.read([path])[0].games
    paths = []
    for number, game in enumerate(cut(text.encode())):
        paths.append(folder / f"read-{number}.pgn")
        paths[-1].write_bytes(game)
    nothing = Game([])
    return [reading.games[0] if reading.games else nothing for reading in reader.read(paths)]


def compare(spelling: Spelling, reader: Program, games: Sequence[Game], text: str, folder: Path) -> Count:
    begin = time.monotonic()
    found = read(reader, text, folder)
    order = numbers(text)
    count = Count(spelling.name, spelling.program, reader.name, len(order), seconds=round(time.monotonic() - begin, 2))
    # A reader that skips a game does not number the others anew where it knows their tag Event, or Motley's number.
    known = {
        tag: {int(game.tags[tag]): game for game in found if game.tags.get(tag, "").isdigit()}
        for tag in ("Event", "number")
    }
    for place, number in enumerate(order):
        by_place = found[place] if place < len(found) and not (found[place].tags.keys() & known.keys()) else None
        read_as = known["Event"].get(number) or known["number"].get(place + 1) or by_place
        if read_as is None or (not read_as.moves and games[number - 1].moves):
            count.left_out += 1
        elif read_as.moves == games[number - 1].moves:
            count.same += 1
            continue
        else:
            count.other += 1
        if len(count.first) < WRONG_SHOWN:
            count.first.append(number)
    return count


def write_small(folder: Path, node: Path | None) -> None:
    """The small game in each spelling, a file each, and the lines of the README."""
    game = small()
    with tempfile.TemporaryDirectory() as temporary:
        path = Path(temporary) / "small.pgn"
        path.write_text(plain(game))
        for spelling in spellings(node):
            name = f"{spelling.program.lower()}-{spelling.name.lower().strip('-')}.pgn"
            (folder / name).write_text(spelling.write([game], path))
            print(f"| `{name}` | {spelling.program} {spelling.version}, {spelling.name} |")


def measure(args: argparse.Namespace, node: Path | None) -> int:
    paths = sorted((args.data / "games").glob("*.pgn.zst")) or sorted(args.data.glob("*.pgn*"))
    games = originals(paths, args.games, args.seed)
    print(f"{len(games)} games of {len(paths)} files, seed {args.seed}")
    readers: list[Program] = [Motley(args.lab)] if args.lab else []
    if args.peers or not readers:
        nodes = [Node(name, node) for name in ("chess.js", "kokopu")] if node else []
        readers += [PgnExtract(), PythonChess(), *nodes, Scid()]
    counts: list[Count] = []
    with tempfile.TemporaryDirectory() as temporary:
        folder = Path(args.out or temporary)
        folder.mkdir(parents=True, exist_ok=True)
        source = folder / "originals.pgn"
        source.write_text("".join(map(plain, games)))
        print(f"{'writer':24} {'reader':13} {'written':>7} {'same':>6} {'other':>6} {'left out':>8}  first")
        for spelling in spellings(node):
            text = spelling.write(games, source)
            if args.out:
                (folder / f"{spelling.program}-{spelling.name.strip('-')}.pgn").write_text(text)
            for reader in readers:
                counts.append(count := compare(spelling, reader, games, text, Path(temporary)))
                name = f"{count.writer} {count.spelling}"
                figures = f"{count.written:7} {count.same:6} {count.other:6} {count.left_out:8}"
                print(f"{name:24} {count.reader:13} {figures}  {count.first or ''}", flush=True)
    if args.json:
        Path(args.json).write_text(json.dumps([asdict(count) for count in counts], indent=1) + "\n")
    judged = [count for count in counts if count.reader == "Motley"]
    return int(any(count.other or count.left_out or count.written < len(games) for count in judged))


class FirstGameOnly(PythonChess):
    """A reader that is at fault: every later game is left out, and the first ends a move early."""

    def read(self, paths: Sequence[Path]) -> list[Reading]:
        game = super().read(paths)[0].games[0]
        return [Reading([Game(game.moves[:-1], game.result, "", game.tags)])]


# Stands in for motley-lab: it leaves out the second game, says so, and exits with 3.
STAND_IN = """#!{python}
import sys
assert sys.argv[1] == "games" and sys.argv[3] == "--moves", sys.argv
print("1\\t1-0\\t{plies}\\t{moves}")
print("2 games, 1 left out")
print("game 2 (line 9): left out", file=sys.stderr)
sys.exit(3)
"""


def selftest() -> None:
    game = small()
    other = Game(game.moves[:7], "*", "", game.tags | {"Event": "2", "Result": "*"})
    games = [game, other]
    text = "".join(map(plain, games))
    assert numbers(text) == [1, 2]
    assert [parse(part).moves for part in cut(text.encode())] == [game.moves, other.moves]
    plainly = Spelling("PGN", "python-chess", "", lambda games, _: text)
    with tempfile.TemporaryDirectory() as folder:
        sound = compare(plainly, PythonChess(), games, text, Path(folder))
        assert (sound.written, sound.same, sound.first) == (2, 2, []), sound
        faulty = compare(plainly, FirstGameOnly(), games, text, Path(folder))
        assert (faulty.same, faulty.other, faulty.left_out, faulty.first) == (0, 1, 1, [1, 2]), faulty
        lab = Path(folder) / "lab"
        lab.write_text(STAND_IN.format(python=sys.executable, plies=len(game.moves), moves=" ".join(game.moves)))
        lab.chmod(0o755)
        by_motley = compare(plainly, Motley(lab), games, text, Path(folder))
        assert (by_motley.same, by_motley.left_out, by_motley.first) == (1, 1, [2]), by_motley
    written = by_python_chess(chess.Board.lan)([game], Path())
    assert "1. e2-e4 d7-d5 2. e4-e5 f7-f5 3. e5xf6" in written and "7. Bf1-e2" in written, written
    print("spellings: the self-test passes")


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("--lab", type=Path, help="the binary of motley-lab")
    parser.add_argument("--data", type=Path, default=os.environ.get("MOTLEY_DATA"), help="it holds games/*.pgn.zst")
    parser.add_argument("--games", type=int, default=2000)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--peers", action="store_true", help="the other programs read too")
    parser.add_argument("--node", help="a folder with node_modules")
    parser.add_argument("--json", help="write the counts to this file")
    parser.add_argument("--out", help="keep the written files in this folder")
    parser.add_argument("--small", type=Path, help="write the small game in each spelling to this folder")
    parser.add_argument("--selftest", action="store_true")
    args = parser.parse_args()
    if args.selftest:
        selftest()
        return 0
    if args.small is None and args.data is None:
        parser.error("give a folder with --data, or set MOTLEY_DATA")
    try:
        node = node_folder(args.node)
    except OSError as error:
        left_out(error)
        node = None
    if args.small:
        write_small(args.small, node)
        return 0
    return measure(args, node)


if __name__ == "__main__":
    sys.exit(main())
