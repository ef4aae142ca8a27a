#!/usr/bin/env python3
"""Mockfish against Stockfish at the eight levels of Griffiths, "Mockfish: A Pattern Recognition Chess Engine",
2022, section 4.2.4: skill, depth and seconds a move.

    levels.py ENGINE [--games 200] [--levels 1 2 …] [--option Personality=Mockfish …] [--movetime 0.05]
              [--jobs 1] [--pgn FILE]

Every game begins at the start position, half of them with the engine as White; after 300 moves it is a draw. Stockfish
gets the seconds of its level, and its depth; the engine gets --movetime and reports how long it took. Prints win, draw
and loss of the engine in per cent beside Griffiths', and how many different games there were. Needs python-chess.
"""

import argparse
import collections
import concurrent.futures
import functools
import statistics
from collections.abc import Iterable
from typing import TextIO

import chess
import chess.engine
import chess.pgn

LEVELS = {
    1: (3, 1, 0.05),
    2: (6, 2, 0.1),
    3: (9, 3, 0.15),
    4: (11, 4, 0.2),
    5: (14, 6, 0.25),
    6: (17, 8, 0.3),
    7: (20, 10, 0.35),
    8: (20, 12, 0.4),
}
GRIFFITHS = {1: (2.1, 9.6, 88.3), 2: (1.5, 5.1, 93.4), 3: (0.9, 2.6, 96.5), 4: (0.4, 1.1, 98.5)}
LONGEST = 300


def play(
    engine: chess.engine.SimpleEngine,
    stockfish: chess.engine.SimpleEngine,
    limits: tuple[chess.engine.Limit, chess.engine.Limit],
    white: bool,
    identity: tuple[int, int],
) -> tuple[chess.Board, list[float]]:
    """One game: the board at its end, and the seconds of the engine's moves."""
    board, seconds = chess.Board(), []
    mine, theirs = limits
    while not board.is_game_over(claim_draw=True) and board.fullmove_number <= LONGEST:
        if (board.turn == chess.WHITE) == white:
            result = engine.play(board, mine, game=identity, info=chess.engine.INFO_BASIC)
            seconds.append(result.info.get("time", 0.0))
        else:
            result = stockfish.play(board, theirs, game=identity)
        board.push(result.move)
    return board, seconds


def result(board: chess.Board, white: bool) -> str:
    outcome = board.outcome(claim_draw=True)
    if outcome is None or outcome.winner is None:
        return "draw"
    return "win" if outcome.winner == white else "loss"


def share_of_games(
    arguments: argparse.Namespace, level: int, numbers: Iterable[int]
) -> list[tuple[str, list[str], list[float], bool]]:
    """Plays the games with these numbers with two engines of its own: the results, the moves and the seconds."""
    skill, depth, seconds = LEVELS[level]
    limits = chess.engine.Limit(time=arguments.movetime), chess.engine.Limit(time=seconds, depth=depth)
    engine = chess.engine.SimpleEngine.popen_uci(arguments.engine, timeout=30)
    stockfish = chess.engine.SimpleEngine.popen_uci(arguments.stockfish)
    try:
        engine.configure(dict(option.split("=", 1) for option in arguments.option))
        stockfish.configure({"Skill Level": skill})
        played = []
        for number in numbers:
            white = number % 2 == 0
            board, spent = play(engine, stockfish, limits, white, (level, number))
            played.append((result(board, white), [move.uci() for move in board.move_stack], spent, white))
        return played
    finally:
        engine.quit()
        stockfish.quit()


def save(file: TextIO, level: int, moves: list[str], white: bool) -> None:
    board = chess.Board()
    for move in moves:
        board.push_uci(move)
    game = chess.pgn.Game.from_board(board)
    game.headers["Event"] = f"Stockfish, level {level}"
    game.headers["White"], game.headers["Black"] = ("engine", "Stockfish") if white else ("Stockfish", "engine")
    print(game, file=file, end="\n\n")


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("engine")
    parser.add_argument("--games", type=int, default=200)
    parser.add_argument("--levels", type=int, nargs="*", default=list(LEVELS), choices=LEVELS)
    parser.add_argument("--option", action="append", default=[], metavar="NAME=VALUE")
    parser.add_argument("--movetime", type=float, default=0.05, help="seconds")
    parser.add_argument("--jobs", type=int, default=1, help="games at the same time")
    parser.add_argument("--stockfish", default="stockfish")
    parser.add_argument("--pgn", type=argparse.FileType("a"))
    arguments = parser.parse_args()

    with concurrent.futures.ThreadPoolExecutor(arguments.jobs) as pool:
        for level in arguments.levels:
            shares = [range(job, arguments.games, arguments.jobs) for job in range(arguments.jobs)]
            played = [
                game
                for share in pool.map(functools.partial(share_of_games, arguments, level), shares)
                for game in share
            ]
            counts = collections.Counter(game[0] for game in played)
            ours = " ".join(f"{name} {100 * counts[name] / len(played):.1f}" for name in ("win", "draw", "loss"))
            score = 100 * (counts["win"] + counts["draw"] / 2) / len(played)
            theirs = "win {} draw {} loss {}".format(*GRIFFITHS.get(level, (0.0, 0.0, 100.0)))
            median = 1000 * statistics.median(second for game in played for second in game[2])
            different = len({tuple(game[1]) for game in played})
            print(
                f"level {level}: {ours} (score {score:.1f}, {different} different games, {median:.0f} ms a move)"
                f" | Griffiths: {theirs}",
                flush=True,
            )
            if arguments.pgn:
                for _, moves, _, white in played:
                    save(arguments.pgn, level, moves, white)
                arguments.pgn.flush()


if __name__ == "__main__":
    main()
