"""A player chosen by an argument or by the program's name, as Arena's list of engines needs it."""

import shutil

from engine import Engine
from setting import Setting


def is_a_player_by_argument(setting: Setting) -> str:
    with setting.engine("--personality", "Explorer") as engine:
        return identity(engine)


def is_a_player_by_name(setting: Setting) -> str:
    shown = []
    for name in ("motley-explorer.exe", "Motley-Explorer.EXE"):
        shutil.copy(setting.folder / "motley.exe", setting.folder / name)
        with setting.engine(name=name) as engine:
            shown.append(f"{name}: {identity(engine)}")
        (setting.folder / name).unlink()
    return "; ".join(shown)


def identity(engine: Engine) -> str:
    engine.send("uci")
    lines = engine.until("uciok")
    assert lines[0].startswith("id name Motley-Explorer "), lines[0]
    rows = sum(line.startswith("option name ") for line in lines)
    assert rows <= 32, f"{rows} options"
    engine.send("position startpos")
    engine.send("go movetime 100")
    return f"{lines[0]}, {rows} options, {engine.until('bestmove')[-1]}"
