"""The engine's own lines, with the time at which each came: for what client libraries do not show."""

import pathlib
import queue
import subprocess
import threading
import time
from collections.abc import Callable


class Engine:
    """An engine process; a context manager that ends it."""

    def __init__(self, *command: str | pathlib.Path) -> None:
        self.process = subprocess.Popen(
            [str(word) for word in command], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True, bufsize=1
        )
        self.lines: queue.Queue[tuple[float, str]] = queue.Queue()
        threading.Thread(target=self._read, daemon=True).start()

    def _read(self) -> None:
        for line in self.process.stdout:
            self.lines.put((time.perf_counter(), line.rstrip("\n")))

    def __enter__(self) -> "Engine":
        return self

    def __exit__(self, *_: object) -> None:
        try:
            self.send("quit")
            self.process.wait(timeout=5)
        except (OSError, subprocess.TimeoutExpired):
            self.process.kill()
            self.process.wait()

    def send(self, *commands: str) -> float:
        """Sends the lines at once and answers the time at which they were sent."""
        self.process.stdin.write("".join(command + "\n" for command in commands))
        self.process.stdin.flush()
        return time.perf_counter()

    def until(self, wanted: str | Callable[[str], bool], limit: float = 20.0) -> list[tuple[float, str]]:
        """The lines up to the first that begins with a word (or satisfies a function); TimeoutError after the limit."""
        matches = wanted if callable(wanted) else lambda line: line.split(" ")[0] == wanted
        seen = []
        end = time.perf_counter() + limit
        while True:
            try:
                seen.append(self.lines.get(timeout=max(0.0, end - time.perf_counter())))
            except queue.Empty:
                raise TimeoutError(f"no '{wanted}' within {limit} s; the last lines: {seen[-3:]}") from None
            if matches(seen[-1][1]):
                return seen

    def ready(self, *commands: str, limit: float = 20.0) -> None:
        self.send(*commands, "isready")
        self.until("readyok", limit)

    def timed(self, *commands: str) -> tuple[float, list[str]]:
        """Milliseconds from the last of the commands to bestmove, and the lines between."""
        begin = self.send(*commands)
        lines = self.until("bestmove")
        return 1000 * (lines[-1][0] - begin), [line for _, line in lines]


def options(*command: str | pathlib.Path) -> tuple[str, list[str]]:
    """The `id name` of an engine and its option lines."""
    with Engine(*command) as engine:
        engine.send("uci")
        lines = [line for _, line in engine.until("uciok")]
    name = next(line.removeprefix("id name ") for line in lines if line.startswith("id name "))
    return name, [line for line in lines if line.startswith("option ")]


def personalities(engine: pathlib.Path) -> tuple[str, ...]:
    """The values of the option Personality, in the engine's order."""
    _, lines = options(engine)
    combo = next(line for line in lines if line.startswith("option name Personality type combo"))
    return tuple(word.split(" ")[0] for word in combo.split(" var ")[1:])
