"""GNOME Chess plays: 1. e4, and the engine answers."""

import time
from collections.abc import Iterator
from typing import IO

import desktop
from common import Check, Setup, installed, no_engine_left
from desktop import Desktop, wait_for
from recorder import Recorded

# Centres of e2 and e4 from the corner of the window, whose size GNOME Chess chooses itself.
E2, E4 = (374, 394), (374, 298)


class GnomeChess:
    name = "gnome-chess"
    packages = ("gnome-chess", "dbus", *desktop.PACKAGES)
    modules: tuple[str, ...] = ()

    def missing(self, setup: Setup) -> str | None:
        return desktop.missing(setup, "gnome-chess") or installed(setup, "dbus-run-session")

    def run(self, setup: Setup, log: IO[str]) -> Iterator[Check]:
        for personality in setup.personalities:
            engine = Recorded(setup, self.name, personality)
            setup.environment()
            folder = setup.out / "home" / ".config" / "gnome-chess"
            folder.mkdir(parents=True, exist_ok=True)
            settings = f"[Motley {personality}]\nprotocol=uci\nbinary={engine.script}\n"
            (folder / "engines.conf").write_text(settings)
            with Desktop(setup, log) as screen:
                yield answer(screen, engine, personality)
            yield no_engine_left(setup, 5.0)


def answer(screen: Desktop, engine: Recorded, personality: str) -> Check:
    screen.start("dbus-run-session", "gnome-chess")
    window = screen.window("to Move|Chess", 60)
    wait_for(lambda: engine.lines("from"), 20)
    time.sleep(2)
    for square in (E2, E4):
        screen.click(window, *square)
        time.sleep(0.7)
    answered = wait_for(engine.moves, 20)
    time.sleep(1.5)
    screen.screenshot(f"gnome-chess-{personality}")
    detail = f"1. e4 {engine.moves()[0]}" if answered else f"lines to the engine: {engine.lines('to')[-3:]}"
    return Check(f"{personality}: answers a move", answered and not engine.errors(), detail)
