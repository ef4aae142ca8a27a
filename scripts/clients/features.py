#!/usr/bin/env python3
"""What one personality does with each feature of UCI, seen through python-chess; needs that module.

    features.py ENGINE --json FILE

FILE gets a list of {"feature", "does", "passed"}. The lines between python-chess and the engine go to standard output.
"""

import argparse
import contextlib
import json
import logging
import pathlib
import re
import threading
import time
from collections.abc import Callable, Iterator

import chess
import chess.engine

MIDDLE_GAME = "r1bq1rk1/pp2bppp/2n2n2/3p4/3N4/2N1B3/PPP1BPPP/R2Q1RK1 w - - 4 10"
# 1. Ra6 f6 2. Bxf6+ Rg7 3. Rxa8#; the second has no mate within reach of any search.
MATE_IN_THREE = "r5rk/5p1p/5R2/4B3/8/8/7P/7K w - - 0 1"
NO_MATE = MIDDLE_GAME
# The king castles from b1 to g1 with the rook of e1, which in Chess960 is written b1e1.
CHESS960 = "rk2r3/pppppppp/8/8/8/8/PPPPPPPP/RK2R3 w EAea - 0 1"
# Seconds after which an analysis with a limit is taken to go on for ever.
PATIENCE = 10.0
Lines = list[tuple[float, str]]


class Wire(logging.Handler):
    """The raw lines that python-chess logs, with their times."""

    def __init__(self) -> None:
        super().__init__(logging.DEBUG)
        self.lines: Lines = []

    def emit(self, record: logging.LogRecord) -> None:
        line = record.getMessage().split(": ", 1)[-1]
        self.lines.append((time.perf_counter(), line))
        print(line)

    @contextlib.contextmanager
    def record(self) -> Iterator[Lines]:
        """The lines of a block, complete once it has ended."""
        begin = len(self.lines)
        kept: Lines = []
        yield kept
        kept += self.lines[begin:]


def infos(lines: Lines) -> list[str]:
    return [line for _, line in lines if line.startswith(">> info ") and " score " in line]


def told(lines: Lines, *words: str) -> str | None:
    """The engine's own sentence about a limit that it does not use."""
    for _, line in lines:
        if line.startswith(">> info string ") and all(word in line for word in words):
            return line.removeprefix(">> info string ")
    return None


class Features:
    """One engine process and the features that are tried on it, in the order of the table."""

    def __init__(self, engine: chess.engine.SimpleEngine, wire: Wire) -> None:
        self.engine = engine
        self.wire = wire
        self.board = chess.Board(MIDDLE_GAME)

    def several_lines(self) -> tuple[str, bool]:
        with self.wire.record():
            lines = self.engine.analyse(self.board, chess.engine.Limit(time=0.3), multipv=5)
        moves = [line["pv"][0] for line in lines if "pv" in line]
        if len(set(moves)) != 5:
            return f"{len(set(moves))} lines", False
        # A bound, left over when the time ends within an iteration, is no score to be compared.
        exact = [line for line in lines if "upperbound" not in line and "lowerbound" not in line]
        scores = [line["score"].relative.score(mate_score=32000) for line in exact]
        ordered = scores == sorted(scores, reverse=True)
        return ("5 lines, best first" if ordered else f"5 lines in the order {scores}"), ordered

    def root_moves(self) -> tuple[str, bool]:
        only = [chess.Move.from_uci("a2a3"), chess.Move.from_uci("h2h3")]
        result = self.engine.play(self.board, chess.engine.Limit(time=0.1), root_moves=only)
        return ("plays one of them" if result.move in only else f"plays {result.move}"), result.move in only

    def bounded(self, board: chess.Board, limit: chess.engine.Limit) -> tuple[chess.engine.InfoDict, Lines, float]:
        """The last info, the lines and the seconds of an analysis that is stopped when it goes on too long."""
        begin = time.perf_counter()
        with self.wire.record() as lines, self.engine.analysis(board, limit) as analysis:
            timer = threading.Timer(PATIENCE, analysis.stop)
            timer.start()
            analysis.wait()
            timer.cancel()
        return analysis.info, lines, time.perf_counter() - begin

    def limited(self, limit: chess.engine.Limit, word: str, reached: Callable[[int], bool]) -> tuple[str, bool]:
        """Whether a limit is obeyed (its figure in the last info) or said to mean nothing to this player."""
        info, lines, seconds = self.bounded(self.board, limit)
        if sentence := told(lines, word, "changes nothing"):
            return f"says “{sentence}”", seconds < PATIENCE
        if seconds >= PATIENCE:
            return "does not stop", False
        figure = info.get(word, 0)
        return f"stops at {word} {figure:,}", reached(figure)

    def nodes(self) -> tuple[str, bool]:
        return self.limited(chess.engine.Limit(nodes=1000), "nodes", lambda nodes: 0 < nodes <= 1100)

    def depth(self) -> tuple[str, bool]:
        return self.limited(chess.engine.Limit(depth=3), "depth", lambda depth: 0 < depth <= 3)

    def mate(self) -> tuple[str, bool]:
        info, lines, _ = self.bounded(chess.Board(MATE_IN_THREE), chess.engine.Limit(mate=3))
        found = info["score"].relative.mate() if "score" in info else None
        if found is not None and 0 < found <= 3:
            return f"finds mate in {found}", True
        sentence = told(lines, "mate", "changes nothing")
        return (f"says “{sentence}”" if sentence else "answers without a mate"), sentence is not None

    def no_mate(self) -> tuple[str, bool]:
        _, _, seconds = self.bounded(chess.Board(NO_MATE), chess.engine.Limit(mate=2))
        if seconds >= PATIENCE:
            return "does not stop", False
        return "stops by itself", True

    def ponder(self) -> tuple[str, bool]:
        """Three moves with pondering, the opponent playing what was expected."""
        board = chess.Board()
        clock = chess.engine.Limit(white_clock=20, black_clock=20, white_inc=0.1, black_inc=0.1)
        # Out of the book, so that there is something to ponder about.
        for move in "a2a4 a7a5 h2h4 h7h5".split():
            board.push_uci(move)
        hits, silent, informed = 0, True, True
        for _ in range(4):
            with self.wire.record() as lines:
                result = self.engine.play(board, clock, ponder=True, info=chess.engine.INFO_ALL)
                time.sleep(0.1)
            hit = "<< ponderhit" in [line for _, line in lines]
            hits += hit
            if hit:
                after = [line for _, line in lines][[line for _, line in lines].index("<< ponderhit") + 1:]
                informed &= "score" in result.info and any(" score " in line and " pv " in line for line in after)
            if result.ponder is None:
                break
            asked = [line for _, line in lines]
            last = max((place for place, line in enumerate(asked) if line.startswith("<< go ponder")), default=None)
            silent &= last is None or not any(line.startswith(">> bestmove") for line in asked[last:])
            board.push(result.move)
            board.push(result.ponder)
        if not hits:
            return "gives no move to ponder on", True
        faults = ["bestmove before ponderhit"] * (not silent) + ["no info after ponderhit"] * (not informed)
        return ("; ".join(faults) or "silent until ponderhit, then info and bestmove"), not faults

    def infinite(self) -> tuple[str, bool]:
        with self.wire.record() as lines, self.engine.analysis(self.board) as analysis:
            time.sleep(0.5)
            begin = time.perf_counter()
            analysis.stop()
            analysis.wait()
            milliseconds = 1000 * (time.perf_counter() - begin)
        order = [line for _, line in lines if line == "<< stop" or line.startswith(">> bestmove")]
        if order[0] != "<< stop":
            return "answers before stop", False
        return f"goes on until stop, answers within {bound(milliseconds)} ms", milliseconds <= 100

    def chances(self) -> tuple[str, bool]:
        self.engine.configure({"UCI_ShowWDL": True})
        with self.wire.record() as lines:
            self.engine.play(self.board, chess.engine.Limit(time=0.1), info=chess.engine.INFO_ALL)
            clock = chess.engine.Limit(white_clock=2, black_clock=2)
            self.engine.play(chess.Board(), clock, info=chess.engine.INFO_ALL)
        self.engine.configure({"UCI_ShowWDL": False})
        scored = infos(lines)
        triples = [re.search(r" wdl (\d+) (\d+) (\d+)", line) for line in scored]
        if not scored or not any(triples):
            return "no wdl", False
        if not all(triples):
            return f"wdl in {sum(map(bool, triples))} of {len(triples)} lines", False
        exact = all(sum(map(int, triple.groups())) == 1000 for triple in triples)
        return ("in every line" if exact else "does not add up to 1000"), exact

    def chess960(self) -> tuple[str, bool]:
        board = chess.Board(CHESS960, chess960=True)
        castling = chess.Move.from_uci("b1e1")
        assert castling in board.legal_moves
        result = self.engine.play(board, chess.engine.Limit(time=0.1), root_moves=[castling])
        return ("castles as king takes rook" if result.move == castling else f"plays {result.move}"), (
            result.move == castling
        )

    def repetition(self) -> tuple[str, bool]:
        """A position that stands for the third time, sent with its moves, still gets an answer."""
        board = chess.Board()
        for move in "g1f3 g8f6 f3g1 f6g8 g1f3 g8f6 f3g1 f6g8".split():
            board.push_uci(move)
        result = self.engine.play(board, chess.engine.Limit(time=0.1), info=chess.engine.INFO_ALL)
        legal = result.move in board.legal_moves and "score" in result.info
        return ("a legal move and its line" if legal else f"{result.move}, {result.info}"), legal

    def game(self) -> tuple[str, bool]:
        """Forty half moves against itself on a clock."""
        board = chess.Board()
        clock = {chess.WHITE: 3.0, chess.BLACK: 3.0}
        while board.ply() < 40 and not board.is_game_over(claim_draw=True):
            limit = chess.engine.Limit(white_clock=clock[chess.WHITE], black_clock=clock[chess.BLACK],
                                       white_inc=0.05, black_inc=0.05)
            begin = time.perf_counter()
            result = self.engine.play(board, limit, game="clock", info=chess.engine.INFO_ALL)
            clock[board.turn] += 0.05 - (time.perf_counter() - begin)
            if "score" not in result.info or "pv" not in result.info:
                return f"no score or pv with {result.move} in {board.fen()}", False
            board.push(result.move)
        low = min(clock.values())
        return "every move with score and pv", low > 0


def bound(milliseconds: float) -> int:
    """A figure for a table that does not change with every run."""
    return next((limit for limit in (20, 50, 100) if milliseconds <= limit), round(milliseconds))


FEATURES: dict[str, Callable[[Features], tuple[str, bool]]] = {
    "`MultiPV` 5": Features.several_lines,
    "`searchmoves`": Features.root_moves,
    "`nodes 1000`": Features.nodes,
    "`depth 3`": Features.depth,
    "`mate 3`, where there is one": Features.mate,
    "`mate 2`, where there is none": Features.no_mate,
    "`ponder`, `ponderhit`": Features.ponder,
    "`infinite`, `stop`": Features.infinite,
    "`UCI_ShowWDL`": Features.chances,
    "Chess960": Features.chess960,
    "threefold repetition": Features.repetition,
    "a game on a clock": Features.game,
}


def attempt(name: str, features: Features) -> dict:
    """One cell; what python-chess raises is the answer."""
    print(f"== {name}", flush=True)
    try:
        does, passed = FEATURES[name](features)
    except (chess.engine.EngineError, TimeoutError, AssertionError) as error:
        does, passed = f"{type(error).__name__}: {error}", False
    return {"feature": name, "does": does, "passed": passed}


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("engine")
    parser.add_argument("--json", required=True)
    arguments = parser.parse_args()

    wire = Wire()
    logger = logging.getLogger("chess.engine")
    logger.setLevel(logging.DEBUG)
    logger.addHandler(wire)
    logger.propagate = False
    with chess.engine.SimpleEngine.popen_uci(arguments.engine, timeout=20) as engine:
        features = Features(engine, wire)
        cells = [attempt(name, features) for name in FEATURES]
    with pathlib.Path(arguments.json).open("w") as file:
        json.dump(cells, file, ensure_ascii=False, indent=1)


if __name__ == "__main__":
    main()
