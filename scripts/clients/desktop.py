"""A screen without a monitor (Xvfb) for programs with windows: start them, steer them, take pictures."""

import os
import pathlib
import re
import signal
import subprocess
import time
from collections.abc import Callable
from typing import IO

from common import Setup, installed

WIDTH, HEIGHT = 1280, 800
PROGRAMS = ("Xvfb", "openbox", "xdotool", "import")
PACKAGES = ("xvfb", "openbox", "xdotool", "imagemagick")


def missing(setup: Setup, *programs: str) -> str | None:
    return installed(setup, *PROGRAMS, *programs)


class Desktop:
    """A screen of 1280 × 800 with a window manager; a context manager that ends all that was started on it."""

    def __init__(self, setup: Setup, log: IO[str]) -> None:
        self.setup = setup
        self.log = log
        self.started: list[subprocess.Popen] = []

    def __enter__(self) -> "Desktop":
        reader, writer = os.pipe()
        screen = ["Xvfb", "-screen", "0", f"{WIDTH}x{HEIGHT}x24", "-nolisten", "tcp", "-displayfd", str(writer)]
        self.started.append(subprocess.Popen(screen, pass_fds=[writer], stderr=subprocess.DEVNULL))
        os.close(writer)
        with os.fdopen(reader) as answer:
            number = answer.readline().strip()
        # No session bus: programs that find one would talk to the user's real desktop.
        more = {"DISPLAY": f":{number}", "GDK_BACKEND": "x11", "QT_QPA_PLATFORM": "xcb", "NO_AT_BRIDGE": "1"}
        # GTK 4 would start services for assistive programs that outlive it.
        more["GTK_A11Y"] = "none"
        self.environment = self.setup.environment(**more)
        for name in ("DBUS_SESSION_BUS_ADDRESS", "WAYLAND_DISPLAY"):
            self.environment.pop(name, None)
        self.start("openbox")
        return self

    def __exit__(self, *_: object) -> None:
        for process in reversed(self.started):
            self.stop(process)

    def start(self, *command: str, cwd: pathlib.Path | None = None) -> subprocess.Popen:
        self.log.write(f"$ {' '.join(command)}\n")
        self.log.flush()
        process = subprocess.Popen(
            list(command), env=self.environment, cwd=cwd or self.setup.out, stdin=subprocess.DEVNULL,
            stdout=self.log, stderr=subprocess.STDOUT, start_new_session=True,
        )
        self.started.append(process)
        return process

    def stop(self, process: subprocess.Popen) -> None:
        """Ends a program as a window that is closed would, or harder when it does not go."""
        if process.poll() is None:
            os.kill(shown_by(process), signal.SIGTERM)
            try:
                process.wait(timeout=3)
            except subprocess.TimeoutExpired:
                os.kill(process.pid, signal.SIGKILL)
                process.wait()

    def xdotool(self, *words: str) -> str:
        answer = subprocess.run(
            ["xdotool", *words], env=self.environment, capture_output=True, text=True, timeout=20, check=False
        )
        return answer.stdout.strip()

    def window(self, title: str, limit: float = 30.0) -> str:
        """The visible window whose title matches; TimeoutError with the titles that are there."""
        end = time.monotonic() + limit
        while time.monotonic() < end:
            for identity in self.xdotool("search", "--onlyvisible", "--name", ".").split():
                if re.search(title, self.xdotool("getwindowname", identity)):
                    return identity
            time.sleep(0.3)
        raise TimeoutError(f"no window “{title}” within {limit:.0f} s; there are {self.titles()}")

    def titles(self) -> list[str]:
        found = self.xdotool("search", "--onlyvisible", "--name", ".").split()
        return sorted({title for identity in found if (title := self.xdotool("getwindowname", identity))})

    def geometry(self, window: str) -> tuple[int, int, int, int]:
        """x, y, width and height in pixels."""
        text = self.xdotool("getwindowgeometry", "--shell", window)
        found = dict(line.split("=") for line in text.splitlines())
        return int(found["X"]), int(found["Y"]), int(found["WIDTH"]), int(found["HEIGHT"])

    def keys(self, window: str, *keys: str, pause: float = 0.3) -> None:
        """Presses keys one after the other in a window."""
        self.xdotool("windowactivate", "--sync", window)
        for key in keys:
            self.xdotool("key", key)
            time.sleep(pause)

    def click(self, window: str, x: int, y: int) -> None:
        """Clicks at a place counted from the corner of a window's contents."""
        self.xdotool("mousemove", "--window", window, str(x), str(y), "click", "1")

    def screenshot(self, name: str) -> pathlib.Path:
        """The whole screen as DIR/NAME.png."""
        path = self.setup.out / f"{name}.png"
        subprocess.run(["import", "-window", "root", str(path)], env=self.environment, check=True, timeout=60)
        return path


def shown_by(process: subprocess.Popen) -> int:
    """The process that has the windows: dbus-run-session, ended itself, would leave its bus behind."""
    if process.args[0] != "dbus-run-session":
        return process.pid
    children = pathlib.Path(f"/proc/{process.pid}/task/{process.pid}/children").read_text().split()
    names = {int(child): pathlib.Path(f"/proc/{child}/comm").read_text().strip() for child in children}
    return next((child for child, name in names.items() if name != "dbus-daemon"), process.pid)


def wait_for(condition: Callable[[], object], limit: float) -> bool:
    """Whether a condition came true within a limit in seconds."""
    end = time.monotonic() + limit
    while time.monotonic() < end:
        if condition():
            return True
        time.sleep(0.2)
    return bool(condition())
