#!/usr/bin/env python3
"""Whether a player mates a bare king: games against random replies, by ending.

    bare_king.py ENGINE [--option MockfishEndings=Net …] [--games 20] [--seed 1] [--movetime 0.5]

Plays Mockfish unless an option names another `Personality`. Prints for each position how its games end, and the longest
mate in moves. A game ends after 60 moves or with the third occurrence of a position. Needs python-chess.
"""

import argparse
import collections
import random

import chess
import chess.engine

POSITIONS = {
    "queen": "6k1/8/5Q2/5K2/8/8/8/8 w - - 14 8",
    "queen, the king at the edge": "8/8/8/k7/2QK4/8/8/8 w - - 12 7",
    "rook": "8/8/8/4k3/8/8/8/R3K3 w - - 0 1",
    "two rooks": "8/8/8/4k3/8/8/8/R3K2R w - - 0 1",
    "queen and pawn": "8/8/8/4k3/8/8/4P3/3QK3 w - - 0 1",
}
MOST_MOVES = 60


def play(engine: chess.engine.SimpleEngine, fen: str, limit: chess.engine.Limit, rng: random.Random) -> chess.Board:
    """A game of the engine with White to its end; the moves are on the stack."""
    board, game = chess.Board(fen), object()
    while not board.is_game_over() and len(board.move_stack) < 2 * MOST_MOVES and not board.is_repetition(3):
        if board.turn == chess.WHITE:
            board.push(engine.play(board, limit, game=game).move)
        else:
            board.push(rng.choice(list(board.legal_moves)))
    return board


def ending(board: chess.Board) -> str:
    if board.is_checkmate():
        return "mate"
    if board.is_stalemate():
        return "stalemate"
    return "repetition" if board.is_repetition(3) else "other"


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("engine")
    parser.add_argument("--option", action="append", default=[], metavar="NAME=VALUE")
    parser.add_argument("--games", type=int, default=20)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--movetime", type=float, default=0.5)
    args = parser.parse_args()
    options = {"Personality": "Mockfish", "Seed": args.seed} | dict(option.split("=", 1) for option in args.option)
    with chess.engine.SimpleEngine.popen_uci(args.engine) as engine:
        engine.configure(options)
        for name, fen in POSITIONS.items():
            rng = random.Random(args.seed)
            boards = [play(engine, fen, chess.engine.Limit(time=args.movetime), rng) for _ in range(args.games)]
            ends = collections.Counter(map(ending, boards))
            longest = max(((len(board.move_stack) + 1) // 2 for board in boards if board.is_checkmate()), default=0)
            print(f"{name}: {', '.join(f'{end} {count}' for end, count in ends.most_common())}; longest mate {longest}")


if __name__ == "__main__":
    main()
