"""ChessX analyses the start position, which it sends as a FEN with a fixed time."""

import time
from collections.abc import Iterator
from typing import IO

import desktop
from common import Check, Setup, no_engine_left
from desktop import Desktop, wait_for
from recorder import Recorded

SETTINGS = """[Engines]
0\\Name=Motley {personality}
0\\Command={command}
0\\Directory=/tmp
0\\Protocol=UCI
"""
# The button that says "Analyze", in the pane of analysis once it is as large as below.
PANE, BUTTON = (600, 200), (555, 35)
FLOAT = (128, 10)


class ChessX:
    """The pane Analysis 1, taken out of the main window so that it has a size."""

    name = "chessx"
    packages = ("chessx", *desktop.PACKAGES)
    modules: tuple[str, ...] = ()

    def missing(self, setup: Setup) -> str | None:
        return desktop.missing(setup, "chessx")

    def run(self, setup: Setup, log: IO[str]) -> Iterator[Check]:
        for personality in setup.personalities:
            engine = Recorded(setup, self.name, personality)
            folder = setup.out / "home" / ".config" / "chessx"
            folder.mkdir(parents=True, exist_ok=True)
            (folder / "chessx.ini").write_text(SETTINGS.format(personality=personality, command=engine.script))
            with Desktop(setup, log) as screen:
                yield analysis(screen, engine, personality)
            yield no_engine_left(setup)


def analysis(screen: Desktop, engine: Recorded, personality: str) -> Check:
    screen.start("chessx")
    main = screen.window("ChessX$")
    offer = screen.window("^Load Database")
    screen.keys(offer, "Escape")
    time.sleep(1)
    screen.keys(main, "ctrl+F2", pause=1.5)
    # ChessX puts the new pane over its menu, 150 pixels wide; the first of its two buttons makes it a window.
    screen.click(main, *FLOAT)
    pane = screen.window("^Analysis 1", 10)
    screen.xdotool("windowsize", pane, *map(str, PANE))
    time.sleep(1)
    screen.click(pane, *BUTTON)
    answered = wait_for(engine.scored, 20)
    time.sleep(2)
    screen.screenshot(f"chessx-{personality}")
    last = engine.scored()[-1] if answered else f"windows: {screen.titles()}"
    detail = f"{engine.searches()[-1]}: {last}" if engine.searches() else last
    return Check(f"{personality}: analyses", answered and not engine.errors(), detail)
