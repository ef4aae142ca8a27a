#!/usr/bin/env python3
"""One game of lichess-bot without lichess.org; runs in a folder with lichess-bot's lib and test_bot.

    offline_game.py --config FILE --json FILE [--engine-option NAME=VALUE] [--uci-option NAME=VALUE] [--resign]
                    [--fen FEN] [--opponent ENGINE]

The configuration goes through lichess-bot's own check, the game through its own game loop; the server is replaced by a
subclass of the one in its tests. The bot has the black men. Without an engine the opponent moves at random and takes
nothing.
"""

import argparse
import json
import logging
import pathlib
import queue
import random
import sys
import tempfile
import time
from collections.abc import Iterator

import chess
import chess.engine
import yaml

sys.path.insert(0, str(pathlib.Path.cwd()))
from lib import config, engine_wrapper, lichess_bot
from lib.timer import Timer  # noqa: F401
from test_bot.lichess import Lichess

BOT = chess.BLACK
CLOCK, INCREMENT = 20.0, 0.2
OPPONENT_TIME = chess.engine.Limit(time=0.05)


class Server(Lichess):
    """The server's side of one game: it answers with the opponent's moves and keeps the clocks."""

    def __init__(self, board: chess.Board, plies: int, opponent: str | None) -> None:
        self.baseUrl = "offline"
        self.board = board
        self.fen = None if board == chess.Board() else board.fen()
        self.last_ply = plies
        self.opponent = chess.engine.SimpleEngine.popen_uci(opponent) if opponent else None
        self.random = random.Random(1)
        self.clock = {chess.WHITE: CLOCK, chess.BLACK: CLOCK}
        self.asked = time.monotonic()
        self.answered = False
        self.moved = False
        self.resigned = False
        self.draw_offers = 0

    # What lichess-bot calls.

    def get_game_stream(self, game_id: str) -> "Server":
        return self

    def __enter__(self) -> "Server":
        return self

    def __exit__(self, *_: object) -> None:
        if self.opponent is not None:
            self.opponent.quit()

    def make_move(self, game_id: str, move: chess.engine.PlayResult) -> None:
        # As on lichess.org, nobody's clock runs during the first move.
        if self.moved:
            self.clock[BOT] += INCREMENT - (time.monotonic() - self.asked)
        self.moved = True
        self.draw_offers += move.draw_offered
        self.board.push(move.move)
        self.answered = True

    def resign(self, game_id: str) -> None:
        self.resigned = True

    abort = resign

    def iter_lines(self) -> Iterator[bytes]:
        """The stream of the game; each line is asked for once the last has been dealt with."""
        yield self.line(self.start())
        while True:
            if self.answered:
                self.answered = False
                yield self.line(self.state())
            if self.over() or self.board.turn == BOT:
                break
            self.board.push(self.reply())
            if self.over():
                break
            self.asked = time.monotonic()
            yield self.line(self.state())
        yield self.line(self.state(status="resign" if self.resigned else "mate"))

    # What the game is.

    def over(self) -> bool:
        ended = self.board.is_game_over() or self.board.ply() >= self.last_ply
        return ended or self.resigned or self.lost_on_time()

    def lost_on_time(self) -> bool:
        return self.clock[BOT] <= 0

    def reply(self) -> chess.Move:
        if self.opponent is not None:
            return self.opponent.play(self.board, OPPONENT_TIME).move
        quiet = [move for move in self.board.legal_moves if not self.board.is_capture(move)]
        return self.random.choice(quiet or list(self.board.legal_moves))

    def line(self, event: dict) -> bytes:
        return json.dumps(event).encode()

    def state(self, status: str = "started") -> dict:
        clocks = {"wtime": self.clock[chess.WHITE], "btime": self.clock[chess.BLACK]}
        times = {name: max(1, int(1000 * seconds)) for name, seconds in clocks.items()}
        increments = {"winc": int(1000 * INCREMENT), "binc": int(1000 * INCREMENT)}
        moves = " ".join(move.uci() for move in self.board.move_stack)
        ending = {"winner": "white"} if status == "resign" else {}
        return {"type": "gameState", "moves": moves, **times, **increments, "status": status, **ending}

    def start(self) -> dict:
        variant = {"key": "standard", "name": "Standard", "short": "Std"}
        if self.fen is not None:
            variant = {"key": "fromPosition", "name": "From Position", "short": "FEN"}
        return {
            "type": "gameFull", "id": "offline", "variant": variant, "speed": "bullet", "rated": False,
            "clock": {"initial": int(1000 * CLOCK), "increment": int(1000 * INCREMENT)},
            "perf": {"name": "Bullet"}, "createdAt": 1600000000000,
            "white": {"id": "opponent", "name": "opponent", "title": "BOT", "rating": 2000},
            "black": {"id": "bot", "name": "bot", "title": "BOT", "rating": 2000},
            "initialFen": self.fen or "startpos", "state": self.state(),
        }


class Answers:
    """What the engine handed to lichess-bot with each move."""

    def __init__(self) -> None:
        self.scores: list[str] = []
        self.ponders = self.hits = self.without_score = 0
        original = engine_wrapper.EngineWrapper.search

        def search(
            wrapper: engine_wrapper.EngineWrapper, board: chess.Board, *arguments: object, **named: object
        ) -> chess.engine.PlayResult:
            expected = self.expected
            self.hits += expected is not None and bool(board.move_stack) and board.peek() == expected
            result = original(wrapper, board, *arguments, **named)
            self.expected = result.ponder
            self.ponders += result.ponder is not None
            self.without_score += "score" not in result.info
            self.scores.append(str(result.info["score"].relative) if "score" in result.info else "none")
            return result

        self.expected: chess.Move | None = None
        engine_wrapper.EngineWrapper.search = search


class Errors(logging.Handler):
    """Errors that lichess-bot or python-chess log."""

    def __init__(self) -> None:
        super().__init__(logging.ERROR)
        self.lines: list[str] = []

    def emit(self, record: logging.LogRecord) -> None:
        self.lines.append(record.getMessage().splitlines()[0])


def checked(arguments: argparse.Namespace) -> config.Configuration:
    """The configuration after lichess-bot's own check; only what a file for everybody cannot know is filled in."""
    raw = yaml.safe_load(pathlib.Path(arguments.config).read_text())
    if arguments.engine_option:
        raw["engine"]["name"] = "motley"
        raw["engine"]["engine_options"] = dict(option.split("=", 1) for option in arguments.engine_option)
    # As a user types them: YAML knows true from "true".
    for option in arguments.uci_option:
        name, value = option.split("=", 1)
        raw["engine"].setdefault("uci_options", {})[name] = yaml.safe_load(value)
    if arguments.resign:
        raw["engine"]["draw_or_resign"]["resign_enabled"] = True
    # Its default of a second or two for the way to lichess.org would leave nothing of these short clocks.
    raw["move_overhead"] = 100
    with tempfile.NamedTemporaryFile("w", suffix=".yml") as file:
        yaml.safe_dump(raw, file)
        file.flush()
        return config.load_config(file.name)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--config", required=True)
    parser.add_argument("--json", required=True)
    parser.add_argument("--engine-option", action="append", default=[], metavar="NAME=VALUE")
    parser.add_argument("--uci-option", action="append", default=[], metavar="NAME=VALUE")
    parser.add_argument("--resign", action="store_true", help="switch resigning on")
    parser.add_argument("--fen", default=chess.STARTING_FEN)
    parser.add_argument("--opponent", help="an engine")
    parser.add_argument("--plies", type=int, default=100, help="half moves after which the game is broken off")
    arguments = parser.parse_args()

    logging.basicConfig(level=logging.DEBUG, stream=sys.stdout, format="%(name)s %(message)s")
    errors = Errors()
    logging.getLogger().addHandler(errors)
    configuration = checked(arguments)
    answers = Answers()
    server = Server(chess.Board(arguments.fen), arguments.plies, arguments.opponent)
    # lichess-bot sends its log to a queue, for it plays in another process than it logs; here it is one.
    lichess_bot.thread_logging_configurer = lambda _: None
    profile = {"id": "bot", "username": "bot", "title": "BOT"}
    # Without the decorator that plays a game again for ten minutes when it meets an error.
    lichess_bot.play_game.__wrapped__(
        server, "offline", queue.Queue(), profile, configuration, [], queue.Queue(), queue.Queue(), queue.Queue()
    )
    result = {
        "moves": len(answers.scores), "scores": answers.scores, "without_score": answers.without_score,
        "ponders": answers.ponders, "ponder_hits": answers.hits, "lost_on_time": server.lost_on_time(),
        "resigned": server.resigned, "draw_offers": server.draw_offers, "errors": errors.lines,
        "result": server.board.result(),
    }
    with pathlib.Path(arguments.json).open("w") as file:
        json.dump(result, file, indent=1)


if __name__ == "__main__":
    main()
