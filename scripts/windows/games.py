"""Games of the engine against itself, refereed by python-chess."""

import time
from types import ModuleType

from setting import PLAYERS, Setting, Skipped

# Seconds on the clock, and for each move.
CLOCK, INCREMENT = 8.0, 0.1
# What a move takes in Wine beside thinking, on a loaded machine: two pipes and its server. Also the `Move Overhead`.
OVERHEAD = 0.1
MOST_PLIES = 400


def plays_ten_games(setting: Setting) -> str:
    """Five games of Classical against itself, then Classical against each other player.

    Fails on an illegal move and on a loss on time by more than `OVERHEAD`.
    """
    try:
        import chess
    except ImportError:
        raise Skipped("python-chess is not installed: no games") from None
    pairs = [("Classical", "Classical")] * 5 + [("Classical", player) for player in PLAYERS[1:]]
    results = [play(setting, chess, white, black) for white, black in pairs]
    return f"{len(results)} games at {CLOCK:g}+{INCREMENT:g}: " + "; ".join(results)


def play(setting: Setting, chess: ModuleType, white: str, black: str) -> str:
    board, clocks, least = chess.Board(), [CLOCK, CLOCK], CLOCK
    with setting.ready_engine() as first, setting.ready_engine() as second:
        engines = [first, second]
        for engine, player in zip(engines, (white, black), strict=True):
            engine.send(f"setoption name Personality value {player}")
            engine.send(f"setoption name Move Overhead value {round(1000 * OVERHEAD)}")
            engine.answers()
        while not board.is_game_over(claim_draw=True) and board.ply() < MOST_PLIES:
            mover = board.ply() % 2
            engine = engines[mover]
            moves = " ".join(move.uci() for move in board.move_stack)
            engine.send(f"position startpos moves {moves}" if moves else "position startpos")
            wtime, btime, increment = (round(1000 * seconds) for seconds in (*clocks, INCREMENT))
            begin = time.perf_counter()
            engine.send(f"go wtime {wtime} btime {btime} winc {increment} binc {increment}")
            move = engine.until("bestmove")[-1].split()[1]
            clocks[mover] -= time.perf_counter() - begin
            least = min(least, clocks[mover])
            assert clocks[mover] > -OVERHEAD, f"{(white, black)[mover]} loses on time in {board.fen()}"
            clocks[mover] = max(clocks[mover], 0) + INCREMENT
            # An illegal move raises.
            board.push_uci(move)
    return f"{white}–{black} {board.result(claim_draw=True)} in {board.ply()} plies, least clock {least:.2f} s"
