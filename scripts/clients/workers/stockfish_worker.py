"""PyPI `stockfish` with one player: every call that waits for lines of its own."""

import sys

from report import check
from stockfish import Stockfish

START = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1"
AFTER_E4 = "rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq - 0 1"
MATED = "7k/6Q1/6K1/8/8/8/8/8 b - - 0 1"


def main() -> None:
    engine = Stockfish(path=sys.argv[1], depth=1)
    check("the version is read", engine.get_stockfish_major_minor_version != "", engine.get_stockfish_major_version())
    check("get_perft", engine.get_perft(2)[0] == 400)
    check("is_move_legal", engine.is_move_legal("e2e4") and not engine.is_move_legal("e2e5"))
    engine.make_moves_from_start(["e2e4"])
    check("get_fen_position", engine.get_fen_position() == AFTER_E4, engine.get_fen_position())
    check("get_perft after get_fen_position", len(engine.get_perft(1)[1]) == 20)
    check("get_board_visual", len(engine.get_board_visual().splitlines()) == 18)
    check("get_evaluation", engine.get_evaluation()["type"] in ("cp", "mate"))
    check("get_best_move", engine.get_best_move() is not None)
    check("get_best_move_time", engine.get_best_move_time(50) is not None)
    check("get_best_move on a clock", engine.get_best_move(wtime=1000, btime=1000) is not None)
    # By depth it keeps only lines of exactly that depth, which a player that does not search has by chance.
    top = engine.get_top_moves(3) or engine.get_top_moves(3, num_nodes=1)
    check("get_top_moves", len(top) == 3, top)
    check("get_wdl_stats", sum(engine.get_wdl_stats()) == 1000)
    check("will_move_be_a_capture", engine.will_move_be_a_capture("e7e5") is Stockfish.Capture.NO_CAPTURE)
    engine.flip()
    check("flip", engine.get_fen_position() == "rnbqkbnr/pppp1ppp/8/4p3/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1")
    try:
        engine.make_moves_from_start(["e2e4", "e7e4"])
        check("an illegal move is noticed", False)
    except ValueError as error:
        check("an illegal move is noticed", "Incorrect move sequence" in str(error), error)
    check("is_fen_valid", engine.is_fen_valid(START) and not engine.is_fen_valid(MATED))
    engine.set_fen_position(MATED)
    check("no move where the game is over", engine.get_best_move() is None and engine.get_top_moves(2) == [])
    try:
        check("get_static_eval", isinstance(engine.get_static_eval(), float))
    except RuntimeError:
        check("get_static_eval", True, "there is none")
    found = engine.benchmark(Stockfish.BenchmarkParameters(limit=1))
    check("benchmark", found.startswith("Nodes/second"), found)
    engine.send_quit_command()


main()
