"""PyPI `cli-chess` with one player in the place of the engine that it ships."""

import sys

import chess.engine
from cli_chess.core.game.game_options import GameOption
from cli_chess.modules.board import BoardModel
from cli_chess.modules.engine.engine_model import EngineModel
from report import check


def main() -> None:
    board = BoardModel()
    model = EngineModel(board, {GameOption.SPECIFY_ELO: True, GameOption.COMPUTER_ELO: 1500})
    popen = chess.engine.SimpleEngine.popen_uci
    chess.engine.SimpleEngine.popen_uci = lambda *_: popen(sys.argv[1])
    model.start_engine()
    check("start_engine", model.engine is not None)
    check("get_best_move", model.get_best_move().move in board.board.legal_moves)
    model.quit_engine()
    check("quit_engine", True)


main()
