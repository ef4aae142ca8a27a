"""The end of the engine: `quit`, a closed pipe, Ctrl-C, a closed console window."""

import contextlib
import pathlib
import signal
import subprocess
import time
from collections.abc import Callable, Iterator

from console import Console
from engine import Engine, milliseconds_to_end
from setting import PLAYERS, Setting

# Milliseconds from what ends the engine until its process is gone.
MOST = 250


def check_time(what: str, milliseconds: float) -> str:
    assert milliseconds <= MOST, f"{what}: gone after {milliseconds:.0f} ms"
    return f"{what} {milliseconds:.0f} ms"


def searching_engine(setting: Setting, player: str) -> Engine:
    engine = setting.ready_engine()
    engine.send(f"setoption name Personality value {player}")
    engine.answers()
    engine.send("go infinite")
    engine.until("info depth")
    return engine


def quits_in_a_search(setting: Setting) -> str:
    return measure(setting, "`quit`", lambda engine: engine.send("quit"))


def ends_when_its_input_is_closed(setting: Setting) -> str:
    return measure(setting, "closed input", lambda engine: engine.process.stdin.close())


def measure(setting: Setting, what: str, end: Callable[[Engine], None]) -> str:
    """Ends a search without limits of every player."""
    times = []
    for player in PLAYERS:
        with searching_engine(setting, player) as engine:
            end(engine)
            times.append(check_time(player, milliseconds_to_end(engine.process)))
            assert engine.process.returncode == 0, engine.process.returncode
    return f"{what} in `go infinite`: {', '.join(times)}"


def ends_when_its_pipes_are_closed(setting: Setting) -> str:
    """As when the chess program crashes; with the output alone closed, at the next line that would be printed."""
    times = []
    for what, line, answer in [("idle", b"isready", b"readyok"), ("searching", b"go infinite", b"info depth 3")]:
        for closes_input in (True, False):
            with unread(setting) as process:
                process.stdin.write(b"uci\n" + line + b"\n")
                process.stdin.flush()
                next(printed for printed in process.stdout if printed.startswith(answer))
                process.stdout.close()
                if closes_input:
                    process.stdin.close()
                else:
                    process.stdin.write(b"isready\n")
                    process.stdin.flush()
                pipes = "both pipes" if closes_input else "output"
                times.append(check_time(f"{what}, {pipes} closed", milliseconds_to_end(process)))
    return "; ".join(times)


@contextlib.contextmanager
def unread(setting: Setting) -> Iterator[subprocess.Popen]:
    """An engine without a thread that reads, which would keep the pipe open."""
    pipe = subprocess.PIPE
    process = subprocess.Popen(
        setting.command(), cwd=setting.folder, env=setting.wine.environment, stdin=pipe, stdout=pipe
    )
    try:
        yield process
    finally:
        process.kill()
        process.wait()


def survives_ten_megabytes_without_a_line_end(setting: Setting) -> str:
    with setting.ready_engine() as engine:
        engine.send(b"x" * 10_000_000)
        (answer,) = engine.answers()
        assert "more than 262144 bytes" in answer, answer
    return answer


def press_ctrl_c(console: Console) -> None:
    """Wine 8 swallows the key in a pseudoterminal, and passes SIGINT to the program as the event CTRL_C_EVENT."""
    console.process.send_signal(signal.SIGINT)


def ctrl_c_ends_it(setting: Setting) -> str:
    return in_console(setting, "Ctrl-C", press_ctrl_c)


def ends_with_its_console_window(setting: Setting) -> str:
    return in_console(setting, "window closed", Console.close)


def in_console(setting: Setting, what: str, end: Callable[[Console], None]) -> str:
    """A session that is typed in a console, idle and in a search."""
    times = []
    for state, line, answer in [("idle", "isready", "readyok"), ("searching", "go infinite", "info depth 5")]:
        with Console(setting.command(), setting.wine.environment) as console:
            console.type("uci\r")
            console.wait_for("uciok")
            console.type(f"{line}\r")
            console.wait_for(answer)
            end(console)
            times.append(check_time(state, milliseconds_to_end(console.process)))
    return f"{what}: {', '.join(times)}"


def ctrl_c_leaves_whole_files(setting: Setting) -> str:
    """`generate` writes what it has when it is interrupted, and says so by its exit code."""
    file = pathlib.Path(setting.folder, "Unterbrochen.txt")
    arguments = ["generate", "--where", "white bishops = 2", "--count", "100000", "--out", setting.path(file.name)]
    with Console(setting.command(*arguments), setting.wine.environment) as console:
        console.wait_for("/")
        # Time to find some.
        time.sleep(3)
        press_ctrl_c(console)
        milliseconds_to_end(console.process)
        code = console.process.returncode
    text = file.read_text()
    assert code == 130 and text.endswith("\n"), (code, text[-100:])
    return f"exit code {code}, {len(text.splitlines())} whole lines"
