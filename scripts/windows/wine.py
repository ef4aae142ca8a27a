"""A Windows to run the engine in: Wine, a folder of its own as drive C:, and the library that old releases lack."""

import os
import pathlib
import shutil
import subprocess

COMPILER = "x86_64-w64-mingw32-gcc"
HERE = pathlib.Path(__file__).parent
# Debian puts the loader there, off the PATH, unless the package `wine` is installed too.
DEBIAN_LOADER = "/usr/lib/wine/wine64"


def loader() -> str | None:
    """The program that runs 64-bit Windows programs, where there is one."""
    return shutil.which("wine64") or shutil.which("wine") or shutil.which(DEBIAN_LOADER)


class Wine:
    """Wine with a new drive C: in `folder`. Programs are put on it and started from there."""

    def __init__(self, loader: str, folder: pathlib.Path) -> None:
        self.loader = loader
        self.environment = {
            **{name: value for name, value in os.environ.items() if name != "DISPLAY"},
            "WINEPREFIX": str(folder / "prefix"),
            "WINEDEBUG": "-all",
            # Without these Wine offers to download .NET and a browser.
            "WINEDLLOVERRIDES": "mscoree,mshtml=",
            # The 8-bit code page follows the locale; this one is Windows-1252, as in Western Europe.
            "LC_ALL": "C.UTF-8",
        }
        self.run("wineboot", "--init")
        # The oldest Windows that Rust supports.
        self.run("winecfg", "/v", "win10")
        self.drive = folder / "prefix" / "drive_c"

    def version(self) -> str:
        return subprocess.run([self.loader, "--version"], check=True, stdout=subprocess.PIPE, text=True).stdout.strip()

    def command(self, program: str | pathlib.Path, *arguments: str) -> list[str]:
        return [self.loader, str(program), *arguments]

    def run(self, *command: str) -> str:
        """Runs a program to its end and returns what it prints."""
        done = subprocess.run(
            self.command(*command),
            env=self.environment,
            check=True,
            stdin=subprocess.DEVNULL,
            stdout=subprocess.PIPE,
            stderr=subprocess.DEVNULL,
            timeout=600,
        )
        return done.stdout.decode()

    def compile(self, source: str, target: pathlib.Path, *options: str) -> None:
        """Compiles a C file of this folder into a program or library for Windows."""
        subprocess.run([COMPILER, "-O2", "-Wall", "-Wextra", "-o", target, HERE / source, *options], check=True)

    def has_library(self, name: str) -> bool:
        return (self.drive / "windows" / "system32" / name).exists()

    def shut_down(self) -> None:
        """Ends what still runs in this Wine."""
        server = shutil.which("wineserver") or str(pathlib.Path(DEBIAN_LOADER).with_name("wineserver"))
        subprocess.run([server, "--kill"], env=self.environment, check=False)


def windows_path(*parts: str) -> str:
    """A path on drive C:."""
    return "\\".join(["C:", *parts])
