"""An engine seen as a process that reads and prints lines."""

import pathlib
import queue
import subprocess
import threading
import time

# Keeps a check from hanging: no answer takes nearly as long, even on a loaded machine.
TIMEOUT = 60.0


class Engine:
    """A running engine. `with` ends it in any case."""

    def __init__(self, command: list[str], folder: pathlib.Path, environment: dict[str, str]) -> None:
        pipe, nothing = subprocess.PIPE, subprocess.DEVNULL
        self.process = subprocess.Popen(
            command, cwd=folder, env=environment, stdin=pipe, stdout=pipe, stderr=nothing
        )
        self.lines: queue.Queue[str | None] = queue.Queue()
        threading.Thread(target=self._read, daemon=True).start()

    def __enter__(self) -> "Engine":
        # Its first line says who starts.
        self.until("Motley ")
        return self

    def __exit__(self, *_: object) -> None:
        self.process.kill()
        self.process.wait()

    def _read(self) -> None:
        for line in self.process.stdout:
            self.lines.put(line.decode().rstrip("\r\n"))
        self.lines.put(None)

    def send(self, line: str | bytes, end: bytes = b"\n") -> None:
        self.process.stdin.write((line.encode() if isinstance(line, str) else line) + end)
        self.process.stdin.flush()

    def until(self, start: str) -> list[str]:
        """All lines up to and with the first that starts with `start`."""
        seen: list[str] = []
        while not seen or not seen[-1].startswith(start):
            line = self.lines.get(timeout=TIMEOUT)
            assert line is not None, f"the engine ended before `{start}`: {seen[-5:]}"
            seen.append(line)
        return seen

    def rest(self) -> list[str]:
        """All lines up to the end of the output."""
        return list(iter(lambda: self.lines.get(timeout=TIMEOUT), None))

    def answers(self) -> list[str]:
        """Everything that is answered to the lines sent so far."""
        self.send("isready")
        return self.until("readyok")[:-1]


def milliseconds_to_end(process: subprocess.Popen) -> float:
    """How long a process still lives."""
    begin = time.perf_counter()
    process.wait(timeout=TIMEOUT)
    return 1000 * (time.perf_counter() - begin)
