"""PyPI `cli-chess` with one player in the place of the engine that it ships."""

import sys
from collections.abc import Callable

import chess.engine
from cli_chess.core.game.game_options import GameOption
from cli_chess.modules.board import BoardModel
from cli_chess.modules.engine.engine_model import EngineModel
from report import check


def start(command: str, popen: Callable[[str], chess.engine.SimpleEngine]) -> chess.engine.SimpleEngine:
    """An engine that is set no option which it lacks: cli-chess sets those of its own engine, `Skill Level` too."""
    engine = popen(command)
    configure = engine.configure
    engine.configure = lambda options: configure(
        {name: value for name, value in options.items() if name in engine.options}
    )
    return engine


def main() -> None:
    board = BoardModel()
    model = EngineModel(board, {GameOption.SPECIFY_ELO: True, GameOption.COMPUTER_ELO: 1500})
    popen = chess.engine.SimpleEngine.popen_uci
    chess.engine.SimpleEngine.popen_uci = lambda *_: start(sys.argv[1], popen)
    model.start_engine()
    check("start_engine", model.engine is not None)
    check("get_best_move", model.get_best_move().move in board.board.legal_moves)
    model.quit_engine()
    check("quit_engine", True)


main()
