"""Games as the scripts beside this one compare them: the start position, the moves in UCI, and the result."""

import hashlib
import io
import random
import re
import shutil
import subprocess
from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path

import chess
import chess.pgn

NULL = "0000"
# Bytes of a file of which a sample is taken.
SAMPLED = 100_000_000
# A tag on the line behind one that is none.
FIRST_TAG = re.compile(rb"(?<![\]\s])\s*\n\[")
RESULTS = ("1-0", "0-1", "1/2-1/2", "*")


@dataclass
class Game:
    """One main line."""

    moves: list[str]
    result: str = "*"
    # A FEN; empty for the usual start.
    start: str = ""
    tags: dict[str, str] = field(default_factory=dict)

    def described(self) -> dict[str, object]:
        return {"moves": self.moves, "result": self.result, "start": self.start, "tags": self.tags}


@dataclass
class Reading:
    """What a program made of a text: its games, and what it said about the rest."""

    games: list[Game]
    notes: list[str] = field(default_factory=list)


def board_of(game: Game) -> chess.Board:
    return chess.Board(game.start) if game.start else chess.Board()


def from_node(game: chess.pgn.Game) -> Game:
    """The main line of a game of python-chess."""
    moves = [node.move.uci() for node in game.mainline()]
    start = game.headers.get("FEN", "")
    return Game(moves, game.headers.get("Result", "*"), start, dict(game.headers))


def text_of(path: Path, most: int = -1) -> bytes:
    """The bytes of a file up to `most`, decompressed where its name says that it is compressed."""
    if path.suffix not in (".zst", ".zstd"):
        with path.open("rb") as file:
            return file.read(most)
    with subprocess.Popen([shutil.which("zstd") or "zstd", "-dcq", str(path)], stdout=subprocess.PIPE) as program:
        text = program.stdout.read(most)
        program.stdout.close()
        program.terminate()
    return text


def cut(text: bytes) -> Iterator[bytes]:
    """The games of a regular file, as texts: each begins with a line of a tag behind a line of none."""
    begin = 0
    for first in FIRST_TAG.finditer(text):
        yield text[begin : first.end() - 1]
        begin = first.end() - 1
    if text[begin:].strip():
        yield text[begin:]


def sample(path: Path, count: int, seed: int) -> list[bytes]:
    """So many random games of a file, or of its first 100 MB, in its order."""
    games = list(cut(text_of(path, SAMPLED)))[:-1]
    random.Random(f"{seed} {path.name}").shuffle(order := list(range(len(games))))
    return [games[index] for index in sorted(order[:count])]


def is_usual(text: bytes) -> bool:
    """Whether all programs know the rules of a game: it is no variant, and was not begun with Chess960's castling."""
    variant = re.search(rb'^\[Variant "([^"]*)"\]', text, re.M)
    return variant is None or variant[1].lower() in (b"standard", b"chess", b"normal", b"from position")


def parse(text: bytes) -> Game | None:
    """A game as python-chess reads it, if it finds no fault and the game has moves."""
    game = chess.pgn.read_game(io.StringIO(text.decode("utf-8", "replace")))
    if game is None or game.errors or not list(game.mainline_moves()):
        return None
    return from_node(game)


def originals(paths: list[Path], count: int, seed: int) -> list[Game]:
    """A random sample of sound games, the same number of each file. `Event` is the number of the game, from 1 on."""
    chosen: list[Game] = []
    for place, path in enumerate(paths):
        wanted = (count - len(chosen)) // (len(paths) - place)
        # Some are left out: variants, games without moves.
        parsed = (parse(text) for text in sample(path, 2 * wanted + 20, seed) if is_usual(text))
        chosen += [game for _, game in zip(range(wanted), filter(None, parsed), strict=False)]
    for number, game in enumerate(chosen, 1):
        game.tags = {"Event": str(number), "White": "Ann", "Black": "Bob", "Result": game.result}
        if game.start:
            game.tags |= {"SetUp": "1", "FEN": game.start}
    return chosen


def plain(game: Game) -> str:
    """The game in plain SAN, as python-chess writes it."""
    tree = chess.pgn.Game(game.tags)
    node: chess.pgn.GameNode = tree
    for uci in game.moves:
        node = node.add_variation(chess.Move.from_uci(uci))
    return str(tree) + "\n\n"


def key(game: Game) -> str:
    """The same for the same moves from the same start."""
    return hashlib.sha1(" ".join([game.start, *game.moves]).encode()).hexdigest()
