"""Scid analyses a game."""

import shutil
import time
from collections.abc import Iterator
from typing import IO

import desktop
from common import Check, Setup, no_engine_left
from desktop import Desktop, wait_for
from recorder import Recorded

GAME = """[White "White"]
[Black "Black"]
[Result "*"]

1. e4 e5 2. Nf3 Nc6 3. Bb5 a6 4. Ba4 Nf6 5. O-O Be7 6. Re1 b5 7. Bb3 d6 8. c3 O-O 9. h3 Nb8 10. d4 Nbd7 *
"""
ENGINE = "engine {{\n  Name {{{name}}}\n  Cmd {{{command}}}\n  Args {{}}\n  Dir .\n  UCI 1\n}}\n"
# Places in the window as Scid opens it for the first time.
TAB, START = (524, 44), (436, 283)


class Scid:
    """The first engine of the list, in the analysis that Scid opens by itself."""

    name = "scid"
    packages = ("scid", *desktop.PACKAGES)
    modules: tuple[str, ...] = ()

    def missing(self, setup: Setup) -> str | None:
        return desktop.missing(setup, "scid")

    def run(self, setup: Setup, log: IO[str]) -> Iterator[Check]:
        game = setup.out / "scid.pgn"
        game.write_text(GAME)
        for personality in setup.personalities:
            engine = Recorded(setup, self.name, personality)
            configure(setup, engine, f"Motley {personality}")
            with Desktop(setup, log) as screen:
                yield analysis(screen, engine, personality, str(game))
            yield no_engine_left(setup)


def configure(setup: Setup, engine: Recorded, name: str) -> None:
    """Settings from scratch: Scid opens again what was open at its end, where the analysis would lie elsewhere."""
    shutil.rmtree(setup.out / "home" / ".scid4.7", ignore_errors=True)
    folder = setup.out / "home" / ".scid4.7" / "config"
    folder.mkdir(parents=True, exist_ok=True)
    (folder / "engines.dat").write_text(ENGINE.format(name=name, command=engine.script))
    (folder / "options.dat").write_text("set startup(tip) 0\n")


def analysis(screen: Desktop, engine: Recorded, personality: str, game: str) -> Check:
    screen.start("scid", game)
    window = screen.window(r"^Scid - .*game 1")
    # Scid's first layout opens an analysis with the first engine; it is started by a button on its tab.
    time.sleep(5)
    for place in (TAB, START):
        screen.click(window, *place)
        time.sleep(1)
    answered = wait_for(engine.scored, 20)
    time.sleep(2)
    screen.screenshot(f"scid-{personality}")
    last = engine.scored()[-1] if answered else f"windows: {screen.titles()}"
    return Check(f"{personality}: analyses", answered and not engine.errors(), last)
