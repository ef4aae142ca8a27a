"""PicoChess's engine layer with one player: the levels of its `.uci` file, and a move at each.

    picochess_worker.py PICOCHESS ENGINE    # the folder of its source; the engine beside its `.uci` and engines.ini
"""

import asyncio
import pathlib
import sys

sys.path.insert(0, sys.argv[1])

import chess
from report import check
from uci.engine import UciEngine, UciShell
from uci.rating import Rating
from uci.read import read_engine_ini

CLOCK = {"wtime": "60000", "btime": "60000"}
USER = 1234.0


async def play(engine: pathlib.Path, level: str | None, options: dict) -> None:
    """One move at a level; without one the last of the file is taken."""
    loop = asyncio.get_running_loop()
    player = UciEngine(str(engine), UciShell(), "", loop)
    await player.open_engine()
    await player.startup(dict(options), Rating(USER, 100.0))
    name = level or "no level chosen"
    follows = "auto" in options.get("UCI_Elo", "")
    check(f"{name}: options", not follows or player.engine_rating == USER, f"rating {player.engine_rating}")
    results: asyncio.Queue = asyncio.Queue()
    board = chess.Board()
    await player.go(dict(CLOCK), board, results, None)
    result = await asyncio.wait_for(results.get(), 20.0)
    move = getattr(result, "move", result)
    check(f"{name}: a move", move in board.legal_moves, move)
    await player.quit()


async def main() -> None:
    engine = pathlib.Path(sys.argv[2])
    entries = {pathlib.Path(entry["file"]).name: entry for entry in read_engine_ini(None, str(engine.parent))}
    entry = entries.get(engine.name)
    check("engines.ini has the player", entry is not None, ", ".join(entries))
    levels = entry["level_dict"] if entry else {}
    await play(engine, None, {})
    for level in sorted(levels)[:2] + sorted(levels)[-2:]:
        await play(engine, level, levels[level])


asyncio.run(main())
