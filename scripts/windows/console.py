"""The engine in a console window: a pseudoterminal that Wine takes for one."""

import os
import pty
import re
import select
import subprocess
import time
import tty

TIMEOUT = 60.0
# Wine moves the cursor before and after every character.
ESCAPE = re.compile(rb"\x1b\[[?0-9;]*[A-Za-z]")


class Console:
    """A process in a console of its own. `with` ends it in any case."""

    def __init__(self, command: list[str], environment: dict[str, str]) -> None:
        self.master, slave = pty.openpty()
        # Every key goes to Wine as it is.
        tty.setraw(slave)
        terminal = {"stdin": slave, "stdout": slave, "stderr": slave, "start_new_session": True}
        self.process = subprocess.Popen(command, env={**environment, "TERM": "xterm"}, **terminal)
        os.close(slave)
        self.is_open = True

    def __enter__(self) -> "Console":
        return self

    def __exit__(self, *_: object) -> None:
        self.process.kill()
        self.process.wait()
        self.close()

    def type(self, text: str) -> None:
        os.write(self.master, text.encode())

    def wait_for(self, text: str) -> None:
        """Reads the screen until `text` stands there; spaces do not count, Wine may move the cursor instead."""
        screen, end = b"", time.monotonic() + TIMEOUT
        while text.encode().replace(b" ", b"") not in ESCAPE.sub(b"", screen).replace(b" ", b""):
            readable, _, _ = select.select([self.master], [], [], end - time.monotonic())
            assert readable, f"`{text}` never appears: {screen[-500:]!r}"
            screen += os.read(self.master, 65536)

    def close(self) -> None:
        """Closes the window."""
        if self.is_open:
            os.close(self.master)
            self.is_open = False
