#!/usr/bin/env python3
"""Games among all players at 1+0.01, in parts, and what went wrong in them.

    soak_games.py ENGINE [--out DIR] [--games 20000] [--part 100] [--seed 1]

Every ordered pair of the seven players, a player against itself too, plays in turn; a game begins with four random half
moves. DIR/games.jsonl has a line a game, DIR/faults.jsonl a line a fault with the game's moves: an illegal move, a loss
on time, an engine that ended or did not answer, a line on standard error, an error line, a move without a line with
score and moves before it. DIR/summary.json is written after each part. A run that was ended goes on where the last one
stopped; a game in which the script was paused (SIGSTOP) is played again. Exit code 1 when there were faults. Needs
python-chess.
"""

import argparse
import collections
import dataclasses
import itertools
import json
import os
import pathlib
import queue
import random
import signal
import subprocess
import sys
import tempfile
import threading
import time
from collections.abc import Iterator

import chess

PLAYERS = ("Classical", "Mockfish", "Pattern", "Explorer", "Cooperative", "Textbook", "Random")
PAIRS = tuple(itertools.product(PLAYERS, PLAYERS))
# Milliseconds.
BASE, INCREMENT = 1000, 10
# A machine with other work to do holds up programs without their doing. What it does so is measured; a loss on time is
# one by more than twice that and so many milliseconds, each time that the move is asked for again.
GRACE = 50
TRIES = 3
# Seconds without an answer after which an engine counts as dead.
PATIENCE = 30.0
RANDOM_PLIES = 4
LONGEST = 400


@dataclasses.dataclass
class Answer:
    move: str
    # Milliseconds, and those for which the machine held up a thread that wanted to run.
    took: float
    held_up: float
    lines: list[str]

    def is_late(self, clock: float) -> bool:
        return self.took > clock + GRACE + 2 * self.held_up


class Delays(threading.Thread):
    """Measures by how much a thread that sleeps is woken too late, in milliseconds in all."""

    STEP = 0.002

    def __init__(self) -> None:
        super().__init__(daemon=True)
        self.total = 0.0
        self.start()

    def run(self) -> None:
        while True:
            before = time.perf_counter()
            time.sleep(self.STEP)
            self.total += 1000 * max(0.0, time.perf_counter() - before - self.STEP)


DELAYS = Delays()


class Dead(Exception):
    """The engine ended, or does not answer."""


class Player:
    """One engine process with one player."""

    def __init__(self, engine: pathlib.Path, name: str) -> None:
        self.name = name
        # Closed by `end`.
        self.errors = tempfile.TemporaryFile("w+", errors="replace")  # noqa: SIM115
        self.process = subprocess.Popen(
            [str(engine), "--personality", name], stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=self.errors,
            text=True, bufsize=1,
        )
        self.lines: queue.Queue[str | None] = queue.Queue()
        threading.Thread(target=self._read, daemon=True).start()
        self.send("uci", "isready")
        self.until("readyok")

    def _read(self) -> None:
        for line in self.process.stdout:
            self.lines.put(line.rstrip("\n"))
        self.lines.put(None)

    def send(self, *lines: str) -> None:
        try:
            self.process.stdin.write("".join(f"{line}\n" for line in lines))
            self.process.stdin.flush()
        except OSError as error:
            raise Dead("it ended") from error

    def until(self, word: str) -> list[str]:
        seen = []
        while not seen or seen[-1].split(" ")[0] != word:
            try:
                line = self.lines.get(timeout=PATIENCE)
            except queue.Empty:
                raise Dead(f"no {word} within {PATIENCE:.0f} s") from None
            if line is None:
                raise Dead(f"it ended with exit code {self.process.wait()}")
            seen.append(line)
        return seen

    def new_game(self) -> None:
        self.send("ucinewgame", "isready")
        self.until("readyok")

    def choose(self, moves: list[str], clocks: list[float]) -> Answer:
        white, black = (max(0, int(clock)) for clock in clocks)
        go = f"go wtime {white} btime {black} winc {INCREMENT} binc {INCREMENT}"
        clock = clocks[len(moves) % 2]
        for _ in range(TRIES):
            self.send("position startpos moves " + " ".join(moves))
            start, delays = time.perf_counter(), DELAYS.total
            self.send(go)
            lines = self.until("bestmove")
            took = 1000 * (time.perf_counter() - start)
            answer = Answer(lines[-1].split(" ")[1], took, DELAYS.total - delays, lines)
            if not answer.is_late(clock):
                break
        return answer

    def said_on_stderr(self) -> str:
        self.errors.seek(0)
        return self.errors.read()

    def end(self) -> None:
        self.process.kill()
        self.process.wait()
        self.errors.close()


def opening(rng: random.Random) -> chess.Board:
    board = chess.Board()
    for _ in range(RANDOM_PLIES):
        board.push(rng.choice(list(board.legal_moves)))
    return board


def faults_of(answer: Answer, board: chess.Board, clock: float) -> Iterator[tuple[str, str]]:
    """What is wrong with a move: the kind and the evidence."""
    infos = [line for line in answer.lines if line.startswith("info ")]
    if not any(" score " in line and " pv " in line for line in infos):
        yield "no score and pv", " | ".join(answer.lines[-3:])
    for line in infos:
        if line.startswith("info string error"):
            yield "error line", line
    try:
        legal = chess.Move.from_uci(answer.move) in board.legal_moves
    except ValueError:
        legal = False
    if not legal:
        yield "illegal move", f"{answer.move} in {board.fen()}"
    if answer.is_late(clock):
        yield "lost on time", f"{answer.took:.0f} ms of {clock:.0f} ms, held up for {answer.held_up:.0f} ms"


def play(players: list[Player], rng: random.Random) -> tuple[str, list[str], list[tuple[str, str, str]]]:
    """A game: its result, its moves, and its faults with the player of each. Raises Dead."""
    board = opening(rng)
    moves = [move.uci() for move in board.move_stack]
    clocks = [float(BASE), float(BASE)]
    faults: list[tuple[str, str, str]] = []
    for player in players:
        player.new_game()
    while (outcome := board.outcome(claim_draw=True)) is None and len(moves) < LONGEST:
        side = 0 if board.turn else 1
        player = players[side]
        answer = player.choose(moves, clocks)
        found = list(faults_of(answer, board, clocks[side]))
        faults += [(player.name, kind, evidence) for kind, evidence in found]
        if any(kind in ("illegal move", "lost on time") for kind, _ in found):
            return ("0-1" if board.turn else "1-0"), moves, faults
        # Where the machine held the move up, the clock is not drained below what a next move needs.
        clocks[side] = max(clocks[side] - answer.took, 0.0) + INCREMENT
        board.push_uci(answer.move)
        moves.append(answer.move)
    return (outcome.result() if outcome else "1/2-1/2"), moves, faults


class Soak:
    """The records of a folder, and the players that are running."""

    def __init__(self, engine: pathlib.Path, out: pathlib.Path, seed: int) -> None:
        out.mkdir(parents=True, exist_ok=True)
        self.engine, self.out, self.seed = engine, out, seed
        self.running: dict[tuple[int, str], Player] = {}
        self.played = self._count("games.jsonl")
        # Whether the script was stopped (SIGSTOP) and goes on: the clock of the game that it was in ran meanwhile.
        self.was_paused = False
        if hasattr(signal, "SIGCONT"):
            signal.signal(signal.SIGCONT, self._note_pause)

    def _note_pause(self, *_: object) -> None:
        self.was_paused = True

    def _count(self, name: str) -> int:
        file = self.out / name
        return len(file.read_text().splitlines()) if file.exists() else 0

    def _append(self, name: str, record: dict) -> None:
        with (self.out / name).open("a") as file:
            file.write(json.dumps(record) + "\n")

    def player(self, side: int, name: str) -> Player:
        key = (side, name)
        if key not in self.running:
            self.running[key] = Player(self.engine, name)
        return self.running[key]

    def game(self, index: int) -> None:
        """Plays a game; nothing is recorded of one in which the script was stopped, and it has to be played again."""
        self.was_paused = False
        pair = PAIRS[index % len(PAIRS)]
        rng = random.Random(self.seed * 1_000_003 + index)
        begin, faults, moves, result = time.monotonic(), [], [], "*"
        players: list[Player] = []
        try:
            players = [self.player(side, name) for side, name in enumerate(pair)]
            result, moves, faults = play(players, rng)
        except Dead as error:
            faults.append(("/".join(pair), "crash", str(error)))
        for side, name in enumerate(pair):
            player = self.running.get((side, name))
            if player is None:
                continue
            if said := player.said_on_stderr():
                faults.append((name, "stderr", said[-500:]))
            if faults:
                # What follows starts with sound processes.
                self.running.pop((side, name)).end()
        if self.was_paused:
            return
        self.played += 1
        for name, kind, evidence in faults:
            self._append(
                "faults.jsonl", {"game": index, "player": name, "kind": kind, "evidence": evidence, "moves": moves}
            )
        self._append("games.jsonl", {
            "game": index, "white": pair[0], "black": pair[1], "result": result, "plies": len(moves),
            "faults": len(faults), "seconds": round(time.monotonic() - begin, 2),
        })

    def part(self, games: int) -> None:
        """Plays so many games, and ends the processes."""
        end = self.played + games
        while self.played < end:
            self.game(self.played)
        for player in self.running.values():
            player.end()
        self.running.clear()
        (self.out / "summary.json").write_text(json.dumps(self.summary(), indent=1) + "\n")

    def summary(self) -> dict:
        file = self.out / "faults.jsonl"
        records = [json.loads(line) for line in file.read_text().splitlines()] if file.exists() else []
        kinds = collections.Counter(record["kind"] for record in records)
        return {"games": self.played, "faults": len(records), "kinds": dict(kinds)}


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("engine", type=pathlib.Path)
    parser.add_argument("--out", type=pathlib.Path, default=pathlib.Path.home() / ".cache" / "motley" / "soak")
    parser.add_argument("--games", type=int, default=20_000, help="games in all, those of earlier runs too")
    parser.add_argument("--part", type=int, default=100, help="games after which processes end and the sum is written")
    parser.add_argument("--seed", type=int, default=1)
    arguments = parser.parse_args()
    if not os.access(arguments.engine, os.X_OK):
        parser.error(f"{arguments.engine} is no program")
    soak = Soak(arguments.engine.resolve(), arguments.out, arguments.seed)
    while soak.played < arguments.games:
        soak.part(min(arguments.part, arguments.games - soak.played))
        print(json.dumps(soak.summary()), flush=True)
    return 1 if soak.summary()["faults"] else 0


if __name__ == "__main__":
    sys.exit(main())
