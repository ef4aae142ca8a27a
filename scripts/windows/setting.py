"""What every check is given: the engine on drive C: of a Wine, and the native one to compare with."""

import dataclasses
import pathlib
import shutil

from engine import Engine
from wine import Wine, windows_path

ROOT = pathlib.Path(__file__).parents[2]
PLAYERS = ["Classical", "Mockfish", "Pattern", "Explorer", "Cooperative", "Textbook", "Random"]
FOLDER = ["Users", "Jörg Müller", "Schach & Spiele"]


class Skipped(Exception):
    """A check that needs what is not there."""


@dataclasses.dataclass
class Setting:
    wine: Wine
    built: pathlib.Path
    native: pathlib.Path
    data: pathlib.Path | None

    def install(self) -> None:
        """Copies the engine, and the library that it lacks in this Wine, into a folder with spaces and umlauts."""
        self.folder.mkdir(parents=True)
        shutil.copy(self.built, self.folder / "motley.exe")
        if not self.wine.has_library("bcryptprimitives.dll"):
            stub = self.folder / "bcryptprimitives.dll"
            self.wine.compile("process_prng.c", stub, "-shared", "-ladvapi32")

    @property
    def folder(self) -> pathlib.Path:
        return self.wine.drive.joinpath(*FOLDER)

    @property
    def exe(self) -> str:
        return self.path("motley.exe")

    def path(self, *parts: str) -> str:
        """The Windows path of a file in the engine's folder."""
        return windows_path(*FOLDER, *parts)

    def command(self, *arguments: str, name: str = "motley.exe") -> list[str]:
        return self.wine.command(self.path(name), *arguments)

    def engine(self, *arguments: str, name: str = "motley.exe") -> Engine:
        return Engine(self.command(*arguments, name=name), self.folder, self.wine.environment)

    def ready_engine(self, *arguments: str, name: str = "motley.exe") -> Engine:
        """An engine after the handshake."""
        engine = self.engine(*arguments, name=name)
        engine.send("uci")
        engine.until("uciok")
        engine.answers()
        return engine
