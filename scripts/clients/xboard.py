"""XBoard with a UCI engine, through each of its two adapters: polyglot and uci2wb."""

import re
import time
from collections.abc import Iterator
from pathlib import Path
from typing import IO

import desktop
from common import Check, Setup, no_engine_left
from desktop import Desktop, wait_for

HALF_MOVES = 12
# The player with the most options of its own.
PERSONALITY = "Explorer"


class XBoard:
    """A game of XBoard against the engine itself, and the engine's settings on the screen."""

    adapter: str
    modules: tuple[str, ...] = ()

    @property
    def name(self) -> str:
        return f"xboard-{self.adapter}"

    @property
    def packages(self) -> tuple[str, ...]:
        return ("xboard", self.adapter, *desktop.PACKAGES)

    def missing(self, setup: Setup) -> str | None:
        return desktop.missing(setup, "xboard", self.adapter)

    def arguments(self, engine: str) -> list[str]:
        raise NotImplementedError

    def run(self, setup: Setup, log: IO[str]) -> Iterator[Check]:
        for personality in setup.personalities:
            debug = setup.out / f"{self.name}-{personality}.debug"
            debug.unlink(missing_ok=True)
            with Desktop(setup, log) as screen:
                yield from self.game(screen, personality, debug)
            yield no_engine_left(setup)

    def game(self, screen: Desktop, personality: str, debug: Path) -> Iterator[Check]:
        engine = str(screen.setup.player(personality))
        words = ["-mode", "TwoMachines", "-debug", "-nameOfDebugFile", str(debug), "-tc", "1", "-inc", "0"]
        # XBoard takes the user's folder from the system, whatever HOME is: leave the settings there as they are.
        words += ["-saveSettingsOnExit", "false"]
        program = screen.start("xboard", *self.arguments(engine), *words)
        wait_for(lambda: moves(debug) >= HALF_MOVES or screen_has_error(screen), 60)
        screen.screenshot(f"{self.name}-{personality}")
        error = screen_has_error(screen)
        detail = f"{moves(debug)} half moves" + ("; a window with an error" if error else "")
        yield Check(f"{personality}: a game goes on", moves(debug) >= HALF_MOVES and not error, detail)
        if personality == PERSONALITY and not error:
            yield self.settings(screen)
        screen.stop(program)

    def settings(self, screen: Desktop) -> Check:
        """The dialog with the engine's options has its OK button in its last row: all of it must be on the screen."""
        board = screen.window(" vs\\. ")
        screen.keys(board, "alt+n", "Down", "Down", "Down", "Return", pause=0.5)
        dialog = screen.window("^Engine Settings", 15)
        time.sleep(1.0)
        screen.screenshot(f"{self.name}-settings")
        _, _, width, height = screen.geometry(dialog)
        fits = width <= desktop.WIDTH and height <= desktop.HEIGHT
        detail = f"{width} × {height} pixels on a screen of {desktop.WIDTH} × {desktop.HEIGHT}"
        return Check(f"{PERSONALITY}: the OK button of the engine's settings is on the screen", fits, detail)


class XBoardPolyglot(XBoard):
    """What Debian's XBoard does by itself with `-fUCI`."""

    adapter = "polyglot"

    def arguments(self, engine: str) -> list[str]:
        return ["-adapterCommand", 'polyglot -noini -ec "%fcp" -ed "%fd"', *two(engine)]


class XBoardUci2wb(XBoard):
    """The same through uci2wb, which hands the engine's `info string` lines on to XBoard."""

    adapter = "uci2wb"

    def arguments(self, engine: str) -> list[str]:
        return ["-adapterCommand", 'uci2wb "%fcp" "%fd"', *two(engine)]


def two(engine: str) -> list[str]:
    """The engine as both players."""
    return ["-fcp", engine, "-fUCI", "-scp", engine, "-sUCI"]


def moves(debug: Path) -> int:
    """Half moves that the engines have sent."""
    if not debug.exists():
        return 0
    return len(re.findall(r"^\d+ <(?:first |second): move ", debug.read_text(errors="replace"), re.MULTILINE))


def screen_has_error(screen: Desktop) -> bool:
    return any(title.startswith(("Error", "Fatal Error", "Exiting")) for title in screen.titles())
