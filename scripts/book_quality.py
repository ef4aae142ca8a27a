#!/usr/bin/env python3
"""How good a Polyglot book is: lines sampled from it by weight, judged by a strong engine.

    book_quality.py BOOK [--engine stockfish] [--lines 60] [--moves 300] [--nodes 60000] [--seed 1]

The book plays both sides until it ends. Prints how long the lines are, what the engine thinks of their last positions,
and what moves sampled from them cost beside the engine's own choice, all in pawns. Needs python-chess.
"""

import argparse
import random
import statistics

import chess
import chess.engine
import chess.polyglot

MATE = 100_000
"""Centipawns that stand for a mate."""


def sample_line(book: chess.polyglot.MemoryMappedReader, rng: random.Random) -> chess.Board:
    """The last position of a line; its moves are on the stack."""
    board = chess.Board()
    while True:
        try:
            board.push(book.weighted_choice(board, random=rng).move)
        except IndexError:
            return board


class Judge:
    """The engine's scores, in pawns."""

    def __init__(self, engine: chess.engine.SimpleEngine, nodes: int) -> None:
        self.engine, self.limit = engine, chess.engine.Limit(nodes=nodes)

    def score(self, board: chess.Board, moves: list[chess.Move] | None = None) -> float:
        """For the mover, who may play one of `moves` only, where they are given."""
        info = self.engine.analyse(board, self.limit, root_moves=moves)
        return info["score"].relative.score(mate_score=MATE) / 100

    def cost(self, board: chess.Board, move: chess.Move) -> float:
        return max(0.0, self.score(board) - self.score(board, [move]))


def moves_of(line: chess.Board) -> list[tuple[chess.Board, chess.Move]]:
    """Each move of a line with the position before it."""
    board, moves = line.root(), []
    for move in line.move_stack:
        moves.append((board.copy(stack=False), move))
        board.push(move)
    return moves


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("book")
    parser.add_argument("--engine", default="stockfish")
    parser.add_argument("--lines", type=int, default=60)
    parser.add_argument("--moves", type=int, default=300)
    parser.add_argument("--nodes", type=int, default=60_000, help="a position")
    parser.add_argument("--seed", type=int, default=1)
    arguments = parser.parse_args()

    rng = random.Random(arguments.seed)
    with chess.polyglot.open_reader(arguments.book) as book:
        lines = [sample_line(book, rng) for _ in range(arguments.lines)]
    lengths = [len(line.move_stack) for line in lines]
    print(f"{len(lines)} lines of {statistics.mean(lengths):.1f} half moves on average")

    moves = [each for line in lines for each in moves_of(line)]
    with chess.engine.SimpleEngine.popen_uci(arguments.engine) as engine:
        judge = Judge(engine, arguments.nodes)
        ends = [judge.score(line) * (1 if line.turn == chess.WHITE else -1) for line in lines]
        costs = [judge.cost(board, move) for board, move in rng.sample(moves, min(arguments.moves, len(moves)))]
    print(
        f"their ends for White: mean {statistics.mean(ends):+.2f}, standard deviation {statistics.stdev(ends):.2f}, "
        f"from {min(ends):+.2f} to {max(ends):+.2f}"
    )
    print(f"cost of {len(costs)} moves: mean {statistics.mean(costs):.2f}, at most {max(costs):.2f}")


if __name__ == "__main__":
    main()
