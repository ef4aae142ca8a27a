"""The programs that read and write games: pgn-extract, python-chess, chess.js, kokopu, Scid, and Motley."""

import io
import json
import logging
import os
import re
import shutil
import subprocess
import tempfile
from collections.abc import Sequence
from pathlib import Path
from typing import Protocol

import chess
import chess.pgn

from games import NULL, RESULTS, Game, Reading, from_node

HERE = Path(__file__).resolve().parent
# Debian puts its programs for games there.
GAMES = "/usr/games"
NODE_PACKAGES = ("chess.js@1.4.0", "kokopu@4.13.4")


class Missing(Exception):
    """A program that is not installed."""


class Program(Protocol):
    name: str

    def version(self) -> str: ...

    def read(self, paths: Sequence[Path]) -> list[Reading]:
        """What the program makes of each file."""
        ...


def find(name: str) -> str:
    found = shutil.which(name, path=f"{os.environ.get('PATH', '')}:{GAMES}")
    if found is None:
        raise Missing(name)
    return found


def run(command: Sequence[str | Path], stdin: bytes | None = None) -> subprocess.CompletedProcess[bytes]:
    return subprocess.run([str(part) for part in command], input=stdin, capture_output=True, check=False)


def node_folder(given: str | None) -> Path:
    """A folder with chess.js and kokopu: the one that is given, or a temporary one that they are installed into."""
    if given:
        return Path(given).resolve()
    folder = Path(tempfile.mkdtemp(prefix="readers-node-"))
    (folder / "package.json").write_text("{}")
    subprocess.run(["npm", "install", "--silent", "--no-audit", "--no-fund", *NODE_PACKAGES], cwd=folder, check=True)
    return folder


class PythonChess:
    name = "python-chess"

    def version(self) -> str:
        return chess.__version__

    def read(self, paths: Sequence[Path]) -> list[Reading]:
        logging.getLogger("chess.pgn").setLevel(logging.CRITICAL)
        return [self.read_text(path.read_text("utf-8", "replace")) for path in paths]

    def read_text(self, text: str) -> Reading:
        reading, handle = Reading([]), io.StringIO(text)
        while True:
            try:
                game = chess.pgn.read_game(handle)
            except (ValueError, IndexError) as error:
                # It ends the whole file: the reader has no place to go on from.
                reading.notes.append(f"{type(error).__name__}: {error}")
                break
            if game is None:
                break
            reading.games.append(from_node(game))
            reading.notes += [str(error).split("\n")[0] for error in game.errors]
        return reading


class PgnExtract:
    name = "pgn-extract"

    def version(self) -> str:
        found = re.search(rb"v?(\d\d-\d\d)", run([find(self.name), "--version"]).stderr)
        return found[1].decode() if found else "?"

    def read(self, paths: Sequence[Path]) -> list[Reading]:
        return [self.read_one(path) for path in paths]

    def read_one(self, path: Path) -> Reading:
        done = run([find(self.name), "-s", "-Wuci", "-C", "-N", "-V", "-w", "1000000", path])
        notes = [line.strip() for line in done.stderr.decode("utf-8", "replace").splitlines() if line.strip()]
        return Reading(games_of_uci(done.stdout.decode("utf-8", "replace")), notes)


def games_of_uci(text: str) -> list[Game]:
    """The games of a text with one line of moves each, as `pgn-extract -Wuci` writes it."""
    games, tags = [], {}
    for line in text.splitlines():
        if tag := re.match(r'\[(\w+) "(.*)"\]$', line):
            tags[tag[1]] = tag[2]
        elif line.strip():
            words = line.split()
            result = words.pop() if words[-1] in RESULTS else "*"
            moves = [word for word in words if re.fullmatch(r"[a-h][1-8][a-h][1-8][qrbnQRBN]?|0000|--", word)]
            moves = [NULL if move == "--" else move.lower() for move in moves]
            games.append(Game(moves, result, tags.get("FEN", ""), tags))
            tags = {}
    return games


class Node:
    """A package of npm."""

    def __init__(self, name: str, folder: Path) -> None:
        self.name = name
        self.folder = folder

    def ask(self, **task: object) -> object:
        with tempfile.NamedTemporaryFile("w", suffix=".json") as file:
            json.dump({"program": self.name, **task}, file)
            file.flush()
            done = run(["node", HERE / "peers.mjs", self.folder, file.name])
        if done.returncode != 0:
            raise Missing(f"{self.name}: {done.stderr.decode('utf-8', 'replace')[-500:]}")
        return json.loads(done.stdout)

    def version(self) -> str:
        return str(self.ask(do="version"))

    def read(self, paths: Sequence[Path]) -> list[Reading]:
        texts = [path.read_text("utf-8", "replace") for path in paths]
        answers = self.ask(do="read", texts=texts)
        game = lambda found: Game([move.lower() for move in found["moves"]], found["result"])
        return [Reading([game(found) for found in answer["games"]], answer["notes"]) for answer in answers]

    def write(self, games: Sequence[Game], form: str = "") -> str:
        texts = self.ask(do="write", games=[game.described() for game in games], form=form)
        return "\n".join(text.rstrip("\n") + "\n" for text in texts)


class Scid:
    """Scid by its Tcl interpreter, which needs a display: Xvfb's."""

    name = "Scid"

    def version(self) -> str:
        return self.script("pgn", [])[0].split()[-1]

    def script(self, form: str, paths: Sequence[Path]) -> list[str]:
        command = [find("xvfb-run"), "-a", find("tkscid"), HERE / "scid.tcl", form, *paths]
        return run(command).stdout.decode("utf-8", "replace").splitlines()

    def read(self, paths: Sequence[Path]) -> list[Reading]:
        readings, text = [], []
        for line in self.script("pgn", paths):
            if line.startswith("%% file"):
                readings.append(Reading([]))
            elif line.startswith("%% note"):
                readings[-1].notes.append(line[8:])
            elif line.startswith("%% end"):
                readings[-1].games += PythonChess().read_text("\n".join(text) + "\n").games
                text = []
            elif not line.startswith("%%"):
                text.append(line)
        return readings

    def write(self, path: Path, form: str) -> str:
        return "\n".join(line for line in self.script(form, [path]) if not line.startswith("%%")) + "\n"


class Motley:
    """The laboratory's command that prints each game of a file on one line."""

    name = "Motley"

    def __init__(self, lab: Path) -> None:
        self.lab = lab

    def version(self) -> str:
        return run([self.lab, "--version"]).stdout.decode().split()[-1]

    def read(self, paths: Sequence[Path]) -> list[Reading]:
        return [self.read_one(path) for path in paths]

    def read_one(self, path: Path) -> Reading:
        done = run([self.lab, "games", path, "--moves"])
        if done.returncode not in (0, 3):
            return Reading([], [done.stderr.decode("utf-8", "replace").strip() or f"exit code {done.returncode}"])
        games = []
        for line in done.stdout.decode("utf-8", "replace").splitlines():
            fields = line.split("\t")
            if len(fields) >= 4 and fields[0].isdigit():
                games.append(Game(fields[3].split(), fields[1], "", {"number": fields[0]}))
        return Reading(games, [line for line in done.stderr.decode("utf-8", "replace").splitlines() if line.strip()])
